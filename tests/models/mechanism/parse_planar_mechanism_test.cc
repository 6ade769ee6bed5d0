// SPDX-License-Identifier: Apache-2.0

// Mechanisms from text, and what is said about text that is wrong.

#include "functions_of_time.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace percuss::test
{
  using Eigen::Vector2d;
  using Eigen::Vector3d;

  const char *const two_bodies =
    "crank: mass 2 ; inertia 0.5 ; at 1, 2, 0.3 ; velocity 0.1, 0.2, 0.3 |"
    "long rod: at 4 6 pi/2 ; mass 3 ; inertia 1e-1";

  PlanarMechanismDescription
  parsed(MechanismTexts texts, const ContactCoefficients &contact_defaults = {})
  {
    if (texts.bodies.empty())
      texts.bodies = two_bodies;
    return parse_planar_mechanism(texts, known_function, contact_defaults);
  }

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
    for (const char *name : {"rod", "rod 2", "rod 2 b"})
      texts.bodies += std::string(texts.bodies.empty() ? "" : "|") + name +
                      ": mass 1 ; inertia 1 ; at 0, 0, 0";
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
              "N: drive ; crank ; long rod ; angle sqrt(t) ; rate 150*t",
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
    EXPECT_NEAR(parse_planar_mechanism(texts, known_function, {}, 0.05)
                  .joints.front()
                  .motion.rate(t),
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
    const auto d =
      parsed({{},
              {},
              {},
              "s1: ground 0, 0.2 ; crank 0, 0.1 ; stiffness 100 ; free length "
              "0.1 ; damping 0.5 ; preload -3 | s2: crank 0,0 ; long rod 0,0 |"
              "t1: torsional ; crank ; long rod ; stiffness 3 ; damping 4 |"
              "t2: torsional ; ground ; crank ; free angle pi/2",
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
  }

  void
  expect_error(const MechanismTexts &texts, const std::string &message)
  {
    try
      {
        parsed(texts);
        FAIL() << message;
      }
    catch (const InputError &error)
      {
        EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
          << "found:    " << error.what() << "\nexpected: " << message;
      }
  }

  TEST(ParseMechanism, RefusesWrongBodies)
  {
    const auto expect = [](const std::string &bodies,
                           const std::string &message) {
      expect_error({bodies, {}, {}, {}, {}}, message);
    };
    expect(" ", "There are no bodies; write 'name: ");
    expect("a: mass 1 ; inertia 1 ; at 0, 0",
           "Body 'a: mass 1 ; inertia 1 ; at 0, 0': in 'at 0, 0': it has 2 "
           "numbers where 3 are needed.");
    expect("mass 1", "Body 'mass 1': It has no name; write 'name: part");
    expect("a: mass 1 ; ; at 0, 0, 0", "It has an empty part");
    expect("a: mas 1 ; inertia 1 ; at 0, 0, 0",
           "The part 'mas 1' is too much here; parts may begin with: mass, ");
    expect("a: mas 1 ; inertia 1 ; at 0, 0, 0", "Did you mean 'mass'?");
    expect("a: mass x ; inertia 1 ; at 0, 0, 0",
           "in 'mass x': 'x' is neither a number nor an expression: not "
           "known.");
    expect("a: mass 150*t ; inertia 1 ; at 0, 0, 0",
           "'150*t' depends on t where a number is needed.");
    expect("a: mass 1/0 ; inertia 1 ; at 0, 0, 0",
           "'1/0' is not finite at t = 0.");
    expect("a: mass 1 ; mass 2 ; inertia 1 ; at 0, 0, 0",
           "It has two parts 'mass'; write one.");
    expect("a: mass 1 ; at 0, 0, 0",
           "It has no part 'inertia', which is needed.");
    expect("a: mass 1 ; inertia 1", "It has no part 'at', which is needed.");
    expect("a: shape disc 1 ; at 0, 0, 0",
           "Its shape needs a mass or a density");
    expect("a: shape disc 1 ; mass 1 ; density 2 ; at 0, 0, 0",
           "It has both a mass and a density; write one.");
    expect("a: shape disc 1 ; mass 1 ; thickness 2 ; at 0, 0, 0",
           "A thickness needs a density, not a mass.");
    expect("a: shape disc -1 ; mass 1 ; at 0, 0, 0",
           "The length of body 'a' is -1; it must be positive.");
    expect("a: shape triangle 1 ; mass 1 ; at 0, 0, 0",
           "The part 'shape triangle 1' is too much here");
    expect("ground 2: mass 1 ; inertia 1 ; at 0, 0, 0",
           "The name of a body must not begin with 'ground'");
    expect("line 2: mass 1 ; inertia 1 ; at 0, 0, 0",
           "The name of a body must not begin with 'line'");
    expect("a: mass 1 ; inertia 1 ; at 0, 0, 0 | a: mass 1 ; inertia 1 ; at "
           "0, 0, 0",
           "There is a body 'a' already; give each its own name.");
  }

  TEST(ParseMechanism, RefusesWrongJoints)
  {
    const auto expect = [](const std::string &joints,
                           const std::string &message) {
      expect_error({{}, joints, {}, {}, {}}, message);
    };
    expect("A: revolut ; ground 0, 0 ; crank 0, 0",
           "Joint 'A: revolut ; ground 0, 0 ; crank 0, 0': There is no joint "
           "'revolut'. Allowed are revolute, prismatic, fixed, distance, "
           "drive. Did you mean 'revolute'?");
    expect(
      "A: revolute ; ground 0, 0 ; cranc 0, 0",
      "in 'cranc 0, 0': there is no body 'cranc'; there are ground, crank, "
      "long rod. Did you mean 'crank'?");
    expect("A: revolute ; ground 0, 0 ; crank 0",
           "in 'crank 0': it has 1 number where 2 are needed.");
    expect("A: revolute ; ground 0, 0",
           "It names too few points; two are needed");
    expect("A: revolute ; ground 0, 0 ; crank 0, 0 ; long rod 0, 0",
           "The part 'long rod 0, 0' is too much here.");
    expect("A: prismatic ; ground 0, 0 ; crank 0, 0",
           "It has no part 'direction', which is needed.");
    expect(
      "A: distance ; ground 0, 0 ; crank 0, 0 ; lenght 1",
      "The part 'lenght 1' is too much here; parts may begin with: length. "
      "Did you mean 'length'?");
    expect("M: drive ; ground ; crank 0, 0 ; angle 150*t",
           "in 'crank 0, 0': write the name of a body, or 'ground', alone; "
           "'0, 0' is too much.");
    expect("M: drive ; ground ; crank ; angel 150*t",
           "There is no part 'angel'; did you mean 'angle'?");
    expect("M: drive ; ground ; crank ; angle sqrt(t)",
           "The angle has no derivative at t = 0");
    expect("M: drive ; ground ; crank ; angle 150*t, 150*t",
           "it has 2 expressions where 1 is needed");
  }

  TEST(ParseMechanism, RefusesWrongContacts)
  {
    const auto expect = [](const std::string &contacts,
                           const std::string &message) {
      expect_error({{}, {}, contacts, {}, {}}, message);
    };
    expect("c: poin ; crank 0, 0 ; line ground 0, 0 ; normal 0, 1",
           "There is no contact 'poin'. Allowed are point, disc, rectangle, "
           "beam. Did you mean 'point'?");
    expect("c: point ; crank 0, 0 ; normal 0, 1",
           "It has no obstacle; write 'line', 'circle', ");
    expect("c: point ; crank 0, 0 ; lien ground 0, 0 ; normal 0, 1",
           "The part 'lien ground 0, 0' is too much here");
    expect("c: point ; crank 0, 0 ; line ground 0, 0 ; circle ground 0, 0",
           "It has two obstacles, 'line' and 'circle'; write two contacts.");
    expect("c: point ; crank 0, 0 ; line ground 0, 0",
           "It has no part 'normal', which is needed.");
    expect("c: point ; crank 0, 0 ; line ground 0, 0 ; normal 0, 1 ; radius 1",
           "The part 'radius 1' is too much here");
    expect("c: point ; crank 0, 0 ; disc radius 1 ; line ground 0, 0 ; "
           "normal 0, 1",
           "The part 'disc radius 1' is too much here");
    expect("c: disc ; crank 0, 0 ; circle ground 0, 0 ; radius 1",
           "It has no part 'disc radius', which is needed.");
    expect("c: beam bar ; disc radius 1 ; line ground 0, 0 ; normal 0, 1",
           "in 'beam bar': there is no beam 'bar'.");
    expect("c: point ; crank 0, 0 ; line grund 0, 0 ; normal 0, 1",
           "Did you mean 'ground'?");
    expect(
      "c: rectangle ; crank 0, 0 ; half lengths 1, -1 ; guide ground 0, 0 ;"
      "direction 1, 0 ; clearance 0",
      "The second half length of contact 'c' is -1; it must be positive.");
  }

  TEST(ParseMechanism, RefusesWrongSpringsAndLoads)
  {
    expect_error(
      {{}, {}, {}, "s: crank 0, 0 ; long rod 0, 0 ; stifness 3", {}},
      "The part 'stifness 3' is too much here; parts may begin with: "
      "stiffness, free length, damping, preload. Did you mean "
      "'stiffness'?");
    expect_error({{}, {}, {}, "s: torsional ; crank ; lon rod", {}},
                 "there is no body 'lon rod'; there are ground, crank, long "
                 "rod. Did you mean 'long rod'?");
    expect_error({{}, {}, {}, {}, "ground: force 1, 2"},
                 "There is no body 'ground'.");
    expect_error(
      {{}, {}, {}, {}, "cranck: force 1, 2"},
      "Load 'cranck: force 1, 2': There is no body 'cranck'. Did you "
      "mean 'crank'?");
    expect_error({{}, {}, {}, {}, "crank: force 1"},
                 "in 'force 1': it has 1 expression where 2 are needed");
    expect_error({{}, {}, {}, {}, "crank: torque 1"},
                 "The part 'torque 1' is too much here; parts may begin with: "
                 "force, moment.");
  }
} // namespace percuss::test
