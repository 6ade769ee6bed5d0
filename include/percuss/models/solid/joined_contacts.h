// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_joined_contacts_h
#define percuss_models_solid_joined_contacts_h

#include <percuss/constraints/constraint_kinematics.h>

#include <cassert>

namespace percuss
{
  /**
   * The rows of two sets of contacts, one after the other: those of @p first
   * with obstacles, those of @p second between bodies, which may come and go.
   * Neither has compliances. Refers to both, which must outlive it.
   */
  template <Algebra A>
  class JoinedContacts final : public ConstraintKinematics<A>
  {
  public:
    using typename ConstraintKinematics<A>::Vector;

    JoinedContacts(const ConstraintKinematics<A> &first,
                   const ConstraintKinematics<A> &second)
      : first(first)
      , second(second)
      , n_first(first.n_constraints())
    {
      assert(!first.has_compliance() && !second.has_compliance());
    }

    std::size_t
    n_constraints() const override
    {
      return n_first + second.n_constraints();
    }

    const std::string &
    name(const std::size_t row) const override
    {
      return row < n_first ? first.name(row) : second.name(row - n_first);
    }

    const ContactLaw &
    law(const std::size_t row) const override
    {
      return row < n_first ? first.law(row) : second.law(row - n_first);
    }

    double
    area(const std::size_t row) const override
    {
      return row < n_first ? first.area(row) : second.area(row - n_first);
    }

    bool
    is_linear() const override
    {
      return first.is_linear() && second.is_linear();
    }

    bool
    is_moving() const override
    {
      return first.is_moving() || second.is_moving();
    }

    bool
    renew_rows(const Vector &q, const Vector &v, const double h) const override
    {
      return second.renew_rows(q, v, h);
    }

    bool
    is_in_use(const std::size_t row) const override
    {
      return row < n_first || second.is_in_use(row - n_first);
    }

    void
    gap(const Vector           &q,
        const double            t,
        const std::span<double> g) const override
    {
      first.gap(q, t, g.first(n_first));
      second.gap(q, t, g.subspan(n_first));
    }

    void
    gap_rate(const Vector           &q,
             const double            t,
             const std::span<double> rate) const override
    {
      first.gap_rate(q, t, rate.first(n_first));
      second.gap_rate(q, t, rate.subspan(n_first));
    }

    void
    velocity(const Vector           &q,
             const double            t,
             const Vector           &v,
             const std::span<double> u) const override
    {
      first.velocity(q, t, v, u.first(n_first));
      second.velocity(q, t, v, u.subspan(n_first));
    }

    void
    add_impulse(const Vector                 &q,
                const double                  t,
                const std::span<const double> p,
                Vector                       &r) const override
    {
      first.add_impulse(q, t, p.first(n_first), r);
      second.add_impulse(q, t, p.subspan(n_first), r);
    }

  private:
    const ConstraintKinematics<A> &first, &second;
    const std::size_t              n_first;
  };
} // namespace percuss

#endif
