// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/solid_cells.h>
#include <percuss/models/solid/surface_load.h>

#include <deal.II/fe/fe_values.h>

namespace percuss
{
  using namespace dealii;

  template <int dim>
  SurfaceLoad<dim>::SurfaceLoad(const SolidDescription<dim> &description,
                                const Mapping<dim>          &mapping,
                                const DoFHandler<dim>       &dof_handler,
                                const Partitioner           &partitioner,
                                const bool                   varies)
  {
    const FiniteElement<dim> &element = dof_handler.get_fe();
    const FiniteElement<dim> &scalar  = element.base_element(0);
    FEFaceValues<dim>         values(
      mapping,
      element,
      SolidCells::face_quadrature(element, description.degree + 1),
      update_quadrature_points | update_JxW_values | update_values);
    std::vector<types::global_dof_index> dofs(element.n_dofs_per_cell());
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const unsigned int f : cell->face_indices())
          {
            if (!cell->face(f)->at_boundary())
              continue;
            const auto traction =
              description.tractions.find(cell->face(f)->boundary_id());
            if (traction == description.tractions.end() ||
                traction->second.varies != varies)
              continue;
            cell->get_dof_indices(dofs);
            values.reinit(cell, f);
            Face                      face{&traction->second,
                      values.get_quadrature_points(),
                      {},
                      {}};
            std::vector<unsigned int> nodes;
            for (unsigned int a = 0; a < scalar.n_dofs_per_cell(); ++a)
              if (SolidCells::is_on_face(scalar, a, f))
                {
                  nodes.push_back(a);
                  for (unsigned int i = 0; i < dim; ++i)
                    face.local_index.push_back(partitioner.global_to_local(
                      dofs[element.component_to_system_index(i, a)]));
                }
            for (const unsigned int k : values.quadrature_point_indices())
              for (const unsigned int a : nodes)
                face.weights.push_back(
                  values.shape_value(element.component_to_system_index(0, a),
                                     k) *
                  values.JxW(k) * volume_factor(description, face.points[k]));
            faces.push_back(std::move(face));
          }
  }

  template <int dim>
  void
  SurfaceLoad<dim>::add(const double t, LocalVector &F) const
  {
    for (const Face &face : faces)
      {
        const std::size_t n_nodes = face.local_index.size() / dim;
        for (std::size_t k = 0; k < face.points.size(); ++k)
          {
            const Tensor<1, dim> traction =
              face.traction->value(face.points[k], t);
            for (std::size_t a = 0; a < n_nodes; ++a)
              for (unsigned int i = 0; i < dim; ++i)
                F.local_element(face.local_index[a * dim + i]) +=
                  face.weights[k * n_nodes + a] * traction[i];
          }
      }
  }

  template class SurfaceLoad<2>;
  template class SurfaceLoad<3>;
} // namespace percuss
