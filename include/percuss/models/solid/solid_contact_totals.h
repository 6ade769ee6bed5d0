// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_solid_contact_totals_h
#define percuss_models_solid_solid_contact_totals_h

#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/pair_contacts.h>
#include <percuss/simulation/contact_totals.h>

#include <string>
#include <vector>

namespace percuss
{
  /** Totals of each obstacle, by @p names, and of each pair, if there are
   * @p pairs, whose rows are behind those of obstacles; refers to both. */
  template <int dim, Algebra A>
  ContactTotals
  totals_of_contacts(const NodeToRigidContacts<dim, A> &contacts,
                     const std::vector<std::string>    &names,
                     const PairContacts<dim, A>        *pairs);

  /** Whether no node has rows of an obstacle and of a pair whose slave it
   * is. */
  template <int dim, Algebra A>
  bool
  are_apart(const NodeToRigidContacts<dim, A> &contacts,
            const PairContacts<dim, A>        &pairs);
} // namespace percuss

#endif
