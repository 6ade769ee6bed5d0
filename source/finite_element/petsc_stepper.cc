// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/parallel_steppers.h>

namespace percuss
{
  template class TimeStepper<MechanicalSystem<PETScAlgebra>>;
  PERCUSS_SCHEMES(, MechanicalSystem<PETScAlgebra>)
  PERCUSS_CONTACT_FORCE_SCHEMES(, MechanicalSystem<PETScAlgebra>)
} // namespace percuss
