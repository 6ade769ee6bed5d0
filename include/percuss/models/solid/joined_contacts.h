// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_joined_contacts_h
#define percuss_models_solid_joined_contacts_h

#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/models/solid/joined_nodal_rows.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>
#include <vector>

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

    /** @param are_apart whether no obstacle of @p first is for a slave of @p
     * second */
    JoinedContacts(const ConstraintKinematics<A> &first,
                   const ConstraintKinematics<A> &second,
                   const bool                     are_apart)
      : first(first)
      , second(second)
      , n_first(first.n_constraints())
      , are_apart(are_apart)
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

    using typename ConstraintKinematics<A>::SparseJacobian;

    bool
    jacobian_rows(const Vector                      &q,
                  const double                       t,
                  const std::span<const std::size_t> some,
                  SparseJacobian                    &G) const override
    {
      const auto middle = std::ranges::lower_bound(some, n_first);
      const std::span<const std::size_t> of_first(some.begin(), middle);
      std::vector<std::size_t>           of_second(middle, some.end());
      for (std::size_t &row : of_second)
        row -= n_first;
      SparseJacobian G_1, G_2;
      if (!first.jacobian_rows(q, t, of_first, G_1) ||
          !second.jacobian_rows(q, t, of_second, G_2))
        return false;
      stack_rows(G_1, G_2, G);
      return true;
    }

    std::unique_ptr<NodalRows<A>>
    nodal_rows() const override
    {
      if (n_first == 0)
        return second.nodal_rows();
      auto of_first = first.nodal_rows(), of_second = second.nodal_rows();
      if (!are_apart || !of_first || !of_second)
        return nullptr;
      return std::make_unique<JoinedNodalRows<A>>(std::move(of_first),
                                                  std::move(of_second),
                                                  n_first);
    }

  private:
    const ConstraintKinematics<A> &first, &second;
    const std::size_t              n_first;
    const bool                     are_apart;
  };
} // namespace percuss

#endif
