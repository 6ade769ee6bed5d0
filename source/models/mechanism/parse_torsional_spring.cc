// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_planar_items.h>

namespace percuss
{
  PlanarTorsionalSpring
  parse_torsional_spring(MechanismItem &item, const Eigen::VectorXd &q_0)
  {
    item.take_kind();
    item.classify({"stiffness", "free angle", "damping"});
    PlanarTorsionalSpring spring;
    spring.name      = item.name();
    spring.first     = item.next_frame();
    spring.second    = item.next_frame();
    spring.stiffness = item.number("stiffness", 0.);
    spring.damping   = item.number("damping", 0.);
    spring.free_angle =
      item.number("free angle",
                  relative_angle(q_0, spring.first, spring.second));
    return spring;
  }
} // namespace percuss
