// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_jacobian_points_h
#define percuss_simulation_jacobian_points_h

#include <percuss/time_integration/contact_treatment.h>

namespace percuss
{
  /** Where the Jacobian G of a step is evaluated. */
  struct JacobianPoints
  {
    using JacobianPoint = ContactTreatment::JacobianPoint;

    JacobianPoint gaps;       ///< that of the gaps and positions
    JacobianPoint velocities; ///< that of velocities and impulses

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
   * - @p jacobian_at_end (ContactOptions) holds for the velocity level.
   */
  constexpr JacobianPoints
  choose_jacobian_points(const ContactTreatment &treatment,
                         const bool              has_joints,
                         const bool              is_linear,
                         const bool              jacobian_at_end)
  {
    using Level         = ContactTreatment::Level;
    using JacobianPoint = ContactTreatment::JacobianPoint;

    JacobianPoints points{};
    points.own = jacobian_at_end && treatment.level == Level::velocity &&
                 treatment.jacobian_point == JacobianPoint::midpoint;
    points.joints_at_midpoint =
      has_joints && !is_linear && treatment.joint_impulses_at_midpoint;
    points.gaps =
      (has_joints || points.own) && treatment.level == Level::velocity ?
        JacobianPoint::iterate :
        treatment.jacobian_point;
    points.velocities = treatment.level == Level::both &&
                            !points.joints_at_midpoint &&
                            !(has_joints && treatment.joint_forces) ?
                          JacobianPoint::midpoint :
                          points.gaps;
    return points;
  }
} // namespace percuss

#endif
