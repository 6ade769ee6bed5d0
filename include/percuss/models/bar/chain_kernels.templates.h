// SPDX-License-Identifier: Apache-2.0

// The kernels of chain_kernels.h for PERCUSS_LANES lanes, in the namespace
// PERCUSS_KERNELS: compiled once for each instruction set, see
// base/vector_lanes.templates.h.

#include <percuss/models/bar/chain_backward.templates.h>
#include <percuss/models/bar/chain_forward.templates.h>

namespace percuss::PERCUSS_KERNELS
{
  ChainKernels
  kernels()
  {
    return {PERCUSS_LANES,
            {{&forward<false, false>, &forward<false, true>},
             {&forward<true, false>, &forward<true, true>}},
            {{&backward<false, false>, &backward<false, true>},
             {&backward<true, false>, &backward<true, true>}}};
  }
} // namespace percuss::PERCUSS_KERNELS
