// SPDX-License-Identifier: Apache-2.0

// Time of the processor per step of small systems with the energy balance, as a
// ratio to the loop that a person would write for that one system without one;
// of a ball to the same loop with the balance, too. Alternating runs, the best of
// each: the machine is shared.

#include "../../performance_record.h"
#include "model_run.h"

#include <percuss/models/small/bouncing_ball/bouncing_ball.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <limits>

namespace percuss::test
{
  constexpr unsigned long int n_steps = 2000000;

  struct Best
  {
    void
    add(const double time)
    {
      best = std::min(best, time);
    }

    double
    nanoseconds() const
    {
      return 1e9 * best / static_cast<double>(n_steps);
    }

    double best = std::numeric_limits<double>::max();
  };

  /** The times of percuss beside one of a loop by hand. */
  void
  report(const std::string &what,
         const std::string &by_hand,
         const Best        &hand,
         const Best        &fixed,
         const Best        &chosen)
  {
    std::cout << what << ": " << by_hand << ' ' << hand.nanoseconds()
              << " ns per step, compiled in " << fixed.nanoseconds() << " ("
              << fixed.best / hand.best << " times), chosen at run time "
              << chosen.nanoseconds() << " (" << chosen.best / hand.best
              << " times)\n";
    record_ratio(what + ", compiled in", by_hand, fixed.best / hand.best);
    record_ratio(what + ", chosen at run time",
                 by_hand,
                 chosen.best / hand.best);
  }

  /** Moreau-Jean's scheme for a ball of 1 kg, radius 0.2 m, over a floor. */
  struct BallByHand
  {
    static constexpr double g = 10., e = 0.8;

    void
    step(const double h)
    {
      const double free = v - g * h;
      double       next = free;
      if (q - 0.2 + 0.5 * h * v <= 0.)
        next += std::max(0., -(free + e * v));
      q += 0.5 * h * (v + next);
      v = next;
    }

    /** The same with its energies and works in @p record; returns whether that
     * accepts the step. */
    bool
    step_with_balance(const double h, EnergyRecord &record)
    {
      const double free = v - g * h, q_before = q, v_before = v;
      step(h);
      Energy energy;
      energy.kinetic     = 0.5 * v * v;
      energy.potential   = g * q;
      energy.algorithmic = energy.total();
      EnergyBalance balance;
      const double  mean_v     = 0.5 * (v + v_before);
      balance.change           = (v - v_before) * mean_v + g * (q - q_before);
      balance.work.contact     = mean_v * (v - free);
      balance.scale_of_contact = std::abs(v - free) * std::abs(free);
      if (!record.accepts(balance, energy))
        return false;
      record.record(balance, energy);
      return true;
    }

    double q, v = 0.;
  };

  /** Moreau-Jean steps of a ball over @p duration seconds. */
  void
  compare_balls(const char *what, const double height, const double duration)
  {
    const double       h = duration / static_cast<double>(n_steps);
    const BouncingBall model({1., 0.2, 0.2 + height, 0., -BallByHand::g});
    const auto         floor  = floor_at<1>(0.2, BallByHand::e);
    const auto         solver = make_solver("automatic", 1);
    Best               hand, balanced, fixed, chosen;
    for (int repetition = 0; repetition < 7; ++repetition)
      {
        BallByHand ball{0.2 + height};
        hand.add(shortest_time(1, [&]() {
          for (unsigned long int k = 0; k < n_steps; ++k)
            ball.step(h);
        }));
        const double q = ball.q;

        BallByHand   with_balance{0.2 + height};
        EnergyRecord record;
        Energy       initial;
        initial.potential   = BallByHand::g * with_balance.q;
        initial.algorithmic = initial.potential;
        record.open(initial);
        bool is_balanced = true;
        balanced.add(shortest_time(1, [&]() {
          for (unsigned long int k = 0; k < n_steps && is_balanced; ++k)
            is_balanced = with_balance.step_with_balance(h, record);
        }));
        EXPECT_TRUE(is_balanced);
        EXPECT_EQ(with_balance.q, q);
        EXPECT_LT(record.max_relative_residual, 1e-12);

        MoreauJean<BouncingBall> scheme(0.5);
        TimeStepper<BouncingBall,
                    MoreauJean<BouncingBall>,
                    CoordinateObstacles<1, 1>>
          stepper(model,
                  scheme,
                  floor,
                  *solver,
                  explicit_forecast(0.5),
                  {0., h, 1.},
                  model.initial_position(),
                  model.initial_velocity());
        fixed.add(shortest_time(1, [&]() { stepper.advance(n_steps); }));
        EXPECT_NEAR(stepper.state().q[0], q, 1e-9 * (1. + height));

        ModelRun<BouncingBall, CoordinateObstacles<1, 1>> run(
          model, floor, scheme_named("moreau-jean"), explicit_forecast(0.5), h);
        chosen.add(shortest_time(1, [&]() { run.stepper.advance(n_steps); }));
        EXPECT_NEAR(run.q(), q, 1e-9 * (1. + height));
      }
    report(what, "by hand", hand, fixed, chosen);
    report(what, "by hand with an energy balance", balanced, fixed, chosen);
  }

