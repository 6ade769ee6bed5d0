// SPDX-License-Identifier: Apache-2.0

// Spectral radius, period elongation and algorithmic damping of the schemes on
// the linear oscillator without contact, against solutions and expansions
// derived by hand, and against runs.

#include "spectral_schemes.h"

#include <percuss/models/small/linear_oscillator/linear_oscillator.h>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

namespace percuss::test::spectral_analysis_test
{
  TEST(SpectralAnalysis, TrapezoidalRule)
  {
    for (const SchemeParameters &scheme : {scheme_named("moreau-jean"),
                                           scheme_named("newmark"),
                                           generalized_alpha(1.)})
      for (const double O : steps)
        {
          const SpectralProperties p = spectral_properties(scheme, O);
          EXPECT_EQ(p.omega_h, O);
          // that of generalized-alpha has all eigenvalues near -1 in the end
          const double rounding = 1e-15 * (1. + O * O);
          EXPECT_NEAR(p.spectral_radius, 1., 10. * rounding) << scheme.name;
          EXPECT_NEAR(p.period_elongation.value(),
                      O / (2. * std::atan(0.5 * O)) - 1.,
                      2e-15 / O + rounding)
            << scheme.name;
          EXPECT_NEAR(p.algorithmic_damping.value(), 0., 2e-15 / O + rounding)
            << scheme.name;
        }
  }

  // the theta-method multiplies v/omega -+ i q by
  // (1 -+ i (1 - theta) O)/(1 +- i theta O)
  TEST(SpectralAnalysis, MoreauJean)
  {
    for (const double theta : {0.3, 0.5, 0.75, 1.})
      for (const double O : steps)
        {
          const SpectralProperties p =
            spectral_properties(scheme_named("moreau-jean", theta), O);
          const double modulus =
            std::hypot(1., (1. - theta) * O) / std::hypot(1., theta * O);
          const double angle =
            std::atan(theta * O) + std::atan((1. - theta) * O);
          EXPECT_NEAR(p.spectral_radius, modulus, 1e-14);
          EXPECT_NEAR(p.period_elongation.value(),
                      O / angle - 1.,
                      1e-14 * (1. / O + O));
          EXPECT_NEAR(p.algorithmic_damping.value(),
                      -std::log(modulus) / angle,
                      2e-15 / O + 1e-14 / modulus);
        }
    EXPECT_NEAR(
      spectral_properties(scheme_named("moreau-jean", 1.), 2.).spectral_radius,
      1. / std::sqrt(5.),
      1e-15);
  }

  TEST(SpectralAnalysis, CentralDifferencesAreStableUpToTwo)
  {
    for (const char *name :
         {"cd-lagrange", "cd-lagrange-implicit", "carpenter-explicit"})
      {
        const SchemeParameters scheme = scheme_named(name);
        for (const double O : {1e-3, 0.1, 1., 1.9, 1.999})
          {
            const SpectralProperties p = spectral_properties(scheme, O);
            EXPECT_NEAR(p.spectral_radius, 1., 1e-13);
            EXPECT_NEAR(p.period_elongation.value(),
                        O / (2. * std::asin(0.5 * O)) - 1.,
                        1e-15 / O + 1e-13);
            EXPECT_NEAR(p.algorithmic_damping.value(), 0., 1e-15 / O + 1e-13);
          }
        for (const double O : {2.001, 2.5, 40.})
          {
            const SpectralProperties p = spectral_properties(scheme, O);
            const double             x = 0.5 * O * O - 1.; // cosh
            EXPECT_NEAR(p.spectral_radius / (x + std::sqrt(x * x - 1.)),
                        1.,
                        1e-12);
            EXPECT_FALSE(p.period_elongation);
            EXPECT_FALSE(p.algorithmic_damping);
          }
      }
  }

  // the invariants are those of Newmark with beta = theta/2, gamma = theta;
  // the pair is complex for O^2 ((gamma + 1/2)^2/4 - beta) < 1
  TEST(SpectralAnalysis, DissipativeMoreauJeanBifurcates)
  {
    const SchemeParameters scheme = scheme_named("moreau-jean-dissipative", 1.);
    for (const double O : {0.01, 1., 3., 3.99})
      {
        const SpectralProperties p = spectral_properties(scheme, O);
        const Complex            l = principal(p);
        EXPECT_NEAR(2. * l.real(),
                    2. - 1.5 * O * O / (1. + 0.5 * O * O),
                    1e-13);
        EXPECT_NEAR(std::norm(l), 1. / (1. + 0.5 * O * O), 1e-13);
        EXPECT_NEAR(p.spectral_radius, std::abs(l), 1e-13);
      }
    for (const double O : {4.01, 10., 1e4})
      {
        const SpectralProperties p = spectral_properties(scheme, O);
        const double             S = 1. + 0.5 * O * O;
        const double             m = 1. - 0.75 * O * O / S;
        EXPECT_NEAR(p.spectral_radius,
                    std::abs(m) + std::sqrt(m * m - 1. / S),
                    1e-13);
        EXPECT_FALSE(p.period_elongation);
        EXPECT_FALSE(p.algorithmic_damping);
      }
  }

