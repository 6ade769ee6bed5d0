// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/parallel_steppers.h>

namespace percuss
{
  template class TimeStepper<MechanicalSystem<TrilinosAlgebra>>;
  PERCUSS_SCHEMES(, MechanicalSystem<TrilinosAlgebra>)
  PERCUSS_CONTACT_FORCE_SCHEMES(, MechanicalSystem<TrilinosAlgebra>)
} // namespace percuss
