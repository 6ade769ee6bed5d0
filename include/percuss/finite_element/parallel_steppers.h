// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_finite_element_parallel_steppers_h
#define percuss_finite_element_parallel_steppers_h

#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>
#include <percuss/simulation/instances.h>

namespace percuss
{
  // The steppers of systems with the matrices of PETSc and Trilinos, compiled
  // once.
  extern template class TimeStepper<MechanicalSystem<PETScAlgebra>>;
  PERCUSS_SCHEMES(extern, MechanicalSystem<PETScAlgebra>)
  PERCUSS_CONTACT_FORCE_SCHEMES(extern, MechanicalSystem<PETScAlgebra>)

  extern template class TimeStepper<MechanicalSystem<TrilinosAlgebra>>;
  PERCUSS_SCHEMES(extern, MechanicalSystem<TrilinosAlgebra>)
  PERCUSS_CONTACT_FORCE_SCHEMES(extern, MechanicalSystem<TrilinosAlgebra>)
} // namespace percuss

#endif
