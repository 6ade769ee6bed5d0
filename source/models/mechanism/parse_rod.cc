// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_spatial_items.h>

namespace percuss
{
  MechanismBeam<3>
  parse_rod(MechanismItem &item)
  {
    item.classify(beam_words({"rotation", "angular velocity"}));
    item.refuse_parts_without_word();

    MechanismBeam<3>       result;
    SpatialRodDescription &rod = result.beam;
    const RodFrame         start{item.vector<3>("from"), parse_rotation(item)};
    parse_beam_parts(item, rod);
    rod.curve =
      circular_arc(start,
                   item.has("curvature") ? item.vector<2>("curvature") :
                                           Eigen::Vector2d::Zero());
    result.velocity << vector_or_zero(item, "velocity"),
      vector_or_zero(item, "angular velocity");
    check(rod);
    return result;
  }
} // namespace percuss
