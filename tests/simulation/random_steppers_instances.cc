// SPDX-License-Identifier: Apache-2.0
#include "random_steppers.h"

namespace percuss
{
  template class TimeStepper<MechanicalSystem<SmallAlgebra<6>>>;
  PERCUSS_SCHEMES(, MechanicalSystem<SmallAlgebra<6>>)
} // namespace percuss
