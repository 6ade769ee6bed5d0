// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mechanics_energy_h
#define percuss_mechanics_energy_h

#include <percuss/base/always_inline.h>

namespace percuss
{
  /** Energies of one state [J]. */
  struct Energy
  {
    double kinetic     = 0.; ///< 1/2 v^T M v
    double strain      = 0.; ///< V(q), 1/2 q^T K q if linear
    double potential   = 0.; ///< -q^T F_c of the constant loads
    double algorithmic = 0.; ///< H: the total plus what the scheme stores

    /** Kinetic + strain + potential. */
    PERCUSS_ALWAYS_INLINE double
    total() const
    {
      return kinetic + strain + potential;
    }
  };

  /**
   * What one step, or many, did to the algorithmic energy [J]:
   *
   *     H_{k+1} - H_k = external + damping + contact + projection + adaptation
   *                     - dissipation + residual.
   *
   * Works are positive when they bring energy into the system; the dissipation
   * of the scheme is positive when it takes energy out. The residual vanishes
   * to rounding when the scheme's energy identity holds.
   */
  struct Work
  {
    double external    = 0.; ///< of the loads, the constant ones excepted
    double damping     = 0.; ///< of C v
    double contact     = 0.; ///< of the impulses
    double projection  = 0.; ///< of position corrections against the forces
    double dissipation = 0.; ///< of the scheme itself
    double adaptation  = 0.; ///< of changes of the mesh between steps

    // shares of contact: of tangential and of bilateral rows
    double friction = 0.;
    double joints   = 0.;

    /** The share of contact that the unilateral rows have; where a scheme takes
     * impulses as forces, with what its own weights of them add. */
    double
    normal() const
    {
      return contact - friction - joints;
    }

    PERCUSS_ALWAYS_INLINE Work &
    operator+=(const Work &other)
    {
      external += other.external;
      damping += other.damping;
      contact += other.contact;
      projection += other.projection;
      dissipation += other.dissipation;
      adaptation += other.adaptation;
      friction += other.friction;
      joints += other.joints;
      return *this;
    }

    /** Everything but the residual. */
    PERCUSS_ALWAYS_INLINE double
    total() const
    {
      return external + damping + contact + projection + adaptation -
             dissipation;
    }
  };

  /**
   * Both sides of a scheme's energy identity over one step.
   *
   * The change of energy is not computed as a difference of energies, which
   * would lose what a rigid motion adds to q, but from the increments,
   * Delta(1/2 q^T K q) = 1/2 Dq^T (K q_k + K q_{k+1}): equal for symmetric K,
   * and with an error in proportion to the motion within the step.
   */
  struct EnergyBalance
  {
    double change = 0.; ///< H_{k+1} - H_k [J]
    Work   work;

    /** What the impulses might have done: of bodies at rest, whose energies are
     * zero up to rounding, the only scale [J]. */
    double scale_of_contact = 0.;
  };
} // namespace percuss

#endif
