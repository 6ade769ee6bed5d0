// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_output_bar_run_h
#define percuss_tests_output_bar_run_h

#include <percuss/complementarity/make_solver.h>
#include <percuss/finite_element/parallel_steppers.h>
#include <percuss/models/bar/bar_contacts.h>
#include <percuss/models/bar/elastic_bar.h>

#include <cmath>
#include <memory>

namespace percuss::test
{
  /** A steel bar of n elements that strikes an obstacle on the left. */
  inline BarRowDescription
  steel_bar(const unsigned int n_elements)
  {
    BarDescription bar;
    bar.n_elements       = n_elements;
    bar.cross_section    = 1e-4;
    bar.youngs_modulus   = 210e9;
    bar.density          = 7800.;
    bar.initial_velocity = -0.1;
    BarRowDescription row;
    row.bars     = {bar};
    row.left_gap = 1e-6;
    return row;
  }

  /** Two damped bars between walls, driven at the right end. */
  inline BarRowDescription
  driven_bars()
  {
    BarRowDescription row = steel_bar(12);
    row.bars.assign(2, row.bars[0]);
    row.bars[1].initial_velocity = -0.3;
    row.gaps_between_bars        = {2e-6};
    row.right_obstacle           = true;
    row.right_gap                = 3e-6;
    row.mass_damping             = 20.;
    row.stiffness_damping        = 1e-8;
    row.gravity                  = -9.81;
    row.right_force = [](const double t) { return 300. * std::sin(2e4 * t); };
    return row;
  }

  /** The objects of a run in the order in which they depend on each other. */
  template <Algebra A>
  struct BarRun
  {
    BarRun(const BarRowDescription &description,
           const SchemeParameters  &parameters,
           const Clock             &clock,
           const double             restitution = 0.,
           const Activation        &activation =
             Activation(Activation::Rule::explicit_forecast, 0.5))
      : bars(description, MPI_COMM_WORLD)
      , contacts(bars, bars.initial_displacement(), {restitution})
      , scheme(
          bars.has_massless_boundary() ?
            make_contact_force_scheme<MechanicalSystem<A>>(parameters, true) :
            make_scheme<MechanicalSystem<A>>(parameters))
      , solver(make_solver("automatic",
                           static_cast<unsigned int>(contacts.n_constraints())))
      , stepper(bars,
                *scheme,
                contacts,
                *solver,
                activation,
                clock,
                bars.initial_displacement(),
                bars.initial_velocity())
    {}

    ElasticBar<A>                                               bars;
    BarContacts<A>                                              contacts;
    std::unique_ptr<TimeIntegrationScheme<MechanicalSystem<A>>> scheme;
    std::unique_ptr<ComplementaritySolver>                      solver;
    TimeStepper<MechanicalSystem<A>>                            stepper;
  };
} // namespace percuss::test

#endif
