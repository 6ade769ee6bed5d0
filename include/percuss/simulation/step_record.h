// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_step_record_h
#define percuss_simulation_step_record_h

#include <percuss/algebra/linear_iterations.h>
#include <percuss/base/always_inline.h>
#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/constraints/contact_law.h>
#include <percuss/constraints/stateful_law.h>
#include <percuss/simulation/energy_record.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace percuss
{
  /** What happened at the contacts from the start of the run. */
  struct ContactStatistics
  {
    double first_contact_time = std::numeric_limits<double>::quiet_NaN();
    double last_contact_time  = std::numeric_limits<double>::quiet_NaN();
    ///< ends t_{k+1} of the first and the last step with an impulse [s]
    double total_impulse   = 0.; ///< sum over rows and steps [N s]
    double peak_force      = 0.; ///< largest P/h of a row [N]
    double max_penetration = 0.; ///< largest -g, not negative [m]
    double largest_gap     = 0.; ///< g of any contact, not negative [m]
    double beyond_gap      = 0.; ///< largest -g above all gaps before it [m]
    double pushed_apart    = 0.; ///< see enter_push_apart() [m]
    double max_multiplier  = 0.; ///< largest |tau| of a projection
    double max_joint_gap   = 0.; ///< largest |g| of bilateral rows [m], [rad]

    // of the complementarity solver, over the steps with an active contact
    unsigned long int n_problems     = 0;
    unsigned long int sum_iterations = 0;
    unsigned int      min_iterations = std::numeric_limits<unsigned int>::max();
    unsigned int      max_iterations = 0;
    double            max_residual   = 0.; ///< relative natural-map residual
    unsigned long int n_fallbacks    = 0;  ///< problems left to a second solver

    StageRecords stages; ///< of the methods for friction, all problems

    unsigned long int n_relaxed =
      0; ///< problems solved by their convex relaxation
    double max_relaxation_gap_velocity =
      0.; ///< of them, see SolverReport [m/s]

    /** Enters the gap of a row [m], [rad]. */
    PERCUSS_ALWAYS_INLINE void
    enter_gap(const ContactLaw::Kind kind, const double g)
    {
      if (kind == ContactLaw::Kind::unilateral && g < 0.)
        {
          max_penetration = std::max(max_penetration, -g);
          if (-g > largest_gap)
            beyond_gap = std::max(beyond_gap, -g);
        }
      else if (kind == ContactLaw::Kind::unilateral)
        largest_gap = std::max(largest_gap, g);
      else if (kind == ContactLaw::Kind::bilateral)
        max_joint_gap = std::max(max_joint_gap, std::abs(g));
    }

    /** Enters the impulse of a contact [N s] in the step of @p h to @p t, if it
     * pushes. */
    PERCUSS_ALWAYS_INLINE void
    enter_impulse(const double P, const double h, const double t)
    {
      if (!(P > 0.))
        return;
      total_impulse += P;
      peak_force = std::max(peak_force, P / h);
      if (!(first_contact_time <= t)) // not a number at first
        first_contact_time = t;
      last_contact_time = t;
    }

    /** Enters that a contact has pushed in a step at whose start no contact had
     * ever been farther open, and at whose end its gap @p g is more than half of
     * that, @p widest: it acts across the gap [m]. */
    PERCUSS_ALWAYS_INLINE void
    enter_push_apart(const double g, const double widest)
    {
      if (g > 0.5 * widest)
        pushed_apart = std::max(pushed_apart, std::min(g, widest));
    }

    /** Enters a contact problem that was solved by one method. */
    PERCUSS_ALWAYS_INLINE void
    enter(const unsigned int iterations, const double residual)
    {
      ++n_problems;
      sum_iterations += iterations;
      min_iterations = std::min(min_iterations, iterations);
      max_iterations = std::max(max_iterations, iterations);
      max_residual   = std::max(max_residual, residual);
    }

    /** The same with what its report says. */
    void
    enter(const SolverReport &report)
    {
      enter(report.iterations, report.residual);
      n_fallbacks += report.fell_back;
      stages.add(report.stages);
      n_relaxed += report.dilation_speed > 0.;
      max_relaxation_gap_velocity =
        std::max(max_relaxation_gap_velocity, report.dilation_speed);
    }

    /** Adds what has happened since then. */
    void
    add(const ContactStatistics &later)
    {
      if (std::isnan(first_contact_time))
        first_contact_time = later.first_contact_time;
      if (!std::isnan(later.last_contact_time))
        last_contact_time = later.last_contact_time;
      total_impulse += later.total_impulse;
      peak_force      = std::max(peak_force, later.peak_force);
      max_penetration = std::max(max_penetration, later.max_penetration);
      if (later.beyond_gap > largest_gap)
        beyond_gap = std::max(beyond_gap, later.beyond_gap);
      if (later.pushed_apart >= largest_gap)
        pushed_apart = std::max(pushed_apart, later.pushed_apart);
      largest_gap    = std::max(largest_gap, later.largest_gap);
      max_multiplier = std::max(max_multiplier, later.max_multiplier);
      max_joint_gap  = std::max(max_joint_gap, later.max_joint_gap);
      n_problems += later.n_problems;
      sum_iterations += later.sum_iterations;
      min_iterations = std::min(min_iterations, later.min_iterations);
      max_iterations = std::max(max_iterations, later.max_iterations);
      max_residual   = std::max(max_residual, later.max_residual);
      n_fallbacks += later.n_fallbacks;
      stages.add(later.stages);
      n_relaxed += later.n_relaxed;
      max_relaxation_gap_velocity = std::max(max_relaxation_gap_velocity,
                                             later.max_relaxation_gap_velocity);
    }
  };

  /** Iterations of the steps of a run, per step. */
  struct IterationStatistics
  {
    /** Enters those of a step. */
    void
    enter(const unsigned int n_newton,
          const unsigned int n_active_sets,
          const bool         projects)
    {
      sum_newton += n_newton;
      max_newton = std::max(max_newton, n_newton);
      sum_active_sets += n_active_sets;
      max_active_sets = std::max(max_active_sets, n_active_sets);
      n_projections += projects;
    }

    /** Enters the linear systems of a step: the count @p before and after. */
    void
    enter(const LinearIterations &before, const LinearIterations &after)
    {
      const unsigned long int n = after.iterations - before.iterations;
      n_linear_solves += after.solves - before.solves;
      sum_linear_iterations += n;
      max_linear_iterations = std::max(max_linear_iterations, n);
    }

    // corrections of the equation of motion, each with its contact problem;
    // zero where a step needs no iteration
    unsigned long int sum_newton = 0;
    unsigned int      max_newton = 0;

    // of linear systems that are solved by iteration, all of a step
    unsigned long int n_linear_solves       = 0;
    unsigned long int sum_linear_iterations = 0;
    unsigned long int max_linear_iterations = 0;

    // of schemes that project positions
    unsigned long int sum_active_sets = 0; ///< the empty one included, those
    unsigned int      max_active_sets = 0; ///< of a step's last correction
    unsigned long int n_projections   = 0; ///< steps with a tau not zero

    /** Steps whose contacts are those of the iterate before the last one, since
     * the sets of contacts of the iterates alternate. */
    unsigned long int n_alternating = 0;

    // time steps that failed and were repeated in smaller ones, into how many
    // at most
    unsigned long int n_halved_steps   = 0;
    unsigned long int max_steps_in_one = 1;

    /** Adds those of @p n_steps smaller steps that replace one. */
    void
    add_replaced_step(const IterationStatistics &smaller,
                      const unsigned long int    n_steps)
    {
      add(smaller);
      ++n_halved_steps;
      max_steps_in_one = std::max(max_steps_in_one, n_steps);
    }

    /** Adds those of further steps. */
    void
    add(const IterationStatistics &later)
    {
      sum_newton += later.sum_newton;
      max_newton = std::max(max_newton, later.max_newton);
      sum_active_sets += later.sum_active_sets;
      max_active_sets = std::max(max_active_sets, later.max_active_sets);
      n_projections += later.n_projections;
      n_alternating += later.n_alternating;
      n_linear_solves += later.n_linear_solves;
      sum_linear_iterations += later.sum_linear_iterations;
      max_linear_iterations =
        std::max(max_linear_iterations, later.max_linear_iterations);
    }
  };

  /**
   * A read-only view of one step for observers; the arrays (m entries, one per
   * contact row) live as long as the stepper and change with the next step.
   */
  struct StepRecord
  {
    unsigned long int step      = 0;  ///< k, 0 before the first step
    double            time      = 0.; ///< t_k [s]
    double            time_step = 0.; ///< h [s]

    const EnergyRecord *energy_record = nullptr;
    Energy energy; ///< at t_k, with the velocities of the stepper's state()
    const ContactStatistics *contacts = nullptr;
    IterationStatistics      iterations;

    std::span<const double> gap;              ///< g(q_k) [m]
    std::span<const double> contact_velocity; ///< G v_k [m/s]
    std::span<const double> impulse;          ///< P_k of the step to t_k [N s]

    unsigned int active_contacts   = 0;
    unsigned int solver_iterations = 0;
    double       max_penetration   = 0.; ///< of this step [m]

    std::vector<const StatefulLaw *> laws; ///< with their states at t_k
  };
} // namespace percuss

#endif
