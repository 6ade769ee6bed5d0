// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_mass_redistribution_h
#define percuss_models_solid_mass_redistribution_h

#include <percuss/models/solid/solid_description.h>

#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/mapping.h>
#include <deal.II/lac/la_parallel_vector.h>

namespace percuss
{
  /**
   * Takes the mass of a lumped mass matrix away from the nodes of
   * SolidDescription::massless_boundaries (mass redistribution): contact nodes
   * without inertia follow the others quasi-statically, no velocity of theirs
   * jumps, and no coefficient of restitution is needed.
   *
   * A cell gives the mass of its massless nodes to its other nodes m_a, in
   * proportion. What is left of that O(h^2) change of the mass distribution is
   * corrected by
   *
   *     m_a <- m_a (1 + l^T f(X_a)),   f = (1, X_i, X_i X_j),
   *
   * l such that the mass, the centre of mass and the inertia of every body
   * (cells joined by vertices) are those from before. This is the smallest such
   * change in the sense of sum (dm_a)^2 / m_a.
   *
   * Source: H. B. Khenous, P. Laborde, Y. Renard, Eur. J. Mech. A/Solids 27
   * (2008) 918-932: the same moments, redistributed at once.
   *
   * @param mass diagonal of the mass matrix, ghosted vector of all locally
   * relevant degrees of freedom [kg]; entries of ghosts are not used or set
   * Throws InputError on all ranks if nothing has those boundary ids, a cell
   * has massless nodes only, or the mesh is too coarse for the moments.
   * Collective.
   */
  template <int dim>
  void
  redistribute_mass(const SolidDescription<dim>   &description,
                    const dealii::Mapping<dim>    &mapping,
                    const dealii::DoFHandler<dim> &dof_handler,
                    dealii::LinearAlgebra::distributed::Vector<double> &mass);
} // namespace percuss

#endif