  // all three eigenvalues tend to -rho, lambda + rho = O(O^(-2/3))
  TEST(SpectralAnalysis, GeneralizedAlphaHasItsHighFrequencyDissipation)
  {
    for (const double rho : {0., 0.5, 0.8, 1.})
      {
        const SchemeParameters scheme = generalized_alpha(rho);
        expect_invariants(amplification_matrix(scheme, 1e6),
                          {-3. * rho, 3. * rho * rho, -rho * rho * rho},
                          "rho = " + std::to_string(rho),
                          1e-11);
        EXPECT_NEAR(spectral_properties(scheme, 1e6).spectral_radius,
                    rho,
                    3e-4);
        double last = 1.; // falls from 1 to rho
        for (double O = 1e-2; O < 1e3; O *= 1.3)
          {
            const double radius =
              spectral_properties(scheme, O).spectral_radius;
            EXPECT_LT(radius, last + 1e-8) << rho << ", " << O;
            EXPECT_GT(radius, rho - 1e-8) << rho << ", " << O;
            last = radius;
          }
      }
  }

  TEST(SpectralAnalysis, KrenkHogsbergDiffersInTheDampingOnly)
  {
    SchemeParameters krenk_hogsberg = generalized_alpha(0.6);
    krenk_hogsberg.name             = "krenk-hogsberg";
    for (const double O : steps)
      {
        EXPECT_EQ(amplification_matrix(krenk_hogsberg, O),
                  amplification_matrix(generalized_alpha(0.6), O));
        EXPECT_NE(amplification_matrix(krenk_hogsberg, O, 0.1),
                  amplification_matrix(generalized_alpha(0.6), O, 0.1));
      }
  }

  /**
   * (T_bar - T)/T ~ e O^2 and xi_bar ~ d O^p, by lambda = exp(s) in the
   * characteristic polynomials. For the alpha-family with gamma = 1/2 + delta,
   * delta = alpha_f - alpha_m, logarithms to O(s^3) give
   *
   *     s^2 = -O^2 exp(2 e s^2 - 2 d s^3),
   *     2 e = beta - delta/2 - delta^2/2 - 1/12
   *           + (alpha_f (1 - alpha_f) - alpha_m (1 - alpha_m))/2,
   *
   * and with beta = (1 + delta)^2/4 the values below.
   */
  struct Expansion
  {
    SchemeParameters scheme;
    double           elongation, damping;
    int              power;
  };

  TEST(SpectralAnalysis, LowFrequencyExpansions)
  {
    std::vector<Expansion> expansions{
      {scheme_named("newmark"), 1. / 12., 0., 3},
      {scheme_named("cd-lagrange"), -1. / 24., 0., 3},
      {newmark(1. / 12., 0.5), 0., 0., 3}, // Fox-Goodwin
      {newmark(1. / 6., 0.5), 1. / 24., 0., 3},
      {scheme_named("moreau-jean", 1.), 1. / 3., 0.5, 1},
      {scheme_named("implicit-newmark"), 7. / 48., 0.25, 1}};
    for (const double rho : {0., 0.5, 0.8, 1.})
      {
        const double delta = (1. - rho) / (1. + rho);
        expansions.push_back({generalized_alpha(rho),
                              1. / 12. + 0.375 * delta * delta,
                              0.5 * delta * delta * delta,
                              3});
      }
    for (const double alpha : {0., 0.1, 0.3})
      expansions.push_back({hht(alpha),
                            1. / 12. + 0.25 * alpha - 0.375 * alpha * alpha,
                            0.125 * alpha * (1. - alpha) * (1. - alpha),
                            3});
    for (const auto &[scheme, elongation, damping, power] : expansions)
      {
        const double             O = 2e-3;
        const SpectralProperties p = spectral_properties(scheme, O);
        EXPECT_NEAR(p.period_elongation.value() / (O * O), elongation, 2e-5)
          << scheme.name;
        const double tolerance = power == 1 ? 1e-5 : 2e-4;
        EXPECT_NEAR(p.algorithmic_damping.value() / std::pow(O, power),
                    damping,
                    tolerance)
          << scheme.name;
      }
  }

