// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_fields_h
#define percuss_models_solid_solid_fields_h

#include <percuss/models/solid/solid_description.h>

#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/mapping.h>
#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/la_parallel_vector.h>

#include <optional>
#include <utility>
#include <vector>

namespace percuss
{
  /** Displacement fields of solids, to the nodes and at points. */
  namespace SolidFields
  {
    template <int dim>
    using Field = typename SolidDescription<dim>::Field;

    /** Sets the nodal values of a field that this rank owns; where materials
     * meet those of the smallest material id. */
    template <int dim>
    void
    interpolate(const dealii::Mapping<dim>                         &mapping,
                const dealii::DoFHandler<dim>                      &dof_handler,
                const Field<dim>                                   &field,
                dealii::LinearAlgebra::distributed::Vector<double> &values);

    /** Displacements without linear strain: translations along the axes, then
     * rotations about @p center: 3 plane, 1 axisymmetric, 6 in 3-D. */
    template <int dim>
    std::vector<Field<dim>>
    rigid_displacements(Kinematics                kinematics,
                        const dealii::Point<dim> &center);

    /** Global degrees of freedom and their weights in u_component(X). */
    using Weights =
      std::vector<std::pair<dealii::types::global_dof_index, double>>;

    /**
     * The value at X as a sum over nodes in this rank's cells, without those
     * that are constrained: one node where X is one to 1e-8 of the cell's size.
     * Nothing if X is in none of the cells.
     */
    template <int dim>
    std::optional<Weights>
    point_value(const dealii::Mapping<dim>              &mapping,
                const dealii::DoFHandler<dim>           &dof_handler,
                const dealii::AffineConstraints<double> &constraints,
                const dealii::Point<dim>                &X,
                unsigned int                             component);
  } // namespace SolidFields
} // namespace percuss

#endif
