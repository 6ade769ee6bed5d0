// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/clock.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::clock_test
{
  unsigned long int
  n_steps(const double time_step,
          const double end_time,
          const double start = 0.)
  {
    return Clock{start, time_step, end_time}.n_steps();
  }

  TEST(Clock, EndTimeMetUpToRoundingNeedsNoFurtherStep)
  {
    EXPECT_EQ(n_steps(2e-6, 2e-3), 1000u);
    EXPECT_EQ(n_steps(0.1, 0.3), 3u);
    EXPECT_EQ(n_steps(0.1, 0.1 + 0.2), 3u); // 0.30000000000000004
    EXPECT_EQ(n_steps(0.1, 1.3, 1.), 3u);
    EXPECT_EQ(n_steps(0.1, 1., 1.), 0u);
    for (const double h : {0.1, 1. / 3., 2e-6, 1e-5, 7e-3})
      for (unsigned long int n = 1; n < 20000; n = n + 1 + n / 7)
        {
          const double end = static_cast<double>(n) * h;
          EXPECT_EQ(n_steps(h, end), n);
          EXPECT_EQ(n_steps(h, std::nextafter(end, 1e9)), n);
          EXPECT_EQ(n_steps(h, std::nextafter(end, 0.)), n);
        }
  }

  TEST(Clock, EndTimeBetweenStepsIsPassed)
  {
    EXPECT_EQ(n_steps(0.3, 1.), 4u);
    EXPECT_EQ(n_steps(0.1, 0.3001), 4u);
    EXPECT_EQ(n_steps(2., 1.), 1u);
    EXPECT_EQ(n_steps(0.3, 0., -1.), 4u);
  }

  TEST(Clock, TimeIsComputedFromTheStepAndNotAccumulated)
  {
    const Clock             clock{0., 0.1, 1e6};
    const unsigned long int n = 10'000'000;
    EXPECT_EQ(clock.n_steps(), n);
    EXPECT_EQ(clock.time(n), 1e6);
    double sum = 0.;
    for (unsigned long int k = 0; k < n; ++k)
      sum += 0.1;
    EXPECT_GT(std::abs(sum - 1e6), 1e-5); // what accumulation would give

    EXPECT_EQ((Clock{-2., 0.25, 1.}.time(3)), -1.25);
    EXPECT_EQ(clock.time(0), 0.);
  }
} // namespace percuss::test::clock_test
