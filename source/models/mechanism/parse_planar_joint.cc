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
    PlanarJoint joint;
    joint.name = item.name();
    joint.kind =
      static_cast<PlanarJoint::Kind>(parse_kind(item, "joint", kinds));

    const bool is_drive = joint.kind == PlanarJoint::Kind::drive;
    switch (joint.kind)
      {
        case PlanarJoint::Kind::revolute:
          item.classify({});
          break;
        case PlanarJoint::Kind::prismatic:
          item.classify({"direction", "angle"});
          break;
        case PlanarJoint::Kind::fixed:
          item.classify({"angle"});
          break;
        case PlanarJoint::Kind::distance:
          item.classify({"length"});
          break;
        case PlanarJoint::Kind::drive:
          item.classify({"angle", "rate"});
          break;
      }
    if (is_drive)
      {
        joint.first.frame  = item.next_frame();
        joint.second.frame = item.next_frame();
        joint.motion       = parse_motion(item, time_scale);
      }
    else
      {
        joint.first  = item.next_point();
        joint.second = item.next_point();
        joint.angle  = item.number(
          "angle", relative_angle(q_0, joint.first.frame, joint.second.frame));
        joint.length =
          item.number("length", distance(q_0, joint.first, joint.second));
      }
    if (joint.kind == PlanarJoint::Kind::prismatic)
      joint.direction = item.vector("direction");
    return joint;
  }
} // namespace percuss
