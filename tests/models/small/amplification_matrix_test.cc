// SPDX-License-Identifier: Apache-2.0

// The amplification matrices of the schemes on the linear oscillator without
// contact, against characteristic polynomials derived by hand.

#include "spectral_schemes.h"

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace percuss::test::amplification_matrix_test
{
  /**
   * Of the alpha-family. With q, v, a ~ lambda^k, Newmark's formulas are
   *
   *     (lambda - 1) v = V a,      V = gamma lambda + 1 - gamma,
   *     (lambda - 1)^2 q = N a,
   *     N = beta lambda^2 + (1/2 + gamma - 2 beta) lambda + 1/2 + beta - gamma,
   *
   * and the equation of motion, with the weights x_alpha = (1 - alpha) lambda +
   * alpha, O = omega h, and l = f or, in Krenk-Hogsberg, l = m,
   *
   *     x_m (lambda - 1)^2 + x_f O^2 N + x_l 2 xi O (lambda - 1) V = 0.
   */
  Invariants
  alpha_invariants(const AlphaCoefficients &c,
                   const double             alpha_l,
                   const double             O,
                   const double             xi)
  {
    std::array<double, 4> p{}; // powers of lambda
    const auto            add =
      [&p](const double alpha, const double s, const std::array<double, 3> &f) {
        for (int i = 0; i < 3; ++i)
          {
            p[i] += s * alpha * f[i];
            p[i + 1] += s * (1. - alpha) * f[i];
          }
      };
    add(c.alpha_m, 1., {1., -2., 1.});
    add(c.alpha_f,
        O * O,
        {0.5 + c.beta - c.gamma, 0.5 + c.gamma - 2. * c.beta, c.beta});
    add(alpha_l, 2. * xi * O, {c.gamma - 1., 1. - 2. * c.gamma, c.gamma});
    return {-p[2] / p[3], p[1] / p[3], -p[0] / p[3]};
  }

  TEST(SpectralAnalysis, AlphaFamilyHasItsCharacteristicPolynomial)
  {
    const AlphaCoefficients dissipative = generalized_alpha_coefficients(0.3);
    const AlphaCoefficients arbitrary{0.2, 0.35, 0.4, 0.8};
    for (const double O : steps)
      for (const double xi : ratios)
        {
          for (const AlphaCoefficients &c : {dissipative, arbitrary})
            {
              for (const char *name :
                   {"generalized-alpha", "generalized-alpha-ggl"})
                expect_invariants(amplification_matrix(alpha_scheme(name, c),
                                                       O,
                                                       xi),
                                  alpha_invariants(c, c.alpha_f, O, xi),
                                  name);
              expect_invariants(
                amplification_matrix(alpha_scheme("krenk-hogsberg", c), O, xi),
                alpha_invariants(c, c.alpha_m, O, xi),
                "krenk-hogsberg");
            }

          for (const char *name :
               {"hht", "hht-position-level", "hht-velocity-level"})
            {
              SchemeParameters scheme = hht(0.2);
              scheme.name             = name;
              expect_invariants(
                amplification_matrix(scheme, O, xi),
                alpha_invariants({0., 0.2, 0.36, 0.7}, 0.2, O, xi),
                name);
            }
          for (const char *name :
               {"newmark", "carpenter-implicit", "newmark-position-level"})
            expect_invariants(amplification_matrix(scheme_named(name), O, xi),
                              alpha_invariants({0., 0., 0.25, 0.5}, 0., O, xi),
                              name);
          expect_invariants(
            amplification_matrix(scheme_named("implicit-newmark"), O, xi),
            alpha_invariants({0., 0., 0.5625, 1.}, 0., O, xi),
            "implicit-newmark");
        }
  }

  // S (v_+ - v) = -h^2 omega^2 (q + theta h v) - 2 xi h omega v, q_+ = q + h v
  // + sigma h (v_+ - v), in units of h v
  TEST(SpectralAnalysis, MoreauJeanHasTheMatrixDerivedByHand)
  {
    for (const double O : steps)
      for (const double xi : ratios)
        for (const double theta : {0., 0.5, 0.8, 1.})
          for (const SchemeInformation &information : schemes())
            {
              const std::string name(information.name);
              if (name != "moreau-jean" && name != "moreau-jean-dissipative" &&
                  !name.ends_with("projection"))
                continue;
              const double sigma =
                name == "moreau-jean-dissipative" ? 0.5 : theta;
              const double S = 1. + 2. * theta * xi * O + theta * sigma * O * O;
              const double dv_q = -O * O / S;
              const double dv_v = -(theta * O * O + 2. * xi * O) / S;
              Eigen::Matrix3d A;
              A << 1. + sigma * dv_q, 1. + sigma * dv_v, 0., //
                dv_q, 1. + dv_v, 0.,                         //
                0., 0., 0.;
              const Eigen::Matrix3d computed =
                amplification_matrix(scheme_named(name, theta), O, xi);
              EXPECT_LT((computed - A).norm(), 1e-14 * A.norm())
                << name << ", " << theta << ", " << O << ", " << xi;
            }
  }

  // q_{k+1} - 2 q_k + q_{k-1} = -O^2 q - 2 xi O v* (h = 1), where v* is that of
  // the half step before, the mean of both half steps, or, in Schatzman-Paoli,
  // (1 - theta) v_{k-1} + theta v_k, q at k + theta in [k, k + 1]
  TEST(SpectralAnalysis, CentralDifferencesHaveTheInvariantsDerivedByHand)
  {
    for (const double O : steps)
      for (const double xi : ratios)
        {
          const double c = 2. * xi * O; // c h/m
          for (const char *name : {"cd-lagrange", "carpenter-explicit"})
            expect_invariants(amplification_matrix(scheme_named(name), O, xi),
                              {2. - O * O - c, 1. - c, 0.},
                              name);
          const double S = 1. + 0.5 * c;
          expect_invariants(
            amplification_matrix(scheme_named("cd-lagrange-implicit"), O, xi),
            {(2. - O * O) / S, (1. - 0.5 * c) / S, 0.},
            "cd-lagrange-implicit");

          for (const double theta : {0., 0.5, 1.})
            {
              const double a3 = 1. + theta * O * O + 0.5 * c * theta;
              const double a2 =
                -2. + O * O * (1. - theta) + 0.5 * c * (1. - theta);
              const double a1 = 1. - 0.5 * c * theta;
              const double a0 = -0.5 * c * (1. - theta);
              expect_invariants(
                amplification_matrix(scheme_named("schatzman-paoli", theta),
                                     O,
                                     xi),
                {-a2 / a3, a1 / a3, -a0 / a3},
                "schatzman-paoli");
            }
        }
  }
} // namespace percuss::test::amplification_matrix_test
