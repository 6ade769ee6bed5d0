// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_triangle_quadrature_h
#define percuss_mortar_triangle_quadrature_h

#include <vector>

namespace percuss
{
  /** Points on a triangle, a + s (b - a) + t (c - a), and their weights, of sum
   * 1. */
  struct TriangleQuadrature
  {
    struct Point
    {
      double s, t, weight;
    };
    std::vector<Point> points;
  };

  // Rules of D. A. Dunavant, Int. J. Numer. Meth. Engng 21 (1985) 1129-1148.

  /** Of 3 points, exact for polynomials of degree 2. */
  const TriangleQuadrature &
  quadratic_rule();

  /** Of 6 points, exact for polynomials of degree 4. */
  const TriangleQuadrature &
  quartic_rule();

  /** Of 12 points, exact for polynomials of degree 6. */
  const TriangleQuadrature &
  sextic_rule();

  /** Of 16 points, exact for polynomials of degree 8. */
  const TriangleQuadrature &
  octic_rule();
} // namespace percuss

#endif
