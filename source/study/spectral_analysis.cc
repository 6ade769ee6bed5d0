// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/eigenvalues.h>
#include <percuss/discrete/small_system.h>
#include <percuss/study/spectral_analysis.h>
#include <percuss/time_integration/make_scheme.h>

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <complex>

namespace percuss
{
  namespace
  {
    using Eigenvalues = Eigen::Vector3cd;

    /** Those of A; at small steps by way of (q, v/omega, a/omega^2), since A
     * itself is nearly defective there. */
    Eigenvalues
    eigenvalues(const SchemeParameters &scheme,
                const double            omega_h,
                const double            damping_ratio)
    {
      const double          unit = std::min(1., omega_h);
      const Eigen::Vector3d scale(1., 1. / unit, 1. / (unit * unit));
      return percuss::eigenvalues(
        scale.asDiagonal() *
        amplification_matrix(scheme, omega_h, damping_ratio) *
        scale.cwiseInverse().asDiagonal());
    }

    bool
    has_complex_pair(const Eigenvalues &lambda)
    {
      return !lambda.imag().isZero(0.);
    }

    /** Whether a complex pair at @p omega_h is the principal one: follows the
     * spurious eigenvalue from small steps, where the others are next to 1.
     * Passes over intervals shorter than its own steps. */
    bool
    pair_is_principal(const SchemeParameters &scheme,
                      const double            omega_h,
                      const double            damping_ratio)
    {
      constexpr double start = 1e-3, ratio = 1.01;

      double       step   = std::min(start, omega_h);
      Eigenvalues  lambda = eigenvalues(scheme, step, damping_ratio);
      Eigen::Index spurious;
      (lambda.array() - 1.).abs().maxCoeff(&spurious);
      while (step < omega_h)
        {
          const std::complex<double> last        = lambda[spurious];
          const bool                 was_complex = has_complex_pair(lambda);

          step   = std::min(ratio * step, omega_h);
          lambda = eigenvalues(scheme, step, damping_ratio);
          if (was_complex && has_complex_pair(lambda)) // remains the real one
            lambda.imag().cwiseAbs().minCoeff(&spurious);
          else
            (lambda.array() - last).abs().minCoeff(&spurious);
          if (lambda[spurious].imag() != 0.) // has met one of the pair
            return false;
        }
      return true;
    }
  } // namespace

  Eigen::Matrix3d
  amplification_matrix(const SchemeParameters &parameters,
                       const double            omega_h,
                       const double            damping_ratio)
  {
    require_value(omega_h > 0. && omega_h <= 1e6,
                  "omega h",
                  omega_h,
                  "it must be positive, and at most 1e6");
    require_value(damping_ratio >= 0. && damping_ratio < 1.,
                  "damping ratio",
                  damping_ratio,
                  "it must be at least 0 and less than 1");
    using A      = SmallAlgebra<1>;
    using System = LinearSmallSystem<1>;

    // m = 1, h = 1: then omega = omega h, and x = (q, v, a)
    const System system(System::Matrix(1.),
                        System::Matrix(2. * damping_ratio * omega_h),
                        System::Matrix(omega_h * omega_h),
                        System::Vector::Entries(0.));
    const double h = 1.;

    const auto         scheme = make_scheme<System>(parameters);
    State<A>           x;
    SchemeHistory<A>   history;
    SchemeWorkspace<A> w;
    scheme->prepare(system, h, x);

    Eigen::Matrix3d matrix;
    for (int j = 0; j < 3; ++j)
      {
        x.q[0] = j == 0;
        x.v[0] = j == 1;
        x.a[0] = j == 2;
        evaluate_forces(system, x);
        State<A>               next;
        const ContactEffect<A> none;
        const Step<System>     step{system, h, x, next, none, history, w};
        scheme->predict(step);
        scheme->residual(step, true);
        scheme->correct(step);
        system.retract(x.q, next.dq, next.q);
        matrix.col(j) << next.q[0], next.v[0], next.a[0];
      }
    return matrix;
  }

  SpectralProperties
  spectral_properties(const SchemeParameters &scheme,
                      const double            omega_h,
                      const double            damping_ratio)
  {
    const Eigenvalues  lambda = eigenvalues(scheme, omega_h, damping_ratio);
    SpectralProperties result{omega_h, lambda.cwiseAbs().maxCoeff(), {}, {}};
    if (!has_complex_pair(lambda) ||
        !pair_is_principal(scheme, omega_h, damping_ratio))
      return result;

    Eigen::Index i;
    lambda.imag().maxCoeff(&i);
    const double angle = std::arg(lambda[i]);
    result.period_elongation =
      omega_h * std::sqrt(1. - damping_ratio * damping_ratio) / angle - 1.;
    result.algorithmic_damping = std::log(1. / std::abs(lambda[i])) / angle;
    return result;
  }
} // namespace percuss
