// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/vector_lanes.h>

namespace percuss
{
  unsigned int
  n_vector_lanes()
  {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
      return 8;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      return 4;
#endif
    return 2;
  }
} // namespace percuss
