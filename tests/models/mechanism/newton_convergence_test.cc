// SPDX-License-Identifier: Apache-2.0

// Newton's iteration of mechanisms: it ends where rounding does not allow more,
// whatever the fineness of beams, the step, the units and the masses.

#include "newton_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <sstream>
#include <string>

namespace percuss::test::newton_convergence_test
{
  TEST(NewtonConvergence, OfBeamsOfAnyFinenessAtAnyStep)
  {
    for (const std::string &scheme : schemes)
      for (const std::string joint : {"fixed", "revolute"})
        for (const unsigned int n : {1u, 4u, 12u, 64u, 256u, 512u})
          for (const double h : {1e-6, 1e-5, 1e-4, 1e-3})
            {
              if (n == 512 && h != 1e-5)
                continue;
              NewtonRun run(beam(n, joint), scheme, h, 9.81);
              ASSERT_NO_THROW(run.stepper.advance(3))
                << scheme << ' ' << joint << ' ' << n << ' ' << h;
              EXPECT_LE(run.stepper.record().iterations.max_newton, 8u)
                << scheme << ' ' << joint << ' ' << n << ' ' << h;
              const double fall = 0.5 * 9.81 * 9. * h * h;
              if (h <= 1e-5 && n > 1)
                { // before the clamp is felt at the tip
                  EXPECT_NEAR(run.tip(), -fall, 0.4 * fall);
                }
            }
  }

  // All but at rest and far from the origin: no iterate is nearer than the
  // rounding of q, which is larger than the motion of the step.
  TEST(NewtonConvergence, OfMotionsBelowTheRoundingOfPositions)
  {
    for (const std::string &scheme : schemes)
      for (const unsigned int n : {4u, 64u})
        for (const double h : {1e-5, 1e-3})
          for (const char *const speed : {"1e-6", "1e-10", "1e-14"})
            {
              MechanismTexts texts = beam(n);
              texts.joints         = "";
              std::string beams    = texts.beams.text();
              beams.replace(beams.find("0, 0"), 4, "100, 50");
              texts.beams = beams + " ; velocity " + speed + ", 0, " + speed;
              NewtonRun run(texts, scheme, h, 0.);
              ASSERT_NO_THROW(run.stepper.advance(20))
                << scheme << ' ' << n << ' ' << h << ' ' << speed;
            }
  }

  // M dv = h (F - s_{k+1/2}): what a further iteration, by a solver of its own,
  // would change
  TEST(NewtonConvergence, LeavesNoMoreThanRounding)
  {
    for (const unsigned int n : {4u, 16u, 64u})
      for (const double h : {1e-5, 1e-4, 5e-4})
        {
          MechanismTexts texts = beam(n);
          texts.joints         = "";
          texts.beams          = texts.beams.text() + " ; velocity 1, 2, 20";
          NewtonRun run(texts, "moreau-jean", h, 9.81);
          double    largest = 0., speed = 0.;
          for (unsigned int step = 0; step < 20; ++step)
            {
              const State<BandedAlgebra> x = run.state();
              run.stepper.advance(1);
              const State<BandedAlgebra> &next = run.state();
              DenseVector                 r(x.load), dv(next.v), force(x.v);
              run.mechanism.load(0., r);
              r.entries = h * (r.entries - 0.5 * (x.elastic_force.entries +
                                                  next.elastic_force.entries));
              dv.add(-1., x.v);
              run.mechanism.momentum(next.q, dv, force);
              r.add(-1., force);
              BandedMatrix S;
              run.mechanism.iteration_matrix({1., 0., 0.25 * h * h}, next, S);
              BandedAlgebra::LinearSolver solver;
              solver.factorize(S);
              DenseVector correction;
              solver.solve(correction, r);
              largest =
                std::max(largest, run.mechanism.increment_size(correction));
              speed = std::max(speed, run.mechanism.increment_size(next.v));
            }
          const double q = run.mechanism.configuration_size(run.state().q);
          EXPECT_LT(largest, 1e-12 * speed + 1e-14 * q / h) << n << ' ' << h;
        }
  }

