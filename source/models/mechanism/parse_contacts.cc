// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/contact_words.h>
#include <percuss/models/mechanism/parse_items.h>
#include <percuss/models/mechanism/require_item_value.h>

namespace percuss
{
  namespace
  {
    using Words = std::vector<std::string>;

    template <int dim>
    constexpr const char *ball_radius =
      dim == 2 ? "disc radius" : "ball radius";

    constexpr const char *one_point = "points; one is needed, of a body or the "
                                      "ground";

    void
    refuse_rolling(const ContactCoefficients &coefficients)
    {
      if (coefficients.rolling_friction != 0. ||
          coefficients.spinning_friction != 0.)
        throw InputError("It is a contact of a point, where nothing rolls: "
                         "write one of bodies, or set its rolling and spinning "
                         "friction to 0.");
    }

    /** The frames of the nodes of the beam that is behind the kind of the item,
     * its @p word. */
    std::vector<int>
    nodes_of(const Item &item, const std::string &word)
    {
      const Words       &frames = item.names();
      const std::string &name   = item.name_of_kind();
      const std::string  first{".start"};
      const auto         start = std::ranges::find(frames, name + first),
                 end           = std::find(start, frames.end(), name + ".end");
      if (end == frames.end())
        {
          Words beams;
          for (const std::string &frame : frames)
            if (frame.ends_with(first))
              beams.push_back(frame.substr(0, frame.size() - first.size()));
          throw InputError(
            "in '" + word + (name.empty() ? "" : " ") + name +
            "': there is no " + word + ' ' + item_text::in_quotes(name) +
            (beams.empty() ? "." :
                             "; there are " + item_text::list(beams) + '.' +
                               item_text::did_you_mean(name, beams)));
        }
      std::vector<int> nodes;
      for (auto node = start; node <= end; ++node)
        nodes.push_back(
          frame_at(static_cast<std::size_t>(node - frames.begin())));
      return nodes;
    }

    /** A rectangle in a guide. */
    std::vector<PlanarContact>
    parse_rectangle(Item &item, ContactCoefficients coefficients)
    {
      PlanarPoint     point, guide;
      Eigen::Vector2d half_lengths, direction;
      double          clearance = 0.;
      item.next(one_point, point, "Centre of the rectangle.");
      item.needs("half lengths [m]",
                 half_lengths,
                 "Of the rectangle, along and across the guide.");
      item.needs("guide", guide, "A point on the middle line of the guide.");
      item.needs("direction [-]",
                 direction,
                 "Direction of the guide, in the axes of its body.");
      item.needs("clearance [m]",
                 clearance,
                 "Play between the rectangle and each side of the guide.");
      declare_coefficients(item, coefficients);
      item.read();
      refuse_rolling(coefficients);
      const std::string what = "contact '" + item.name() + "'";
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
                             coefficients);
    }

    /** The name of a beam. */
    struct BeamName
    {};

    ValueType
    type_of_value(const Item &, const BeamName &)
    {
      return {"beam"};
    }

    const Item::Choices<bool> sides{{"left", true}, {"right", false}};

    void
    know_beams(Item &item)
    {
      item.know("beam", "An obstacle: the surface of this beam.", BeamName());
      item.know("side",
                "The side of the 'beam' as it runs from its start to its end.",
                sides);
      item.know("half thickness [m]",
                "Distance of that surface from the centre line of the 'beam'; "
                "unless given, 0.",
                double());
    }

    enum class ContactKind
    {
      point,
      ball,
      rectangle,
      beam
    };

    template <int dim>
    std::vector<Item::Kind<ContactKind>>
    contact_kinds()
    {
      std::vector<Item::Kind<ContactKind>> kinds{
        {"point", ContactKind::point, "A point and an obstacle."}};
      if (dim == 2)
        {
          kinds.push_back(
            {"disc", ContactKind::ball, "A disc and an obstacle."});
          kinds.push_back({"rectangle",
                           ContactKind::rectangle,
                           "The four corners of a rectangle in a guide."});
          kinds.push_back({"beam",
                           ContactKind::beam,
                           "A disc about each node of a beam, and an obstacle.",
                           "BEAM"});
        }
      else
        {
          kinds.push_back(
            {"ball", ContactKind::ball, "A ball and an obstacle."});
          kinds.push_back({"rod",
                           ContactKind::beam,
                           "A ball about each node of a rod, and an obstacle.",
                           "ROD"});
        }
      return kinds;
    }

    BeamSide
    parse_beam_side(Item &item, const NamedBeams &beams)
    {
      BeamSide side       = item.get("beam", beams);
      side.is_left        = item.get("side", sides);
      side.half_thickness = item.get_or("half thickness", 0.);
      return side;
    }

