// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_mechanism_all_spatial_rows_h
#define percuss_tests_mechanism_all_spatial_rows_h

#include "obstacles.h"
#include "spatial_state.h"

#include <string>
#include <utility>
#include <vector>

namespace percuss::test::all_spatial_rows
{
  using JointKind = SpatialJoint::Kind;

  inline const SpatialPoint a_point{0, {0.3, -0.2, 0.5}},
    b_point{1, {-0.4, 0.1, 0.2}}, c_point{2, {0.2, 0.5, -0.7}},
    ground_point{SpatialPoint::ground, {0.7, -1.1, 0.4}};

  inline SpatialJoint
  joint(const JointKind     kind,
        const SpatialPoint &first,
        const SpatialPoint &second)
  {
    SpatialJoint j;
    j.kind     = kind;
    j.first    = first;
    j.second   = second;
    j.axis     = {1.2, -0.5, 0.8};
    j.relative = random_rotation(77);
    j.length   = 0.8;
    j.motion   = {[](const double t) { return std::sin(3. * t); },
                  [](const double t) { return 3. * std::cos(3. * t); }};
    return j;
  }

  inline SpatialContact
  contact(const std::string  &obstacle,
          const double        ball_radius,
          const SpatialPoint &point,
          const SpatialPoint &base)
  {
    SpatialContact c;
    c.obstacle    = test::obstacle<3>(obstacle, {-0.6, 1.1, 0.3}, 0.9);
    c.ball_radius = ball_radius;
    c.point       = point;
    c.base        = base;
    c.parameters  = {0.4, 0.2, 0.1};
    return c;
  }

  /** Every joint and contact: between bodies, and with the ground on either
   * side. */
  inline SpatialConstraints
  all_kinds()
  {
    std::vector<SpatialJoint>                   joints;
    std::vector<SpatialContact>                 contacts;
    const std::pair<SpatialPoint, SpatialPoint> pairs[] = {
      {a_point, b_point},
      {c_point, a_point},
      {ground_point, c_point},
      {b_point, ground_point}};
    for (const auto &[x, y] : pairs)
      {
        for (const JointKind kind : {JointKind::spherical,
                                     JointKind::revolute,
                                     JointKind::cylindrical,
                                     JointKind::prismatic,
                                     JointKind::fixed,
                                     JointKind::distance,
                                     JointKind::drive})
          {
            joints.push_back(joint(kind, x, y));
            joints.back().name = "joint " + std::to_string(joints.size());
          }
        for (const char *const obstacle : {"plane",
                                           "sphere",
                                           "inside sphere",
                                           "cylinder",
                                           "inside cylinder"})
          for (const double r : {0., 0.25})
            {
              contacts.push_back(contact(obstacle, r, x, y));
              contacts.back().name =
                "contact " + std::to_string(contacts.size());
            }
      }
    return {joints, contacts};
  }
} // namespace percuss::test::all_spatial_rows

#endif
