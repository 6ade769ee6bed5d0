// SPDX-License-Identifier: Apache-2.0

// What joints in space leave free, and the signs of what they measure.

#include "spatial_state.h"

#include <percuss/models/mechanism/check_mechanism.h>

#include <gtest/gtest.h>

#include <numbers>

namespace percuss::test::spatial_joints_test
{
  using Eigen::Quaterniond;
  using Eigen::Vector3d;
  using Kind = SpatialJoint::Kind;

  namespace
  {
    const Vector3d    axis     = Vector3d(0.4, -0.3, 1.2).normalized();
    const Quaterniond relative = random_rotation(31);

    SpatialJoint
    joint(const Kind          kind,
          const SpatialPoint &first,
          const SpatialPoint &second,
          const std::string  &name = "j")
    {
      SpatialJoint j;
      j.name     = name;
      j.kind     = kind;
      j.first    = first;
      j.second   = second;
      j.axis     = 2. * axis;
      j.relative = relative;
      j.length   = 0.8;
      j.motion   = {[](const double t) { return 150. * t; },
                    [](const double) { return 150.; }};
      return j;
    }

    const SpatialPoint first{0, {0.3, -0.2, 0.5}}, second{1, {-0.4, 0.1, 0.2}};

    /** The second frame turned by D and with its point at d from the first,
     * both in the axes of the first, which is anywhere. */
    DenseVector
    placed(const Quaterniond &D, const Vector3d &d, const unsigned int seed = 1)
    {
      DenseVector       q   = random_frames(2, seed);
      const Quaterniond R_1 = frame_rotation<3>(q.entries, 0),
                        R_2 = R_1 * D * relative;
      set_frame(q,
                1,
                position(q.entries, first) + R_1 * d - R_2 * second.local,
                R_2);
      return q;
    }

    Quaterniond
    turn(const double angle, const Vector3d &about = axis)
    {
      return Quaterniond(Eigen::AngleAxisd(angle, about));
    }

    std::vector<double>
    gaps(const SpatialJoint &joint, const DenseVector &q, const double t = 0.)
    {
      const SpatialConstraints constraints({joint}, {});
      std::vector<double>      g(constraints.n_constraints());
      constraints.gap(q, t, g);
      return g;
    }

  } // namespace

  struct Mobility
  {
    Kind         kind;
    unsigned int n_rows;
    double       turn, shift; // of a motion that is free
  };

  class JointMobility : public testing::TestWithParam<Mobility>
  {};

  TEST_P(JointMobility, LeavesItsMotionFreeAndNoOther)
  {
    const auto [kind, n_rows, angle, shift] = GetParam();
    const SpatialJoint    j                 = joint(kind, first, second);
    const Eigen::VectorXd M =
      random_vector(12, 2).entries.cwiseAbs2().array() + 0.1;
    for (const double factor : {0., 0.3, -1., 1.7})
      {
        const DenseVector q =
          placed(turn(factor * angle), factor * shift * axis);
        for (const double g : gaps(j, q))
          EXPECT_NEAR(g, 0., 2e-15);
        const JointRank rank = joint_rank(SpatialConstraints({j}, {}), M, q);
        EXPECT_EQ(rank.n_rows, n_rows);
        EXPECT_EQ(rank.rank, n_rows);
        EXPECT_GT(rank.smallest_pivot, 1e-3);
      }
    const auto largest = [&](const Quaterniond &D, const Vector3d &d) {
      double result = 0.;
      for (const double g : gaps(j, placed(D, d)))
        result = std::max(result, std::abs(g));
      return result;
    };
    const Vector3d across = axis.unitOrthogonal();
    const bool     turns  = kind == Kind::spherical || angle != 0.;
    EXPECT_EQ(largest(turn(0.2), Vector3d::Zero()) < 1e-14, turns);
    EXPECT_EQ(largest(turn(std::numbers::pi), Vector3d::Zero()) < 1e-14, turns);
    EXPECT_EQ(largest(turn(0.2, across), Vector3d::Zero()) < 1e-14,
              kind == Kind::spherical);
    EXPECT_EQ(largest(turn(0.), 0.2 * axis) < 1e-14, shift != 0.);
    EXPECT_GT(largest(turn(0.), 0.2 * across), 0.01);
  }

  INSTANTIATE_TEST_SUITE_P(
    Spatial,
    JointMobility,
    testing::Values(Mobility{Kind::spherical, 3, 1., 0.},
                    Mobility{Kind::revolute, 5, 2.9, 0.},
                    Mobility{Kind::cylindrical, 4, 2.9, 0.6},
                    Mobility{Kind::prismatic, 5, 0., 0.6},
                    Mobility{Kind::fixed, 6, 0., 0.}));

