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
    parse_ends<3>(item, joint.kind == Kind::drive, time_scale, joint);
    joint.relative =
      relative_turn<3>(q_0, joint.first.frame, joint.second.frame);
    if (joint.kind == Kind::distance)
      joint.length =
        item.number("length", distance(q_0, joint.first, joint.second));
    else if (joint.kind != Kind::spherical && joint.kind != Kind::fixed)
      joint.axis = item.vector<3>("axis");
    return joint;
  }
} // namespace percuss
