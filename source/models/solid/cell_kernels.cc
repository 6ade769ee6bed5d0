// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/vector_lanes.h>
#include <percuss/models/solid/cell_kernels.h>

namespace percuss
{
  // cell_kernels_2.cc, _4.cc, _8.cc, compiled for the instruction sets below
  namespace two_lanes
  {
    CellKernels
    kernels_of(int dim, unsigned int degree, CellLaw law, CellShape shape);
  }
  namespace four_lanes
  {
    CellKernels
    kernels_of(int dim, unsigned int degree, CellLaw law, CellShape shape);
  }
  namespace eight_lanes
  {
    CellKernels
    kernels_of(int dim, unsigned int degree, CellLaw law, CellShape shape);
  }

  std::vector<CellKernels>
  all_cell_kernels(const int          dim,
                   const unsigned int degree,
                   const CellLaw      law,
                   const CellShape    shape)
  {
    std::vector<CellKernels> kernels = {
      two_lanes::kernels_of(dim, degree, law, shape)};
    if (n_vector_lanes() >= 4)
      kernels.push_back(four_lanes::kernels_of(dim, degree, law, shape));
    if (n_vector_lanes() >= 8)
      kernels.push_back(eight_lanes::kernels_of(dim, degree, law, shape));
    return kernels;
  }

  CellKernels
  cell_kernels(const int          dim,
               const unsigned int degree,
               const CellLaw      law,
               const CellShape    shape)
  {
    return all_cell_kernels(dim, degree, law, shape).back();
  }
} // namespace percuss
