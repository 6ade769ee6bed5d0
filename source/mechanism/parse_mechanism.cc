// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/mechanism/mechanism_item.h>
#include <percuss/mechanism/require_item_value.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    using Words = std::vector<std::string>;

    const Words shapes{"shape rectangle", "shape disc", "shape rod"};

    /** What parts of joints, contacts and springs begin with. */
    const Words reserved{
      "ground",     "direction",   "angle",         "length",
      "rate",       "restitution", "friction",      "tangential restitution",
      "line",       "circle",      "inside circle", "normal",
      "radius",     "disc radius", "half lengths",  "guide",
      "clearance",  "torsional",   "stiffness",     "free length",
      "free angle", "damping",     "preload"};

    [[noreturn]] void
    throw_unknown_kind(const std::string &kind,
                       const char        *what,
                       const Words       &kinds)
    {
      std::string message =
        "There is no " + std::string(what) + " '" + kind + "'. Allowed are";
      for (const std::string &name : kinds)
        message += (name == kinds.front() ? " " : ", ") + name;
      throw InputError(message + '.' + did_you_mean(kind, kinds));
    }

    /** f' by five points, error of O(h^4), h = eps^(1/5) @p scale. */
    std::function<double(double)>
    derivative(const std::function<double(double)> &f, const double scale)
    {
      const double h =
        std::pow(std::numeric_limits<double>::epsilon(), 0.2) * scale;
      return [f, h](const double t) {
        return (8. * (f(t + h) - f(t - h)) - (f(t + 2. * h) - f(t - 2. * h))) /
               (12. * h);
      };
    }

    class Parser
    {
    public:
      Parser(const ParseFunctionOfTime &parse_function,
             const ContactParameters   &contact_defaults,
             const double               time_scale)
        : parse_function(parse_function)
        , contact_defaults(contact_defaults)
        , time_scale(time_scale)
      {}

      void
      parse_body(MechanismItem &item);
      void
      parse_joint(MechanismItem &item);
      void
      parse_contact(MechanismItem &item);
      void
      parse_spring(MechanismItem &item);
      void
      parse_load(MechanismItem &item);

      /** Reads every item of @p text with @p parse; errors name the item. */
      void
      parse_all(const std::string &text,
                const char        *what,
                void (Parser::*parse)(MechanismItem &))
      {
        for (const std::string &item_text : split_items(text))
          try
            {
              MechanismItem item(item_text, frames, parse_function);
              (this->*parse)(item);
              item.finish();
            }
          catch (const InputError &error)
            {
              throw InputError(std::string(what) + " '" + item_text +
                               "': " + error.what());
            }
      }

      /** The bodies are all there. */
      void
      set_positions()
      {
        q_0.resize(static_cast<Eigen::Index>(3 * result.bodies.size()));
        for (std::size_t i = 0; i < result.bodies.size(); ++i)
          q_0.segment<3>(body_frame(i)) = result.bodies[i].position;
      }

      MechanismDescription result;

    private:
      MassProperties
      parse_mass(MechanismItem &item) const;

      double
      distance(const FramePoint &x, const FramePoint &y) const
      {
        return (position(q_0, x) - position(q_0, y)).norm();
      }

      double
      relative_angle(const int first, const int second) const
      {
        return frame_angle(q_0, second) - frame_angle(q_0, first);
      }

      const ParseFunctionOfTime &parse_function;
      const ContactParameters    contact_defaults;
      const double               time_scale;
      Words                      frames{"ground"};
      Eigen::VectorXd            q_0; // where the bodies are at the start
    };

    MassProperties
    Parser::parse_mass(MechanismItem &item) const
    {
      const auto shape =
        std::ranges::find_if(shapes, [&](const std::string &word) {
          return item.has(word);
        });
      if (shape == shapes.end())
        {
          const double mass = item.number("mass");
          return {mass, item.number("inertia")};
        }
      const bool has_mass = item.has("mass");
      if (has_mass == item.has("density"))
        throw InputError(has_mass ?
                           "It has both a mass and a density; write one." :
                           "Its shape needs a mass or a density.");
      if (has_mass && item.has("thickness"))
        throw InputError("A thickness needs a density, not a mass.");
      const bool            is_rectangle = *shape == "shape rectangle";
      const Eigen::VectorXd lengths =
        item.numbers(*shape, is_rectangle ? 2 : 1);
      for (const double length : lengths)
        require_positive("body '" + item.name() + "'", "length", length);

      const double   density   = has_mass ? 1. : item.number("density");
      const double   thickness = item.number("thickness", 1.);
      MassProperties mass =
        is_rectangle ?
          rectangle_mass(lengths[0], lengths[1], density, thickness) :
        *shape == "shape disc" ? disc_mass(lengths[0], density, thickness) :
                                 rod_mass(lengths[0], density, thickness);
      if (has_mass)
        {
          const double m = item.number("mass");
          mass           = {m, mass.inertia * m / mass.mass};
        }
      mass.inertia = item.number("inertia", mass.inertia);
      return mass;
    }

    void
    Parser::parse_body(MechanismItem &item)
    {
      for (const std::string &word : reserved)
        if (begins_with(item.name(), word))
          throw InputError("The name of a body must not begin with '" + word +
                           "', which has a meaning of its own.");
      if (std::ranges::find(frames, item.name()) != frames.end())
        throw InputError("There is a body '" + item.name() +
                         "' already; give each its own name.");
      Words words{"mass", "inertia", "density", "thickness", "at", "velocity"};
      words.insert(words.end(), shapes.begin(), shapes.end());
      item.classify(words);
      item.refuse_parts_without_word();

      PlanarBody body;
      body.name     = item.name();
      body.mass     = parse_mass(item);
      body.position = item.numbers("at", 3);
      if (item.has("velocity"))
        body.velocity = item.numbers("velocity", 3);
      result.bodies.push_back(body);
      frames.push_back(body.name);
    }

    void
    Parser::parse_joint(MechanismItem &item)
    {
      static const Words kinds{
        "revolute", "prismatic", "fixed", "distance", "drive"};
      const std::string kind = item.take_kind();
      const auto        i    = std::ranges::find(kinds, kind);
      if (i == kinds.end())
        throw_unknown_kind(kind, "joint", kinds);
      Joint joint;
      joint.name = item.name();
      joint.kind = static_cast<Joint::Kind>(i - kinds.begin());

      const bool is_drive = joint.kind == Joint::Kind::drive;
      switch (joint.kind)
        {
          case Joint::Kind::revolute:
            item.classify({});
            break;
          case Joint::Kind::prismatic:
            item.classify({"direction", "angle"});
            break;
          case Joint::Kind::fixed:
            item.classify({"angle"});
            break;
          case Joint::Kind::distance:
            item.classify({"length"});
            break;
          case Joint::Kind::drive:
            item.classify({"angle", "rate"});
            break;
        }
      if (is_drive)
        {
          joint.first.frame  = item.next_frame();
          joint.second.frame = item.next_frame();
          joint.motion.value = item.expressions("angle", 1).front().value;
          joint.motion.rate  = item.has("rate") ?
                                 item.expressions("rate", 1).front().value :
                                 derivative(joint.motion.value, time_scale);
          if (!std::isfinite(joint.motion.rate(0.)))
            throw InputError("The angle has no derivative at t = 0: it is a "
                             "difference, for which the expression must be "
                             "defined shortly before, too. Or write 'rate', "
                             "the derivative.");
        }
      else
        {
          joint.first  = item.next_point();
          joint.second = item.next_point();
          joint.angle =
            item.number("angle",
                        relative_angle(joint.first.frame, joint.second.frame));
          joint.length =
            item.number("length", distance(joint.first, joint.second));
        }
      if (joint.kind == Joint::Kind::prismatic)
        joint.direction = item.vector("direction");
      result.joints.push_back(joint);
    }

    void
    Parser::parse_contact(MechanismItem &item)
    {
      static const Words kinds{"point", "disc", "rectangle"};
      const std::string  kind = item.take_kind();
      if (std::ranges::find(kinds, kind) == kinds.end())
        throw_unknown_kind(kind, "contact", kinds);
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

      const FramePoint  point = item.next_point();
      ContactParameters p     = contact_defaults;
      p.restitution           = item.number("restitution", p.restitution);
      p.friction              = item.number("friction", p.friction);
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
          for (const Contact &contact : slider_in_guide(item.name(),
                                                        point,
                                                        half_lengths,
                                                        guide,
                                                        direction,
                                                        clearance,
                                                        p))
            result.contacts.push_back(contact);
          return;
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
              throw InputError("It has two obstacles, '" + obstacle +
                               "' and '" + word + "'; write two contacts.");
            obstacle     = word;
            contact.base = item.point(word);
            contact.obstacle =
              word == "line"   ? Contact::Obstacle::line :
              word == "circle" ? Contact::Obstacle::circle :
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
      result.contacts.push_back(contact);
    }

    void
    Parser::parse_spring(MechanismItem &item)
    {
      if (item.first_part() == "torsional")
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
                        relative_angle(spring.first, spring.second));
          result.torsional_springs.push_back(spring);
          return;
        }
      item.classify({"stiffness", "free length", "damping", "preload"});
      TranslationalSpring spring;
      spring.name      = item.name();
      spring.first     = item.next_point();
      spring.second    = item.next_point();
      spring.stiffness = item.number("stiffness", 0.);
      spring.damping   = item.number("damping", 0.);
      spring.preload   = item.number("preload", 0.);
      spring.free_length =
        item.number("free length", distance(spring.first, spring.second));
      result.springs.push_back(spring);
    }

    void
    Parser::parse_load(MechanismItem &item)
    {
      const auto body = std::ranges::find(frames, item.name());
      if (body == frames.end() || body == frames.begin())
        throw InputError("There is no body '" + item.name() + "'." +
                         did_you_mean(item.name(), frames));
      const int frame =
        body_frame(static_cast<std::size_t>(body - frames.begin() - 1));
      const auto add = [&](const int                        coordinate,
                           const MechanismItem::Expression &load) {
        if (load.is_constant)
          result.loads.push_back({coordinate, load.value(0.)});
        else
          result.loads.push_back({coordinate, 0., load.value});
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
    }
  } // namespace

  MechanismDescription
  parse_mechanism(const MechanismTexts      &texts,
                  const ParseFunctionOfTime &parse_function,
                  const ContactParameters   &contact_defaults,
                  const double               time_scale)
  {
    Parser parser(parse_function, contact_defaults, time_scale);
    parser.parse_all(texts.bodies, "Body", &Parser::parse_body);
    if (parser.result.bodies.empty())
      throw InputError("There are no bodies; write 'name: mass m ; inertia J ; "
                       "at x, y, angle'.");
    parser.set_positions();
    parser.parse_all(texts.joints, "Joint", &Parser::parse_joint);
    parser.parse_all(texts.contacts, "Contact", &Parser::parse_contact);
    parser.parse_all(texts.springs, "Spring", &Parser::parse_spring);
    parser.parse_all(texts.loads, "Load", &Parser::parse_load);
    return parser.result;
  }
} // namespace percuss
