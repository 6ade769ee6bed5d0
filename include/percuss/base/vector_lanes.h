// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_vector_lanes_h
#define percuss_base_vector_lanes_h

namespace percuss
{
  /** How many numbers a vector of this processor has, of those that kernels are
   * compiled for: 8 with AVX-512, 4 with AVX2 and FMA, else 2. */
  unsigned int
  n_vector_lanes();
} // namespace percuss

#endif
