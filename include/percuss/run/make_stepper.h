// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_make_stepper_h
#define percuss_run_make_stepper_h

#include <percuss/run/check_run.h>
#include <percuss/run/make_complementarity_solver.h>
#include <percuss/run/stepped_model.h>
#include <percuss/simulation/halving_stepper.h>
#include <percuss/simulation/time_stepper.templates.h>
#include <percuss/time_integration/make_scheme.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

namespace percuss
{
  /** Makes a scheme; throws InputError with its entry of section 'Time
   * integration' for parameters that the scheme refuses. */
  template <class System>
  using MakeScheme =
    std::function<std::unique_ptr<TimeIntegrationScheme<System>>(
      const SchemeParameters &)>;

  /** Makes the stepper of a model that has one of its own for some runs; none
   * for others, which have a TimeStepper. */
  template <class System>
  using MakeOwnStepper =
    std::function<std::unique_ptr<Stepper<typename System::AlgebraType>>(
      const TimeIntegrationScheme<System> &,
      ComplementaritySolver &,
      const Clock &,
      const typename System::Vector &q_0,
      const typename System::Vector &v_0)>;

  /** Throws InputError for joints beside massless contacts in an explicit
   * scheme, which solves for the contact nodes alone. */
  template <class Contacts>
  void
  check_joints_of_massless(const Contacts         &contacts,
                           const SchemeParameters &parameters)
  {
    if (scheme_of(parameters.name).family == SchemeFamily::central_difference)
      for (std::size_t row = 0; row < contacts.n_constraints(); ++row)
        if (contacts.law(row).kind == ContactLaw::Kind::bilateral)
          throw InputError("it has no joints where contacts have no mass; "
                           "take moreau-jean-dissipative or "
                           "generalized-alpha, or 'Contact/boundary mass = "
                           "kept'",
                           "scheme");
  }

  /** A stepper, its scheme and its solver; throws InputError for parameters
   * that the scheme refuses. */
  template <class System, class Contacts>
  SteppingObjects<System>
  make_stepping_objects(const MakeScheme<System>      &make_scheme,
                        const System                  &system,
                        const Contacts                &contacts,
                        const RunParameters           &parameters,
                        const CaseFile                &case_file,
                        const Clock                   &clock,
                        const typename System::Vector &q_0,
                        const typename System::Vector &v_0,
                        const MakeOwnStepper<System>  &make_own = {})
  {
    using Scheme = TimeIntegrationScheme<System>;

    SteppingObjects<System> result;
    try
      {
        if constexpr (!System::AlgebraType::is_small)
          {
            const bool is_massless = system.has_massless_boundary();
            if (is_massless)
              check_joints_of_massless(contacts, parameters.scheme);
            if (is_massless || contacts.has_compliance())
              result.scheme =
                make_contact_force_scheme<System>(parameters.scheme,
                                                  is_massless);
            else if (parameters.contact.method.method ==
                     ContactMethod::forward_increment)
              result.scheme =
                make_forward_increment_scheme<System>(parameters.scheme);
          }
        if (!result.scheme)
          result.scheme = make_scheme(parameters.scheme);
      }
    catch (const InputError &error)
      {
        throw error_of_scheme(error, parameters, case_file);
      }
    const ContactTreatment treatment = result.scheme->contact_treatment();
    check_contact_treatment(treatment, parameters, case_file);
    unsigned int n_tangential = 0;
    for (std::size_t row = 0; row < contacts.n_constraints(); ++row)
      {
        n_tangential = std::max(n_tangential, contacts.law(row).n_tangential);
        check_contact_law(contacts.law(row), treatment, parameters, case_file);
      }
    check_contact_problems(n_tangential, parameters, case_file);
    if constexpr (!System::AlgebraType::is_small)
      {
        check_delassus_operator(contacts.n_constraints(),
                                contacts.nodal_rows() != nullptr,
                                n_tangential > 0,
                                treatment,
                                parameters,
                                case_file);
      }
    // nonsmooth Newton: on the set of the last iterate, and with one change
    const bool is_one_iteration =
      parameters.contact.is_nonsmooth_newton &&
      treatment.level == ContactTreatment::Level::velocity &&
      !(system.is_linear() && contacts.is_linear());
    SolverParameters of_solver;
    of_solver.tolerance = parameters.contact.solver_tolerance;
    if (is_one_iteration)
      of_solver.max_iterations = 2;
    else
      of_solver.relaxation_gap_velocity =
        parameters.contact.relaxation_gap_velocity;
    result.solver = make_complementarity_solver(
      is_one_iteration ? "semismooth-newton" : parameters.contact.solver,
      static_cast<unsigned int>(contacts.n_constraints()),
      of_solver,
      parameters.own_solvers);
    try
      {
        if (make_own)
          result.stepper =
            make_own(*result.scheme, *result.solver, clock, q_0, v_0);
        if (result.stepper)
          return result;
        result.stepper =
          std::make_unique<TimeStepper<System, Scheme, Contacts>>(
            system,
            *result.scheme,
            contacts,
            *result.solver,
            parameters.activation(),
            clock,
            q_0,
            v_0,
            parameters.contact_options());
      }
    catch (const InputError &error)
      {
        if (error.entry.empty())
          throw;
        throw case_file.error(error.entry, error.what());
      }
    return result;
  }

  /**
   * The stepper of a run: the one place where its type is chosen. System and
   * Contacts may be final classes, whose functions are then inlined, or
   * abstract ones.
   *
   * Throws InputError for parameters that the scheme refuses, NumericalFailure
   * of step 0 where the first acceleration cannot be computed.
   *
   * @param make_scheme of a program with schemes of its own; it passes the
   *                    names that it does not know on to percuss::make_scheme()
   * @param make_own    of a model with a stepper of its own
   */
  template <class System, class Contacts>
  SteppingObjects<System>
  make_stepper(
    const System                  &system,
    const Contacts                &contacts,
    const RunParameters           &parameters,
    const CaseFile                &case_file,
    const typename System::Vector &q_0,
    const typename System::Vector &v_0,
    const MakeScheme<System>      &make_scheme = percuss::make_scheme<System>,
    const MakeOwnStepper<System>  &make_own    = {})
  {
    using A       = typename System::AlgebraType;
    using Vector  = typename A::Vector;
    using Objects = SteppingObjects<System>;

    const auto make =
      [&system, &contacts, &case_file, parameters, make_scheme, make_own](
        const Clock &clock, const Vector &q, const Vector &v) {
        return make_stepping_objects(make_scheme,
                                     system,
                                     contacts,
                                     parameters,
                                     case_file,
                                     clock,
                                     q,
                                     v,
                                     make_own);
      };
    Objects result;
    try
      {
        result = make(parameters.clock(), q_0, v_0);
      }
    catch (const StepError &error) // of the first acceleration
      {
        throw NumericalFailure(error.what(),
                               0,
                               parameters.time.start_time,
                               error.residual,
                               error.advice);
      }
    if (parameters.time.halves_failures)
      result.stepper =
        std::make_unique<HalvingStepper<A, Objects>>(std::move(result.stepper),
                                                     make);
    return result;
  }
} // namespace percuss

#endif
