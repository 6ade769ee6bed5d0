// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_normals_h
#define percuss_simulation_normals_h

#include <percuss/time_integration/contact_treatment.h>

namespace percuss
{
  /** Where the Jacobian G of a step is evaluated. */
  struct Normals
  {
    using Normal = ContactTreatment::Normal;

    Normal gaps;       ///< that of the gaps and positions
    Normal velocities; ///< that of velocities and impulses

    /** Whether the velocities before and after a step have each the normals of
     * its own configuration. */
    bool own;

    /** Whether the impulses of joints act along G at the middle of the step. */
    bool joints_at_midpoint;
  };

  /**
   * Those that a scheme asks for, but
   *
   * - joints at the velocity level are satisfied with the G of q_{k+1} ([C13]
   *   17): any other makes them drift apart in first order;
   * - a scheme of both levels takes the midpoint for the impulses, but where
   *   joints are held at q_{k+1};
   * - @p normals_at_end (ContactOptions) holds for the velocity level.
   */
  constexpr Normals
  choose_normals(const ContactTreatment &treatment,
                 const bool              has_joints,
                 const bool              is_linear,
                 const bool              normals_at_end)
  {
    using Level  = ContactTreatment::Level;
    using Normal = ContactTreatment::Normal;

    Normals normals{};
    normals.own = normals_at_end && treatment.level == Level::velocity &&
                  treatment.normal == Normal::midpoint;
    normals.joints_at_midpoint =
      has_joints && !is_linear && treatment.joint_impulses_at_midpoint;
    normals.gaps =
      (has_joints || normals.own) && treatment.level == Level::velocity ?
        Normal::iterate :
        treatment.normal;
    normals.velocities = treatment.level == Level::both &&
                             !normals.joints_at_midpoint &&
                             !(has_joints && treatment.joint_forces) ?
                           Normal::midpoint :
                           normals.gaps;
    return normals;
  }
} // namespace percuss

#endif
