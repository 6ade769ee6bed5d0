// SPDX-License-Identifier: Apache-2.0

// Beams among bodies: the system is the sum of its parts.

#include "random_state.h"

#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/check_mechanism.h>
#include <percuss/models/mechanism/mechanism_constraints.h>
#include <percuss/models/mechanism/parse_mechanism.h>
#include <percuss/models/mechanism/planar_mechanism.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::mechanism_beams_test
{
  namespace
  {
    MechanismTexts
    arm()
    {
      MechanismTexts texts;
      texts.bodies  = "hub: mass 2 ; inertia 0.3 ; at 0, 0, 0 ; velocity 0, 0, "
                      "3 | tip: mass 0.5 ; inertia 0.01 ; at 1.5, 0, 0 ; "
                      "velocity 0, 4.5, 3";
      texts.beams   = "rod: from 0.5, 0 ; length 1 ; elements 2 ; degree 2 ; "
                      "section rectangle 0.1, 0.02 ; Young's modulus 2e6 ; "
                      "density 500 ; velocity 0, 1.5, 3 | "
                      "bow: from 0, 1 ; angle 0.2 ; length 2 ; curvature 0.7 ; "
                      "section pipe 0.02, 0.01 ; Young's modulus 3e7 ; density "
                      "900";
      texts.joints  = "A: fixed ; hub 0.5, 0 ; rod.start 0, 0 | "
                      "B: revolute ; rod.end 0, 0 ; tip 0, 0";
      texts.springs = "s: rod.2 0, 0 ; bow.end 0, 0 ; stiffness 20";
      texts.loads   = "rod.3: force 0, 5";
      return texts;
    }

    Eigen::VectorXd
    force(const PlanarMechanism &mechanism, const Eigen::VectorXd &q)
    {
      DenseVector x, s;
      mechanism.reinit(x);
      mechanism.reinit(s);
      x.entries = q;
      mechanism.elastic_force(x, s);
      return s.entries;
    }
  } // namespace

  // Force, tangent and energy by central differences at an arbitrary state.
  TEST(MechanismBeams, ForcesAndTangentsAreDerivatives)
  {
    const PlanarMechanism mechanism(parse_mechanism<2>(arm()));
    const auto            n = static_cast<Eigen::Index>(mechanism.n_dofs());
    EXPECT_EQ(n, 3 * (2 + 5 + 5));
    EXPECT_FALSE(mechanism.is_linear());

    State<BandedAlgebra> x;
    reinit(mechanism, x);
    x.q = mechanism.initial_position();
    for (Eigen::Index i = 0; i < n; ++i)
      x.q.entries[i] += 0.1 * std::sin(2.3 * static_cast<double>(i));
    Eigen::MatrixXd K, M;
    K                       = iteration_matrix(mechanism, {0., 0., 1.}, x);
    M                       = iteration_matrix(mechanism, {1., 0., 0.}, x);
    const Eigen::VectorXd s = force(mechanism, x.q.entries);
    const double          epsilon = 1e-6;
    const auto            energy  = [&](const Eigen::VectorXd &q) {
      DenseVector y = x.q;
      y.entries     = q;
      return mechanism.strain_energy(y, y);
    };
    for (Eigen::Index i = 0; i < n; ++i)
      {
        const Eigen::VectorXd e = epsilon * Eigen::VectorXd::Unit(n, i);
        EXPECT_NEAR((energy(x.q.entries + e) - energy(x.q.entries - e)) /
                      (2. * epsilon),
                    s[i],
                    1e-6 * s.norm());
        const Eigen::VectorXd column = (force(mechanism, x.q.entries + e) -
                                        force(mechanism, x.q.entries - e)) /
                                       (2. * epsilon);
        EXPECT_LT((column - K.col(i)).norm(), 1e-6 * K.norm());
        DenseVector unit = x.q, product = x.q;
        unit.entries = Eigen::VectorXd::Unit(n, i);
        mechanism.stiffness_product(x, unit, product);
        EXPECT_LT((product.entries - K.col(i)).norm(), 1e-12 * K.norm());
        mechanism.momentum(unit, unit, product);
        EXPECT_LT((product.entries - M.col(i)).norm(), 1e-13);
      }
    EXPECT_LT((mechanism.masses() - M.diagonal()).norm(), 1e-14);
  }

  // The arm turns as a rigid body: closed joints, no strain, and the kinetic
  // energy of bodies and rod.
  TEST(MechanismBeams, StartAsRigidBodies)
  {
    const PlanarMechanismDescription description = parse_mechanism<2>(arm());
    const PlanarMechanism            mechanism(description);
    const PlanarConstraints          constraints(description.joints,
                                        description.contacts);
    const DenseVector               &q = mechanism.initial_position(),
                      &v               = mechanism.initial_velocity();
    EXPECT_NO_THROW(check_start(constraints, q, v, 0.));
    EXPECT_NO_THROW(
      check_joints_are_independent(constraints, mechanism.masses(), q));
    EXPECT_NEAR(force(mechanism, q.entries).norm(), 0., 1e-9);

    DenseVector p = v;
    mechanism.momentum(v, v, p);
    const double A = 0.1 * 0.02, I = 0.1 * std::pow(0.02, 3) / 12., rho = 500.,
                 rod = rho * A * (std::pow(1.5, 3) - std::pow(0.5, 3)) / 3. +
                       rho * I;
    EXPECT_NEAR(v * p, 9. * (0.3 + 0.01 + 0.5 * 1.5 * 1.5 + rod), 1e-12);
  }

  // Gravity pulls with the weight of all, loads act on nodes.
  TEST(MechanismBeams, WeightAndLoads)
  {
    const PlanarMechanism mechanism(parse_mechanism<2>(arm()));
    DenseVector           F;
    mechanism.reinit(F);
    mechanism.load(0., F);
    double down = 0.;
    for (Eigen::Index i = 1; i < F.entries.size(); i += 3)
      down += F.entries[i];
    const double pi = std::acos(-1.), rod = 500. * 0.1 * 0.02,
                 bow = 900. * pi * (4e-4 - 1e-4) * 2.;
    EXPECT_NEAR(down, 5. - 9.81 * (2. + 0.5 + rod + bow), 1e-12);
    EXPECT_EQ(mechanism.coordinate_names()[6], "rod.start x");
    EXPECT_EQ(mechanism.coordinate_names()[3 * 5 + 1], "rod.3 y");
    EXPECT_EQ(mechanism.coordinate_names()[3 * 11 + 2], "bow.end angle");
  }

  TEST(MechanismBeams, AreObstacles)
  {
    MechanismTexts texts = arm();
    texts.contacts = "A: disc ; tip 0, 0.1 ; disc radius 0.2 ; beam bow ; side "
                     "right ; half thickness 0.02 ; friction 0.3 | "
                     "B: point ; rod.end 0, 0 ; side left ; beam bow";
    const auto contacts = parse_mechanism<2>(texts).contacts;
    ASSERT_EQ(contacts.size(), 2u);
    ASSERT_TRUE(contacts[0].beam && contacts[1].beam);
    EXPECT_EQ(contacts[0].point.frame, 1);
    EXPECT_EQ(contacts[0].ball_radius, 0.2);
    EXPECT_EQ(contacts[0].beam->first, 2 + 5);
    ASSERT_EQ(contacts[0].beam->arc_lengths.size(), 5u);
    EXPECT_NEAR(contacts[0].beam->arc_lengths[3], 1.5, 1e-15);
    EXPECT_FALSE(contacts[0].beam->is_left);
    EXPECT_EQ(contacts[0].beam->half_thickness, 0.02);
    EXPECT_EQ(contacts[0].parameters.friction, 0.3);
    EXPECT_TRUE(contacts[1].beam->is_left);
    EXPECT_EQ(contacts[1].beam->half_thickness, 0.);
    EXPECT_EQ(contacts[1].ball_radius, 0.);
    texts.contacts    = "C: point ; tip 0, 0 ; beam rod ; side left";
    const auto of_rod = parse_mechanism<2>(texts).contacts;
    EXPECT_EQ(of_rod[0].beam->first, 2);
    ASSERT_EQ(of_rod[0].beam->arc_lengths.size(), 5u);
    EXPECT_NEAR(of_rod[0].beam->arc_lengths[1], 0.25, 1e-15);

    for (const auto &[contact, part] :
         {std::pair("A: point ; tip 0, 0 ; beam bov ; side left", "'bow'"),
          std::pair("A: point ; tip 0, 0 ; beam bow", "'side'"),
          std::pair("A: point ; tip 0, 0 ; beam bow ; side above", "left"),
          std::pair("A: point ; tip 0, 0 ; beam bow ; side left ; radius 1",
                    "radius"),
          std::pair("A: point ; tip 0, 0 ; side left", "no obstacle")})
      {
        texts.contacts = contact;
        try
          {
            parse_mechanism<2>(texts);
            ADD_FAILURE() << contact;
          }
        catch (const InputError &error)
          {
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
              << error.what();
          }
      }
  }

  TEST(MechanismBeams, WrongTextsAreNamed)
  {
    const auto fails_with = [](const std::string &beams, const char *part) {
      MechanismTexts texts;
      texts.beams = beams;
      try
        {
          parse_mechanism<2>(texts);
          ADD_FAILURE() << beams;
        }
      catch (const InputError &error)
        {
          EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
            << error.what();
        }
    };
    const std::string good = "b: from 0, 0 ; length 1 ; section circle 0.1 ; "
                             "Young's modulus 1 ; density 1";
    MechanismTexts    texts;
    texts.beams = good;
    EXPECT_NO_THROW(parse_mechanism<2>(texts));
    fails_with(good + " ; elements 1.5", "elements");
    fails_with(good + " ; elements 0", "elements");
    fails_with(good + " ; colour 3", "colour");
    fails_with("b: from 0, 0 ; length 1", "Young's modulus");
    fails_with("b: from 0, 0 ; length -1 ; section circle 0.1 ; Young's "
               "modulus 1 ; density 1",
               "length");
  }
} // namespace percuss::test::mechanism_beams_test
