// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_applications_percuss_make_stepper_h
#define percuss_applications_percuss_make_stepper_h

#include <percuss/configuration/check_run.h>
#include <percuss/parallel_algebra/make_complementarity_solver.h>
#include <percuss/simulation/time_stepper.templates.h>
#include <percuss/time_integration/make_scheme.h>

#include <memory>

namespace percuss
{
  /** A stepper with what it refers to, in the order of their construction. */
  template <class System>
  struct SteppingObjects
  {
    std::unique_ptr<TimeIntegrationScheme<System>>         scheme;
    std::unique_ptr<ComplementaritySolver>                 solver;
    std::unique_ptr<Stepper<typename System::AlgebraType>> stepper;
  };

  /**
   * The stepper of a run: the one place where its type is chosen. System and
   * Contacts may be final classes, whose functions are then inlined, or
   * abstract ones.
   *
   * Throws InputError for parameters that the scheme refuses.
   */
  template <class System, class Contacts>
  SteppingObjects<System>
  make_stepper(const System                  &system,
               const Contacts                &contacts,
               const RunParameters           &parameters,
               const CaseFile                &case_file,
               const typename System::Vector &q_0,
               const typename System::Vector &v_0)
  {
    using Scheme = TimeIntegrationScheme<System>;

    SteppingObjects<System> result;
    try
      {
        result.scheme = make_scheme<System>(parameters.scheme());
      }
    catch (const InputError &error)
      {
        throw error_of_scheme(error, parameters, case_file);
      }
    check_contact_treatment(result.scheme->contact_treatment(),
                            parameters,
                            case_file);
    // nonsmooth Newton: on the set of the last iterate, and with one change
    const bool is_one_iteration =
      parameters.contact.nonlinear_iteration == "nonsmooth newton" &&
      result.scheme->contact_treatment().level ==
        ContactTreatment::Level::velocity &&
      !(system.is_linear() && contacts.is_linear());
    SolverParameters of_solver;
    if (is_one_iteration)
      of_solver.max_iterations = 2;
    result.solver = make_complementarity_solver(
      is_one_iteration ? "semismooth-newton" : parameters.contact.solver,
      static_cast<unsigned int>(contacts.n_constraints()),
      of_solver);
    result.stepper = std::make_unique<TimeStepper<System, Scheme, Contacts>>(
      system,
      *result.scheme,
      contacts,
      *result.solver,
      parameters.activation(),
      parameters.clock(),
      q_0,
      v_0,
      parameters.delassus_form(),
      parameters.contact.normals == "end of step");
    return result;
  }
} // namespace percuss

#endif
