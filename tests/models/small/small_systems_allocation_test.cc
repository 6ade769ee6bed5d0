// SPDX-License-Identifier: Apache-2.0

// Small systems allocate nothing in their steps, nonlinear ones and contacts
// with friction included.

#include "../../count_allocations.h"
#include "model_run.h"
#include "steppers.h"

#include <percuss/models/small/bouncing_ball/bouncing_ball.h>
#include <percuss/models/small/discrete_arch/discrete_arch.h>
#include <percuss/models/small/rotating_spring/rotating_spring.h>
#include <percuss/models/small/slider_crank/slider_guide.h>

#include <gtest/gtest.h>


#ifdef PERCUSS_COUNTS_ALLOCATIONS

namespace percuss::test::small_systems_allocation_test
{
  /** Allocations in the second half of a run, through contacts. */
  template <class Model, class Contacts>
  unsigned long int
  allocations(const Model            &model,
              const Contacts         &contacts,
              const SchemeParameters &scheme,
              const double            h,
              const unsigned int      n_steps)
  {
    ModelRun<Model, Contacts> run(
      model, contacts, scheme, free_position_forecast(), h);
    run.stepper.advance(n_steps);
    const auto problems = run.stepper.record().contacts->n_problems;
    EXPECT_GT(problems, 0u);
    const auto count = n_allocations_of([&] { run.stepper.advance(n_steps); });
    EXPECT_GT(run.stepper.record().contacts->n_problems, problems);
    return count;
  }

  TEST(SmallSystems, AllocateNothingInTheirSteps)
  {
    const BouncingBall        ball({1., 0., 1., 0., -9.81});
    const auto                floor = floor_at<1>(0., 0.5);
    const RotatingSpring      spring({});
    const CircularBoundary<1> smooth(1.4, {1.});
    const CircularBoundary<2> rough(1.4, {0.8, 0.01});
    for (const SchemeInformation &information : schemes())
      if (information.is_consistent &&
          !information.name.starts_with("carpenter") &&
          information.name != "schatzman-paoli")
        {
          const SchemeParameters scheme =
            scheme_named(std::string(information.name));
          EXPECT_EQ(allocations(ball, floor, scheme, 1e-3, 2000), 0u)
            << information.name;
          EXPECT_EQ(allocations(spring, smooth, scheme, 0.01, 500), 0u)
            << information.name;
          EXPECT_EQ(allocations(spring, rough, scheme, 0.01, 500), 0u)
            << information.name;
        }

    const SliderCrank    crank({});
    const SliderGuide<4> smooth_guide(crank.description, {0.4});
    const SliderGuide<8> rough_guide(crank.description, {0.4, 0.01});
    for (const char *scheme :
         {"moreau-jean", "direct-projection", "combined-projection"})
      {
        EXPECT_EQ(
          allocations(crank, smooth_guide, scheme_named(scheme), 1e-4, 200), 0u)
          << scheme;
        EXPECT_EQ(
          allocations(crank, rough_guide, scheme_named(scheme), 1e-4, 200), 0u)
          << scheme;
      }

    using Rows = CoordinateObstacles<20, 10>;
    std::array<Rows::Obstacle, 10> nodes;
    for (int i = 0; i < 10; ++i)
      nodes[static_cast<std::size_t>(i)] = {"node", 2 * i + 1, 1., -6.5e-2};
    EXPECT_EQ(allocations(DiscreteArch({}),
                          Rows(nodes, 0.),
                          scheme_named("cd-lagrange"),
                          0.5,
                          3000),
              0u);
  }
} // namespace percuss::test::small_systems_allocation_test

#endif
