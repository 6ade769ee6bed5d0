// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_materials_stepper_with_memory_h
#define percuss_materials_stepper_with_memory_h

#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/materials/scheme_with_memory.h>
#include <percuss/run/run_parameters.h>
#include <percuss/simulation/stepper.h>

#include <memory>
#include <string>

namespace percuss
{
  /**
   * How the scheme of a run pairs motion and forces; throws InputError, about
   * the @p entry that gives a material its memory, for a scheme that has no
   * identity with one, and for steps that change.
   * @param is_explicit whether forces must be known before the motion
   */
  ForcePairing
  pairing_with_memory(const RunParameters &run,
                      const CaseFile      &case_file,
                      const std::string   &entry,
                      bool                 is_explicit);

  /** A stepper with the scheme of a run, and what it refers to. */
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
                           std::unique_ptr<SchemeWithMemory<A>> &scheme);
} // namespace percuss

#endif
