// SPDX-License-Identifier: Apache-2.0
#include <percuss/study/convergence_rate.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace percuss::test::convergence_rate_test
{
  TEST(ConvergenceRate, OfTwoPoints)
  {
    EXPECT_NEAR(*observed_rate(0.1, 1., 0.05, 0.25), 2., 1e-14);
    EXPECT_NEAR(*observed_rate(0.05, 0.25, 0.1, 1.), 2., 1e-14);
    EXPECT_FALSE(observed_rate(0.1, 1., 0.1, 0.25));
    EXPECT_FALSE(observed_rate(0.1, 0., 0.05, 0.25));
    EXPECT_FALSE(
      observed_rate(0.1, std::numeric_limits<double>::quiet_NaN(), 0.05, 1.));
  }

  // least squares: the line through the logarithms (0, 0), (1, 3), (2, 3)
  TEST(ConvergenceRate, FitsALine)
  {
    const std::vector<double> x{1., std::exp(1.), std::exp(2.)},
      errors{1., std::exp(3.), std::exp(3.)};
    EXPECT_NEAR(*fitted_rate(x, errors), 1.5, 1e-14);
  }

  TEST(ConvergenceRate, LeavesOutWhatHasNoLogarithm)
  {
    const double              nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> x{1., 2., 4., 8., nan},
      errors{3., 0., 12., nan, 1.};
    EXPECT_NEAR(*fitted_rate(x, errors), 1., 1e-14);
    EXPECT_FALSE(fitted_rate(std::vector{1., 2.}, std::vector{1., 0.}));
    EXPECT_FALSE(fitted_rate(std::vector{2., 2.}, std::vector{1., 3.}));
  }
} // namespace percuss::test::convergence_rate_test