  TEST(NewtonConvergence, DoesNotDependOnUnits)
  {
    const Units other{1024., 1. / 1048576., 16.};
    for (const std::string &scheme : schemes)
      if (scheme != "combined-projection") // its metric adds lengths and angles
        for (const unsigned int n : {4u, 40u})
          {
            NewtonRun one(beam(n, "revolute"), scheme, 1e-4, 10.);
            NewtonRun two(beam(n, "revolute", other),
                          scheme,
                          1e-4 * other.time,
                          10. * other.length / (other.time * other.time));
            one.stepper.advance(30);
            two.stepper.advance(30);
            EXPECT_EQ(one.stepper.record().iterations.sum_newton,
                      two.stepper.record().iterations.sum_newton);
            EXPECT_NEAR(other.length * one.tip(),
                        two.tip(),
                        1e-11 * std::abs(two.tip()));
          }
  }

  // a chain of three bodies, the one in the middle from 1e-8 to 1e8 kg
  TEST(NewtonConvergence, OfMassesOverEightDecades)
  {
    const auto chain = [](const double mass, const std::string &joint) {
      std::ostringstream text;
      text << "a: mass 1 ; inertia 0.1 ; at 0.5, 0, 0 | b: mass " << mass
           << " ; inertia " << 0.1 * mass
           << " ; at 1.5, 0, 0 | c: mass 1 ; inertia 0.1 ; at 2.5, 0, 0";
      MechanismTexts texts;
      texts.bodies = text.str();
      texts.joints = "A: revolute ; ground 0, 0 ; a -0.5, 0 | B: " + joint +
                     " ; a 0.5, 0 ; b -0.5, 0 | C: " + joint +
                     " ; b 0.5, 0 ; c -0.5, 0";
      return texts;
    };
    for (const std::string &scheme : schemes)
      for (const std::string joint : {"revolute", "fixed"})
        {
          double light = 0.;
          for (const double mass : {1e-6, 1e-8, 1e-4, 1e-2, 1., 1e2, 1e4, 1e8})
            {
              if (mass == 1e8 && joint == "fixed")
                continue;
              NewtonRun run(chain(mass, joint), scheme, 1e-3, 9.81);
              ASSERT_NO_THROW(run.stepper.advance(100))
                << scheme << ' ' << joint << ' ' << mass;
              EXPECT_LT(run.joint_velocity(), 1e-8);
              if (mass == 1e-6)
                light = run.tip();
              if (mass == 1e-8)
                { // massless but for 1e-6 of the others
                  EXPECT_NEAR(run.tip(), light, 1e-5 * std::abs(light));
                }
            }
        }
  }

  // gaps of joints are closed as if the obstacle were not there
  TEST(NewtonConvergence, OfAGapDoesNotDependOnObstaclesFarAway)
  {
    for (const std::string scheme :
         {"combined-projection", "generalized-alpha-ggl"})
      {
        std::optional<double> near;
        for (const char *distance : {"2", "2e9"})
          {
            MechanismTexts texts;
            texts.bodies = "a: mass 1 ; inertia 0.1 ; at 0.5, 0, 0 ; velocity "
                           "0, 20, 40";
            texts.joints = "A: revolute ; ground 0, 0 ; a -0.5, 0";
            texts.contacts = std::string("f: point ; a 0.5, 0 ; line ground ") +
                             "0, -" + distance + " ; normal 0, 1";
            NewtonRun run(texts, scheme, 2e-3, 10.);
            run.stepper.advance(50);
            EXPECT_LT(std::abs(run.stepper.record().gap[0]), 1e-13) << distance;
            EXPECT_LT(std::abs(run.stepper.record().gap[1]), 1e-13) << distance;
            if (near)
              {
                EXPECT_NEAR(run.tip(), *near, 1e-12);
              }
            near = run.tip();
          }
      }
  }

  // linear elements with one Gauss point: second order in their length
  TEST(NewtonConvergence, LetsBeamsBeRefinedWithSecondOrder)
  {
    for (const std::string joint : {"fixed", "revolute"})
      {
        const auto tip = [&joint](const unsigned int n) {
          NewtonRun run(beam(n, joint), "moreau-jean", 1e-4, 9.81);
          run.stepper.advance(40);
          return run.tip();
        };
        const double finest = tip(512);
        const double coarse = std::abs(tip(16) - finest);
        const double fine   = std::abs(tip(64) - finest);
        EXPECT_NEAR(0.5 * std::log2(coarse / fine), 2., 0.2) << joint;
      }
  }
} // namespace percuss::test::newton_convergence_test
