// SPDX-License-Identifier: Apache-2.0

// The principal pair of eigenvalues is followed from small steps on, past the
// spurious eigenvalue and where it is real.

#include "spectral_schemes.h"

#include <percuss/algebra/eigenvalues.h>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace percuss::test::principal_pair_test
{
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
    const Eigen::Vector3cd l = eigenvalues(amplification_matrix(scheme, O));
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
      ASSERT_NE(eigenvalues(amplification_matrix(scheme, O)).imag().norm(), 0.)
        << O;
    EXPECT_LT(side_of_third(scheme, 3.) * side_of_third(scheme, 5.), 0.);
    EXPECT_TRUE(spectral_properties(scheme, 5.).period_elongation);
  }
} // namespace percuss::test::principal_pair_test