  TEST(SmallSystems, OneDegreeOfFreedom)
  {
    compare_balls("ball of [C13] 5.1, 4 s", 0.801, 4.);
    compare_balls("ball in free flight", 1e4, 4.);
    compare_balls("ball on the floor", 0., 4.);
  }

  /** Ten masses on springs above each other, the lowest over a floor. */
  class Chain final : public LinearSmallSystem<10>
  {
  public:
    static Matrix
    springs()
    {
      Matrix K = Matrix::Zero();
      for (int i = 0; i < 9; ++i)
        K.block<2, 2>(i, i) += 1e3 * Eigen::Matrix2d{{1., -1.}, {-1., 1.}};
      return K;
    }

    Chain()
      : LinearSmallSystem(Matrix::Identity(),
                          Matrix::Zero(),
                          springs(),
                          Vector::Entries::Constant(-10.))
    {}

    Vector
    initial_position() const
    {
      return Vector::Entries(Vector::Entries::Constant(0.5));
    }

    Vector
    initial_velocity() const
    {
      return {};
    }
  };

  TEST(SmallSystems, TenDegreesOfFreedom)
  {
    using Entries  = Chain::Vector::Entries;
    const double h = 1e-6, theta = 0.5, e = 0.8;
    const Chain  chain;
    const auto   floor  = floor_at<10>(0., e);
    const auto   solver = make_solver("automatic", 1);
    Best         hand, fixed, chosen;
    for (int repetition = 0; repetition < 3; ++repetition)
      {
        Entries q = Entries::Constant(0.5), v = Entries::Zero();
        hand.add(shortest_time(1, [&]() {
          const Chain::Matrix                      K = Chain::springs();
          const Eigen::PartialPivLU<Chain::Matrix> S(Chain::Matrix::Identity() +
                                                     h * h * theta * theta * K);
          const Entries D    = S.solve(Entries::Unit(0));
          const Entries load = Entries::Constant(-10.);
          for (unsigned long int k = 0; k < n_steps; ++k)
            {
              Entries next = v + S.solve(h * (load - K * (q + h * theta * v)));
              if (q[0] + 0.5 * h * v[0] <= 0.)
                next += std::max(0., -(next[0] + e * v[0]) / D[0]) * D;
              q += h * ((1. - theta) * v + theta * next);
              v = next;
            }
        }));

        MoreauJean<Chain> scheme(theta);
        TimeStepper<Chain, MoreauJean<Chain>, CoordinateObstacles<10, 1>>
          stepper(chain,
                  scheme,
                  floor,
                  *solver,
                  explicit_forecast(0.5),
                  {0., h, 1.},
                  chain.initial_position(),
                  chain.initial_velocity());
        fixed.add(shortest_time(1, [&]() { stepper.advance(n_steps); }));
        EXPECT_NEAR(stepper.state().q[0], q[0], 1e-7);

        ModelRun<Chain, CoordinateObstacles<10, 1>> run(
          chain, floor, scheme_named("moreau-jean"), explicit_forecast(0.5), h);
        chosen.add(shortest_time(1, [&]() { run.stepper.advance(n_steps); }));
        EXPECT_NEAR(run.q(), q[0], 1e-7);
      }
    report("ten masses", "by hand", hand, fixed, chosen);
  }
} // namespace percuss::test
