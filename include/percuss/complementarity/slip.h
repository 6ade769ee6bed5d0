// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_complementarity_slip_h
#define percuss_complementarity_slip_h

#include <array>

namespace percuss
{
  /**
   * A contact with Coulomb friction that slips in an iterate of Newton's
   * method. With d the direction of its friction, |d| = 1, and Q = 1 - d d^T
   *
   *   u_N = 0,    p_T = mu p_N d - kappa Q u_T:
   *
   * friction has its bound, and turns with the velocity. @p kappa [kg] is
   * mu p_N / |u_T| at a solution. In the plane Q = 0.
   *
   * Equations: doc/theory/friction_methods.md (17).
   */
  struct Slip
  {
    unsigned int          first_row            = 0; ///< N; T or (T1, T2) follow
    unsigned int          n_tangential         = 1; ///< 1 or 2
    double                friction_coefficient = 0.;
    std::array<double, 2> direction{};
    double                kappa = 0.;

    /** Q u_T of two tangential velocities, across d; d is (d_1, d_2). */
    std::array<double, 2>
    across(const double u_1, const double u_2) const
    {
      const double along = direction[0] * u_1 + direction[1] * u_2;
      return {u_1 - along * direction[0], u_2 - along * direction[1]};
    }
  };
} // namespace percuss

#endif
