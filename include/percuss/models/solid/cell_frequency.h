// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_cell_frequency_h
#define percuss_models_solid_cell_frequency_h

#include <percuss/models/solid/solid_elements.h>

namespace percuss
{
  /**
   * The largest angular frequency of any single cell of this rank [1/s], which
   * bounds those of the assembled mesh, held or not (Irons and Treharne 1971):
   *
   *     w^2 = max_e lambda_max(M_e^-1 K_e)
   *
   * K_e of the undeformed state, M_e that of CellMass, in bodies without mass
   * at their contacts held there. The eigenvalue is only
   * computed where w^2 M_e - K_e has no Cholesky factors for the w found so
   * far, beginning with the cell that looks stiffest: seldom more than a few
   * times.
   *
   * @param mass_factors of the masses of all locally relevant degrees of
   * freedom, zero where there is none; or null, if they are those of CellMass
   *
   * Equations: doc/theory/elastic_solid.md (4).
   */
  template <int dim>
  double
  largest_cell_frequency(
    const SolidDescription<dim>                    &description,
    const dealii::Mapping<dim>                     &mapping,
    const dealii::DoFHandler<dim>                  &dof_handler,
    const SolidElements<dim>                       &elements,
    const typename SolidElements<dim>::LocalVector *mass_factors = nullptr);
} // namespace percuss

#endif
