// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_spatial_mechanism_description_h
#define percuss_models_mechanism_spatial_mechanism_description_h

#include <percuss/beam/spatial_rod_description.h>
#include <percuss/models/mechanism/planar_mechanism_description.h>
#include <percuss/models/mechanism/spatial_frame.h>

#include <functional>
#include <string>
#include <vector>

namespace percuss
{
  /** A rigid body in space. Its frame has the centre of mass as origin: body i
   * of a mechanism is frame i. */
  struct SpatialBody
  {
    std::string     name;
    double          mass    = 0.;                      ///< > 0 [kg]
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero(); ///< about the centre of
                                                       ///< mass, in its own
                                                       ///< axes [kg m^2]
    Eigen::Vector3d    position    = Eigen::Vector3d::Zero(); ///< [m]
    Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
    Eigen::Vector3d    velocity    = Eigen::Vector3d::Zero(); ///< [m/s]
    Eigen::Vector3d    angular_velocity =
      Eigen::Vector3d::Zero(); ///< in its own axes [rad/s]
  };

  /** An elastic rod, unstrained at the start, which then moves as a rigid body
   * with this velocity of its first node, both in space. Its nodes are frames:
   * behind the bodies, one rod after the other. */
  struct MechanismRod
  {
    SpatialRodDescription rod;
    Eigen::Vector3d       velocity         = Eigen::Vector3d::Zero();
    Eigen::Vector3d       angular_velocity = Eigen::Vector3d::Zero();
  };

  /**
   * A joint: the motion of the second frame relative to the first (either may
   * be the ground), x_1, x_2 the two points, a the axis, fixed in the first
   * frame, R_12 = R_1^T R_2:
   *
   *     spherical    x_2 - x_1 = 0                                   3 rows
   *     revolute     x_2 - x_1 = 0, R_2 turned about a only          5 rows
   *     cylindrical  x_2 - x_1 along a, R_2 turned about a only      4 rows
   *     prismatic    x_2 - x_1 along a, R_12 as at the start         5 rows
   *     fixed        x_2 - x_1 = 0, R_12 as at the start             6 rows
   *     distance     |x_2 - x_1| = length                            1 row
   *     drive        angle of R_12 about a = motion(t)               1 row
   *
   * where the start is R_12 = relative.
   */
  struct SpatialJoint
  {
    enum class Kind
    {
      spherical,
      revolute,
      cylindrical,
      prismatic,
      fixed,
      distance,
      drive
    };

    std::string        name;
    Kind               kind = Kind::spherical;
    SpatialPoint       first, second;
    Eigen::Vector3d    axis     = Eigen::Vector3d::UnitZ(); ///< any length > 0
    Eigen::Quaterniond relative = Eigen::Quaterniond::Identity();
    double             length   = 0.; ///< > 0 [m]
    TimeFunction       motion   = {}; ///< [rad], [rad/s]
  };

  /**
   * A contact with a gap: a ball with the radius r about a point x of one frame
   * (a point, r = 0) and an obstacle fixed at a point p of another one; d = x -
   * p, d_a its part across the axis a:
   *
   *     plane            n.d - r              n fixed in the obstacle's frame
   *     sphere           |d| - (R + r)        outside
   *     inside_sphere    (R - r) - |d|        R > r
   *     cylinder         |d_a| - (R + r)      a fixed in the obstacle's frame
   *     inside_cylinder  (R - r) - |d_a|      a journal in its bearing, R > r
   */
  struct SpatialContact
  {
    enum class Obstacle
    {
      plane,
      sphere,
      inside_sphere,
      cylinder,
      inside_cylinder
    };

    std::string     name;
    SpatialPoint    point;            ///< x
    double          ball_radius = 0.; ///< r >= 0 [m]
    Obstacle        obstacle    = Obstacle::plane;
    SpatialPoint    base;                                 ///< p
    Eigen::Vector3d direction = Eigen::Vector3d::UnitZ(); ///< n or a, any
                                                          ///< length > 0
    double              radius     = 0.;                  ///< R > 0 [m]
    ContactCoefficients parameters = {};
  };

  using SpatialSpring = LineSpring<SpatialPoint>;

  /** A force at a frame's origin along a fixed axis, or a moment about one of
   * the frame's own: the entry of F of one coordinate of the tangent space.
   * Constant forces have a potential; moments, and all that depend on time, do
   * external work. */
  struct SpatialLoad
  {
    int                           frame = 0, component = 0; ///< 0 to 5
    double                        constant = 0.;            ///< [N], [N m]
    std::function<double(double)> varying  = {}; ///< of t, added to it; or none
  };

  /** A mechanism in space. */
  struct SpatialMechanismDescription
  {
    std::vector<SpatialBody>    bodies;
    std::vector<MechanismRod>   rods;
    std::vector<SpatialJoint>   joints;
    std::vector<SpatialContact> contacts;
    std::vector<SpatialSpring>  springs;
    std::vector<SpatialLoad>    loads;
    Eigen::Vector3d             gravity{0., 0., -9.81}; ///< [m/s^2]
  };
} // namespace percuss

#endif
