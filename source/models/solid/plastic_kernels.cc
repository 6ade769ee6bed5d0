// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/vector_lanes.h>
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
    if (n_vector_lanes() >= 4)
      kernels.push_back(
        plastic_four_lanes::kernels_of(dim, degree, is_axisymmetric));
    if (n_vector_lanes() >= 8)
      kernels.push_back(
        plastic_eight_lanes::kernels_of(dim, degree, is_axisymmetric));
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
