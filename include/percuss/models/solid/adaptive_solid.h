// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_adaptive_solid_h
#define percuss_models_solid_adaptive_solid_h

#include <percuss/models/solid/kind.h>
#include <percuss/models/solid/solid_description.h>

#include <memory>

namespace percuss
{
  /**
   * Solids whose mesh follows the motion: a SolidOnMesh for each mesh. Before
   * the first step, and every N steps, NeededLevels says which cells are
   * divided. If these are others, the state goes over to the new mesh:
   *
   *     displacements    nodal values, with which the field is the same where
   *                      cells are divided
   *     velocities       projection where cells are joined, the same field where
   *                      they are divided; then the momentum of before
   *     energy           the difference is work_adaptation
   *     contacts         those of the new nodes; the conditions at the velocity
   *                      level remember no impulses
   *
   * For schemes whose state is q and v (a of cd-lagrange goes over as v does).
   * All that a user sees is of the mesh of the moment.
   *
   * Equations: doc/theory/adaptive_solids.md.
   *
   * Throws InputError as Model::make().
   *
   * @param description with adaptation.levels > 0
   */
  template <int dim, class A>
  std::unique_ptr<Model>
  make_adaptive_solid(const SolidParameters       &section,
                      const RunParameters         &run,
                      const CaseFile              &case_file,
                      const SolidDescription<dim> &description);
} // namespace percuss

#endif
