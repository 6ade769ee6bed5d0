// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/hanging_nodes.h>

#include <algorithm>
#include <set>

namespace percuss
{
  using namespace dealii;

  template <int dim>
  HangingNodes::HangingNodes(const DoFHandler<dim>           &dof_handler,
                             const AffineConstraints<double> &constraints,
                             const Partitioner               &partitioner)
  {
    std::set<types::global_dof_index>    hanging;
    std::vector<types::global_dof_index> dofs(
      dof_handler.get_fe().n_dofs_per_cell());
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          cell->get_dof_indices(dofs);
          for (const auto dof : dofs)
            if (constraints.is_constrained(dof) && !is_held(constraints, dof))
              hanging.insert(dof);
        }
    for (const auto dof : hanging)
      {
        numbers.push_back(partitioner.global_to_local(dof));
        first_master.push_back(static_cast<unsigned int>(masters.size()));
        for (const auto &[master, weight] :
             *constraints.get_constraint_entries(dof))
          masters.emplace_back(partitioner.global_to_local(master), weight);
      }
    first_master.push_back(static_cast<unsigned int>(masters.size()));
  }

  bool
  HangingNodes::depend_on(const std::vector<bool> &those) const
  {
    return std::ranges::any_of(numbers,
                               [&](const auto i) { return those[i]; }) ||
           std::ranges::any_of(masters, [&](const auto &master) {
             return those[master.first];
           });
  }

  void
  HangingNodes::fill(double *const x) const
  {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      {
        double sum = 0.;
        for (unsigned int k = first_master[i]; k < first_master[i + 1]; ++k)
          sum += masters[k].second * x[masters[k].first];
        x[numbers[i]] = sum;
      }
  }

  void
  HangingNodes::fold(double *const s) const
  {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      {
        double &of_node = s[numbers[i]];
        for (unsigned int k = first_master[i]; k < first_master[i + 1]; ++k)
          s[masters[k].first] += masters[k].second * of_node;
        of_node = 0.;
      }
  }

  void
  HangingNodes::clear(double *const x) const
  {
    for (const unsigned int number : numbers)
      x[number] = 0.;
  }

  void
  HangingNodes::add_masses(double *const m, const unsigned int n_owned) const
  {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i] < n_owned)
        for (unsigned int k = first_master[i]; k < first_master[i + 1]; ++k)
          m[masters[k].first] += masters[k].second * m[numbers[i]];
  }

  template HangingNodes::HangingNodes(const DoFHandler<2> &,
                                      const AffineConstraints<double> &,
                                      const Partitioner &);
  template HangingNodes::HangingNodes(const DoFHandler<3> &,
                                      const AffineConstraints<double> &,
                                      const Partitioner &);
} // namespace percuss
