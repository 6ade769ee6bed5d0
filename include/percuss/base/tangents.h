// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_tangents_h
#define percuss_base_tangents_h

#include <array>
#include <cmath>
#include <limits>

namespace percuss
{
  /**
   * Two unit tangents that form a right-handed basis with the unit vector n
   * after them: e_x, e_y, e_z turned by the shortest rotation from e_z to n.
   * Continuous but at n = -e_z, as any such function has to have a singular
   * point; there they are -e_x and e_y.
   *
   * Source: J. R. Frisvad, Building an orthonormal basis from a 3D unit vector
   * without normalization, Journal of Graphics Tools 16 (2012) 151-159. Below
   * the equator 1/(1 + n_z) is (1 - n_z)/(n_x^2 + n_y^2), which does not
   * cancel.
   *
   * @tparam Vector three numbers: an array, or a vector of Eigen or deal.II
   */
  template <class Vector>
  std::array<Vector, 2>
  tangents(const Vector &n)
  {
    double x = n[0], y = n[1], a = 1.;
    if (n[2] >= 0.)
      a /= 1. + n[2];
    else
      {
        const double r   = std::hypot(x, y);
        const bool   any = r > std::numeric_limits<double>::min();
        x                = any ? x / r : 1.;
        y                = any ? y / r : 0.;
        a                = 1. - n[2];
      }
    std::array<Vector, 2> t;
    t[0][0] = 1. - a * x * x;
    t[0][1] = t[1][0] = -a * x * y;
    t[0][2]           = -n[0];
    t[1][1]           = 1. - a * y * y;
    t[1][2]           = -n[1];
    return t;
  }

  /** The same with n of @p dim numbers. In the plane there is one: k x n, n
   * turned counterclockwise. */
  template <int dim, class Vector>
  std::array<Vector, dim - 1>
  tangents(const Vector &n)
  {
    static_assert(dim == 2 || dim == 3);
    if constexpr (dim == 3)
      return tangents(n);
    else
      {
        std::array<Vector, 1> t;
        t[0][0] = -n[1];
        t[0][1] = n[0];
        return t;
      }
  }
} // namespace percuss

#endif
