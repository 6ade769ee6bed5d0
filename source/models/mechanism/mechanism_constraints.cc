// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/tangents.h>
#include <percuss/models/mechanism/make_rows.h>
#include <percuss/models/mechanism/mechanism_constraints.h>
#include <percuss/models/mechanism/require_item_value.h>

namespace percuss
{
  namespace
  {
    PlanarBeamRow
    beam_row(const PlanarContact &contact)
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
      return row;
    }
  } // namespace

  template <>
  void
  MechanismConstraints<2>::add_joint(const PlanarJoint &joint)
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

  template <>
  void
  MechanismConstraints<3>::add_joint(const SpatialJoint &joint)
  {
    using Kind                 = SpatialJoint::Kind;
    const std::string    &name = joint.name;
    SpatialRow            row  = joint_row<3>(joint);
    const Eigen::Vector3d a =
      require_direction("joint '" + name + "'", "axis", joint.axis);
    const auto c        = tangents(a);
    const auto add_axes = [&] { // a x (-c_2) = c_1, a x c_1 = c_2
      row.kind      = SpatialRow::Kind::perpendicular;
      row.axis_of_x = row.relative.conjugate() * a;
      row.axis      = -c[1];
      add_joint_row(row, name, " axis 1");
      row.axis = c[0];
      add_joint_row(row, name, " axis 2");
    };

    switch (joint.kind)
      {
        case Kind::spherical:
          add_components(joint);
          break;
        case Kind::revolute:
        case Kind::fixed:
          add_components(joint);
          add_axes();
          break;
        case Kind::cylindrical:
        case Kind::prismatic:
          add_joint_row(normal_row<3>(joint, c[0]), name, " normal 1");
          add_joint_row(normal_row<3>(joint, c[1]), name, " normal 2");
          add_axes();
          break;
        case Kind::distance:
          add_joint_row(distance_row<3>(joint), name, "");
          break;
        case Kind::drive:
          row      = drive_row<3>(joint);
          row.axis = a;
          add_joint_row(row, name, "");
          break;
      }
    if (joint.kind == Kind::prismatic || joint.kind == Kind::fixed)
      {
        row.kind = SpatialRow::Kind::angle;
        row.axis = a;
        add_joint_row(row, name, " angle");
      }
  }

  template <int dim>
  MechanismConstraints<dim>::MechanismConstraints(
    const std::vector<Joint>                       &joints,
    const std::vector<Contact>                     &contacts,
    const std::vector<BodyContactDescription<dim>> &body_contacts)
  {
    for (const Joint &joint : joints)
      add_joint(joint);
    for (const Contact &contact : contacts)
      {
        const auto add = [&](const auto &row) {
          this->add_contact_rows(row, contact.name, contact.parameters);
        };
        if constexpr (dim == 2)
          if (contact.beam)
            {
              add(beam_row(contact));
              continue;
            }
        add(contact_row<dim>(contact));
      }
    for (const BodyContactDescription<dim> &contact : body_contacts)
      this->add_bodies(contact);
  }

  template class MechanismConstraints<2>;
  template class MechanismConstraints<3>;
} // namespace percuss
