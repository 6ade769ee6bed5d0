// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_check_run_h
#define percuss_run_check_run_h

#include <percuss/constraints/contact_law.h>
#include <percuss/input/case_file.h>
#include <percuss/run/model.h>
#include <percuss/time_integration/contact_treatment.h>

namespace percuss
{
  /** Checks of what all models have in common, but for the time step; throws
   * InputError. */
  void
  check_run(const ModelKind     &model,
            const RunParameters &parameters,
            const CaseFile      &case_file);

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

  /** Throws InputError if contact problems are to be left of contacts with more
   * than two tangential rows, @p n_tangential at most: files of FCLIB have no
   * rolling. */
  void
  check_contact_problems(unsigned int         n_tangential,
                         const RunParameters &parameters,
                         const CaseFile      &case_file);

  /** Checks the contacts against what scheme and solver can do; throws
   * InputError. */
  void
  check_contact_treatment(const ContactTreatment &treatment,
                          const RunParameters    &parameters,
                          const CaseFile         &case_file);

  /** Checks scheme and contact method of a row whose law has a state; throws
   * InputError. */
  void
  check_contact_law(const ContactLaw       &law,
                    const ContactTreatment &treatment,
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
  check_delassus_operator(std::size_t             n_rows,
                          bool                    is_nodal,
                          bool                    is_friction,
                          const ContactTreatment &treatment,
                          const RunParameters    &parameters,
                          const CaseFile         &case_file);
} // namespace percuss

#endif
