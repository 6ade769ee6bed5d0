// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/make_bar.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace percuss
{
  ElementSizes
  element_sizes(const BarRowDescription &bars, const BarMesh &mesh)
  {
    ElementSizes sizes;
    sizes.crossing_time = std::numeric_limits<double>::max();
    std::vector<double> travel_times(bars.bars.size(), 0.);
    for (const BarElement &cell : mesh.elements())
      {
        const unsigned int    bar      = cell.bar;
        const BarDescription &data     = bars.bars[bar];
        const unsigned int    material = cell.material;
        const double          length   = cell.length;
        const double          x        = cell.center() - mesh.extents[bar].left;
        const double speed  = std::sqrt(data.youngs_modulus(x, material) /
                                       data.density(x, material));
        sizes.longest       = std::max(sizes.longest, length);
        sizes.crossing_time = std::min(sizes.crossing_time, length / speed);
        sizes.wave_speed    = std::max(sizes.wave_speed, speed);
        sizes.mass +=
          data.density(x, material) * data.cross_section(x, material) * length;
        travel_times[bar] += length / speed;
      }
    sizes.travel_time = *std::ranges::max_element(travel_times);
    return sizes;
  }
} // namespace percuss
