// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/instances.h>
#include <percuss/models/solid/solid_contact_totals.h>

#include <set>

namespace percuss
{
  template <int dim, Algebra A>
  ContactTotals
  totals_of_contacts(const NodeToRigidContacts<dim, A> &contacts,
                     const std::vector<std::string>    &names,
                     const PairContacts<dim, A> *const  pairs)
  {
    std::vector<std::string>  all_names = names;
    std::vector<unsigned int> groups;
    std::vector<double>       areas;
    const auto                enter =
      [&](const bool is_normal, const std::size_t group, const double area) {
        groups.push_back(is_normal ? static_cast<unsigned int>(group) :
                                     ContactTotals::no_group);
        areas.push_back(area);
      };
    const std::size_t m = contacts.n_constraints();
    for (std::size_t row = 0; row < m; ++row)
      enter(contacts.law(row).kind == ContactLaw::Kind::unilateral,
            contacts.obstacle(row),
            contacts.area(row));
    if (pairs)
      for (const ContactPair<dim> &pair : pairs->pairs())
        all_names.push_back(pair.name);
    if (pairs)
      for (std::size_t row = 0; row < pairs->n_constraints(); ++row)
        enter(pairs->law(row).is_contact(),
              names.size() + pairs->pair(row),
              pairs->area(row));
    ContactTotals result(all_names, groups, areas);
    if (pairs && pairs->slides())
      result.take_changing_weights(
        [&contacts, pairs, m](const std::size_t row) {
          return row < m                   ? contacts.area(row) :
                 pairs->is_in_use(row - m) ? pairs->area(row - m) :
                                             0.;
        });
    return result;
  }

  template <int dim, Algebra A>
  bool
  are_apart(const NodeToRigidContacts<dim, A> &contacts,
            const PairContacts<dim, A>        &pairs)
  {
    std::set<dealii::types::global_dof_index> of_obstacles;
    for (std::size_t row = 0; row < contacts.n_constraints(); ++row)
      of_obstacles.insert(contacts.nodes()[contacts.node(row)].first_dof);
    for (const ContactPair<dim> &pair : pairs.pairs())
      for (std::size_t i = 0; i < pair.slave.undeformed().nodes.size(); ++i)
        if (of_obstacles.contains(pair.slave.first_dof(i)))
          return false;
    return true;
  }

#define PERCUSS_INSTANTIATE(dim, A)                            \
  template ContactTotals totals_of_contacts(                   \
    const NodeToRigidContacts<dim, A> &,                       \
    const std::vector<std::string> &,                          \
    const PairContacts<dim, A> *);                             \
  template bool are_apart(const NodeToRigidContacts<dim, A> &, \
                          const PairContacts<dim, A> &);
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
