// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_scheme_response_h
#define percuss_simulation_scheme_response_h

#include <percuss/simulation/impulse_response.h>
#include <percuss/simulation/local_response.h>
#include <percuss/simulation/stepped_system.h>

#include <optional>

namespace percuss
{
  /**
   * What impulses do to the motion of a step: the scheme's linear maps
   *
   *     P, tau, r  ->  G^T P, G^T tau, r  ->  (dq, dv, da)
   *
   * with the tangents at data.iterate, the reaction of joints in the smooth
   * motion included where the scheme has one.
   */
  template <class System, class Scheme, class Constraints>
  class SchemeResponse
  {
  public:
    using Stepped = SteppedSystem<System, Scheme, Constraints>;
    using A       = typename Stepped::A;
    using Vector  = typename Stepped::Vector;
    using Data    = typename Stepped::Data;
    using Array   = typename Stepped::Array;
    using Level   = ContactTreatment::Level;

    explicit SchemeResponse(Stepped &stepped)
      : stepped(stepped)
      , of_joints(stepped.rows.zeros())
      , of_contacts(of_joints)
    {
      reinit(stepped.system, scratch);
      stepped.system.reinit(direct);
    }

    /** r += G^T p of the velocity level. */
    PERCUSS_ALWAYS_INLINE void
    add_impulse(const Data &data, const Array &p, Vector &r) const;

    /** The same, as ImpulseResponse asks for it. */
    struct ImpulseRows
    {
      void
      add_impulse(const Vector &, const Array &p, Vector &r) const
      {
        response.add_impulse(data, p, r);
      }
      const SchemeResponse &response;
      const Data           &data;
    };

    /** The maps from G^T P, G^T tau, and a force of the smooth motion. */
    auto
    of_impulses(Data &data, const bool joints_react = true)
    {
      return [&, joints_react](const Vector &r, ImpulseIncrement<A> &d) {
        stepped.scheme.impulse_response(tangents(data), r, d);
        if (stepped.joint_forces && joints_react)
          stepped.joint_forces->react(data.configuration, of_forces(data), d);
      };
    }
    auto
    of_projections(Data &data, const bool joints_react = true)
    {
      return [&, joints_react](const Vector &r, ImpulseIncrement<A> &d) {
        stepped.scheme.projection_response(tangents(data), r, d, direct);
        if (stepped.treatment().coupling ==
            ContactTreatment::Coupling::one_pass)
          { // frozen velocities
            d.dv = 0.;
            d.da = 0.;
            d.dq.equ(1., direct);
          }
        if (stepped.joint_forces && joints_react)
          stepped.joint_forces->react(data.configuration, of_forces(data), d);
      };
    }
    auto
    of_forces(Data &data)
    {
      return [&](const Vector &r, ImpulseIncrement<A> &d) {
        stepped.scheme.force_response(tangents(data), r, d);
      };
    }

    /** Of increments, the velocity or position that the scheme constrains. */
    void
    constrained_part(Level                      level,
                     const ImpulseIncrement<A> &d,
                     Vector                    &z) const;

    /** Adds the response to the impulses @p p of the velocity level, or of the
     * position level alone, to @p motion; writes to data.effect.impulse.
     * @param velocity its dv, where it is known */
    PERCUSS_ALWAYS_INLINE void
    apply_impulses(const Array        &p,
                   Data               &data,
                   State<A>           &motion,
                   const Vector *const velocity = nullptr)
    {
      if constexpr (!A::is_small)
        {
          if (is_local())
            {
              local->clear(data.effect.impulse);
              add_impulse(data, p, data.effect.impulse);
              local->add(data.effect.impulse, motion);
              return;
            }
          if (velocity != nullptr && complete_response(p, *velocity, data))
            {
              impulses.add(1., scratch, motion);
              return;
            }
        }
      impulses.apply(ImpulseRows{*this, data},
                     data.configuration,
                     p,
                     of_impulses(data),
                     data.effect.impulse,
                     scratch,
                     motion);
    }

    /** Adds @p velocity, of the motion under the predictor's residual and of the
     * impulses @p p, and what follows from it (DirectResponse). */
    void
    apply_with_motion(const Array  &p,
                      const Vector &velocity,
                      Data         &data,
                      State<A>     &motion)
    {
      complete_response(p, velocity, data);
      impulses.add(1., scratch, motion);
    }

    /** The same of impulses of any rows, whether their contacts are active or
     * not; writes to data.effect.impulse. */
    void
    apply_pull(const Array &p, Data &data, State<A> &motion)
    {
      Vector &r = data.effect.impulse;
      r         = 0.;
      add_impulse(data, p, r);
      impulses.add_response(1., r, of_impulses(data), scratch, motion);
    }

    /** The same of the position multipliers of a scheme of both levels; writes to
     * data.effect.projection. */
    void
    apply_projection(const Array &tau, Data &data, State<A> &motion)
    {
      projections.apply(stepped.rows.jacobian,
                        stepped.position_configuration(data),
                        tau,
                        of_projections(data),
                        data.effect.projection,
                        scratch,
                        motion);
    }

