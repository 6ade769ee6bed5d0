// SPDX-License-Identifier: Apache-2.0

// The energy of mechanisms with joints: to second order where the joints are in
// the smooth motion or their impulses act along G in the middle of the step,
// lost in first order with G of q_{k+1}.

#include "mechanism_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace percuss::test::joint_energy_test
{
  namespace
  {
    // a rod on a hinge: omega = 100/s
    const MechanismTexts arm{
      "arm: mass 1 ; inertia 0.01 ; at 0.05, 0, 0 ; velocity 0, 5, 100",
      "pivot: revolute ; ground 0, 0 ; arm -0.05, 0",
      "",
      "",
      ""};

    const std::string two_rods =
      "a: mass 1 ; shape rod 1 ; at 0.5, 0, 0 ; velocity 0, 1.5, 3 | "
      "b: mass 1 ; shape rod 1 ; at 1.5, 0, 0 ; velocity 0, 3, 0";

    const MechanismTexts double_pendulum{
      two_rods,
      "A: revolute ; ground 0, 0 ; a -0.5, 0 | "
      "B: revolute ; a 0.5, 0 ; b -0.5, 0",
      "",
      "",
      ""};

    const MechanismTexts driven_pendulum{
      two_rods,
      "A: revolute ; ground 0, 0 ; a -0.5, 0 | "
      "motor: drive ; ground ; a ; angle sin(3*t) | "
      "B: revolute ; a 0.5, 0 ; b -0.5, 0",
      "",
      "",
      ""};

    const MechanismTexts sprung_pendulum{
      two_rods,
      "A: revolute ; ground 0, 0 ; a -0.5, 0 | "
      "B: revolute ; a 0.5, 0 ; b -0.5, 0",
      "",
      "s: ground 0.5, 0.5 ; b 0.2, 0 ; stiffness 50 ; damping 0.5",
      ""};

    const MechanismTexts hinge_and_ball{
      "a: mass 1 ; inertia 0.02, 0.1, 0.11 ; at 0.5, 0, 0 ; "
      "velocity 0, 1.5, 0 ; angular velocity 0, 0, 3 | "
      "b: mass 1 ; inertia 0.02, 0.1, 0.11 ; at 1.5, 0, 0 ; velocity 0, 3, 0",
      "A: revolute ; ground 0, 0, 0 ; axis 0, 0, 1 ; a -0.5, 0, 0 | "
      "B: spherical ; a 0.5, 0, 0 ; b -0.5, 0, 0",
      "",
      "",
      ""};

    const MechanismTexts cantilever{
      "",
      "clamp: fixed ; ground 0, 0 ; beam.start 0, 0",
      "",
      "",
      "",
      "beam: from 0, 0 ; length 1 ; elements 4 ; section rectangle 0.01, 0.01 "
      "; Young's modulus 2.1e11 ; density 7800"};

    constexpr double g = 9.81;

    /** Schemes that keep the energy to second order, and bounds of its error
     * in parts of the most that they have with step h. */
    const std::vector<SchemeParameters> keeping{
      scheme_named("moreau-jean"),
      scheme_named("moreau-jean-dissipative"),
      scheme_named("direct-projection"),
      scheme_named("combined-projection"),
      scheme_named("generalized-alpha", 0.8),
      scheme_named("newmark"),
      scheme_named("generalized-alpha-ggl", 1.),
      scheme_named("generalized-alpha-ggl", 0.8),
      scheme_named("generalized-alpha-ggl", 0.5)};

    bool
    closes_joints(const SchemeParameters &scheme)
    {
      return scheme.name.ends_with("projection") ||
             scheme.name.ends_with("ggl");
    }

    /** Asserts the order of the energy over @p end [s]. */
    template <class Run, class Description>
    void
    check_energy(const Description      &description,
                 const SchemeParameters &scheme,
                 const double            h,
                 const double            end,
                 const double            bound,
                 const bool              has_identity)
    {
      const std::string name =
        scheme.name + ", rho = " + std::to_string(scheme.spectral_radius);
      const auto error = [&](const double step) {
        Run          run(description, scheme, step);
        const double e = run.largest_energy_error(std::lround(end / step));
        EXPECT_EQ(run.ledger().has_identity, has_identity);
        EXPECT_LT(run.ledger().max_relative_residual, 1e-12) << name;
        if (closes_joints(scheme))
          {
            EXPECT_LT(run.joint_gap(), 1e-13) << name;
          }
        return e;
      };
      const double coarse = error(h), fine = error(0.5 * h);
      EXPECT_LT(coarse, bound) << name;
      EXPECT_GT(std::log2((coarse + 1e-12) / (fine + 1e-13)), 1.85) << name;
    }
  } // namespace

  // 10.7 % a turn at 1e-3 s before
  TEST(JointEnergy, IsKeptInAFreeRotation)
  {
    const PlanarMechanismDescription d    = planar(arm, 0.);
    const double                     turn = 2. * std::numbers::pi / 100.;
    for (const SchemeParameters &scheme : keeping)
      check_energy<PlanarRun>(d,
                              scheme,
                              1e-3,
                              turn,
                              scheme.spectral_radius < 0.8 ? 0.05 : 3e-3,
                              true);

    // no work at all: every step is the same
    PlanarRun exact(d, scheme_named("moreau-jean"), 1e-3);
    EXPECT_LT(exact.largest_energy_error(10000), 1e-9);
  }

  TEST(JointEnergy, IsLostInFirstOrderWithNormalsAtTheEnd)
  {
    const PlanarMechanismDescription d    = planar(arm, 0.);
    const double                     turn = 2. * std::numbers::pi / 100.;
    for (const char *name : {"moreau-jean", "direct-projection", "newmark"})
      {
        const auto lost = [&](const double h) {
          PlanarRun run(d,
                        scheme_named(name, 0.8, JointImpulses::end_of_step),
                        h);
          run.stepper.advance(
            static_cast<unsigned long int>(std::lround(turn / h)));
          EXPECT_LT(run.ledger().max_relative_residual, 1e-12);
          return -run.energy_error() / run.ledger().initial_energy.total();
        };
        const double coarse = lost(1e-4), fine = lost(5e-5);
        EXPECT_NEAR(coarse, 2. * std::numbers::pi * 0.01 * 0.2, 1e-3) << name;
        EXPECT_NEAR(std::log2(coarse / fine), 1., 0.02) << name;
      }
  }

  TEST(JointEnergy, IsKeptByADoublePendulum)
  {
    for (const SchemeParameters &scheme : keeping)
      check_energy<PlanarRun>(
        planar(double_pendulum, g), scheme, 1e-2, 2., 0.15, true);
  }

  TEST(JointEnergy, IsThatOfTheWorkOfADrive)
  {
    for (const SchemeParameters &scheme : keeping)
      check_energy<PlanarRun>(
        planar(driven_pendulum, g), scheme, 1e-2, 2., 0.15, true);
  }

  TEST(JointEnergy, IsKeptWithSpringsAndDampers)
  {
    for (const SchemeParameters &scheme : keeping)
      check_energy<PlanarRun>(
        planar(sprung_pendulum, g), scheme, 5e-3, 1., 0.1, false);
  }

  TEST(JointEnergy, IsKeptInSpace)
  {
    for (const SchemeParameters &scheme : keeping)
      check_energy<SpatialRun>(
        spatial(hinge_and_ball, g), scheme, 1e-2, 1., 0.1, false);
  }

  // rho in [0, 1], order of the positions, not of the energy alone
  TEST(JointEnergy, PositionsHaveSecondOrder)
  {
    const PlanarMechanismDescription d = planar(double_pendulum, g);
    const auto position = [&](const SchemeParameters &scheme, const double h) {
      PlanarRun run(d, scheme, h);
      run.stepper.advance(static_cast<unsigned long int>(std::lround(0.5 / h)));
      return run.stepper.state().q.entries.eval();
    };
    const auto exact =
      position(scheme_named("generalized-alpha-ggl", 1.), 2e-4);
    for (const SchemeParameters &scheme :
         {scheme_named("moreau-jean"),
          scheme_named("direct-projection"),
          scheme_named("generalized-alpha"),
          scheme_named("generalized-alpha-ggl", 1.),
          scheme_named("generalized-alpha-ggl", 0.8),
          scheme_named("generalized-alpha-ggl", 0.)})
      {
        const double coarse = (position(scheme, 4e-3) - exact).norm(),
                     fine   = (position(scheme, 2e-3) - exact).norm();
        EXPECT_NEAR(std::log2(coarse / fine), 2., 0.15)
          << scheme.name << ' ' << scheme.spectral_radius;
      }
  }

  // the reaction of a pendulum at rest and of one that turns freely
  TEST(JointEnergy, ReportsTheReaction)
  {
    MechanismTexts hangs = arm;
    hangs.bodies =
      "arm: mass 1 ; inertia 0.01 ; at 0, -0.05, -1.5707963267948966";
    const double h = 1e-3;
    for (const char *name : {"moreau-jean", "generalized-alpha-ggl"})
      {
        PlanarRun rest(planar(hangs, g), scheme_named(name), h);
        rest.stepper.advance(50);
        EXPECT_NEAR(rest.stepper.record().impulse[0], 0., 1e-12) << name;
        EXPECT_NEAR(rest.stepper.record().impulse[1], g * h, 1e-12) << name;
        PlanarRun turns(planar(arm, 0.), scheme_named(name), h);
        turns.stepper.advance(50);
        const auto P = turns.stepper.record().impulse;
        EXPECT_NEAR(std::hypot(P[0], P[1]), 0.05 * 1e4 * h, 0.01) << name;
      }
  }

  // generalized-alpha, whose joints are not in the smooth motion, drifts
  TEST(JointEnergy, AClampedThinBeamDoesNotDrift)
  {
    const PlanarMechanismDescription d = planar(cantilever, g);
    for (const char *name :
         {"generalized-alpha-ggl", "moreau-jean", "direct-projection"})
      {
        PlanarRun    run(d, scheme_named(name), 1e-3);
        const double error = run.largest_energy_error(2000);
        EXPECT_LT(run.joint_gap(), 1e-14) << name;
        EXPECT_LT(error, 1e-5) << name;
      }
    PlanarRun drifts(d, scheme_named("generalized-alpha"), 5e-4);
    drifts.stepper.advance(1000);
    EXPECT_GT(drifts.joint_gap(), 1e-3);
  }

  // a rod on a hinge strikes a stop with its tip: omega+ = -e omega-; weight
  // changes omega by 0.3 %
  TEST(JointImpacts, TurnAHingedRodBack)
  {
    const auto struck =
      [](const SchemeParameters &scheme, const double e, const double h) {
        MechanismTexts texts = arm;
        texts.contacts = "stop: point ; arm 0.05, 0 ; line ground 0, 0.05 ; "
                         "normal 0, -1 ; restitution " +
                         std::to_string(e);
        PlanarRun run(planar(texts, g), scheme, h);
        run.stepper.advance(
          static_cast<unsigned long int>(std::lround(8e-3 / h)));
        EXPECT_GT(run.stepper.record().contacts->total_impulse, 0.)
          << scheme.name;
        EXPECT_LT(run.ledger().max_relative_residual, 1e-12) << scheme.name;
        if (closes_joints(scheme))
          {
            EXPECT_LT(run.joint_gap(), 1e-12) << scheme.name;
          }
        return run.stepper.state().v[2] / 100.;
      };
    for (const char *name : {"moreau-jean",
                             "direct-projection",
                             "combined-projection",
                             "generalized-alpha",
                             "generalized-alpha-ggl"})
      for (const double e : {0., 0.5, 1.})
        {
          EXPECT_NEAR(struck(scheme_named(name), e, 1e-4), -e, 0.01)
            << name << ", e = " << e;
          EXPECT_NEAR(struck(scheme_named(name), e, 1e-5), -e, 0.005)
            << name << ", e = " << e;
        }
  }

  // a clamped beam strikes a stop under its weight: the smooth forces of the
  // clamp answer the impulses of the tip
  TEST(JointImpacts, OfAClampedBeam)
  {
    MechanismTexts texts = cantilever;
    texts.contacts   = "stop: point ; beam.end 0, 0 ; line ground 0, -0.002 ; "
                       "normal 0, 1 ; restitution 0.5";
    const auto force = [&](const char *name) {
      PlanarRun run(planar(texts, g), scheme_named(name), 2e-4);
      double    impulse = 0.;
      for (int k = 0; k < 3000; ++k)
        {
          run.stepper.advance(1);
          if (k >= 1500)
            impulse += run.stepper.record().impulse.back();
          EXPECT_LT(run.energy_error(), 1e-6) << name;
        }
      EXPECT_LT(run.joint_gap(), 1e-12) << name;
      return impulse / (1500 * 2e-4);
    };
    // 3/8 of the weight 7.65 N less 3 E I w/l^3, w the way to the stop
    const double rest = 0.375 * 7.65 - 3. * 2.1e11 * 1e-8 / 12. * 0.002;
    for (const char *name : {"generalized-alpha-ggl", "moreau-jean"})
      EXPECT_NEAR(force(name), rest, 0.1 * rest) << name;
  }
} // namespace percuss::test::joint_energy_test
