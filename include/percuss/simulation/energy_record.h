// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_energy_record_h
#define percuss_simulation_energy_record_h

#include <percuss/base/always_inline.h>
#include <percuss/base/archive.h>
#include <percuss/base/exceptions.h>
#include <percuss/mechanics/energy.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  /**
   * The energy balance of a run, entered once per step:
   *
   *     residual_k = H_{k+1} - H_k - (external + damping + contact
   *                                   + projection - dissipation)_k,
   *
   * which the scheme's identity says is zero. What the residual is measured
   * with, its scale, is the largest kinetic + |total| energy so far, or work of
   * loads and moving obstacles in a step.
   *
   * The gain of a state is its energy beyond that of the start and the work W
   * of loads and moving obstacles since then, H_k - H_0 - W_k. No passive
   * system has one. It is measured with the energy that was put in,
   *
   *     A_k = T_0 + |V_0| + max_{j <= k} (V_0 + U_0 - V_j - U_j)
   *                       + max_{j <= k} |W_j|,
   *
   * of the start, and what elastic forces, constant loads and the others have
   * since released: T, V, U are kinetic, strain and potential energy, of which
   * U has an arbitrary zero.
   */
  class EnergyRecord
  {
  public:
    /** Residuals beyond the first, over the scale, are a failure, beyond the
     * second worth a warning. */
    static constexpr double failing_residual = 1e-6;
    static constexpr double warning_residual = 1e-9;

    /** A gain of E_k = (T + V + U)_k beyond the first, over A_k, is a failure:
     * near the critical step of central differences, whose H is bounded, E may
     * well be many times A. One of H beyond the second is worth a warning. */
    static constexpr double failing_gain = 1e3;
    static constexpr double warning_gain = 1e-3;

    /** Opens the record with the energies of the initial state. */
    void
    open(const Energy &initial, const bool identity = true)
    {
      *this          = EnergyRecord();
      has_identity   = identity;
      energy         = initial;
      initial_energy = initial;
      scale          = size(energy);
      start          = initial.kinetic + std::abs(initial.strain);
    }

    /** Whether a step may be entered: its energy is finite, its residual and
     * the gain of E are no failures. */
    PERCUSS_ALWAYS_INLINE bool
    accepts(const EnergyBalance &balance, const Energy &after) const
    {
      return std::isfinite(after.total()) && identity_holds(balance, after) &&
             is_bounded(balance, after);
    }

    PERCUSS_ALWAYS_INLINE bool
    identity_holds(const EnergyBalance &balance, const Energy &after) const
    {
      return std::abs(balance.change - balance.work.total()) <=
             failing_residual * scale_with(balance, after);
    }

    /** Energies of the first steps are put in, too, and not judged; nor are
     * those below what the impulses of the step might have done: of systems at
     * rest they may be rounding. */
    PERCUSS_ALWAYS_INLINE bool
    is_bounded(const EnergyBalance &balance, const Energy &after) const
    {
      const double external  = cumulative.external + balance.work.external;
      const double available = put_in(external, after);
      return after.total() - initial_energy.total() - external <=
               std::max(failing_gain * std::max(available, largest_at_first),
                        balance.scale_of_contact) ||
             n_steps < n_first_steps;
    }

    /** What the residual of a step is measured with [J]. */
    PERCUSS_ALWAYS_INLINE double
    scale_with(const EnergyBalance &balance, const Energy &after) const
    {
      return std::max(std::max(scale, size(after)),
                      std::max(std::abs(balance.work.external),
                               balance.scale_of_contact));
    }

    /** Why not; names the step and the time of its end. */
    NumericalFailure
    rejection(const EnergyBalance &balance,
              const Energy        &after,
              unsigned long int    step,
              double               time) const;

    /** Enters the balance of a step and the energies after it. */
    PERCUSS_ALWAYS_INLINE void
    record(const EnergyBalance &balance, const Energy &after)
    {
      identity_residual = balance.change - balance.work.total();
      cumulative += balance.work;
      energy = after;
      scale  = scale_with(balance, after);
      enter_first_steps();
      ++n_steps;

      // a residual that is not the largest so far is not the largest in
      // relation to a scale that only grows, either
      const double error = std::abs(identity_residual);
      if (error > max_residual)
        {
          max_residual = error;
          if (scale > 0.)
            max_relative_residual =
              std::max(max_relative_residual, error / scale);
        }

      enter_gain();
    }

    /** Enters, as one step, the record of the steps of a smaller size into
     * which it was divided: opened with the energies of the last state. */
    void
    record(const EnergyRecord &steps)
    {
      identity_residual = steps.identity_residual;
      cumulative += steps.cumulative;
      energy       = steps.energy;
      scale        = std::max(scale, steps.scale);
      max_residual = std::max(max_residual, steps.max_residual);
      max_relative_residual =
        std::max(max_relative_residual, steps.max_relative_residual);
      enter_first_steps();
      ++n_steps;
      enter_gain();
    }

    /** Goes on from the record of another mesh, with the energies that the
     * last state has on this one: H changes by work of the adaptation. */
    void
    go_on(const EnergyRecord &before, const Energy &on_this_mesh)
    {
      *this = before;
      cumulative.adaptation += on_this_mesh.algorithmic - energy.algorithmic;
      energy = on_this_mesh;
      scale  = std::max(scale, size(energy));
      enter_gain();
    }

    void
    serialize(Archive &archive)
    {
      archive.section("energy balance");
      archive(*this);
    }

    /** A_k [J]. */
    PERCUSS_ALWAYS_INLINE double
    put_in() const
    {
      return start + released + largest_external;
    }

    /** What rounding, and what contact problems may leave, can have done to
     * energies and works [J]: a share of the largest energy and of what the
     * impulses of a step might have done. Of bodies at rest, whose energies are
     * themselves made by rounding, the only scale. */
    PERCUSS_ALWAYS_INLINE double
    rounding() const
    {
      return warning_residual * scale;
    }

    /** Whether the largest gain of H so far is worth a warning. */
    bool
    has_gained() const
    {
      return max_gain > gain_limit();
    }

    /** Whether E has gained more than all that was put in. H has terms of the
     * time step beside E, and where that is long they hide what E does. An
     * energy of the start that rounding did not make needs no floor, for which
     * long time steps make impulses too large. */
    bool
    has_gained_in_total() const
    {
      const bool has_start = start > smallest_start * scale;
      return max_total_gain > put_in() + (has_start ? 0. : rounding());
    }

    /** Whether the scheme has an identity for the system; if not, its
     * dissipation is what the other entries leave, and residuals are zero. */
    bool has_identity = true;

    Energy initial_energy;
    Energy energy;                 ///< at t_k
    Work   cumulative;             ///< from t_0 to t_k
    double identity_residual = 0.; ///< of the last step [J]
    double max_residual      = 0.; ///< largest magnitude so far [J]
    /** The same over the scale of its step: the largest so far. */
    double max_relative_residual = 0.;

    double            max_gain  = 0.; ///< largest H_k - H_0 - W_k so far [J]
    unsigned long int gain_step = 0;  ///< the first with a gain for a warning
    double max_total_gain       = 0.; ///< largest E_k - E_0 - W_k so far [J]

  private:
    PERCUSS_ALWAYS_INLINE static double
    size(const Energy &energy)
    {
      return energy.kinetic + std::abs(energy.total());
    }

    PERCUSS_ALWAYS_INLINE double
    released_by(const Energy &after) const
    {
      return initial_energy.strain + initial_energy.potential - after.strain -
             after.potential;
    }

    PERCUSS_ALWAYS_INLINE double
    put_in(const double external, const Energy &after) const
    {
      return start + std::max(released, released_by(after)) +
             std::max(largest_external, std::abs(external));
    }

    /** The limit of the gain for a warning; rounding is not worth one. */
    PERCUSS_ALWAYS_INLINE double
    gain_limit() const
    {
      return warning_gain * put_in() + rounding();
    }

    PERCUSS_ALWAYS_INLINE void
    enter_first_steps()
    {
      if (n_steps < n_first_steps)
        largest_at_first =
          std::max(largest_at_first, energy.kinetic + std::abs(energy.strain));
    }

    /** A gain at the beginning that is small beside what is put in later is
     * forgotten. */
    PERCUSS_ALWAYS_INLINE void
    enter_gain()
    {
      released = std::max(released, released_by(energy));
      largest_external =
        std::max(largest_external, std::abs(cumulative.external));
      const double gain =
        energy.algorithmic - initial_energy.algorithmic - cumulative.external;
      max_gain = std::max(max_gain, gain);
      max_total_gain =
        std::max(max_total_gain,
                 energy.total() - initial_energy.total() - cumulative.external);
      if (max_gain <= gain_limit())
        gain_step = 0;
      else if (gain_step == 0)
        gain_step = n_steps;
    }

    static constexpr unsigned long int n_first_steps = 3;

    /** Of what is known to 1e-10 of its velocities. */
    static constexpr double smallest_start = 1e-20;

    unsigned long int n_steps          = 0;
    double            largest_at_first = 0.; // T + |V|
    double            scale            = 0.;
    double            start            = 0.; // T_0 + |V_0|
    double            released         = 0.; // the maximum in A_k
    double            largest_external = 0.; // the other one
  };
} // namespace percuss

#endif
