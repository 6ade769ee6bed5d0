// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_eigen_tensor_h
#define percuss_models_solid_eigen_tensor_h

#include <deal.II/base/tensor.h>

#include <Eigen/Core>

namespace percuss
{
  // Vectors of Eigen, which modules without deal.II use, and of deal.II.

  template <int dim>
  Eigen::Matrix<double, dim, 1>
  to_eigen(const dealii::Tensor<1, dim> &v)
  {
    return Eigen::Map<const Eigen::Matrix<double, dim, 1>>(v.begin_raw());
  }

  template <int dim>
  dealii::Tensor<1, dim>
  to_tensor(const Eigen::Matrix<double, dim, 1> &v)
  {
    dealii::Tensor<1, dim> result;
    for (unsigned int d = 0; d < dim; ++d)
      result[d] = v[d];
    return result;
  }
} // namespace percuss

#endif
