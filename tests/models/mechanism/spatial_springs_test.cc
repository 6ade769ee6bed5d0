// SPDX-License-Identifier: Apache-2.0

// Springs and dampers in space: balance, work, and numbers by hand.

#include "spatial_bodies.h"

#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>

namespace percuss::test::spatial_springs_test
{
  using namespace spatial_bodies;
  using Eigen::Matrix3d;
  using Eigen::MatrixXd;
  using Eigen::Vector3d;

  TEST(SpatialSprings, InnerForcesAreBalancedAndObjective)
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
  TEST(SpatialSprings, OnlyDampersWork)
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

  TEST(SpatialSprings, SpringsPullAsByHand)
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

  TEST(SpatialSprings, SpringsWithoutLengthNeedADirection)
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
} // namespace percuss::test::spatial_springs_test
