// SPDX-License-Identifier: Apache-2.0

// Compliant contacts of balls: Hertz' impact by its closed forms, that of Hunt
// and Crossley by the relation between the velocities, which knows neither
// stiffness nor exponent nor masses; consistent derivatives.

#include "mechanism_run.h"

#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>

#include <numbers>

namespace percuss::test::bumper_test
{
  /** Two balls of radius 0.1 on an oblique line, the first one with the speed v. */
  struct Impact
  {
    double v = 2., mass_1 = 1., mass_2 = 3., k = 1e5, n = 1.5, chi = 0.;

    LineSpring<2>
    bumper() const
    {
      LineSpring<2> result{"b", {0, {0., 0.}}, {1, {0., 0.}}, k, 0.2};
      result.is_bumper   = true;
      result.exponent    = n;
      result.dissipation = chi;
      return result;
    }

    PlanarMechanismDescription
    description() const
    {
      PlanarMechanismDescription d;
      d.bodies = {
        {"first", {mass_1, 0.01}, {0., 0., 0.}, {0.6 * v, 0.8 * v, 0.}},
        {"second",
         {mass_2, 0.01},
         {0.121, 0.161333333333333, 0.},
         {0., 0., 0.}}};
      d.springs = {bumper()};
      d.gravity = {0., 0.};
      return d;
    }

    double
    reduced_mass() const
    {
      return mass_1 * mass_2 / (mass_1 + mass_2);
    }

    /** Largest depth without dissipation: m v^2/2 = k d^(n+1)/(n+1). */
    double
    depth() const
    {
      return std::pow((n + 1.) * reduced_mass() * v * v / (2. * k),
                      1. / (n + 1.));
    }
  };

  struct Result
  {
    double depth = 0., duration = 0., speed = 0., energy_error = 0.,
           momentum_error = 0.;
  };

  /** Of @p steps in the duration of Hertz' impact. */
  Result
  run(const Impact &impact, const int steps)
  {
    const double               h = 3. * impact.depth() / impact.v / steps;
    PlanarMechanismDescription d = impact.description();
    MechanismRun<PlanarMechanism, PlanarConstraints> run(
      d, scheme_named("moreau-jean"), h);
    Result     result;
    const auto along = [](const Eigen::VectorXd &x) {
      return 0.6 * (x[3] - x[0]) + 0.8 * (x[4] - x[1]);
    };
    const double momentum = impact.mass_1 * impact.v;
    for (int k = 0; k < 2 * steps + 1000; ++k)
      {
        result.energy_error =
          std::max(result.energy_error, std::abs(run.energy_error()));
        run.stepper.advance(1);
        const auto  &x     = run.stepper.state();
        const double depth = 0.2 - along(x.q.entries);
        if (depth > 0.)
          result.duration += h;
        else if (result.depth > 0.)
          break;
        result.depth = std::max(result.depth, depth);
      }
    const auto &v = run.stepper.state().v.entries;
    result.speed  = along(v);
    result.momentum_error =
      std::abs(impact.mass_1 * (0.6 * v[0] + 0.8 * v[1]) +
               impact.mass_2 * (0.6 * v[3] + 0.8 * v[4]) - momentum);
    return result;
  }

  TEST(Bumper, HertzImpact)
  {
    // T = 2 d_max/v int_0^1 dx/sqrt(1 - x^(n+1))
    for (const double n : {1., 1.5, 3.})
      {
        Impact impact;
        impact.n              = n;
        const Result own      = run(impact, 2000);
        const double a        = 1. / (n + 1.);
        const double duration = 2. * impact.depth() / impact.v *
                                std::sqrt(std::numbers::pi) *
                                std::tgamma(1. + a) / std::tgamma(0.5 + a);
        EXPECT_NEAR(own.depth, impact.depth(), 1e-5 * impact.depth()) << n;
        EXPECT_NEAR(own.duration, duration, 2e-3 * duration) << n;
        EXPECT_NEAR(own.speed, impact.v, 1e-5 * impact.v) << n;
        EXPECT_LT(own.momentum_error, 1e-12) << n;
        EXPECT_LT(own.energy_error, 1e-5) << n;
      }
  }

