// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/planar_constraints.h>
#include <percuss/models/mechanism/require_item_value.h>

#include <cassert>

namespace percuss
{
  namespace
  {
    using Kind = PlanarRow::Kind;
  } // namespace

  PlanarConstraints::PlanarConstraints(
    const std::vector<PlanarJoint>   &joints,
    const std::vector<PlanarContact> &contacts)
  {
    for (const PlanarJoint &joint : joints)
      add_joint(joint);
    for (const PlanarContact &contact : contacts)
      if (contact.obstacle == PlanarContact::Obstacle::beam)
        add_contact_with_beam(contact);
      else
        add_contact(contact);
  }

  void
  PlanarConstraints::add_joint(const PlanarJoint &joint)
  {
    const std::string item = "joint '" + joint.name + "'";
    require_two_frames(item, joint.first.frame, joint.second.frame);
    require_finite(item, "angle", joint.angle);

    PlanarRow row;
    row.x = joint.second;
    row.p = joint.first;

    const auto add_components = [&] {
      row.kind   = Kind::component;
      row.normal = Eigen::Vector2d::UnitX();
      add_joint_row(row, joint.name, " x");
      row.normal = Eigen::Vector2d::UnitY();
      add_joint_row(row, joint.name, " y");
    };
    const auto add_angle = [&] {
      row.kind   = Kind::angle;
      row.offset = joint.angle;
      add_joint_row(row, joint.name, " angle");
    };

    switch (joint.kind)
      {
        case PlanarJoint::Kind::revolute:
          add_components();
          break;
        case PlanarJoint::Kind::prismatic:
          row.kind = Kind::line;
          row.normal =
            quarter_turn(require_direction(item, "direction", joint.direction));
          add_joint_row(row, joint.name, " normal");
          add_angle();
          break;
        case PlanarJoint::Kind::fixed:
          add_components();
          add_angle();
          break;
        case PlanarJoint::Kind::distance:
          require_positive(item, "length", joint.length);
          row.kind   = Kind::circle;
          row.offset = joint.length;
          add_joint_row(row, joint.name, "");
          break;
        case PlanarJoint::Kind::drive:
          assert(joint.motion.value && joint.motion.rate);
          row.kind   = Kind::angle;
          row.motion = joint.motion;
          add_joint_row(row, joint.name, "");
          break;
      }
  }

  void
  PlanarConstraints::add_contact(const PlanarContact &contact)
  {
    const std::string item = "contact '" + contact.name + "'";
    require_two_frames(item, contact.point.frame, contact.base.frame);
    require_not_negative(item, "disc radius", contact.disc_radius);

    PlanarRow row;
    row.x           = contact.point;
    row.p           = contact.base;
    row.disc_radius = contact.disc_radius;
    if (contact.obstacle == PlanarContact::Obstacle::line)
      {
        row.kind   = Kind::line;
        row.normal = require_direction(item, "normal", contact.normal);
        row.offset = contact.disc_radius;
      }
    else
      {
        require_positive(item, "radius", contact.radius);
        const bool is_inside =
          contact.obstacle == PlanarContact::Obstacle::inside_circle;
        row.kind   = Kind::circle;
        row.sign   = is_inside ? -1. : 1.;
        row.offset = contact.radius + row.sign * contact.disc_radius;
        if (is_inside)
          require_positive(item, "play R - r", row.offset);
      }

    add_contact_rows(row, contact.name, contact.parameters);
  }

  void
  PlanarConstraints::add_contact_with_beam(const PlanarContact &contact)
  {
    const std::string item = "contact '" + contact.name + "'";
    require_not_negative(item, "disc radius", contact.disc_radius);
    const BeamSide &beam = contact.beam;
    require_not_negative(item, "half thickness", beam.half_thickness);
    const PlanarBeamRow row{contact.point,
                            {item, beam.first, beam.arc_lengths},
                            beam.is_left ? 1. : -1.,
                            contact.disc_radius,
                            beam.half_thickness};
    if (row.line.has_frame(contact.point.frame))
      throw InputError("The point of " + item +
                       " is on the beam itself; write one of another beam, "
                       "of a body or of the ground.");
    add_contact_rows(row, contact.name, contact.parameters);
  }
} // namespace percuss
