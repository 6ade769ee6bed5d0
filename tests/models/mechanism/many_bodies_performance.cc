// SPDX-License-Identifier: Apache-2.0

// A step with many bodies costs O(N): the user time of spheres that fall into a
// box, per step and sphere. Repeated runs, the best of each: the machine is
// shared.

#include "../../performance_record.h"
#include "body_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <limits>
#include <sstream>

namespace percuss::test
{
  /** n^3 spheres over the floor of a box, as in falling_spheres.prm. */
  SpatialRun
  falling_spheres(const int n, const double mu)
  {
    const std::string first  = exact(-0.055 * (n - 1)),
                      wall   = exact(0.055 * n + 0.01),
                      copies = std::to_string(n);
    const auto plane         = [&](const std::string &name,
                           const std::string &point,
                           const std::string &normal) {
      return " | " + name + ": bodies all ; plane ground " + point +
             " ; normal " + normal;
    };
    return spatial_run("s: shape ball 0.05 ; density 1000 ; at " + first +
                         ", " + first + ", 0.06 ; copies " + copies + ", " +
                         copies + ", " + copies +
                         " ; spacing 0.11, 0.11, 0.11 ; scatter 0.004",
                       floor_3 + plane("east", wall + ", 0, 0", "-1, 0, 0") +
                         plane("west", '-' + wall + ", 0, 0", "1, 0, 0") +
                         plane("north", "0, " + wall + ", 0", "0, -1, 0") +
                         plane("south", "0, -" + wall + ", 0", "0, 1, 0") +
                         " | all: bodies all",
                       law(0., mu),
                       2e-3,
                       {0., 0., -9.81});
  }

  /** Seconds of the processor for a step of @p n_steps. */
  double
  time_of_step(const int n, const double mu, const int n_steps)
  {
    double best = std::numeric_limits<double>::max();
    for (int repetition = 0; repetition < 2; ++repetition)
      {
        SpatialRun         run   = falling_spheres(n, mu);
        const std::clock_t start = std::clock();
        run.stepper.advance(static_cast<unsigned long>(n_steps));
        best = std::min(best,
                        static_cast<double>(std::clock() - start) /
                          CLOCKS_PER_SEC / n_steps);
      }
    return best;
  }

  TEST(ManyBodiesPerformance, AStepCostsAsMuchAsItHasBodies)
  {
    constexpr double largest_growth = 1.5; // beside that of N
    for (const auto &[mu, n_steps] : {std::pair{0., 150}, {0.3, 60}})
      {
        const double few    = time_of_step(7, mu, n_steps),
                     many   = time_of_step(10, mu, n_steps),
                     growth = many / few / (1000. / 343.);
        std::cout << "mu = " << mu << ": 343 spheres " << 1e3 * few
                  << " ms, 1000 spheres " << 1e3 * many << " ms a step, "
                  << growth << " times as much for each\n";
        std::ostringstream friction;
        friction << mu;
        record_ratio("step of a sphere among 1000, friction " + friction.str(),
                     "among 343",
                     growth);
        EXPECT_LT(growth, largest_growth) << mu;
      }
  }
} // namespace percuss::test
