// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/parse_contact.h>
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_planar_items.h>

namespace percuss
{
  namespace
  {
    PlanarMassProperties
    parse_mass(MechanismItem &item)
    {
      const auto shape = parse_shape(
        item, {{"shape rectangle", 2}, {"shape disc", 1}, {"shape rod", 1}});
      if (!shape)
        {
          const double mass = item.number("mass");
          return {mass, item.number("inertia")};
        }
      if (shape->mass && item.has("thickness"))
        throw InputError("A thickness needs a density, not a mass.");
      const Eigen::VectorXd &l         = shape->lengths;
      const double           density   = shape->density;
      const double           thickness = item.number("thickness", 1.);
      PlanarMassProperties   mass =
        shape->word == "shape rectangle" ?
            rectangle_mass(l[0], l[1], density, thickness) :
          shape->word == "shape disc" ? disc_mass(l[0], density, thickness) :
                                        rod_mass(l[0], density, thickness);
      if (shape->mass)
        mass = {*shape->mass, mass.inertia * *shape->mass / mass.mass};
      mass.inertia = item.number("inertia", mass.inertia);
      return mass;
    }
  } // namespace

  PlanarBody
  parse_planar_body(MechanismItem &item, std::vector<std::string> &frames)
  {
    add_body_name(item.name(),
                  contact_words<2>(true,
                                   {"direction",
                                    "half lengths",
                                    "guide",
                                    "clearance",
                                    "torsional",
                                    "free angle"}),
                  frames);
    item.classify({"mass",
                   "inertia",
                   "density",
                   "thickness",
                   "at",
                   "velocity",
                   "shape rectangle",
                   "shape disc",
                   "shape rod"});
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
