// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/models/solid/instances.h>
#include <percuss/models/solid/nitsche.h>
#include <percuss/models/solid/nodal_stress.h>

#include <vector>

namespace percuss
{
  namespace
  {
    /** A node before two obstacles has one stress for two forces. */
    template <int dim, Algebra A>
    bool
    shares_stress(const NodeToRigidContacts<dim, A> &contacts,
                  const NodalStress<dim, A>         &stress)
    {
      std::set<std::size_t> nodes;
      for (std::size_t row = 0; row < stress.rows.size(); ++row)
        if (contacts.law(row).kind == ContactLaw::Kind::unilateral &&
            !stress.rows[row].empty() &&
            !nodes.insert(contacts.node(row)).second)
          return true;
      return false;
    }
  } // namespace

  template <int dim, Algebra A>
  void
  write_by_nitsche(const ContactMethodParameters              &method,
                   const std::set<dealii::types::boundary_id> &boundaries,
                   const CaseFile                             &case_file,
                   ElasticSolid<dim, A>                       &solid,
                   NodeToRigidContacts<dim, A>                &contacts)
  {
    const char *const otherwise = ", or take 'Contact/method = penalty'.";
    if (!solid.is_linear())
      throw case_file.error("Solid/elastic law",
                            std::string("Nitsche's method is for small "
                                        "strains: take the linear law") +
                              otherwise);
    if (!contacts.is_linear())
      throw case_file.error("Solid/obstacles",
                            std::string("Nitsche's method is for flat "
                                        "obstacles: leave out the others") +
                              otherwise);
    const auto   stress = nodal_stress(solid, boundaries, contacts);
    const double theta  = method.nitsche_theta;
    if (!(method.nitsche_parameter > theta * stress.bound))
      throw case_file.error("Contact/Nitsche parameter",
                            "It must be above theta " +
                              short_text(stress.bound) +
                              " on this mesh, else the strain energy may "
                              "be negative.");
    contacts.set_stress(SparseRows<A>(stress.rows,
                                      solid.dof_handler.locally_owned_dofs(),
                                      solid.communicator),
                        theta);
    if (theta == 0.)
      return;
    if (shares_stress(contacts, stress))
      throw case_file.error("Contact/Nitsche theta",
                            "A node is before two obstacles, whose forces "
                            "share its stress: set it to 0.");
    std::vector<double> factors;
    for (std::size_t row = 0; row < stress.rows.size(); ++row)
      factors.push_back(-theta * contacts.compliance(row));
    solid.add_to_stiffness(stress.rows, factors);
  }

#define PERCUSS_INSTANTIATE(dim, A)                                            \
  template void write_by_nitsche(const ContactMethodParameters &,              \
                                 const std::set<dealii::types::boundary_id> &, \
                                 const CaseFile &,                             \
                                 ElasticSolid<dim, A> &,                       \
                                 NodeToRigidContacts<dim, A> &);
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
