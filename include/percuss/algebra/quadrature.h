// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_quadrature_h
#define percuss_algebra_quadrature_h

#include <vector>

namespace percuss
{
  /** int_0^1 f(x) dx = sum_k weights[k] f(points[k]), points ascending. */
  struct LineQuadrature
  {
    std::vector<double> points, weights;
  };

  /** The formula of Gauss with n >= 1 points, exact for polynomials of degree
   * 2n - 1: zeros of Legendre's polynomial P_n, moved to [0, 1]. */
  LineQuadrature
  gauss_quadrature(unsigned int n);

  /** The formula of Gauss and Lobatto with n >= 2 points, both ends among them,
   * exact for polynomials of degree 2n - 3: zeros of P'_{n-1} between them. */
  LineQuadrature
  gauss_lobatto_quadrature(unsigned int n);

  /** Lagrange's polynomials N_a of given nodes, N_a(x_b) = 1 if a = b, else 0,
   * at x. */
  std::vector<double>
  lagrange_values(const std::vector<double> &nodes, double x);

  /** N_a'(x). */
  std::vector<double>
  lagrange_slopes(const std::vector<double> &nodes, double x);
} // namespace percuss

#endif
