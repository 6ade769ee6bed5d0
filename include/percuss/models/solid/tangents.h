// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_tangents_h
#define percuss_models_solid_tangents_h

#include <percuss/base/tangents.h>

#include <deal.II/base/tensor.h>

#include <array>

namespace percuss
{
  /** The unit tangent that follows the unit vector n counterclockwise. */
  inline std::array<dealii::Tensor<1, 2>, 1>
  tangents(const dealii::Tensor<1, 2> &n)
  {
    dealii::Tensor<1, 2> s;
    s[0] = -n[1];
    s[1] = n[0];
    return {{s}};
  }
} // namespace percuss

#endif
