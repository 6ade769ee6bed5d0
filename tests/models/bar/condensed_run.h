// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_models_bar_condensed_run_h
#define percuss_tests_models_bar_condensed_run_h

#include "bar_run.h"

#include <percuss/models/bar/bar_contact_rows.h>
#include <percuss/models/bar/condensed_stepper.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace percuss::test
{
  /** BarRun with a CondensedStepper. */
  struct CondensedRun
  {
    CondensedRun(const BarRowDescription &description,
                 const SchemeParameters  &parameters,
                 const Clock             &clock,
                 const double             restitution = 0.,
                 const Activation        &activation =
                   Activation(Activation::Rule::explicit_forecast, 0.5),
                 const MPI_Comm communicator = MPI_COMM_WORLD)
      : bars(description, communicator)
      , scheme(make_scheme<MechanicalSystem<PETScAlgebra>>(parameters))
      , solver(
          make_solver("automatic",
                      static_cast<unsigned int>(bar_contact_rows(bars).size())))
      , stepper(bars,
                {restitution},
                {*linear_scheme(parameters,
                                clock.time_step,
                                {description.mass_damping,
                                 description.stiffness_damping}),
                 scheme->contact_treatment(),
                 scheme->contact_work_point(),
                 *solver,
                 activation,
                 clock,
                 {}},
                bars.initial_displacement(),
                bars.initial_velocity())
    {}

    ElasticBar<PETScAlgebra> bars;
    std::unique_ptr<TimeIntegrationScheme<MechanicalSystem<PETScAlgebra>>>
                                           scheme;
    std::unique_ptr<ComplementaritySolver> solver;
    CondensedStepper                       stepper;
  };

  /** All schemes that bars can be condensed with. */
  inline std::vector<SchemeParameters>
  linear_schemes()
  {
    std::vector<SchemeParameters> result;
    for (const SchemeInformation &scheme : schemes())
      {
        SchemeParameters parameters;
        parameters.name  = scheme.name;
        parameters.theta = 0.5;
        if (!linear_scheme(parameters, 1., {}))
          continue;
        result.push_back(parameters);
        parameters.theta = 0.8;
        if (scheme.parameters.find("theta") != std::string::npos)
          result.push_back(parameters);
      }
    return result;
  }

  /** Both records are those of one motion, to @p tolerance. */
  inline void
  expect_equal_records(const StepRecord &a,
                       const StepRecord &b,
                       const double      tolerance)
  {
    const EnergyRecord &of_a = *a.energy_record, &of_b = *b.energy_record;
    const double        energy = of_b.initial_energy.kinetic +
                          std::abs(of_b.initial_energy.total()) + of_b.put_in();
    const auto expect_near = [&](const double x, const double y) {
      EXPECT_NEAR(x, y, tolerance * energy);
    };
    ASSERT_EQ(a.step, b.step);
    EXPECT_EQ(a.active_contacts, b.active_contacts);
    expect_near(of_a.energy.kinetic, of_b.energy.kinetic);
    expect_near(of_a.energy.strain, of_b.energy.strain);
    expect_near(of_a.energy.potential, of_b.energy.potential);
    expect_near(of_a.energy.algorithmic, of_b.energy.algorithmic);
    expect_near(of_a.cumulative.external, of_b.cumulative.external);
    expect_near(of_a.cumulative.damping, of_b.cumulative.damping);
    expect_near(of_a.cumulative.contact, of_b.cumulative.contact);
    expect_near(of_a.cumulative.dissipation, of_b.cumulative.dissipation);
    // rounding, of long steps that of large matrices
    EXPECT_LT(of_a.max_relative_residual,
              std::max(
                {1e-12, 10. * of_b.max_relative_residual, 0.01 * tolerance}));
    const double impulse = b.contacts->total_impulse;
    EXPECT_NEAR(a.contacts->total_impulse, impulse, tolerance * impulse);
    for (std::size_t row = 0; row < a.impulse.size(); ++row)
      {
        EXPECT_NEAR(a.impulse[row], b.impulse[row], tolerance * impulse);
        EXPECT_NEAR(a.gap[row],
                    b.gap[row],
                    tolerance * (1e-4 + std::abs(b.gap[row])));
        EXPECT_NEAR(a.contact_velocity[row],
                    b.contact_velocity[row],
                    tolerance * 1e2);
      }
  }
} // namespace percuss::test

#endif
