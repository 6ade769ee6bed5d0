// SPDX-License-Identifier: Apache-2.0

// The arch on its obstacle by a static solver of the test's own, its scaling,
// load and critical time step.

#include "static_arch.h"

#include <percuss/models/small/discrete_arch/discrete_arch.h>

#include <gtest/gtest.h>

namespace percuss::test::discrete_arch_test
{
  TEST(DiscreteArch, RestsOnTheObstacleWithItsTwoCentralNodes)
  {
    const DiscreteArchDescription d;
    const StaticArch              rest(d);
    EXPECT_LT(rest.residual, 1e-15L);
    EXPECT_GT(rest.lowest_stiffness, 0.L);
    EXPECT_NEAR(rest.total_reaction(), 9.2952e-5, 0.5e-9); // in k R
    for (int node = 1; node <= 10; ++node)
      {
        const double height = static_cast<double>(rest.q[2 * node - 1]);
        if (node == 5 || node == 6)
          {
            EXPECT_EQ(height, -d.obstacle_distance);
            EXPECT_NEAR(rest.reaction(node), 9.2952e-5 / 2., 0.5e-9);
          }
        else
          EXPECT_GT(height, -d.obstacle_distance + 1e-3);
      }

    // the model's forces are in equilibrium with these reactions there
    const DiscreteArch   arch(d);
    DiscreteArch::Vector q, s;
    q.entries = rest.q.cast<double>();
    arch.elastic_force(q, s);
    for (int node = 1; node <= 10; ++node)
      {
        EXPECT_NEAR(s[2 * node - 2], 0., 1e-14);
        EXPECT_NEAR(s[2 * node - 1], rest.reaction(node), 1e-14);
      }
  }

  TEST(DiscreteArch, ReturnsWithHingesAsStiffAsPrinted)
  {
    DiscreteArchDescription d;
    d.hinge_stiffness = 4.16e-3;
    const StaticArch rest(d);
    EXPECT_LT(rest.residual, 1e-15L);
    EXPECT_EQ(rest.total_reaction(), 0.);
    const auto start = DiscreteArch(d).initial_position();
    EXPECT_LT((rest.q.cast<double>() - start.entries).norm(), 1e-10);
  }

  TEST(DiscreteArch, IsStressFreeAtTheStart)
  {
    const DiscreteArch         arch({});
    const DiscreteArch::Vector q = arch.initial_position();
    DiscreteArch::Vector       s;
    arch.elastic_force(q, s);
    EXPECT_LT(s.entries.norm(), 1e-15);
    EXPECT_LT(arch.strain_energy(q, s), 1e-30);
    // on a circle through the supports, symmetric
    const double depth = std::cos(0.5 * 0.78539816339744831);
    for (int i = 0; i < DiscreteArch::n_inner_nodes; ++i)
      {
        EXPECT_NEAR(std::hypot(q[2 * i], q[2 * i + 1] + depth), 1., 1e-15);
        EXPECT_NEAR(q[2 * i], -q[18 - 2 * i], 1e-15);
        EXPECT_NEAR(q[2 * i + 1], q[19 - 2 * i], 1e-15);
      }
  }

  // forces in k R, moments in k R^2
  TEST(DiscreteArch, ScalesWithRadiusAndStiffness)
  {
    DiscreteArchDescription large;
    large.radius          = 3.;
    large.bar_stiffness   = 7.;
    large.hinge_stiffness = 4.16e-5 * 7. * 9.;
    const DiscreteArch   unit_arch({}), large_arch(large);
    DiscreteArch::Vector q = unit_arch.initial_position(), s, s_large;
    for (int i = 0; i < 20; ++i)
      q[i] += 0.01 * std::sin(3. * i);
    unit_arch.elastic_force(q, s);
    const double energy = unit_arch.strain_energy(q, s);
    q.entries *= 3.;
    large_arch.elastic_force(q, s_large);
    EXPECT_LT((s_large.entries - 21. * s.entries).norm(),
              1e-13 * s_large.entries.norm());
    EXPECT_NEAR(large_arch.strain_energy(q, s_large),
                63. * energy,
                1e-13 * 63. * energy);
  }

  TEST(DiscreteArch, IsPulledDownForAWhile)
  {
    DiscreteArchDescription d;
    d.load          = 3e-3;
    d.load_duration = 100.;
    const DiscreteArch   arch(d);
    DiscreteArch::Vector F;
    EXPECT_TRUE(arch.has_varying_load());
    for (const double t : {0., 100., 1000.})
      {
        arch.load(t, F);
        EXPECT_EQ(F.entries.norm(), 0.) << t;
      }
    for (const double t : {12.5, 50., 87.5})
      {
        arch.load(t, F);
        const double s = std::sin(t * 0.031415926535897932);
        EXPECT_NEAR(F[9], -1.5e-3 * s * s, 1e-18);
        EXPECT_EQ(F[9], F[11]);
        EXPECT_EQ((F.entries.array() != 0.).count(), 2);
      }
  }

  /** Growth of small motions in 2000 steps of q += h V, V -= h (K q/m + mu V).
   */
  double
  growth(const DiscreteArch &arch, const double h)
  {
    const DiscreteArch::Matrix K =
      arch.tangent_stiffness(arch.initial_position()) /
      arch.description.nodal_mass;
    using Entries = DiscreteArch::Vector::Entries;
    Entries q = Entries::LinSpaced(1., 2.), V = Entries::Zero();
    q[3]               = -1.;
    const double start = q.norm();
    for (int k = 0; k < 2000; ++k)
      {
        q += h * V;
        V -= h * (K * q + arch.description.damping * V);
      }
    return q.norm() / start;
  }

  TEST(DiscreteArch, IsStableUpToTheCriticalTimeStep)
  {
    for (const double damping : {0.005, 0.5})
      {
        DiscreteArchDescription d;
        d.damping    = damping;
        d.nodal_mass = 2.;
        const DiscreteArch arch(d);
        const double       h = arch.critical_time_step(arch.initial_position());
        EXPECT_LT(growth(arch, 0.998 * h), 10.) << damping;
        EXPECT_GT(growth(arch, 1.002 * h), 1e10) << damping;
      }
    // 2/omega of the default arch
    DiscreteArchDescription d;
    d.damping = 0.;
    const DiscreteArch arch(d);
    EXPECT_NEAR(arch.critical_time_step(arch.initial_position()),
                1.01092,
                1e-5);
  }
} // namespace percuss::test::discrete_arch_test
