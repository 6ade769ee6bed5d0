// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_contact_rows.h>
#include <percuss/models/bar/bar_contacts.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

namespace percuss
{
  template <Algebra A>
  BarContacts<A>::BarContacts(const ElasticBar<A>       &bars,
                              const Vector              &q_0,
                              const ContactCoefficients &coefficients)
    : contact_law(ContactLaw::normal(coefficients))
    , is_compliant(bars.description.contact.has_compliance())
  {
    const double theta = bars.description.contact.theta();

    std::vector<typename ElasticBar<A>::Row> of_gap, of_law, of_force;
    for (const BarContactRow<A> &row : bar_contact_rows(bars))
      {
        names.push_back(row.name);
        g_0.push_back(row.initial_gap);
        compliances.push_back(row.compliance);
        areas.push_back(row.area);
        for (auto *rows : {&of_gap, &of_law, &of_force})
          rows->push_back(row.gap);
        for (const auto &[dof, value] : row.force)
          {
            const double of_dof = row.compliance * value;
            of_law.back().emplace_back(dof, of_dof);
            of_force.back().emplace_back(dof, theta * of_dof);
          }
      }
    const auto make = [&](const auto &rows) {
      return SparseRows<A>(rows, bars.numbering.owned, bars.communicator);
    };
    G         = make(of_gap);
    law_gap   = make(of_law);
    law_force = make(of_force);

    std::vector<double> initial(names.size());
    G.vmult(q_0, initial);
    for (std::size_t row = 0; row < names.size(); ++row)
      g_0[row] -= initial[row];
  }

  template <Algebra A>
  void
  BarContacts<A>::gap(const Vector &q, double, const std::span<double> g) const
  {
    law_gap.vmult(q, g);
    for (std::size_t row = 0; row < g_0.size(); ++row)
      g[row] += g_0[row];
  }

  template <Algebra A>
  void
  BarContacts<A>::open_gap(const Vector &q,
                           double,
                           const std::span<double> g) const
  {
    G.vmult(q, g);
    for (std::size_t row = 0; row < g_0.size(); ++row)
      g[row] += g_0[row];
  }

  template class BarContacts<PETScAlgebra>;
  template class BarContacts<TrilinosAlgebra>;
} // namespace percuss
