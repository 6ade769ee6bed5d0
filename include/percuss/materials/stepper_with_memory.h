// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_materials_stepper_with_memory_h
#define percuss_materials_stepper_with_memory_h

#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/finite_element/mesh_model.h>
#include <percuss/materials/relaxation.h>
#include <percuss/materials/scheme_with_memory.h>
#include <percuss/run/run_parameters.h>

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

  /** What is wrong with the energies of a run whose step @p h is longer than the
   * shortest relaxation time of the series of @p entry; empty if nothing. */
  template <Algebra A>
  std::string
  warning_of_long_steps(const Relaxation<A> &memory,
                        double               h,
                        const std::string   &entry);

  /** The stepper of a model on a mesh, with the scheme of a run, which @p scheme
   * keeps. All is referred to but @p run. */
  template <Algebra A>
  OwnStepperOfMesh<A>
  stepper_with_memory(const RunParameters                  &run,
                      ForcePairing                          pairing,
                      MaterialMemory<A>                    &memory,
                      const MechanicalSystem<A>            &system,
                      const ConstraintKinematics<A>        &contacts,
                      std::unique_ptr<SchemeWithMemory<A>> &scheme);
} // namespace percuss

#endif
