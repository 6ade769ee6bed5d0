// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_simulation_scheme_family_h
#define percuss_tests_simulation_scheme_family_h

#include "falling_ball.h"

#include <percuss/complementarity/make_solver.h>
#include <percuss/time_integration/make_scheme.h>

#include <memory>
#include <string>

namespace percuss::test
{
  inline SchemeParameters
  scheme_named(const std::string &name,
               const double       theta = 0.5,
               const double       rho   = 0.8)
  {
    SchemeParameters parameters;
    parameters.name            = name;
    parameters.theta           = theta;
    parameters.spectral_radius = rho;
    return parameters;
  }

  /** A ball under any scheme. */
  struct AnyBallRun
  {
    AnyBallRun(const SchemeParameters &parameters,
               const double            gravity,
               const double            restitution,
               const double            h,
               const double            height,
               const Activation       &activation =
                 {Activation::Rule::free_position_forecast, 0.},
               const double velocity = 0.)
      : ball(1., gravity)
      , floor(restitution)
      , scheme(make_scheme<FallingBall>(parameters))
      , solver(make_solver("automatic", 1))
      , stepper(ball,
                *scheme,
                floor,
                *solver,
                activation,
                {0., h, 1.},
                number(height),
                number(velocity))
    {}

    double
    height() const
    {
      return stepper.state().q[0];
    }

    double
    velocity() const
    {
      return stepper.state().v[0];
    }

    const FallingBall                                   ball;
    const Floor                                         floor;
    std::unique_ptr<TimeIntegrationScheme<FallingBall>> scheme;
    std::unique_ptr<ComplementaritySolver>              solver;
    TimeStepper<FallingBall,
                TimeIntegrationScheme<FallingBall>,
                Floor,
                ComplementaritySolver>
      stepper;
  };
} // namespace percuss::test

#endif
