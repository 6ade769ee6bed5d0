// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/entry_numbers.h>

#include <algorithm>
#include <limits>

namespace percuss
{
  template <int dim>
  std::vector<std::uint64_t>
  entry_numbers(const dealii::DoFHandler<dim> &dof_handler)
  {
    using namespace dealii;
    const IndexSet            &owned = dof_handler.locally_owned_dofs();
    std::vector<std::uint64_t> numbers(
      owned.n_elements(), std::numeric_limits<std::uint64_t>::max());
    std::vector<types::global_dof_index> dofs;
    const unsigned int                   n_levels =
      dof_handler.get_triangulation().n_global_levels();
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (!cell->is_artificial())
        {
          std::uint64_t cell_number = coarse_cell_index<dim>(cell);
          const CellId  id          = cell->id();
          for (const std::uint8_t child : id.get_child_indices())
            cell_number =
              cell_number * GeometryInfo<dim>::max_children_per_cell + child;
          // of the first of the smallest cells in it
          for (auto n = id.get_child_indices().size() + 1; n < n_levels; ++n)
            cell_number *= GeometryInfo<dim>::max_children_per_cell;
          dofs.resize(cell->get_fe().n_dofs_per_cell());
          cell->get_dof_indices(dofs);
          for (std::size_t i = 0; i < dofs.size(); ++i)
            if (owned.is_element(dofs[i]))
              {
                std::uint64_t &number =
                  numbers[owned.index_within_set(dofs[i])];
                number = std::min(number, cell_number * dofs.size() + i);
              }
        }
    return numbers;
  }

  template std::vector<std::uint64_t>
  entry_numbers(const dealii::DoFHandler<2> &);
  template std::vector<std::uint64_t>
  entry_numbers(const dealii::DoFHandler<3> &);
} // namespace percuss
