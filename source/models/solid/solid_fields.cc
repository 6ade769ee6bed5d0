// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/hanging_nodes.h>
#include <percuss/models/solid/solid_fields.h>

#include <deal.II/fe/fe_values.h>

#include <algorithm>
#include <cmath>

namespace percuss::SolidFields
{
  using namespace dealii;

  template <int dim>
  void
  interpolate(const Mapping<dim>                         &mapping,
              const DoFHandler<dim>                      &dof_handler,
              const Field<dim>                           &field,
              LinearAlgebra::distributed::Vector<double> &values)
  {
    const FiniteElement<dim> &element = dof_handler.get_fe();
    const FiniteElement<dim> &scalar  = element.base_element(0);
    const auto               &ranges  = *values.get_partitioner();
    FEValues<dim>             nodes(mapping,
                        scalar,
                        Quadrature<dim>(scalar.get_unit_support_points()),
                        update_quadrature_points);
    std::vector<unsigned int> material_at(values.locally_owned_size(),
                                          numbers::invalid_unsigned_int);
    std::vector<types::global_dof_index> dofs(element.n_dofs_per_cell());
    // ghost cells, too: they may have the smallest material id
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (!cell->is_artificial())
        {
          nodes.reinit(
            static_cast<typename Triangulation<dim>::active_cell_iterator>(
              cell));
          cell->get_dof_indices(dofs);
          for (unsigned int a = 0; a < scalar.n_dofs_per_cell(); ++a)
            {
              const auto first = dofs[element.component_to_system_index(0, a)];
              if (!ranges.in_local_range(first))
                continue;
              unsigned int &material =
                material_at[ranges.global_to_local(first)];
              if (material <= cell->material_id())
                continue;
              material = cell->material_id();
              const Tensor<1, dim> value =
                field(nodes.quadrature_point(a), material);
              for (unsigned int i = 0; i < dim; ++i)
                values(dofs[element.component_to_system_index(i, a)]) =
                  value[i];
            }
        }
  }

  template <int dim>
  std::vector<Field<dim>>
  rigid_displacements(const Kinematics kinematics, const Point<dim> &center)
  {
    std::vector<Field<dim>> fields;
    const bool is_axisymmetric = kinematics == Kinematics::axisymmetric;
    for (unsigned int i = is_axisymmetric ? 1 : 0; i < dim; ++i)
      fields.push_back([i](const Point<dim> &, unsigned int) {
        return Point<dim>::unit_vector(i);
      });
    if (!is_axisymmetric) // e_k x (X - center), in 2-D for k = z
      for (unsigned int k = dim == 2 ? 2 : 0; k < 3; ++k)
        fields.push_back([center, k](const Point<dim> &X, unsigned int) {
          const unsigned int i = (k + 1) % 3, j = (k + 2) % 3;
          Tensor<1, dim>     u;
          u[i] = -(X[j] - center[j]);
          u[j] = X[i] - center[i];
          return u;
        });
    return fields;
  }

  namespace
  {
    void
    add_weight(const types::global_dof_index dof,
               const double                  weight,
               Weights                      &weights)
    {
      const auto known =
        std::ranges::find(weights, dof, &Weights::value_type::first);
      if (known != weights.end())
        known->second += weight;
      else
        weights.emplace_back(dof, weight);
    }
  } // namespace

  template <int dim>
  std::optional<Weights>
  point_value(const Mapping<dim>              &mapping,
              const DoFHandler<dim>           &dof_handler,
              const AffineConstraints<double> &constraints,
              const Point<dim>                &X,
              const unsigned int               component)
  {
    constexpr double          tolerance = 1e-8; // in the unit cell
    const FiniteElement<dim> &element   = dof_handler.get_fe();
    const FiniteElement<dim> &scalar    = element.base_element(0);
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned() &&
          cell->center().distance(X) <= cell->diameter()) // of curved ones, too
        {
          Point<dim> unit;
          try
            {
              unit = mapping.transform_real_to_unit_cell(cell, X);
            }
          catch (const typename Mapping<dim>::ExcTransformationFailed &)
            {
              continue;
            }
          if (!cell->reference_cell().contains_point(unit, tolerance))
            continue;
          if (cell->reference_cell().is_hyper_cube())
            unit = GeometryInfo<dim>::project_to_unit_cell(unit);
          for (const Point<dim> &node : scalar.get_unit_support_points())
            if (node.distance(unit) <= tolerance)
              unit = node;

          Weights                              weights;
          std::vector<types::global_dof_index> dofs(element.n_dofs_per_cell());
          cell->get_dof_indices(dofs);
          for (unsigned int a = 0; a < scalar.n_dofs_per_cell(); ++a)
            {
              const auto dof =
                dofs[element.component_to_system_index(component, a)];
              const double weight = scalar.shape_value(a, unit);
              if (std::abs(weight) > 1e-14)
                for_each_free(constraints, dof, [&](const auto j, double w) {
                  add_weight(j, w * weight, weights);
                });
            }
          return weights;
        }
    return {};
  }

#define PERCUSS_INSTANTIATE(dim)                                                              \
  template void                    interpolate(const Mapping<dim> &,                          \
                                               const DoFHandler<dim> &,                       \
                                               const Field<dim> &,                            \
                                               LinearAlgebra::distributed::Vector<double> &); \
  template std::vector<Field<dim>> rigid_displacements(Kinematics,                            \
                                                       const Point<dim> &);                   \
  template std::optional<Weights>  point_value(                                               \
     const Mapping<dim> &,                                                                    \
     const DoFHandler<dim> &,                                                                 \
     const AffineConstraints<double> &,                                                       \
     const Point<dim> &,                                                                      \
     unsigned int);
  PERCUSS_INSTANTIATE(2)
  PERCUSS_INSTANTIATE(3)
#undef PERCUSS_INSTANTIATE
} // namespace percuss::SolidFields
