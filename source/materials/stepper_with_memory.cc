// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/finite_element/parallel_steppers.h>
#include <percuss/materials/stepper_with_memory.h>
#include <percuss/time_integration/make_scheme.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace percuss
{
  ForcePairing
  pairing_with_memory(const RunParameters &run,
                      const CaseFile      &case_file,
                      const std::string   &entry,
                      const bool           is_explicit)
  {
    const SchemeKind kind = run.scheme_information().kind;
    const bool       is_central =
      kind == SchemeKind::cd_lagrange ||
      kind == SchemeKind::carpenter_explicit ||
      (!is_explicit && kind == SchemeKind::cd_lagrange_implicit);
    if (run.time.halves_failures)
      throw case_file.error(entry,
                            "It needs steps of one size: set 'Time "
                            "integration/on failure' to 'stop'.");
    if (is_central)
      return ForcePairing::central;
    if (!is_explicit && kind == SchemeKind::moreau_jean)
      return ForcePairing::mean;
    throw case_file.error(entry,
                          "It is not available with scheme '" +
                            run.scheme.name + "': take " +
                            (is_explicit ?
                               "" :
                               "'moreau-jean', 'moreau-jean-dissipative', "
                               "'cd-lagrange-implicit', ") +
                            "'cd-lagrange' or 'carpenter-explicit'.");
  }

  template <Algebra A>
  std::string
  warning_of_long_steps(const Relaxation<A> &memory,
                        const double         h,
                        const std::string   &entry)
  {
    double shortest = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < memory.n_elements(); ++j)
      shortest = std::min(shortest, memory.time(j));
    if (!(h > shortest))
      return {};
    return "the time step, " + short_text(h) +
           " s, is longer than the relaxation time " + short_text(shortest) +
           " s of '" + entry +
           "', which it does not resolve: forces are right, but what is stored "
           "and dissipated within steps ('energy_algorithmic', "
           "'work_damping') is far more than bodies have. Take a shorter step "
           "for energies, or leave the term out.";
  }

  template <Algebra A>
  OwnStepperOfMesh<A>
  stepper_with_memory(const RunParameters                  &run,
                      const ForcePairing                    pairing,
                      MaterialMemory<A>                    &memory,
                      const MechanicalSystem<A>            &system,
                      const ConstraintKinematics<A>        &contacts,
                      std::unique_ptr<SchemeWithMemory<A>> &scheme)
  {
    using System = MechanicalSystem<A>;
    return [run, pairing, &memory, &system, &contacts, &scheme](
             const auto &,
             ComplementaritySolver &solver,
             const Clock           &clock,
             const auto            &q_0,
             const auto            &v_0) -> std::unique_ptr<Stepper<A>> {
      std::unique_ptr<TimeIntegrationScheme<System>> base;
      if (contacts.has_compliance())
        base = make_contact_force_scheme<System>(run.scheme, false);
      else if (run.contact.method.method == ContactMethod::forward_increment)
        base = make_forward_increment_scheme<System>(run.scheme);
      else
        base = make_scheme<System>(run.scheme);
      scheme =
        std::make_unique<SchemeWithMemory<A>>(std::move(base), pairing, memory);
      return std::make_unique<TimeStepper<System>>(system,
                                                   *scheme,
                                                   contacts,
                                                   solver,
                                                   run.activation(),
                                                   clock,
                                                   q_0,
                                                   v_0,
                                                   run.contact_options());
    };
  }

#define PERCUSS_INSTANTIATE(A)                                              \
  template std::string         warning_of_long_steps(const Relaxation<A> &, \
                                                     double,                \
                                                     const std::string &);  \
  template OwnStepperOfMesh<A> stepper_with_memory(                         \
    const RunParameters &,                                                  \
    ForcePairing,                                                           \
    MaterialMemory<A> &,                                                    \
    const MechanicalSystem<A> &,                                            \
    const ConstraintKinematics<A> &,                                        \
    std::unique_ptr<SchemeWithMemory<A>> &);
  PERCUSS_INSTANTIATE(PETScAlgebra)
  PERCUSS_INSTANTIATE(TrilinosAlgebra)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