    /** The contact, or the same at the origins of all @p frames if there are
     * some, "NAME 1", ... */
    template <class Contact>
    std::vector<Contact>
    at_origins(const Contact &contact, const std::vector<int> &frames)
    {
      if (frames.empty())
        return {contact};
      std::vector<Contact> contacts(frames.size(), contact);
      for (std::size_t i = 0; i < frames.size(); ++i)
        {
          contacts[i].name += ' ' + std::to_string(i + 1);
          contacts[i].point = {frames[i]};
        }
      return contacts;
    }
  } // namespace

  int
  take_frame(const Item &item, ItemValue &from)
  {
    const Words       &frames   = item.names();
    const bool         is_apart = !from.body.empty();
    const std::string &text     = is_apart ? from.body : from.text;
    const auto         i        = item_text::longest_beginning(text, frames);
    if (!i || (is_apart && frames[*i] != text))
      {
        Words candidates = frames;
        candidates.insert(candidates.end(),
                          item.known().begin(),
                          item.known().end());
        const std::string name =
          is_apart ? text : item_text::leading_words(text);
        throw InputError("there is no body " + item_text::in_quotes(name) +
                         "; there are " + item_text::list(frames) + '.' +
                         item_text::did_you_mean(name, candidates));
      }
    std::string rest = trim(from.text.substr(frames[*i].size()));
    if (rest.starts_with(',')) // "BODY, x, y"
      rest.erase(0, 1);
    from.text = rest;
    return frame_at(*i);
  }

  template <int dim>
  std::vector<ContactOf<dim>>
  parse_contacts(Item                      &item,
                 const NamedBeams          &beams,
                 const ContactCoefficients &defaults)
  {
    const char *const beam = dim == 2 ? "beam" : "rod";
    const ContactKind kind = item.take_kind("contact", contact_kinds<dim>());
    if constexpr (dim == 2)
      if (kind == ContactKind::rectangle)
        return parse_rectangle(item, defaults);

    ContactOf<dim> contact;
    contact.name       = item.name();
    contact.parameters = defaults;
    if (kind == ContactKind::ball || kind == ContactKind::point)
      item.next(one_point,
                contact.point,
                kind == ContactKind::ball ? "Its centre." : "The point.");
    if (kind != ContactKind::point)
      item.needs(std::string(ball_radius<dim>) + " [m]",
                 contact.ball_radius,
                 "Its radius.");
    know_obstacles<dim>(item);
    if (dim == 2)
      know_beams(item);
    declare_coefficients(item, contact.parameters);
    item.read();
    refuse_rolling(contact.parameters);
    const std::vector<int> nodes =
      kind == ContactKind::beam ? nodes_of(item, beam) : std::vector<int>();

    Words             obstacles = obstacle_names<dim>();
    const std::string all       = item_text::one_of(obstacles);
    if (dim == 2)
      obstacles.emplace_back("beam");
    const std::string obstacle = find_obstacle(item, obstacles);
    if (obstacle.empty())
      throw InputError("It has no obstacle; write " + all + " and a point" +
                       (dim == 2 ? ", or 'beam' and its name." : "."));
    if constexpr (dim == 2)
      if (obstacle == "beam")
        {
          contact.beam = parse_beam_side(item, beams);
          return at_origins(contact, nodes);
        }
    contact.obstacle = parse_obstacle<dim>(item, obstacle, contact.base);
    return at_origins(contact, nodes);
  }

  bool
  is_body_contact(Item &item)
  {
    return item.has_part("bodies");
  }

  template <int dim>
  BodyContactDescription<dim>
  parse_body_contact(Item                                  &item,
                     const std::vector<CollisionBody<dim>> &bodies,
                     const Words                           &rods,
                     const ContactCoefficients             &defaults)
  {
    BodyContactDescription<dim> contact;
    Words                       names;
    contact.name       = item.name();
    contact.parameters = defaults;
    item.describe("Contacts of all pairs of bodies with shapes, fixed ones "
                  "too; with an obstacle, of each of them with that: a line, a "
                  "plane or the inside of a circle or sphere, of discs and "
                  "balls any.");
    item.needs("bodies", names, "Names of bodies, or 'all' of them.");
    know_obstacles<dim>(item);
    declare_coefficients(item, contact.parameters);
    item.read();
    if (const std::string obstacle = find_obstacle(item, obstacle_names<dim>());
        !obstacle.empty())
      contact.obstacle = parse_obstacle<dim>(item, obstacle, contact.base);

    Words candidates;
    for (const auto &body : bodies)
      if (body.shape)
        candidates.push_back(body.name);
    const auto refuse_rod = [](const std::string &name) {
      throw InputError("Body '" + name +
                       "' is a rod, mass along a line without a surface, and "
                       "touches nothing. Give it another shape, such as "
                       "'shape capsule', or name the bodies that touch.");
    };
    if (names == Words{"all"} && !rods.empty())
      refuse_rod(rods.front());
    const auto add = [&](const std::string &name) {
      if (std::ranges::find(rods, name) != rods.end())
        refuse_rod(name);
      const auto body =
        std::ranges::find(bodies, name, &CollisionBody<dim>::name);
      if (body == bodies.end() || !body->shape)
        throw InputError(
          (body == bodies.end() ? "There is no body '" + name + "'" :
                                  "Body '" + name + "' has no shape") +
          "; with shapes there are: " + item_text::list(candidates) + '.' +
          item_text::did_you_mean(name, candidates));
      if (std::ranges::find(contact.bodies, name, &CollisionBody<dim>::name) !=
          contact.bodies.end())
        throw InputError("It names body '" + name + "' twice.");
      contact.bodies.push_back(*body);
    };
    for (const std::string &name : names == Words{"all"} ? candidates : names)
      add(name);
    if (contact.bodies.size() < (contact.obstacle ? 1 : 2))
      throw InputError(contact.obstacle ?
                         "It needs a body with a shape." :
                         "It needs two bodies with shapes, or an obstacle.");
    return contact;
  }

  template std::vector<PlanarContact>
  parse_contacts<2>(Item &, const NamedBeams &, const ContactCoefficients &);
  template std::vector<SpatialContact>
  parse_contacts<3>(Item &, const NamedBeams &, const ContactCoefficients &);
  template BodyContactDescription<2>
  parse_body_contact(Item &,
                     const std::vector<CollisionBody<2>> &,
                     const Words &,
                     const ContactCoefficients &);
  template BodyContactDescription<3>
  parse_body_contact(Item &,
                     const std::vector<CollisionBody<3>> &,
                     const Words &,
                     const ContactCoefficients &);
} // namespace percuss
