// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/parse_contact.h>
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_spatial_items.h>

namespace percuss
{
  std::vector<SpatialContact>
  parse_spatial_contact(MechanismItem             &item,
                        const ContactCoefficients &defaults)
  {
    const std::vector<int> nodes = item.take_nodes("rod");
    const bool             is_ball =
      !nodes.empty() || parse_kind(item, "contact", {"point", "ball", "rod"});
    item.classify(contact_words<3>(is_ball, {}));

    SpatialContact contact;
    parse_ball<3>(item, nodes, is_ball, defaults, contact);
    const std::vector<std::string> obstacles = obstacle_names<3>();
    parse_obstacle<3>(item,
                      find_obstacle(item,
                                    obstacles,
                                    "one with a point: " +
                                      mechanism_text::list(obstacles)),
                      contact);
    return at_origins(contact, nodes);
  }
} // namespace percuss
