// SPDX-License-Identifier: Apache-2.0

// What is found at the start: joints that are open, contacts that overlap,
// joints that say the same; ranks of mechanisms whose mobility is known.

#include "random_state.h"

#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/check_mechanism.h>
#include <percuss/models/mechanism/mechanism_constraints.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::check_mechanism_test
{
  using Eigen::Vector2d;
  using Eigen::Vector3d;

  PlanarPoint
  ground(const double x, const double y)
  {
    return {PlanarPoint::ground, {x, y}};
  }

  PlanarJoint
  revolute(const std::string &name, const PlanarPoint &x, const PlanarPoint &y)
  {
    PlanarJoint j;
    j.name   = name;
    j.first  = x;
    j.second = y;
    return j;
  }

  PlanarJoint
  bar(const std::string &name,
      const PlanarPoint &x,
      const PlanarPoint &y,
      const double       length)
  {
    PlanarJoint j = revolute(name, x, y);
    j.kind        = PlanarJoint::Kind::distance;
    j.length      = length;
    return j;
  }

  /** Three bars of a parallelogram, (0, 0), end, end + (2, 0), (2, 0), about
   * their middles. */
  struct FourBar
  {
    explicit FourBar(const double angle)
      : q(Eigen::VectorXd::Zero(9))
    {
      const Vector2d end(std::cos(angle), std::sin(angle));
      q.entries << 0.5 * end, angle, end + Vector2d(1., 0.), 0.,
        0.5 * end + Vector2d(2., 0.), angle;
    }

    DenseVector           q;
    const Eigen::VectorXd M =
      (Eigen::VectorXd(9) << 1., 1., 0.1, 5., 5., 2., 1e3, 1e3, 50.).finished();
    std::vector<PlanarJoint> joints{
      revolute("A", ground(0., 0.), {0, {-0.5, 0.}}),
      revolute("B", {0, {0.5, 0.}}, {1, {-1., 0.}}),
      revolute("C", {1, {1., 0.}}, {2, {0.5, 0.}}),
      revolute("D", {2, {-0.5, 0.}}, ground(2., 0.))};
  };

  TEST(JointRank, OfAFourBarLinkage)
  {
    FourBar         four_bar(0.7);
    const JointRank rank = joint_rank(PlanarConstraints(four_bar.joints, {}),
                                      four_bar.M,
                                      four_bar.q);
    EXPECT_EQ(rank.n_rows, 8u);
    EXPECT_EQ(rank.rank, 8u); // one degree of freedom
    EXPECT_TRUE(rank.dependencies.empty());
    EXPECT_GT(rank.smallest_pivot, 1e-3);
    EXPECT_EQ(rank.largest_remainder, 0.);
    EXPECT_NO_THROW(check_joints_are_independent(
      PlanarConstraints(four_bar.joints, {}), four_bar.M, four_bar.q));
  }

  // a third bar parallel to the two that turn
  TEST(JointRank, NamesARedundantBar)
  {
    FourBar four_bar(0.7);
    four_bar.joints.push_back(bar("E", ground(1., 0.), {1, {0., 0.}}, 1.));
    const PlanarConstraints constraints(four_bar.joints, {});
    const JointRank rank = joint_rank(constraints, four_bar.M, four_bar.q);
    EXPECT_EQ(rank.n_rows, 9u);
    EXPECT_EQ(rank.rank, 8u);
    ASSERT_EQ(rank.dependencies.size(), 1u);
    EXPECT_EQ(rank.dependencies[0],
              (std::vector<std::string>{"A", "B", "C", "D", "E"}));
    EXPECT_LT(rank.largest_remainder, 1e-14);
    try
      {
        check_joints_are_independent(constraints, four_bar.M, four_bar.q);
        FAIL();
      }
    catch (const InputError &error)
      {
        const std::string message = error.what();
        EXPECT_EQ(message.find("The 9 equations of the joints have the rank 8 "
                               "(pivots "),
                  0u)
          << message;
        EXPECT_NE(message.find("the joints 'A', 'B', 'C', 'D', 'E' hold the "
                               "same motion."),
                  std::string::npos)
          << message;
      }
    // not parallel: it holds the linkage fast
    four_bar.joints.back() =
      bar("E",
          ground(1.2, 0.),
          {1, {0., 0.}},
          (Vector2d(std::cos(0.7), std::sin(0.7)) - Vector2d(0.2, 0.)).norm());
    EXPECT_EQ(joint_rank(PlanarConstraints(four_bar.joints, {}),
                         four_bar.M,
                         four_bar.q)
                .rank,
              9u);
  }

  // flat, it can leave the position in two ways
  TEST(JointRank, FallsInASingularPosition)
  {
    const FourBar   flat(0.);
    const JointRank rank =
      joint_rank(PlanarConstraints(flat.joints, {}), flat.M, flat.q);
    EXPECT_EQ(rank.rank, 7u);
    ASSERT_EQ(rank.dependencies.size(), 1u);
    EXPECT_EQ(rank.dependencies[0],
              (std::vector<std::string>{"A", "B", "C", "D"}));
    EXPECT_THROW(check_joints_are_independent(
                   PlanarConstraints(flat.joints, {}), flat.M, flat.q),
                 InputError);
  }

  TEST(JointRank, NamesOnlyTheJointsThatSayTheSame)
  {
    const Eigen::VectorXd M = Eigen::VectorXd::Ones(6);
    const DenseVector     q = random_vector(6, 3);
    PlanarJoint           guide;
    guide.name              = "guide";
    guide.kind              = PlanarJoint::Kind::prismatic;
    guide.second            = {1, {0.3, 0.}};
    PlanarJoint rail        = guide; // beside it
    rail.name               = "rail";
    rail.first              = ground(1., 1.);
    const PlanarJoint hinge = revolute("hinge", ground(0., 0.), {0, {1., 0.}});
    const JointRank   rank =
      joint_rank(PlanarConstraints({hinge, guide, rail}, {}), M, q);
    EXPECT_EQ(rank.n_rows, 6u);
    EXPECT_EQ(rank.rank, 4u);
    ASSERT_EQ(rank.dependencies.size(), 2u); // both rows of the rail
    for (const auto &joints : rank.dependencies)
      EXPECT_EQ(joints, (std::vector<std::string>{"guide", "rail"}));
  }

  TEST(JointRank, OfTrusses)
  {
    // a triangle of bars between point masses on three supports is just right
    const Eigen::VectorXd M = Eigen::VectorXd::Ones(9);
    DenseVector           q(Eigen::VectorXd::Zero(9));
    q.entries << 0., 0., 0., 1., 0., 0., 0.3, 0.8, 0.;
    std::vector<PlanarJoint> joints{
      bar("1", {0, {0., 0.}}, {1, {0., 0.}}, 1.),
      bar("2", {1, {0., 0.}}, {2, {0., 0.}}, std::hypot(0.7, 0.8)),
      bar("3", {2, {0., 0.}}, {0, {0., 0.}}, std::hypot(0.3, 0.8)),
      bar("4", ground(-1., 0.), {0, {0., 0.}}, 1.),
      bar("5", ground(0., -1.), {0, {0., 0.}}, 1.),
      bar("6", ground(1., -1.), {1, {0., 0.}}, 1.)};
    EXPECT_EQ(joint_rank(PlanarConstraints(joints, {}), M, q).rank, 6u);
    joints.push_back(bar("7", ground(2., 0.), {1, {0., 0.}}, 1.));
    const JointRank rank = joint_rank(PlanarConstraints(joints, {}), M, q);
    EXPECT_EQ(rank.rank, 6u);
    ASSERT_EQ(rank.dependencies.size(), 1u);
    EXPECT_EQ(rank.dependencies[0], (std::vector<std::string>{"1", "4", "7"}));
    // no joints, no rank
    const JointRank none = joint_rank(PlanarConstraints({}, {}), M, q);
    EXPECT_EQ(none.rank, none.n_rows);
  }

  // neither units nor masses decide
  TEST(JointRank, DoesNotDependOnUnits)
  {
    FourBar four_bar(1e-4); // almost flat
    EXPECT_EQ(joint_rank(PlanarConstraints(four_bar.joints, {}),
                         four_bar.M,
                         four_bar.q)
                .rank,
              8u);
    for (const double length : {1e-4, 1e4})
      {
        FourBar         scaled(0.7);
        Eigen::VectorXd M = scaled.M;
        for (int frame = 0; frame < 9; frame += 3)
          {
            scaled.q.entries.segment<2>(frame) *= length;
            M[frame + 2] *= length * length;
          }
        for (PlanarJoint &j : scaled.joints)
          {
            j.first.local *= length;
            j.second.local *= length;
          }
        const JointRank rank = joint_rank(PlanarConstraints(scaled.joints, {}),
                                          M,
                                          scaled.q),
                        unit =
                          joint_rank(PlanarConstraints(FourBar(0.7).joints, {}),
                                     scaled.M,
                                     FourBar(0.7).q);
        EXPECT_EQ(rank.rank, 8u);
        EXPECT_NEAR(rank.smallest_pivot, unit.smallest_pivot, 1e-10);
      }
  }

  TEST(CheckStart, FindsOpenJointsAndOverlaps)
  {
    PlanarJoint hinge = revolute("hinge", ground(0., 0.), {0, {-2., 0.}});
    PlanarJoint drive = revolute("motor", {}, {0, {0., 0.}});
    drive.kind        = PlanarJoint::Kind::drive;
    drive.motion      = {[](const double t) { return 3. * t; },
                         [](const double) { return 3.; }};
    PlanarContact floor;
    floor.name     = "floor";
    floor.point    = {0, {1., 0.}};
    floor.base     = ground(0., -0.5);
    floor.obstacle = contact_obstacle<2>("line", {Eigen::Vector2d::UnitY()});
    const PlanarConstraints constraints({hinge, drive}, {floor});

    DenseVector q(Vector3d(2., 0., 0.)), v(Vector3d(0., 6., 3.));
    EXPECT_NO_THROW(check_start(constraints, q, v, 0.));
    EXPECT_TRUE(joint_violations(constraints, q, 0., 1e-15).empty());
    EXPECT_TRUE(
      joint_velocity_violations(constraints, q, v, 0., 1e-15).empty());
    EXPECT_TRUE(penetrations(constraints, q, 0., 0.).empty());

    q[0] += 3e-6; // over 2e-6 = 1e-6 of the longest arm
    auto found = joint_violations(constraints, q, 0., 1e-6);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].row, 0u);
    EXPECT_NEAR(found[0].value, 3e-6, 1e-15);
    EXPECT_NEAR(found[0].tolerance, 2e-6, 1e-15);
    q[0] -= 2e-6;
    EXPECT_TRUE(joint_violations(constraints, q, 0., 1e-6).empty());

    // at another time the drive is elsewhere
    found = joint_violations(constraints, q, 0.1, 1e-6);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].value, -0.3, 1e-15);
    EXPECT_EQ(found[0].tolerance, 1e-6);

    q     = DenseVector(Vector3d(2., 0., 0.));
    v[2]  = 3.1;
    found = joint_velocity_violations(constraints, q, v, 0., 1e-6);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].row, 1u);
    EXPECT_NEAR(found[0].value, -0.2, 1e-14);
    EXPECT_EQ(found[1].row, 2u);
    EXPECT_NEAR(found[1].value, 0.1, 1e-14);

    q[1]  = -0.51;
    found = penetrations(constraints, q, 0., 1e-6);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].row, 3u);
    EXPECT_NEAR(found[0].value, -0.01, 1e-15);
    try
      {
        check_start(constraints, q, v, 0.);
        FAIL();
      }
    catch (const InputError &error)
      {
        const std::string message = error.what();
        for (const char *words :
             {"the gap of joint 'hinge y': -0.51 m (at most 2e-06)",
              "the velocity of joint 'hinge y': -0.2 m/s (at most ",
              "the velocity of joint 'motor': 0.1 rad/s (at most ",
              "the gap of contact 'floor': -0.01 m (at most 2e-06)"})
          EXPECT_NE(message.find(words), std::string::npos) << message;
        EXPECT_EQ(message.find("hinge x"), std::string::npos);
      }
  }

  TEST(CheckMotion, FindsJumps)
  {
    const auto message = [](const std::function<double(double)> &angle) {
      try
        {
          check_motion("motor", angle, 0., 2.);
        }
      catch (const InputError &error)
        {
          return std::string(error.what());
        }
      return std::string();
    };
    for (const std::function<double(double)> &angle :
         {std::function<double(double)>([](double) { return 1e3; }),
          std::function<double(double)>(
            [](const double t) { return 1e3 + std::sin(1e5 * t); }),
          std::function<double(double)>(
            [](const double t) { return std::max(0., 1e6 * (t - 0.1234567)); }),
          std::function<double(double)>(
            [](const double t) { return std::sqrt(t); })})
      EXPECT_EQ(message(angle), "");
    EXPECT_EQ(message([](const double t) { return t + (t > 0.7); }),
              "The angle of the joint 'motor' jumps by 1 rad at t = 0.7 s. A "
              "drive moves continuously: write a ramp.");
    EXPECT_NE(message([](const double t) {
                return t > 0. ? 0.5 : 0.;
              }).find("jumps by 0.5 rad"),
              std::string::npos);
    EXPECT_NE(message([](const double t) {
                return std::sqrt(1. - t);
              }).find("is not finite at t = "),
              std::string::npos);
  }

  TEST(CheckRate, IsOfAllTimesOfTheRun)
  {
    using Function = std::function<double(double)>;
    const auto message =
      [](const Function &angle, const Function &rate, const double start = 0.) {
        const double scale = 0.1; // of a step of 1 ms
        try
          {
            check_rate("motor",
                       {angle,
                        rate ? rate : difference(angle, scale),
                        scale,
                        rate == nullptr},
                       start,
                       start + 2.);
          }
        catch (const InputError &error)
          {
            return std::string(error.what());
          }
        return std::string();
      };
    const Function ramp = [](const double t) { return 5. * t; },
                   rest = [](double) { return 1e6; };
    for (const double start : {-3., 0., 1e3})
      {
        EXPECT_EQ(message(
                    ramp, [](double) { return 5.; }, start),
                  "");
        EXPECT_EQ(message(
                    rest, [](double) { return 0.; }, start),
                  "");
        EXPECT_EQ(message([](const double t) { return 3. * std::sin(20. * t); },
                          [](const double t) {
                            return 60. * std::cos(20. * t);
                          },
                          start),
                  "");
        // with a kink every 20 ms
        EXPECT_EQ(
          message([](const double t) { return std::abs(std::sin(157. * t)); },
                  [](const double t) {
                    return 157. * std::cos(157. * t) *
                           (std::sin(157. * t) < 0. ? -1. : 1.);
                  },
                  start),
          "");
        EXPECT_NE(message(
                    ramp, [](double) { return 5.2; }, start)
                    .find("'motor' is 5.2 rad/s at t = "),
                  std::string::npos);
        // right in the beginning, where it is at rest
        EXPECT_NE(
          message([&](const double t) { return std::max(0., t - start - 1.5); },
                  [](double) { return 0.; },
                  start)
            .find("where its angle changes by 1 rad/s"),
          std::string::npos);
      }
    const Function root = [](const double t) { return std::sqrt(t); };
    EXPECT_NE(message(root, {}).find("It is a difference of the angle"),
              std::string::npos);
    EXPECT_EQ(message(root, {}, 1.), "");
    EXPECT_NE(message(root, [](const double t) { return 0.5 / std::sqrt(t); })
                .find("is not finite at t = 0 s. Write the derivative"),
              std::string::npos);
    EXPECT_NE(message(ramp,
                      [](const double t) { return t > 1. ? std::nan("") : 5.; })
                .find("is not finite at t = "),
              std::string::npos);
  }

  TEST(CheckStart, FindsValuesThatAreNotNumbers)
  {
    const PlanarConstraints constraints(
      {revolute("hinge", ground(0., 0.), {0, {-2., 0.}})}, {});
    const DenseVector q(Vector3d(std::nan(""), 0., 0.)),
      v(Vector3d(0., 0., 0.));
    EXPECT_FALSE(joint_violations(constraints, q, 0., 1.).empty());
    EXPECT_THROW(check_start(constraints, q, v, 0.), InputError);
  }
} // namespace percuss::test::check_mechanism_test
