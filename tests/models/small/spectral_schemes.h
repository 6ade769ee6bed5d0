// SPDX-License-Identifier: Apache-2.0

// Schemes with their coefficients, and the eigenvalues of their amplification
// matrices.

#ifndef percuss_tests_models_small_spectral_schemes_h
#define percuss_tests_models_small_spectral_schemes_h

#include "model_run.h"

#include <percuss/study/spectral_analysis.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <string>

namespace percuss::test
{
  using Complex = std::complex<double>;

  inline SchemeParameters
  alpha_scheme(const std::string &name, const AlphaCoefficients &c)
  {
    SchemeParameters parameters;
    parameters.name    = name;
    parameters.alpha_m = c.alpha_m;
    parameters.alpha_f = c.alpha_f;
    parameters.beta    = c.beta;
    parameters.gamma   = c.gamma;
    return parameters;
  }

  inline SchemeParameters
  generalized_alpha(const double rho)
  {
    SchemeParameters parameters;
    parameters.name            = "generalized-alpha";
    parameters.spectral_radius = rho;
    return parameters;
  }

  inline SchemeParameters
  hht(const double alpha)
  {
    SchemeParameters parameters;
    parameters.name    = "hht";
    parameters.alpha_f = alpha;
    return parameters;
  }

  inline SchemeParameters
  newmark(const double beta, const double gamma)
  {
    SchemeParameters parameters;
    parameters.name  = "newmark";
    parameters.beta  = beta;
    parameters.gamma = gamma;
    return parameters;
  }

  /** c of lambda^3 - c_0 lambda^2 + c_1 lambda - c_2. */
  using Invariants = std::array<double, 3>;

  inline void
  expect_invariants(const Eigen::Matrix3d &A,
                    const Invariants      &c,
                    const std::string     &what,
                    const double           tolerance = 1e-14)
  {
    const double     trace = A.trace();
    const Invariants computed{trace,
                              0.5 * (trace * trace - (A * A).trace()),
                              A.determinant()};
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(computed[i],
                  c[i],
                  tolerance * (1. + std::pow(A.norm(), i + 1)))
        << what << ", coefficient " << i;
  }

  inline constexpr std::array
    steps{1e-3, 0.1, 0.7, 1.9, 3., 12., 300.}; // omega h
  inline constexpr std::array ratios{0., 0.1, 0.7};

  /** lambda of the principal pair, from the properties. */
  inline Complex
  principal(const SpectralProperties &p, const double damping_ratio = 0.)
  {
    const double angle = p.omega_h *
                         std::sqrt(1. - damping_ratio * damping_ratio) /
                         (1. + p.period_elongation.value());
    return std::exp(angle * Complex(-p.algorithmic_damping.value(), 1.));
  }
} // namespace percuss::test

#endif
