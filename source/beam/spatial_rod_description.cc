// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/beam/line_element.h>
#include <percuss/beam/spatial_rod_description.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace percuss
{
  RodFrame
  SpatialRodDescription::frame(const double s) const
  {
    if (curve)
      return curve(s);
    return {{s, 0., 0.}, Eigen::Quaterniond::Identity()};
  }

  SpatialRodDescription::Curve
  circular_arc(const RodFrame &start, const Eigen::Vector2d &curvatures)
  {
    const double          k = curvatures.norm();
    const Eigen::Vector3d axis =
      Eigen::Vector3d(0., curvatures[0], curvatures[1]).normalized();
    return [start, k, axis](const double s) -> RodFrame {
      const double half  = 0.5 * k * s;
      const double chord = half == 0. ? s : s * std::sin(half) / half;
      const Eigen::Quaterniond turn(Eigen::AngleAxisd(half, axis));
      return {start.position +
                start.rotation * (turn * Eigen::Vector3d(chord, 0., 0.)),
              start.rotation * turn * turn};
    };
  }

  void
  check(const SpatialRodDescription &description)
  {
    const double L = description.length;
    check(description.section, description.name, true);
    check_line_mesh(description.name,
                    L,
                    description.n_elements,
                    description.degree);
    constexpr unsigned int n_parts = 20; // of an element
    for (unsigned int cell = 0; cell < description.n_elements; ++cell)
      {
        const auto rotation = [&](const unsigned int part) {
          const double x = cell + static_cast<double>(part) / n_parts;
          return description.frame(L / description.n_elements * x).rotation;
        };
        double turn = 0.;
        for (unsigned int part = 0; part < n_parts; ++part)
          turn += rotation(part).angularDistance(rotation(part + 1));
        if (turn > SpatialRodDescription::largest_turn)
          throw InputError(
            "The rod '" + description.name + "' turns by " + short_text(turn) +
            " rad in an element, which can by less than pi: take "
            "more elements.");
      }
    const int n_points = 101;
    for (int i = 0; i < n_points; ++i)
      {
        const double          s      = L * i / (n_points - 1);
        const double          before = std::max(0., s - 1e-6 * L);
        const double          after  = std::min(L, s + 1e-6 * L);
        const RodFrame        f      = description.frame(s);
        const Eigen::Vector3d slope  = (description.frame(after).position -
                                       description.frame(before).position) /
                                      (after - before);
        if ((slope - f.rotation * Eigen::Vector3d::UnitX()).norm() < 1e-3 &&
            std::abs(f.rotation.norm() - 1.) < 1e-12)
          continue;
        std::ostringstream message;
        message << "The curve of the rod '" << description.name
                << "' has the derivative (" << slope.transpose()
                << ") and the normal ("
                << (f.rotation * Eigen::Vector3d::UnitX()).transpose()
                << ") at s = " << s
                << " m. Give positions as functions of the arc length and unit "
                   "quaternions that take e_1 to the tangent.";
        throw InputError(message.str());
      }
  }
} // namespace percuss
