// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/models/solid/contact_pairs.h>
#include <percuss/models/solid/group_items.h>
#include <percuss/models/solid/instances.h>
#include <percuss/mortar/face_normals.h>

#include <algorithm>
#include <limits>

namespace percuss
{
  namespace
  {
    const std::string pairs_entry = "Contact/pairs";

    /** What there is no contact between bodies with. */
    void
    check_availability(const SolidParameters &p,
                       const RunParameters   &run,
                       const CaseFile        &case_file)
    {
      const auto refuse = [&](const bool         is_refused,
                              const std::string &entry,
                              const std::string &message) {
        if (is_refused)
          throw case_file.error(entry, message);
      };
      const std::string rule =
        "Contact between bodies, 'Contact/pairs', is available ";
      refuse(p.settings.degree != 1 &&
               p.settings.kinematics == Kinematics::axisymmetric,
             "Solid/polynomial degree",
             rule + "of bodies of revolution for degree 1 only.");
      refuse(run.contact.method.has_compliance(),
             "Contact/method",
             rule + "without compliances only: take 'velocity level'.");
      refuse(run.contact.coefficients.cohesive_strength > 0.,
             "Contact/cohesive strength",
             rule + "without cohesion only: set it to 0.");
    }

    void
    check_self_contact(const SolidParameters &p,
                       const GroupIds        &boundary_names,
                       const CaseFile        &case_file)
    {
      if (p.small_sliding)
        throw case_file.error("Contact/sliding",
                              "Contact of a boundary with itself, 'self' in "
                              "'Contact/pairs', needs finite sliding: set it "
                              "to 'finite'.");
      if (boundary_names.contains("self"))
        throw case_file.error(pairs_entry,
                              "'self' is contact of a boundary with itself, "
                              "and a boundary of the mesh has this name. Write "
                              "its id where you mean the boundary, and give it "
                              "another name for contact with itself.");
    }

    /** Whether a label means all of the boundary. */
    bool
    is_all(const std::string &label, const GroupIds &boundary_names)
    {
      return label == "all" && !boundary_names.contains("all");
    }

    std::set<unsigned int>
    side(const std::string &text,
         const GroupIds    &boundary_names,
         const CaseFile    &case_file)
    {
      std::set<unsigned int> ids;
      for (const std::string &label : split(text, ','))
        ids.merge(group(trim(label), boundary_names, pairs_entry, case_file));
      if (ids.empty())
        throw case_file.error(pairs_entry,
                              "A pair must be 'slave : master', names or ids "
                              "of two boundaries.");
      return ids;
    }

    /** Two pairs with the same two boundaries, in either order, would share
     * forces. */
    void
    check_pairs_are_new(const std::vector<PairDescription> &pairs,
                        const std::string                  &text,
                        const CaseFile                     &case_file)
    {
      const auto meet = [](const std::set<unsigned int> &a,
                           const std::set<unsigned int> &b) {
        return a.empty() || b.empty() ||
               std::ranges::any_of(a, [&](const unsigned int id) {
                 return b.contains(id);
               });
      };
      for (std::size_t i = 0; i < pairs.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          if ((meet(pairs[i].slave, pairs[j].slave) &&
               meet(pairs[i].master, pairs[j].master)) ||
              (meet(pairs[i].slave, pairs[j].master) &&
               meet(pairs[i].master, pairs[j].slave)))
            throw case_file.error(pairs_entry,
                                  "'" + text +
                                    "' has the same two boundaries in items " +
                                    std::to_string(j + 1) + " and " +
                                    std::to_string(i + 1) +
                                    ": both would act. Leave out one.");
    }

    /** Young's moduli of the bodies at the nodes of a boundary [Pa], of several
     * materials that of the softest. */
    template <int dim>
    std::vector<double>
    moduli_at_nodes(const ContactSide<dim>      &side,
                    const SolidDescription<dim> &solid)
    {
      const auto          materials = materials_of(solid);
      const auto         &faces     = side.undeformed().faces;
      std::vector<double> moduli(side.undeformed().nodes.size(),
                                 std::numeric_limits<double>::infinity());
      for (std::size_t f = 0; f < faces.size(); ++f)
        {
          const auto   found = materials.find(side.materials()[f]);
          const double E =
            (found != materials.end() ? found : materials.begin())
              ->second.youngs_modulus;
          for (const unsigned int node : nodes_of(faces[f]))
            moduli[node] = std::min(moduli[node], E);
        }
      return moduli;
    }

    /** int N_j of the nodes, those of straight faces: of equal faces equal. */
    std::vector<double>
    sizes_at_nodes(ContactCurve curve)
    {
      curve.degree = 1;
      return nodal_lengths(curve);
    }

    std::vector<double>
    sizes_at_nodes(ContactFacets facets)
    {
      facets.degree = 1;
      return nodal_areas(facets);
    }

    /** Norms of the velocities of nodes. Collective. */
    template <int dim, Algebra A>
    std::vector<double>
    speeds_at_nodes(const ContactSide<dim> &side, const typename A::Vector &v)
    {
      const auto          moved = side.template displaced<A>(v);
      std::vector<double> speeds;
      for (std::size_t i = 0; i < moved.nodes.size(); ++i)
        speeds.push_back((moved.nodes[i] - side.undeformed().nodes[i]).norm());
      return speeds;
    }
  } // namespace

