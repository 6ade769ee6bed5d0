// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_boundary_mass_h
#define percuss_models_solid_boundary_mass_h

#include <percuss/models/solid/solid_description.h>

#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/mapping.h>
#include <deal.II/lac/la_parallel_vector.h>

namespace percuss
{
  /**
   * Takes the mass of a lumped mass matrix away from the nodes of
   * SolidDescription::massless_boundaries, as SolidDescription::boundary_mass
   * says: contact nodes without inertia follow the others quasi-statically, no
   * velocity of theirs jumps, and no coefficient of restitution is needed.
   *
   * BoundaryMass::none leaves it at that. Else what the others m_a have then is
   * corrected by
   *
   *     m_a <- m_a (1 + s(X_a) l^T f(X_a)),   f = (1, X_i, X_i X_j),
   *
   * l such that the mass, the centre of mass and the inertia of every body
   * (cells joined by vertices) are those from before: the smallest such change
   * in the sense of sum (dm_a)^2 / (s_a m_a).
   *
   * - redistributed: a cell first gives the mass of its massless nodes to its
   *   other nodes, in proportion; s = 1 corrects the O(h^2) that are left.
   * - weighted: s is the squared distance from the massless nodes. The nodes
   *   behind them, which the impact meets first, keep their mass; a wave
   *   that leaves the contact sees a body as it was. Where that would take more
   *   than three quarters of a mass, on coarse meshes, s is the distance, or 1.
   *
   * Sources: H. B. Khenous, P. Laborde, Y. Renard, Eur. J. Mech. A/Solids 27
   * (2008) 918-932: the same moments, redistributed at once; F. Dabaghi, A.
   * Petrov, J. Pousin, Y. Renard, arXiv:1601.00778: weights.
   *
   * @param mass diagonal of the mass matrix, ghosted vector of all locally
   * relevant degrees of freedom [kg]; entries of ghosts are not used or set
   * Throws InputError on all ranks if nothing has those boundary ids, if of
   * redistributed masses a cell has massless nodes only, or if the mesh is too
   * coarse for the moments. Collective.
   *
   * Equations: doc/theory/massless_contacts.md (5).
   */
  template <int dim>
  void
  remove_boundary_mass(
    const SolidDescription<dim>                        &description,
    const dealii::Mapping<dim>                         &mapping,
    const dealii::DoFHandler<dim>                      &dof_handler,
    dealii::LinearAlgebra::distributed::Vector<double> &mass);
} // namespace percuss

#endif
