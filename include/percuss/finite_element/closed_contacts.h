// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_finite_element_closed_contacts_h
#define percuss_finite_element_closed_contacts_h

#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/mechanics/mechanical_system.h>

#include <optional>
#include <vector>

namespace percuss
{
  /** A system all of whose contacts with compliances are closed, K + G_lambda^T
   * c^{-1} G, as attained_frequency() asks for it. */
  template <Algebra A>
  class ClosedContacts
  {
  public:
    using AlgebraType = A;
    using Vector      = typename A::Vector;

    /** @param t the time of the contacts [s] */
    ClosedContacts(const MechanicalSystem<A>     &system,
                   const ConstraintKinematics<A> &contacts,
                   const double                   t)
      : system(system)
      , contacts(contacts)
      , t(t)
      , force(contacts.n_constraints())
    {}

    void
    reinit(Vector &x) const
    {
      system.reinit(x);
    }

    bool
    has_massless_boundary() const
    {
      return system.has_massless_boundary();
    }

    void
    massless_part(const Vector &x, Vector &x_c) const
    {
      system.massless_part(x, x_c);
    }

    void
    momentum(const Vector &q, const Vector &v, Vector &p) const
    {
      system.momentum(q, v, p);
    }

    void
    iteration_matrix(const Weights      &weights,
                     const State<A>     &x,
                     typename A::Matrix &S) const
    {
      system.iteration_matrix(weights, x, S);
    }

    std::optional<LinearOperator<Vector>>
    iteration_operator(const Weights &weights, const State<A> &x) const
    {
      return system.iteration_operator(weights, x);
    }

    LinearSolverSettings<Vector>
    linear_solver_settings(const Weights &weights) const
    {
      return system.linear_solver_settings(weights);
    }

    void
    stiffness_product(const State<A> &x, const Vector &y, Vector &z) const
    {
      system.stiffness_product(x, y, z);
      contacts.velocity(x.q, t, y, force);
      for (std::size_t row = 0; row < force.size(); ++row)
        force[row] *=
          contacts.law(row).is_contact() ? 1. / contacts.compliance(row) : 0.;
      contacts.add_impulse(x.q, t, force, z);
    }

  private:
    const MechanicalSystem<A>     &system;
    const ConstraintKinematics<A> &contacts;
    const double                   t;
    mutable std::vector<double>    force;
  };
} // namespace percuss

#endif
