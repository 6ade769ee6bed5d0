// SPDX-License-Identifier: Apache-2.0

// A force law by itself: its impulses, its work, its state.

#include <percuss/base/exceptions.h>
#include <percuss/constraints/force_law.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>

namespace percuss::test::force_law_test
{
  constexpr double stiffness = 7., damping = 0.5;

  double
  spring(const double gap, const double speed)
  {
    return -stiffness * gap - damping * speed;
  }

  using Rows = std::array<double, 3>;

  Rows
  impulses_of(const ForceLaw &law, const double h)
  {
    Rows p{};
    law.add_impulses(h, p);
    return p;
  }

  TEST(ForceLaw, ImpulsesAreOfTheForecastGapAndTheAreaOfTheContact)
  {
    std::mt19937                     random(3);
    std::uniform_real_distribution<> number(-2., 2.);
    for (const double weight : {0., 0.25, 0.5, 1.})
      for (int i = 0; i < 20; ++i)
        {
          const double area = 0.1 + std::abs(number(random)), h = 0.01;
          ForceLaw     law(spring, weight);
          law.add(0, 1, area);
          const Rows gap{number(random), number(random), number(random)},
            u{number(random), number(random), number(random)};
          law.start(gap);
          EXPECT_DOUBLE_EQ(impulses_of(law, h)[1],
                           h * area * spring(gap[1], 0.));
          law.begin_step({}, u);
          const Rows p = impulses_of(law, h);
          EXPECT_DOUBLE_EQ(p[1],
                           h * area * spring(gap[1] + weight * h * u[1], u[1]));
          EXPECT_EQ(p[0], 0.);
          EXPECT_EQ(p[2], 0.);
        }
  }

  TEST(ForceLaw, WorkIsOfTheImpulsesAndWhatTheContactsOpen)
  {
    std::mt19937                     random(4);
    std::uniform_real_distribution<> number(-2., 2.);
    ForceLaw                         law(spring, 0.5);
    law.add(0, 0, 1.);
    law.add(1, 2, 3.);
    Rows opening{0.1, 0.2, -0.3};
    law.start(opening);
    double work = 0., largest = 0.;
    for (int step = 0; step < 50; ++step)
      {
        const double h = 0.1;
        law.begin_step({}, Rows{number(random), 0., number(random)});
        const Rows p = impulses_of(law, h), before = opening;
        for (double &entry : opening)
          entry += number(random);
        law.end_step({h, {}, {}, opening, opening});
        for (const std::size_t row : {0, 2})
          {
            work += p[row] * (opening[row] - before[row]) / h;
            largest = std::max(largest, std::abs(p[row]) / h);
          }
      }
    std::array<double, 1> column{};
    law.set_columns(column);
    EXPECT_NEAR(column[0], work, 1e-12 * std::abs(work));
    const LawReport report = law.report();
    EXPECT_EQ(std::get<std::size_t>(report.summary[0].second), 2u);
    EXPECT_NEAR(std::get<double>(report.summary[2].second), largest, 1e-12);
  }

  TEST(ForceLaw, TakesTheStatesOfAnother)
  {
    ForceLaw one(spring, 0.5), other(spring, 0.5);
    for (ForceLaw *const law : {&one, &other})
      {
        law->add(0, 0, 1.);
        law->start(Rows{1., 0., 0.});
      }
    one.begin_step({}, Rows{2., 0., 0.});
    impulses_of(one, 0.1);
    const Rows gap{-1., 0., 0.};
    one.end_step({0.1, {}, {}, gap, gap});
    other.take_states(one);
    EXPECT_EQ(impulses_of(one, 0.2), impulses_of(other, 0.2));
    std::array<double, 1> columns[2] = {};
    one.set_columns(columns[0]);
    other.set_columns(columns[1]);
    EXPECT_EQ(columns[0], columns[1]);
    EXPECT_NE(columns[0][0], 0.);
  }

  TEST(ForceLaw, WarnsOfContactsThatStepsDoNotResolve)
  {
    for (const bool starts_open : {true, false})
      for (const int n : {1, 2, 9, 10, 50})
        {
          ForceLaw law([](const double gap,
                          double) { return gap < 0. ? 1. : 0.; },
                       0.);
          law.add(0, 0, 1.);
          law.start(Rows{starts_open ? 1. : -1., 0., 0.});
          const auto step = [&](const double next) {
            impulses_of(law, 0.1);
            const Rows gap{next, 0., 0.};
            law.end_step({0.1, {}, {}, gap, gap});
          };
          if (starts_open)
            step(-1.);
          for (int i = 1; i < n; ++i)
            step(-1.);
          EXPECT_EQ(law.report().warning, ""); // it lasts
          step(1.);
          step(1.);
          EXPECT_EQ(law.report().warning.empty(), !starts_open || n >= 10) << n;
        }
  }

  TEST(ForceLaw, LeavesNoImpacts)
  {
    ForceLaw law(spring, 0.5);
    law.add(1, 1, 1.);
    std::array<Cone, 3> cones = {Cone::bilateral(0),
                                 Cone::unilateral(1),
                                 Cone::unilateral(2)};
    law.modify(cones);
    EXPECT_EQ(cones[0].kind, Cone::Kind::bilateral);
    EXPECT_EQ(cones[1].kind, Cone::Kind::inactive);
    EXPECT_EQ(cones[2].kind, Cone::Kind::unilateral);
  }

  TEST(ForceLaw, RefusesWhatIsNotFiniteAndContactsThatChange)
  {
    for (const double wrong : {std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::infinity(),
                               -std::numeric_limits<double>::infinity()})
      {
        ForceLaw law([wrong](double, double) { return wrong; }, 0.5);
        law.add(0, 0, 1.);
        law.start(Rows{});
        EXPECT_THROW(impulses_of(law, 0.1), InputError);
      }
    ForceLaw law(spring, 0.5);
    EXPECT_THROW(law.renew({}, {}), InputError);
  }
} // namespace percuss::test::force_law_test
