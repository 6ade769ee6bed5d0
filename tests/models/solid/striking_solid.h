// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_solid_striking_solid_h
#define percuss_tests_solid_striking_solid_h

#include <percuss/complementarity/make_solver.h>
#include <percuss/finite_element/parallel_steppers.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/parse_obstacles.h>

#include <memory>
#include <string>

namespace percuss::test
{
  /** Downwards and sidewards; it turns. */
  template <int dim>
  typename SolidDescription<dim>::Field
  oblique_fall()
  {
    return [](const dealii::Point<dim> &X, unsigned int) {
      dealii::Tensor<1, dim> v;
      v[0]       = 0.3 + 0.1 * X[dim - 1];
      v[dim - 1] = -1. - 0.2 * X[0];
      return v;
    };
  }

  struct StrikeSettings
  {
    SchemeParameters    scheme;
    std::string         obstacles;
    ContactCoefficients coefficients = {};
    std::string         solver       = "automatic";
    DelassusForm        form         = DelassusForm::automatic;
  };

  /** A solid, the last but one of whose boundaries strikes obstacles, with all
   * that its steps need. */
  template <int dim, Algebra A>
  struct StrikingSolid
  {
    /** @param time_step [s], a function of the solid */
    template <class TimeStep>
    StrikingSolid(const SolidDescription<dim> &description,
                  const StrikeSettings        &settings,
                  const TimeStep              &time_step,
                  const MPI_Comm               communicator = MPI_COMM_WORLD)
      : solid(description, communicator)
      , surface(solid.dof_handler,
                solid.mapping,
                {2 * dim - 2},
                [this](const dealii::Point<dim> &X) {
                  return volume_factor(solid.description, X);
                })
      , contacts(surface,
                 parse_obstacles<dim>(settings.obstacles),
                 solid.constraints,
                 settings.coefficients)
      , scheme(make_scheme<MechanicalSystem<A>>(settings.scheme))
      , solver(make_solver(settings.solver,
                           static_cast<unsigned int>(contacts.n_constraints())))
      , stepper(solid,
                *scheme,
                contacts,
                *solver,
                {Activation::Rule::explicit_forecast, 0.5},
                {0., time_step(solid), 1e3},
                solid.initial_displacement(),
                solid.initial_velocity(),
                {settings.form})
    {}

    ElasticSolid<dim, A>                                        solid;
    ContactSurface<dim>                                         surface;
    NodeToRigidContacts<dim, A>                                 contacts;
    std::unique_ptr<TimeIntegrationScheme<MechanicalSystem<A>>> scheme;
    std::unique_ptr<ComplementaritySolver>                      solver;
    TimeStepper<MechanicalSystem<A>>                            stepper;
  };
} // namespace percuss::test

#endif
