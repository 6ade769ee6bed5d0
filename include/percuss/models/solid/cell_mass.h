// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_cell_mass_h
#define percuss_models_solid_cell_mass_h

#include <percuss/models/solid/solid_elements.h>

#include <deal.II/fe/fe_values.h>

namespace percuss
{
  /**
   * Mass of a cell between its nodes, m_ab = int rho N_a N_b dV, the same for
   * all components of the displacement. A lumped one is diagonal and positive:
   *
   *     plane and 3-D   the same integral by the quadrature whose points are
   *                     the nodes (Gauss-Lobatto),
   *     axisymmetric    m_aa times the cell's mass over the sum of all m_bb
   *                     (Hinton, Rock and Zienkiewicz, EESD 4, 1976), because
   *                     that quadrature leaves no mass on the axis. For cells
   *                     far from it both agree.
   */
  template <int dim>
  class CellMass
  {
  public:
    CellMass(const SolidDescription<dim>      &description,
             const dealii::Mapping<dim>       &mapping,
             const dealii::FiniteElement<dim> &element);

    /** m (nodes x nodes) [kg], valid until the next call. */
    const dealii::FullMatrix<double> &
    operator()(
      const typename dealii::DoFHandler<dim>::active_cell_iterator &cell);

  private:
    const SolidDescription<dim> &description;
    dealii::FEValues<dim>        values;
    dealii::FullMatrix<double>   m;
  };
} // namespace percuss

#endif
