// SPDX-License-Identifier: Apache-2.0

// Random openings of a zone of f_c = 6 N, G_c A = 1.5 J, so that delta_c = 0.5 m.

#include <percuss/constraints/cohesive_zones.h>

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace percuss::test::cohesive_zones_test
{
  constexpr double strength = 6., critical = 0.5;

  struct CohesiveZone : testing::Test
  {
    CohesiveZone()
    {
      zones.add(1, strength, 0.5 * strength * critical);
    }

    /** What holds the contact [N]. */
    double
    force() const
    {
      std::array<double, 3> p{};
      zones.add_impulses(0.25, p);
      EXPECT_EQ(p[0], 0.);
      EXPECT_EQ(p[2], 0.);
      return -p[1] / 0.25;
    }

    void
    start(const double gap)
    {
      zones.start(std::array{-1., gap, -1.});
    }

    void
    open(const double delta)
    {
      const std::array all{-1., delta, -1.};
      zones.soften(all, all);
    }

    CohesiveZones zones;
  };

  TEST_F(CohesiveZone, CoheresWhereClosedAtTheStart)
  {
    for (const double gap : {-0.1, 0., 0.999e-3 * critical})
      {
        start(gap);
        EXPECT_NEAR(force(), strength, 1e-3 * strength);
        EXPECT_EQ(zones.record().n_zones, 1u);
        EXPECT_EQ(zones.record().n_left, 1u);
      }
    start(1.001e-3 * critical);
    EXPECT_EQ(force(), 0.);
    EXPECT_EQ(zones.record().n_zones, 0u);
  }

  TEST_F(CohesiveZone, SoftensInProportionAndStaysSo)
  {
    start(0.);
    open(0.2 * critical);
    EXPECT_NEAR(force(), 0.8 * strength, 1e-15 * strength);
    open(0.1 * critical); // back
    EXPECT_NEAR(force(), 0.8 * strength, 1e-15 * strength);
    open(-critical); // beyond
    EXPECT_NEAR(force(), 0.8 * strength, 1e-15 * strength);
    open(0.5 * critical);
    EXPECT_NEAR(force(), 0.5 * strength, 1e-15 * strength);
    open(1.5 * critical);
    EXPECT_EQ(force(), 0.);
    EXPECT_EQ(zones.record().n_left, 0u);
    open(0.);
    EXPECT_EQ(force(), 0.);
    EXPECT_EQ(zones.record().stored, 0.);
  }

  TEST_F(CohesiveZone, WorkIsStoredOrDissipated)
  {
    std::mt19937                     random(7);
    std::normal_distribution<double> step(0., 0.1 * critical);
    for (unsigned int run = 0; run < 100; ++run)
      {
        start(0.);
        double delta = 0., work = 0., dissipated = 0.;
        for (unsigned int i = 0; i < 100; ++i)
          {
            const double move = step(random);
            work -= force() * move;
            delta += move;
            open(delta);
            EXPECT_GE(zones.record().dissipated, dissipated);
            dissipated = zones.record().dissipated;
            EXPECT_NEAR(work + zones.record().stored + dissipated,
                        0.,
                        1e-13 * strength * critical);
          }
      }
  }

  TEST_F(CohesiveZone, PartsWithTheFractureEnergy)
  {
    for (const int n : {1000, 4000})
      {
        start(0.);
        for (int i = 1; i <= n; ++i)
          open(critical * i / n);
        // with the force of the step before: half a step more
        EXPECT_NEAR(zones.record().dissipated,
                    0.5 * strength * critical * (1. + 1. / n),
                    1e-12 * strength * critical);
      }
  }

  TEST_F(CohesiveZone, MeasuresDrift)
  {
    start(0.);
    zones.soften(std::array{0., 0., 0.}, std::array{9., -0.1 * critical, 9.});
    zones.soften(std::array{0., 0., 0.}, std::array{9., 0.05 * critical, 9.});
    EXPECT_NEAR(zones.record().drift, 0.1, 1e-15);
    EXPECT_EQ(force(), strength);
  }

  TEST_F(CohesiveZone, IsWrittenAndRead)
  {
    start(0.);
    open(0.3 * critical);
    Archive archive;
    zones.serialize(archive);
    const double before = force(), dissipated = zones.record().dissipated;
    open(critical);
    Archive copy(archive.common());
    zones.serialize(copy);
    EXPECT_EQ(force(), before);
    EXPECT_EQ(zones.record().dissipated, dissipated);
  }
} // namespace percuss::test::cohesive_zones_test
