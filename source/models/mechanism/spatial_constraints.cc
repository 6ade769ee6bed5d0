// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/tangents.h>
#include <percuss/models/mechanism/make_rows.h>
#include <percuss/models/mechanism/require_item_value.h>
#include <percuss/models/mechanism/spatial_constraints.h>

namespace percuss
{
  SpatialConstraints::SpatialConstraints(
    const std::vector<SpatialJoint>              &joints,
    const std::vector<SpatialContact>            &contacts,
    const std::vector<BodyContactDescription<3>> &body_contacts)
  {
    for (const SpatialJoint &joint : joints)
      add_joint(joint);
    for (const SpatialContact &contact : contacts)
      add_contact_rows(contact_row(contact), contact.name, contact.parameters);
    for (const BodyContactDescription<3> &contact : body_contacts)
      add_bodies(contact);
  }

  void
  SpatialConstraints::add_joint(const SpatialJoint &joint)
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
} // namespace percuss
