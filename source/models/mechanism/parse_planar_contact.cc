// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_planar_items.h>
#include <percuss/models/mechanism/require_item_value.h>

#include <algorithm>

namespace percuss
{
  using Words = std::vector<std::string>;

  std::vector<PlanarContact>
  parse_planar_contact(MechanismItem                &item,
                       const std::vector<NamedBeam> &beams,
                       const ContactCoefficients    &defaults)
  {
    static const Words     kinds{"point", "disc", "rectangle", "beam"};
    const std::vector<int> nodes = item.take_nodes("beam");
    const std::string      kind  = nodes.empty() ? item.take_kind() : "disc";
    if (std::ranges::find(kinds, kind) == kinds.end())
      item.throw_unknown_kind("contact", kinds);
    Words words = coefficient_words();
    if (kind == "rectangle")
      words.insert(words.end(),
                   {"half lengths", "guide", "direction", "clearance"});
    else
      words.insert(words.end(),
                   {"line",
                    "circle",
                    "inside circle",
                    "beam",
                    "normal",
                    "radius",
                    "side",
                    "half thickness"});
    if (kind == "disc")
      words.push_back("disc radius");
    item.classify(words);

    const PlanarPoint point =
      nodes.empty() ? item.next_point() : PlanarPoint{nodes.front()};
    const ContactCoefficients p = parse_coefficients(item, defaults);
    if (kind == "rectangle")
      {
        const Eigen::Vector2d half_lengths = item.vector("half lengths");
        const PlanarPoint     guide        = item.point("guide");
        const Eigen::Vector2d direction    = item.vector("direction");
        const double          clearance    = item.number("clearance");
        const std::string     what         = "contact '" + item.name() + "'";
        require_positive(what, "first half length", half_lengths[0]);
        require_positive(what, "second half length", half_lengths[1]);
        require_positive(what, "direction", direction.norm());
        require_not_negative(what, "clearance", clearance);
        return slider_in_guide(
          item.name(), point, half_lengths, guide, direction, clearance, p);
      }

    PlanarContact contact;
    contact.name       = item.name();
    contact.point      = point;
    contact.parameters = p;
    if (kind == "disc")
      contact.disc_radius = item.number("disc radius");
    static const Words obstacles{"line", "circle", "inside circle", "beam"};
    std::string        obstacle;
    for (const std::string &word : obstacles)
      if (item.has(word))
        {
          if (!obstacle.empty())
            throw InputError("It has two obstacles, '" + obstacle + "' and '" +
                             word + "'; write two contacts.");
          obstacle = word;
          contact.obstacle =
            word == "line"   ? PlanarContact::Obstacle::line :
            word == "circle" ? PlanarContact::Obstacle::circle :
            word == "beam"   ? PlanarContact::Obstacle::beam :
                               PlanarContact::Obstacle::inside_circle;
          if (word != "beam")
            contact.base = item.point(word);
        }
    item.refuse_parts_without_word();
    if (obstacle.empty())
      throw InputError("It has no obstacle; write 'line', 'circle' or "
                       "'inside circle' and a point, or 'beam' and its name.");
    if (obstacle == "beam")
      {
        Words names;
        for (const NamedBeam &beam : beams)
          names.push_back(beam.name);
        contact.beam         = beams[item.choice("beam", names)].line;
        contact.beam.is_left = item.choice("side", {"left", "right"}) == 0;
        contact.beam.half_thickness = item.number("half thickness", 0.);
      }
    else if (obstacle == "line")
      contact.normal = item.vector("normal");
    else
      contact.radius = item.number("radius");
    return nodes.empty() ? std::vector{contact} : at_origins(contact, nodes);
  }
} // namespace percuss
