// SPDX-License-Identifier: Apache-2.0

// The schemes on the linear oscillator without contact, against characteristic
// polynomials and expansions derived by hand, and against runs.

#include "model_run.h"

#include <percuss/models/small/linear_oscillator/linear_oscillator.h>
#include <percuss/study/spectral_analysis.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

namespace percuss::test
{
  using Complex = std::complex<double>;

  SchemeParameters
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

  SchemeParameters
  generalized_alpha(const double rho)
  {
    SchemeParameters parameters;
    parameters.name            = "generalized-alpha";
    parameters.spectral_radius = rho;
    return parameters;
  }

  SchemeParameters
  hht(const double alpha)
  {
    SchemeParameters parameters;
    parameters.name    = "hht";
    parameters.alpha_f = alpha;
    return parameters;
  }

  SchemeParameters
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

  void
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

  constexpr std::array steps{1e-3, 0.1, 0.7, 1.9, 3., 12., 300.}; // omega h
  constexpr std::array ratios{0., 0.1, 0.7};

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

  /** lambda of the principal pair, from the properties. */
  Complex
  principal(const SpectralProperties &p, const double damping_ratio = 0.)
  {
    const double angle = p.omega_h *
                         std::sqrt(1. - damping_ratio * damping_ratio) /
                         (1. + p.period_elongation.value());
    return std::exp(angle * Complex(-p.algorithmic_damping.value(), 1.));
  }

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

  // it belongs to the spectral radius and to nothing else
  TEST(SpectralAnalysis, SpuriousEigenvalueIsNotThePrincipalOne)
  {
    const AlphaCoefficients  c{0.8, 0.5, 0.25, 0.5};
    const SpectralProperties p =
      spectral_properties(alpha_scheme("generalized-alpha", c), 1e-3);
    EXPECT_NEAR(p.spectral_radius, 0.8 / 0.2, 1e-4); // alpha_m/(1 - alpha_m)
    EXPECT_NEAR(p.period_elongation.value(), 0., 1e-3);
    EXPECT_NEAR(p.algorithmic_damping.value(), 0., 1e-3);
  }

  /** lambda_+ + lambda_- and lambda_+ lambda_- of Newmark's scheme. */
  void
  expect_newmark_pair(const double beta,
                      const double gamma,
                      const double O,
                      const double xi)
  {
    const Complex l =
      principal(spectral_properties(newmark(beta, gamma), O, xi), xi);
    const double S = 1. + 2. * gamma * xi * O + beta * O * O;
    EXPECT_NEAR(2. * l.real(),
                2. - (2. * xi * O + (gamma + 0.5) * O * O) / S,
                1e-12)
      << O;
    EXPECT_NEAR(std::norm(l),
                1. - (2. * xi * O + (gamma - 0.5) * O * O) / S,
                1e-12)
      << O;
  }

  // the discriminant of Newmark's pair has the sign of xi^2 - 1 + O xi (1/2 -
  // gamma) + O^2 ((gamma + 1/2)^2/4 - beta): here positive for 0.498 < O <
  // 2.775, where one of the pair passes the spurious eigenvalue 0
  TEST(SpectralAnalysis, FollowsThePairThroughAnIntervalWhereItIsReal)
  {
    for (const double O : {0.3, 0.49, 2.8, 5., 100.})
      expect_newmark_pair(0.2, 0., O, 0.9);
    for (const double O : {0.51, 1., 2., 2.7})
      {
        const SpectralProperties p =
          spectral_properties(newmark(0.2, 0.), O, 0.9);
        EXPECT_FALSE(p.period_elongation) << O;
        EXPECT_FALSE(p.algorithmic_damping) << O;
      }
    // and for 4e-8 < O < 0.93, without that
    expect_newmark_pair(0.6, 0., 1., 1. - 1e-8);
  }

  /** The real eigenvalue beside the complex pair, from whose real part. */
  double
  side_of_third(const SchemeParameters &scheme, const double O)
  {
    const Eigen::Vector3cd l = amplification_matrix(scheme, O).eigenvalues();
    Eigen::Index           real, complex;
    l.imag().cwiseAbs().minCoeff(&real);
    l.imag().maxCoeff(&complex);
    EXPECT_GT(l[complex].imag(), 0.01);
    return l[real].real() - l[complex].real();
  }

  // the eigenvalues become real; then the spurious one and one of the pair make
  // another pair, and leave the third on the other side of it
  TEST(SpectralAnalysis, LosesThePairWhereTheSpuriousEigenvalueMeetsIt)
  {
    struct Case
    {
      AlphaCoefficients c;
      double            before, real, after;
    };
    for (const auto &[c, before, real, after] :
         {Case{{0.346, 0.678, 0.443556, 0.832}, 5., 6.5, 10.},
          Case{{0.728, 0.833, 0.218, 1.392}, 1.1, 1.17, 2.}})
      {
        const SchemeParameters scheme = alpha_scheme("generalized-alpha", c);
        EXPECT_LT(side_of_third(scheme, before) * side_of_third(scheme, after),
                  0.);
        EXPECT_TRUE(spectral_properties(scheme, before).period_elongation);
        for (const double O : {real, after})
          {
            const SpectralProperties p = spectral_properties(scheme, O);
            EXPECT_FALSE(p.period_elongation) << O;
            EXPECT_FALSE(p.algorithmic_damping) << O;
          }
      }
  }

  // the spurious eigenvalue passes close by the pair, which remains complex
  TEST(SpectralAnalysis, KeepsThePairWhileItIsComplex)
  {
    const SchemeParameters scheme =
      alpha_scheme("generalized-alpha", {0.356, 0.747, 0.48372025, 0.891});
    for (double O = 0.1; O < 5.; O *= 1.002)
      ASSERT_NE(amplification_matrix(scheme, O).eigenvalues().imag().norm(), 0.)
        << O;
    EXPECT_LT(side_of_third(scheme, 3.) * side_of_third(scheme, 5.), 0.);
    EXPECT_TRUE(spectral_properties(scheme, 5.).period_elongation);
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
} // namespace percuss::test
