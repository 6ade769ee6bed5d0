// SPDX-License-Identifier: Apache-2.0

// Bars condensed to their ends move as they do with PETSc's matrices: every
// scheme, size, load and kind of contact; so do their energies, checkpoints and
// steps that fail.

#include "condensed_run.h"

#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss::test::condensed_bars_test
{
  using A = PETScAlgebra;

  double
  largest(const A::Vector &x)
  {
    return x.linfty_norm();
  }

  double
  difference(const A::Vector &x, const A::Vector &y)
  {
    A::Vector d = x;
    d.add(-1., y);
    return largest(d);
  }

  constexpr double speed = 0.1; // [m/s], of all bars at the start

  void
  expect_equal(const CondensedRun &a,
               const BarRun<A>    &b,
               const double        tolerance = 1e-10)
  {
    expect_equal_records(a.stepper.record(), b.stepper.record(), tolerance);
    EXPECT_LE(difference(a.stepper.state().q, b.stepper.state().q),
              tolerance * largest(b.stepper.state().q));
    EXPECT_LE(difference(a.stepper.state().v, b.stepper.state().v),
              tolerance * std::max(speed, largest(b.stepper.state().v)));
  }

  void
  compare(const BarRowDescription &description,
          const SchemeParameters  &scheme,
          const unsigned int       n_steps   = 400,
          const double             time_step = 4e-6)
  {
    SCOPED_TRACE(scheme.name + ", " +
                 std::to_string(description.bars[0].n_elements) + " elements");
    const Clock      clock{0., time_step, 1.};
    const Activation activation(Activation::Rule::free_position_forecast, 0.);
    CondensedRun     a(description, scheme, clock, 0.3, activation);
    BarRun<A>        b(description, scheme, clock, 0.3, activation);
    expect_equal(a, b);
    for (unsigned int i = 0; i < 4; ++i)
      {
        a.stepper.advance(n_steps / 4);
        b.stepper.advance(n_steps / 4);
        expect_equal(a, b);
      }
    EXPECT_GT(b.stepper.record().contacts->total_impulse, 0.);
  }

  TEST(CondensedBars, EverySchemeIsThere)
  {
    EXPECT_GE(linear_schemes().size(), 8u);
  }

  TEST(CondensedBars, MoveAsBarsWithMatricesDo)
  {
    for (const SchemeParameters &scheme : linear_schemes())
      {
        compare(steel_bar(101), scheme); // neither loads nor damping
        compare(driven_bars(), scheme);
        BarRowDescription row     = driven_bars();
        row.bars[0].n_elements    = 40;
        row.bars[1].n_elements    = 23;
        row.bars[1].density       = 4000.;
        row.bars[0].cross_section = BarProperty(BarProperty::Function(
          [](const double x, unsigned int) { return 1e-4 * (1. + 0.3 * x); }));
        row.lumping               = 1.;
        compare(row, scheme);
        row.lumping        = 0.4;
        row.right_obstacle = false;
        row.clamped_right  = true;
        compare(row, scheme);
      }
  }

  TEST(CondensedBars, OfAllSizesWithHeldEnds)
  {
    SchemeParameters moreau_jean, alpha;
    moreau_jean.name = "moreau-jean";
    alpha.name       = "generalized-alpha";
    for (unsigned int n = 1; n <= 45; ++n)
      for (const SchemeParameters &scheme : {moreau_jean, alpha})
        for (const bool is_held : {false, true})
          {
            if (is_held && n == 1)
              continue;
            BarRowDescription row = steel_bar(n);
            row.gravity           = n % 3 == 0 ? -9.81 : 0.;
            row.clamped_right     = is_held;
            // the held bar is shortened, and released
            if (is_held)
              row.bars[0].initial_displacement = BarProperty(
                BarProperty::Function([](const double x, unsigned int) {
                  return 1e-6 * (x - 1.);
                }));
            compare(row, scheme, 200);
          }
  }

  // So many equal elements that most rows have their coefficients in common.
  TEST(CondensedBars, OfManyEqualElements)
  {
    for (const SchemeParameters &scheme : linear_schemes())
      for (const BarRowDescription &bars : {steel_bar(12), driven_bars()})
        {
          BarRowDescription row = bars;
          for (BarDescription &bar : row.bars)
            bar.n_elements = 1000;
          compare(row, scheme, 160, 2e-7);
        }
  }

  // Of long steps the responses to impulses reach through the whole bar.
  TEST(CondensedBars, LongSteps)
  {
    for (const SchemeParameters &scheme : linear_schemes())
      for (const double h : {1e-5, 1e-4, 1e-3})
        {
          SCOPED_TRACE(scheme.name);
          BarRowDescription row = steel_bar(300);
          row.right_force       = [](double) { return -1e3; };
          row.left_gap          = 1e-5;
          const Clock  clock{0., h, 1.};
          CondensedRun a(row, scheme, clock);
          BarRun<A>    b(row, scheme, clock);
          a.stepper.advance(100);
          b.stepper.advance(100);
          expect_equal(a, b, 1e-7);
        }
  }

  TEST(CondensedBars, CheckpointsAreTheSame)
  {
    const Clock clock{0., 4e-6, 1.};
    for (const SchemeParameters &scheme : linear_schemes())
      {
        SCOPED_TRACE(scheme.name);
        CondensedRun a(driven_bars(), scheme, clock, 0.3),
          a_later(driven_bars(), scheme, clock, 0.3);
        BarRun<A> b(driven_bars(), scheme, clock, 0.3),
          b_later(driven_bars(), scheme, clock, 0.3);
        a.stepper.advance(150);
        b.stepper.advance(150);

        Archive written_by_a;
        a.stepper.serialize(written_by_a);
        Archive read_by_b(written_by_a.common(), written_by_a.entries());
        b_later.stepper.serialize(read_by_b);
        read_by_b.end();

        Archive written_by_b;
        b.stepper.serialize(written_by_b);
        Archive read_by_a(written_by_b.common(), written_by_b.entries());
        a_later.stepper.serialize(read_by_a);
        read_by_a.end();
        expect_equal(a_later, b);

        CondensedRun a_again(driven_bars(), scheme, clock, 0.3);
        Archive      read_again(written_by_a.common(), written_by_a.entries());
        a_again.stepper.serialize(read_again);

        for (auto *stepper : {static_cast<Stepper<A> *>(&a.stepper),
                              static_cast<Stepper<A> *>(&a_later.stepper),
                              static_cast<Stepper<A> *>(&a_again.stepper),
                              static_cast<Stepper<A> *>(&b.stepper),
                              static_cast<Stepper<A> *>(&b_later.stepper)})
          stepper->advance(150);
        expect_equal(a, b);
        expect_equal(a, b_later);
        expect_equal(a_later, b);
        EXPECT_EQ(difference(a.stepper.state().q, a_again.stepper.state().q),
                  0.);
        EXPECT_EQ(a.stepper.record().energy_record->identity_residual,
                  a_again.stepper.record().energy_record->identity_residual);
      }
  }

  // A load that becomes infinite, and a scheme that is unstable.
  TEST(CondensedBars, StepsThatFailLeaveTheLastState)
  {
    for (const SchemeParameters &scheme : linear_schemes())
      {
        SCOPED_TRACE(scheme.name);
        BarRowDescription row = steel_bar(60);
        row.right_force       = [](const double t) {
          return t < 9.9e-5 ? 5. : std::numeric_limits<double>::quiet_NaN();
        };
        const Clock  clock{0., 4e-6, 1.};
        CondensedRun a(row, scheme, clock), before(row, scheme, clock);
        EXPECT_THROW(a.stepper.advance(100), NumericalFailure);
        const unsigned long int n = a.stepper.record().step;
        EXPECT_EQ(n, 24u);
        before.stepper.advance(n);
        EXPECT_EQ(difference(a.stepper.state().q, before.stepper.state().q),
                  0.);
        EXPECT_EQ(difference(a.stepper.state().v, before.stepper.state().v),
                  0.);
      }

    for (const char *const name : {"newmark", "generalized-alpha"})
      {
        SCOPED_TRACE(name);
        SchemeParameters unstable;
        unstable.name    = name;
        unstable.alpha_m = unstable.alpha_f =
          name[0] == 'n' ? std::optional<double>() : std::optional(0.1);
        unstable.beta         = 0.2;
        unstable.gamma        = 0.5;
        BarRowDescription row = steel_bar(60);
        const Clock       clock{0., 1e-5, 1.};
        CondensedRun      a(row, unstable, clock), before(row, unstable, clock);
        EXPECT_THROW(a.stepper.advance(1000), NumericalFailure);
        const unsigned long int n = a.stepper.record().step;
        ASSERT_GT(n, 1u);
        before.stepper.advance(n);
        EXPECT_LT(difference(a.stepper.state().q, before.stepper.state().q),
                  1e-10 * largest(before.stepper.state().q));
        EXPECT_LT(difference(a.stepper.state().v, before.stepper.state().v),
                  1e-10 * largest(before.stepper.state().v));
      }
  }

  TEST(CondensedBars, AreOfLinearElements)
  {
    BarRowDescription row = steel_bar(10);
    EXPECT_TRUE(
      CondensedStepper::is_possible(ElasticBar<A>(row, MPI_COMM_WORLD)));
    row.degree = 2;
    EXPECT_FALSE(
      CondensedStepper::is_possible(ElasticBar<A>(row, MPI_COMM_WORLD)));
    row.degree        = 1;
    row.boundary_mass = BoundaryMass::redistributed;
    EXPECT_FALSE(
      CondensedStepper::is_possible(ElasticBar<A>(row, MPI_COMM_WORLD)));
    row.boundary_mass  = BoundaryMass::kept;
    row.contact.method = ContactMethod::penalty;
    EXPECT_FALSE(
      CondensedStepper::is_possible(ElasticBar<A>(row, MPI_COMM_WORLD)));
  }
} // namespace percuss::test::condensed_bars_test
