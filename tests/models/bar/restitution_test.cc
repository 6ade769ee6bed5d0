// SPDX-License-Identifier: Apache-2.0

// Newton's law and the energy in a row of bars between two walls.

#include "bar_run.h"

#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace percuss::test::restitution_test
{
  /** Six bars between walls, 1 um apart, the even ones moving to the left. */
  BarRowDescription
  chain_of_six()
  {
    BarRowDescription row = steel_bar(10);
    row.bars.assign(6, row.bars[0]);
    for (const unsigned int bar : {0u, 2u, 4u})
      row.bars[bar].initial_velocity = 0.05;
    row.gaps_between_bars.assign(5, 1e-6);
    row.right_obstacle = true;
    row.right_gap      = 1e-6;
    return row;
  }

  template <Algebra A>
  void
  expect_newtons_law_and_falling_energy(const double restitution)
  {
    BarRun<A> run(chain_of_six(),
                  SchemeParameters(),
                  {0., 5e-6, 1.},
                  restitution,
                  Activation(Activation::Rule::acary_2014, 1.));
    ASSERT_EQ(run.contacts.n_constraints(), 7u);
    const StepRecord &record = run.stepper.record();
    const double      start  = record.energy_record->energy.total();
    double            energy = start;
    unsigned int      most   = 0;
    for (int k = 0; k < 600; ++k)
      {
        const std::vector<double> before(record.contact_velocity.begin(),
                                         record.contact_velocity.end());
        run.stepper.advance(1);
        for (std::size_t row = 0; row < 7; ++row)
          if (record.impulse[row] != 0.)
            {
              ASSERT_GT(record.impulse[row], 0.);
              ASSERT_NEAR(record.contact_velocity[row],
                          -restitution * before[row],
                          1e-11);
            }
        ASSERT_LE(record.energy_record->energy.total(), energy + 1e-13 * start);
        energy = record.energy_record->energy.total();
        most   = std::max(most, record.active_contacts);
      }
    EXPECT_GE(most, 3u);
    EXPECT_LT(energy, 0.999 * start);
    EXPECT_LT(record.energy_record->max_relative_residual, 1e-12);
    EXPECT_NEAR(energy - start,
                record.energy_record->cumulative.contact,
                1e-11 * start);
  }

  TEST(Restitution, OfAChainObeysNewtonsLawAndLosesEnergy)
  {
    for (const double restitution : {0., 0.5})
      {
        expect_newtons_law_and_falling_energy<PETScAlgebra>(restitution);
        expect_newtons_law_and_falling_energy<TrilinosAlgebra>(restitution);
      }
  }
} // namespace percuss::test::restitution_test
