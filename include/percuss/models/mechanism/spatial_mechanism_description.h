// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_spatial_mechanism_description_h
#define percuss_models_mechanism_spatial_mechanism_description_h

#include <percuss/models/mechanism/mechanism_description.h>

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
    std::shared_ptr<const ConvexShape<3>> shape = {}; ///< or none
    double turn = 0.; ///< at the start, as it was given [rad]
  };

  /**
   * A joint in space, a the axis, fixed in the first frame, R_12 = R_1^T R_2:
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
  struct SpatialJoint : MechanismJoint<3>
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

    Kind            kind = Kind::spherical;
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ(); ///< any length > 0
  };

  using SpatialContact = MechanismContact<3>;

  /** A mechanism in space. */
  struct SpatialMechanismDescription
    : MechanismParts<3, SpatialBody, SpatialJoint, SpatialContact>
  {};
} // namespace percuss

#endif
