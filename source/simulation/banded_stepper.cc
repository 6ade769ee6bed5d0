// SPDX-License-Identifier: Apache-2.0
#include <percuss/simulation/banded_stepper.h>

namespace percuss
{
  template class TimeStepper<MechanicalSystem<BandedAlgebra>>;
  PERCUSS_SCHEMES(, MechanicalSystem<BandedAlgebra>)
  PERCUSS_CONTACT_FORCE_SCHEMES(, MechanicalSystem<BandedAlgebra>)
} // namespace percuss
