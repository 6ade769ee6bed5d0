// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_spatial_items.h>

namespace percuss
{
  SpatialJoint
  parse_spatial_joint(MechanismItem         &item,
                      const Eigen::VectorXd &q_0,
                      const double           time_scale)
  {
    using Kind = SpatialJoint::Kind;
    static const std::vector<std::string> kinds{"spherical",
                                                "revolute",
                                                "cylindrical",
                                                "prismatic",
                                                "fixed",
                                                "distance",
                                                "drive"};
    SpatialJoint                          joint;
    joint.name = item.name();
    joint.kind = static_cast<Kind>(parse_kind(item, "joint", kinds));

    switch (joint.kind)
      {
        case Kind::spherical:
        case Kind::fixed:
          item.classify({});
          break;
        case Kind::revolute:
        case Kind::cylindrical:
        case Kind::prismatic:
          item.classify({"axis"});
          break;
        case Kind::distance:
          item.classify({"length"});
          break;
        case Kind::drive:
          item.classify({"axis", "angle", "rate"});
          break;
      }
    if (joint.kind == Kind::drive)
      {
        joint.first.frame  = item.next_frame<SpatialPoint>();
        joint.second.frame = item.next_frame<SpatialPoint>();
        joint.motion       = parse_motion(item, time_scale);
      }
    else
      {
        joint.first  = item.next_point<SpatialPoint>();
        joint.second = item.next_point<SpatialPoint>();
      }
    const SpatialPoint &x = joint.first, &y = joint.second;
    joint.relative =
      frame_rotation(q_0, x.frame).conjugate() * frame_rotation(q_0, y.frame);
    if (joint.kind == Kind::distance)
      joint.length =
        item.number("length", (position(q_0, x) - position(q_0, y)).norm());
    else if (joint.kind != Kind::spherical && joint.kind != Kind::fixed)
      joint.axis = item.vector<3>("axis");
    return joint;
  }
} // namespace percuss
