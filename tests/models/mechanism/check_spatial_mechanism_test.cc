// SPDX-License-Identifier: Apache-2.0

// What is found at the start of mechanisms in space: a linkage whose mobility
// is known, joints that are open, contacts that overlap.

#include "spatial_state.h"

#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/check_mechanism.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::check_spatial_mechanism_test
{
  using Eigen::Quaterniond;
  using Eigen::Vector3d;
  using Kind = SpatialJoint::Kind;

  namespace
  {
    /** Three bars of a parallelogram about their middles, (0, 0), end, end +
     * (2, 0), (2, 0) in a plane that lies anywhere. */
    struct FourBar
    {
      explicit FourBar(const std::vector<Kind> &kinds)
        : q(Eigen::VectorXd::Zero(21))
      {
        const Quaterniond turn(Eigen::AngleAxisd(0.7, Vector3d::UnitZ()));
        const Vector3d    end(std::cos(0.7), std::sin(0.7), 0.);
        const auto at = [&](const Vector3d &x) { return Vector3d(R * x); };
        set_frame(q, 0, at(0.5 * end), R * turn);
        set_frame(q, 1, at(end + Vector3d::UnitX()), R);
        set_frame(q, 2, at(0.5 * end + 2. * Vector3d::UnitX()), R * turn);
        const int    ground   = SpatialPoint::ground;
        const double s[4][2]  = {{0., -0.5}, {0.5, -1.}, {1., 0.5}, {-0.5, 2.}};
        const int    frame[5] = {ground, 0, 1, 2, ground};
        for (std::size_t i = 0; i < 4; ++i)
          {
            SpatialJoint j;
            j.name   = std::string(1, static_cast<char>('A' + i));
            j.kind   = kinds[i];
            j.first  = {frame[i], s[i][0] * Vector3d::UnitX()};
            j.second = {frame[i + 1], s[i][1] * Vector3d::UnitX()};
            if (i == 3)
              j.second.local = at(j.second.local);
            const Quaterniond R_1 = frame_rotation<3>(q.entries, frame[i]);
            j.axis                = R_1.conjugate() * (R * Vector3d::UnitZ());
            j.relative =
              R_1.conjugate() * frame_rotation<3>(q.entries, frame[i + 1]);
            joints.push_back(j);
          }
      }

      const Quaterniond         R = random_rotation(8);
      DenseVector               q;
      std::vector<SpatialJoint> joints;
      const Eigen::VectorXd     M =
        random_vector(18, 6).entries.cwiseAbs2().array() + 0.1;
    };
  } // namespace

  TEST(SpatialJointRank, OfAFourBarLinkage)
  {
    // four parallel hinges keep it in its plane three times too often
    const FourBar            four_bar(std::vector<Kind>(4, Kind::revolute));
    const SpatialConstraints constraints(four_bar.joints, {});
    EXPECT_NO_THROW(check_start(constraints,
                                four_bar.q,
                                DenseVector(Eigen::VectorXd::Zero(18)),
                                0.,
                                {1e-14, 1e-14}));
    const JointRank rank = joint_rank(constraints, four_bar.M, four_bar.q);
    EXPECT_EQ(rank.n_rows, 20u);
    EXPECT_EQ(rank.rank, 17u);
    EXPECT_GT(rank.smallest_pivot, 1e-3);
    EXPECT_LT(rank.largest_remainder, 1e-14);
    EXPECT_EQ(rank.dependencies.size(), 3u);
    try
      {
        check_joints_are_independent(constraints, four_bar.M, four_bar.q);
        FAIL();
      }
    catch (const InputError &error)
      {
        const std::string message = error.what();
        EXPECT_EQ(message.find("The 20 equations of the joints have the rank "
                               "17 (pivots "),
                  0u)
          << message;
        EXPECT_NE(message.find("the joints 'A', 'B', 'C', 'D' hold the same "
                               "motion"),
                  std::string::npos)
          << message;
      }
    // with a ball and a sleeve for two of them it is just right
    const FourBar right(
      {Kind::revolute, Kind::spherical, Kind::cylindrical, Kind::revolute});
    const SpatialConstraints just(right.joints, {});
    EXPECT_EQ(joint_rank(just, right.M, right.q).rank, 17u);
    EXPECT_NO_THROW(check_joints_are_independent(just, right.M, right.q));
  }

  TEST(SpatialCheckStart, FindsOpenJointsAndOverlaps)
  {
    SpatialJoint hinge;
    hinge.name         = "hinge";
    hinge.kind         = Kind::revolute;
    hinge.second       = {0, {-2., 0., 0.}};
    hinge.motion       = {[](const double t) { return 150. * t; },
                          [](const double) { return 150.; }};
    SpatialJoint drive = hinge;
    drive.kind         = Kind::drive;
    drive.name         = "motor";
    SpatialContact floor;
    floor.obstacle   = contact_obstacle<3>("plane", {Vector3d::UnitZ()});
    floor.name       = "floor";
    floor.point      = {0, {1., 0., 0.}};
    floor.base.local = {0., 0., -0.5};
    floor.parameters = {0., 0.3, 0.}; // tangential rows have no gap
    const SpatialConstraints constraints({hinge, drive}, {floor});

    DenseVector q(Eigen::VectorXd::Zero(7)), v(Eigen::VectorXd::Zero(6));
    set_frame(q, 0, {2., 0., 0.});
    v[1] = 300.;
    v[5] = 150.;
    EXPECT_NO_THROW(check_start(constraints, q, v, 0.));

    q[0] += 3e-6; // over 2e-6 = 1e-6 of the longest arm
    auto found = joint_violations(constraints, q, 0., 1e-6);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].tolerance, 2e-6, 1e-15);
    q[0] -= 2e-6;
    EXPECT_TRUE(joint_violations(constraints, q, 0., 1e-6).empty());

    set_frame(q,
              0,
              {2., 0., -0.51},
              turned(Quaterniond::Identity(), 3e-6 * Vector3d::UnitX()));
    v[5] = 151.;
    try
      {
        check_start(constraints, q, v, 0.);
        FAIL();
      }
    catch (const InputError &error)
      {
        const std::string message = error.what();
        for (const char *words :
             {"the gap of joint 'hinge z': -0.51 m (at most 2e-06)",
              "the gap of joint 'hinge axis 1': 3e-06 rad (at most 1e-06)",
              "the velocity of joint 'hinge y': -2 m/s (at most ",
              "the velocity of joint 'motor': 1 rad/s (at most ",
              "the gap of contact 'floor': -0.01 m (at most 2e-06)"})
          EXPECT_NE(message.find(words), std::string::npos) << words << '\n'
                                                            << message;
        EXPECT_EQ(message.find("hinge x"), std::string::npos);
        EXPECT_EQ(message.find("tangential"), std::string::npos);
      }
  }
} // namespace percuss::test::check_spatial_mechanism_test
