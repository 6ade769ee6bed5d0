// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mechanics_boundary_mass_h
#define percuss_mechanics_boundary_mass_h

namespace percuss
{
  /**
   * What becomes of the mass of contact nodes, M_ab between a contact node a
   * and any node b. The inertia of a contact node belongs to the mesh, not to
   * the body: with it the contact force of an impact depends on mesh and step
   * and does not converge.
   */
  enum class BoundaryMass
  {
    kept,
    redistributed, ///< removed, its neighbours have it
    weighted,      ///< removed, the whole body has it
    singular, ///< removed with what M_ab give to b: M_bb - M_ba M_aa^-1 M_ab
    none      ///< removed: bodies are lighter by O(size of an element)
  };
} // namespace percuss

#endif
