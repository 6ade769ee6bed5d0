// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_contacts_h
#define percuss_models_bar_bar_contacts_h

#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/models/bar/elastic_bar.h>

#include <string>
#include <vector>

namespace percuss
{
  /**
   * The contacts of bars in a row: of the first bar with the left obstacle, of
   * neighbouring bars, of the last bar with the right obstacle. With u(l), u(r)
   * the displacements of the left and right end of a bar,
   *
   *     left obstacle     g =  u_1(l) + g_0,
   *     bars b and b + 1  g =  u_{b+1}(l) - u_b(r) + g_0,
   *     right obstacle    g = -u_n(r) + g_0,
   *
   * g_0 such that the gaps at the start are the ones described. The rows are
   * called "left", "bars 1-2", ..., "right".
   */
  template <Algebra A>
  class BarContacts final : public ConstraintKinematics<A>
  {
  public:
    using typename ConstraintKinematics<A>::Vector;

    /**
     * @param q_0         displacements at the start
     * @param restitution Newton's e of every contact, in [0, 1]
     */
    BarContacts(const ElasticBar<A> &bars,
                const Vector        &q_0,
                double               restitution);

    std::size_t
    n_constraints() const override
    {
      return names.size();
    }

    const std::string &
    name(const std::size_t row) const override
    {
      return names[row];
    }

    const ContactLaw &
    law(std::size_t) const override
    {
      return contact_law;
    }

    void
    gap(const Vector &q, double t, std::span<double> g) const override;

    void
    velocity(const Vector &,
             double,
             const Vector           &v,
             const std::span<double> u) const override
    {
      G.vmult(v, u);
    }

    void
    add_impulse(const Vector &,
                double,
                const std::span<const double> p,
                Vector                       &r) const override
    {
      G.Tvmult_add(p, r);
    }

  private:
    ContactLaw               contact_law;
    std::vector<std::string> names;
    std::vector<double>      g_0;
    SparseRows<A>            G;
  };
} // namespace percuss

#endif
