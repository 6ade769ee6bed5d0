// SPDX-License-Identifier: Apache-2.0

// Planar mechanisms from text.

#include "parsed_mechanism.h"

#include <cmath>
#include <numbers>

namespace percuss::test::parse_planar_mechanism_test
{
  using Eigen::Vector2d;
  using Eigen::Vector3d;


  TEST(ParseMechanism, Bodies)
  {
    const auto bodies = parsed({}).bodies;
    ASSERT_EQ(bodies.size(), 2u);
    EXPECT_EQ(bodies[0].name, "crank");
    EXPECT_EQ(bodies[0].mass.mass, 2.);
    EXPECT_EQ(bodies[0].mass.inertia, 0.5);
    EXPECT_EQ(bodies[0].position, Vector3d(1., 2., 0.3));
    EXPECT_EQ(bodies[0].velocity, Vector3d(0.1, 0.2, 0.3));
    EXPECT_EQ(bodies[1].name, "long rod");
    EXPECT_EQ(bodies[1].position, Vector3d(4., 6., std::numbers::pi / 2.));
    EXPECT_EQ(bodies[1].velocity, Vector3d(0., 0., 0.));
    EXPECT_EQ(bodies[1].mass.inertia, 0.1);
  }

  // the longest name counts, in whatever order
  TEST(ParseMechanism, NamesThatBeginWithOthers)
  {
    MechanismTexts texts;
    for (const std::string name : {"rod", "rod 2", "rod 2 b"})
      texts.bodies.items.push_back(
        {name + ": mass 1 ; inertia 1 ; at 0, 0, 0"});
    texts.joints      = "A: revolute ; rod 2 0.5, 1 ; rod 4, 3 |"
                        "B: revolute ; rod 2 b 1, 2 ; ground 0, 0";
    const auto joints = parsed(texts).joints;
    EXPECT_EQ(joints[0].first.frame, 1);
    EXPECT_EQ(joints[0].first.local, Vector2d(0.5, 1.));
    EXPECT_EQ(joints[0].second.frame, 0);
    EXPECT_EQ(joints[1].first.frame, 2);
  }

  TEST(ParseMechanism, ShapesOfBodies)
  {
    const auto mass_of = [](const std::string &text) {
      return parsed({"a: at 0, 0, 0 ; " + text, {}, {}, {}, {}})
        .bodies.front()
        .mass;
    };
    const auto expect = [](const PlanarMassProperties &m,
                           const double                mass,
                           const double                inertia) {
      EXPECT_NEAR(m.mass, mass, 1e-13);
      EXPECT_NEAR(m.inertia, inertia, 1e-13);
    };
    expect(mass_of("shape  rectangle 3, 4 ; density 2 ; thickness 0.5"),
           12.,
           25.);
    expect(mass_of("shape rectangle 3, 4 ; density 2"), 24., 50.);
    expect(mass_of("shape rectangle 3, 4 ; mass 6"), 6., 12.5);
    expect(mass_of("shape disc 2 ; mass 3"), 3., 6.);
    expect(mass_of("shape disc 2 ; density 1"),
           4. * std::numbers::pi,
           8. * std::numbers::pi);
    expect(mass_of("shape rod 2 ; density 3 ; thickness 4"), 24., 8.);
    expect(mass_of("shape rod 2 ; mass 3 ; inertia 7"), 3., 7.);
  }

  TEST(ParseMechanism, Joints)
  {
    const auto joints =
      parsed({{},
              "A: revolute ; ground 0, 0 ; crank -0.5, 1 |"
              "B: prismatic ; crank 1, 0 ; direction 1, 2 ; long rod 0, 3 |"
              "C: prismatic ; crank 1 0;long rod 0,3;angle 0.1;direction 1,2 |"
              "D: fixed ; ground 0, 0 ; long rod 0, 0 |"
              "E: distance ; crank 0, 0 ; long rod 0, 0 |"
              "F: distance ; crank 0, 0 ; long rod 0, 0 ; length 4.5 |"
              "M: drive ; ground ; crank ; angle 150*t |"
              "N: drive ; crank ; long rod ; angle 75*t^2 ; rate 150*t",
              {},
              {},
              {}})
        .joints;
    ASSERT_EQ(joints.size(), 8u);
    using Kind         = PlanarJoint::Kind;
    const Kind kinds[] = {Kind::revolute,
                          Kind::prismatic,
                          Kind::prismatic,
                          Kind::fixed,
                          Kind::distance,
                          Kind::distance,
                          Kind::drive,
                          Kind::drive};
    for (std::size_t i = 0; i < 8; ++i)
      EXPECT_EQ(joints[i].kind, kinds[i]) << i;
    EXPECT_EQ(joints[0].name, "A");
    EXPECT_EQ(joints[0].first.frame, PlanarPoint::ground);
    EXPECT_EQ(joints[0].second.frame, 0);
    EXPECT_EQ(joints[0].second.local, Vector2d(-0.5, 1.));
    EXPECT_EQ(joints[1].first.frame, 0);
    EXPECT_EQ(joints[1].second.frame, 1);
    EXPECT_EQ(joints[1].second.local, Vector2d(0., 3.));
    EXPECT_EQ(joints[1].direction, Vector2d(1., 2.));
    EXPECT_EQ(joints[1].relative, std::numbers::pi / 2. - 0.3); // of the start
    EXPECT_EQ(joints[2].relative, 0.1);
    EXPECT_EQ(joints[3].relative, std::numbers::pi / 2.);
    EXPECT_EQ(joints[4].length, 5.); // of the start
    EXPECT_EQ(joints[5].length, 4.5);
    EXPECT_EQ(joints[6].motion.value(2.), 300.);
    EXPECT_NEAR(joints[6].motion.rate(2.), 150., 1e-9);
    EXPECT_EQ(joints[7].motion.rate(2.), 300.); // as it is written
    EXPECT_EQ(joints[7].first.frame, 0);
    EXPECT_EQ(joints[7].second.frame, 1);
  }

