// SPDX-License-Identifier: Apache-2.0

// One contact with Coulomb friction, solved exactly:
//   u = W p + b,   K = { |p_T| <= mu p_N },   K* ∋ u + (mu |u_T|, 0, 0) ⊥ p ∈
//   K.

#ifndef percuss_complementarity_one_contact_h
#define percuss_complementarity_one_contact_h

#include <array>
#include <optional>
#include <span>

namespace percuss
{
  /** What a contact does during a step. */
  enum class ContactMode
  {
    take_off, // p = 0, u_N >= 0
    stick,    // u = 0
    slip      // u_N = 0,  p_T = -mu p_N u_T / |u_T|
  };

  /**
   * The impulse p [N s] of a single contact from the 1x1, 2x2 or 3x3 matrix W
   * (row by row) and b [m/s], both with the normal row first. The three modes
   * are tried in the order of ContactMode, the first that holds is taken.
   *
   *   take-off  b_N >= 0.
   *   stick     p = -W^{-1} b lies in the cone.
   *   slip      p = p_N (1, mu d) with |d| = 1 and u_N = 0, thus
   *             p_N = -b_N / (W_NN + mu W_NT d) > 0.
   *
   * With one tangent d = ±1. With two, d(φ) = (cos φ, sin φ) must be opposite
   * to u_T; u_T times the denominator of p_N is, in d, the polynomial
   *
   *   a(d) = (W_NN + mu W_NT d) b_T - b_N (W_TN + mu W_TT d),
   *   g(φ) = d_1 a_2 - d_2 a_1 = 0   and   d·a <= 0,
   *
   * and g is a trigonometric polynomial of degree two: at most four roots
   * unless it vanishes. They are bracketed on 64 equal intervals, with the
   * extrema of g within these, and refined by Newton's method with bisection.
   *
   * Of W = W_NN 1, as of a node with equal masses in all directions, d is
   * -b_T/|b_T|.
   *
   * Where W couples N and T and mu is large there may be several solutions;
   * the result is one of them, the same for the same data.
   *
   * More rows, with spinning and rolling, begin at p and are projected onto the
   * cone, p <- proj_K(p - û / |W|), a hundred times: what that gives need not
   * be accurate, and the mode is not told.
   *
   * @param first_direction where Newton's method for g begins, before all of the
   *   intervals are looked at, if its length is not zero: of the impulse p_T of
   *   similar data; only of three rows.
   *
   * @return the mode, or nothing if no mode holds to 1e-10 of the data; p is
   *   then as it was. With a positive definite symmetric part of W a solution
   *   exists.
   * @pre W_NN > 0, friction_coefficient >= 0, all finite;
   *   1 <= b.size() == p.size() <= Cone::max_rows, W.size() == b.size()^2.
   *
   * Source: G. De Saxcé, Z.-Q. Feng, Math. Comput. Model. 28 (1998) 225-245,
   * for the law; the enumeration of the modes follows V. Acary, B. Brogliato,
   * Numerical Methods for Nonsmooth Dynamical Systems, 2008, 13.7.
   *
   * Equations: doc/theory/friction_methods.md (13).
   */
  std::optional<ContactMode>
  solve_one_contact(std::span<const double> W,
                    std::span<const double> b,
                    double                  friction_coefficient,
                    std::span<double>       p,
                    std::array<double, 2>   first_direction = {0., 0.});
} // namespace percuss

#endif
