// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_step_contacts_templates_h
#define percuss_simulation_step_contacts_templates_h

#include <percuss/base/exceptions.h>
#include <percuss/simulation/both_levels.templates.h>
#include <percuss/simulation/position_level.templates.h>
#include <percuss/simulation/step_contacts.h>
#include <percuss/simulation/velocity_level.templates.h>

#include <limits>

namespace percuss
{
  // What the levels have in common.

  template <class System, class Scheme, class Constraints, class Solver>
  StepContacts<System, Scheme, Constraints, Solver>::StepContacts(
    Response         &response,
    Delassus         &delassus,
    Solver           &solver,
    const Activation &activation)
    : gap(response.stepped.rows.zeros())
    , velocity(gap)
    , velocity_rate(gap)
    , impulse(gap)
    , cones(response.stepped.rows.joint_cones)
    , slip(gap)
    , slip_rate(gap)
    , old_impulse(gap)
    , laws(response.stepped.rows,
           Rows::fixed_size == 0 &&
             response.stepped.treatment().level == Level::velocity)
    , stepped(response.stepped)
    , response(response)
    , delassus(delassus)
    , solver(solver)
    , activation(activation)
    , reflects_opening(stepped.options.opening == OpeningContacts::reflecting ||
                       (stepped.options.opening == OpeningContacts::automatic &&
                        stepped.treatment().impulses_work_at_mean_velocity))
    , free_gap(gap)
    , forecast_gap(gap)
    , iterate_gap(gap)
    , free_velocity(gap)
    , velocity_before(gap)
    , b(gap)
    , multiplier(gap)
    , phase_impulse(gap)
    , joint_impulse(gap)
    , joint_multiplier(gap)
    , rate(gap)
    , unsolved_b(gap)
    , projected(gap.size(), 0)
  {
    const Rows &rows         = stepped.rows;
    restitutes_beside_joints = rows.has_joints && rows.restitutes &&
                               !rows.constraints.is_linear() &&
                               stepped.treatment().level == Level::velocity;
    for (const Cone &cone : cones)
      has_friction = has_friction || cone.n_rows > 1;
    joints_move_contacts = rows.has_joints && rows.has_contacts &&
                           !stepped.scheme.is_explicit() &&
                           forecasts_positions();
    if (joints_move_contacts)
      reinit(stepped.system, free_motion);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  StepContacts<System, Scheme, Constraints, Solver>::constrained_velocity(
    const State<A> &x,
    const double    t,
    Data           &data,
    Array          &u)
  {
    const double shift =
      stepped.treatment().velocity_shift * stepped.clock.time_step;
    if (shift == 0.)
      stepped.rows.jacobian.velocity(data.configuration, x.v, u);
    else
      {
        Vector &V = data.workspace.point;
        V.equ(1., x.v);
        V.add(shift, x.a);
        stepped.rows.jacobian.velocity(data.configuration, V, u);
      }
    stepped.add_gap_rate(t + shift, data, rate, u);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepContacts<System, Scheme, Constraints, Solver>::set_slip(
    const State<A> &next,
    Data           &data)
  {
    stepped.rows.jacobian.velocity(data.configuration, next.dq, slip);
    if (!stepped.rows.constraints.is_moving())
      return;
    stepped.rows.constraints.gap_rate(data.configuration,
                                      stepped.end_time(),
                                      slip_rate);
    for (std::size_t i = 0; i < slip.size(); ++i)
      slip[i] += stepped.clock.time_step * slip_rate[i];
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  StepContacts<System, Scheme, Constraints, Solver>::constrained_gap(
    const State<A> &x,
    Data           &data,
    Array          &g)
  {
    const Constraints &constraints = stepped.rows.constraints;
    const double       shift =
      stepped.treatment().position_shift * stepped.clock.time_step;
    Vector &dq = data.workspace.point;
    if (constraints.is_linear() || stepped.normals().gaps != Normal::iterate)
      {
        if (shift == 0.)
          {
            constraints.gap(x.q, stepped.end_time(), g);
            return;
          }
        stepped.shift_of_position(x, dq);
        stepped.system.retract(x.q, dq, data.shifted);
        constraints.gap(data.shifted, stepped.end_time() + shift, g);
        return;
      }
    // of the gaps linearized at the iterate
    dq.equ(1., x.dq);
    dq.add(-1., data.linearization_dq);
    stepped.rows.jacobian.velocity(data.position_configuration, dq, g);
    for (std::size_t i = 0; i < g.size(); ++i)
      g[i] += iterate_gap[i];
  }

  template <class System, class Scheme, class Constraints, class Solver>
  template <class IsActive>
  PERCUSS_ALWAYS_INLINE bool
  StepContacts<System, Scheme, Constraints, Solver>::set_cones(
    const IsActive &is_active)
  {
    bool any_active = false;
    active_contacts = 0;
    for (Cone &cone : cones)
      {
        const std::size_t i    = Rows::first_row(cone);
        const bool        acts = is_active(i);
        stepped.rows.law(i).set_cone(cone, acts);
        if constexpr (Rows::fixed_size != 1)
          stepped.rows.law(i).set_friction(cone, velocity);
        any_active |= acts;
        active_contacts += acts && !stepped.rows.is_joint(i);
        if (!acts && impulse[i] != 0.)
          for (std::size_t row = i; row < i + cone.n_rows; ++row)
            impulse[row] = 0.;
      }
    if (has_laws())
      laws.modify(cones);
    return any_active;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  double
  StepContacts<System, Scheme, Constraints, Solver>::gap_error(
    const State<A> &next,
    Data           &data)
  {
    constexpr double tolerance = 1e-12;

    constrained_gap(next, data, b);
    linearize_gaps(next);
    const double rounding = 4. * std::numeric_limits<double>::epsilon() *
                            stepped.system.configuration_size(next.q);
    double error = 0.;
    for (std::size_t i = 0; i < b.size(); ++i)
      if (!stepped.rows.is_tangential(i)) // slip has no gap
        {
          const double scale =
            std::abs(gap[i]) + velocity_scale * stepped.clock.time_step;
          error = std::max(error,
                           std::abs(iterate_gap[i] - b[i]) /
                             (tolerance * scale + rounding));
        }
    return error;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  double
  StepContacts<System, Scheme, Constraints, Solver>::energy_of_impulses() const
  {
    double sum = 0.;
    for (std::size_t row = 0; row < impulse.size(); ++row)
      sum += std::abs(impulse[row]) *
             (stepped.treatment().level == Level::position ?
                std::abs(free_gap[row]) / stepped.clock.time_step :
                std::max(velocity_scale, std::abs(free_velocity[row])));
    return sum;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepContacts<System, Scheme, Constraints, Solver>::serialize(Archive &archive)
  {
    archive.section("contacts");
    for (Array *const array : {&gap,
                               &velocity,
                               &velocity_rate,
                               &impulse,
                               &slip,
                               &slip_rate,
                               &old_impulse,
                               &free_gap,
                               &forecast_gap,
                               &iterate_gap,
                               &free_velocity,
                               &velocity_before,
                               &b,
                               &multiplier,
                               &phase_impulse,
                               &joint_impulse,
                               &joint_multiplier,
                               &rate})
      archive.array(std::span<double>(*array));
    laws.serialize(archive);
    archive.array(std::span<Cone>(cones));
    archive.array(std::span<char>(projected));
    archive(active_contacts,
            solver_iterations,
            n_active_sets,
            velocity_scale,
            statistics);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  StepContacts<System, Scheme, Constraints, Solver>::check(
    const SolverReport &report)
  {
    if (!report.is_solution_usable())
      throw_unsolved(report);
    solver_iterations = report.iterations;
    statistics.enter(report);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepContacts<System, Scheme, Constraints, Solver>::throw_unsolved(
    const SolverReport &report,
    const std::string  &of_which) const
  {
    throw NumericalFailure("The contact problem" + of_which +
                             " was not solved (" + std::string(solver.name()) +
                             ": " + std::string(to_string(report.status)) + ")",
                           stepped.step + 1,
                           stepped.end_time(),
                           report.residual,
                           "Try another complementarity solver, a smaller time "
                           "step, a larger solver tolerance or, with friction, "
                           "a largest dilation speed: half of gravity times "
                           "the time step cannot be seen.",
                           solver.tolerance());
  }
} // namespace percuss

#endif
