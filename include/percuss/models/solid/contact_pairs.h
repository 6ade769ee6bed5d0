// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_contact_pairs_h
#define percuss_models_solid_contact_pairs_h

#include <percuss/input/case_file.h>
#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/pair_contacts.h>
#include <percuss/time_integration/contact_treatment.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace percuss
{
  /** An item of 'Contact/pairs'. */
  struct PairDescription
  {
    std::string            name;          ///< "pair", of several "pair 2"
    std::set<unsigned int> slave, master; ///< ids; none: all of the mesh
    bool                   is_of_itself = false; ///< slave = master
  };

  /**
   * The items of 'Contact/pairs', 'slave : master', 'boundary : self' or 'all : self'
   * separated by '|', each of them names or ids of boundaries separated by ','.
   * Throws InputError for
   * what is wrong with them, and for all that pairs are not available with:
   * degree 2 of bodies of revolution, contacts that are forces, cohesive
   * contacts.
   */
  std::vector<PairDescription>
  parse_pairs(const SolidParameters &section,
              const RunParameters   &run,
              const CaseFile        &case_file,
              const GroupIds        &boundary_names);

  /** The boundaries of both sides of all items of 'Contact/pairs', whose nodes
   * have no mass where 'Contact/boundary mass' is not 'kept'. Throws InputError
   * as parse_pairs() does.
   *
   * Equations: doc/theory/mortar_contact.md (9). */
  std::set<unsigned int>
  boundaries_of_pairs(const SolidParameters &section,
                      const CaseFile        &case_file,
                      const GroupIds        &boundary_names);

  /** Their contacts, or none, with displacements and velocities at the start.
   * Throws InputError as PairContacts and ContactSide
   * do. Collective. */
  template <int dim, Algebra A>
  std::unique_ptr<PairContacts<dim, A>>
  make_pair_contacts(const std::vector<PairDescription> &pairs,
                     const ElasticSolid<dim, A>         &solid,
                     const typename A::Vector           &q_0,
                     const typename A::Vector           &v_0,
                     const ContactCoefficients          &coefficients,
                     std::optional<double>               place_of_rows,
                     const CaseFile                     &case_file);

  /** Where finite sliding takes its rows in a step of a scheme, as PairContacts
   * has it: where G of the scheme is, by the forecast q_k + a h v_k; none of
   * small sliding. Throws InputError for schemes at the position level whose
   * contacts have mass: they need the gaps of several steps. */
  std::optional<double>
  place_of_rows(const SolidParameters  &section,
                const ContactTreatment &treatment,
                const CaseFile         &case_file);

  /** Of pairs whose slave has the longer faces. */
  template <int dim, Algebra A>
  std::vector<std::string>
  warnings_of_pairs(const PairContacts<dim, A> &contacts);
} // namespace percuss

#endif