  std::set<unsigned int>
  boundaries_of_pairs(const SolidParameters &p,
                      const CaseFile        &case_file,
                      const GroupIds        &boundary_names)
  {
    std::set<unsigned int> ids;
    if (!trim(p.pairs).empty())
      for (const auto &[slave, master] :
           labelled(p.pairs, pairs_entry, case_file))
        {
          const bool is_of_itself = master == "self";
          if (is_of_itself && is_all(slave, boundary_names))
            throw case_file.error(
              "Contact/boundary mass",
              "With 'Contact/pairs = all : self' no node of the boundary would "
              "have mass. Name the boundaries that touch there, or keep the "
              "mass.");
          ids.merge(side(slave, boundary_names, case_file));
          if (!is_of_itself)
            ids.merge(side(master, boundary_names, case_file));
        }
    return ids;
  }

  std::vector<PairDescription>
  parse_pairs(const SolidParameters &p,
              const RunParameters   &run,
              const CaseFile        &case_file,
              const GroupIds        &boundary_names)
  {
    std::vector<PairDescription> result;
    if (trim(p.pairs).empty())
      return result;
    check_availability(p, run, case_file);
    for (const auto &[slave, master] :
         labelled(p.pairs, pairs_entry, case_file))
      {
        const bool is_of_itself = master == "self";
        const auto ids = is_of_itself && is_all(slave, boundary_names) ?
                           std::set<unsigned int>() :
                           side(slave, boundary_names, case_file);
        if (is_of_itself)
          check_self_contact(p, boundary_names, case_file);
        result.push_back(
          {"pair",
           ids,
           is_of_itself ? ids : side(master, boundary_names, case_file),
           is_of_itself});
        for (const unsigned int id : ids)
          if (!is_of_itself && result.back().master.contains(id))
            throw case_file.error(pairs_entry,
                                  "'" + slave + " : " + master +
                                    "' has a boundary on both sides. Contact "
                                    "of boundaries with themselves is '" +
                                    slave + " : self'.");
      }
    check_pairs_are_new(result, p.pairs, case_file);
    if (result.size() > 1)
      for (std::size_t i = 0; i < result.size(); ++i)
        result[i].name += ' ' + std::to_string(i + 1);
    return result;
  }

  template <int dim, Algebra A>
  std::unique_ptr<PairContacts<dim, A>>
  make_pair_contacts(const std::vector<PairDescription> &pairs,
                     const ElasticSolid<dim, A>         &solid,
                     const typename A::Vector           &q_0,
                     const typename A::Vector           &v_0,
                     const ContactCoefficients          &coefficients,
                     const std::optional<double>         place_of_rows,
                     const CaseFile                     &case_file)
  {
    if (pairs.empty())
      return nullptr;
    return case_file.at(pairs_entry, [&] {
      const auto side = [&](const std::set<unsigned int> &ids) {
        return ContactSide<dim>(solid.dof_handler,
                                solid.mapping,
                                {ids.begin(), ids.end()},
                                solid.constraints);
      };
      std::vector<ContactPair<dim>> sides;
      for (const PairDescription &pair : pairs)
        {
          sides.push_back({pair.name, side(pair.slave), side(pair.master)});
          if (const auto &faces = sides.back().slave.undeformed();
              pair.is_of_itself)
            sides.back().of_itself.emplace(
              faces,
              SlaveSelection::Nodes{
                sizes_at_nodes(faces),
                moduli_at_nodes(sides.back().slave, solid.description),
                speeds_at_nodes<dim, A>(sides.back().slave, v_0)});
        }
      return std::make_unique<PairContacts<dim, A>>(
        std::move(sides),
        q_0,
        coefficients,
        solid.description.kinematics == Kinematics::axisymmetric ?
          std::optional<double>() :
          std::optional<double>(dim == 3 ? 1. : solid.description.thickness),
        solid.dof_handler.locally_owned_dofs(),
        solid.communicator,
        place_of_rows);
    });
  }

  std::optional<double>
  place_of_rows(const SolidParameters  &p,
                const ContactTreatment &treatment,
                const CaseFile         &case_file)
  {
    if (p.small_sliding)
      return {};
    if (treatment.level == ContactTreatment::Level::position &&
        !treatment.contact_forces)
      throw case_file.error(
        "Contact/sliding",
        "Finite sliding takes rows of contacts anew in each step, and a scheme "
        "at the position level needs their gaps in several steps. Take a "
        "scheme at the velocity level, moreau-jean or cd-lagrange, or set "
        "'Contact/sliding = small' if bodies in contact slide by less than a "
        "face and turn by less than 0.1 rad.");
    return treatment.jacobian_point ==
               ContactTreatment::JacobianPoint::midpoint ?
             0.5 :
             1.;
  }

  template <int dim, Algebra A>
  std::vector<std::string>
  warnings_of_pairs(const PairContacts<dim, A> &contacts)
  {
    std::vector<std::string> result;
    for (const ContactPair<dim> &pair : contacts.pairs())
      if (!pair.of_itself &&
          pair.slave.mean_face() > 1.5 * pair.master.mean_face())
        result.push_back("faces of the slave of " + pair.name + ", " +
                         short_text(pair.slave.mean_face()) +
                         " m, are longer than those of its master, " +
                         short_text(pair.master.mean_face()) +
                         " m, whose nodes may penetrate between them. Write "
                         "the boundary with the shorter faces first.");
    return result;
  }

#define PERCUSS_INSTANTIATE(dim, A)                                  \
  template std::unique_ptr<PairContacts<dim, A>> make_pair_contacts( \
    const std::vector<PairDescription> &,                            \
    const ElasticSolid<dim, A> &,                                    \
    const A::Vector &,                                               \
    const A::Vector &,                                               \
    const ContactCoefficients &,                                     \
    std::optional<double>,                                           \
    const CaseFile &);                                               \
  template std::vector<std::string> warnings_of_pairs(               \
    const PairContacts<dim, A> &);
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
