// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_set_materials_h
#define percuss_models_solid_set_materials_h

#include <percuss/input/case_file.h>
#include <percuss/models/solid/kind.h>
#include <percuss/models/solid/solid_description.h>

namespace percuss
{
  /**
   * Sets the materials of a description from the entries of section "Solid"
   * that a material has. Each of these is one text for all materials, or
   * 'ID: text | ID: text' by material. Where one of Young's modulus, Poisson's
   * ratio and density has materials, these are all that there are. Where only
   * others have them, as a Prony series or a yield stress, the materials are
   * those of the mesh: what an entry does not name has none of it.
   *
   * Throws InputError for what is wrong with an entry, and for a material that
   * is not there; where the mesh has to be generated to know its materials,
   * what SolidMesh throws.
   *
   * @pre mesh, generator and material_names are set
   */
  template <int dim>
  void
  set_materials(const SolidParameters &section,
                const CaseFile        &case_file,
                SolidDescription<dim> &solid);
} // namespace percuss

#endif
