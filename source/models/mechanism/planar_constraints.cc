// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/make_rows.h>
#include <percuss/models/mechanism/planar_constraints.h>
#include <percuss/models/mechanism/require_item_value.h>

namespace percuss
{
  PlanarConstraints::PlanarConstraints(
    const std::vector<PlanarJoint>               &joints,
    const std::vector<PlanarContact>             &contacts,
    const std::vector<BodyContactDescription<2>> &body_contacts)
  {
    for (const PlanarJoint &joint : joints)
      add_joint(joint);
    for (const PlanarContact &contact : contacts)
      if (contact.beam)
        add_contact_with_beam(contact);
      else
        add_contact_rows(contact_row<2>(contact),
                         contact.name,
                         contact.parameters);
    for (const BodyContactDescription<2> &contact : body_contacts)
      add_bodies(contact);
  }

  void
  PlanarConstraints::add_joint(const PlanarJoint &joint)
  {
    using Kind               = PlanarJoint::Kind;
    const std::string &name  = joint.name;
    PlanarRow          angle = joint_row<2>(joint);
    angle.kind               = PlanarRow::Kind::angle;
    switch (joint.kind)
      {
        case Kind::revolute:
          add_components(joint);
          break;
        case Kind::prismatic:
          add_joint_row(
            normal_row<2>(joint,
                          quarter_turn(require_direction("joint '" + name + "'",
                                                         "direction",
                                                         joint.direction))),
            name,
            " normal");
          add_joint_row(angle, name, " angle");
          break;
        case Kind::fixed:
          add_components(joint);
          add_joint_row(angle, name, " angle");
          break;
        case Kind::distance:
          add_joint_row(distance_row<2>(joint), name, "");
          break;
          case Kind::drive: {
            PlanarRow drive = drive_row<2>(joint);
            drive.relative  = 0.;
            add_joint_row(drive, name, "");
            break;
          }
      }
  }

  void
  PlanarConstraints::add_contact_with_beam(const PlanarContact &contact)
  {
    const std::string item = "contact '" + contact.name + "'";
    require_not_negative(item, "disc radius", contact.ball_radius);
    const BeamSide &beam = *contact.beam;
    require_not_negative(item, "half thickness", beam.half_thickness);
    const PlanarBeamRow row{contact.point,
                            {item, beam.first, beam.arc_lengths},
                            beam.is_left ? 1. : -1.,
                            contact.ball_radius,
                            beam.half_thickness};
    if (row.line.has_frame(contact.point.frame))
      throw InputError("The point of " + item +
                       " is on the beam itself; write one of another beam, "
                       "of a body or of the ground.");
    add_contact_rows(row, contact.name, contact.parameters);
  }
} // namespace percuss
