// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_contact_tangents_h
#define percuss_contact_tangents_h

#include <deal.II/base/tensor.h>

#include <array>
#include <cmath>

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

  /**
   * Two unit tangents that form a right-handed basis with the unit vector n
   * after them; for n = e_z they are e_x and e_y.
   *
   * Source: T. Duff et al., Building an orthonormal basis, revisited, Journal
   * of Computer Graphics Techniques 6 (2017) 1-8.
   */
  inline std::array<dealii::Tensor<1, 3>, 2>
  tangents(const dealii::Tensor<1, 3> &n)
  {
    const double         sign = std::copysign(1., n[2]);
    const double         a    = -1. / (sign + n[2]);
    const double         b    = n[0] * n[1] * a;
    dealii::Tensor<1, 3> s_1, s_2;
    s_1[0] = 1. + sign * n[0] * n[0] * a;
    s_1[1] = sign * b;
    s_1[2] = -sign * n[0];
    s_2[0] = b;
    s_2[1] = sign + n[1] * n[1] * a;
    s_2[2] = -n[1];
    return {{s_1, s_2}};
  }
} // namespace percuss

#endif
