// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/eigenvalues.h>
#include <percuss/time_integration/critical_steps.h>
#include <percuss/time_integration/scheme_parameters.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();

    /** The smallest positive root of a polynomial a[0] + ... + a[3] x^3, or
     * infinity. */
    double
    smallest_positive_root(const Eigen::Vector4d &a)
    {
      int degree = 3;
      while (degree > 0 &&
             std::abs(a[degree]) <= 1e-14 * a.cwiseAbs().maxCoeff())
        --degree;
      double smallest = infinity;
      if (degree == 0)
        return smallest;
      Eigen::MatrixXd companion = Eigen::MatrixXd::Zero(degree, degree);
      companion.diagonal(-1).setOnes();
      companion.rightCols(1) = -a.head(degree) / a[degree];
      for (const std::complex<double> root : eigenvalues(companion))
        if (root.real() > 0. &&
            std::abs(root.imag()) <= 1e-7 * std::abs(root.real()))
          smallest = std::min(smallest, root.real());
      return smallest;
    }

    double
    step_of_theta(const double theta, const Mode &mode)
    {
      const double omega = mode.frequency, c = mode.damping;
      if (theta >= 0.5)
        return infinity;
      if (omega == 0.)
        return 2. / ((1. - 2. * theta) * c); // infinite without damping
      const double undamped = 2. / (omega * std::sqrt(1. - 2. * theta));
      if (c == 0.)
        return undamped;
      const double zeta = c / (2. * omega);
      return std::min(undamped,
                      smallest_positive_root(
                        {2. * zeta,
                         theta - 2. * (1. - 2. * theta) * zeta * zeta,
                         2. * zeta * (theta * theta + theta - 0.5),
                         theta * theta}) /
                        omega);
    }

    constexpr std::string_view of_frequency_alone = "= 2/omega_max";
  } // namespace

  CriticalStep
  critical_step_of_explicit_damping(const SchemeParameters &, const Mode &mode)
  {
    const double omega = mode.frequency, c = mode.damping;
    return {4. / (c + std::sqrt(c * c + 4. * omega * omega)),
            c > 0. ? "= (2/omega_max)(sqrt(1 + zeta^2) - zeta)" :
                     of_frequency_alone};
  }

  CriticalStep
  critical_step_of_implicit_damping(const SchemeParameters &, const Mode &mode)
  {
    return {2. / mode.frequency, of_frequency_alone};
  }

  CriticalStep
  critical_step_of_schatzman_paoli(const SchemeParameters &parameters,
                                   const Mode             &mode)
  {
    if (parameters.beta)
      {
        const double beta = *parameters.beta;
        return {beta >= 0.25 ?
                  infinity :
                  2. / (mode.frequency * std::sqrt(1. - 4. * beta)),
                "= 2/(omega_max sqrt(1 - 4 beta))"};
      }
    const double theta = parameters.theta;
    return {step_of_theta(theta, mode),
            mode.damping > 0. ? "of the damped motion" :
            theta > 0.        ? "= 2/(omega_max sqrt(1 - 2 theta))" :
                                of_frequency_alone};
  }
} // namespace percuss
