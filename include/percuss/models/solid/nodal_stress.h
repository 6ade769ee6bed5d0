// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_nodal_stress_h
#define percuss_models_solid_nodal_stress_h

#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>

#include <deal.II/lac/full_matrix.h>

#include <set>
#include <vector>

namespace percuss
{
  /**
   * The forces of contact nodes that Nitsche's method asks for,
   *
   *     B_i u = - int phi_i e.sigma(u) N w dA [N],
   *
   * e the direction of the row: the obstacle's normal n, in tension positive, and
   * with friction the tangents; N the outer normal of the body's undeformed face: zero
   * on faces that are free, whatever e is. The integral is one over faces that
   * are before the obstacle, n.N < -1/2. With small strains, sigma that of the
   * cell in front of which a face lies; w = volume_factor().
   */
  template <int dim, Algebra A>
  struct NodalStress
  {
    /** B_i of each row of the contacts, the same on all ranks, without entries
     * of held displacements. */
    std::vector<typename ElasticSolid<dim, A>::Row> rows;

    /**
     * The largest sum_i (B_ie u)^2/k_ie over u^T K_e u, twice the strain
     * energy, of a cell e, with the parts B_ie and k_ie that the cell has of B_i
     * and of the stiffness of the node. K - theta sum_i B_i^T B_i/(gamma k_i)
     * has no negative eigenvalue for gamma >= theta bound, because (sum_e b_e)^2
     * / sum_e k_e <= sum_e b_e^2/k_e.
     *
     * Equations: doc/theory/contact_methods.md (2b).
     */
    double bound = 0.;
  };

  /** Collective. @pre obstacles are flat */
  template <int dim, Algebra A>
  NodalStress<dim, A>
  nodal_stress(const ElasticSolid<dim, A>                 &solid,
               const std::set<dealii::types::boundary_id> &boundaries,
               const NodeToRigidContacts<dim, A>          &contacts);
} // namespace percuss

#endif
