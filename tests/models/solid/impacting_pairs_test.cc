// SPDX-License-Identifier: Apache-2.0

// Blocks that strike each other obliquely, with friction: balances of momentum,
// of moment of momentum and of energy; Coulomb's law node by node.

#include "two_blocks.h"

#include <percuss/complementarity/make_solver.h>

namespace percuss::test::impacting_pairs_test
{
  struct PairSettings
  {
    std::string                      scheme;
    std::vector<std::pair<Ids, Ids>> pairs;
    double                           restitution = 0.;
    double                           friction    = 0.;
  };

  /** The upper block falls on the lower one, both free, and turns. */
  struct PairImpact : SteppedPairs<2>
  {
    static constexpr double time_step = 0.02;

    explicit PairImpact(const PairSettings &settings)
      : SteppedPairs<2>(description(),
                        settings.pairs,
                        {settings.restitution, settings.friction},
                        settings.scheme,
                        time_step)
    {}

    static SolidDescription<2>
    description()
    {
      auto result             = two_blocks(5, 7, 0.011, 0.1);
      result.initial_velocity = [](const dealii::Point<2> &X,
                                   const unsigned int      id) {
        return id == 1 ? vector(0.04 - 0.05 * X[1], -0.1 + 0.05 * X[0]) :
                         vector(0.01, 0.02);
      };
      return result;
    }
  };

  const std::vector<std::string> schemes{"moreau-jean",
                                         "moreau-jean-dissipative",
                                         "generalized-alpha",
                                         "cd-lagrange"};

  TEST(ImpactingPairs, BalancesHold)
  {
    for (const std::string &scheme : schemes)
      for (const auto &pairs : {upper_is_slave, lower_is_slave})
        for (const double e : {0., 0.5, 1.})
          {
            if (e != 0.5 &&
                (scheme != "moreau-jean" || pairs != lower_is_slave))
              continue;
            PairImpact   impact({scheme, pairs, e, 0.2});
            const double along       = impact.momentum(0),
                         across      = impact.momentum(1);
            const double        mass = impact.solid.total_mass();
            const std::size_t   m    = impact.contacts->n_constraints();
            std::vector<double> before(m), after(m);
            double              sum = 0., energy = 0.;
            for (unsigned int step = 0; step < 60; ++step)
              {
                impact.contacts->velocity(impact.stepper.state().q,
                                          0.,
                                          impact.stepper.state().v,
                                          before);
                impact.stepper.advance(1);
                const StepRecord &record = impact.stepper.record();
                impact.contacts->velocity(impact.stepper.state().q,
                                          0.,
                                          impact.stepper.state().v,
                                          after);
                ASSERT_NEAR(impact.momentum(0), along, 2e-14 * mass) << scheme;
                ASSERT_NEAR(impact.momentum(1), across, 2e-14 * mass) << scheme;
                energy = std::max(energy, record.energy_record->energy.kinetic);
                for (std::size_t row = 0; row < m; row += 2)
                  {
                    const double P_N = record.impulse[row];
                    const double P_T = record.impulse[row + 1];
                    sum += P_N;
                    ASSERT_GE(P_N, 0.);
                    ASSERT_LE(std::abs(P_T), 0.2 * P_N * (1. + 1e-9) + 1e-17);
                    // no contact pushes with gain
                    if (scheme == "moreau-jean")
                      {
                        ASSERT_LE(0.5 * P_N * (before[row] + after[row]), 1e-15)
                          << row << ' ' << e;
                      }
                  }
              }
            EXPECT_GT(sum, 0.01);
            const EnergyRecord &record = *impact.stepper.record().energy_record;
            EXPECT_LT(record.max_relative_residual, 1e-13) << scheme << e;
            EXPECT_LE(record.cumulative.contact, 1e-15);
            if (e == 0.)
              {
                EXPECT_LT(record.cumulative.contact, -1e-5);
              }
          }
  }

  // Plane sides that touch, without friction: nothing turns the bodies but what
  // distance there is between them, which tangential forces would see.
  TEST(ImpactingPairs, MomentOfMomentumIsKept)
  {
    for (const std::string &scheme : schemes)
      for (const auto &pairs : {upper_is_slave, lower_is_slave})
        {
          PairImpact   impact({scheme, pairs});
          const double about = impact.momentum(2);
          double       sum   = 0.;
          for (unsigned int step = 0; step < 60; ++step)
            {
              impact.stepper.advance(1);
              for (const double P : impact.stepper.record().impulse)
                sum += P;
              ASSERT_NEAR(impact.momentum(2), about, 1e-14) << scheme;
            }
          EXPECT_GT(sum, 0.01);
        }
  }

  // Contacts that stick have no sliding velocity, forces of others oppose it.
  TEST(ImpactingPairs, StickingAndSlidingNodes)
  {
    PairImpact          impact({"moreau-jean", upper_is_slave, 0., 0.05});
    bool                slides = false, sticks = false;
    std::vector<double> u(impact.contacts->n_constraints());
    for (unsigned int step = 0; step < 60; ++step)
      {
        impact.stepper.advance(1);
        const auto P = impact.stepper.record().impulse;
        impact.contacts->velocity(impact.stepper.state().q,
                                  0.,
                                  impact.stepper.state().v,
                                  u);
        for (std::size_t row = 0; row < P.size(); row += 2)
          if (P[row] > 1e-8)
            {
              const double limit = 0.05 * P[row];
              if (std::abs(P[row + 1]) < 0.99 * limit)
                {
                  sticks = true;
                  EXPECT_NEAR(u[row + 1], 0., 1e-9);
                }
              else if (std::abs(u[row + 1]) > 1e-6)
                {
                  slides = true;
                  EXPECT_NEAR(P[row + 1],
                              u[row + 1] > 0. ? -limit : limit,
                              1e-9 * limit);
                }
            }
      }
    EXPECT_TRUE(slides);
    EXPECT_TRUE(sticks);
  }
} // namespace percuss::test::impacting_pairs_test
