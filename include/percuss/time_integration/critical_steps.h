// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_critical_steps_h
#define percuss_time_integration_critical_steps_h

#include <string_view>

namespace percuss
{
  struct SchemeParameters;

  /** A mode of the free motion, x'' + c x' + omega^2 x = 0. */
  struct Mode
  {
    double frequency = 0.; ///< omega [1/s]
    double damping   = 0.; ///< c = 2 zeta omega >= 0 [1/s]
  };

  /** The largest time step with which the free motion of a mode does not grow. */
  struct CriticalStep
  {
    double           step;    ///< [s]; infinite where no step lets it grow
    std::string_view formula; ///< for people
  };

  /*
   * The critical steps of central differences. With Omega = h omega, d = h c and
   * q_k ~ z^k in the scheme's equations, z is a root of
   *
   *     cd-lagrange, carpenter-explicit
   *       (z - 1)^2 + Omega^2 z + d (z - 1) = 0
   *     cd-lagrange-implicit
   *       (z - 1)^2 + Omega^2 z + d/2 (z^2 - 1) = 0
   *     schatzman-paoli
   *       z (z - 1)^2 + Omega^2 z^2 (1 + theta (z - 1))
   *                                + d/2 (z^2 - 1) (1 - theta + theta z) = 0
   *     schatzman-paoli with beta
   *       (1 + beta Omega^2) (z - 1)^2 + Omega^2 z + d/2 (z^2 - 1) = 0
   *
   * and |z| <= 1 for all of them is (Schur, Cohn, Jury), with zeta =
   * c/(2 omega),
   *
   *     Omega <= 2 (sqrt(1 + zeta^2) - zeta);        z = -1 at the bound
   *     Omega <= 2;
   *     Omega <= 2/sqrt(1 - 2 theta) if theta < 1/2, and if there is damping,
   *     theta^2 Omega^3 + 2 zeta (theta^2 + theta - 1/2) Omega^2
   *         + (theta - 2 (1 - 2 theta) zeta^2) Omega + 2 zeta >= 0,
   *
   * where a pair of complex z leaves the circle: for theta = 0, Omega <=
   * sqrt(2 + zeta^2) - zeta, because v_k = (V_{k-1} + V_k)/2 lags behind. With
   * beta, Omega <= 2/sqrt(1 - 4 beta) if beta < 1/4.
   */

  /** Of damping at the beginning of the step: cd-lagrange, carpenter-explicit. */
  CriticalStep
  critical_step_of_explicit_damping(const SchemeParameters &parameters,
                                    const Mode             &mode);

  /** Of damping at the middle of the step: cd-lagrange-implicit. */
  CriticalStep
  critical_step_of_implicit_damping(const SchemeParameters &parameters,
                                    const Mode             &mode);

  /** Of schatzman-paoli, by theta or by beta. */
  CriticalStep
  critical_step_of_schatzman_paoli(const SchemeParameters &parameters,
                                   const Mode             &mode);
} // namespace percuss

#endif
