// SPDX-License-Identifier: Apache-2.0
#include <percuss/input/units.h>
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
    declare_coefficients(Item &item, ContactCoefficients &coefficients)
    {
      // the last unit is that in mechanisms
      for (const CoefficientEntry &entry : contact_coefficients)
        item.may(std::string(entry.name) + " [" +
                   declared_units(std::string(entry.documentation)).back() +
                   ']',
                 coefficients.*entry.value);
    }

    void
    refuse_rolling(const ContactCoefficients &coefficients)
    {
      if (coefficients.rolling_friction != 0. ||
          coefficients.spinning_friction != 0.)
        throw InputError("It is a contact of a point, where nothing rolls: "
                         "write one of bodies, or set its rolling and spinning "
                         "friction to 0.");
    }

    /** The names of all rigid_shapes() in contacts. */
    template <int dim>
    Words
    obstacle_names()
    {
      Words names;
      for (const ShapeKind<dim> &kind : rigid_shapes<dim>())
        names.push_back(kind.contact_name);
      return names;
    }

    /** Those, and the names of their fields, each once. */
    template <int dim>
    Words
    obstacle_words()
    {
      Words words = obstacle_names<dim>();
      for (const ShapeKind<dim> &kind : rigid_shapes<dim>())
        for (const ShapeField &field : kind.fields)
          if (std::ranges::find(words, field.name) == words.end())
            words.push_back(field.name);
      return words;
    }

    /** Of a field of obstacles; those of one name have one unit. */
    template <int dim>
    std::string
    unit_of_field(const std::string &name)
    {
      for (const ShapeKind<dim> &kind : rigid_shapes<dim>())
        for (const ShapeField &field : kind.fields)
          if (field.name == name)
            return field.kind == ShapeField::Kind::direction ? "-" : "m";
      return "";
    }

    template <int dim>
    void
    know_obstacles(Item &item)
    {
      const Words names = obstacle_names<dim>();
      for (const std::string &word : obstacle_words<dim>())
        if (std::ranges::find(names, word) != names.end())
          item.know({word}); // its point has metres
        else
          item.know({word}, unit_of_field<dim>(word));
    }

    /** The one of @p obstacles that the item has, or none. */
    std::string
    find_obstacle(const Item &item, const Words &obstacles)
    {
      std::string found;
      for (const std::string &word : obstacles)
        if (item.has(word))
          {
            if (!found.empty())
              throw InputError("It has two obstacles, '" + found + "' and '" +
                               word + "'; write two contacts.");
            found = word;
          }
      return found;
    }

    template <int dim>
    ContactObstacle<dim>
    parse_obstacle(Item &item, const std::string &name, FramePoint<dim> &base)
    {
      base = item.get<FramePoint<dim>>(name);
      ContactObstacle<dim> obstacle;
      obstacle.kind = &*std::ranges::find(rigid_shapes<dim>(),
                                          name,
                                          &ShapeKind<dim>::contact_name);
      for (const ShapeField &field : obstacle.kind->fields)
        obstacle.values.push_back(
          item.get(field.name, Eigen::VectorXd(field.n_values(dim))));
      return obstacle;
    }

    /** The frames of the nodes of the beam that the item names behind @p word;
     * none if it does not begin with that. */
    std::vector<int>
    take_nodes(Item &item, const std::string &word)
    {
      const std::string                all  = item.first_part();
      const std::optional<std::string> name = item.take(word);
      if (!name)
        return {};
      const Words      &frames = item.names();
      const std::string first{".start"};
      const auto        start = std::ranges::find(frames, *name + first),
                 end          = std::find(start, frames.end(), *name + ".end");
      if (end == frames.end())
        {
          Words beams;
          for (const std::string &frame : frames)
            if (frame.ends_with(first))
              beams.push_back(frame.substr(0, frame.size() - first.size()));
          throw InputError("in '" + all + "': there is no " + word + ' ' +
                           item_text::in_quotes(*name) +
                           (beams.empty() ?
                              "." :
                              "; there are " + item_text::list(beams) + '.' +
                                item_text::did_you_mean(*name, beams)));
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
      item.next(one_point, point);
      declare_coefficients(item, coefficients);
      item.needs("half lengths [m]", half_lengths);
      item.needs("guide", guide);
      item.needs("direction [-]", direction);
      item.needs("clearance [m]", clearance);
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

    BeamSide
    parse_beam_side(Item &item, const NamedBeams &beams)
    {
      BeamSide side = item.get("beam", beams);
      side.is_left = item.get<bool>("side", {{"left", true}, {"right", false}});
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
  Words
  contact_words()
  {
    Words words = obstacle_words<dim>();
    for (const CoefficientEntry &entry : contact_coefficients)
      words.emplace_back(entry.name);
    words.emplace_back(ball_radius<dim>);
    if (dim == 2)
      words.insert(words.end(),
                   {"direction",
                    "half lengths",
                    "guide",
                    "clearance",
                    "torsional",
                    "free angle"});
    return words;
  }

  template <int dim>
  std::vector<ContactOf<dim>>
  parse_contacts(Item                      &item,
                 const NamedBeams          &beams,
                 const ContactCoefficients &defaults)
  {
    enum class Kind
    {
      point,
      ball,
      rectangle,
      beam
    };
    const char *const      beam  = dim == 2 ? "beam" : "rod";
    const std::vector<int> nodes = take_nodes(item, beam);
    Kind                   kind  = Kind::ball;
    if (nodes.empty())
      {
        Item::Choices<Kind> kinds{{"point", Kind::point},
                                  {dim == 2 ? "disc" : "ball", Kind::ball}};
        if (dim == 2)
          kinds.emplace_back("rectangle", Kind::rectangle);
        kinds.emplace_back(beam, Kind::beam);
        kind = item.take_kind("contact", kinds);
      }
    if constexpr (dim == 2)
      if (kind == Kind::rectangle)
        return parse_rectangle(item, defaults);

    ContactOf<dim> contact;
    contact.name       = item.name();
    contact.parameters = defaults;
    if (nodes.empty())
      item.next(one_point, contact.point);
    declare_coefficients(item, contact.parameters);
    if (kind == Kind::ball)
      item.needs(std::string(ball_radius<dim>) + " [m]", contact.ball_radius);
    know_obstacles<dim>(item);
    if (dim == 2)
      item.know({"beam", "side", "half thickness [m]"});
    item.read();
    refuse_rolling(contact.parameters);

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
  is_body_contact(const Item &item)
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
    item.needs("bodies", names);
    declare_coefficients(item, contact.parameters);
    know_obstacles<dim>(item);
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

  template Words
  contact_words<2>();
  template Words
  contact_words<3>();
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
