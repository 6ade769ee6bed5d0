// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_solid_shapes_h
#define percuss_models_mechanism_solid_shapes_h

#include <Eigen/Core>

#include <numbers>

namespace percuss
{
  /** A homogeneous solid whose axes are principal: its mass is m = rho V, its
   * inertia about the centre of mass J = m diag(k^2). */
  struct SolidShape
  {
    double          volume;           ///< V [m^3]
    Eigen::Vector3d squared_gyration; ///< squared radii of gyration k^2 [m^2]
  };

  /** With the edges a, b, c along x, y, z: k_x^2 = (b^2 + c^2)/12, ... */
  inline SolidShape
  box(const Eigen::Vector3d &edges)
  {
    const Eigen::Vector3d squares = edges.cwiseAbs2();
    return {edges.prod(), (squares.sum() - squares.array()) / 12.};
  }

  /** k^2 = 2/5 R^2 */
  inline SolidShape
  ball(const double radius)
  {
    return {4. / 3. * std::numbers::pi * radius * radius * radius,
            Eigen::Vector3d::Constant(0.4 * radius * radius)};
  }

  /** With the axis z and the length l: k_z^2 = R^2/2,
   * k_x^2 = k_y^2 = R^2/4 + l^2/12. */
  inline SolidShape
  cylinder(const double radius, const double length)
  {
    const double polar = 0.5 * radius * radius;
    const double bend  = 0.5 * polar + length * length / 12.;
    return {2. * std::numbers::pi * polar * length, {bend, bend, polar}};
  }

  /** All points within the radius R of a segment along z with the length l: a
   * cylinder and two halves of a ball, whose centroids are at 3R/8 from their
   * flats. */
  inline SolidShape
  capsule(const double radius, const double length)
  {
    const SolidShape      tube = cylinder(radius, length), ends = ball(radius);
    const double          shift = length * (0.25 * length + 0.375 * radius);
    const Eigen::Vector3d of_ends =
      ends.squared_gyration + Eigen::Vector3d(shift, shift, 0.);
    const double volume = tube.volume + ends.volume;
    return {volume,
            (tube.volume * tube.squared_gyration + ends.volume * of_ends) /
              volume};
  }

  /** A round bar along x with the cross section A, a cylinder with R^2 = A/pi:
   * a slender one has k_x^2 = A/(2 pi), not zero, and k_y^2 = l^2/12 nearly. */
  inline SolidShape
  rod(const double length, const double cross_section)
  {
    const double polar = cross_section / (2. * std::numbers::pi);
    const double bend  = 0.5 * polar + length * length / 12.;
    return {length * cross_section, {polar, bend, bend}};
  }
} // namespace percuss

#endif
