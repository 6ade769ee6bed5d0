// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_planar_mechanism_description_h
#define percuss_models_mechanism_planar_mechanism_description_h

#include <percuss/beam/planar_beam_description.h>
#include <percuss/constraints/contact_law.h>
#include <percuss/models/mechanism/planar_frame.h>

#include <functional>
#include <string>
#include <vector>

namespace percuss
{
  /** Mass [kg] and moment of inertia about the centre of mass [kg m^2]. */
  struct MassProperties
  {
    double mass = 0., inertia = 0.;
  };

  /** rho w b t, m (w^2 + b^2)/12: width and height [m], density rho [kg/m^3],
   * thickness t [m]. */
  MassProperties
  rectangle_mass(double width, double height, double density, double thickness);

  /** rho pi R^2 t, m R^2/2. */
  MassProperties
  disc_mass(double radius, double density, double thickness);

  /** A slender rod with the cross section A [m^2]: rho l A, m l^2/12. */
  MassProperties
  rod_mass(double length, double density, double cross_section);

  /** A rigid body. Its frame has the centre of mass as origin: body i of a
   * mechanism owns the coordinates 3 i, 3 i + 1, 3 i + 2. */
  struct PlanarBody
  {
    std::string     name;
    MassProperties  mass;
    Eigen::Vector3d position = Eigen::Vector3d::Zero(); ///< X, Y [m], theta
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero(); ///< at the start
  };

  /** An elastic beam, unstrained at the start, which then moves as a rigid body
   * with this velocity of its first node. Its nodes are frames: behind the
   * bodies, one beam after the other. */
  struct PlanarMechanismBeam
  {
    PlanarBeamDescription beam;
    Eigen::Vector3d       velocity = Eigen::Vector3d::Zero();
  };

  /**
   * A spring and a damper on the line between two points, l = |x_1 - x_2|:
   *
   *     V = 1/2 k (l - l_0)^2 + T_0 (l - l_0),     tension T = dV/dl + c dl/dt.
   */
  template <class Point>
  struct LineSpring
  {
    std::string name;
    Point       first, second;
    double      stiffness   = 0.; ///< k >= 0 [N/m]
    double      free_length = 0.; ///< l_0 >= 0 [m]
    double      damping     = 0.; ///< c >= 0 [N s/m]
    double      preload     = 0.; ///< T_0, the tension at l_0 [N]
  };

  using PlanarSpring = LineSpring<PlanarPoint>;

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

  /** A force at a frame's origin in a fixed direction, or a moment: the entry
   * of F of one coordinate. Constant ones have a potential; those that depend
   * on time do external work. */
  struct PlanarLoad
  {
    int                           coordinate = 0;  ///< index in q
    double                        constant   = 0.; ///< [N], [N m]
    std::function<double(double)> varying = {}; ///< of t, added to it; or none
  };

  /** phi(t) and dphi/dt. */
  struct TimeFunction
  {
    std::function<double(double)> value, rate;
  };

  /**
   * A joint: the motion of the second frame relative to the first (either may
   * be the ground), x_1, x_2 the two points:
   *
   *     revolute   x_2 - x_1 = 0                                      2 rows
   *     prismatic  n.(x_2 - x_1) = 0, theta_2 - theta_1 = angle       2 rows
   *     fixed      x_2 - x_1 = 0, theta_2 - theta_1 = angle           3 rows
   *     distance   |x_2 - x_1| = length                               1 row
   *     drive      theta_2 - theta_1 = motion(t)                      1 row
   *
   * where n is the direction, fixed in the first frame, turned by a right
   * angle.
   */
  struct PlanarJoint
  {
    enum class Kind
    {
      revolute,
      prismatic,
      fixed,
      distance,
      drive
    };

    std::string     name;
    Kind            kind = Kind::revolute;
    PlanarPoint     first, second;
    Eigen::Vector2d direction = Eigen::Vector2d::UnitX(); ///< any length > 0
    double          angle     = 0.;                       ///< [rad]
    double          length    = 0.;                       ///< > 0 [m]
    TimeFunction    motion    = {};                       ///< [rad], [rad/s]
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

  /**
   * A contact with a gap: a disc with the radius r about a point x of one frame
   * (a point, r = 0) and an obstacle fixed at a point p of another one:
   *
   *     line           n.(x - p) - r         n fixed in the obstacle's frame
   *     circle         |x - p| - (R + r)     outside
   *     inside_circle  (R - r) - |x - p|     a journal in its bearing, R > r
   *     beam           d - (r + t)           d from a side of its centre line
   */
  struct PlanarContact
  {
    enum class Obstacle
    {
      line,
      circle,
      inside_circle,
      beam
    };

    std::string         name;
    PlanarPoint         point;            ///< x
    double              disc_radius = 0.; ///< r >= 0 [m]
    Obstacle            obstacle    = Obstacle::line;
    PlanarPoint         base;                              ///< p
    Eigen::Vector2d     normal = Eigen::Vector2d::UnitY(); ///< any length > 0
    double              radius = 0.;                       ///< R > 0 [m]
    ContactCoefficients parameters = {};
    BeamSide            beam       = {}; ///< if that is the obstacle
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

  /** A planar mechanism. Points may be in the frame of a body (3 i for body i)
   * of a node of a beam, or on the ground. */
  struct PlanarMechanismDescription
  {
    std::vector<PlanarBody>            bodies;
    std::vector<PlanarMechanismBeam>   beams;
    std::vector<PlanarJoint>           joints;
    std::vector<PlanarContact>         contacts;
    std::vector<PlanarSpring>          springs;
    std::vector<PlanarTorsionalSpring> torsional_springs;
    std::vector<PlanarLoad>            loads;
    Eigen::Vector2d                    gravity{0., -9.81}; ///< [m/s^2]
  };

  /** The name of a beam's node: "BEAM.start", "BEAM.1", ..., "BEAM.end". */
  std::string
  frame_name(const std::string &beam, unsigned int node, unsigned int n_nodes);

  /** Index of the first coordinate of body @p i. */
  inline int
  body_frame(const std::size_t i)
  {
    return static_cast<int>(3 * i);
  }
} // namespace percuss

#endif