  // chi (v_1 + v_2) = ln((1 + chi v_1)/(1 - chi v_2)), to second order in h
  TEST(Bumper, HuntAndCrossleyImpact)
  {
    for (const double n : {1., 1.5, 3.})
      for (const double chi_v : {0.1, 0.5, 2.})
        for (const double mass_2 : {0.1, 3., 1000.})
          {
            Impact impact;
            impact.n          = n;
            impact.chi        = chi_v / impact.v;
            impact.mass_2     = mass_2;
            const auto defect = [&](const int steps) {
              const Result own = run(impact, steps);
              const double c_2 = impact.chi * own.speed;
              EXPECT_LT(own.momentum_error, 1e-11);
              return chi_v + c_2 - std::log((1. + chi_v) / (1. - c_2));
            };
            EXPECT_NEAR(defect(1000), 0., 2e-5) << n << " " << chi_v;
            EXPECT_NEAR(defect(4000), 0., 2e-6) << n << " " << chi_v;
          }
  }

  TEST(Bumper, HasConsistentDerivatives)
  {
    Impact impact;
    impact.chi                   = 0.3;
    PlanarMechanismDescription d = impact.description();
    d.springs[0].first.local     = {0.02, 0.01};
    d.springs[0].second.local    = {-0.03, 0.02};
    d.bodies[1].position         = {0.1, 0.1, 0.4};
    const PlanarMechanism mechanism(d);
    State<BandedAlgebra>  x;
    reinit(mechanism, x);
    x.q = mechanism.initial_position();
    for (unsigned int i = 0; i < 6; ++i)
      x.v[i] = std::sin(1. + i);
    evaluate_forces(mechanism, x);
    Eigen::MatrixXd K, C;
    K = iteration_matrix(mechanism, {0., 0., 1.}, x);
    C = iteration_matrix(mechanism, {0., 1., 0.}, x);
    EXPECT_GT(K.norm(), 1.);
    EXPECT_GT(C.norm(), 1.);
    const double eps = 1e-6;
    for (unsigned int i = 0; i < 6; ++i)
      {
        auto above = x, below = x, faster = x;
        above.q[i] += eps;
        below.q[i] -= eps;
        faster.v[i] += 1.;
        for (auto *const state : {&above, &below, &faster})
          evaluate_forces(mechanism, *state);
        EXPECT_NEAR((mechanism.strain_energy(above.q, above.elastic_force) -
                     mechanism.strain_energy(below.q, below.elastic_force)) /
                      (2. * eps),
                    x.elastic_force[i],
                    1e-7 * x.elastic_force.entries.norm());
        EXPECT_LT(((above.elastic_force.entries + above.damping_force.entries -
                    below.elastic_force.entries - below.damping_force.entries) /
                     (2. * eps) -
                   K.col(i))
                    .norm(),
                  1e-7 * K.norm());
        EXPECT_LT((faster.damping_force.entries - x.damping_force.entries -
                   C.col(i))
                    .norm(),
                  1e-12 * C.norm());
      }
  }

  TEST(Bumper, TextAndWrongNumbers)
  {
    const MechanismTexts texts{
      "a: mass 1 ; inertia 1 ; at 0, 0, 0 | b: mass 1 ; inertia 1 ; at 1, 0, 0",
      "",
      "",
      "h: bumper ; a 0, 0 ; b 0, 0 ; stiffness 5 ; free length 0.4 |"
      "c: bumper ; a 0, 0 ; ground 0, 3 ; stiffness 5 ; free length 0.4 ; "
      "exponent 2 ; dissipation 0.7",
      ""};
    const auto d = planar(texts, 0.);
    ASSERT_EQ(d.springs.size(), 2u);
    EXPECT_TRUE(d.springs[0].is_bumper);
    EXPECT_EQ(d.springs[0].exponent, 1.5);
    EXPECT_EQ(d.springs[0].dissipation, 0.);
    EXPECT_EQ(d.springs[1].exponent, 2.);
    EXPECT_EQ(d.springs[1].dissipation, 0.7);
    auto wrong                = d;
    wrong.springs[0].exponent = 0.5;
    EXPECT_THROW(PlanarMechanism{wrong}, InputError);
    wrong                        = d;
    wrong.springs[1].dissipation = -1.;
    EXPECT_THROW(PlanarMechanism{wrong}, InputError);
  }
} // namespace percuss::test::bumper_test
