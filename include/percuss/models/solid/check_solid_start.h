// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_check_solid_start_h
#define percuss_models_solid_check_solid_start_h

#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/held_values.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>

#include <optional>

namespace percuss
{
  class CaseFile;

  /** What a field with nodal values @p x has where the body is held; none of no
   * field. Collective. */
  template <int dim, Algebra A>
  std::optional<HeldValue<dim>>
  held_value(const ElasticSolid<dim, A>                  &solid,
             const typename SolidDescription<dim>::Field &field,
             const typename A::Vector                    &x);

  /** Throws InputError where the displacement @p q_0 that the case describes is
   * not zero where the body is held. Collective. */
  template <int dim, Algebra A>
  void
  check_initial_displacement(const ElasticSolid<dim, A> &solid,
                             const typename A::Vector   &q_0,
                             const CaseFile             &case_file);

  /** Throws InputError where a traction is not finite at @p start_time [s]. */
  template <int dim, Algebra A>
  void
  check_loads(const ElasticSolid<dim, A> &solid,
              double                      start_time,
              const CaseFile             &case_file);

  /** Throws InputError where a node is in an obstacle at @p start_time [s], by
   * more than 1e-6 of the @p element_length [m], or has no distance from it. */
  template <int dim, Algebra A>
  void
  check_gaps(const NodeToRigidContacts<dim, A> &contacts,
             const typename A::Vector          &q_0,
             double                             start_time,
             double                             element_length,
             const CaseFile                    &case_file);
} // namespace percuss

#endif
