// SPDX-License-Identifier: Apache-2.0

// Joints, contacts, springs and loads of mechanisms in space from text.

#include "spatial_texts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace percuss::test::parse_spatial_mechanism_test
{
  using Eigen::Vector3d;

  TEST(ParseSpatialMechanism, Joints)
  {
    const auto joints =
      in_space(
        {{},
         "A: spherical ; ground 0, 0, 0 ; crank -0.5, 1, 2 |"
         "B: revolute ; crank 1, 0, 0 ; axis 1, 2, 3 ; long rod 0, 3, 1 |"
         "C: cylindrical ; crank 1 0 0;long rod 0,3,1;axis 1,2,3 |"
         "D: prismatic ; long rod 0,0,0 ; axis 0,0,1 ; crank 0,0,0 |"
         "E: fixed ; ground 0, 0, 0 ; long rod 0, 0, 0 |"
         "F: distance ; crank 0, 0, 0 ; long rod 0, 1, 0 |"
         "G: distance ; crank 0, 0, 0 ; long rod 0, 0, 0 ; length 4.5 |"
         "M: drive ; ground ; crank ; axis 0, 1, 0 ; angle 150*t |"
         "N: drive ; crank ; long rod ; axis 0, 1, 0 ; angle 75*t^2 ; "
         "rate 150*t",
         {},
         {},
         {}})
        .joints;
    ASSERT_EQ(joints.size(), 9u);
    using Kind         = SpatialJoint::Kind;
    const Kind kinds[] = {Kind::spherical,
                          Kind::revolute,
                          Kind::cylindrical,
                          Kind::prismatic,
                          Kind::fixed,
                          Kind::distance,
                          Kind::distance,
                          Kind::drive,
                          Kind::drive};
    for (std::size_t i = 0; i < 9; ++i)
      EXPECT_EQ(joints[i].kind, kinds[i]) << i;
    EXPECT_EQ(joints[0].name, "A");
    EXPECT_EQ(joints[0].first.frame, SpatialPoint::ground);
    EXPECT_EQ(joints[0].second.frame, 0);
    EXPECT_EQ(joints[0].second.local, Vector3d(-0.5, 1., 2.));
    EXPECT_EQ(joints[1].first.frame, 0);
    EXPECT_EQ(joints[1].second.frame, 1); // frames are counted in ones
    EXPECT_EQ(joints[1].second.local, Vector3d(0., 3., 1.));
    EXPECT_EQ(joints[1].axis, Vector3d(1., 2., 3.));
    EXPECT_EQ(joints[2].axis, Vector3d(1., 2., 3.));
    // R_1^T R_2 of the start
    const auto turn = [](const SpatialJoint &joint) -> Vector3d {
      return joint.relative * Vector3d::UnitX();
    };
    EXPECT_NEAR((turn(joints[1]) - Vector3d::UnitY()).norm(), 0., 1e-15);
    EXPECT_NEAR((turn(joints[3]) + Vector3d::UnitY()).norm(), 0., 1e-15);
    EXPECT_NEAR((turn(joints[4]) - Vector3d::UnitY()).norm(), 0., 1e-15);
    EXPECT_NEAR((turn(joints[8]) - Vector3d::UnitY()).norm(), 0., 1e-15);
    EXPECT_NEAR(joints[5].length, std::hypot(2., 4.), 1e-14); // of the start
    EXPECT_EQ(joints[6].length, 4.5);
    EXPECT_EQ(joints[7].axis, Vector3d(0., 1., 0.));
    EXPECT_EQ(joints[7].motion.value(2.), 300.);
    EXPECT_NEAR(joints[7].motion.rate(2.), 150., 1e-9);
    EXPECT_EQ(joints[8].motion.rate(2.), 300.); // as it is written
    EXPECT_EQ(joints[8].first.frame, 0);
    EXPECT_EQ(joints[8].second.frame, 1);
  }

  TEST(ParseSpatialMechanism, RotationsBetweenTwoTurnedBodies)
  {
    const auto joint =
      in_space({"a: mass 1 ; inertia 1 1 1 ; at 0 0 0 ; rotation 0, 0, pi/2 |"
                "b: mass 1 ; inertia 1 1 1 ; at 0 0 0 ; rotation pi/2, 0, 0",
                "F: fixed ; a 0, 0, 0 ; b 0, 0, 0",
                {},
                {},
                {}})
        .joints.front();
    // e_z of b is -y in space, which is -x of a
    EXPECT_NEAR((joint.relative * Vector3d::UnitZ() + Vector3d::UnitX()).norm(),
                0.,
                1e-15);
  }

  TEST(ParseSpatialMechanism, Contacts)
  {
    const auto contacts =
      in_space({{},
                {},
                "corner: point ; long rod -1, -2, -3 ; plane ground 0, -4, 0 ; "
                "normal 0, 2, 1 ; restitution 0.4 ; friction 0.1 |"
                "bowl: point ; crank 0,0,0 ; inside sphere ground 0, 0, 1 ; "
                "radius 1 |"
                "hit: ball ; crank 0,0,0 ; ball radius 0.5 ; radius 2 ; sphere "
                "long rod 1, 2, 3 |"
                "post: ball ; crank 0,0,0 ; ball radius 0.5 ; cylinder ground "
                "0, 0, 0 ; axis 1, 0, 1 ; radius 3 |"
                "shaft: ball ; crank 0,0,0 ; ball radius 0.5 ; inside cylinder "
                "ground 0, 0, 0 ; axis 1, 0, 0 ; radius 1 ; tangential "
                "restitution 0.7",
                {},
                {}},
               {0.9, 0.3, 0.2})
        .contacts;
    ASSERT_EQ(contacts.size(), 5u);
    const char *const obstacles[] = {
      "plane", "inside sphere", "sphere", "cylinder", "inside cylinder"};
    for (std::size_t i = 0; i < 5; ++i)
      EXPECT_EQ(contacts[i].obstacle.kind->contact_name, obstacles[i]) << i;
    EXPECT_EQ(contacts[0].name, "corner");
    EXPECT_EQ(contacts[0].point.frame, 1);
    EXPECT_EQ(contacts[0].point.local, Vector3d(-1., -2., -3.));
    EXPECT_EQ(contacts[0].base.frame, SpatialPoint::ground);
    EXPECT_EQ(contacts[0].base.local, Vector3d(0., -4., 0.));
    EXPECT_EQ(contacts[0].obstacle.values[0], Vector3d(0., 2., 1.));
    EXPECT_EQ(contacts[0].ball_radius, 0.);
    EXPECT_EQ(contacts[0].parameters.restitution, 0.4);
    EXPECT_EQ(contacts[0].parameters.friction, 0.1);
    EXPECT_EQ(contacts[0].parameters.tangential_restitution, 0.2);
    EXPECT_EQ(contacts[1].obstacle.values[0][0], 1.);
    EXPECT_EQ(contacts[1].ball_radius, 0.);
    EXPECT_EQ(contacts[1].parameters.restitution, 0.9);
    EXPECT_EQ(contacts[2].ball_radius, 0.5);
    EXPECT_EQ(contacts[2].obstacle.values[0][0], 2.);
    EXPECT_EQ(contacts[2].base.frame, 1);
    EXPECT_EQ(contacts[3].obstacle.values[0], Vector3d(1., 0., 1.));
    EXPECT_EQ(contacts[3].obstacle.values[1][0], 3.);
    EXPECT_EQ(contacts[4].obstacle.values[0], Vector3d(1., 0., 0.));
    EXPECT_EQ(contacts[4].parameters.tangential_restitution, 0.7);
    EXPECT_EQ(contacts[4].parameters.friction, 0.3);
  }

  // Nodes are frames behind those of the bodies, each with its own contact.
  TEST(ParseSpatialMechanism, NodesOfRods)
  {
    MechanismTexts texts;
    texts.beams = std::string("one: from 0, 0, 0 ; elements 2") + mesh +
                  "| two: from 5, 0, 0 ; rotation 0, 0, pi/2 ; elements 3" +
                  mesh;
    texts.joints   = "A: fixed ; one.end 0, 0, 0 ; two.start 0, 0, 0";
    texts.contacts = "wall: rod two ; ball radius 0.1 ; plane ground 0, 0, 0 ; "
                     "normal 0, 0, 1 ; friction 0.3";
    texts.springs  = "s: crank 0, 0, 0 ; two.end 0, 0, 0 ; stiffness 3";
    texts.loads    = "one.1: force 1, 2, 3";
    const auto d   = in_space(texts);
    EXPECT_EQ(d.joints[0].first.frame, 4);
    EXPECT_EQ(d.joints[0].second.frame, 5);
    EXPECT_NEAR(
      (d.joints[0].relative * Vector3d::UnitX() - Vector3d::UnitY()).norm(),
      0.,
      1e-15);
    ASSERT_EQ(d.contacts.size(), 4u);
    for (int i = 0; i < 4; ++i)
      {
        EXPECT_EQ(d.contacts[i].name, "wall " + std::to_string(i + 1));
        EXPECT_EQ(d.contacts[i].point.frame, 5 + i);
        EXPECT_EQ(d.contacts[i].point.local, Vector3d::Zero());
        EXPECT_EQ(d.contacts[i].ball_radius, 0.1);
        EXPECT_EQ(d.contacts[i].parameters.friction, 0.3);
      }
    EXPECT_EQ(d.springs[0].second.frame, 8);
    // from (1, 2, 3) to (5, 2, 0)
    EXPECT_NEAR(d.springs[0].free_length, 5., 1e-14);
    EXPECT_EQ(d.loads[0].frame, 3);
    EXPECT_EQ(d.loads[2].component, 2);
  }

  TEST(ParseSpatialMechanism, SpringsAndLoads)
  {
    const auto d = in_space(
      {{},
       {},
       {},
       "s1: ground 0, 0.2, 0 ; crank 0, 0.1, 0 ; stiffness 100 ; free length "
       "0.1 ; damping 0.5 ; preload -3 | s2: crank 0,0,0 ; long rod 0,0,0 ; damping 1",
       "crank: force 0, -10, 5*sin(20*t) | long rod: moment 0, pi/2, 150*t"});
    ASSERT_EQ(d.springs.size(), 2u);
    EXPECT_EQ(d.springs[0].name, "s1");
    EXPECT_EQ(d.springs[0].first.local, Vector3d(0., 0.2, 0.));
    EXPECT_EQ(d.springs[0].stiffness, 100.);
    EXPECT_EQ(d.springs[0].free_length, 0.1);
    EXPECT_EQ(d.springs[0].damping, 0.5);
    EXPECT_EQ(d.springs[0].preload, -3.);
    EXPECT_EQ(d.springs[1].free_length, 5.);
    ASSERT_EQ(d.loads.size(), 6u);
    for (int i = 0; i < 6; ++i)
      {
        EXPECT_EQ(d.loads[i].frame, i / 3);
        EXPECT_EQ(d.loads[i].component, i);
      }
    EXPECT_EQ(d.loads[1].constant, -10.);
    EXPECT_FALSE(d.loads[1].varying);
    EXPECT_EQ(d.loads[2].constant, 0.);
    EXPECT_EQ(d.loads[2].varying(0.1), 5. * std::sin(2.));
    EXPECT_EQ(d.loads[4].constant, std::numbers::pi / 2.);
    EXPECT_EQ(d.loads[5].varying(2.), 300.);
  }

} // namespace percuss::test::parse_spatial_mechanism_test
