// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_models_bar_condensed_run_h
#define percuss_tests_models_bar_condensed_run_h

#include "bar_run.h"

#include <percuss/models/bar/bar_contact_rows.h>
#include <percuss/models/bar/condensed_stepper.h>

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
                   Activation(Activation::Rule::explicit_forecast, 0.5))
      : bars(description, MPI_COMM_WORLD)
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
} // namespace percuss::test

#endif
