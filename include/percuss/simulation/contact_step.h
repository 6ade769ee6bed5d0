// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_contact_step_h
#define percuss_simulation_contact_step_h

#include <percuss/base/exceptions.h>
#include <percuss/constraints/activation.h>
#include <percuss/simulation/laws_of_step.h>
#include <percuss/simulation/step_delassus.h>
#include <percuss/simulation/step_record.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace percuss
{
  /** The rows of a step, m numbers each. */
  template <class Array, class Cones>
  struct ContactArrays
  {
    ContactArrays(const Array &zeros, const Cones &cones)
      : gap(zeros)
      , velocity(zeros)
      , velocity_rate(zeros)
      , impulse(zeros)
      , slip(zeros)
      , slip_rate(zeros)
      , old_impulse(zeros)
      , free_gap(zeros)
      , forecast_gap(zeros)
      , iterate_gap(zeros)
      , free_velocity(zeros)
      , b(zeros)
      , joint_impulse(zeros)
      , rate(zeros)
      , cones(cones)
    {}

    Array gap;           ///< g_k [m]
    Array velocity;      ///< u_k, or u_{k+1} [m/s]
    Array velocity_rate; ///< dg/dt in it
    Array impulse;       ///< P [N s]

    // where contacts are forces: what a step moves the gaps and contact points,
    // the share of it that moving obstacles have, the impulses of the last step
    Array slip, slip_rate, old_impulse;

    // of the free motion, of activation, and where gaps are linearized
    Array free_gap, forecast_gap, iterate_gap, free_velocity;

    Array b;             ///< of 0 <= W P + b perp P >= 0
    Array joint_impulse; ///< of the joints alone
    Array rate;          ///< dg/dt, of the last velocity computed
    Cones cones;
  };

  /** What the levels of a contact problem have in common: the arrays of the
   * step, velocities and gaps that the scheme constrains, cones, reports. */
  template <class System, class Scheme, class Constraints, class Solver>
  class ContactStep
  {
  public:
    using Stepped       = SteppedSystem<System, Scheme, Constraints>;
    using Response      = SchemeResponse<System, Scheme, Constraints>;
    using Delassus      = StepDelassus<System, Scheme, Constraints, Solver>;
    using Rows          = typename Stepped::Rows;
    using A             = typename Stepped::A;
    using Vector        = typename Stepped::Vector;
    using Data          = typename Stepped::Data;
    using Array         = typename Stepped::Array;
    using Cones         = typename Rows::Cones;
    using Arrays        = ContactArrays<Array, Cones>;
    using Level         = ContactTreatment::Level;
    using JacobianPoint = ContactTreatment::JacobianPoint;

    ContactStep(Response         &response,
                Delassus         &delassus,
                Solver           &solver,
                const Activation &activation)
      : stepped(response.stepped)
      , response(response)
      , delassus(delassus)
      , solver(solver)
      , activation(activation)
      , arrays(stepped.rows.zeros(), stepped.rows.joint_cones)
      , laws(stepped.rows,
             stepped.options.own_laws,
             Rows::fixed_size == 0 && stepped.level() == Level::velocity)
    {}

    /** Whether the activation reads the configuration of the free motion. */
    bool
    forecasts_positions() const
    {
      return activation.needs_free_gap() || stepped.treatment().own_activation;
    }

    /** Whether there are laws with a state; a single row has none. */
    bool
    has_laws() const
    {
      if constexpr (Rows::fixed_size == 1)
        return false;
      else
        return !laws.empty();
    }

    /** Whether some of them have impulses, at the velocity level. */
    bool
    are_pulled() const
    {
      if constexpr (Rows::fixed_size != 0)
        return false;
      else
        return laws.has_impulses;
    }

    /** u_k of the state at the beginning of a step, or u_{k+1}. */
    PERCUSS_ALWAYS_INLINE void
    set_velocity(const State<A> &x, const double t, Data &data)
    {
      constrained_velocity(x, t, data, arrays.velocity);
      if (stepped.rows.constraints.is_moving())
        arrays.velocity_rate = arrays.rate;
    }

    /** Whether a row's impulse is more than what is left, by rounding, of a pull
     * and of what balances it. */
    bool
    pushes(const std::size_t row) const
    {
      constexpr double rounding = 1e-12;
      return !are_pulled() || arrays.impulse[row] > -rounding * laws.pull[row];
    }

    /** Adds @p factor times what the contacts open with velocity in a step. */
    void
    add_opening(const double factor)
    {
      if (are_pulled())
        for (std::size_t row = 0; row < arrays.velocity.size(); ++row)
          laws.opening[row] +=
            factor * stepped.clock.time_step * arrays.velocity[row];
    }

    /** slip = G dq + h dg/dt of the step that led to @p next. */
    void
    set_slip(const State<A> &next, Data &data)
    {
      stepped.rows.jacobian.velocity(data.configuration, next.dq, arrays.slip);
      if (!stepped.rows.constraints.is_moving())
        return;
      stepped.rows.constraints.gap_rate(data.configuration,
                                        stepped.end_time(),
                                        arrays.slip_rate);
      for (std::size_t i = 0; i < arrays.slip.size(); ++i)
        arrays.slip[i] += stepped.clock.time_step * arrays.slip_rate[i];
    }

    /** Keeps the gaps of an iterate, where they are linearized. */
    void
    linearize_gaps(const State<A> &next)
    {
      stepped.rows.constraints.gap(next.q,
                                   stepped.end_time(),
                                   arrays.iterate_gap);
    }

    /** u = G v + dg/dt of the velocity that the scheme constrains, of the
     * state @p x at the time @p t. */
    PERCUSS_ALWAYS_INLINE void
    constrained_velocity(const State<A> &x,
                         const double    t,
                         Data           &data,
                         Array          &u)
    {
      const double shift = stepped.velocity_shift();
      if (shift == 0.)
        stepped.rows.jacobian.velocity(data.configuration, x.v, u);
      else if (response.is_local())
        {
          response.local->constrained_velocity(x, data.workspace.point);
          stepped.rows.jacobian.velocity(data.configuration,
                                         data.workspace.point,
                                         u);
        }
      else
        {
          Vector &V = data.workspace.point;
          V.equ(1., x.v);
          V.add(shift, x.a);
          stepped.rows.jacobian.velocity(data.configuration, V, u);
        }
      stepped.add_gap_rate(t + shift, data, arrays.rate, u);
    }

    /** The gaps of the positions that the scheme constrains. */
    PERCUSS_ALWAYS_INLINE void
    constrained_gap(const State<A> &x, Data &data, Array &g)
    {
      const Constraints &constraints = stepped.rows.constraints;
      const double       shift =
        stepped.treatment().position_shift * stepped.clock.time_step;
      Vector &dq = data.workspace.point;
      if (constraints.is_linear() ||
          stepped.jacobian_points().gaps != JacobianPoint::iterate)
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
        g[i] += arrays.iterate_gap[i];
    }

    /** Sets the cones of rows that are active by @p is_active(row). */
    template <class IsActive>
    PERCUSS_ALWAYS_INLINE bool
    set_cones(const IsActive &is_active)
    {
      bool any_active = false;
      active_contacts = 0;
      for (Cone &cone : arrays.cones)
        {
          const std::size_t i    = Rows::first_row(cone);
          const bool        acts = is_active(i);
          stepped.rows.law(i).set_cone(cone, acts);
          if constexpr (Rows::fixed_size != 1)
            stepped.rows.law(i).set_friction(cone, arrays.velocity);
          any_active |= acts;
          active_contacts += acts && !stepped.rows.is_joint(i);
          if (!acts && arrays.impulse[i] != 0.)
            for (std::size_t row = i; row < i + cone.n_rows; ++row)
              arrays.impulse[row] = 0.;
        }
      if (has_laws())
        laws.modify(arrays.cones);
      return any_active;
    }

    /** The largest |u| so far, or of this step's free motion, of all rows: bodies
     * that rest on each other fall together [m/s]. */
    double
    contact_speed() const
    {
      double speed = velocity_scale;
      for (const double u : arrays.free_velocity)
        speed = std::max(speed, std::abs(u));
      return speed;
    }

    /** Turns a report into statistics; throws NumericalFailure. */
    PERCUSS_ALWAYS_INLINE void
    check(const SolverReport &report)
    {
      if (!report.is_solution_usable())
        throw_unsolved(report);
      solver_iterations = report.iterations;
      statistics.enter(report);
    }

    [[noreturn]] void
    throw_unsolved(const SolverReport &report,
                   const std::string  &of_which = {}) const
    {
      throw NumericalFailure("The contact problem" + of_which +
                               " was not solved (" +
                               std::string(solver.name()) + ": " +
                               std::string(to_string(report.status)) + ")",
                             stepped.step + 1,
                             stepped.end_time(),
                             report.residual,
                             solver.advice(),
                             solver.tolerance());
    }

    Stepped         &stepped;
    Response        &response;
    Delassus        &delassus;
    Solver          &solver;
    const Activation activation;

    Arrays            arrays;
    LawsOfStep        laws; ///< whose pull is a part of impulse
    ContactStatistics statistics;

    unsigned int active_contacts = 0, solver_iterations = 0;
    double       velocity_scale = 0.; ///< largest |u| so far [m/s]
  };
} // namespace percuss

#endif
