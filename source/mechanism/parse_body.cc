// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/mechanism/parse_items.h>
#include <percuss/mechanism/require_item_value.h>

#include <algorithm>

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

    MassProperties
    parse_mass(MechanismItem &item)
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
  } // namespace

  PlanarBody
  parse_body(MechanismItem &item)
  {
    for (const std::string &word : reserved)
      if (mechanism_text::begins_with(item.name(), word))
        throw InputError("The name of a body must not begin with '" + word +
                         "', which has a meaning of its own.");
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
    return body;
  }
} // namespace percuss