    /** Sets what the multipliers did, for the scheme and the energy balance. */
    PERCUSS_ALWAYS_INLINE void
    set_effect(const Array &impulse, const Array &multiplier, Data &data) const;

    /** Takes the impulses of the last iterate out of @p next. */
    void
    remove_effect(State<A> &next, Data &data);

    /** Enters the joints' forces against the impulses of an iterate. */
    void
    add_reactions(Data &data);

    Stepped &stepped;

    ImpulseResponse<A>  impulses, projections;
    ImpulseIncrement<A> scratch; // of one impulse
    Vector              direct;  // dq of a projection, velocities frozen

    /** Where impulses stay at their degrees of freedom; data.effect.impulse is
     * zero at all others then. */
    std::optional<LocalResponse<A>> local;

    bool
    is_local() const
    {
      if constexpr (A::is_small)
        return false;
      else
        return local.has_value();
    }

  private:
    bool
    complete_response(const Array &p, const Vector &velocity, Data &data)
    {
      Vector &r = data.effect.impulse;
      r         = 0.;
      add_impulse(data, p, r);
      scratch.dv.equ(1., velocity);
      return stepped.scheme.complete_response(tangents(data), r, scratch);
    }

    Tangents<System>
    tangents(Data &data) const
    {
      return {stepped.system,
              stepped.clock.time_step,
              data.iterate,
              data.workspace};
    }

    mutable Array of_joints, of_contacts; // impulses
  };

  template <class System, class Scheme, class Constraints>
  PERCUSS_ALWAYS_INLINE void
  SchemeResponse<System, Scheme, Constraints>::add_impulse(const Data  &data,
                                                           const Array &p,
                                                           Vector      &r) const
  {
    const auto &rows = stepped.rows;
    if (!stepped.jacobian_points().joints_at_midpoint)
      {
        rows.jacobian.add_impulse(data.configuration, p, r);
        return;
      }
    for (std::size_t i = 0; i < p.size(); ++i)
      {
        of_joints[i]   = rows.is_joint(i) ? p[i] : 0.;
        of_contacts[i] = rows.is_joint(i) ? 0. : p[i];
      }
    rows.jacobian.add_impulse(data.joint_configuration, of_joints, r);
    rows.jacobian.add_impulse(data.configuration, of_contacts, r);
  }

  template <class System, class Scheme, class Constraints>
  void
  SchemeResponse<System, Scheme, Constraints>::constrained_part(
    const Level                level,
    const ImpulseIncrement<A> &d,
    Vector                    &z) const
  {
    const double           h = stepped.clock.time_step;
    const ContactTreatment t = stepped.treatment();
    if (level == Level::velocity)
      {
        z.equ(1., d.dv);
        z.add(t.velocity_shift * h, d.da);
      }
    else
      {
        z.equ(1., d.dq);
        z.add(t.position_shift * h,
              d.dv,
              t.position_shift * t.velocity_shift * h * h,
              d.da);
      }
  }

  template <class System, class Scheme, class Constraints>
  PERCUSS_ALWAYS_INLINE void
  SchemeResponse<System, Scheme, Constraints>::set_effect(
    const Array &impulse,
    const Array &multiplier,
    Data        &data) const
  {
    ContactEffect<A> &effect = data.effect;
    const auto        acts   = [](const Array &p) {
      return std::ranges::any_of(p, [](const double x) { return x != 0.; });
    };
    effect.acts     = acts(impulse);
    effect.projects = stepped.level() == Level::both && acts(multiplier);
    if (effect.acts &&
        (stepped.scheme.needs_impulse_vector() || !stepped.is_linear()))
      {
        effect.impulse = 0.;
        add_impulse(data, impulse, effect.impulse);
      }
    if (effect.projects)
      {
        effect.projection = 0.;
        stepped.rows.jacobian.add_impulse(stepped.position_configuration(data),
                                          multiplier,
                                          effect.projection);
      }
  }

  template <class System, class Scheme, class Constraints>
  void
  SchemeResponse<System, Scheme, Constraints>::remove_effect(State<A> &next,
                                                             Data     &data)
  {
    const ContactEffect<A> &effect = data.effect;
    if (effect.acts)
      impulses.add_response(
        -1., effect.impulse, of_impulses(data, false), scratch, next);
    if (effect.projects)
      projections.add_response(
        -1., effect.projection, of_projections(data, false), scratch, next);
    if (effect.holds)
      impulses.add_response(
        -1., effect.joint_force, of_forces(data), scratch, next);
  }

  template <class System, class Scheme, class Constraints>
  void
  SchemeResponse<System, Scheme, Constraints>::add_reactions(Data &data)
  {
    ContactEffect<A> &effect = data.effect;
    if (effect.acts)
      {
        of_impulses(data, false)(effect.impulse, scratch);
        stepped.joint_forces->add_reaction(data.configuration,
                                           scratch,
                                           effect.joint_force);
      }
    if (effect.projects)
      {
        of_projections(data, false)(effect.projection, scratch);
        stepped.joint_forces->add_reaction(data.configuration,
                                           scratch,
                                           effect.joint_force);
      }
  }
} // namespace percuss

#endif
