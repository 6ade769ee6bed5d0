// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_simulation_random_steppers_h
#define percuss_tests_simulation_random_steppers_h

// The stepper and the schemes of random systems, compiled once.

#include <percuss/algebra/small_algebra.h>
#include <percuss/simulation/instances.h>

namespace percuss
{
  extern template class TimeStepper<MechanicalSystem<SmallAlgebra<6>>>;
  PERCUSS_SCHEMES(extern, MechanicalSystem<SmallAlgebra<6>>)
} // namespace percuss

#endif
