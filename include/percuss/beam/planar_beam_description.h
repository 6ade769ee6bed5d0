// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_beam_planar_beam_description_h
#define percuss_beam_planar_beam_description_h

#include <percuss/beam/beam_section.h>
#include <percuss/beam/line_mass.h>

#include <array>
#include <functional>
#include <string>

namespace percuss
{
  /**
   * One beam in the plane, stress-free in its reference configuration: the
   * curve, turned by @p start_angle and moved by @p start.
   */
  struct PlanarBeamDescription
  {
    /** (x [m], y [m], angle of the tangent [rad]) of the arc length s [m]. */
    using Curve = std::function<std::array<double, 3>(double s)>;

    std::string           name = "beam"; ///< in messages
    BeamSection           section;
    double                length = 1.;      ///< L [m] > 0
    Curve                 curve;            ///< on [0, L]; (s, 0, 0) if empty
    std::array<double, 2> start       = {}; ///< [m]
    double                start_angle = 0.; ///< counterclockwise [rad]
    unsigned int          n_elements  = 1;  ///< of equal length
    unsigned int          degree      = 1;  ///< p of the polynomials, 1 to 10
    LineMassDescription   mass_matrix = {};
  };

  /** A circular arc that leaves the origin along x and turns to the left where
   * @p curvature > 0 [1/m]. */
  PlanarBeamDescription::Curve
  circular_arc(const double curvature);

  /**
   * Throws InputError for values out of their ranges and for a curve that is
   * not given by its arc length and the angle of its tangent,
   * (x, y)' = (cos angle, sin angle).
   */
  void
  check(const PlanarBeamDescription &description);
} // namespace percuss

#endif
