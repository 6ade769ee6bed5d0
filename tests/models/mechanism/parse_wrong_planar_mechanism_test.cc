// SPDX-License-Identifier: Apache-2.0

// What is said about planar mechanisms from text that is wrong.

#include "parsed_mechanism.h"

namespace percuss::test::parse_wrong_planar_mechanism_test
{
  TEST(ParseMechanism, RefusesWrongBodies)
  {
    const auto expect = [](const std::string &bodies,
                           const std::string &message) {
      expect_error({bodies, {}, {}, {}, {}}, message);
    };
    EXPECT_THROW(parse_mechanism<2>({}), InputError);
    expect("a: mass 1 ; inertia 1 ; at 0, 0",
           "Body 'a: mass 1 ; inertia 1 ; at 0, 0': in 'at 0, 0': it has 2 "
           "numbers where 3 are needed.");
    expect("mass 1", "Body 'mass 1': It has no name; write 'name: part");
    expect("a: mass 1 ; ; at 0, 0, 0", "It has an empty part");
    expect("a: mas 1 ; inertia 1 ; at 0, 0, 0",
           "The part 'mas 1' is too much here; parts may begin with: mass, ");
    expect("a: mas 1 ; inertia 1 ; at 0, 0, 0", "Did you mean 'mass'?");
    expect("a: mass x ; inertia 1 ; at 0, 0, 0",
           "in 'mass x': 'x' is neither a number nor an expression: ");
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
    for (const std::string name : {"beam", "bodies", "side"})
      expect(name + ": mass 1 ; inertia 1 ; at 0, 0, 0",
             "The name of a body must not begin with '" + name + "'");
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
           "The part 'angel 150*t' is too much here; parts may begin with: "
           "angle, rate. Did you mean 'angle'?");
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
                 "A load acts on a body that moves, not on the ground.");
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
} // namespace percuss::test::parse_wrong_planar_mechanism_test
