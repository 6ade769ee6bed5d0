// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/constraints/force_law.h>
#include <percuss/input/expression.h>
#include <percuss/run/force_law_parameters.h>

namespace percuss
{
  namespace
  {
    const char *const force_law_entry = "Contact/force law";

    /** Whether impulses of a scheme act on the velocities alone, once. */
    bool
    has_impulses_at_velocity_level(const SchemeInformation &scheme)
    {
      switch (scheme.kind)
        {
          case SchemeKind::moreau_jean:
          case SchemeKind::cd_lagrange:
          case SchemeKind::cd_lagrange_implicit:
            return true;
          case SchemeKind::generalized_alpha:
            return scheme.impulses == Impulses::jump;
          default:
            return false;
        }
    }

    /** s = 1 - sigma, where impulses move the positions by h sigma du. */
    double
    weight_of_forecast(const RunParameters &run)
    {
      const SchemeInformation &scheme = run.scheme_information();
      switch (scheme.family)
        {
          case SchemeFamily::moreau_jean:
            return 1. - scheme.position_weight.value_or(run.scheme.theta);
          case SchemeFamily::central_difference:
            return 1.;
          default:
            return 0.5;
        }
    }
  } // namespace

  void
  ForceLawParameters::add_to(Parameters &parameters)
  {
    parameters.add(
      "force law",
      text,
      "Force of all contacts in the place of their impacts in N, in elastic bars "
      "and solids per area in Pa, positive if it pushes: an expression of gap "
      "in m, negative where bodies overlap, and speed in m/s, positive where they "
      "part, as in 'if(gap < 0, 1e6*pow(-gap, 1.5), 0)'. A step has the force "
      "that is known at its start; its length is limited as that of explicit "
      "schemes, h < 2/omega. Empty: impacts. Of elastic bars, mechanisms and "
      "solids, with schemes at the velocity level, without friction.");
    parameters.add_words(
      "force law",
      {{"gap", "The gap [m], negative where bodies overlap."},
       {"speed", "Its rate [m/s], positive where bodies part."}});
  }

  void
  ForceLawParameters::check(const ModelKind &model,
                            const CaseFile  &case_file) const
  {
    if (trim(text).empty())
      return;
    const std::string or_empty = ", or leave 'Contact/force law' empty.";
    const auto        refuse   = [&](const bool         is_wrong,
                            const std::string &entry,
                            const std::string &message) {
      if (is_wrong)
        throw case_file.error(entry, message + or_empty);
    };
    refuse(!model.has_cohesion,
           force_law_entry,
           "Model '" + std::string(model.name) +
             "' knows impacts alone: take a mechanism, an elastic bar or a "
             "solid");
    refuse(!has_impulses_at_velocity_level(run.scheme_information()),
           "Time integration/scheme",
           "Scheme '" + run.scheme.name +
             "' does not write impulses at the velocity level alone, where "
             "force laws act: choose another one, such as moreau-jean");
    refuse(run.contact.method.method != ContactMethod::velocity_level,
           "Contact/method",
           "A force law takes its place: set it to 'velocity level'");
    refuse(run.contact.boundary_mass != BoundaryMass::kept,
           "Contact/boundary mass",
           "A force law has impulses, which nodes without mass have not: set "
           "it to 'kept'");
    case_file.at(force_law_entry, [&] {
      return Expression(text, {"gap", "speed"});
    });
  }

  std::unique_ptr<StatefulLaw>
  ForceLawParameters::make(const std::span<const ContactOfLaw> contacts) const
  {
    if (trim(text).empty())
      return nullptr;
    auto law = std::make_unique<ForceLaw>(
      [f = Expression(text, {"gap", "speed"})](const double gap,
                                               const double speed) {
        return f({gap, speed});
      },
      weight_of_forecast(run));
    for (const ContactOfLaw &contact : contacts)
      {
        const ContactLaw &of = *contact.law;
        if (!of.is_contact())
          continue;
        if (of.friction > 0. || of.n_tangential > 0 || of.restitution != 0. ||
            of.has_cohesion())
          throw InputError("Contacts have a force law, and coefficients of "
                           "impacts beside it. Set restitution, friction and "
                           "cohesive strength of all contacts to 0, or leave "
                           "the force law empty.",
                           force_law_entry);
        law->add(contact.cone, contact.row, contact.area);
      }
    if (law->empty())
      throw InputError("There are no contacts that could have a force law. "
                       "Leave it empty, or give the model contacts.",
                       force_law_entry);
    return law;
  }
} // namespace percuss
