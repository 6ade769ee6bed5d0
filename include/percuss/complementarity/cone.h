// SPDX-License-Identifier: Apache-2.0

// The cones K of a complementarity problem  K* ∋ W p + b ⊥ p ∈ K.

#ifndef percuss_complementarity_cone_h
#define percuss_complementarity_cone_h

#include <algorithm>

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
   * has the rows (N, T) or (N, T1, T2). No solver of this module treats it:
   * each of them answers SolverStatus::unsupported.
   *
   * An open contact changes the kind of its row, not the size of the problem:
   * W then stays the same operator for as long as the model is linear.
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
   * @pre kind is not second_order: that projection couples rows.
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
} // namespace percuss

#endif
