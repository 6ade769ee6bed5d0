// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_spatial_items.h>

#include <algorithm>

namespace percuss
{
  std::vector<SpatialContact>
  parse_spatial_contact(MechanismItem             &item,
                        const ContactCoefficients &defaults)
  {
    using Words    = std::vector<std::string>;
    using Obstacle = SpatialContact::Obstacle;
    // in the order of Obstacle
    static const Words obstacles{
      "plane", "sphere", "inside sphere", "cylinder", "inside cylinder"};

    const std::vector<int> nodes = item.take_nodes<SpatialPoint>("rod");
    const bool             is_ball =
      !nodes.empty() || parse_kind(item, "contact", {"point", "ball", "rod"});
    Words words = coefficient_words();
    words.insert(words.end(), obstacles.begin(), obstacles.end());
    words.insert(words.end(), {"normal", "axis", "radius"});
    if (is_ball)
      words.push_back("ball radius");
    item.classify(words);

    SpatialContact contact;
    contact.name = item.name();
    if (nodes.empty())
      contact.point = item.next_point<SpatialPoint>();
    if (is_ball)
      contact.ball_radius = item.number("ball radius");
    contact.parameters         = parse_coefficients(item, defaults);
    const std::string obstacle = parse_obstacle(item, obstacles);
    contact.base               = item.point<SpatialPoint>(obstacle);
    contact.obstacle           = static_cast<Obstacle>(
      std::ranges::find(obstacles, obstacle) - obstacles.begin());
    if (contact.obstacle == Obstacle::plane)
      contact.direction = item.vector<3>("normal");
    else
      contact.radius = item.number("radius");
    if (contact.obstacle == Obstacle::cylinder ||
        contact.obstacle == Obstacle::inside_cylinder)
      contact.direction = item.vector<3>("axis");
    return nodes.empty() ? std::vector{contact} : at_origins(contact, nodes);
  }
} // namespace percuss
