// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/mechanism/parse_items.h>
#include <percuss/mechanism/require_item_value.h>

#include <algorithm>

namespace percuss
{
  using Words = std::vector<std::string>;

  std::vector<Contact>
  parse_contact(MechanismItem &item, const ContactCoefficients &defaults)
  {
    static const Words kinds{"point", "disc", "rectangle"};
    const std::string  kind = item.take_kind();
    if (std::ranges::find(kinds, kind) == kinds.end())
      item.throw_unknown_kind("contact", kinds);
    Words words{"restitution", "friction", "tangential restitution"};
    if (kind == "rectangle")
      words.insert(words.end(),
                   {"half lengths", "guide", "direction", "clearance"});
    else
      words.insert(words.end(),
                   {"line", "circle", "inside circle", "normal", "radius"});
    if (kind == "disc")
      words.push_back("disc radius");
    item.classify(words);

    const FramePoint    point = item.next_point();
    ContactCoefficients p     = defaults;
    p.restitution             = item.number("restitution", p.restitution);
    p.friction                = item.number("friction", p.friction);
    p.tangential_restitution =
      item.number("tangential restitution", p.tangential_restitution);
    if (kind == "rectangle")
      {
        const Eigen::Vector2d half_lengths = item.vector("half lengths");
        const FramePoint      guide        = item.point("guide");
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

    Contact contact;
    contact.name       = item.name();
    contact.point      = point;
    contact.parameters = p;
    if (kind == "disc")
      contact.disc_radius = item.number("disc radius");
    static const Words obstacles{"line", "circle", "inside circle"};
    std::string        obstacle;
    for (const std::string &word : obstacles)
      if (item.has(word))
        {
          if (!obstacle.empty())
            throw InputError("It has two obstacles, '" + obstacle + "' and '" +
                             word + "'; write two contacts.");
          obstacle         = word;
          contact.base     = item.point(word);
          contact.obstacle = word == "line" ? Contact::Obstacle::line :
                             word == "circle" ?
                                              Contact::Obstacle::circle :
                                              Contact::Obstacle::inside_circle;
        }
    item.refuse_parts_without_word();
    if (obstacle.empty())
      throw InputError("It has no obstacle; write 'line', 'circle' or "
                       "'inside circle' and a point.");
    if (obstacle == "line")
      contact.normal = item.vector("normal");
    else
      contact.radius = item.number("radius");
    return {contact};
  }
} // namespace percuss
