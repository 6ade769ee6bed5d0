// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/parse_body_contact.h>
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_planar_items.h>

namespace percuss
{
  namespace
  {
    /** Of a thickness. */
    PlanarMassProperties
    polygon_mass(const ConvexShape<2> &polygon,
                 const double          density,
                 const double          thickness)
    {
      const auto   moments = volume_moments(polygon);
      const double m       = density * thickness;
      return {m * moments.volume, m * moments.second.trace()};
    }

    PlanarMassProperties
    parse_mass(MechanismItem                         &item,
               std::shared_ptr<const ConvexShape<2>> &convex)
    {
      const auto shape = parse_shape(item, planar_shapes());
      if (!shape)
        {
          const double mass = item.number("mass");
          return {mass, item.number("inertia")};
        }
      convex = make_convex_shape<2>(item.name(), *shape);
      if (shape->mass && item.has("thickness"))
        throw InputError("A thickness needs a density, not a mass.");
      const Eigen::VectorXd &l         = shape->lengths;
      const double           density   = shape->density;
      const double           thickness = item.number("thickness", 1.);
      PlanarMassProperties   mass =
        shape->word == "shape rectangle" ?
            rectangle_mass(l[0], l[1], density, thickness) :
          shape->word == "shape disc" ?
            disc_mass(l[0], density, thickness) :
          shape->word == "shape capsule" ?
            capsule_mass(l[0], l[1], density, thickness) :
          shape->word == "shape polygon" ?
            polygon_mass(*convex, density, thickness) :
            rod_mass(l[0], density, thickness);
      if (shape->mass)
        mass = {*shape->mass, mass.inertia * *shape->mass / mass.mass};
      mass.inertia = item.number("inertia", mass.inertia);
      return mass;
    }
  } // namespace

  std::vector<PlanarBody>
  parse_planar_body(MechanismItem &item, std::vector<std::string> &frames)
  {
    const auto words = contact_words<2>(true,
                                        {"direction",
                                         "half lengths",
                                         "guide",
                                         "clearance",
                                         "torsional",
                                         "free angle"});
    item.classify({"mass",
                   "inertia",
                   "density",
                   "thickness",
                   "at",
                   "velocity",
                   "copies",
                   "spacing",
                   "scatter",
                   "shape rectangle",
                   "shape disc",
                   "shape rod",
                   "shape capsule",
                   "shape polygon"});
    item.refuse_parts_without_word();

    PlanarBody body;
    body.name     = item.name();
    body.mass     = parse_mass(item, body.shape);
    body.position = item.numbers("at", 3);
    if (item.has("velocity"))
      body.velocity = item.numbers("velocity", 3);
    return copies_of(body, parse_copies<2>(item), [&](const std::string &name) {
      add_body_name(name, words, frames);
    });
  }
} // namespace percuss