  // components of x_2 - x_1 and of small turns of the second frame
  TEST(SpatialJoint, MeasuresTheMotionOfTheSecondFrame)
  {
    const Vector3d delta(1e-6, 2e-6, -3e-6), d(0.01, -0.02, 0.04);
    SpatialJoint   j = joint(Kind::fixed, {}, {0, {}});
    j.first.local = j.second.local = Vector3d::Zero();
    j.axis                         = Vector3d::UnitZ();
    DenseVector q(Eigen::VectorXd::Zero(7));
    set_frame(q, 0, d, turned(Quaterniond::Identity(), delta) * relative);
    j.relative.coeffs() *= 2.; // a rotation of any length
    auto g = gaps(j, q);
    for (int i = 0; i < 3; ++i)
      {
        EXPECT_NEAR(g[i], d[i], 1e-15);
        EXPECT_NEAR(g[3 + i], delta[i], 1e-11);
      }
    j.kind = Kind::prismatic;
    g      = gaps(j, q);
    EXPECT_NEAR(g[0], d[0], 1e-15);
    EXPECT_NEAR(g[1], d[1], 1e-15);
    EXPECT_NEAR(g[4], delta[2], 1e-11);
    j.kind = Kind::distance;
    EXPECT_NEAR(gaps(j, q)[0], d.norm() - 0.8, 1e-15);

    // impulses: the moments about the axes on the second, in its own axes
    j.kind = Kind::fixed;
    const SpatialConstraints constraints({j}, {});
    set_frame(q, 0, d, relative);
    for (int i = 0; i < 3; ++i)
      {
        std::vector<double> p(6, 0.);
        p[3 + i] = 1.;
        DenseVector r(Eigen::VectorXd::Zero(6));
        constraints.add_impulse(q, 0., p, r);
        EXPECT_LT((relative * r.entries.tail<3>() - Vector3d::Unit(i)).norm(),
                  1e-15);
      }
  }

  TEST(SpatialJoint, ADriveTakesManyTurns)
  {
    const SpatialJoint drive = joint(Kind::drive, first, second);
    for (const double t : {0., 0.0209, 0.021, 0.1, 1., -3.})
      for (const double late : {0., 0.01, -0.02, 3.})
        {
          DenseVector q =
            placed(turn(150. * t - late), random_vector(3, 5).entries);
          EXPECT_NEAR(gaps(drive, q, t)[0], -late, 1e-12);
          q.entries.segment<4>(10) *= -1.; // the same rotation
          EXPECT_NEAR(gaps(drive, q, t)[0], -late, 1e-12);
        }
    // what it measures of a turn about another axis, too, is the twist
    const Vector3d across = axis.unitOrthogonal();
    const auto     swing  = turn(0.7, across) * turn(0.4);
    EXPECT_NEAR(gaps(drive, placed(swing, {0., 0., 0.}))[0], 0.4, 1e-14);
    // a half turn about an axis across has none
    DenseVector q(Eigen::VectorXd::Zero(14));
    set_frame(q, 0, Vector3d::Zero());
    set_frame(q, 1, Vector3d::Zero(), Quaterniond(0., 1., 0., 0.));
    SpatialJoint free = drive;
    free.axis         = Vector3d::UnitZ();
    free.relative.setIdentity();
    const SpatialConstraints constraints({free}, {});
    DenseVector              r(Eigen::VectorXd::Zero(12));
    const double             one = 1.;
    constraints.add_impulse(q, 0., {&one, 1}, r);
    EXPECT_EQ(Vector3d(r.entries.segment<3>(3)), Vector3d(0., 0., -1.));
    EXPECT_TRUE(std::isfinite(gaps(free, q)[0]));
  }

  TEST(SpatialJoint, MayBeADriveOfWhatIsHeld)
  {
    const Eigen::VectorXd M     = Eigen::VectorXd::Ones(12);
    const DenseVector     q     = placed(turn(0.), Vector3d::Zero());
    SpatialJoint          j     = joint(Kind::revolute, first, second, "hinge");
    const SpatialJoint    drive = joint(Kind::drive, first, second, "motor");
    EXPECT_EQ(joint_rank(SpatialConstraints({j, drive}, {}), M, q).rank, 6u);
    j.kind               = Kind::fixed;
    const JointRank rank = joint_rank(SpatialConstraints({j, drive}, {}), M, q);
    EXPECT_EQ(rank.rank, 6u);
    ASSERT_EQ(rank.dependencies.size(), 1u);
    EXPECT_EQ(rank.dependencies[0],
              (std::vector<std::string>{"hinge", "motor"}));
  }
} // namespace percuss::test::spatial_joints_test
