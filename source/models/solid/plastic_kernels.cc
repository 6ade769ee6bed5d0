// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/plastic_kernels.h>

namespace percuss
{
  // plastic_kernels_2.cc, _4.cc, _8.cc, compiled for the instruction sets below
  namespace plastic_two_lanes
  {
    PlasticKernels
    kernels_of(int dim, unsigned int degree, bool is_axisymmetric);
  }
  namespace plastic_four_lanes
  {
    PlasticKernels
    kernels_of(int dim, unsigned int degree, bool is_axisymmetric);
  }
  namespace plastic_eight_lanes
  {
    PlasticKernels
    kernels_of(int dim, unsigned int degree, bool is_axisymmetric);
  }

  std::vector<PlasticKernels>
  all_plastic_kernels(const int          dim,
                      const unsigned int degree,
                      const bool         is_axisymmetric)
  {
    std::vector<PlasticKernels> kernels = {
      plastic_two_lanes::kernels_of(dim, degree, is_axisymmetric)};
#ifdef PERCUSS_HAS_WIDE_LANES
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      kernels.push_back(
        plastic_four_lanes::kernels_of(dim, degree, is_axisymmetric));
    if (__builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
      kernels.push_back(
        plastic_eight_lanes::kernels_of(dim, degree, is_axisymmetric));
#endif
    return kernels;
  }

  PlasticKernels
  plastic_kernels(const int          dim,
                  const unsigned int degree,
                  const bool         is_axisymmetric)
  {
    return all_plastic_kernels(dim, degree, is_axisymmetric).back();
  }
} // namespace percuss
