// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_study_model_run_h
#define percuss_tests_study_model_run_h

#include <percuss/complementarity/make_solver.h>
#include <percuss/discrete/obstacles.h>
#include <percuss/simulation/time_stepper.templates.h>
#include <percuss/time_integration/make_scheme.h>

#include <memory>
#include <string>

namespace percuss::test
{
  inline SchemeParameters
  scheme_named(const std::string &name, const double theta = 0.5)
  {
    SchemeParameters parameters;
    parameters.name  = name;
    parameters.theta = theta;
    return parameters;
  }

  inline Activation
  explicit_forecast(const double coefficient)
  {
    return {Activation::Rule::explicit_forecast, coefficient};
  }

  inline Activation
  free_position_forecast()
  {
    return {Activation::Rule::free_position_forecast, 0.};
  }

  /** A small system with its contacts under any scheme. */
  template <class Model, class Contacts>
  class ModelRun
  {
  public:
    using Scheme = TimeIntegrationScheme<Model>;

    ModelRun(const Model            &model,
             const Contacts         &contacts,
             const SchemeParameters &parameters,
             const Activation       &activation,
             const double            h,
             const ContactOptions    options = {})
      : scheme(make_scheme<Model>(parameters))
      , solver(make_solver("automatic", 0))
      , stepper(model,
                *scheme,
                contacts,
                *solver,
                activation,
                {0., h, 1.},
                model.initial_position(),
                model.initial_velocity(),
                options)
    {}

    double
    q(const int i = 0) const
    {
      return stepper.state().q[i];
    }

    double
    v(const int i = 0) const
    {
      return stepper.state().v[i];
    }

    const std::unique_ptr<Scheme>                scheme;
    const std::unique_ptr<ComplementaritySolver> solver;
    TimeStepper<Model, Scheme, Contacts>         stepper;
  };

  /** One obstacle below the first of n coordinates. */
  template <int n>
  CoordinateObstacles<n, 1>
  floor_at(const double height, const double restitution)
  {
    using Rows = CoordinateObstacles<n, 1>;
    return Rows({typename Rows::Obstacle{"floor", 0, 1., height}}, restitution);
  }
} // namespace percuss::test

#endif
