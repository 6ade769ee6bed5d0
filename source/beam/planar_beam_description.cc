// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/beam/line_element.h>
#include <percuss/beam/planar_beam_description.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace percuss
{
  namespace
  {
    /** |r' - t| at points along the curve, by differences of it. */
    void
    check_curve(const PlanarBeamDescription &description)
    {
      const double L          = description.length;
      const double difference = 1e-6 * L;
      const double tolerance  = 1e-3; // differences are good to 1e-5
      const int    n_points   = 101;
      for (int i = 0; i < n_points; ++i)
        {
          const double s      = L * i / (n_points - 1);
          const double before = std::max(0., s - difference);
          const double after  = std::min(L, s + difference);
          const auto   r      = description.curve(s),
                     r_before = description.curve(before),
                     r_after  = description.curve(after);
          const double x      = (r_after[0] - r_before[0]) / (after - before);
          const double y      = (r_after[1] - r_before[1]) / (after - before);
          if (std::hypot(x - std::cos(r[2]), y - std::sin(r[2])) < tolerance)
            continue;
          std::ostringstream message;
          message << "The curve of the beam '" << description.name
                  << "' has the derivative (" << x << ", " << y
                  << ") and the angle " << r[2] << " at s = " << s
                  << " m. Give x and y as functions of the arc length s, so "
                     "that the derivative is (cos angle, sin angle).";
          throw InputError(message.str());
        }
    }
  } // namespace

  PlanarBeamDescription::Curve
  circular_arc(const double curvature)
  {
    return [curvature](const double s) -> std::array<double, 3> {
      // chord and its direction; nothing cancels where the arc is flat
      const double half  = 0.5 * curvature * s;
      const double chord = half == 0. ? s : s * std::sin(half) / half;
      return {chord * std::cos(half), chord * std::sin(half), curvature * s};
    };
  }

  void
  check(const PlanarBeamDescription &description)
  {
    check(description.section, description.name);
    check_line_mesh(description.name,
                    description.length,
                    description.n_elements,
                    description.degree);
    for (const double value :
         {description.start[0], description.start[1], description.start_angle})
      if (!std::isfinite(value))
        throw InputError("The start of the beam '" + description.name +
                         "' has the coordinate " + std::to_string(value) +
                         "; the point [m] and the angle [rad] must be finite.");
    if (description.curve)
      check_curve(description);
  }
} // namespace percuss
