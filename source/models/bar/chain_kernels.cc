// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/vector_lanes.h>
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
    if (n_vector_lanes() >= 4)
      kernels.push_back(chains_of_four_lanes::kernels());
    if (n_vector_lanes() >= 8)
      kernels.push_back(chains_of_eight_lanes::kernels());
    return kernels;
  }
} // namespace percuss
