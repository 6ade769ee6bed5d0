// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_iteration_templates_h
#define percuss_simulation_time_stepper_iteration_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/simulation/time_stepper.h>

#include <algorithm>

namespace percuss
{
  // TimeStepper: where the iterates of a step have their normals and tangents,
  // and how large their corrections are.

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::set_jacobian_point(
    const State<A> &x,
    Data           &data)
  {
    const Constraints &constraints = stepped.rows.constraints;
    if (constraints.is_moving())
      stepped.rows.jacobian.set_time(stepped.end_time());
    if (!constraints.is_linear() &&
        stepped.jacobian_points().velocities == JacobianPoint::midpoint)
      {
        data.workspace.point.equ(0.5 * stepped.clock.time_step, x.v);
        stepped.system.retract(x.q, data.workspace.point, data.configuration);
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::linearize(
    const Step<System> &step,
    Data               &data)
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    if (has_new_tangents())
      {
        stepped.scheme.prepare(system, h, next);
        data.iterate.q.equ(1., next.q);
        data.iterate.dq.equ(1., next.dq);
        data.iterate.v.equ(1., next.v);
      }
    const JacobianPoints points = stepped.jacobian_points();
    if (stepped.rows.constraints.is_linear() ||
        points.gaps != JacobianPoint::iterate)
      return;
    data.position_configuration.equ(1., next.q);
    data.linearization_dq.equ(1., next.dq);
    contacts.linearize_gaps(next);
    if (points.velocities == JacobianPoint::iterate)
      data.configuration.equ(1., next.q);
    if (points.joints_at_midpoint)
      {
        w.point.equ(0.5, next.dq);
        system.retract(x.q, w.point, data.joint_configuration);
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::set_free_jacobian_point(
    const Step<System> &step,
    const bool          is_first,
    Data               &data)
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    const JacobianPoints points = stepped.jacobian_points();
    if (points.gaps == JacobianPoint::free)
      {
        if (stepped.treatment().position_shift == 0.)
          data.configuration.equ(1., next.q);
        else
          {
            stepped.shift_of_position(next, w.point);
            system.retract(next.q, w.point, data.configuration);
          }
      }
    if (!points.own &&
        (is_first || points.velocities != JacobianPoint::midpoint))
      contacts.set_velocity(x, stepped.start_time(), data);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::begin_iterate(
    const State<A> &next,
    Data           &data)
  {
    data.correction_v.equ(-1., next.v);
    if (stepped.level() == Level::both)
      data.correction_dq.equ(-1., next.dq);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE double
  TimeStepper<System, Scheme, Constraints, Solver>::correction_size(
    const State<A> &next,
    Data           &data) const
  {
    Vector &difference = data.workspace.point;
    difference.equ(1., next.v);
    difference.add(1., data.correction_v);
    const double of_v = stepped.system.increment_size(difference);
    if (stepped.level() != Level::both)
      return of_v;
    difference.equ(1., next.dq);
    difference.add(1., data.correction_dq);
    return std::max(of_v,
                    stepped.system.increment_size(difference) /
                      stepped.clock.time_step);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  bool
  TimeStepper<System, Scheme, Constraints, Solver>::is_converged(
    const State<A> &next,
    Data           &data)
  {
    using Verdict = NewtonIteration::Verdict;

    const System &system = stepped.system;
    newton.enter_scales(system.increment_size(next.v),
                        system.configuration_size(next.q) /
                          stepped.clock.time_step);
    if (newton.is_lost())
      throw newton.failure(stepped.step + 1, stepped.end_time());
    if (contacts.velocity_level.is_unsolved)
      {
        if (newton.is_at_end())
          contacts.throw_unsolved(contacts.velocity_level.unsolved_report,
                                  " of Newton's last iterate");
        return false;
      }
    if (!stepped.rows.constraints.is_linear() &&
        stepped.jacobian_points().gaps == JacobianPoint::iterate)
      newton.enter_gap_error(contacts.gap_error(next, data));
    const Verdict verdict = newton.verdict();
    if (verdict == Verdict::failed)
      throw newton.failure(stepped.step + 1, stepped.end_time());
    step_record.iterations.n_alternating += verdict == Verdict::alternates;
    return verdict != Verdict::goes_on;
  }
} // namespace percuss

#endif
