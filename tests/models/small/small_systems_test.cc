// SPDX-License-Identifier: Apache-2.0

// The nonlinear benchmarks of [D19]: rotating spring, Van der Pol, arch.

#include "model_run.h"
#include "static_arch.h"
#include "steppers.h"

#include <percuss/models/small/discrete_arch/discrete_arch.h>
#include <percuss/models/small/rotating_spring/rotating_spring.h>
#include <percuss/models/small/van_der_pol_oscillator/van_der_pol_oscillator.h>

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace percuss::test::small_systems_test
{
  /** m x cross V with the velocity that the scheme's impulses act on: that of
   * half steps in central differences. */
  template <class Run>
  double
  angular_momentum(const Run &run, const double shift)
  {
    const auto  &x  = run.stepper.state();
    const double vx = x.v[0] + shift * x.a[0], vy = x.v[1] + shift * x.a[1];
    return x.q[0] * vy - x.q[1] * vx;
  }

  const RotatingSpring spring({});

  /** Largest relative change over 100 s at h = 0.1, e = 1 without friction. */
  double
  change_of_angular_momentum(const char *scheme)
  {
    const CircularBoundary<1>                     boundary(1.4, {1.});
    ModelRun<RotatingSpring, CircularBoundary<1>> run(
      spring, boundary, scheme_named(scheme), explicit_forecast(0.5), 0.1);
    const double shift  = 0.1 * run.scheme->contact_treatment().velocity_shift;
    const double start  = angular_momentum(run, shift);
    double       change = 0.;
    for (int k = 0; k < 1000; ++k)
      {
        run.stepper.advance(1);
        change =
          std::max(change, std::abs(angular_momentum(run, shift) / start - 1.));
      }
    EXPECT_GT(run.stepper.record().contacts->n_problems, 50u);
    return change;
  }

  TEST(RotatingSpring, CDLagrangeConservesAngularMomentumAndMoreauJeanDoesNot)
  {
    EXPECT_LT(change_of_angular_momentum("cd-lagrange"), 1e-12);
    EXPECT_LT(change_of_angular_momentum("cd-lagrange-implicit"), 1e-12);
    const double loss = change_of_angular_momentum("moreau-jean");
    EXPECT_GT(loss, 0.010);
    EXPECT_LT(loss, 0.018); // 1.4 %, not the 10 % of [D19]
  }

  // the moment of friction about the centre is -R P_T, and nothing else has one
  TEST(RotatingSpring, FrictionTakesAngularMomentumAtContactOnly)
  {
    const CircularBoundary<2>                     boundary(1.4, {0., 0.2});
    ModelRun<RotatingSpring, CircularBoundary<2>> run(spring,
                                                      boundary,
                                                      scheme_named(
                                                        "cd-lagrange"),
                                                      explicit_forecast(0.5),
                                                      0.1);
    double       momentum   = angular_momentum(run, 0.05);
    const double start      = momentum;
    unsigned int n_contacts = 0;
    for (int k = 0; k < 1000; ++k)
      {
        run.stepper.advance(1);
        const double next = angular_momentum(run, 0.05);
        if (run.stepper.record().active_contacts == 0)
          EXPECT_NEAR(next, momentum, 1e-14);
        else
          {
            ++n_contacts;
            EXPECT_LE(next, momentum + 1e-14);
            const double r = std::hypot(run.q(0), run.q(1));
            EXPECT_NEAR(next - momentum,
                        r * run.stepper.record().impulse[1],
                        1e-13);
            EXPECT_LE(std::abs(run.stepper.record().impulse[1]),
                      0.2 * run.stepper.record().impulse[0] + 1e-14);
          }
        momentum = next;
      }
    EXPECT_GT(n_contacts, 3u);
    EXPECT_LT(momentum, 0.95 * start);
    EXPECT_GT(momentum, 0.);
  }

  /** Every scheme runs it, and keeps to the circle as it promises. */
  TEST(RotatingSpring, RunsWithEveryScheme)
  {
    const CircularBoundary<1> boundary(1.4, {0.8});
    for (const SchemeInformation &information : schemes())
      if (information.is_consistent)
        {
          ModelRun<RotatingSpring, CircularBoundary<1>> run(
            spring,
            boundary,
            scheme_named(std::string(information.name)),
            free_position_forecast(),
            0.01);
          run.stepper.advance(500);
          const auto &contacts = *run.stepper.record().contacts;
          EXPECT_GT(contacts.n_problems, 0u) << information.name;
          if (run.scheme->contact_treatment().level ==
              ContactTreatment::Level::both)
            EXPECT_LT(contacts.max_penetration, 1e-11) << information.name;
          else
            EXPECT_LT(contacts.max_penetration, 0.03) << information.name;
        }
  }

  struct Cycle
  {
    double period, lowest, highest, slowest, fastest;
  };

  /** From one upward passage of zero to the next, over 300 s. */
  std::vector<Cycle>
  van_der_pol_cycles(const char *scheme, const double h)
  {
    using Rows = CoordinateObstacles<1, 1>;
    const VanDerPolOscillator oscillator({});
    const Rows obstacle({Rows::Obstacle{"obstacle", 0, -1., 1.5}}, 1.);
    ModelRun<VanDerPolOscillator, Rows> run(
      oscillator, obstacle, scheme_named(scheme), explicit_forecast(0.5), h);
    std::vector<Cycle> cycles;
    Cycle              cycle{};
    double             last_passage = 0., before = run.q();
    for (int k = 1; k <= static_cast<int>(300. / h); ++k)
      {
        run.stepper.advance(1);
        const double q = run.q(), v = run.v();
        cycle.lowest  = std::min(cycle.lowest, q);
        cycle.highest = std::max(cycle.highest, q);
        cycle.slowest = std::min(cycle.slowest, v);
        cycle.fastest = std::max(cycle.fastest, v);
        if (before < 0. && q >= 0.)
          {
            const double passage = h * (k - q / (q - before));
            cycle.period         = passage - last_passage;
            last_passage         = passage;
            cycles.push_back(cycle);
            cycle = {};
          }
        before = q;
      }
    return cycles;
  }

  // Impacts fall anywhere in a step: cycles differ by O(h) from each other.
  TEST(VanDerPolOscillator, StaysOnItsLimitCycle)
  {
    const Cycle limit = van_der_pol_cycles("cd-lagrange-implicit", 1e-4).back();
    EXPECT_NEAR(limit.highest, 1.5, 1e-3);
    for (const char *scheme :
         {"moreau-jean", "cd-lagrange", "cd-lagrange-implicit"})
      {
        const std::vector<Cycle> cycles = van_der_pol_cycles(scheme, 1e-3);
        EXPECT_GT(cycles.size(), 35u);
        // explicit damping is of first order
        const double tolerance =
          scheme == std::string("cd-lagrange") ? 1e-2 : 5e-3;
        for (std::size_t i = 10; i < cycles.size(); ++i)
          {
            EXPECT_NEAR(cycles[i].period / limit.period, 1., tolerance);
            EXPECT_NEAR(cycles[i].lowest / limit.lowest, 1., tolerance);
            EXPECT_NEAR(cycles[i].slowest / limit.slowest, 1., tolerance);
            EXPECT_NEAR(cycles[i].fastest / limit.fastest, 1., tolerance);
          }
      }
  }

  TEST(DiscreteArch, SnapsThroughAndStopsOnTheStaticSolution)
  {
    using Rows = CoordinateObstacles<20, 10>;
    std::array<Rows::Obstacle, 10> nodes;
    for (int i = 0; i < 10; ++i)
      nodes[static_cast<std::size_t>(i)] = {"node " + std::to_string(i + 1),
                                            2 * i + 1,
                                            1.,
                                            -6.5e-2};
    const Rows                   plane(nodes, 0.);
    const DiscreteArch           arch({});
    const double                 h = 0.5;
    ModelRun<DiscreteArch, Rows> run(
      arch, plane, scheme_named("cd-lagrange"), free_position_forecast(), h);
    // [D19]: the impulse of the damping against that of the contact
    double ratio = 1., impulse = 0.;
    while (ratio > 1e-8 && run.stepper.record().step < 100000)
      {
        run.stepper.advance(1);
        impulse = 0.;
        for (const double P : run.stepper.record().impulse)
          impulse += P;
        double damping = 0.;
        for (int i = 1; i < 20; i += 2)
          damping += arch.description.damping * h * run.v(i);
        if (run.stepper.record().time > arch.description.load_duration &&
            impulse > 0.)
          ratio = std::abs(damping) / impulse;
      }
    EXPECT_LE(ratio, 1e-8);
    EXPECT_EQ(run.stepper.record().active_contacts, 2u);
    EXPECT_NEAR(run.q(9), -6.5e-2, 1e-4); // penetrated by less than V h
    EXPECT_NEAR(impulse / h, 9.2952e-5, 0.002 * 9.2952e-5);

    // exactly the equilibrium of where the central nodes stopped
    DiscreteArchDescription stopped = arch.description;
    stopped.obstacle_distance       = -run.q(9);
    const StaticArch equilibrium(stopped);
    EXPECT_NEAR(run.q(11), run.q(9), 1e-12);
    EXPECT_NEAR(impulse / h, equilibrium.total_reaction(), 1e-5 * impulse / h);
    EXPECT_LT(
      (run.stepper.state().q.entries - equilibrium.q.cast<double>()).norm(),
      1e-5);
  }
} // namespace percuss::test::small_systems_test
