// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_instances_h
#define percuss_models_solid_instances_h

#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

/** INSTANCE(dim, A) for the solids that the library has: plane and space, with
 * PETSc and Trilinos. In namespace percuss. */
#define PERCUSS_FOR_ALL_SOLIDS(INSTANCE) \
  INSTANCE(2, PETScAlgebra)              \
  INSTANCE(3, PETScAlgebra)              \
  INSTANCE(2, TrilinosAlgebra)           \
  INSTANCE(3, TrilinosAlgebra)

#endif
