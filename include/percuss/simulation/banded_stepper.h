// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_banded_stepper_h
#define percuss_simulation_banded_stepper_h

#include <percuss/algebra/banded_algebra.h>
#include <percuss/simulation/instances.h>

namespace percuss
{
  // The stepper of systems with banded matrices, compiled once.
  extern template class TimeStepper<MechanicalSystem<BandedAlgebra>>;
  PERCUSS_SCHEMES(extern, MechanicalSystem<BandedAlgebra>)
  PERCUSS_CONTACT_FORCE_SCHEMES(extern, MechanicalSystem<BandedAlgebra>)
} // namespace percuss

#endif
