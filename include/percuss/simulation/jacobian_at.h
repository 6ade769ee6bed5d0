// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_jacobian_at_h
#define percuss_simulation_jacobian_at_h

#include <percuss/base/always_inline.h>
#include <percuss/constraints/contact_law.h>

#include <cstddef>

namespace percuss
{
  /** G(q, t) of constraints at a time t that its owner sets: obstacles that
   * move turn G. */
  template <class Constraints>
  class JacobianAt
  {
  public:
    using Reduced = typename Constraints::Reduced;

    JacobianAt(const Constraints &constraints, const double t)
      : constraints(constraints)
      , t(t)
    {}

    void
    set_time(const double new_time)
    {
      t = new_time;
    }

    double
    time() const
    {
      return t;
    }

    std::size_t
    n_constraints() const
    {
      return constraints.n_constraints();
    }

    const ContactLaw &
    law(const std::size_t row) const
    {
      return constraints.law(row);
    }

    /** u = G v */
    template <class Vector, class Array>
    PERCUSS_ALWAYS_INLINE void
    velocity(const Vector &q, const Vector &v, Array &&u) const
    {
      constraints.velocity(q, t, v, u);
    }

    /** r += G^T p */
    template <class Vector, class Array>
    PERCUSS_ALWAYS_INLINE void
    add_impulse(const Vector &q, const Array &p, Vector &r) const
    {
      constraints.add_impulse(q, t, p, r);
    }

    /** Rows of G, if they are known (ConstraintKinematics). */
    template <class Vector, class Rows, class Matrix>
    bool
    some_rows(const Vector &q, const Rows &rows, Matrix &G) const
    {
      return constraints.jacobian_rows(q, t, rows, G);
    }

  private:
    const Constraints &constraints;
    double             t;
  };
} // namespace percuss

#endif
