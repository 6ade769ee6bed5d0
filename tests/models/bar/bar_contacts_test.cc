// SPDX-License-Identifier: Apache-2.0

// Who can touch whom: rows, names and gaps of bars between two walls.

#include <percuss/models/bar/bar_contacts.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <gtest/gtest.h>

namespace percuss::test::bar_contacts_test
{
  using Algebras = testing::Types<PETScAlgebra, TrilinosAlgebra>;

  template <class A>
  class BarContactsTest : public testing::Test
  {};
  TYPED_TEST_SUITE(BarContactsTest, Algebras);

  TYPED_TEST(BarContactsTest, TwoBarsBetweenWalls)
  {
    BarDescription bar;
    bar.n_elements     = 4;
    bar.cross_section  = 1.;
    bar.youngs_modulus = 1.;
    bar.density        = 1.;
    bar.initial_displacement =
      BarProperty([](const double x, unsigned int) { return 0.1 * x; });
    BarRowDescription row;
    row.bars              = {bar, bar};
    row.right_obstacle    = true;
    row.left_gap          = 0.5;
    row.gaps_between_bars = {0.25};
    row.right_gap         = 0.125;

    const ElasticBar<TypeParam>  bars(row, MPI_COMM_WORLD);
    const auto                   q_0 = bars.initial_displacement();
    const BarContacts<TypeParam> contacts(bars, q_0, {0.3});
    ASSERT_EQ(contacts.n_constraints(), 3u);
    EXPECT_EQ(contacts.name(0), "left");
    EXPECT_EQ(contacts.name(1), "bars 1-2");
    EXPECT_EQ(contacts.name(2), "right");
    EXPECT_EQ(contacts.law(1).restitution, 0.3);

    // the gaps at the start are those described
    std::vector<double> g(3), u(3);
    contacts.gap(q_0, 0., g);
    EXPECT_NEAR(g[0], 0.5, 1e-15);
    EXPECT_NEAR(g[1], 0.25, 1e-15);
    EXPECT_NEAR(g[2], 0.125, 1e-15);

    // a stretch by 0.1 per bar closes the gap between them and the right one
    contacts.velocity(q_0, 0., q_0, u);
    EXPECT_NEAR(u[0], 0., 1e-15);
    EXPECT_NEAR(u[1], -0.1, 1e-15);
    EXPECT_NEAR(u[2], -0.1, 1e-15);

    // actio = reactio: between the bars nothing is left of the resultant
    typename TypeParam::Vector r, rigid;
    bars.reinit(r);
    bars.reinit(rigid);
    rigid = 1.;
    contacts.add_impulse(q_0, 0., std::vector<double>{0., 2., 0.}, r);
    EXPECT_NEAR(rigid * r, 0., 1e-15);
    EXPECT_NEAR(q_0 * r, 2. * u[1], 1e-15);
    contacts.add_impulse(q_0, 0., std::vector<double>{3., 0., 1.}, r);
    EXPECT_NEAR(rigid * r, 2., 1e-15);
  }
} // namespace percuss::test::bar_contacts_test
