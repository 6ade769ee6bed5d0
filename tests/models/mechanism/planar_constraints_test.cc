// SPDX-License-Identifier: Apache-2.0

// Rows of G against differences of gaps at states of no importance, impulses
// against velocities, and what impulses must not change.

#include "obstacles.h"
#include "random_state.h"

#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/mechanism_constraints.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::planar_constraints_test
{
  using Eigen::Vector2d;
  using Eigen::Vector3d;

  const PlanarPoint a_point{0, {0.3, -0.2}}, b_point{1, {-0.4, 0.1}},
    c_point{2, {0.2, 0.5}}, ground_point{PlanarPoint::ground, {0.7, -1.1}};

  PlanarJoint
  joint(const PlanarJoint::Kind kind,
        const PlanarPoint      &first,
        const PlanarPoint      &second)
  {
    PlanarJoint j;
    j.kind      = kind;
    j.first     = first;
    j.second    = second;
    j.direction = {1.2, -0.5};
    j.relative  = 0.3;
    j.length    = 0.8;
    j.motion    = {[](const double t) { return std::sin(3. * t); },
                   [](const double t) { return 3. * std::cos(3. * t); }};
    return j;
  }

  PlanarContact
  contact(const std::string &obstacle_name,
          const double       ball_radius,
          const PlanarPoint &point,
          const PlanarPoint &base)
  {
    PlanarContact c;
    c.obstacle    = obstacle<2>(obstacle_name, {-0.6, 1.1}, 0.9);
    c.ball_radius = ball_radius;
    c.point       = point;
    c.base        = base;
    c.parameters  = {0.4, 0.2, 0.1};
    return c;
  }

  /** Every joint and contact: between bodies, and with the ground on either
   * side. */
  PlanarConstraints
  all_kinds()
  {
    std::vector<PlanarJoint>                  joints;
    std::vector<PlanarContact>                contacts;
    const std::pair<PlanarPoint, PlanarPoint> pairs[] = {
      {a_point, b_point},
      {c_point, a_point},
      {ground_point, c_point},
      {b_point, ground_point}};
    using JointKind = PlanarJoint::Kind;
    for (const auto &[x, y] : pairs)
      {
        for (const JointKind kind : {JointKind::revolute,
                                     JointKind::prismatic,
                                     JointKind::fixed,
                                     JointKind::distance,
                                     JointKind::drive})
          {
            joints.push_back(joint(kind, x, y));
            joints.back().name = "joint " + std::to_string(joints.size());
          }
        for (const char *const obstacle : {"line", "circle", "inside circle"})
          for (const double r : {0., 0.25})
            {
              contacts.push_back(contact(obstacle, r, x, y));
              contacts.back().name =
                "contact " + std::to_string(contacts.size());
            }
      }
    return {joints, contacts};
  }

  TEST(PlanarConstraints, AreOrderedAndNamed)
  {
    const PlanarConstraints constraints = all_kinds();
    EXPECT_EQ(constraints.n_joint_rows(), 4u * (2 + 2 + 3 + 1 + 1));
    EXPECT_EQ(constraints.n_constraints(), constraints.n_joint_rows() + 48u);
    EXPECT_FALSE(constraints.is_linear());
    EXPECT_TRUE(constraints.is_moving());
    const char *const names[] = {"joint 1 x",
                                 "joint 1 y",
                                 "joint 2 normal",
                                 "joint 2 angle",
                                 "joint 3 x",
                                 "joint 3 y",
                                 "joint 3 angle",
                                 "joint 4",
                                 "joint 5"};
    for (std::size_t row = 0; row < 9; ++row)
      {
        EXPECT_EQ(constraints.name(row), names[row]);
        EXPECT_EQ(constraints.law(row).kind, ContactLaw::Kind::bilateral);
        EXPECT_EQ(constraints.law(row).n_tangential, 0u);
      }
    EXPECT_EQ(constraints.item(6), "joint 3");
    for (std::size_t row = constraints.n_joint_rows();
         row < constraints.n_constraints();
         row += 2)
      {
        const ContactLaw &normal     = constraints.law(row),
                         &tangential = constraints.law(row + 1);
        EXPECT_EQ(normal.kind, ContactLaw::Kind::unilateral);
        EXPECT_EQ(normal.restitution, 0.4);
        EXPECT_EQ(normal.friction, 0.2);
        EXPECT_EQ(normal.n_tangential, 1u);
        EXPECT_EQ(tangential.kind, ContactLaw::Kind::tangential);
        EXPECT_EQ(tangential.restitution, 0.1);
        EXPECT_EQ(constraints.name(row + 1),
                  constraints.name(row) + " tangential");
      }
    PlanarContact smooth = contact("line", 0., a_point, b_point);
    smooth.parameters    = {0.5, 0., 0.};
    const PlanarConstraints one({}, {smooth});
    EXPECT_EQ(one.n_constraints(), 1u);
    EXPECT_EQ(one.law(0).n_tangential, 0u);
    EXPECT_FALSE(one.is_moving());
  }

  TEST(PlanarConstraints, RowsAreDerivativesOfTheGaps)
  {
    const PlanarConstraints constraints = all_kinds();
    const std::size_t       m           = constraints.n_constraints();
    std::vector<double>     above(m), below(m), u(m), unit(m, 0.);
    const double            eps = 1e-5;
    for (unsigned int seed = 1; seed <= 4; ++seed)
      {
        const DenseVector q = random_vector(9, seed, 1.5);
        Eigen::MatrixXd   G_T(9, m);
        for (std::size_t row = 0; row < m; ++row)
          {
            DenseVector r(Eigen::VectorXd::Constant(9, 2.)); // is added to
            unit[row] = 1.5;
            constraints.add_impulse(q, 0., unit, r);
            unit[row] = 0.;
            G_T.col(static_cast<Eigen::Index>(row)) =
              (r.entries.array() - 2.) / 1.5;
          }
        for (int i = 0; i < 9; ++i)
          {
            DenseVector v(Eigen::VectorXd::Unit(9, i));
            constraints.velocity(q, 0., v, u);
            constraints.gap(sum(q, eps, v), 0.3, above);
            constraints.gap(sum(q, -eps, v), 0.3, below);
            for (std::size_t row = 0; row < m; ++row)
              {
                EXPECT_NEAR(u[row],
                            G_T(i, static_cast<Eigen::Index>(row)),
                            1e-14);
                if (constraints.law(row).kind != ContactLaw::Kind::tangential)
                  {
                    EXPECT_NEAR(u[row],
                                (above[row] - below[row]) / (2. * eps),
                                1e-8)
                      << constraints.name(row) << ", coordinate " << i;
                  }
                else
                  EXPECT_EQ(above[row], 0.);
              }
          }
      }
  }

  // along a motion q(t): d/dt g(q(t), t) = G v + dg/dt
  TEST(PlanarConstraints, VelocitiesAreRatesAlongAMotion)
  {
    const PlanarConstraints constraints = all_kinds();
    const std::size_t       m           = constraints.n_constraints();
    const DenseVector       q = random_vector(9, 8), v = random_vector(9, 9);
    const double            t = 0.4, eps = 1e-5;
    std::vector<double>     above(m), below(m), u(m), rate(m);
    constraints.gap(sum(q, eps, v), t + eps, above);
    constraints.gap(sum(q, -eps, v), t - eps, below);
    constraints.velocity(q, 0., v, u);
    constraints.gap_rate(q, t, rate);
    for (std::size_t row = 0; row < m; ++row)
      {
        if (constraints.law(row).kind != ContactLaw::Kind::tangential)
          {
            EXPECT_NEAR(u[row] + rate[row],
                        (above[row] - below[row]) / (2. * eps),
                        1e-8)
              << constraints.name(row);
          }
        const bool is_drive = row == 8 || row == 17 || row == 26 || row == 35;
        EXPECT_NEAR(rate[row], is_drive ? -3. * std::cos(1.2) : 0., 1e-14);
      }
  }

  // action and reaction: rows between bodies do not change the momentum, nor
  // the angular momentum where they have one line of action
  TEST(PlanarConstraints, ImpulsesBetweenBodiesAreBalanced)
  {
    const PlanarConstraints constraints = all_kinds();
    const DenseVector       q           = random_vector(9, 11, 1.5);
    std::vector<double>     p(constraints.n_constraints(), 0.);
    for (std::size_t row = 0; row < p.size(); ++row)
      {
        const auto &of = std::get<PlanarRow>(constraints.row(row));
        if (of.x.frame == PlanarPoint::ground ||
            of.p.frame == PlanarPoint::ground)
          continue;
        DenseVector r(Eigen::VectorXd::Zero(9));
        p[row] = 1.;
        constraints.add_impulse(q, 0., p, r);
        p[row]            = 0.;
        Vector2d momentum = Vector2d::Zero();
        double   angular  = 0.;
        for (const int frame : {0, 3, 6})
          {
            momentum += r.entries.segment<2>(frame);
            angular += r[frame + 2] + cross(q.entries.segment<2>(frame),
                                            r.entries.segment<2>(frame));
          }
        EXPECT_LT(momentum.norm(), 1e-14) << constraints.name(row);
        if (of.kind != PlanarRow::Kind::component)
          {
            EXPECT_NEAR(angular, 0., 1e-13) << constraints.name(row);
          }
      }
  }

  TEST(PlanarConstraints, JointsMeasureTheMotionOfTheSecondFrame)
  {
    PlanarJoint revolute =
      joint(PlanarJoint::Kind::revolute, ground_point, {0, {1., 0.}});
    PlanarJoint prismatic = joint(PlanarJoint::Kind::prismatic,
                                  {PlanarPoint::ground, {0., 1.}},
                                  {0, {1., 0.}});
    prismatic.direction   = {3., 0.};
    PlanarJoint distance  = joint(PlanarJoint::Kind::distance,
                                 {PlanarPoint::ground, {0., 0.}},
                                 {0, {0., 0.}});
    PlanarJoint drive     = joint(PlanarJoint::Kind::drive, {}, {0, {0., 0.}});
    revolute.name         = "revolute";
    prismatic.name        = "prismatic";
    distance.name         = "distance";
    drive.name            = "drive";
    const PlanarConstraints constraints({revolute, prismatic, distance, drive},
                                        {});
    // turned by a quarter: the point is 1 above the origin
    const double        quarter = std::acos(0.);
    const DenseVector   q(Vector3d(3., 4., quarter));
    std::vector<double> g(6);
    constraints.gap(q, 0.2, g);
    EXPECT_NEAR(g[0], 3. - 0.7, 1e-14);
    EXPECT_NEAR(g[1], 5. + 1.1, 1e-14);
    EXPECT_NEAR(g[2], 4., 1e-14);
    EXPECT_NEAR(g[3], quarter - 0.3, 1e-14);
    EXPECT_NEAR(g[4], 5. - 0.8, 1e-14);
    EXPECT_NEAR(g[5], quarter - std::sin(0.6), 1e-14);
  }

  void
  expect_refused(const std::vector<PlanarJoint>   &joints,
                 const std::vector<PlanarContact> &contacts,
                 const std::string                &message)
  {
    try
      {
        const PlanarConstraints constraints(joints, contacts);
        FAIL() << message;
      }
    catch (const InputError &error)
      {
        EXPECT_EQ(std::string(error.what()), message);
      }
  }

  TEST(PlanarConstraints, RefuseWrongValues)
  {
    PlanarJoint j = joint(PlanarJoint::Kind::distance, a_point, b_point);
    j.name        = "A";
    expect_refused(
      {j, j},
      {},
      "Joint 'A': There are two constraints with the name 'A'; give each "
      "joint and contact its own.");
    j.length = 0.;
    expect_refused({j},
                   {},
                   "The length of joint 'A' is 0; it must be positive.");
    j      = joint(PlanarJoint::Kind::prismatic, a_point, a_point);
    j.name = "A";
    expect_refused({j},
                   {},
                   "Both ends of joint 'A' are in one frame, where nothing "
                   "moves; write one of them in another body, or on the "
                   "ground.");
    j.second = b_point;
    j.direction.setZero();
    expect_refused({j},
                   {},
                   "The direction of joint 'A' is 0; it must be positive.");

    PlanarContact c = contact("inside circle", 0.9, a_point, b_point);
    c.name          = "B";
    expect_refused({},
                   {c},
                   "The play R - r of contact 'B' is 0; it must be positive.");
    c.obstacle.values[0][0] = -1.;
    expect_refused({},
                   {c},
                   "The radius of contact 'B' is -1; it must be positive.");
    c.ball_radius = -0.5;
    expect_refused({},
                   {c},
                   "The disc radius of contact 'B' is -0.5; it must not be "
                   "negative.");
    c                        = contact("line", 0., a_point, b_point);
    c.name                   = "B";
    c.parameters.restitution = 1.5;
    expect_refused({},
                   {c},
                   "The restitution of contact 'B' is 1.5; it must be between "
                   "0 and 1.");
    c.parameters.restitution = 1.;
    c.parameters.friction    = -0.1;
    expect_refused({},
                   {c},
                   "The friction of contact 'B' is -0.1; it must not be "
                   "negative.");
    c.parameters.friction               = 0.1;
    c.parameters.tangential_restitution = 2.;
    expect_refused({},
                   {c},
                   "The tangential restitution of contact 'B' is 2; it must be "
                   "between -1 and 1.");
    c.parameters.tangential_restitution = 0.;
    c.obstacle.values[0].setZero();
    expect_refused({},
                   {c},
                   "The normal of contact 'B' is 0; it must be positive.");
  }
} // namespace percuss::test::planar_constraints_test
