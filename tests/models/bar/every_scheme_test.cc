// SPDX-License-Identifier: Apache-2.0

// The energy identity of every scheme on elastic bars with impacts, damping, a
// varying load and gravity, to 1e-11 of the energy in every step.

#include "bar_run.h"

#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::every_scheme_test
{
  template <Algebra A>
  void
  expect_identity(const std::string          &name,
                  const double                theta,
                  const std::optional<double> beta = {})
  {
    SchemeParameters parameters;
    parameters.name  = name;
    parameters.theta = theta;
    parameters.beta  = beta;
    // below the critical step of the explicit schemes, l/(sqrt(3) c) = 9.3e-6 s
    BarRun<A> run(driven_bars(),
                  parameters,
                  {0., 4e-6, 1.},
                  0.3,
                  {Activation::Rule::free_position_forecast, 0.});
    run.stepper.advance(400);
    const StepRecord &record = run.stepper.record();
    EXPECT_LT(record.energy_record->max_relative_residual, 1e-11) << name;
    EXPECT_GT(record.contacts->total_impulse, 0.) << name;
    EXPECT_NE(record.energy_record->cumulative.external, 0.) << name;
    EXPECT_NE(record.energy_record->cumulative.damping, 0.) << name;
    const auto level = run.scheme->contact_treatment().level;
    EXPECT_TRUE(level != ContactTreatment::Level::both ||
                record.contacts->max_penetration < 1e-16)
      << name;
  }

  template <Algebra A>
  void
  expect_identity_of_every_scheme()
  {
    for (const SchemeInformation &scheme : schemes())
      for (const double theta : {0.5, 0.8})
        if (theta == 0.5 ||
            scheme.parameters.find("theta") != std::string::npos)
          expect_identity<A>(std::string(scheme.name), theta);
    expect_identity<A>("schatzman-paoli", 0.);
    expect_identity<A>("schatzman-paoli", 0.5, 0.25);
  }

  TEST(EveryScheme, ClosesItsEnergyIdentityOnBarsWithPETSc)
  {
    expect_identity_of_every_scheme<PETScAlgebra>();
  }

  TEST(EveryScheme, ClosesItsEnergyIdentityOnBarsWithTrilinos)
  {
    expect_identity_of_every_scheme<TrilinosAlgebra>();
  }

  // One pass feeds energy into a stiff bar, where the literal scheme does not.
  TEST(EveryScheme, CombinedProjectionGainsEnergyInOnePassOnly)
  {
    const auto energy = [](const ContactTreatment::Coupling coupling) {
      SchemeParameters parameters;
      parameters.name                = "combined-projection";
      parameters.projection_coupling = coupling;
      BarRowDescription row          = steel_bar(100);
      row.left_gap                   = 5e-5;
      BarRun<PETScAlgebra> run(row, parameters, {0., 5e-5, 1.});
      run.stepper.advance(40); // Courant number 26
      EXPECT_LT(run.stepper.record().contacts->max_penetration, 1e-16);
      EXPECT_GT(run.stepper.record().contacts->total_impulse, 0.);
      EXPECT_LT(run.stepper.record().energy_record->max_relative_residual,
                1e-11);
      return run.stepper.record().energy_record->energy.total() /
             run.stepper.record().energy_record->initial_energy.total();
    };
    using Coupling = ContactTreatment::Coupling;
    EXPECT_LT(energy(Coupling::coupled), 1. + 1e-12);
    EXPECT_NEAR(energy(Coupling::decoupled), energy(Coupling::coupled), 1e-9);
    EXPECT_GT(energy(Coupling::one_pass), 1.01);
  }
} // namespace percuss::test::every_scheme_test
