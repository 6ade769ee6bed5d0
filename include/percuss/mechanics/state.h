// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mechanics_state_h
#define percuss_mechanics_state_h

#include <percuss/algebra/algebra.h>

#include <array>

namespace percuss
{
  /**
   * The state of a system at a time t_k and the forces that act there.
   *
   * Velocities are right limits v(t_k^+): the state after an impact. The forces
   * are functions of (t, q, v), kept because the next step and the energy
   * balance both need them; evaluate_forces() brings them up to date.
   */
  template <Algebra A>
  struct State
  {
    double t = 0.; ///< [s]

    typename A::Vector q;  ///< positions, or displacements (n) [m]
    typename A::Vector dq; ///< the step that led here, q = retract(q_k, dq)
    typename A::Vector v;  ///< velocities (n) [m/s]
    typename A::Vector a;  ///< acceleration-like variable of the alpha-family
                           ///< and of the central difference schemes
                           ///< (n) [m/s^2], zero in the other schemes

    typename A::Vector load;          ///< F(t) (n) [N]
    typename A::Vector elastic_force; ///< dV/dq, K q if linear (n) [N]
    typename A::Vector damping_force; ///< c(q, v), C v if linear (n) [N]
    typename A::Vector momentum;      ///< M v (n) [N s]
  };

  /** All vectors of a state. */
  template <Algebra A>
  std::array<typename A::Vector *, 8>
  vectors_of(State<A> &x)
  {
    return {&x.q,
            &x.dq,
            &x.v,
            &x.a,
            &x.load,
            &x.elastic_force,
            &x.damping_force,
            &x.momentum};
  }

  /**
   * What the scheme adds to the state at t_{k+1} per unit of a multiplier:
   * dq += p dq, v += p dv, a += p da for an impulse p = P [N s], or for a
   * position-level multiplier p = tau [m].
   */
  template <Algebra A>
  struct ImpulseIncrement
  {
    typename A::Vector dq, dv, da;
  };
} // namespace percuss

#endif
