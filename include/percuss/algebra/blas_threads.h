// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_blas_threads_h
#define percuss_algebra_blas_threads_h

namespace percuss
{
  /** OpenBLAS starts a thread per core for what takes one core microseconds, and
   * the others wait spinning. From here on it has one, unless the environment
   * variable OPENBLAS_NUM_THREADS says otherwise; other BLAS libraries are left
   * as they are. */
  void
  use_one_blas_thread();
} // namespace percuss

#endif
