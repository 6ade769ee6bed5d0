// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_finite_element_entry_numbers_h
#define percuss_finite_element_entry_numbers_h

#include <deal.II/dofs/dof_handler.h>

#include <cstdint>
#include <vector>

namespace percuss
{
  /**
   * Numbers of the degrees of freedom that this rank owns, in their order: they
   * mean the same whatever the number of ranks. The i-th one of the cell c, by
   * its place in the refined coarse mesh, is n c + i with n degrees of freedom
   * per cell; of several cells the smallest number counts.
   */
  template <int dim>
  std::vector<std::uint64_t>
  entry_numbers(const dealii::DoFHandler<dim> &dof_handler);
} // namespace percuss

#endif