  TEST(ParseMechanism, RatesOfDrives)
  {
    const auto joint =
      parsed({{}, "M: drive ; ground ; crank ; angle 5*sin(20*t)", {}, {}, {}})
        .joints.front();
    const double t     = 0.3;
    const double exact = 100. * std::cos(6.);
    EXPECT_NEAR(joint.motion.rate(t), exact, 1e-5);
    MechanismTexts texts;
    texts.bodies = two_bodies;
    texts.joints = "M: drive ; ground ; crank ; angle 5*sin(20*t)";
    EXPECT_NEAR(
      parse_mechanism<2>(texts, {}, 0.05).joints.front().motion.rate(t),
      exact,
      1e-9);
  }

  TEST(ParseMechanism, Contacts)
  {
    const auto contacts =
      parsed({{},
              {},
              "corner 1: point ; long rod -0.05, -0.05 ; line ground 0, -0.055;"
              "normal 0, 2 ; restitution 0.4 ; friction 0.1 |"
              "ring: point ; crank 0,0 ; inside circle ground 0, 0 ; radius 1 |"
              "post: point ; crank 0,0 ; radius 2 ; circle long rod 1, 2 |"
              "shaft: disc ; crank 0,0 ; disc radius 0.5 ; inside circle "
              "ground 0, 0 ; radius 1 ; tangential restitution 0.7 |"
              "guide: rectangle ; crank 0, 0 ; half lengths 0.05, 0.025 ; "
              "guide ground 0, 0 ; direction 1, 0 ; clearance 0.001",
              {},
              {}},
             {0.9, 0.3, 0.2})
        .contacts;
    ASSERT_EQ(contacts.size(), 8u);
    EXPECT_EQ(contacts[0].name, "corner 1");
    EXPECT_EQ(contacts[0].obstacle.kind->contact_name, "line");
    EXPECT_EQ(contacts[0].point.frame, 1);
    EXPECT_EQ(contacts[0].point.local, Vector2d(-0.05, -0.05));
    EXPECT_EQ(contacts[0].base.frame, PlanarPoint::ground);
    EXPECT_EQ(contacts[0].base.local, Vector2d(0., -0.055));
    EXPECT_EQ(contacts[0].obstacle.values[0], Vector2d(0., 2.));
    EXPECT_EQ(contacts[0].ball_radius, 0.);
    EXPECT_EQ(contacts[0].parameters.restitution, 0.4);
    EXPECT_EQ(contacts[0].parameters.friction, 0.1);
    EXPECT_EQ(contacts[0].parameters.tangential_restitution, 0.2);
    EXPECT_EQ(contacts[1].obstacle.kind->contact_name, "inside circle");
    EXPECT_EQ(contacts[1].obstacle.values[0][0], 1.);
    EXPECT_EQ(contacts[1].parameters.restitution, 0.9);
    EXPECT_EQ(contacts[1].parameters.friction, 0.3);
    EXPECT_EQ(contacts[2].obstacle.kind->contact_name, "circle");
    EXPECT_EQ(contacts[2].base.frame, 1);
    EXPECT_EQ(contacts[2].obstacle.values[0][0], 2.);
    EXPECT_EQ(contacts[3].obstacle.kind->contact_name, "inside circle");
    EXPECT_EQ(contacts[3].ball_radius, 0.5);
    EXPECT_EQ(contacts[3].parameters.tangential_restitution, 0.7);
    EXPECT_EQ(contacts[4].name, "guide 1");
    EXPECT_EQ(contacts[7].name, "guide 4");
    EXPECT_EQ(contacts[7].point.local, Vector2d(-0.05, 0.025));
    EXPECT_NEAR(contacts[7].base.local[1], 0.026, 1e-17);
    EXPECT_EQ(contacts[7].parameters.friction, 0.3);
  }

