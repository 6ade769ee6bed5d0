// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_step_contacts_h
#define percuss_simulation_step_contacts_h

#include <percuss/simulation/both_levels.h>
#include <percuss/simulation/position_level.h>

namespace percuss
{
  /**
   * The contact problem of a step, from the free motion of an iterate to its
   * impulses, with the conditions of the scheme's level (ContactTreatment).
   */
  template <class System, class Scheme, class Constraints, class Solver>
  class StepContacts : public ContactStep<System, Scheme, Constraints, Solver>
  {
  public:
    using Step     = ContactStep<System, Scheme, Constraints, Solver>;
    using Response = typename Step::Response;
    using Delassus = typename Step::Delassus;
    using Rows     = typename Step::Rows;
    using A        = typename Step::A;
    using Data     = typename Step::Data;
    using Array    = typename Step::Array;
    using Level    = typename Step::Level;
    using Step::are_pulled;
    using Step::arrays;
    using Step::has_laws;
    using Step::laws;
    using Step::stepped;

    StepContacts(Response         &response,
                 Delassus         &delassus,
                 Solver           &solver,
                 const Activation &activation)
      : Step(response, delassus, solver, activation)
      , velocity_level(*this)
      , position_level(*this)
      , both_levels(*this, velocity_level)
    {}

    /** A step begins, whose motion is iterated, or not. */
    PERCUSS_ALWAYS_INLINE void
    begin_step(const bool is_iterated)
    {
      velocity_level.begin_step(is_iterated);
      this->delassus.begin_step(arrays.cones);
      if constexpr (Rows::fixed_size != 1) // which needs no algorithm
        this->solver.begin_step();
      if (stepped.joint_forces) // what was reported, not a guess of impulses
        stepped.joint_forces->clear(arrays.impulse);
      if (has_laws())
        laws.begin_step(arrays.cones, arrays.velocity);
      if (are_pulled())
        begin_pull();
    }

    /** The impulses of the free motion @p next of @p x, to which it adds the
     * response. */
    PERCUSS_ALWAYS_INLINE void
    resolve(const State<A> &x, State<A> &next, Data &data)
    {
      const Level level = stepped.level();
      if constexpr (Rows::fixed_size == 0)
        if (are_pulled()) // of the free motion: impulse is P of the problem
          {
            add_pull(-1.);
            this->response.apply_pull(laws.pull, data, next);
          }
      if (level == Level::velocity)
        velocity_level.resolve(x, next, data);
      else if (level == Level::position)
        position_level.resolve(next, data);
      else
        both_levels.resolve(next, data);
      if (are_pulled())
        add_pull(1.);
      this->response.set_effect(arrays.impulse, both_levels.multiplier, data);
    }

    /** As VelocityLevel::resolve_with_motion(). */
    bool
    resolve_with_motion(State<A> &next, Data &data)
    {
      if (!velocity_level.resolve_with_motion(next, data))
        return false;
      this->response.set_effect(arrays.impulse, both_levels.multiplier, data);
      return true;
    }

    /** Largest difference of the gaps from their linearization, in their
     * tolerances (1e-12 of what they are or move, and rounding). */
    double
    gap_error(const State<A> &next, Data &data)
    {
      constexpr double tolerance = 1e-12;

      this->constrained_gap(next, data, arrays.b);
      this->linearize_gaps(next);
      const double rounding = 4. * std::numeric_limits<double>::epsilon() *
                              stepped.system.configuration_size(next.q);
      double error = 0.;
      for (std::size_t i = 0; i < arrays.b.size(); ++i)
        if (!stepped.rows.is_tangential(i)) // slip has no gap
          {
            const double scale = std::abs(arrays.gap[i]) +
                                 this->velocity_scale * stepped.clock.time_step;
            error = std::max(error,
                             std::abs(arrays.iterate_gap[i] - arrays.b[i]) /
                               (tolerance * scale + rounding));
          }
      return error;
    }

    /** Sum of |P| times the speed of the free motion, which impulses stop [J].
     */
    PERCUSS_ALWAYS_INLINE double
    energy_of_impulses() const
    {
      double sum = 0.;
      for (std::size_t row = 0; row < arrays.impulse.size(); ++row)
        sum += std::abs(arrays.impulse[row]) *
               (stepped.level() == Level::position ?
                  std::abs(arrays.free_gap[row]) / stepped.clock.time_step :
                  std::max(this->velocity_scale,
                           std::abs(arrays.free_velocity[row])));
      return sum;
    }

    /** Writes or reads what the next step depends on: arrays that are guesses
     * too, sets, statistics. */
    void
    serialize(Archive &archive)
    {
      archive.section("contacts");
      for (Array *const array : {&arrays.gap,
                                 &arrays.velocity,
                                 &arrays.velocity_rate,
                                 &arrays.impulse,
                                 &arrays.slip,
                                 &arrays.slip_rate,
                                 &arrays.old_impulse,
                                 &arrays.free_gap,
                                 &arrays.forecast_gap,
                                 &arrays.iterate_gap,
                                 &arrays.free_velocity,
                                 &velocity_level.velocity_before,
                                 &arrays.b,
                                 &both_levels.multiplier,
                                 &velocity_level.phase_impulse,
                                 &arrays.joint_impulse,
                                 &both_levels.joint_multiplier,
                                 &arrays.rate})
        archive.array(std::span<double>(*array));
      laws.serialize(archive);
      archive.array(std::span<Cone>(arrays.cones));
      archive.array(std::span<char>(both_levels.projected));
      archive(this->active_contacts,
              this->solver_iterations,
              both_levels.n_active_sets,
              this->velocity_scale,
              this->statistics);
    }

    VelocityLevel<System, Scheme, Constraints, Solver> velocity_level;
    PositionLevel<System, Scheme, Constraints, Solver> position_level;
    BothLevels<System, Scheme, Constraints, Solver>    both_levels;

  private:
    /** Sets the pull of the step; impulse has that of the step before. */
    void
    begin_pull()
    {
      add_pull(-1.);
      laws.set_impulses(stepped.clock.time_step, laws.pull);
      add_pull(1.);
    }

    /** impulse += factor pull */
    void
    add_pull(const double factor)
    {
      for (std::size_t row = 0; row < arrays.impulse.size(); ++row)
        arrays.impulse[row] += factor * laws.pull[row];
    }
  };
} // namespace percuss

#endif