  // [C13] Fig. 1
  TEST(SpectralAnalysis, OrderOfDissipationInTheFigureOfChen)
  {
    for (double O = 0.01; O < 1e3; O *= 1.2)
      {
        const SpectralProperties alpha =
          spectral_properties(generalized_alpha(0.8), O);
        const SpectralProperties implicit_newmark =
          spectral_properties(scheme_named("implicit-newmark"), O);
        const SpectralProperties moreau_jean =
          spectral_properties(scheme_named("moreau-jean", 1.), O);
        EXPECT_GT(alpha.spectral_radius, implicit_newmark.spectral_radius);
        EXPECT_GT(implicit_newmark.spectral_radius,
                  moreau_jean.spectral_radius);
        EXPECT_LT(*alpha.algorithmic_damping,
                  *implicit_newmark.algorithmic_damping);
        EXPECT_LT(*implicit_newmark.algorithmic_damping,
                  *moreau_jean.algorithmic_damping);
        EXPECT_NEAR(implicit_newmark.spectral_radius,
                    std::sqrt((1. + 0.0625 * O * O) / (1. + 0.5625 * O * O)),
                    1e-13);
      }
    // and in high frequency
    EXPECT_NEAR(spectral_properties(scheme_named("implicit-newmark"), 1e4)
                  .spectral_radius,
                1. / 3.,
                1e-7);
  }

  TEST(SpectralAnalysis, EverySchemeIsConsistentInSmoothMotion)
  {
    for (const SchemeInformation &information : schemes())
      for (const double xi : {0., 0.1, 0.9})
        {
          const SchemeParameters scheme =
            scheme_named(std::string(information.name));
          const SpectralProperties p = spectral_properties(scheme, 1e-4, xi);
          const double             decay = xi / std::sqrt(1. - xi * xi);
          // of first order in the worst case
          EXPECT_NEAR(p.spectral_radius, std::exp(-1e-4 * xi), 1e-7)
            << information.name;
          EXPECT_NEAR(p.period_elongation.value(), 0., 1e-3)
            << information.name;
          EXPECT_NEAR(p.algorithmic_damping.value(), decay, 2e-3)
            << information.name;
          EXPECT_NEAR(principal(p, xi).real(),
                      std::exp(-1e-4 * xi) *
                        std::cos(1e-4 * std::sqrt(1. - xi * xi)),
                      1e-7)
            << information.name;
        }
  }

  // runs of other units, from q and v to z_k = q_{k+1} - conj(lambda) q_k,
  // which is left of the principal pair: z_{k+n} = lambda^n z_k
  TEST(SpectralAnalysis, PredictsGrowthAndPhaseOfRuns)
  {
    const double h = 0.02, omega = 35., O = h * omega;
    for (const double xi : {0., 0.03})
      {
        LinearOscillatorDescription description;
        description.mass              = 2.;
        description.damping           = 2. * xi * omega * 2.;
        description.stiffness         = omega * omega * 2.;
        description.obstacle_position = -1e3;
        description.initial_velocity  = -20.;
        const LinearOscillator oscillator(description);
        const auto             obstacle = floor_at<1>(-1e3, 0.5);
        for (const SchemeInformation &information : schemes())
          for (const double theta : {0.5, 0.9})
            {
              const SchemeParameters scheme =
                scheme_named(std::string(information.name), theta);
              const Complex lambda =
                principal(spectral_properties(scheme, O, xi), xi);
              ModelRun<LinearOscillator, CoordinateObstacles<1, 1>> run(
                oscillator, obstacle, scheme, explicit_forecast(0.5), h);
              const auto z = [&] {
                const double q = run.q();
                run.stepper.advance(1);
                return run.q() - std::conj(lambda) * q;
              };
              run.stepper.advance(100); // the spurious part dies out
              const Complex start = z();
              run.stepper.advance(299);
              EXPECT_LT(std::abs(z() / (start * std::pow(lambda, 300)) - 1.),
                        1e-10)
                << information.name << ", " << theta << ", " << xi;
              EXPECT_EQ(run.stepper.record().contacts->n_problems, 0u);
            }
      }
  }

  TEST(SpectralAnalysis, RefusesWhatItCannotAnalyse)
  {
    const double           nan    = std::numeric_limits<double>::quiet_NaN();
    const SchemeParameters scheme = scheme_named("moreau-jean");
    for (const double O : {0., -1., 1.1e6, nan})
      {
        EXPECT_THROW(amplification_matrix(scheme, O), InputError);
        EXPECT_THROW(spectral_properties(scheme, O), InputError);
      }
    for (const double xi : {-0.1, 1., nan})
      EXPECT_THROW(spectral_properties(scheme, 1., xi), InputError);
    EXPECT_THROW(spectral_properties(scheme_named("no-scheme"), 1.),
                 InputError);
    EXPECT_THROW(spectral_properties(scheme_named("moreau-jean", 2.), 1.),
                 InputError);
    EXPECT_THROW(spectral_properties(generalized_alpha(1.5), 1.), InputError);
  }
} // namespace percuss::test::spectral_analysis_test
