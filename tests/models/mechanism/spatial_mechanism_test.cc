// SPDX-License-Identifier: Apache-2.0

// Bodies, springs and rods in space: forces against differences of the energy,
// tangents against differences of forces, the start, and what is refused.

#include "spatial_bodies.h"

#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace percuss::test::spatial_mechanism_test
{
  using namespace spatial_bodies;
  using Eigen::Matrix3d;
  using Eigen::MatrixXd;
  using Eigen::Vector3d;
  using Eigen::VectorXd;

  TEST(SpatialMechanism, HasConsistentDerivatives)
  {
    for (const auto &description : {with_springs(), with_rods()})
      for (unsigned int seed = 1; seed <= 3; ++seed)
        {
          const SpatialMechanism mechanism(description);
          const auto n = static_cast<Eigen::Index>(mechanism.n_dofs());
          const auto x = random_spatial_state(mechanism, seed);
          MatrixXd   S, K, C, M;
          K = iteration_matrix(mechanism, {0., 0., 1.}, x);
          C = iteration_matrix(mechanism, {0., 1., 0.}, x);
          M = iteration_matrix(mechanism, {1., 0., 0.}, x);
          S = iteration_matrix(mechanism, {2., 3., 5.}, x);
          EXPECT_LT((S - 2. * M - 3. * C - 5. * K).norm(), 1e-13 * S.norm());
          EXPECT_EQ((M.diagonal() - mechanism.masses()).norm(), 0.);
          EXPECT_LT((M - M.transpose()).norm(), 1e-15);
          const double eps = 1e-5;
          for (Eigen::Index i = 0; i < n; ++i)
            {
              auto        above = x, below = x;
              DenseVector e = VectorXd(eps * VectorXd::Unit(n, i));
              mechanism.retract(x.q, e, above.q);
              e = VectorXd(-e.entries);
              mechanism.retract(x.q, e, below.q);
              evaluate_forces(mechanism, above);
              evaluate_forces(mechanism, below);
              EXPECT_NEAR(
                (mechanism.strain_energy(above.q, above.elastic_force) -
                 mechanism.strain_energy(below.q, below.elastic_force)) /
                  (2. * eps),
                x.elastic_force[i],
                1e-7 * x.elastic_force.entries.norm());
              const VectorXd column =
                (above.elastic_force.entries + above.damping_force.entries -
                 below.elastic_force.entries - below.damping_force.entries) /
                (2. * eps);
              EXPECT_LT((column - K.col(i)).norm(), 1e-7 * K.norm()) << i;
              above = below = x;
              above.v[i] += 0.5;
              below.v[i] -= 0.5;
              evaluate_forces(mechanism, above);
              evaluate_forces(mechanism, below);
              EXPECT_LT((above.damping_force.entries -
                         below.damping_force.entries - C.col(i))
                          .norm(),
                        1e-13 * C.norm())
                << i;
              EXPECT_LT((above.momentum.entries - below.momentum.entries -
                         M.col(i))
                          .norm(),
                        1e-13 * M.norm());
            }
          const DenseVector y = random_vector(n, 200 + seed);
          DenseVector       z;
          mechanism.stiffness_product(x, y, z);
          EXPECT_LT((z.entries - K * y.entries).norm(), 1e-13 * K.norm());
          mechanism.damping_product(x, y, z);
          EXPECT_LT((z.entries - C * y.entries).norm(), 1e-13 * C.norm());
        }
  }

  // by the increment that led to the configuration, of up to half a turn
  TEST(SpatialMechanism, TangentsAreThoseOfTheIncrement)
  {
    const SpatialMechanism mechanism(with_rods());
    const auto             n = static_cast<Eigen::Index>(mechanism.n_dofs());
    for (const double size : {0., 1e-4, 0.3})
      {
        State<BandedAlgebra> x = random_spatial_state(mechanism, 7);
        const DenseVector    q = x.q;
        x.dq                   = random_vector(n, 8, size);
        if (size == 0.3)
          x.dq.entries.segment<3>(9) = Vector3d(1., -2., 2.);
        mechanism.retract(q, x.dq, x.q);
        MatrixXd K;
        K                = iteration_matrix(mechanism, {0., 0., 1.}, x);
        const double eps = 1e-5;
        for (Eigen::Index i = 0; i < n; ++i)
          {
            VectorXd column = VectorXd::Zero(n);
            for (const double sign : {1., -1.})
              {
                auto y = x;
                y.dq[i] += sign * eps;
                mechanism.retract(q, y.dq, y.q);
                evaluate_forces(mechanism, y);
                column += sign / (2. * eps) *
                          (y.elastic_force.entries + y.damping_force.entries);
              }
            EXPECT_LT((column - K.col(i)).norm(), 1e-7 * K.norm()) << i;
          }
      }
  }

  // inner springs: neither resultant nor moment, nothing against rigid motions
  TEST(SpatialMechanism, SumsLoadsAndCountsTheWorkOfMoments)
  {
    SpatialMechanismDescription d = two_bodies();
    d.gravity.setZero();
    EXPECT_FALSE(SpatialMechanism(d).has_varying_load());
    d.loads = {{1, 0, 2.}, {1, 0, 3.}};
    EXPECT_FALSE(SpatialMechanism(d).has_varying_load());
    d.loads.push_back({0, 4, -3.});
    EXPECT_TRUE(SpatialMechanism(d).has_varying_load());
    d.loads.pop_back();
    d.loads.push_back({1, 5, 0., [](const double t) { return t * t; }});
    const SpatialMechanism mechanism(d);
    EXPECT_TRUE(mechanism.has_varying_load());
    DenseVector F;
    mechanism.load(3., F);
    VectorXd expected = VectorXd::Zero(12);
    expected[6]       = 5.;
    expected[11]      = 9.;
    EXPECT_EQ(F.entries, expected);
    EXPECT_DOUBLE_EQ(mechanism.load_potential(mechanism.initial_position()),
                     5.);
  }

  // rods at the start are rigid bodies: no strain, velocities of one motion
  TEST(SpatialMechanism, RodsStartAsRigidBodies)
  {
    SpatialMechanismDescription d = with_rods();
    d.springs.clear();
    d.gravity = {1., 2., 3.};
    const SpatialMechanism mechanism(d);
    EXPECT_EQ(mechanism.n_frames(), 2u + 3u + 3u);
    EXPECT_EQ(mechanism.coordinate_names()[12], "rod.start x");
    EXPECT_EQ(mechanism.coordinate_names()[6 * 6 + 3], "bow.1 rx");
    EXPECT_EQ(mechanism.coordinate_names()[6 * 7 + 5], "bow.end rz");
    const VectorXd &q = mechanism.initial_position().entries,
                   &v = mechanism.initial_velocity().entries;
    DenseVector s;
    mechanism.elastic_force(mechanism.initial_position(), s);
    EXPECT_LT(s.entries.norm(), 1e-13);
    const Vector3d omega = d.beams[1].velocity.tail<3>();
    for (const int i : {5, 6, 7})
      {
        const Vector3d arm = frame_origin<3>(q, i) - frame_origin<3>(q, 5);
        EXPECT_LT((v.segment<3>(6 * i) - Vector3d(1., 2., 3.) -
                   omega.cross(arm))
                    .norm(),
                  1e-14);
        EXPECT_LT((frame_rotation<3>(q, i) * Vector3d(v.segment<3>(6 * i + 3)) -
                   omega)
                    .norm(),
                  1e-14);
      }
    Vector3d    weight = Vector3d::Zero();
    DenseVector F;
    mechanism.load(0., F);
    for (int i = 0; i < 8; ++i)
      weight += F.entries.segment<3>(6 * i);
    EXPECT_LT((weight - (5. + 2.2 + 2.2) * d.gravity).norm(), 1e-13);
  }

  TEST(SpatialMechanism, RecordsRotationVectorsThatCountTurns)
  {
    SpatialMechanismDescription d;
    d.bodies = {{"top", 1., Matrix3d::Identity(), {1., 2., 3.}}};
    const SpatialMechanism mechanism(d);
    const Vector3d         axis = Vector3d(1., -2., 0.5).normalized();
    DenseVector            q    = mechanism.initial_position(), r;
    const double           step = 0.1;
    DenseVector            dq   = VectorXd(VectorXd::Zero(6));
    dq.entries << 0.5 * axis, step * axis;
    for (int i = 1; i <= 200; ++i)
      {
        DenseVector before = q;
        mechanism.retract(before, dq, q);
        mechanism.record_positions(q, r);
        EXPECT_LT(
          (r.entries.head<3>() - Vector3d(1., 2., 3.) - 0.5 * i * axis).norm(),
          1e-12);
        EXPECT_LT((r.entries.tail<3>() - i * step * axis).norm(), 1e-12) << i;
      }
    DenseVector principal;
    mechanism.record_positions(q, principal);
    EXPECT_LE(principal.entries.tail<3>().norm(), M_PI + 1e-12);
    EXPECT_NEAR(q.entries.tail<4>().norm(), 1., 1e-15);

    // whole turns
    r.entries.tail<3>() = 6.2 * axis;
    mechanism.record_positions(mechanism.initial_position(), r);
    EXPECT_LT((r.entries.tail<3>() - 2. * M_PI * axis).norm(), 1e-14);
  }

  TEST(SpatialMechanism, RefusesWrongValues)
  {
    const auto refused = [](const auto &change) {
      SpatialMechanismDescription d = with_rods();
      change(d);
      try
        {
          const SpatialMechanism mechanism(d);
        }
      catch (const InputError &error)
        {
          return std::string(error.what());
        }
      return std::string("accepted");
    };
    EXPECT_EQ(refused([](auto &) {}), "accepted");
    EXPECT_EQ(refused([](auto &d) { d = {}; }),
              "The mechanism has neither bodies nor rods.");
    EXPECT_EQ(refused([](auto &d) { d.bodies[1].name = "a"; }),
              "There are two bodies with the name 'a'; give each its own.");
    EXPECT_EQ(refused([](auto &d) { d.beams[1].beam.name = "b"; }),
              "The name 'b' of a rod is used twice; give each its own.");
    EXPECT_EQ(refused([](auto &d) { d.bodies[0].mass = 0.; }),
              "The mass of body 'a' is 0; it must be positive.");
    const std::string rule = " kg m^2; it must be symmetric with principal "
                             "moments that are positive and none larger than "
                             "the sum of the others.";
    EXPECT_EQ(refused([](auto &d) { d.bodies[1].inertia(0, 1) = 0.1; }),
              "The inertia of body 'b' is 0.7, 0.1, 0; 0, 0.8, 0; 0, 0, 0.9" +
                rule);
    EXPECT_EQ(refused([](auto &d) { d.bodies[1].inertia(2, 2) = 1.6; }),
              "The inertia of body 'b' is 0.7, 0, 0; 0, 0.8, 0; 0, 0, 1.6" +
                rule);
    EXPECT_EQ(refused([](auto &d) { d.bodies[1].inertia.setZero(); }),
              "The inertia of body 'b' is 0, 0, 0; 0, 0, 0; 0, 0, 0" + rule);
    EXPECT_EQ(refused([](auto &d) {
                d.bodies[0].position[2] =
                  std::numeric_limits<double>::infinity();
              }),
              "The position of body 'a' is inf; it must be finite.");
    EXPECT_EQ(refused([](auto &d) { d.bodies[0].orientation.w() = 3.; }),
              "The orientation of body 'a' is not a unit quaternion; divide it "
              "by its length.");
    EXPECT_EQ(refused([](auto &d) {
                d.loads = {{1, 4, std::nan("")}};
              }),
              "The load of b ry is nan; it must be finite.");
    EXPECT_EQ(refused([](auto &d) { d.springs[1].stiffness = -1.; }),
              "The stiffness of spring 'b' is -1; it must not be negative.");
    EXPECT_NE(refused([](auto &d) {
                d.springs[0].second.frame = 0;
              }).find("Both ends of spring 'a' are in one frame"),
              std::string::npos);
    EXPECT_EQ(refused([](auto &d) { d.beams[0].velocity[1] = std::nan(""); }),
              "The velocity of rod 'rod' is nan; it must be finite.");
  }
} // namespace percuss::test::spatial_mechanism_test
