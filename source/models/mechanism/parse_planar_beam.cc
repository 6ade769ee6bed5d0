// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_planar_items.h>

namespace percuss
{
  MechanismBeam<2>
  parse_planar_beam(MechanismItem &item)
  {
    item.classify(beam_words({"angle"}));
    item.refuse_parts_without_word();

    MechanismBeam<2>       result;
    PlanarBeamDescription &beam  = result.beam;
    const Eigen::Vector2d  start = item.vector<2>("from");
    parse_beam_parts(item, beam);
    beam.start       = {start[0], start[1]};
    beam.start_angle = item.number("angle", 0.);
    if (item.has("curvature"))
      beam.curve = circular_arc(item.number("curvature"));
    if (item.has("velocity"))
      result.velocity = item.numbers("velocity", 3);
    check(beam);
    return result;
  }
} // namespace percuss
