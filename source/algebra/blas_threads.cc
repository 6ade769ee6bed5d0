// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/blas_threads.h>

#include <cstdlib>

// Of OpenBLAS alone.
extern "C" void
openblas_set_num_threads(int) __attribute__((weak));

namespace percuss
{
  void
  use_one_blas_thread()
  {
    if (openblas_set_num_threads &&
        std::getenv("OPENBLAS_NUM_THREADS") == nullptr)
      openblas_set_num_threads(1);
  }
} // namespace percuss
