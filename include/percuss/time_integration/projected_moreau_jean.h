// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_projected_moreau_jean_h
#define percuss_time_integration_projected_moreau_jean_h

#include <percuss/time_integration/extended_scheme.h>
#include <percuss/time_integration/moreau_jean.h>

namespace percuss
{
  /** N of the projection q_{k+1} = q_k + h v_{k+theta} + N G^T tau. */
  enum class ProjectionMetric
  {
    euclidean, ///< N = I
    kinetic    ///< N = S^{-1} ([A12] Remark 3)
  };

  /**
   * Moreau-Jean's scheme with projection of the positions ([A12] (28)):
   *
   *     M (v_{k+1} - v_k) + h (K q_{k+theta} + C v_{k+theta} - F_{k+theta})
   *                                                       = G^T P,
   *     q_{k+1} = q_k + h v_{k+theta} + s,      s = N G^T tau,
   *     0 <= u_{k+1} + e u_k  perp  P >= 0      where the contact is active,
   *     0 <= g(q_{k+1})  perp  tau >= 0.
   *
   * Direct projection ([A12] Algorithm 1) has a forecast for the active set and
   * projects every contact; combined projection (Algorithm 2) grows the set of
   * those that the result would violate, from none, and projects only within
   * it, onto g = 0 with tau of either sign where P > 0. With s in the first
   * line,
   *
   *     dv = -h theta S^{-1} K s,     dq = h theta dv + s;
   *
   * frozen velocities leave dq = s.
   *
   * Energy identity: that of Moreau-Jean plus the work of the projection
   * against the forces f_{k+theta} = (F - K q - C v)_{k+theta},
   *
   *     DE = Dq^T F_{k+theta} - Dq^T C v_{k+theta} + U_{k+theta}^T P
   *          - s^T f_{k+theta} + (1/2 - theta) (|Dv|_M^2 + |Dq|_K^2),
   *
   * since Dq = h v_{k+theta} + s. It can be positive: that is the chattering of
   * [A12] Figs. 6, 7. In one pass the velocities do not know s, the first line
   * has f(q_{k+theta} - theta s), and theta (Dq - s)^T K s adds to that work.
   *
   * Equations: doc/theory/time_integration.md (6a), (9).
   */
  template <class System>
  class ProjectedMoreauJean final
    : public ExtendedScheme<System, MoreauJean<System>>
  {
  public:
    using typename TimeIntegrationScheme<System>::A;
    using typename TimeIntegrationScheme<System>::Vector;

    using Coupling = ContactTreatment::Coupling;

    /** @pre 0 <= theta <= 1 */
    ProjectedMoreauJean(double           theta,
                        bool             combined_activation,
                        Coupling         coupling = Coupling::coupled,
                        ProjectionMetric metric   = ProjectionMetric::euclidean,
                        VariableMass     variable_mass = VariableMass::between,
                        JointImpulses joint_impulses = JointImpulses::midpoint);

    ContactTreatment
    contact_treatment() const override;

    void
    projection_response(const Tangents<System> &at,
                        const Vector           &r,
                        ImpulseIncrement<A>    &d,
                        Vector                 &direct) const override;

    double
    projection_work(const Step<System> &step) const override;

  private:
    using ExtendedScheme<System, MoreauJean<System>>::base;

    /** s = N r. */
    void
    correction(const Vector &r, Vector &s) const;

    const bool             combined_activation;
    const Coupling         coupling;
    const ProjectionMetric metric;
  };
} // namespace percuss

#endif
