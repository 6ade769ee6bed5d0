// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_planar_mechanism_description_h
#define percuss_models_mechanism_planar_mechanism_description_h

#include <percuss/models/mechanism/mechanism_description.h>

#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** Mass [kg] and moment of inertia about the centre of mass [kg m^2]. */
  struct PlanarMassProperties
  {
    double mass = 0., inertia = 0.;
  };

  /** rho w b t, m (w^2 + b^2)/12: width and height [m], density rho [kg/m^3],
   * thickness t [m]. */
  PlanarMassProperties
  rectangle_mass(double width, double height, double density, double thickness);

  /** rho pi R^2 t, m R^2/2. */
  PlanarMassProperties
  disc_mass(double radius, double density, double thickness);

  /** A capsule, all points within the radius R of a segment with the length l:
   * rho A t, A = 2 R l + pi R^2. */
  PlanarMassProperties
  capsule_mass(double radius, double length, double density, double thickness);

  /** A slender rod with the cross section A [m^2]: rho l A, m l^2/12. */
  PlanarMassProperties
  rod_mass(double length, double density, double cross_section);

  /** A rigid body in the plane. Its frame has the centre of mass as origin: body
   * i of a mechanism is frame i. */
  struct PlanarBody
  {
    std::string          name;
    PlanarMassProperties mass;
    Eigen::Vector3d position = Eigen::Vector3d::Zero(); ///< X, Y [m], theta
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero(); ///< at the start
    std::shared_ptr<const ConvexShape<2>> shape = {};   ///< or none
  };

  /**
   * A spring and a damper between two frames, phi = theta_2 - theta_1:
   *
   *     V = 1/2 k (phi - phi_0)^2,     moment k (phi - phi_0) + c dphi/dt.
   */
  struct PlanarTorsionalSpring
  {
    std::string name;
    int         first = PlanarPoint::ground, second = PlanarPoint::ground;
    double      stiffness  = 0.; ///< k >= 0 [N m/rad]
    double      free_angle = 0.; ///< phi_0 [rad]
    double      damping    = 0.; ///< c >= 0 [N m s/rad]
  };

  /**
   * A joint in the plane, theta_12 = theta_2 - theta_1:
   *
   *     revolute   x_2 - x_1 = 0                                  2 rows
   *     prismatic  n.(x_2 - x_1) = 0, theta_12 = relative         2 rows
   *     fixed      x_2 - x_1 = 0, theta_12 = relative             3 rows
   *     distance   |x_2 - x_1| = length                           1 row
   *     drive      theta_12 = motion(t)                           1 row
   *
   * where n is the direction, fixed in the first frame, turned by a right
   * angle.
   */
  struct PlanarJoint : MechanismJoint<2>
  {
    enum class Kind
    {
      revolute,
      prismatic,
      fixed,
      distance,
      drive
    };

    Kind            kind      = Kind::revolute;
    Eigen::Vector2d direction = Eigen::Vector2d::UnitX(); ///< any length > 0
  };

  /** A side of a beam: of the centre line through its nodes, the left or the
   * right as it runs from its start to its end. */
  struct BeamSide
  {
    int                 first          = 0;  ///< frame of the first node
    std::vector<double> arc_lengths    = {}; ///< of the nodes at the start [m]
    bool                is_left        = true;
    double              half_thickness = 0.; ///< t >= 0 [m]
  };

  /** A contact with a rigid obstacle or with a beam: g = d - (r + t), d from a
   * side of its centre line. */
  struct PlanarContact : MechanismContact<2>
  {
    std::optional<BeamSide> beam = {}; ///< if that is the obstacle
  };

  /**
   * The four contacts of a rectangular slider in a straight guide with play:
   * each corner with the line on its side, at the distance half_height +
   * clearance from the guide's centre line ([C13] 5.6, [A12] Figure 22).
   *
   * @param name         the contacts are "NAME 1" to "NAME 4": below at the
   *                     rear and in front, above in front and at the rear
   * @param centre       of the rectangle, with sides along its frame's axes
   * @param half_lengths along and across the guide [m]
   * @param guide        a point of the centre line
   * @param direction    of the guide, in its frame
   *
   * @pre the slider is within a right angle of the direction.
   */
  std::vector<PlanarContact>
  slider_in_guide(const std::string         &name,
                  const PlanarPoint         &centre,
                  const Eigen::Vector2d     &half_lengths,
                  const PlanarPoint         &guide,
                  const Eigen::Vector2d     &direction,
                  double                     clearance,
                  const ContactCoefficients &parameters);

  /** A mechanism in the plane. */
  struct PlanarMechanismDescription
    : MechanismParts<2, PlanarBody, PlanarJoint, PlanarContact>
  {
    std::vector<PlanarTorsionalSpring> torsional_springs;
  };
} // namespace percuss

#endif
