// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_both_levels_h
#define percuss_simulation_both_levels_h

#include <percuss/simulation/velocity_level.h>

#include <vector>

namespace percuss
{
  /** The velocity level with P and, with a multiplier tau of its own,
   * 0 <= g_{k+1} perp tau >= 0. */
  template <class System, class Scheme, class Constraints, class Solver>
  class BothLevels
  {
  public:
    using Step   = ContactStep<System, Scheme, Constraints, Solver>;
    using Rows   = typename Step::Rows;
    using A      = typename Step::A;
    using Data   = typename Step::Data;
    using Array  = typename Step::Array;
    using Arrays = typename Step::Arrays;
    using VelocityLevel =
      percuss::VelocityLevel<System, Scheme, Constraints, Solver>;

    BothLevels(Step &step, VelocityLevel &velocity_level)
      : multiplier(step.arrays.gap)
      , projected(step.arrays.gap.size(), 0)
      , step(step)
      , arrays(step.arrays)
      , velocity_level(velocity_level)
      , joint_multiplier(step.arrays.gap)
      , combined(step.stepped.treatment().combined_activation)
    {}

    void
    resolve(State<A> &next, Data &data)
    {
      step.constrained_velocity(next,
                                step.stepped.end_time(),
                                data,
                                arrays.free_velocity);
      step.constrained_gap(next, data, arrays.free_gap);
      if (!combined && step.activation.needs_free_gap())
        forecast_gaps_of_both_levels(data);
      const double tolerance =
        Activation::gap_tolerance(step.stepped.clock.time_step,
                                  step.contact_speed());
      const bool is_open = begin_active_set(tolerance);

      // the set of Algorithm 2 grows until it is stationary
      n_active_sets = 1; // without contacts
      do
        {
          const bool any_active = combined ?
                                    step.set_cones([this](const std::size_t i) {
                                      return projected[i];
                                    }) :
                                    velocity_level.activate();
          if (!any_active && is_open)
            {
              std::ranges::fill(arrays.impulse, 0.);
              return;
            }
          ++n_active_sets;
          step.delassus.update(arrays.cones, data);
          velocity_level.set_right_hand_side();
          step.check(step.delassus.solve_both(arrays.b,
                                              arrays.free_gap,
                                              arrays.cones,
                                              projected,
                                              combined,
                                              tolerance,
                                              arrays.impulse,
                                              multiplier));
      } while (combined && grow_active_set(tolerance));

      for (const double tau : multiplier)
        step.statistics.max_multiplier =
          std::max(step.statistics.max_multiplier, std::abs(tau));
      const double weight = step.stepped.treatment().friction_displacement *
                            step.stepped.clock.time_step;
      if (weight != 0.)
        for (std::size_t i = 0; i < multiplier.size(); ++i)
          if (step.stepped.rows.is_tangential(i))
            multiplier[i] = weight * arrays.impulse[i];
      step.response.apply_impulses(arrays.impulse, data, next);
      step.response.apply_projection(multiplier, data, next);
    }

    Array             multiplier; ///< tau [m]
    std::vector<char> projected;  ///< the rows that have one
    unsigned int      n_active_sets    = 0;
    bool              keeps_active_set = false; ///< of the last iterate

  private:
    /** forecast_gap from free_velocity and free_gap. */
    void
    forecast_gaps_of_both_levels(Data &data)
    {
      arrays.forecast_gap = arrays.free_gap;
      if (!velocity_level.joints_move_contacts)
        return;
      step.delassus.update(arrays.cones, data);
      for (std::size_t i = 0; i < projected.size(); ++i)
        projected[i] = step.stepped.rows.is_joint(i);
      const SolverReport report = step.delassus.solve_both(
        arrays.free_velocity,
        arrays.free_gap,
        step.stepped.rows.joint_cones,
        projected,
        false,
        Activation::gap_tolerance(step.stepped.clock.time_step,
                                  step.contact_speed()),
        arrays.joint_impulse,
        joint_multiplier);
      if (!report.is_solution_usable())
        step.throw_unsolved(report);
      for (std::size_t i = 0; i < arrays.forecast_gap.size(); ++i)
        arrays.forecast_gap[i] = step.delassus.gap_of_both(i);
    }

    /** Rows whose gaps are projected from the start; whether none is closed. */
    bool
    begin_active_set(const double tolerance)
    {
      bool is_open = true;
      for (std::size_t i = 0; i < arrays.impulse.size(); ++i)
        {
          const bool is_joint   = step.stepped.rows.is_joint(i);
          const bool is_contact = step.stepped.rows.is_contact(i);
          // with joints, whose reactions move the gaps, the set grows from none
          projected[i] =
            is_joint || (is_contact && (!combined ||
                                        (!step.stepped.rows.has_joints &&
                                         arrays.free_gap[i] <= tolerance) ||
                                        (keeps_active_set && projected[i])));
          is_open &=
            !is_joint && (!is_contact || (arrays.free_gap[i] > tolerance &&
                                          !(combined && projected[i])));
          multiplier[i] = 0.;
        }
      return is_open;
    }

    /** Adds the rows that the solution violates; whether there was one. */
    bool
    grow_active_set(const double tolerance)
    {
      bool grows = false;
      for (std::size_t i = 0; i < arrays.impulse.size(); ++i)
        if (!projected[i] && step.stepped.rows.is_contact(i) &&
            step.delassus.gap_of_both(i) <= tolerance)
          projected[i] = grows = true;
      return grows;
    }

    Step          &step;
    Arrays        &arrays;
    VelocityLevel &velocity_level;
    Array          joint_multiplier;
    const bool     combined; // the set of Algorithm 2

    friend class StepContacts<System, Scheme, Constraints, Solver>;
  };
} // namespace percuss

#endif
