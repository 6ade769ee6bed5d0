// SPDX-License-Identifier: Apache-2.0
#include <percuss/simulation/selected_rows.h>

#include <algorithm>
#include <cassert>

namespace percuss
{
  SelectedRows::SelectedRows(const std::size_t m)
    : is_selected(m, 0)
  {
    selected.reserve(m);
  }

  bool
  SelectedRows::add(const std::span<const Cone> cones)
  {
    bool is_new = false;
    for (const Cone &cone : cones)
      if (cone.kind != Cone::Kind::inactive && !is_selected[cone.first_row])
        {
          std::fill_n(is_selected.begin() + cone.first_row, cone.n_rows, 1);
          is_new = true;
        }
    if (is_new)
      list_rows();
    return is_new;
  }

  void
  SelectedRows::remove_inactive(const std::span<const Cone> cones)
  {
    bool is_less = false;
    for (const Cone &cone : cones)
      if (cone.kind == Cone::Kind::inactive && is_selected[cone.first_row])
        {
          std::fill_n(is_selected.begin() + cone.first_row, cone.n_rows, 0);
          is_less = true;
        }
    if (is_less)
      list_rows();
  }

  void
  SelectedRows::serialize(Archive &archive)
  {
    archive.array(std::span(is_selected));
    list_rows();
  }

  void
  SelectedRows::list_rows()
  {
    selected.clear();
    for (std::size_t row = 0; row < is_selected.size(); ++row)
      if (is_selected[row])
        selected.push_back(row);
  }

  void
  SelectedRows::gather(const std::span<const Cone> all,
                       std::vector<Cone>          &part) const
  {
    part.clear();
    unsigned int row = 0;
    for (Cone cone : all)
      if (is_selected[cone.first_row])
        {
          cone.first_row = row;
          row += cone.n_rows;
          part.push_back(cone);
        }
  }

  void
  SelectedRows::gather(const std::span<const double> all,
                       std::vector<double>          &part) const
  {
    assert(all.size() == is_selected.size());
    part.clear();
    for (const std::size_t row : selected)
      part.push_back(all[row]);
  }

  void
  SelectedRows::scatter(const std::span<const double> part,
                        const std::span<double>       all) const
  {
    assert(part.size() == selected.size());
    assert(all.size() == is_selected.size());
    std::ranges::fill(all, 0.);
    for (std::size_t i = 0; i < selected.size(); ++i)
      all[selected[i]] = part[i];
  }
} // namespace percuss
