// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/parse_items.h>
#include <percuss/models/mechanism/parse_parts.h>

namespace percuss
{
  Joint
  parse_joint(MechanismItem         &item,
              const Eigen::VectorXd &q_0,
              const double           time_scale)
  {
    static const std::vector<std::string> kinds{
      "revolute", "prismatic", "fixed", "distance", "drive"};
    Joint joint;
    joint.name = item.name();
    joint.kind = static_cast<Joint::Kind>(parse_kind(item, "joint", kinds));

    const bool is_drive = joint.kind == Joint::Kind::drive;
    switch (joint.kind)
      {
        case Joint::Kind::revolute:
          item.classify({});
          break;
        case Joint::Kind::prismatic:
          item.classify({"direction", "angle"});
          break;
        case Joint::Kind::fixed:
          item.classify({"angle"});
          break;
        case Joint::Kind::distance:
          item.classify({"length"});
          break;
        case Joint::Kind::drive:
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
    if (joint.kind == Joint::Kind::prismatic)
      joint.direction = item.vector("direction");
    return joint;
  }
} // namespace percuss
