// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_nodes_h
#define percuss_models_solid_solid_nodes_h

#include <percuss/models/solid/solid_description.h>

#include <deal.II/base/partitioner.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/mapping.h>
#include <deal.II/lac/la_parallel_vector.h>

#include <array>
#include <memory>
#include <vector>

namespace percuss
{
  /** A node of a solid, with what becomes of its mass. */
  template <int dim>
  struct SolidNode
  {
    std::array<unsigned int, dim> dofs; ///< local numbers, by component
    dealii::Point<dim>            X;    ///< undeformed [m]
    bool                          is_massless = false;
    unsigned int                  body        = 0;  ///< from 0
    double                        distance    = 0.; ///< of massless nodes [m]
    double                        weight = 1.; ///< s of remove_boundary_mass()
  };

  /** The nodes of this rank's cells: which of them have no mass, and to which
   * body they belong. */
  template <int dim>
  class SolidNodes
  {
  public:
    using Vector = dealii::LinearAlgebra::distributed::Vector<double>;
    using Cell   = typename dealii::DoFHandler<dim>::active_cell_iterator;

    /** @param mass ghosted vector of all locally relevant degrees of freedom
     * Collective. */
    SolidNodes(const SolidDescription<dim>   &description,
               const dealii::Mapping<dim>    &mapping,
               const dealii::DoFHandler<dim> &dof_handler,
               const Vector                  &mass);

    /** Calls function(cell) for the cells of this rank; of_cell are then the
     * numbers of the cell's nodes (once they have some). */
    template <class Function>
    void
    for_each_cell(const Function &function)
    {
      const dealii::FiniteElement<dim> &element = dof_handler.get_fe();
      for (const Cell &cell : dof_handler.active_cell_iterators())
        if (cell->is_locally_owned())
          {
            cell->get_dof_indices(dofs);
            for (unsigned int a = 0; a < of_cell.size(); ++a)
              of_cell[a] = of_dof[partitioner->global_to_local(
                dofs[element.component_to_system_index(0, a)])];
            function(cell);
          }
    }

    bool
    is_owned(const SolidNode<dim> &node) const
    {
      return node.dofs[0] < partitioner->locally_owned_size();
    }

    unsigned int
    n_local() const
    {
      return partitioner->locally_owned_size() + partitioner->n_ghost_indices();
    }

    const dealii::DoFHandler<dim> &dof_handler;
    const std::shared_ptr<const dealii::Utilities::MPI::Partitioner>
                                partitioner;
    const MPI_Comm              communicator;
    std::vector<SolidNode<dim>> all;          ///< those of ghosts, too
    unsigned int                n_bodies = 0; ///< over all ranks
    std::vector<unsigned int>   of_cell;      ///< see for_each_cell()

  private:
    /** Cells with a common node belong to one body. */
    void
    number_bodies();

    std::vector<unsigned int> of_dof; // by a node's first number
    std::vector<dealii::types::global_dof_index> dofs;
  };
} // namespace percuss

#endif
