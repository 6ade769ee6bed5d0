// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/solid_cells.h>
#include <percuss/models/solid/solid_nodes.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <deal.II/fe/fe_values.h>

#include <boost/pending/disjoint_sets.hpp>

#include <algorithm>
#include <limits>
#include <set>

namespace percuss
{
  using namespace dealii;

  template <int dim>
  SolidNodes<dim>::SolidNodes(const SolidDescription<dim> &description,
                              const Mapping<dim>          &mapping,
                              const DoFHandler<dim>       &dof_handler,
                              const Vector                &mass)
    : dof_handler(dof_handler)
    , partitioner(mass.get_partitioner())
    , communicator(mass.get_mpi_communicator())
    , of_cell(dof_handler.get_fe().base_element(0).n_dofs_per_cell())
    , of_dof(n_local(), numbers::invalid_unsigned_int)
    , dofs(dof_handler.get_fe().n_dofs_per_cell())
  {
    const FiniteElement<dim> &element = dof_handler.get_fe();
    const FiniteElement<dim> &scalar  = element.base_element(0);
    FEValues<dim>             points(mapping,
                         scalar,
                         Quadrature<dim>(scalar.get_unit_support_points()),
                         update_quadrature_points);
    Vector                    marks(partitioner);
    for_each_cell([&](const Cell &cell) {
      points.reinit(
        static_cast<typename Triangulation<dim>::active_cell_iterator>(cell));
      for (unsigned int a = 0; a < of_cell.size(); ++a)
        {
          SolidNode<dim> node;
          for (unsigned int i = 0; i < dim; ++i)
            node.dofs[i] = partitioner->global_to_local(
              dofs[element.component_to_system_index(i, a)]);
          unsigned int &number = of_dof[node.dofs[0]];
          if (number == numbers::invalid_unsigned_int)
            {
              number = static_cast<unsigned int>(all.size());
              node.X = points.quadrature_point(a);
              all.push_back(node);
            }
          for (const unsigned int face : cell->face_indices())
            if (cell->face(face)->at_boundary() &&
                description.massless_boundaries.count(
                  cell->face(face)->boundary_id()) > 0 &&
                SolidCells::is_on_face(scalar, a, face))
              marks.local_element(node.dofs[0]) = 1.;
        }
    });
    marks.compress(VectorOperation::add);
    marks.update_ghost_values();
    for (SolidNode<dim> &node : all)
      node.is_massless = marks.local_element(node.dofs[0]) > 0.;
    number_bodies();
  }

  template <int dim>
  void
  SolidNodes<dim>::number_bodies()
  {
    boost::disjoint_sets_with_storage<> sets(all.size());
    for_each_cell([&](const Cell &) {
      for (const unsigned int node : of_cell)
        sets.union_set(node, of_cell[0]);
    });
    // a body's smallest number goes from rank to rank
    std::vector<double> label(all.size(), 0.), old;
    for (std::size_t i = 0; i < all.size(); ++i)
      label[i] = double(partitioner->local_to_global(all[i].dofs[0]));
    do
      {
        old                          = label;
        std::vector<double> smallest = label;
        for (unsigned int i = 0; i < all.size(); ++i)
          {
            double &value = smallest[sets.find_set(i)];
            value         = std::min(value, label[i]);
          }
        Vector values(partitioner);
        for (unsigned int i = 0; i < n_local(); ++i)
          values.local_element(i) = std::numeric_limits<double>::max();
        for (unsigned int i = 0; i < all.size(); ++i)
          values.local_element(all[i].dofs[0]) = smallest[sets.find_set(i)];
        values.compress(VectorOperation::min);
        values.update_ghost_values();
        for (unsigned int i = 0; i < all.size(); ++i)
          label[i] = values.local_element(all[i].dofs[0]);
    } while (Utilities::MPI::logical_or(label != old, communicator));

    const std::set<double> here(label.begin(), label.end());
    std::set<double>       labels;
    for (const auto &of_rank :
         all_gather(communicator,
                    std::vector<double>(here.begin(), here.end())))
      labels.insert(of_rank.begin(), of_rank.end());
    n_bodies = static_cast<unsigned int>(labels.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i].body = static_cast<unsigned int>(
        std::distance(labels.begin(), labels.find(label[i])));
  }

  template class SolidNodes<2>;
  template class SolidNodes<3>;
} // namespace percuss
