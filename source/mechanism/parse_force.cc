// SPDX-License-Identifier: Apache-2.0
#include <percuss/mechanism/parse_items.h>

namespace percuss
{
  TorsionalSpring
  parse_torsional_spring(MechanismItem &item, const Eigen::VectorXd &q_0)
  {
    item.take_kind();
    item.classify({"stiffness", "free angle", "damping"});
    TorsionalSpring spring;
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

  TranslationalSpring
  parse_spring(MechanismItem &item, const Eigen::VectorXd &q_0)
  {
    item.classify({"stiffness", "free length", "damping", "preload"});
    TranslationalSpring spring;
    spring.name      = item.name();
    spring.first     = item.next_point();
    spring.second    = item.next_point();
    spring.stiffness = item.number("stiffness", 0.);
    spring.damping   = item.number("damping", 0.);
    spring.preload   = item.number("preload", 0.);
    spring.free_length =
      item.number("free length", distance(q_0, spring.first, spring.second));
    return spring;
  }

  std::vector<CoordinateLoad>
  parse_load(MechanismItem &item)
  {
    const int                   frame = item.named_body();
    std::vector<CoordinateLoad> loads;
    using Expression = MechanismItem::Expression;
    const auto add   = [&](const int coordinate, const Expression &load) {
      if (load.is_constant)
        loads.push_back({coordinate, load.value(0.)});
      else
        loads.push_back({coordinate, 0., load.value});
    };
    item.classify({"force", "moment"});
    item.refuse_parts_without_word();
    if (item.has("force"))
      {
        const auto forces = item.expressions("force", 2);
        add(frame, forces[0]);
        add(frame + 1, forces[1]);
      }
    if (item.has("moment"))
      add(frame + 2, item.expressions("moment", 1).front());
    return loads;
  }
} // namespace percuss
