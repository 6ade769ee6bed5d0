// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_models_small_steppers_h
#define percuss_tests_models_small_steppers_h

// The steppers and the schemes of models that several tests run, compiled once.

#include <percuss/discrete/obstacles.h>
#include <percuss/models/small/bouncing_ball/bouncing_ball.h>
#include <percuss/models/small/discrete_arch/discrete_arch.h>
#include <percuss/models/small/linear_oscillator/linear_oscillator.h>
#include <percuss/models/small/rotating_spring/rotating_spring.h>
#include <percuss/models/small/slider_crank/slider_guide.h>
#include <percuss/models/small/two_mass_oscillator/two_mass_oscillator.h>
#include <percuss/simulation/instances.h>

#define PERCUSS_STEPPER(EXTERN, System, ...)                       \
  EXTERN template class TimeStepper<System,                        \
                                    TimeIntegrationScheme<System>, \
                                    __VA_ARGS__>;

#define PERCUSS_SMALL_STEPPERS(EXTERN)                                  \
  PERCUSS_SCHEMES(EXTERN, BouncingBall)                                 \
  PERCUSS_SCHEMES(EXTERN, LinearOscillator)                             \
  PERCUSS_SCHEMES(EXTERN, TwoMassOscillator)                            \
  PERCUSS_SCHEMES(EXTERN, DiscreteArch)                                 \
  PERCUSS_SCHEMES(EXTERN, RotatingSpring)                               \
  PERCUSS_SCHEMES(EXTERN, SliderCrank)                                  \
  PERCUSS_STEPPER(EXTERN, BouncingBall, CoordinateObstacles<1, 1>)      \
  PERCUSS_STEPPER(EXTERN, LinearOscillator, CoordinateObstacles<1, 1>)  \
  PERCUSS_STEPPER(EXTERN, TwoMassOscillator, CoordinateObstacles<2, 1>) \
  PERCUSS_STEPPER(EXTERN, DiscreteArch, CoordinateObstacles<20, 10>)    \
  PERCUSS_STEPPER(EXTERN, RotatingSpring, CircularBoundary<1>)          \
  PERCUSS_STEPPER(EXTERN, RotatingSpring, CircularBoundary<2>)          \
  PERCUSS_STEPPER(EXTERN, SliderCrank, SliderGuide<8>)

namespace percuss
{
  PERCUSS_SMALL_STEPPERS(extern)
} // namespace percuss

#endif
