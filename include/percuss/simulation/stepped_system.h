// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_stepped_system_h
#define percuss_simulation_stepped_system_h

#include <percuss/base/always_inline.h>
#include <percuss/base/clock.h>
#include <percuss/base/exceptions.h>
#include <percuss/simulation/contact_options.h>
#include <percuss/simulation/contact_rows.h>
#include <percuss/simulation/jacobian_points.h>
#include <percuss/simulation/joint_forces.h>
#include <percuss/simulation/step_data.h>

#include <memory>

namespace percuss
{
  /**
   * A system, the scheme that steps it, and its rows: what the parts of a step
   * have in common. What a scheme whose type is known answers is known to the
   * compiler.
   */
  template <class System, class Scheme, class Constraints>
  class SteppedSystem
  {
  public:
    using A             = typename System::AlgebraType;
    using Vector        = typename A::Vector;
    using Data          = StepData<A>;
    using Rows          = ContactRows<Constraints>;
    using Array         = typename Rows::Array;
    using Level         = ContactTreatment::Level;
    using JacobianPoint = ContactTreatment::JacobianPoint;

    SteppedSystem(const System         &system,
                  Scheme               &scheme,
                  const Constraints    &constraints,
                  const Clock          &clock,
                  const ContactOptions &options)
      : system(system)
      , scheme(scheme)
      , clock(clock)
      , options(options)
      , rows(constraints, clock.start_time)
      , stored_treatment(scheme.contact_treatment())
      , stored_jacobian_points(
          choose_jacobian_points(stored_treatment,
                                 rows.has_joints,
                                 rows.constraints.is_linear(),
                                 options.jacobian_at_end))
      , has_explicit_scheme(scheme.is_explicit())
    {}

    const ContactTreatment &
    treatment() const
    {
      return stored_treatment;
    }

    const JacobianPoints &
    jacobian_points() const
    {
      return stored_jacobian_points;
    }

    Level
    level() const
    {
      return stored_treatment.level;
    }

    bool
    is_explicit() const
    {
      return has_explicit_scheme;
    }

    /** How much later than v is the velocity that the scheme constrains [s]. */
    PERCUSS_ALWAYS_INLINE double
    velocity_shift() const
    {
      return treatment().velocity_shift * clock.time_step;
    }

    /** Whether M, K, C and G are constant. */
    bool
    is_linear() const
    {
      return system.is_linear() && rows.constraints.is_linear();
    }

    /** t_k and t_{k+1} of the step being computed [s]. */
    PERCUSS_ALWAYS_INLINE double
    start_time() const
    {
      return clock.time(step);
    }
    PERCUSS_ALWAYS_INLINE double
    end_time() const
    {
      return clock.time(step + 1);
    }

    /** Where the G of the gaps is evaluated. */
    const Vector &
    position_configuration(const Data &data) const
    {
      return level() == Level::both ? data.position_configuration :
                                      data.configuration;
    }

    /** u += dg/dt at the configuration of the step and the time @p t; @p rate
     * is dg/dt. */
    PERCUSS_ALWAYS_INLINE void
    add_gap_rate(const double t, const Data &data, Array &rate, Array &u) const
    {
      if (!rows.constraints.is_moving())
        return;
      rows.constraints.gap_rate(data.configuration, t, rate);
      for (std::size_t i = 0; i < u.size(); ++i)
        u[i] += rate[i];
    }

    /** How far beyond @p x is the configuration that the scheme constrains. */
    void
    shift_of_position(const State<A> &x, Vector &dq) const
    {
      const double shift = treatment().position_shift * clock.time_step;
      dq.equ(shift, x.v);
      dq.add(shift * velocity_shift(), x.a);
    }

    const System        &system;
    Scheme              &scheme;
    const Clock          clock;
    const ContactOptions options;
    Rows                 rows;
    unsigned long int    step = 0; ///< k, of the steps that are done

    /** Forces of joints in the smooth motion, or none. */
    std::unique_ptr<JointForces<A, JacobianAt<Constraints>>> joint_forces;

  private:
    // what the scheme answers, asked once
    const ContactTreatment stored_treatment;
    const JacobianPoints   stored_jacobian_points;
    const bool             has_explicit_scheme;
  };
} // namespace percuss

#endif
