// SPDX-License-Identifier: Apache-2.0

// The order, names and laws of the rows of joints and contacts in space, and
// what is refused.

#include "all_spatial_rows.h"

#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>

namespace percuss::test::spatial_constraints_test
{
  using namespace all_spatial_rows;

  TEST(SpatialConstraints, AreOrderedAndNamed)
  {
    const SpatialConstraints constraints = all_kinds();
    const std::size_t        n_rows      = 3 + 5 + 4 + 5 + 6 + 1 + 1;
    EXPECT_EQ(constraints.n_joint_rows(), 4u * n_rows);
    EXPECT_EQ(constraints.n_constraints(), constraints.n_joint_rows() + 120u);
    EXPECT_FALSE(constraints.is_linear());
    EXPECT_TRUE(constraints.is_moving());
    const char *const names[] = {
      "joint 1 x",        "joint 1 y",        "joint 1 z",
      "joint 2 x",        "joint 2 y",        "joint 2 z",
      "joint 2 axis 1",   "joint 2 axis 2",   "joint 3 normal 1",
      "joint 3 normal 2", "joint 3 axis 1",   "joint 3 axis 2",
      "joint 4 normal 1", "joint 4 normal 2", "joint 4 axis 1",
      "joint 4 axis 2",   "joint 4 angle",    "joint 5 x",
      "joint 5 y",        "joint 5 z",        "joint 5 axis 1",
      "joint 5 axis 2",   "joint 5 angle",    "joint 6",
      "joint 7"};
    for (std::size_t row = 0; row < n_rows; ++row)
      {
        EXPECT_EQ(constraints.name(row), names[row]);
        EXPECT_EQ(constraints.item(row), constraints.name(row).substr(0, 7));
        EXPECT_EQ(constraints.law(row).kind, ContactLaw::Kind::bilateral);
        EXPECT_EQ(constraints.law(row).n_tangential, 0u);
        const std::string name = names[row];
        EXPECT_EQ(constraints.is_angle(row),
                  name.find("axis") != name.npos ||
                    name.find("angle") != name.npos || name == "joint 7");
      }
    for (std::size_t row = constraints.n_joint_rows();
         row < constraints.n_constraints();
         row += 3)
      {
        const ContactLaw &normal = constraints.law(row);
        EXPECT_EQ(normal.kind, ContactLaw::Kind::unilateral);
        EXPECT_EQ(normal.restitution, 0.4);
        EXPECT_EQ(normal.friction, 0.2);
        EXPECT_EQ(normal.n_tangential, 2u);
        EXPECT_FALSE(constraints.is_angle(row));
        for (std::size_t k : {1, 2})
          {
            EXPECT_EQ(constraints.law(row + k).kind,
                      ContactLaw::Kind::tangential);
            EXPECT_EQ(constraints.law(row + k).restitution, 0.1);
            EXPECT_EQ(constraints.name(row + k),
                      constraints.name(row) + " tangential " +
                        std::to_string(k));
            EXPECT_EQ(constraints.item(row + k), constraints.name(row));
          }
      }
    SpatialContact smooth = contact("plane", 0., a_point, b_point);
    smooth.parameters     = {0.5, 0., 0.};
    const SpatialConstraints one({}, {smooth});
    EXPECT_EQ(one.n_constraints(), 1u);
    EXPECT_EQ(one.law(0).n_tangential, 0u);
    EXPECT_FALSE(one.is_moving());
  }

  namespace
  {
    void
    expect_refused(const std::vector<SpatialJoint>   &joints,
                   const std::vector<SpatialContact> &contacts,
                   const std::string                 &message)
    {
      try
        {
          const SpatialConstraints constraints(joints, contacts);
          FAIL() << message;
        }
      catch (const InputError &error)
        {
          EXPECT_EQ(std::string(error.what()), message);
        }
    }

  } // namespace

  TEST(SpatialConstraints, RefuseWrongValues)
  {
    SpatialJoint j = joint(JointKind::distance, a_point, b_point);
    j.name         = "A";
    expect_refused(
      {j, j},
      {},
      "Joint 'A': There are two constraints with the name 'A'; give each "
      "joint and contact its own.");
    j.length = 0.;
    expect_refused({j},
                   {},
                   "The length of joint 'A' is 0; it must be positive.");
    j      = joint(JointKind::prismatic, a_point, a_point);
    j.name = "A";
    expect_refused({j},
                   {},
                   "Both ends of joint 'A' are in one frame, where nothing "
                   "moves; write one of them in another body, or on the "
                   "ground.");
    j.second = b_point;
    j.axis.setZero();
    expect_refused({j}, {}, "The axis of joint 'A' is 0; it must be positive.");
    j.axis = {0., 0., 1.};
    j.relative.coeffs().setZero();
    expect_refused({j},
                   {},
                   "The norm of the relative rotation of joint 'A' is 0; it "
                   "must be positive.");

    SpatialContact c = contact("inside sphere", 0.9, a_point, b_point);
    c.name           = "B";
    for (const char *const obstacle : {"inside sphere", "inside cylinder"})
      {
        c.obstacle = test::obstacle<3>(obstacle, {0., 0., 1.}, 0.9);
        expect_refused(
          {}, {c}, "The play R - r of contact 'B' is 0; it must be positive.");
      }
    c.obstacle.values[1][0] = -1.;
    expect_refused({},
                   {c},
                   "The radius of contact 'B' is -1; it must be positive.");
    c.ball_radius = -0.5;
    expect_refused({},
                   {c},
                   "The ball radius of contact 'B' is -0.5; it must not be "
                   "negative.");
    c                        = contact("plane", 0., a_point, b_point);
    c.name                   = "B";
    c.parameters.restitution = 1.5;
    expect_refused({},
                   {c},
                   "The restitution of contact 'B' is 1.5; it must be between "
                   "0 and 1.");
    c.parameters          = {};
    c.parameters.friction = -0.1;
    expect_refused({},
                   {c},
                   "The friction of contact 'B' is -0.1; it must not be "
                   "negative.");
    c.parameters = {0., 0.1, 2.};
    expect_refused({},
                   {c},
                   "The tangential restitution of contact 'B' is 2; it must be "
                   "between -1 and 1.");
    c.parameters = {};
    c.obstacle.values[0].setZero();
    expect_refused({},
                   {c},
                   "The normal of contact 'B' is 0; it must be positive.");
    c.obstacle = test::obstacle<3>("cylinder", {0., 0., 0.}, 1.);
    expect_refused({},
                   {c},
                   "The axis of contact 'B' is 0; it must be positive.");
    c.base = a_point;
    expect_refused({},
                   {c},
                   "Both ends of contact 'B' are in one frame, where nothing "
                   "moves; write one of them in another body, or on the "
                   "ground.");
  }
} // namespace percuss::test::spatial_constraints_test
