// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_materials_material_memory_h
#define percuss_materials_material_memory_h

#include <percuss/base/archive.h>
#include <percuss/mechanics/energy.h>
#include <percuss/mechanics/mechanical_system.h>
#include <percuss/time_integration/step.h>

namespace percuss
{
  /** How a scheme pairs motion and forces in its energy identity. */
  enum class ForcePairing
  {
    central, ///< h v_{k+1} = (q_{k+2} - q_k)/2 with s_{k+1}: explicit schemes
    mean     ///< Dq with the mean of s_k and s_{k+1}: Moreau-Jean
  };

  /**
   * What the materials of a body remember: internal variables that steps
   * change. Between steps, forces are those of a motion that begins at t_k and
   * takes no time; between begin_step() and end_step() those at t_{k+1}, at any
   * q, of a step of the size that it was made for.
   *
   * Functions are collective over the ranks.
   */
  template <Algebra A>
  class MaterialMemory
  {
  public:
    using System = MechanicalSystem<A>;
    using Vector = typename A::Vector;

    virtual ~MaterialMemory() = default;

    virtual void
    begin_step() = 0;

    /** The step has led to @p q.
     * @pre the last force was that at @p q */
    virtual void
    end_step(const Vector &q) = 0;

    /** As at the start, from @p q, with forces at @p q. */
    virtual void
    reset(const Vector &q) = 0;

    /** Of linear systems: what the memory is of the initial energy of a
     * scheme, which takes all forces for K q. */
    virtual void
    complete(ForcePairing, const Tangents<System> &, Energy &) const
    {}

    /** Of linear systems: stored energy and dissipation where the identity of a
     * scheme has the work of all forces as a change of energy. */
    virtual void
    complete(ForcePairing,
             const Step<System> &,
             Energy &,
             EnergyBalance &) const
    {}

    virtual void
    serialize(Archive &archive) = 0;
  };
} // namespace percuss

#endif
