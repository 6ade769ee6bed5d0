// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_finite_element_entry_numbers_h
#define percuss_finite_element_entry_numbers_h

#include <deal.II/dofs/dof_handler.h>

#include <cstdint>
#include <vector>

namespace percuss
{
  /** The index of the coarse cell that a cell is part of, which all processes
   * have alike: that of CellId is in p4est's order where there are several, and
   * in the mesh's where there is one. */
  template <int dim>
  unsigned int
  coarse_cell_index(typename dealii::DoFHandler<dim>::cell_iterator cell)
  {
    while (cell->level() > 0)
      cell = cell->parent();
    return static_cast<unsigned int>(cell->index());
  }

  /**
   * Numbers of the degrees of freedom that this rank owns, in their order: they
   * mean the same whatever the number of ranks. The i-th one of the cell c, by
   * its place in the coarse mesh with all cells as often divided as the
   * smallest ones, is n c + i with n degrees of freedom per cell; of several
   * cells the smallest number counts.
   */
  template <int dim>
  std::vector<std::uint64_t>
  entry_numbers(const dealii::DoFHandler<dim> &dof_handler);
} // namespace percuss

#endif
