// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_planar_items.h>

namespace percuss
{
  PlanarJoint
  parse_planar_joint(MechanismItem         &item,
                     const Eigen::VectorXd &q_0,
                     const double           time_scale)
  {
    static const std::vector<std::string> kinds{
      "revolute", "prismatic", "fixed", "distance", "drive"};
    using Kind = PlanarJoint::Kind;
    PlanarJoint joint;
    joint.kind = static_cast<Kind>(parse_kind(item, "joint", kinds));

    switch (joint.kind)
      {
        case Kind::revolute:
          item.classify({});
          break;
        case Kind::prismatic:
          item.classify({"direction", "angle"});
          break;
        case Kind::fixed:
          item.classify({"angle"});
          break;
        case Kind::distance:
          item.classify({"length"});
          break;
        case Kind::drive:
          item.classify({"angle", "rate"});
          break;
      }
    const bool is_drive = joint.kind == Kind::drive;
    parse_ends<2>(item, is_drive, time_scale, joint);
    if (!is_drive)
      {
        joint.relative = item.number(
          "angle", relative_angle(q_0, joint.first.frame, joint.second.frame));
        joint.length =
          item.number("length", distance(q_0, joint.first, joint.second));
      }
    if (joint.kind == Kind::prismatic)
      joint.direction = item.vector<2>("direction");
    return joint;
  }
} // namespace percuss
