// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/chain_kernels.h>

namespace percuss
{
  // chain_kernels_1.cc, _2.cc, _4.cc, _8.cc, compiled for the instruction sets
  // below
  namespace chains_of_one_lane
  {
    ChainKernels
    kernels();
  }
  namespace chains_of_two_lanes
  {
    ChainKernels
    kernels();
  }
  namespace chains_of_four_lanes
  {
    ChainKernels
    kernels();
  }
  namespace chains_of_eight_lanes
  {
    ChainKernels
    kernels();
  }

  std::vector<ChainKernels>
  all_chain_kernels()
  {
    std::vector<ChainKernels> kernels = {chains_of_one_lane::kernels(),
                                         chains_of_two_lanes::kernels()};
#ifdef PERCUSS_HAS_WIDE_LANES
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      kernels.push_back(chains_of_four_lanes::kernels());
    if (__builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
      kernels.push_back(chains_of_eight_lanes::kernels());
#endif
    return kernels;
  }
} // namespace percuss
