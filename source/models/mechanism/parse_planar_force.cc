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

  std::vector<PlanarLoad>
  parse_planar_load(MechanismItem &item)
  {
    const int               frame = item.named_body();
    std::vector<PlanarLoad> loads;
    item.classify({"force", "moment"});
    item.refuse_parts_without_word();
    if (item.has("force"))
      for (const auto &force : item.expressions("force", 2))
        loads.push_back(
          with_value(PlanarLoad{frame + static_cast<int>(loads.size())},
                     force));
    if (item.has("moment"))
      loads.push_back(with_value(PlanarLoad{frame + 2},
                                 item.expressions("moment", 1).front()));
    return loads;
  }
} // namespace percuss
