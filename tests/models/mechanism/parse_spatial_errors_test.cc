// SPDX-License-Identifier: Apache-2.0

// What is said about texts of mechanisms in space that are wrong.

#include "spatial_texts.h"

#include <gtest/gtest.h>

namespace percuss::test::parse_spatial_errors_test
{
  namespace
  {
    void
    expect_error(const MechanismTexts &texts, const std::string &message)
    {
      try
        {
          in_space(texts);
          FAIL() << message;
        }
      catch (const InputError &error)
        {
          EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
            << "found:    " << error.what() << "\nexpected: " << message;
        }
    }
  } // namespace

  TEST(ParseSpatialMechanism, RefusesWrongBodiesAndRods)
  {
    const auto expect = [](const std::string &bodies,
                           const std::string &message) {
      expect_error({bodies, {}, {}, {}, {}}, message);
    };
    EXPECT_THROW(parse_mechanism<3>({}), InputError);
    expect("a: mass 1 ; inertia 1 ; at 0, 0, 0",
           "Body 'a: mass 1 ; inertia 1 ; at 0, 0, 0': in 'inertia 1': it has "
           "1 number where 3 are needed.");
    expect("a: mass 1 ; inertia 1, 1, 1 ; at 0, 0, 0 ; rotatoin 1, 0, 0",
           "Did you mean 'rotation'?");
    expect("a: mass 1 ; inertia 1, 1, 1 ; at 0, 0, 0 ; thickness 1",
           "The part 'thickness 1' is too much here");
    expect("a: shape ball 1 ; at 0, 0, 0",
           "Its shape needs a mass or a density.");
    expect("a: shape rod 1 ; mass 1 ; at 0, 0, 0",
           "It has no part 'cross section', which is needed.");
    expect("a: shape ball 1 ; mass 1 ; cross section 1 ; at 0, 0, 0",
           "The part 'cross section 1' is too much here");
    expect("a: shape box 1, -1, 1 ; mass 1 ; at 0, 0, 0",
           "The length of body 'a' is -1; it must be positive.");
    expect("plane 2: mass 1 ; inertia 1, 1, 1 ; at 0, 0, 0",
           "The name of a body must not begin with 'plane'");
    expect("a: shape ball 1 ; mass 1 ; at 0, 0, 0 | a: shape ball 1 ; mass 1 ; "
           "at 0, 0, 0",
           "There is a body 'a' already; give each its own name.");
    const auto expect_rod = [](const std::string &rods,
                               const std::string &message) {
      expect_error({{}, {}, {}, {}, {}, rods}, message);
    };
    expect_rod("a: from 0, 0, 0", "Rod 'a: from 0, 0, 0': It has no part");
    expect_rod(std::string("a: from 0, 0, 0 ; angle 1") + mesh,
               "The part 'angle 1' is too much here");
    expect_rod(std::string("a: from 0, 0, 0 ; curvature 1") + mesh,
               "in 'curvature 1': it has 1 number where 2 are needed.");
    expect_rod(std::string("a: from 0, 0, 0 ; elements 1.5") + mesh,
               "in 'elements 1.5': it must be a whole number from 1.");
  }

  TEST(ParseSpatialMechanism, RefusesWrongJointsAndContacts)
  {
    const auto expect = [](const std::string &joints,
                           const std::string &message) {
      expect_error({{}, joints, {}, {}, {}}, message);
    };
    expect("A: sferical ; ground 0, 0, 0 ; crank 0, 0, 0",
           "There is no joint 'sferical'. Allowed are spherical, revolute, "
           "cylindrical, prismatic, fixed, distance, drive. Did you mean "
           "'spherical'?");
    expect("A: spherical ; ground 0, 0 ; crank 0, 0, 0",
           "in 'ground 0, 0': it has 2 numbers where 3 are needed.");
    expect("A: revolute ; ground 0, 0, 0 ; crank 0, 0, 0",
           "It has no part 'axis', which is needed.");
    expect("A: fixed ; ground 0, 0, 0 ; cranc 0, 0, 0",
           "Did you mean 'crank'?");
    expect("A: fixed ; ground 0, 0, 0 ; crank 0, 0, 0 ; axis 1, 0, 0",
           "The part 'axis 1, 0, 0' is too much here.");
    const auto expect_contact = [](const std::string &contacts,
                                   const std::string &message) {
      MechanismTexts texts;
      texts.contacts = contacts;
      texts.beams    = std::string("whip: from 0, 0, 0") + mesh;
      expect_error(texts, message);
    };
    expect_contact("c: bal ; crank 0,0,0 ; plane ground 0,0,0 ; normal 0,0,1",
                   "There is no contact 'bal'. Allowed are point, ball, rod. "
                   "Did you mean 'ball'?");
    expect_contact("c: point ; crank 0, 0, 0 ; normal 0, 0, 1",
                   "It has no obstacle; write 'plane', 'sphere', ");
    expect_contact("c: point ; crank 0,0,0 ; plane ground 0,0,0 ; cylinder "
                   "ground 0,0,0",
                   "It has two obstacles, 'plane' and 'cylinder'");
    expect_contact("c: ball ; crank 0,0,0 ; plane ground 0,0,0 ; normal 0,0,1",
                   "It has no part 'ball radius', which is needed.");
    expect_contact("c: point ; crank 0,0,0 ; ball radius 1 ; plane ground "
                   "0,0,0 ; normal 0,0,1",
                   "The part 'ball radius 1' is too much here");
    expect_contact("c: point ; crank 0,0,0 ; cylinder ground 0,0,0 ; radius 1",
                   "It has no part 'axis', which is needed.");
    expect_contact("c: point ; crank 0,0,0 ; sphere ground 0,0,0 ; radius 1 ; "
                   "axis 0,0,1",
                   "The part 'axis 0,0,1' is too much here");
    expect_contact("c: rod wip ; ball radius 1 ; plane ground 0,0,0 ; normal "
                   "0,0,1",
                   "in 'rod wip': there is no rod 'wip'; there are whip. Did "
                   "you mean 'whip'?");
    expect_contact("c: rod crank ; ball radius 1 ; plane ground 0,0,0",
                   "there is no rod 'crank'; there are whip.");
    expect_contact("c: rod whip ; plane ground 0,0,0 ; normal 0,0,1",
                   "It has no part 'ball radius', which is needed.");
    expect_error({{}, {}, {}, {}, "crank: force 1, 2"},
                 "in 'force 1, 2': it has 2 expressions where 3 are needed");
    expect_error({{}, {}, {}, {}, "crank: moment 1"},
                 "in 'moment 1': it has 1 expression where 3 are needed");
    expect_error({{}, {}, {}, {}, "cranck: force 1, 2, 3"},
                 "There is no body 'cranck'. Did you mean 'crank'?");
  }
} // namespace percuss::test::parse_spatial_errors_test
