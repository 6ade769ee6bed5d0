// SPDX-License-Identifier: Apache-2.0

// Bodies, springs and rods in space: forces against differences of the energy,
// tangents against differences of forces, balance of inner forces, the start,
// and what is refused.

#include "random_state.h"

#include <percuss/base/exceptions.h>
#include <percuss/beam/rotation.h>
#include <percuss/models/mechanism/spatial_mechanism.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace percuss::test
{
  namespace
  {
    using Eigen::Matrix3d;
    using Eigen::MatrixXd;
    using Eigen::Quaterniond;
    using Eigen::Vector3d;
    using Eigen::VectorXd;

    Matrix3d
    inertia()
    {
      Matrix3d J;
      J << 0.5, 0.05, -0.02, 0.05, 0.6, 0.03, -0.02, 0.03, 0.4;
      return J;
    }

    SpatialMechanismDescription
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
                   Vector3d(0.7, 0.8, 0.9).asDiagonal(),
                   {-1., 0.5, -0.4},
                   exponential({-1., 0.1, 0.4}),
                   {0.4, 0.5, 0.6},
                   {-1., 2., 3.}}};
      return d;
    }

    std::vector<LineSpring<3>>
    springs_between_bodies()
    {
      return {
        {"a", {0, {0.3, -0.2, 0.1}}, {1, {0.1, 0.4, -0.3}}, 50., 0.8, 3., 2.},
        {"b", {1, {0.2, 0.1, 0.5}}, {0, {-0.3, 0.2, 0.2}}, 20., 1.5, 0.5, -4.}};
    }

    SpatialMechanismDescription
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

    SpatialMechanismDescription
    with_rods()
    {
      SpatialMechanismDescription d = with_springs();
      MechanismBeam<3>            rod;
      rod.beam.section       = {5., 3., 0.7, 1.1, 0.13, 2.5, 0.4, 0.5, 0.1};
      rod.beam.length        = 2.;
      rod.beam.degree        = 2;
      rod.velocity.head<3>() = Vector3d(1., 2., 3.);
      d.beams.push_back(rod);
      rod.beam.name       = "bow";
      rod.beam.n_elements = 2;
      rod.beam.degree     = 1;
      rod.beam.curve      = [](const double s) {
        const double a = s / 3.;
        return RodFrame{{3. * (1. - std::cos(a)), 3. * std::sin(a), 1.},
                        Quaterniond(Eigen::AngleAxisd(0.5 * M_PI - a,
                                                      Vector3d::UnitZ()))};
      };
      rod.velocity.tail<3>() = Vector3d(0.2, -0.3, 0.7);
      d.beams.push_back(rod);
      d.springs.push_back({"e", {3, {0., 0.1, 0.2}}, {6, {0.1, 0., 0.}}, 20.});
      return d;
    }

    State<BandedAlgebra>
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
  } // namespace

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
  TEST(SpatialMechanism, InnerForcesAreBalancedAndObjective)
  {
    SpatialMechanismDescription d = two_bodies();
    d.springs                     = springs_between_bodies();
    const SpatialMechanism mechanism(d);
    const auto             x     = random_spatial_state(mechanism, 4);
    DenseVector            still = x.v, gyroscopic, dampers = x.damping_force;
    mechanism.reinit(still);
    SpatialMechanism(two_bodies()).damping_force(x.q, x.v, gyroscopic);
    dampers.add(-1., gyroscopic);
    for (const DenseVector &s : {x.elastic_force, dampers})
      {
        Vector3d force = Vector3d::Zero(), moment = force;
        for (int i = 0; i < 2; ++i)
          {
            const Vector3d f = s.entries.segment<3>(6 * i);
            force += f;
            moment += frame_origin<3>(x.q.entries, i).cross(f) +
                      frame_rotation<3>(x.q.entries, i) *
                        Vector3d(s.entries.segment<3>(6 * i + 3));
          }
        EXPECT_GT(s.entries.norm(), 0.1);
        EXPECT_LT(force.norm(), 1e-13);
        EXPECT_LT(moment.norm(), 1e-12);
      }
    EXPECT_GT(x.v * dampers, 0.);

    // dampers do not resist a rigid motion
    auto           rigid = x;
    const Vector3d omega(1., -2., 0.5);
    for (int i = 0; i < 2; ++i)
      rigid.v.entries.segment<6>(6 * i)
        << Vector3d(0.3, 0.2, 0.1) +
             omega.cross(frame_origin<3>(x.q.entries, i)),
        frame_rotation<3>(x.q.entries, i).conjugate() * omega;
    mechanism.damping_force(x.q, rigid.v, dampers);
    SpatialMechanism(two_bodies()).damping_force(x.q, rigid.v, gyroscopic);
    dampers.add(-1., gyroscopic);
    EXPECT_LT(dampers.entries.norm(), 1e-13);
  }

  // gyroscopic moments do no work; that of dampers is the trapezoidal rule's
  TEST(SpatialMechanism, OnlyDampersWork)
  {
    const SpatialMechanism mechanism(with_springs()), bodies(two_bodies());
    const auto             x    = random_spatial_state(mechanism, 5);
    auto                   next = random_spatial_state(mechanism, 6);
    next.dq                     = random_vector(12, 7);
    DenseVector c, c_next;
    bodies.damping_force(x.q, x.v, c);
    bodies.damping_force(next.q, next.v, c_next);
    EXPECT_NEAR(x.v * c, 0., 1e-14);
    EXPECT_GT(c.entries.norm(), 0.1);
    EXPECT_EQ(bodies.damping_work(x, next), 0.);
    c.add(-1., x.damping_force);
    c_next.add(-1., next.damping_force);
    EXPECT_NEAR(mechanism.damping_work(x, next),
                0.5 * (next.dq * c + next.dq * c_next),
                1e-12);
  }

  TEST(SpatialMechanism, SpringsPullAsByHand)
  {
    SpatialMechanismDescription d;
    d.bodies             = {{"ball", 1., Matrix3d::Identity(), {3., 4., 12.}}};
    d.bodies[0].velocity = {13., 0., 0.};
    d.springs            = {
                 {"s", {0, {0., 0., 0.}}, {-1, {0., 0., 0.}}, 10., 12., 2., 3.}};
    d.gravity = {0., 0., -2.};
    const SpatialMechanism mechanism(d);
    State<BandedAlgebra>   x;
    reinit(mechanism, x);
    x.q = mechanism.initial_position();
    x.v = mechanism.initial_velocity();
    evaluate_forces(mechanism, x);
    // l = 13: tension 10 + 3; l' = 3
    const Vector3d n = Vector3d(3., 4., 12.) / 13.;
    EXPECT_LT((x.elastic_force.entries.head<3>() - 13. * n).norm(), 1e-14);
    EXPECT_LT((x.damping_force.entries.head<3>() - 6. * n).norm(), 1e-14);
    EXPECT_EQ(x.elastic_force.entries.tail<3>().norm(), 0.);
    EXPECT_NEAR(mechanism.strain_energy(x.q, x.elastic_force), 5. + 3., 1e-14);
    EXPECT_NEAR(mechanism.load_potential(x.q), 24., 1e-14);
    EXPECT_EQ(mechanism.coordinate_names()[2], "ball z");
    EXPECT_EQ(mechanism.coordinate_names()[4], "ball ry");
  }

  TEST(SpatialMechanism, SpringsWithoutLengthNeedADirection)
  {
    SpatialMechanismDescription d;
    d.bodies         = {{"ball", 1., Matrix3d::Identity()}};
    d.springs        = {{"s", {0, {0., 0., 0.}}, {-1, {0., 0., 0.}}, 10.}};
    const auto force = [&] {
      const SpatialMechanism mechanism(d);
      const auto             x = [&] {
        State<BandedAlgebra> state;
        reinit(mechanism, state);
        state.q = mechanism.initial_position();
        evaluate_forces(mechanism, state);
        return state;
      }();
      MatrixXd S;
      S = iteration_matrix(mechanism, {0., 0., 1.}, x);
      EXPECT_LT((S.topLeftCorner<3, 3>() - 10. * Matrix3d::Identity()).norm(),
                1e-14);
      return x.elastic_force.entries.norm();
    };
    EXPECT_EQ(force(), 0.);
    d.springs[0].free_length = 0.1;
    EXPECT_THROW(force(), StepError);
    d.springs[0].preload = 1.; // k l_0 = T_0: V' = k l
    EXPECT_EQ(force(), 0.);
    d.springs[0].damping = 1.;
    EXPECT_THROW(force(), StepError);
  }

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
} // namespace percuss::test
