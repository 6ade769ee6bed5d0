// SPDX-License-Identifier: Apache-2.0

// A mechanism in space from its description.

#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/require_item_value.h>
#include <percuss/models/mechanism/spatial_mechanism.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

namespace percuss
{
  namespace
  {
    constexpr const char *of_positions[] =
      {" x", " y", " z", " rx", " ry", " rz"};

    /** Symmetric, positive definite, and no principal moment larger than the
     * sum of the others (figures may be rounded to three digits). */
    void
    check_inertia(const std::string &item, const Eigen::Matrix3d &J)
    {
      const bool is_symmetric =
        J.allFinite() && (J - J.transpose()).norm() <= 1e-12 * J.norm();
      if (is_symmetric)
        {
          const Eigen::Vector3d moments =
            Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(J).eigenvalues();
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
    : springs(description.springs)
  {
    const auto &bodies = description.bodies;
    if (bodies.empty() && description.rods.empty())
      throw InputError("The mechanism has neither bodies nor rods.");
    auto n = static_cast<Eigen::Index>(bodies.size()); // frames
    for (const MechanismRod &rod : description.rods)
      {
        rods.push_back({SpatialRod(rod.rod), n});
        n += rods.back().rod.n_nodes();
      }
    for (Eigen::VectorXd *vector : {&M, &v_0.entries, &constant_load.entries})
      vector->setZero(6 * n);
    q_0.entries.setZero(7 * n);

    std::set<std::string> used;
    for (const SpatialBody &body : bodies)
      {
        if (!used.insert(body.name).second)
          throw InputError("There are two bodies with the name '" + body.name +
                           "'; give each its own.");
        add_body(body, description.gravity);
      }
    for (std::size_t i = 0; i < rods.size(); ++i)
      {
        if (!used.insert(rods[i].rod.name()).second)
          throw InputError("The name '" + rods[i].rod.name() +
                           "' of a rod is used twice; give each its own.");
        start_rod(rods[i], description.rods[i], description.gravity);
      }
    for (const MechanismLoad<3> &load : description.loads)
      add_load(load);
    layout = make_layout();
  }

  BandLayout
  SpatialMechanism::make_layout() const
  {
    std::vector<std::pair<std::size_t, std::size_t>> couples;
    springs.add_couples(couples);
    for (const Rod &rod : rods)
      rod.rod.add_couples(static_cast<std::size_t>(rod.first), couples);
    return {n_frames(), 6, couples};
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

    const auto               i = static_cast<Eigen::Index>(inertia.size());
    const Eigen::Quaterniond p = body.orientation.normalized();
    inertia.push_back(body.inertia);
    M.segment<6>(6 * i) << Eigen::Vector3d::Constant(body.mass),
      body.inertia.diagonal();
    q_0.entries.segment<7>(7 * i) << body.position, p.w(), p.vec();
    v_0.entries.segment<6>(6 * i) << body.velocity, body.angular_velocity;
    constant_load.entries.segment<3>(6 * i) = body.mass * gravity;
    for (const char *coordinate : of_positions)
      names.push_back(body.name + coordinate);
  }

  void
  SpatialMechanism::start_rod(const Rod             &rod,
                              const MechanismRod    &description,
                              const Eigen::Vector3d &gravity)
  {
    for (int i = 0; i < 3; ++i)
      for (const double x :
           {description.velocity[i], description.angular_velocity[i]})
        require_finite("rod '" + rod.rod.name() + "'", "velocity", x);
    std::ranges::copy(rod.rod.reference(), q_0.entries.data() + 7 * rod.first);
    const Eigen::Vector3d start = q_0.entries.segment<3>(7 * rod.first);
    for (unsigned int node = 0; node < rod.rod.n_nodes(); ++node)
      {
        const auto            frame = static_cast<int>(rod.first + node);
        const Eigen::Vector3d arm = frame_origin<3>(q_0.entries, frame) - start;
        v_0.entries.segment<6>(6 * frame)
          << description.velocity + description.angular_velocity.cross(arm),
          frame_rotation<3>(q_0.entries, frame).conjugate() *
            description.angular_velocity;
        for (const char *coordinate : of_positions)
          names.push_back(frame_name(rod.rod.name(), node, rod.rod.n_nodes()) +
                          coordinate);
      }
    rod.rod.add_gravity(gravity, rod.part(constant_load));

    std::vector<std::pair<std::size_t, std::size_t>> couples;
    rod.rod.add_couples(0, couples);
    const BandLayout of_rod(rod.rod.n_nodes(), 6, couples);
    BandedMatrix     mass;
    mass.reinit(of_rod);
    rod.rod.add_mass(1., {mass, 0});
    for (Eigen::Index i = 0; i < mass.rows(); ++i)
      M[6 * rod.first + i] = mass(i, i);
  }

  void
  SpatialMechanism::add_load(const MechanismLoad<3> &load)
  {
    assert(load.frame >= 0 && load.component >= 0 && load.component < 6);
    const Eigen::Index coordinate = load.coordinate();
    assert(coordinate < M.size());
    require_finite(names[static_cast<std::size_t>(coordinate)],
                   "load",
                   load.constant);
    constant_load[coordinate] += load.constant;
    has_moments |= load.component >= 3 && load.constant != 0.;
    if (load.varying)
      varying_loads.push_back({coordinate, load.varying});
  }
} // namespace percuss
