// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_nodal_stress_h
#define percuss_models_solid_nodal_stress_h

#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/parallel_algebra/sparse_rows.h>

#include <set>

namespace percuss
{
  /**
   * The normal forces of contact nodes that Nitsche's method asks for,
   *
   *     B_i u = int phi_i n.sigma(u) n w dA [N],   n the obstacle's normal,
   *
   * with small strains, sigma that of the cell in front of which a face lies,
   * for each row of the contacts; w = volume_factor(). Entries of held
   * displacements are left out. Collective.
   *
   * @pre obstacles are flat, contacts without friction
   */
  template <int dim, Algebra A>
  SparseRows<A>
  nodal_stress(const ElasticSolid<dim, A>                 &solid,
               const std::set<dealii::types::boundary_id> &boundaries,
               const NodeToRigidContacts<dim, A>          &contacts);
} // namespace percuss

#endif
