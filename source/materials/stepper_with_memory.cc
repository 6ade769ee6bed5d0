// SPDX-License-Identifier: Apache-2.0
#include <percuss/finite_element/parallel_steppers.h>
#include <percuss/materials/stepper_with_memory.h>
#include <percuss/time_integration/make_scheme.h>

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
  std::unique_ptr<Stepper<A>>
  make_stepper_with_memory(const RunParameters                  &run,
                           const ForcePairing                    pairing,
                           MaterialMemory<A>                    &memory,
                           const MechanicalSystem<A>            &system,
                           const ConstraintKinematics<A>        &contacts,
                           ComplementaritySolver                &solver,
                           const Clock                          &clock,
                           const typename A::Vector             &q_0,
                           const typename A::Vector             &v_0,
                           std::unique_ptr<SchemeWithMemory<A>> &scheme)
  {
    using System = MechanicalSystem<A>;
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
  }

#define PERCUSS_INSTANTIATE(A)                                   \
  template std::unique_ptr<Stepper<A>> make_stepper_with_memory( \
    const RunParameters &,                                       \
    ForcePairing,                                                \
    MaterialMemory<A> &,                                         \
    const MechanicalSystem<A> &,                                 \
    const ConstraintKinematics<A> &,                             \
    ComplementaritySolver &,                                     \
    const Clock &,                                               \
    const typename A::Vector &,                                  \
    const typename A::Vector &,                                  \
    std::unique_ptr<SchemeWithMemory<A>> &);
  PERCUSS_INSTANTIATE(PETScAlgebra)
  PERCUSS_INSTANTIATE(TrilinosAlgebra)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
