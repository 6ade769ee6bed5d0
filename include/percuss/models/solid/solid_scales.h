// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_scales_h
#define percuss_models_solid_solid_scales_h

#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>

namespace percuss
{
  /** Of all bodies [kg], per metre of thickness in the plane. Collective. */
  template <int dim, Algebra A>
  double
  mass_of(const ElasticSolid<dim, A> &solid);

  /** The largest angular frequency that iterations on K find at the
   * displacement @p q_0 [1/s], contacts open. Collective. */
  template <int dim, Algebra A>
  double
  open_frequency(const ElasticSolid<dim, A> &solid,
                 const typename A::Vector   &q_0);

  /** The same with all contacts with compliances closed at the time @p t [s]. */
  template <int dim, Algebra A>
  double
  closed_frequency(const ElasticSolid<dim, A>        &solid,
                   const NodeToRigidContacts<dim, A> &contacts,
                   const typename A::Vector          &q_0,
                   double                             t);
} // namespace percuss

#endif
