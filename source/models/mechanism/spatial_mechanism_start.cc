// SPDX-License-Identifier: Apache-2.0

// A mechanism in space from its description.

#include <percuss/algebra/eigenvalues.h>
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/require_item_value.h>
#include <percuss/models/mechanism/spatial_mechanism.h>
#include <percuss/models/mechanism/springs.h>

#include <Eigen/Core>

#include <cmath>
#include <sstream>

namespace percuss
{
  namespace
  {
    /** Symmetric, positive definite, and no principal moment larger than the
     * sum of the others (figures may be rounded to three digits). */
    void
    check_inertia(const std::string &item, const Eigen::Matrix3d &J)
    {
      const bool is_symmetric =
        J.allFinite() && (J - J.transpose()).norm() <= 1e-12 * J.norm();
      if (is_symmetric)
        {
          const Eigen::Vector3d moments = symmetric_eigenvalues(J);
          if (moments[0] > 0. &&
              moments[2] <= 1.005 * (moments[0] + moments[1]))
            return;
        }
      std::ostringstream message;
      message << "The inertia of " << item << " is "
              << J.format({6, Eigen::DontAlignCols, ", ", "; "})
              << " kg m^2; it must be symmetric with principal moments that "
                 "are positive and none larger than the sum of the others.";
      throw InputError(message.str());
    }
  } // namespace

  SpatialMechanism::SpatialMechanism(
    const SpatialMechanismDescription &description)
  {
    check_names(description, "rod");
    add_springs(description.springs, make_line_springs<3>);
    for (const SpatialBody &body : description.bodies)
      add_body(body, description.gravity);
    add_beams(description.beams, "rod", description.gravity);
    add_loads(description.loads);
    for (const MechanismLoad<3> &load : description.loads)
      has_moments |= load.component >= 3 && load.constant != 0.;
  }

  void
  SpatialMechanism::add_body(const SpatialBody     &body,
                             const Eigen::Vector3d &gravity)
  {
    const std::string item = "body '" + body.name + "'";
    require_positive(item, "mass", body.mass);
    check_inertia(item, body.inertia);
    for (int i = 0; i < 3; ++i)
      {
        require_finite(item, "position", body.position[i]);
        require_finite(item, "velocity", body.velocity[i]);
        require_finite(item, "angular velocity", body.angular_velocity[i]);
      }
    if (!(std::abs(body.orientation.norm() - 1.) < 1e-6))
      throw InputError("The orientation of " + item +
                       " is not a unit quaternion; divide it by its length.");

    const Eigen::Quaterniond p = body.orientation.normalized();
    Start                    start;
    start.q << body.position, p.w(), p.vec();
    start.v << body.velocity, body.angular_velocity;
    start.masses << Eigen::Vector3d::Constant(body.mass),
      body.inertia.diagonal();
    FrameMechanism<3>::add_body(body.name, start, gravity);
    inertia.push_back(body.inertia);
  }
} // namespace percuss
