// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_nitsche_h
#define percuss_models_solid_nitsche_h

#include <percuss/input/case_file.h>
#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/run/contact_method.h>

#include <set>

namespace percuss
{
  /**
   * Writes the contacts of a solid by Nitsche's method: gives them B, the
   * traction of the body in the directions of their rows (NodalStress) [N], and
   * the solid K - theta sum_i c_i B_i^T B_i [N/m]. Once, before the first step.
   *
   * Throws InputError for finite strains, curved obstacles, nodes before two
   * obstacles unless theta = 0, and where gamma_0 is not above theta times the
   * bound of NodalStress. Collective.
   *
   * Source: F. Chouly, P. Hild, Y. Renard, ESAIM: M2AN 49 (2015) 481-502.
   * Equations: doc/theory/contact_methods.md (2), (2b).
   */
  template <int dim, Algebra A>
  void
  write_by_nitsche(const ContactMethodParameters              &method,
                   const std::set<dealii::types::boundary_id> &boundaries,
                   const CaseFile                             &case_file,
                   ElasticSolid<dim, A>                       &solid,
                   NodeToRigidContacts<dim, A>                &contacts);
} // namespace percuss

#endif
