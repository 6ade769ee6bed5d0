// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/tangents.h>
#include <percuss/models/mechanism/require_item_value.h>
#include <percuss/models/mechanism/spatial_constraints.h>

#include <cassert>

namespace percuss
{
  namespace
  {
    using Eigen::Vector3d;
    using RowKind   = SpatialRow::Kind;
    using JointKind = SpatialJoint::Kind;
    using Obstacle  = SpatialContact::Obstacle;
  } // namespace

  SpatialConstraints::SpatialConstraints(
    const std::vector<SpatialJoint>   &joints,
    const std::vector<SpatialContact> &contacts)
  {
    for (const SpatialJoint &joint : joints)
      add_joint(joint);
    for (const SpatialContact &contact : contacts)
      add_contact(contact);
  }

  void
  SpatialConstraints::add_joint(const SpatialJoint &joint)
  {
    const std::string item = "joint '" + joint.name + "'";
    require_two_frames(item, joint.first.frame, joint.second.frame);
    const Vector3d a = require_direction(item, "axis", joint.axis);
    const auto     c = tangents(a);
    require_positive(item,
                     "norm of the relative rotation",
                     joint.relative.norm());

    SpatialRow row;
    row.x        = joint.second;
    row.p        = joint.first;
    row.relative = joint.relative.normalized();

    const auto add =
      [&](const RowKind kind, const Vector3d &axis, const char *suffix) {
        row.kind = kind;
        row.axis = axis;
        add_joint_row(row, joint.name, suffix);
      };
    const auto add_components = [&] {
      add(RowKind::component, Vector3d::UnitX(), " x");
      add(RowKind::component, Vector3d::UnitY(), " y");
      add(RowKind::component, Vector3d::UnitZ(), " z");
    };
    const auto add_normals = [&] {
      add(RowKind::plane, c[0], " normal 1");
      add(RowKind::plane, c[1], " normal 2");
    };
    const auto add_axes = [&] { // a x (-c_2) = c_1, a x c_1 = c_2
      row.axis_of_x = row.relative.conjugate() * a;
      add(RowKind::perpendicular, -c[1], " axis 1");
      add(RowKind::perpendicular, c[0], " axis 2");
    };

    switch (joint.kind)
      {
        case JointKind::spherical:
          add_components();
          break;
        case JointKind::revolute:
        case JointKind::fixed:
          add_components();
          add_axes();
          break;
        case JointKind::cylindrical:
        case JointKind::prismatic:
          add_normals();
          add_axes();
          break;
        case JointKind::distance:
          require_positive(item, "length", joint.length);
          row.offset = joint.length;
          add(RowKind::sphere, a, "");
          break;
        case JointKind::drive:
          assert(joint.motion.value && joint.motion.rate);
          row.motion = joint.motion;
          add(RowKind::angle, a, "");
          break;
      }
    if (joint.kind == JointKind::prismatic || joint.kind == JointKind::fixed)
      add(RowKind::angle, a, " angle");
  }

  void
  SpatialConstraints::add_contact(const SpatialContact &contact)
  {
    const std::string item = "contact '" + contact.name + "'";
    require_two_frames(item, contact.point.frame, contact.base.frame);
    require_not_negative(item, "ball radius", contact.ball_radius);

    const bool is_plane    = contact.obstacle == Obstacle::plane,
               is_cylinder = contact.obstacle == Obstacle::cylinder ||
                             contact.obstacle == Obstacle::inside_cylinder,
               is_inside = contact.obstacle == Obstacle::inside_sphere ||
                           contact.obstacle == Obstacle::inside_cylinder;
    SpatialRow row;
    row.x           = contact.point;
    row.p           = contact.base;
    row.ball_radius = contact.ball_radius;
    row.kind        = is_plane    ? RowKind::plane :
                      is_cylinder ? RowKind::cylinder :
                                    RowKind::sphere;
    if (is_plane || is_cylinder)
      row.axis = require_direction(item,
                                   is_plane ? "normal" : "axis",
                                   contact.direction);
    row.offset = contact.ball_radius;
    if (!is_plane)
      {
        require_positive(item, "radius", contact.radius);
        row.sign   = is_inside ? -1. : 1.;
        row.offset = contact.radius + row.sign * contact.ball_radius;
        if (is_inside)
          require_positive(item, "play R - r", row.offset);
      }
    add_contact_rows(row, contact.name, contact.parameters);
  }
} // namespace percuss
