// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/vector_lanes.h>
#include <percuss/mortar/point_kernels.h>

namespace percuss
{
  // point_kernels_2.cc, _4.cc, _8.cc, compiled for the instruction sets below
  namespace points_of_two_lanes
  {
    PointKernels
    kernels();
  }
  namespace points_of_four_lanes
  {
    PointKernels
    kernels();
  }
  namespace points_of_eight_lanes
  {
    PointKernels
    kernels();
  }

  std::vector<PointKernels>
  all_point_kernels()
  {
    std::vector<PointKernels> kernels = {points_of_two_lanes::kernels()};
    if (n_vector_lanes() >= 4)
      kernels.push_back(points_of_four_lanes::kernels());
    if (n_vector_lanes() >= 8)
      kernels.push_back(points_of_eight_lanes::kernels());
    return kernels;
  }

  const PointKernels &
  point_kernels()
  {
    static const PointKernels widest = all_point_kernels().back();
    return widest;
  }
} // namespace percuss
