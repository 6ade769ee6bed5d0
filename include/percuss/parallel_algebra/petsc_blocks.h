// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_parallel_algebra_petsc_blocks_h
#define percuss_parallel_algebra_petsc_blocks_h

#include <petscmat.h>

namespace percuss::petsc
{
  /** Whether every rank's rows are whole nodes of n unknowns. */
  bool
  has_blocks(Mat matrix, PetscInt n);

  /** A copy stored by square blocks of nodes (BAIJ), for the caller to destroy.
   * @pre has_blocks() */
  Mat
  copy_by_blocks(Mat matrix, PetscInt n);
} // namespace percuss::petsc

#endif
