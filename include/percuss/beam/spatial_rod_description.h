// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_beam_spatial_rod_description_h
#define percuss_beam_spatial_rod_description_h

#include <percuss/beam/beam_section.h>
#include <percuss/beam/line_mass.h>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <functional>
#include <numbers>
#include <string>

namespace percuss
{
  /** A cross section in space: its centroid and the unit quaternion of the
   * rotation R that takes e_1, e_2, e_3 to its normal and its axes y, z. */
  struct RodFrame
  {
    Eigen::Vector3d    position = Eigen::Vector3d::Zero(); ///< x [m]
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
  };

  /** One rod, stress-free in its reference configuration: the curve. */
  struct SpatialRodDescription
  {
    /** Of the rotation between the ends of an element [rad]; from pi on its
     * quaternions mean one in the other direction. */
    static constexpr double largest_turn = 0.9 * std::numbers::pi;

    /** Frame at the arc length s, its normal along the tangent. */
    using Curve = std::function<RodFrame(double s)>;

    std::string  name = "rod"; ///< in messages
    BeamSection  section;
    double       length = 1.;    ///< L [m] > 0
    Curve        curve;          ///< on [0, L]; along e_1 if empty
    unsigned int n_elements = 1; ///< of equal length
    unsigned int degree     = 1; ///< p of the polynomials, 1 to 10

    /** Of translations; rotations have the sums of its rows. */
    LineMassDescription mass_matrix = {};

    /** The curve's, or that of the straight rod. */
    RodFrame
    frame(const double s) const;
  };

  /**
   * An arc from @p start with the curvatures kappa = (k_y, k_z) [1/m] of a
   * section about its own axes: the turning vector K = (0, k_y, k_z) is
   * constant, R(s) = R_0 exp(s [K]x), and the chord is half as much turned,
   *
   *     x(s) = x_0 + s sin(|K| s/2)/(|K| s/2) R(s/2) e_1.
   *
   * With k_z > 0 it leaves e_1 towards e_2, with k_y > 0 away from e_3.
   *
   * Equations: doc/theory/mechanisms.md (8).
   */
  SpatialRodDescription::Curve
  circular_arc(const RodFrame &start, const Eigen::Vector2d &curvatures);

  /** Throws InputError for values out of their ranges, for a curve that turns by
   * more than largest_turn in an element, and for one that is not given by its
   * arc length and unit quaternions that take e_1 to its tangent. */
  void
  check(const SpatialRodDescription &description);
} // namespace percuss

#endif
