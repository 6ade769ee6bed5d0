// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/mechanism/parse_items.h>

#include <cmath>

namespace percuss
{
  namespace
  {
    unsigned int
    whole_number(MechanismItem     &item,
                 const std::string &word,
                 const double       otherwise)
    {
      const double value = item.number(word, otherwise);
      if (!(value >= 1. && value <= 1e6) || value != std::floor(value))
        throw InputError("'" + word + "' must be a whole number from 1.");
      return static_cast<unsigned int>(value);
    }

    BeamSection
    parse_section(MechanismItem &item)
    {
      const BeamMaterial material{item.number("Young's modulus"),
                                  item.number("Poisson's ratio", 0.3),
                                  item.number("density")};
      if (item.has("section circle"))
        return circle(material, item.number("section circle"));
      if (item.has("section pipe"))
        {
          const Eigen::VectorXd radii = item.numbers("section pipe", 2);
          return pipe(material, radii[0], radii[1]);
        }
      const Eigen::VectorXd sides = item.numbers("section rectangle", 2);
      return rectangle(material, sides[0], sides[1]);
    }
  } // namespace

  MechanismBeam
  parse_beam(MechanismItem &item)
  {
    item.classify({"from",
                   "angle",
                   "length",
                   "curvature",
                   "elements",
                   "degree",
                   "section rectangle",
                   "section circle",
                   "section pipe",
                   "Young's modulus",
                   "Poisson's ratio",
                   "density",
                   "velocity"});
    item.refuse_parts_without_word();

    MechanismBeam          result;
    PlanarBeamDescription &beam  = result.beam;
    const Eigen::Vector2d  start = item.vector("from");
    beam.name                    = item.name();
    beam.section                 = parse_section(item);
    beam.length                  = item.number("length");
    beam.start                   = {start[0], start[1]};
    beam.start_angle             = item.number("angle", 0.);
    beam.n_elements              = whole_number(item, "elements", 4.);
    beam.degree                  = whole_number(item, "degree", 1.);
    if (item.has("curvature"))
      beam.curve = circular_arc(item.number("curvature"));
    if (item.has("velocity"))
      result.velocity = item.numbers("velocity", 3);
    check(beam);
    return result;
  }
} // namespace percuss
