// SPDX-License-Identifier: Apache-2.0

// The critical steps of central differences against the spectral radius of the
// schemes' own steps.

#include <percuss/algebra/eigenvalues.h>
#include <percuss/run/critical_step.h>
#include <percuss/study/spectral_analysis.h>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace percuss::test::critical_step_test
{
  namespace
  {
    SchemeParameters
    parameters_of(const std::string &scheme, const double theta)
    {
      SchemeParameters parameters;
      parameters.name  = scheme;
      parameters.theta = theta;
      return parameters;
    }

    double
    critical_step(const SchemeParameters &parameters, const Mode &mode)
    {
      return scheme_of(parameters.name).critical_step(parameters, mode).step;
    }

    double
    critical_step(const std::string &scheme,
                  const double       theta,
                  const Mode        &mode)
    {
      return critical_step(parameters_of(scheme, theta), mode);
    }

    double
    spectral_radius(const SchemeParameters &parameters,
                    const double            omega_h,
                    const double            zeta)
    {
      return eigenvalues(amplification_matrix(parameters, omega_h, zeta))
        .cwiseAbs()
        .maxCoeff();
    }

    TEST(CriticalStepTest, IsWhereTheSpectralRadiusPassesOne)
    {
      std::mt19937                           generator(1);
      std::uniform_real_distribution<double> uniform;
      for (const std::string scheme : {"cd-lagrange",
                                       "cd-lagrange-implicit",
                                       "carpenter-explicit",
                                       "schatzman-paoli"})
        for (int k = 0; k < 300; ++k)
          {
            const double theta = scheme == "schatzman-paoli" && k % 3 > 0 ?
                                   0.48 * uniform(generator) :
                                   0.;
            const double zeta =
              k % 4 == 0 ? 0. : std::pow(10., -3. * uniform(generator)) * 0.99;
            const double omega = std::pow(10., 6. * uniform(generator) - 3.);
            const double critical =
              omega * critical_step(scheme, theta, {omega, 2. * zeta * omega});
            ASSERT_TRUE(std::isfinite(critical));
            for (const double share : {0.1, 0.5, 0.9, 0.999})
              EXPECT_LT(spectral_radius(parameters_of(scheme, theta),
                                        share * critical,
                                        zeta),
                        1. + 1e-12)
                << scheme << ' ' << theta << ' ' << zeta << ' ' << share;
            EXPECT_GT(spectral_radius(parameters_of(scheme, theta),
                                      1.001 * critical,
                                      zeta),
                      1. + 1e-8)
              << scheme << ' ' << theta << ' ' << zeta;
          }
      for (const double theta : {0.5, 0.7, 1.})
        EXPECT_EQ(critical_step("schatzman-paoli", theta, {3., 0.2}), INFINITY);
    }

    TEST(CriticalStepTest, OfSchatzmanPaoliWithBeta)
    {
      SchemeParameters p = parameters_of("schatzman-paoli", 0.5);
      for (const double zeta : {0., 0.01, 0.5})
        {
          for (const double beta : {0., 0.05, 0.2, 0.24})
            {
              p.beta                = beta;
              const double critical = critical_step(p, {1., 2. * zeta});
              EXPECT_LT(spectral_radius(p, 0.999 * critical, zeta), 1. + 1e-12);
              EXPECT_GT(spectral_radius(p, 1.001 * critical, zeta), 1. + 1e-8);
            }
          for (const double beta : {0.25, 0.5, 1.})
            {
              p.beta = beta;
              EXPECT_EQ(critical_step(p, {1., 2. * zeta}), INFINITY);
              EXPECT_LT(spectral_radius(p, 300., zeta), 1. + 1e-12);
            }
        }
    }

    TEST(CriticalStepTest, OfMotionsWithoutStiffness)
    {
      // V_{k+1} = (1 - h c) V_k; nothing without damping
      EXPECT_DOUBLE_EQ(critical_step("cd-lagrange", 0., {0., 4.}), 0.5);
      EXPECT_DOUBLE_EQ(critical_step("schatzman-paoli", 0., {0., 4.}), 0.5);
      for (const std::string scheme : {"cd-lagrange",
                                       "cd-lagrange-implicit",
                                       "carpenter-explicit",
                                       "schatzman-paoli"})
        EXPECT_EQ(critical_step(scheme, 0., {0., 0.}), INFINITY) << scheme;
    }

    TEST(CriticalStepTest, FastestMode)
    {
      std::mt19937                     generator(2);
      std::normal_distribution<double> normal;
      const auto random = [&]() { return normal(generator); };
      for (int n = 1; n < 9; ++n)
        {
          const Eigen::MatrixXd B = Eigen::MatrixXd::NullaryExpr(n, n, random),
                                D = Eigen::MatrixXd::NullaryExpr(n, n, random),
                                M = B * B.transpose() +
                                    Eigen::MatrixXd::Identity(n, n),
                                K = D * D.transpose();
          const Mode   mode       = fastest_mode(M, 0.3 * M + 0.02 * K, K);
          const double square     = largest_generalized_eigenvalue(K, M);
          EXPECT_NEAR(mode.frequency,
                      std::sqrt(square),
                      1e-10 * mode.frequency);
          EXPECT_NEAR(mode.damping, 0.3 + 0.02 * square, 1e-9 * square);
        }
      const Mode none = fastest_mode(Eigen::MatrixXd::Identity(2, 2),
                                     Eigen::MatrixXd::Zero(2, 2),
                                     -Eigen::MatrixXd::Identity(2, 2));
      EXPECT_EQ(none.frequency, 0.);
    }
  } // namespace
} // namespace percuss::test::critical_step_test
