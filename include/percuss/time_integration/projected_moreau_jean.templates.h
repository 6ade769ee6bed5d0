// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_projected_moreau_jean_templates_h
#define percuss_time_integration_projected_moreau_jean_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/time_integration/moreau_jean.templates.h>
#include <percuss/time_integration/projected_moreau_jean.h>

namespace percuss
{
  template <class System>
  ProjectedMoreauJean<System>::ProjectedMoreauJean(
    const double           theta,
    const bool             combined_activation,
    const Coupling         coupling,
    const ProjectionMetric metric,
    const VariableMass     variable_mass,
    const JointImpulses    joint_impulses)
    : ExtendedScheme<System, MoreauJean<System>>(theta,
                                                 theta,
                                                 variable_mass,
                                                 joint_impulses)
    , combined_activation(combined_activation)
    , coupling(coupling)
    , metric(metric)
  {}

  template <class System>
  ContactTreatment
  ProjectedMoreauJean<System>::contact_treatment() const
  {
    ContactTreatment treatment               = base.contact_treatment();
    treatment.level                          = ContactTreatment::Level::both;
    treatment.impulses_work_at_mean_velocity = false; // projections, too
    treatment.jacobian_point      = ContactTreatment::JacobianPoint::iterate;
    treatment.coupling            = coupling;
    treatment.combined_activation = combined_activation;
    return treatment;
  }

  template <class System>
  void
  ProjectedMoreauJean<System>::correction(const Vector &r, Vector &s) const
  {
    if (metric == ProjectionMetric::euclidean)
      s.equ(1., r);
    else
      base.linear_solver().solve(s, r);
  }

  template <class System>
  void
  ProjectedMoreauJean<System>::projection_response(const Tangents<System> &at,
                                                   const Vector           &r,
                                                   ImpulseIncrement<A>    &d,
                                                   Vector &direct) const
  {
    const auto &[system, h, x, w] = at;

    const double h_theta = h * base.theta;
    correction(r, direct);
    system.stiffness_product(x, direct, w.force);
    w.residual.equ(-h_theta, w.force);
    base.linear_solver().solve(d.dv, w.residual);
    d.dq.equ(h_theta, d.dv);
    d.dq.add(1., direct);
    d.da = 0.;
  }

  template <class System>
  double
  ProjectedMoreauJean<System>::projection_work(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    if (!effect.projects)
      return 0.;
    const double theta = base.theta;
    Vector      &s     = w.solution;
    correction(effect.projection, s);
    double work = -weighted_product(theta, s, x.load, next.load);
    if (system.is_elastic())
      work += weighted_product(theta, s, x.elastic_force, next.elastic_force);
    if (system.is_damped())
      work += weighted_product(theta, s, x.damping_force, next.damping_force);
    if (coupling == Coupling::one_pass)
      {
        system.stiffness_product(next, s, w.force);
        work += theta * (next.dq * w.force - s * w.force);
      }
    return work;
  }
} // namespace percuss

#endif