  // A contact at every node, behind the coordinates of the two bodies.
  TEST(ParseMechanism, ContactsAlongBeams)
  {
    MechanismTexts texts;
    texts.beams = "bar: from 0, 0 ; length 1 ; elements 3 ; section rectangle "
                  "0.01, 0.01 ; Young's modulus 2e11 ; density 7800";
    texts.contacts = "pin: beam bar ; disc radius 0.1 ; circle crank 0, 1 ; "
                     "radius 0.5 ; friction 0.2";
    const auto contacts = parsed(texts).contacts;
    ASSERT_EQ(contacts.size(), 4u);
    for (int i = 0; i < 4; ++i)
      {
        EXPECT_EQ(contacts[i].name, "pin " + std::to_string(i + 1));
        EXPECT_EQ(contacts[i].point.frame, 2 + i);
        EXPECT_EQ(contacts[i].point.local, Vector2d(0., 0.));
        EXPECT_EQ(contacts[i].ball_radius, 0.1);
        EXPECT_EQ(contacts[i].obstacle.kind->contact_name, "circle");
        EXPECT_EQ(contacts[i].base.local, Vector2d(0., 1.));
        EXPECT_EQ(contacts[i].obstacle.values[0][0], 0.5);
        EXPECT_EQ(contacts[i].parameters.friction, 0.2);
      }
  }

  TEST(ParseMechanism, Springs)
  {
    const auto d = parsed(
      {{},
       {},
       {},
       "s1: ground 0, 0.2 ; crank 0, 0.1 ; stiffness 100 ; free length "
       "0.1 ; damping 0.5 ; preload -3 | s2: crank 0,0 ; long rod 0,0 ; damping 1 |"
       "t1: torsional ; crank ; long rod ; stiffness 3 ; damping 4 |"
       "t2: torsional ; ground ; crank ; free angle pi/2 ; damping 1",
       {}});
    ASSERT_EQ(d.springs.size(), 2u);
    ASSERT_EQ(d.torsional_springs.size(), 2u);
    const LineSpring<2> &s = d.springs[0];
    EXPECT_EQ(s.name, "s1");
    EXPECT_EQ(s.first.local, Vector2d(0., 0.2));
    EXPECT_EQ(s.second.frame, 0);
    EXPECT_EQ(s.stiffness, 100.);
    EXPECT_EQ(s.free_length, 0.1);
    EXPECT_EQ(s.damping, 0.5);
    EXPECT_EQ(s.preload, -3.);
    EXPECT_EQ(d.springs[1].free_length, 5.);
    EXPECT_EQ(d.springs[1].stiffness, 0.);
    const PlanarTorsionalSpring &t = d.torsional_springs[0];
    EXPECT_EQ(t.first, 0);
    EXPECT_EQ(t.second, 1);
    EXPECT_EQ(t.stiffness, 3.);
    EXPECT_EQ(t.damping, 4.);
    EXPECT_EQ(t.free_angle, std::numbers::pi / 2. - 0.3);
    EXPECT_EQ(d.torsional_springs[1].free_angle, std::numbers::pi / 2.);
    EXPECT_EQ(d.torsional_springs[1].first, PlanarPoint::ground);
  }

  TEST(ParseMechanism, Loads)
  {
    const auto loads = parsed({{},
                               {},
                               {},
                               {},
                               "crank: force 0, -10 | long rod: moment "
                               "5*sin(20*t) ; force pow(t, 2), t<1 || t>2 |"
                               "crank: moment pi/2"})
                         .loads;
    ASSERT_EQ(loads.size(), 6u);
    EXPECT_EQ(loads[0].coordinate(), 0);
    EXPECT_EQ(loads[1].coordinate(), 1);
    EXPECT_EQ(loads[1].constant, -10.);
    EXPECT_FALSE(loads[1].varying);
    EXPECT_EQ(loads[2].coordinate(), 3);
    EXPECT_EQ(loads[2].varying(3.), 9.);
    EXPECT_EQ(loads[2].constant, 0.);
    EXPECT_EQ(loads[3].varying(3.), 1.);
    EXPECT_EQ(loads[4].coordinate(), 5);
    EXPECT_EQ(loads[4].varying(0.1), 5. * std::sin(2.));
    EXPECT_EQ(loads[5].coordinate(), 2);
    EXPECT_EQ(loads[5].constant, std::numbers::pi / 2.);
    EXPECT_FALSE(loads[5].varying);

    const auto mixed =
      parsed({{}, {}, {}, {}, "crank: force 1/(t - 1), 2"}).loads;
    ASSERT_EQ(mixed.size(), 2u);
    EXPECT_EQ(mixed[0].varying(3.), 0.5);
    EXPECT_THROW(mixed[0].varying(1.), StepError);
    EXPECT_EQ(mixed[1].constant, 2.);
    EXPECT_FALSE(mixed[1].varying);
  }
} // namespace percuss::test::parse_planar_mechanism_test
