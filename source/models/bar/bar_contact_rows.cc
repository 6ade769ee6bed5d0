// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_contact_rows.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <algorithm>

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
  std::vector<BarContactRow<A>>
  bar_contact_rows(const ElasticBar<A> &bars)
  {
    using EndForce                       = typename ElasticBar<A>::EndForce;
    const BarRowDescription &description = bars.description;
    const unsigned int       n_bars =
      static_cast<unsigned int>(description.bars.size());

    std::vector<BarContactRow<A>> rows;
    std::vector<EndForce>         ends; // of a contact
    const auto add_end = [&](const unsigned int bar, const bool is_right) {
      append(rows.back().gap,
             is_right ? -1. : 1.,
             bars.point_value(bar, is_right ? bars.length(bar) : 0.));
      ends.push_back(bars.end_force(bar, is_right));
    };
    const auto finish = [&] {
      double softness = 0.;
      for (const EndForce &end : ends)
        softness += 1. / end.stiffness;
      rows.back().area = std::ranges::min(ends, {}, &EndForce::area).area;
      if (description.contact.has_compliance())
        rows.back().compliance =
          softness / description.contact.stiffness_factor();
      if (description.contact.method == ContactMethod::nitsche)
        for (const EndForce &end : ends)
          append(rows.back().force, 1. / (end.stiffness * softness), end.row);
      ends.clear();
    };
    if (description.left_obstacle)
      {
        rows.push_back({"left", description.left_gap, {}, {}, 0., 0.});
        add_end(0, false);
        finish();
      }
    for (unsigned int b = 0; b + 1 < n_bars; ++b)
      {
        rows.push_back(
          {"bars " + std::to_string(b + 1) + "-" + std::to_string(b + 2),
           description.gaps_between_bars[b],
           {},
           {},
           0.,
           0.});
        add_end(b + 1, false);
        add_end(b, true);
        finish();
      }
    if (description.right_obstacle)
      {
        rows.push_back({"right", description.right_gap, {}, {}, 0., 0.});
        add_end(n_bars - 1, true);
        finish();
      }
    return rows;
  }

  template std::vector<BarContactRow<PETScAlgebra>>
  bar_contact_rows(const ElasticBar<PETScAlgebra> &);
  template std::vector<BarContactRow<TrilinosAlgebra>>
  bar_contact_rows(const ElasticBar<TrilinosAlgebra> &);
} // namespace percuss
