// SPDX-License-Identifier: Apache-2.0

// What laws with a state ask of a run.

#include <percuss/run/check_run.h>

namespace percuss
{
  namespace
  {
    /** That contacts have impulses, as what @p needs_them says. */
    void
    check_impulses(const std::string   &needs_them,
                   const char *const    or_none,
                   const RunParameters &p,
                   const CaseFile      &case_file)
    {
      if (p.contact.method.method != ContactMethod::velocity_level)
        throw case_file.error("Contact/method",
                              needs_them +
                                " impulses: set it to 'velocity level'" +
                                or_none);
      if (p.contact.boundary_mass != BoundaryMass::kept)
        throw case_file.error("Contact/boundary mass",
                              needs_them +
                                " impulses, which nodes without mass have not: "
                                "set it to 'kept'" +
                                or_none);
    }

    void
    check_cohesion(const ContactTreatment &treatment,
                   const RunParameters    &p,
                   const CaseFile         &case_file)
    {
      const char *const or_none =
        ", or the cohesive strength of all contacts to 0.";
      check_impulses("Cohesive contacts have", or_none, p, case_file);
      if (treatment.level != ContactTreatment::Level::velocity)
        throw case_file.error(
          "Time integration/scheme",
          "Scheme '" + p.scheme.name +
            "' does not write contact at the velocity level "
            "alone, where cohesive contacts act: choose another "
            "one" +
            or_none);
      if (p.time.halves_failures)
        throw case_file.error("Time integration/on failure",
                              std::string(
                                "Cohesive contacts remember how far "
                                "they have opened: set it to 'stop'") +
                                or_none);
    }

    void
    check_rate_and_state(const ContactTreatment &treatment,
                         const RunParameters    &p,
                         const CaseFile         &case_file)
    {
      const char *const or_none =
        ", or the characteristic slip of all contacts to 0.";
      check_impulses("Rate-and-state friction needs", or_none, p, case_file);
      if (treatment.level == ContactTreatment::Level::position)
        throw case_file.error(
          "Time integration/scheme",
          "Scheme '" + p.scheme.name +
            "' writes contact at the position level, which "
            "knows no speed of contacts: choose another one" +
            or_none);
    }
  } // namespace

  void
  check_contact_law(const ContactLaw       &law,
                    const ContactTreatment &treatment,
                    const RunParameters    &p,
                    const CaseFile         &case_file)
  {
    if (law.has_cohesion())
      check_cohesion(treatment, p, case_file);
    if (law.has_state())
      check_rate_and_state(treatment, p, case_file);
  }
} // namespace percuss
