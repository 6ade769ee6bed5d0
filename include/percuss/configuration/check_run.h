// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_configuration_check_run_h
#define percuss_configuration_check_run_h

#include <percuss/configuration/case_file.h>
#include <percuss/configuration/run_parameters.h>
#include <percuss/time_integration/contact_treatment.h>

namespace percuss
{
  /** Checks of what all models have in common; throws InputError. */
  void
  check_run(const RunParameters &parameters, const CaseFile &case_file);

  /** What make_scheme() found wrong with an entry, with the entry's place. */
  InputError
  error_of_scheme(const InputError    &error,
                  const RunParameters &parameters,
                  const CaseFile      &case_file);

  /**
   * What the constructor of a small model found wrong, "mass = -1: it must be
   * positive.", with the place of that entry in its @p section.
   */
  InputError
  error_of_model(const InputError  &error,
                 const std::string &section,
                 const CaseFile    &case_file);

  /** Checks the contacts against what scheme and solver can do; throws
   * InputError. */
  void
  check_contact_treatment(const ContactTreatment &treatment,
                          const RunParameters    &parameters,
                          const CaseFile         &case_file);

  /**
   * Checks 'Contact/Delassus operator' against the rows; throws InputError.
   *
   * @param n_rows      of the contact problem
   * @param is_nodal    whether they act on single nodes (NodalRows)
   * @param is_friction whether some of them are tangential
   */
  void
  check_delassus_operator(std::size_t          n_rows,
                          bool                 is_nodal,
                          bool                 is_friction,
                          const RunParameters &parameters,
                          const CaseFile      &case_file);
} // namespace percuss

#endif
