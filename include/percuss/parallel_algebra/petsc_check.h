// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_parallel_algebra_petsc_check_h
#define percuss_parallel_algebra_petsc_check_h

#include <deal.II/base/exceptions.h>
#include <deal.II/lac/exceptions.h>

#include <petscsys.h>

namespace percuss::petsc
{
  /** Throws dealii::ExcPETScError for the error of a function of PETSc. */
  inline void
  check(const PetscErrorCode error)
  {
    AssertThrow(error == 0, dealii::ExcPETScError(error));
  }
} // namespace percuss::petsc

#endif
