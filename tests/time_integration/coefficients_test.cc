// SPDX-License-Identifier: Apache-2.0
#include "../mechanics/random_system.h"

#include <percuss/algebra/eigenvalues.h>
#include <percuss/time_integration/make_scheme.h>

#include <gtest/gtest.h>

#include <functional>

namespace percuss::test::coefficients_test
{
  void
  expect_equal(const AlphaCoefficients &a, const AlphaCoefficients &b)
  {
    EXPECT_NEAR(a.alpha_m, b.alpha_m, 1e-15);
    EXPECT_NEAR(a.alpha_f, b.alpha_f, 1e-15);
    EXPECT_NEAR(a.beta, b.beta, 1e-15);
    EXPECT_NEAR(a.gamma, b.gamma, 1e-15);
  }

  SchemeParameters
  parameters(const std::string                             &name,
             const std::function<void(SchemeParameters &)> &change = {})
  {
    SchemeParameters p;
    p.name = name;
    if (change)
      change(p);
    return p;
  }

  TEST(AlphaCoefficients, OfSpectralRadii)
  {
    expect_equal(generalized_alpha_coefficients(1.), {0.5, 0.5, 0.25, 0.5});
    expect_equal(generalized_alpha_coefficients(0.), {-1., 0., 1., 1.5});
    expect_equal(generalized_alpha_coefficients(0.5),
                 {0., 1. / 3., 4. / 9., 5. / 6.});
    expect_equal(hht_coefficients(1. / 3.),
                 generalized_alpha_coefficients(0.5));
    expect_equal(hht_coefficients(0.), newmark_coefficients(0.25, 0.5));
  }

  TEST(AlphaCoefficients, OfNamesAndGivenValues)
  {
    expect_equal(alpha_coefficients(parameters("newmark")),
                 {0., 0., 0.25, 0.5});
    expect_equal(alpha_coefficients(
                   parameters("hht", [](auto &p) { p.spectral_radius = 0.5; })),
                 alpha_coefficients(
                   parameters("generalized-alpha",
                              [](auto &p) { p.spectral_radius = 0.5; })));
    // second order where only the weights are given ...
    expect_equal(alpha_coefficients(parameters("generalized-alpha",
                                               [](auto &p) {
                                                 p.alpha_m = 0.1;
                                                 p.alpha_f = 0.4;
                                               })),
                 {0.1, 0.4, 0.25 * 1.3 * 1.3, 0.8});
    // ... maximal dissipation where gamma is, and all as given
    expect_equal(alpha_coefficients(
                   parameters("newmark", [](auto &p) { p.gamma = 0.7; })),
                 {0., 0., 0.36, 0.7});
    expect_equal(alpha_coefficients(parameters("newmark",
                                               [](auto &p) {
                                                 p.beta  = 0.3;
                                                 p.gamma = 0.6;
                                               })),
                 {0., 0., 0.3, 0.6});
  }

  // The spectral radius of the amplification matrix at infinite frequency is
  // the rho of the coefficients: for M = h = 1, K -> infinity, C = F = 0.
  TEST(AlphaCoefficients, HaveTheirSpectralRadius)
  {
    for (const double rho : {0., 0.3, 0.5, 0.8, 1.})
      {
        const auto [alpha_m, alpha_f, beta, gamma] =
          generalized_alpha_coefficients(rho);
        const double    K = 1e12;
        Eigen::Matrix3d next, now;                    // of (q, v, a) h^i
        next << (1. - alpha_f) * K, 0., 1. - alpha_m, //
          1., 0., -beta,                              //
          0., 1., -gamma;
        now << -alpha_f * K, 0., -alpha_m, //
          1., 1., 0.5 - beta,              //
          0., 1., 1. - gamma;
        const Eigen::Matrix3d amplification = next.inverse() * now;
        // the double eigenvalue splits by the square root of rounding
        EXPECT_NEAR(eigenvalues(amplification).cwiseAbs().maxCoeff(),
                    rho,
                    3e-4);
      }
  }

  TEST(AlphaCoefficients, OutOfRangeAreInputErrors)
  {
    const auto expect_error = [](const std::string &name, const auto &change) {
      EXPECT_THROW(alpha_coefficients(parameters(name, change)), InputError);
    };
    expect_error("newmark", [](auto &p) { p.alpha_m = 0.1; });
    expect_error("newmark", [](auto &p) { p.alpha_f = 0.1; });
    expect_error("newmark", [](auto &p) { p.beta = -0.1; });
    expect_error("newmark", [](auto &p) { p.gamma = -0.1; });
    expect_error("hht", [](auto &p) { p.alpha_m = 0.; });
    expect_error("hht", [](auto &p) { p.alpha_f = 0.4; });
    expect_error("hht", [](auto &p) { p.alpha_f = -0.1; });
    expect_error("hht", [](auto &p) { p.spectral_radius = 0.4; });
    expect_error("hht", [](auto &p) { p.spectral_radius = 1.1; });
    const std::string alpha = "generalized-alpha";
    expect_error(alpha, [](auto &p) { p.alpha_m = 1.; });
    expect_error(alpha, [](auto &p) { p.alpha_f = 1.; });
    expect_error(alpha, [](auto &p) { p.spectral_radius = -0.1; });
    expect_error(alpha, [](auto &p) { p.spectral_radius = 1.1; });
  }

  TEST(MakeScheme, KnowsTheListedNamesAndNoOther)
  {
    using System = MechanicalSystem<SmallAlgebra<6>>;
    for (const SchemeInformation &scheme : schemes())
      EXPECT_TRUE(make_scheme<System>(parameters(std::string(scheme.name))));
    EXPECT_THROW(make_scheme<System>(parameters("moreau")), InputError);
    for (const char *name : {"moreau-jean", "moreau-jean-dissipative"})
      for (const double theta : {-0.1, 1.1})
        EXPECT_THROW(make_scheme<System>(
                       parameters(name, [=](auto &p) { p.theta = theta; })),
                     InputError);
  }
} // namespace percuss::test::coefficients_test
