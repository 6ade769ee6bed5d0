// SPDX-License-Identifier: Apache-2.0

// Bars that strike each other: momentum, exchange of velocities, energy.

#include "bar_run.h"

#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::bars_in_a_row_test
{
  using Algebras = testing::Types<PETScAlgebra, TrilinosAlgebra>;

  template <class A>
  class BarsInARow : public testing::Test
  {};
  TYPED_TEST_SUITE(BarsInARow, Algebras);

  /** n bars 1 um apart, of which the last moves to the left at 0.1 m/s. */
  BarRowDescription
  row_of_bars(const unsigned int n_bars, const unsigned int n_elements)
  {
    BarRowDescription row = steel_bar(n_elements);
    row.left_obstacle     = false;
    row.bars.assign(n_bars, row.bars[0]);
    for (unsigned int b = 0; b + 1 < n_bars; ++b)
      row.bars[b].initial_velocity = 0.;
    row.gaps_between_bars.assign(n_bars - 1, 1e-6);
    return row;
  }

  /** Momentum of the whole row, 1^T M v, by a rigid motion [N s]. */
  template <Algebra A>
  double
  momentum(const BarRun<A> &run)
  {
    typename A::Vector rigid;
    run.bars.reinit(rigid);
    rigid = 1.;
    return rigid * run.stepper.state().momentum;
  }

  // Equal bars: the shock waves exchange the velocities; the moving bar stops.
  TYPED_TEST(BarsInARow, EqualBarsExchangeTheirVelocities)
  {
    SchemeParameters scheme;
    scheme.name = "moreau-jean";
    BarRun<TypeParam> run(row_of_bars(2, 200), scheme, {0., 1e-6, 1.});
    const double      mass   = 7800. * 1e-4;
    const double      before = momentum(run);
    EXPECT_NEAR(before, -0.1 * mass, 1e-14 * mass);

    // contact lasts 2 L/c = 3.85e-4 s
    run.stepper.advance(600);
    EXPECT_NEAR(momentum(run), before, 1e-12 * std::abs(before));
    EXPECT_EQ(run.stepper.record().active_contacts, 0u);

    const SparseRows<TypeParam> middles({run.bars.point_value(0, 0.5),
                                         run.bars.point_value(1, 0.5)},
                                        run.bars.numbering.owned,
                                        MPI_COMM_WORLD);
    std::vector<double>         start(2), end(2);
    middles.vmult(run.stepper.state().q, start);
    run.stepper.advance(400);
    middles.vmult(run.stepper.state().q, end);
    EXPECT_NEAR((end[0] - start[0]) / 400e-6, -0.1, 0.002);
    EXPECT_NEAR((end[1] - start[1]) / 400e-6, 0., 0.002);
  }

  // Seven contacts, more than have stored responses: the identity of every
  // scheme closes, and nothing gains energy if contacts that separate are not
  // active (which is what the proofs assume).
  TYPED_TEST(BarsInARow, ChainBetweenWallsKeepsItsIdentity)
  {
    BarRowDescription row = row_of_bars(6, 20);
    row.left_obstacle     = true;
    row.right_obstacle    = true;
    row.left_gap          = 1e-6;
    row.right_gap         = 1e-6;
    for (const std::string name :
         {"moreau-jean", "moreau-jean-dissipative", "generalized-alpha"})
      {
        SchemeParameters scheme;
        scheme.name = name;
        BarRun<TypeParam> run(row,
                              scheme,
                              {0., 1e-5, 1.},
                              0.,
                              Activation(Activation::Rule::acary_2014, 1.));
        ASSERT_EQ(run.contacts.n_constraints(), 7u);
        double energy = run.stepper.record().energy_record->energy.algorithmic;
        for (unsigned int k = 0; k < 300; ++k)
          {
            run.stepper.advance(1);
            const EnergyRecord &energy_record =
              *run.stepper.record().energy_record;
            EXPECT_LE(energy_record.energy.algorithmic,
                      energy + 1e-12 * energy_record.initial_energy.total());
            energy = energy_record.energy.algorithmic;
          }
        EXPECT_LT(run.stepper.record().energy_record->max_relative_residual,
                  1e-12);
        EXPECT_GT(run.stepper.record().contacts->n_problems, 100u);
      }
  }

  // A heavy bar of low impedance: momentum is kept whatever the restitution.
  TYPED_TEST(BarsInARow, UnequalBarsKeepTheirMomentum)
  {
    BarRowDescription row     = row_of_bars(2, 50);
    row.bars[0].length        = 0.3;
    row.bars[0].cross_section = 3e-4;
    row.bars[1].density       = BarProperty(
      [](const double x, unsigned int) { return x < 0.5 ? 7800. : 2700.; });
    for (const double restitution : {0., 0.5, 1.})
      {
        BarRun<TypeParam> run(row,
                              SchemeParameters(),
                              {0., 2e-6, 1.},
                              restitution);
        const double      before = momentum(run);
        run.stepper.advance(400);
        EXPECT_GT(run.stepper.record().contacts->total_impulse, 0.);
        EXPECT_NEAR(momentum(run), before, 1e-11 * std::abs(before));
        EXPECT_LT(run.stepper.record().energy_record->max_relative_residual,
                  1e-12);
      }
  }
} // namespace percuss::test::bars_in_a_row_test
