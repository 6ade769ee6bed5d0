// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_dofs.h>

#include <algorithm>

namespace percuss
{
  BarDofs::BarDofs(const BarMesh &mesh, const unsigned int degree)
    : mesh(mesh)
    , degree(degree)
    , owned(degree * mesh.n_elements() + mesh.extents.size())
    , relevant(owned.size())
  {
    std::vector<Index> dofs(degree + 1);
    const auto         begin_of = [&](const std::size_t element) {
      if (element == mesh.n_elements())
        return static_cast<Index>(owned.size());
      const BarElement e = mesh.element(element);
      return first_of(element, e.bar) - (e.is_at_end[0] ? 1 : 0);
    };
    if (mesh.n_own_elements() > 0)
      {
        const Index begin = begin_of(mesh.own_begin),
                    end   = begin_of(mesh.own_end);
        owned.add_range(begin, end);
        relevant.add_range(begin, end);
        of_element(mesh.element(mesh.own_begin), dofs);
        relevant.add_index(dofs[0]);
      }
    owned.compress();
    relevant.compress();
  }

  void
  BarDofs::of_element(const BarElement &element, std::vector<Index> &dofs) const
  {
    const Index right = first_of(element.number, element.bar);
    dofs[0]           = element.is_at_end[0] ? right - 1 :
                                               first_of(element.number - 1, element.bar);
    for (unsigned int i = 0; i < degree; ++i)
      dofs[i + 1] = right + i;
  }

  auto
  BarDofs::end(const std::size_t bar, const bool is_right) const -> Index
  {
    return is_right ? first_of(mesh.first_element(bar + 1) - 1, bar) :
                      first_of(mesh.first_element(bar), bar) - 1;
  }

  std::vector<std::uint64_t>
  BarDofs::entry_numbers() const
  {
    // (p + 1) e + i of the first element e that has it, where it is number i
    std::vector<std::uint64_t> numbers;
    numbers.reserve(owned.n_elements());
    for (const BarElement &element : mesh.own_elements())
      for (unsigned int i = element.is_at_end[0] ? 0 : 1; i <= degree; ++i)
        numbers.push_back((degree + 1) * element.number + i);
    return numbers;
  }
} // namespace percuss
