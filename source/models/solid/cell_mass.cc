// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/cell_mass.h>
#include <percuss/models/solid/solid_cells.h>

#include <deal.II/base/quadrature_lib.h>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    Quadrature<dim>
    mass_quadrature(const SolidDescription<dim> &description,
                    const FiniteElement<dim>    &element)
    {
      const bool is_axisymmetric =
        description.kinematics == Kinematics::axisymmetric;
      if (element.reference_cell().is_simplex())
        return SolidCells::quadrature(element, is_axisymmetric ? 3 : 2);
      if (description.lumped_mass && !is_axisymmetric)
        return QGaussLobatto<dim>(description.degree + 1);
      return SolidCells::quadrature(element, description.degree + 1);
    }
  } // namespace

  template <int dim>
  CellMass<dim>::CellMass(const SolidDescription<dim> &description,
                          const Mapping<dim>          &mapping,
                          const FiniteElement<dim>    &element)
    : description(description)
    , values(mapping,
             element.base_element(0),
             mass_quadrature(description, element),
             update_values | update_quadrature_points | update_JxW_values)
    , m(element.base_element(0).n_dofs_per_cell())
  {}

  template <int dim>
  const FullMatrix<double> &
  CellMass<dim>::operator()(
    const typename DoFHandler<dim>::active_cell_iterator &cell)
  {
    values.reinit(
      static_cast<typename Triangulation<dim>::active_cell_iterator>(cell));
    const double density =
      material_of(description, cell->material_id()).density;
    m            = 0.;
    double total = 0.;
    for (const unsigned int k : values.quadrature_point_indices())
      {
        const double mass =
          density * values.JxW(k) *
          volume_factor(description, values.quadrature_point(k));
        total += mass;
        for (unsigned int a = 0; a < m.m(); ++a)
          for (unsigned int b = 0; b < m.m(); ++b)
            m(a, b) +=
              mass * values.shape_value(a, k) * values.shape_value(b, k);
      }
    if (description.lumped_mass)
      { // with the nodes as points the scale is one
        const double scale = total / m.trace();
        for (unsigned int a = 0; a < m.m(); ++a)
          for (unsigned int b = 0; b < m.m(); ++b)
            m(a, b) *= a == b ? scale : 0.;
      }
    return m;
  }

  template class CellMass<2>;
  template class CellMass<3>;
} // namespace percuss
