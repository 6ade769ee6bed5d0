// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_contacts.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

namespace percuss
{
  namespace
  {
    /** row += factor * term */
    template <class Row>
    void
    append(Row &row, const double factor, const Row &term)
    {
      for (const auto &[dof, value] : term)
        if (value != 0.)
          row.emplace_back(dof, factor * value);
    }
  } // namespace

  template <Algebra A>
  BarContacts<A>::BarContacts(const ElasticBar<A> &bars,
                              const Vector        &q_0,
                              const double         restitution)
    : contact_law(ContactLaw::normal({restitution}))
  {
    using Row                            = typename ElasticBar<A>::Row;
    const BarRowDescription &description = bars.description;
    const unsigned int       n_bars =
      static_cast<unsigned int>(description.bars.size());

    std::vector<Row> rows;
    const auto       add = [&](const std::string &name, const double gap) {
      names.push_back(name);
      g_0.push_back(gap);
      rows.emplace_back();
    };
    if (description.left_obstacle)
      {
        add("left", description.left_gap);
        append(rows.back(), 1., bars.point_value(0, 0.));
      }
    for (unsigned int b = 0; b + 1 < n_bars; ++b)
      {
        add("bars " + std::to_string(b + 1) + "-" + std::to_string(b + 2),
            description.gaps_between_bars[b]);
        append(rows.back(), 1., bars.point_value(b + 1, 0.));
        append(rows.back(), -1., bars.point_value(b, bars.length(b)));
      }
    if (description.right_obstacle)
      {
        add("right", description.right_gap);
        append(rows.back(),
               -1.,
               bars.point_value(n_bars - 1, bars.length(n_bars - 1)));
      }
    G = SparseRows<A>(rows,
                      bars.dof_handler.locally_owned_dofs(),
                      bars.communicator);

    std::vector<double> initial(rows.size());
    G.vmult(q_0, initial);
    for (std::size_t row = 0; row < rows.size(); ++row)
      g_0[row] -= initial[row];
  }

  template <Algebra A>
  void
  BarContacts<A>::gap(const Vector &q, double, const std::span<double> g) const
  {
    G.vmult(q, g);
    for (std::size_t row = 0; row < g_0.size(); ++row)
      g[row] += g_0[row];
  }

  template class BarContacts<PETScAlgebra>;
  template class BarContacts<TrilinosAlgebra>;
} // namespace percuss
