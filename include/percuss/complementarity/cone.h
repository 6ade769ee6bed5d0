// SPDX-License-Identifier: Apache-2.0

// The cones K of a complementarity problem  K* ∋ W p + b ⊥ p ∈ K.

#ifndef percuss_complementarity_cone_h
#define percuss_complementarity_cone_h

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>

namespace percuss
{
  /**
   * One factor of K = K_1 x K_2 x ...: the law of the rows
   * [first_row, first_row + n_rows) between the impulse p [N s] and the gap
   * velocity u [m/s].
   *
   *   inactive      K = {0}    p = 0, u free           contact that stays open
   *   unilateral    K = R+     0 <= u  ⊥  p >= 0       contact (Signorini)
   *   bilateral     K = R      u = 0, p free           joint
   *   second_order  |p_T| <= friction_coefficient p_N  Coulomb friction
   *
   * The first three act on each of their rows separately. A second-order cone
   * has the rows (N, T) or (N, T1, T2), whose units must be the same; the law
   * is Coulomb's,
   *
   *   K* ∋ û ⊥ p ∈ K,   û = u + (mu |u_T|, 0, 0),
   *
   * that is take-off p = 0, u_N >= 0, or stick u = 0, or slip u_N = 0 and
   * p_T = -mu p_N u_T / |u_T|. The term mu |u_T| makes slip tangential; without
   * it the contact would open by mu |u_T| when it slips.
   *
   * Up to three tangential rows more are those of spinning and rolling, with
   * the law of the ellipsoid: couples over lengths as impulses, angular
   * velocities times lengths (doc/theory/impact_laws.md (7)).
   *
   * Source: G. De Saxcé, Z.-Q. Feng, Math. Comput. Model. 28 (1998) 225-245.
   *
   * An open contact changes the kind of its row, not the size of the problem:
   * W then stays the same operator for as long as the model is linear.
   *
   * Equations: doc/theory/friction_methods.md (9), (10).
   */
  struct Cone
  {
    enum class Kind
    {
      inactive,
      unilateral,
      bilateral,
      second_order
    };

    /** Of a second-order cone. */
    static constexpr unsigned int max_rows = 6;

    Kind         kind                 = Kind::unilateral;
    unsigned int first_row            = 0;
    unsigned int n_rows               = 1;
    double       friction_coefficient = 0.; // [-], second_order only

    static constexpr Cone
    inactive(const unsigned int first_row, const unsigned int n_rows = 1)
    {
      return {Kind::inactive, first_row, n_rows, 0.};
    }

    static constexpr Cone
    unilateral(const unsigned int first_row, const unsigned int n_rows = 1)
    {
      return {Kind::unilateral, first_row, n_rows, 0.};
    }

    static constexpr Cone
    bilateral(const unsigned int first_row, const unsigned int n_rows = 1)
    {
      return {Kind::bilateral, first_row, n_rows, 0.};
    }

    static constexpr Cone
    second_order(const unsigned int first_row,
                 const unsigned int n_rows,
                 const double       friction_coefficient)
    {
      return {Kind::second_order, first_row, n_rows, friction_coefficient};
    }
  };

  /**
   * Euclidean projection of a number onto {0}, R+ or R.
   *
   * @pre kind is not second_order: that projection couples rows, see
   *   project_onto_second_order_cone().
   */
  constexpr double
  project_row(const Cone::Kind kind, const double x)
  {
    switch (kind)
      {
        case Cone::Kind::inactive:
          return 0.;
        case Cone::Kind::unilateral:
          return std::max(x, 0.);
        default:
          return x;
      }
  }

  /**
   * |x - proj_K(x - y)| for one row, without forming x - y: that would lose a
   * small y beside a large x, and every x without bound would be a solution.
   * NaN if y is.
   *
   * @pre as project_row().
   */
  inline double
  row_defect(const Cone::Kind kind, const double x, const double y)
  {
    switch (kind)
      {
        case Cone::Kind::inactive:
          return std::abs(x);
        case Cone::Kind::unilateral:
          return std::abs(std::min(y, x));
        default:
          return std::abs(y);
      }
  }

  /** The Euclidean norm of a vector of any length, 0 of the empty one. */
  inline double
  norm_of(const std::span<const double> x)
  {
    if (x.size() == 1)
      return std::abs(x[0]);
    if (x.size() == 2)
      return std::hypot(x[0], x[1]);
    double sum = 0.;
    for (const double entry : x)
      sum += entry * entry;
    return std::sqrt(sum);
  }

  /**
   * Euclidean projection of x = (x_N, x_T) onto { |x_T| <= mu x_N }, in place:
   * x in the cone, 0 in the polar cone mu |x_T| <= -x_N, and between the two
   *
   *   x_N <- (x_N + mu |x_T|) / (1 + mu^2),   x_T <- mu x_N x_T / |x_T|.
   *
   * Equations: doc/theory/friction_methods.md (11).
   */
  inline void
  project_onto_second_order_cone(const double            friction_coefficient,
                                 const std::span<double> x)
  {
    const std::span<double> tangential = x.subspan(1);
    const double            mu         = friction_coefficient;
    const double            norm       = norm_of(tangential);
    // Without friction and tangential part, the second holds on both sides.
    if (x[0] >= 0. && norm <= mu * x[0])
      return;
    const bool   is_polar = mu * norm <= -x[0];
    const double normal   = is_polar ? 0. : (x[0] + mu * norm) / (1. + mu * mu);
    x[0]                  = normal;
    for (double &entry : tangential)
      entry = is_polar ? 0. : entry * (mu * normal / norm);
  }

  /**
   * The defect of Coulomb's law in one block, in the scaled unknowns s p and
   * u / s with the single scale s of the block,
   *
   *   | s p - proj_K(s p - û / s) |,   û = u + (mu |u_T|, 0, 0),
   *
   * zero exactly if the law holds. @pre 1 <= p.size() == u.size() <= max_rows.
   */
  inline double
  friction_defect(const double                  friction_coefficient,
                  const double                  scale,
                  const std::span<const double> p,
                  const std::span<const double> u)
  {
    assert(p.size() == u.size() && !p.empty() && p.size() <= Cone::max_rows);
    double                  buffer[Cone::max_rows];
    const std::span<double> x(buffer, p.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = scale * p[i] - u[i] / scale;
    x[0] -= friction_coefficient * norm_of(u.subspan(1)) / scale;
    project_onto_second_order_cone(friction_coefficient, x);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] -= scale * p[i];
    return norm_of(x);
  }
} // namespace percuss

#endif
