// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/parse_contact.h>
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_planar_items.h>
#include <percuss/models/mechanism/require_item_value.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    /** A rectangle in a guide. */
    std::vector<PlanarContact>
    parse_rectangle(MechanismItem &item, const ContactCoefficients &defaults)
    {
      std::vector<std::string> words = coefficient_words();
      words.insert(words.end(),
                   {"half lengths", "guide", "direction", "clearance"});
      item.classify(words);
      const PlanarPoint         point = item.next_point<2>();
      const ContactCoefficients parameters =
        parse_coefficients_of_point(item, defaults);
      const Eigen::Vector2d half_lengths = item.vector<2>("half lengths");
      const PlanarPoint     guide        = item.point<2>("guide");
      const Eigen::Vector2d direction    = item.vector<2>("direction");
      const double          clearance    = item.number("clearance");
      const std::string     what         = "contact '" + item.name() + "'";
      require_positive(what, "first half length", half_lengths[0]);
      require_positive(what, "second half length", half_lengths[1]);
      require_positive(what, "direction", direction.norm());
      require_not_negative(what, "clearance", clearance);
      return slider_in_guide(item.name(),
                             point,
                             half_lengths,
                             guide,
                             direction,
                             clearance,
                             parameters);
    }

    BeamSide
    parse_beam_side(MechanismItem &item, const std::vector<NamedBeam> &beams)
    {
      std::vector<std::string> names;
      for (const NamedBeam &beam : beams)
        names.push_back(beam.name);
      BeamSide side       = beams[item.choice("beam", names)].line;
      side.is_left        = item.choice("side", {"left", "right"}) == 0;
      side.half_thickness = item.number("half thickness", 0.);
      return side;
    }
  } // namespace

  std::vector<PlanarContact>
  parse_planar_contact(MechanismItem                &item,
                       const std::vector<NamedBeam> &beams,
                       const ContactCoefficients    &defaults)
  {
    static const std::vector<std::string> kinds{"point",
                                                "disc",
                                                "rectangle",
                                                "beam"};
    const std::vector<int>                nodes = item.take_nodes("beam");
    const std::string                     kind =
      nodes.empty() ? kinds[parse_kind(item, "contact", kinds)] : "disc";
    if (kind == "rectangle")
      return parse_rectangle(item, defaults);

    item.classify(
      contact_words<2>(kind == "disc", {"beam", "side", "half thickness"}));
    PlanarContact contact;
    parse_ball<2>(item, nodes, kind == "disc", defaults, contact);
    std::vector<std::string> obstacles = obstacle_names<2>();
    const std::string        none      = mechanism_text::one_of(obstacles) +
                             " and a point, or 'beam' and "
                             "its name";
    obstacles.emplace_back("beam");
    const std::string obstacle = find_obstacle(item, obstacles, none);
    if (obstacle == "beam")
      contact.beam = parse_beam_side(item, beams);
    else
      parse_obstacle<2>(item, obstacle, contact);
    return at_origins(contact, nodes);
  }
} // namespace percuss
