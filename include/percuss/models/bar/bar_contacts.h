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
   *
   * Contacts that are forces of the motion have the law of BarContactRow,
   *
   *     0 <= g + c B q + c lambda  perp  lambda >= 0,
   *     f = (G + theta c B)^T lambda,
   *
   * B = 0 and theta = 1 in the penalty method; gap(), velocity() and
   * add_impulse() are those of the law, and the distance is open_gap().
   */
  template <Algebra A>
  class BarContacts final : public ConstraintKinematics<A>
  {
  public:
    using typename ConstraintKinematics<A>::Vector;

    /**
     * @param q_0          displacements at the start
     * @param coefficients of every contact: Newton's e, cohesion
     */
    BarContacts(const ElasticBar<A>       &bars,
                const Vector              &q_0,
                const ContactCoefficients &coefficients);

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

    bool
    has_compliance() const override
    {
      return is_compliant;
    }

    double
    compliance(const std::size_t row) const override
    {
      return compliances[row];
    }

    double
    area(const std::size_t row) const override
    {
      return areas[row];
    }

    void
    gap(const Vector &q, double t, std::span<double> g) const override;

    void
    open_gap(const Vector &q, double t, std::span<double> g) const override;

    void
    open_velocity(const Vector &,
                  double,
                  const Vector           &v,
                  const std::span<double> u) const override
    {
      G.vmult(v, u);
    }

    void
    velocity(const Vector &,
             double,
             const Vector           &v,
             const std::span<double> u) const override
    {
      law_gap.vmult(v, u);
    }

    void
    add_impulse(const Vector &,
                double,
                const std::span<const double> p,
                Vector                       &r) const override
    {
      law_force.Tvmult_add(p, r);
    }

  private:
    ContactLaw               contact_law;
    std::vector<std::string> names;
    const bool               is_compliant;
    std::vector<double>      g_0, compliances, areas;
    SparseRows<A>            G, law_gap, law_force; ///< G + c B, G + theta c B
  };
} // namespace percuss

#endif
