// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_mechanism_spatial_bodies_h
#define percuss_tests_mechanism_spatial_bodies_h

#include "random_state.h"

#include <percuss/beam/rotation.h>
#include <percuss/models/mechanism/spatial_mechanism.h>

#include <cmath>
#include <vector>

namespace percuss::test::spatial_bodies
{
  // Bodies, springs and rods in space, and a state of them.

  inline Eigen::Matrix3d
  inertia()
  {
    Eigen::Matrix3d J;
    J << 0.5, 0.05, -0.02, 0.05, 0.6, 0.03, -0.02, 0.03, 0.4;
    return J;
  }

  inline SpatialMechanismDescription
  two_bodies()
  {
    SpatialMechanismDescription d;
    d.bodies = {{"a",
                 2.,
                 inertia(),
                 {1., 2., 0.5},
                 exponential({0.3, -0.5, 0.2}),
                 {0.1, 0.2, 0.3},
                 {0.4, -0.5, 0.6}},
                {"b",
                 3.,
                 Eigen::Vector3d(0.7, 0.8, 0.9).asDiagonal(),
                 {-1., 0.5, -0.4},
                 exponential({-1., 0.1, 0.4}),
                 {0.4, 0.5, 0.6},
                 {-1., 2., 3.}}};
    return d;
  }

  inline std::vector<LineSpring<3>>
  springs_between_bodies()
  {
    return {
      {"a", {0, {0.3, -0.2, 0.1}}, {1, {0.1, 0.4, -0.3}}, 50., 0.8, 3., 2.},
      {"b", {1, {0.2, 0.1, 0.5}}, {0, {-0.3, 0.2, 0.2}}, 20., 1.5, 0.5, -4.}};
  }

  inline SpatialMechanismDescription
  with_springs()
  {
    SpatialMechanismDescription d = two_bodies();
    d.springs                     = springs_between_bodies();
    d.springs.push_back(
      {"c", {-1, {0.2, -2., 0.7}}, {1, {-0.3, 0.2, 0.}}, 30., 0., 2., 0.});
    d.springs.push_back(
      {"d", {0, {-0.1, 0.2, 0.3}}, {-1, {4., 1., -1.}}, 0., 0., 7., 0.});
    return d;
  }

  inline SpatialMechanismDescription
  with_rods()
  {
    SpatialMechanismDescription d = with_springs();
    MechanismBeam<3>            rod;
    rod.beam.section       = {5., 3., 0.7, 1.1, 0.13, 2.5, 0.4, 0.5, 0.1};
    rod.beam.length        = 2.;
    rod.beam.degree        = 2;
    rod.velocity.head<3>() = Eigen::Vector3d(1., 2., 3.);
    d.beams.push_back(rod);
    rod.beam.name       = "bow";
    rod.beam.n_elements = 2;
    rod.beam.degree     = 1;
    rod.beam.curve      = [](const double s) {
      const double a = s / 3.;
      return RodFrame{{3. * (1. - std::cos(a)), 3. * std::sin(a), 1.},
                      Eigen::Quaterniond(Eigen::AngleAxisd(
                        0.5 * M_PI - a, Eigen::Vector3d::UnitZ()))};
    };
    rod.velocity.tail<3>() = Eigen::Vector3d(0.2, -0.3, 0.7);
    d.beams.push_back(rod);
    d.springs.push_back({"e", {3, {0., 0.1, 0.2}}, {6, {0.1, 0., 0.}}, 20.});
    return d;
  }

  inline State<BandedAlgebra>
  random_spatial_state(const SpatialMechanism &mechanism,
                       const unsigned int      seed)
  {
    const auto           n = static_cast<Eigen::Index>(mechanism.n_dofs());
    State<BandedAlgebra> x;
    reinit(mechanism, x);
    mechanism.retract(mechanism.initial_position(),
                      random_vector(n, seed, 0.3),
                      x.q);
    x.v = random_vector(n, 100 + seed);
    evaluate_forces(mechanism, x);
    return x;
  }
} // namespace percuss::test::spatial_bodies

#endif
