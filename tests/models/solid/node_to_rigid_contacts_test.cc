// SPDX-License-Identifier: Apache-2.0

// Nodes and rigid obstacles: gaps in closed form, G = dg/dq, the transpose,
// resultants, friction.

#include "touching_nodes.h"

#include <percuss/models/solid/central_differences.h>

#include <gtest/gtest.h>

namespace percuss::test::node_to_rigid_contacts_test
{
  template <class A>
  class NodeToRigidContactsTest : public testing::Test
  {};
  TYPED_TEST_SUITE(NodeToRigidContactsTest, Algebras);

  /** g_ij = d_j(X_i + q(X_i)) for a displacement that is known at all X. */
  template <int dim, class A>
  void
  check_gaps()
  {
    const Solid<dim> solid(cube<dim>(3), 2);
    const auto contacts = touch<dim, A>(solid, {2 * dim - 2, 0}, curved<dim>());
    const auto obstacles = parse_obstacles<dim>(curved<dim>());
    const auto motion    = [](const Point<dim> &X) {
      return 0.1 * X[0] * X + 0.05 * Point<dim>::unit_vector(1);
    };
    const auto q = solid.template interpolate<A>(motion);
    ASSERT_EQ(contacts.n_constraints(),
              contacts.nodes().size() * obstacles.size());
    EXPECT_FALSE(contacts.is_linear());
    EXPECT_FALSE(contacts.is_moving());
    std::vector<double> g(contacts.n_constraints());
    contacts.gap(q, 0., g);
    for (std::size_t row = 0; row < g.size(); ++row)
      {
        EXPECT_EQ(contacts.node(row), row / obstacles.size());
        EXPECT_EQ(contacts.obstacle(row), row % obstacles.size());
        const auto &node = contacts.nodes()[contacts.node(row)];
        EXPECT_EQ(contacts.area(row), node.area);
        EXPECT_NEAR(g[row],
                    obstacles[contacts.obstacle(row)]->signed_distance(
                      node.position + motion(node.position), 0.),
                    1e-13);
      }
  }

  TYPED_TEST(NodeToRigidContactsTest, GapsAreDistances)
  {
    check_gaps<2, TypeParam>();
    check_gaps<3, TypeParam>();
  }

  /** G v = d/ds g(q + s v), and p . G v = v . G^T p. */
  template <int dim, class A>
  void
  check_jacobian(const Solid<dim> &solid, const Contacts<dim, A> &contacts)
  {
    const auto          q = solid.template irregular<A>(0.02, 1.);
    const auto          v = solid.template irregular<A>(1., 2.);
    const std::size_t   m = contacts.n_constraints();
    std::vector<double> u(m), g_plus(m), g_minus(m);
    contacts.velocity(q, 0., v, u);
    auto moved = q;
    moved.add(1e-5, v);
    contacts.gap(moved, 0., g_plus);
    moved.add(-2e-5, v);
    contacts.gap(moved, 0., g_minus);
    for (std::size_t row = 0; row < m; ++row)
      if (contacts.law(row).kind == ContactLaw::Kind::unilateral)
        {
          EXPECT_NEAR(u[row], (g_plus[row] - g_minus[row]) / 2e-5, 1e-8);
        }

    const auto p    = irregular_numbers(m);
    auto       r    = solid.template irregular<A>(1., 3.);
    const auto rest = r;
    contacts.add_impulse(q, 0., p, r);
    EXPECT_NEAR(v * r - v * rest, dot(p, u), 1e-12 * m);
    EXPECT_GT(std::abs(dot(p, u)), 1e-3);
  }

  TYPED_TEST(NodeToRigidContactsTest, JacobianIsTheDerivativeOfTheGap)
  {
    using A = TypeParam;
    const Solid<2> square(cube<2>(4), 2);
    // the level set is a distance on its surface only
    const std::string round = curved_2d.substr(0, curved_2d.rfind('|'));
    check_jacobian(square, touch<2, A>(square, {0, 2}, round));
    check_jacobian(square, touch<2, A>(square, {0, 2}, round, {0., 0.3, 0.}));
    Solid<3> block(cube<3>(2), 2);
    check_jacobian(block, touch<3, A>(block, {4}, curved_3d));
    check_jacobian(block, touch<3, A>(block, {4}, curved_3d, {0., 0.3, 0.}));
    block.hold(2, [](const Point<3> &X) { return X[0] < 0.7; });
    block.hold(0, [](const Point<3> &) { return true; });
    check_jacobian(block, touch<3, A>(block, {4}, curved_3d));
  }

  TYPED_TEST(NodeToRigidContactsTest, ImpulsesAddUpAlongTheNormals)
  {
    using A = TypeParam;
    const Solid<3> block(cube<3>(3), 1);
    const auto     contacts =
      touch<3, A>(block,
                  {4, 1},
                  "plane: 0,0,0 ; 0, 3, 4 | plane: 2,0,0;-1,0,0");
    EXPECT_TRUE(contacts.is_linear());
    const auto q = block.template irregular<A>(0.1, 1.);
    const auto p = irregular_numbers(contacts.n_constraints());
    auto       r = block.template irregular<A>(0., 1.);
    contacts.add_impulse(q, 0., p, r);
    Tensor<1, 3> expected;
    for (std::size_t row = 0; row < p.size(); ++row)
      expected +=
        p[row] * (contacts.obstacle(row) == 0 ? Point<3>(0., 0.6, 0.8) :
                                                Point<3>(-1., 0., 0.));
    for (unsigned int d = 0; d < 3; ++d)
      {
        const auto translation = block.template interpolate<A>(
          [d](const Point<3> &) { return Point<3>::unit_vector(d); });
        EXPECT_NEAR(translation * r, expected[d], 1e-13);
      }
  }

  TYPED_TEST(NodeToRigidContactsTest, NamesAndLaws)
  {
    using A = TypeParam;
    const Solid<2> square(cube<2>(1), 1);
    const auto     one =
      touch<2, A>(square, {0}, "plane: 0, 0 ; 1, 0", {0.7, 0., 0.});
    ASSERT_EQ(one.n_constraints(), 2u);
    EXPECT_EQ(one.name(0), "node 1");
    EXPECT_EQ(one.name(1), "node 2");
    EXPECT_EQ(one.law(1).kind, ContactLaw::Kind::unilateral);
    EXPECT_EQ(one.law(1).restitution, 0.7);
    EXPECT_EQ(one.law(1).n_tangential, 0u);

    const Solid<3> block(cube<3>(1), 1);
    const auto     two = touch<3, A>(block,
                                 {0},
                                 "plane: 0,0,0 ; 1,0,0 | sphere: 3,0,0 ; 1",
                                 {0.7, 0.2, 0.1});
    ASSERT_EQ(two.n_constraints(), 24u);
    EXPECT_EQ(two.name(3), "node 1, obstacle 2");
    EXPECT_EQ(two.name(5), "node 1, obstacle 2 tangential 2");
    EXPECT_EQ(two.name(6), "node 2, obstacle 1");
    for (std::size_t row = 0; row < 24; ++row)
      {
        EXPECT_EQ(two.node(row), row / 6);
        EXPECT_EQ(two.obstacle(row), row / 3 % 2);
        const ContactLaw &law = two.law(row);
        if (row % 3 == 0)
          {
            EXPECT_EQ(law.kind, ContactLaw::Kind::unilateral);
            EXPECT_EQ(law.restitution, 0.7);
            EXPECT_EQ(law.friction, 0.2);
            EXPECT_EQ(law.n_tangential, 2u);
          }
        else
          {
            EXPECT_EQ(law.kind, ContactLaw::Kind::tangential);
            EXPECT_EQ(law.restitution, 0.1);
          }
      }
    EXPECT_NE(two.nodal_rows(), nullptr);
    const auto colors = two.node_colors();
    for (std::size_t row = 0; row < colors.size(); ++row)
      EXPECT_EQ(colors[row], row % 6);
    EXPECT_NE(one.nodal_rows(), nullptr);
  }

  /** The rows of each contact are orthonormal: blocks of G G^T are 1. */
  template <int dim, class A>
  void
  check_frames()
  {
    const Solid<dim> solid(cube<dim>(2), 1);
    const auto       contacts =
      touch<dim, A>(solid, {0, 3}, curved<dim>(), {0., 0.5, 0.});
    const std::size_t   m = contacts.n_constraints();
    const auto          q = solid.template irregular<A>(0.1, 1.);
    std::vector<double> unit(m, 0.), column(m);
    for (std::size_t j = 0; j < m; ++j)
      {
        auto r  = solid.template irregular<A>(0., 1.);
        unit[j] = 1.;
        contacts.add_impulse(q, 0., unit, r);
        unit[j] = 0.;
        contacts.velocity(q, 0., r, column);
        for (std::size_t i = 0; i < m; ++i)
          if (i / dim == j / dim)
            {
              EXPECT_NEAR(column[i], i == j ? 1. : 0., 1e-14);
            }
          else if (contacts.node(i) != contacts.node(j))
            {
              EXPECT_EQ(column[i], 0.);
            }
      }
    std::vector<double> g(m);
    contacts.gap(q, 0., g);
    for (std::size_t i = 0; i < m; ++i)
      if (i % dim != 0)
        {
          EXPECT_EQ(g[i], 0.);
        }
  }

  // On a free body they are the sums of the nodes' impulses; what is held
  // takes nothing away from them.
  TYPED_TEST(NodeToRigidContactsTest, ResultantsOfTheObstacles)
  {
    using A = TypeParam;
    Solid<3>   block(cube<3>(3), 1);
    const auto q = block.template irregular<A>(0.1, 1.);
    const auto resultants =
      [&](const auto &contacts, const std::vector<double> &p, const auto n) {
        std::vector<double> R(3 * n);
        contacts.resultants(q, 0., p, R);
        return R;
      };
    const std::size_t n = parse_obstacles<3>(curved_3d).size();
    const auto contacts = touch<3, A>(block, {4}, curved_3d, {0., 0.3, 0.});
    const auto p        = irregular_numbers(contacts.n_constraints());
    const auto R        = resultants(contacts, p, n);
    for (std::size_t j = 0; j < n; ++j)
      {
        auto of_obstacle = p;
        for (std::size_t row = 0; row < p.size(); ++row)
          of_obstacle[row] *= contacts.obstacle(row) == j;
        auto r = block.template irregular<A>(0., 1.);
        contacts.add_impulse(q, 0., of_obstacle, r);
        for (unsigned int d = 0; d < 3; ++d)
          {
            const auto translation = block.template interpolate<A>(
              [d](const Point<3> &) { return Point<3>::unit_vector(d); });
            EXPECT_NEAR(translation * r, R[3 * j + d], 1e-12);
          }
      }

    block.hold(0, [](const Point<3> &) { return true; });
    const auto held = touch<3, A>(block, {4}, curved_3d, {0., 0.3, 0.});
    ASSERT_EQ(held.n_constraints(), p.size());
    const auto same = resultants(held, p, n);
    for (std::size_t i = 0; i < R.size(); ++i)
      EXPECT_NEAR(same[i], R[i], 1e-12);
  }

  TYPED_TEST(NodeToRigidContactsTest, FramesOfFrictionAreOrthonormal)
  {
    check_frames<2, TypeParam>();
    check_frames<3, TypeParam>();
  }

  TYPED_TEST(NodeToRigidContactsTest, LargestPenetration)
  {
    using A = TypeParam;
    const Solid<2> square(cube<2>(4), 1);
    const auto     q = square.template irregular<A>(0., 1.);
    const auto     contacts =
      touch<2, A>(square,
                  {0},
                  "plane: -1, 0 ; 1, 0 | sphere: -0.2, 0.52 ; 0.3");
    const auto found = contacts.largest_penetration(q, 0.);
    EXPECT_NEAR(found.depth, 0.3 - std::hypot(0.2, 0.02), 1e-15);
    EXPECT_EQ(contacts.name(found.row), "node 3, obstacle 2");
    const auto apart = touch<2, A>(square, {0}, "plane: -1, 0 ; 1, 0");
    EXPECT_EQ(apart.largest_penetration(q, 0.).depth, 0.);
  }

  TYPED_TEST(NodeToRigidContactsTest, NothingToTouch)
  {
    using A = TypeParam;
    const Solid<2>      square(cube<2>(2), 1);
    const auto          q        = square.template irregular<A>(1., 1.);
    const auto          contacts = touch<2, A>(square, {0}, "");
    std::vector<double> none;
    EXPECT_EQ(contacts.n_constraints(), 0u);
    contacts.gap(q, 0., none);
    contacts.velocity(q, 0., q, none);
    EXPECT_EQ(contacts.largest_penetration(q, 0.).depth, 0.);
    const auto rows = contacts.nodal_rows();
    rows->update(q, 0.);
    EXPECT_TRUE(contacts.node_colors().empty());
  }

  // To the last digit on any number of ranks and with either library: each
  // value is computed by one rank alone.
  template <int dim, class A>
  std::vector<double>
  all_values(const MPI_Comm communicator)
  {
    Solid<dim> solid(half_ball<dim>(2), 2, communicator);
    solid.hold(0, [](const Point<dim> &X) { return X[0] < 1e-9; });
    const auto contacts =
      touch<dim, A>(solid, {0}, curved<dim>(), {0., 0.5, 0.});
    const auto          q = solid.template irregular<A>(0.01, 1.);
    const auto          v = solid.template irregular<A>(1., 2.);
    const std::size_t   m = contacts.n_constraints();
    std::vector<double> values(2 * m);
    contacts.gap(q, 0., {values.data(), m});
    contacts.velocity(q, 0., v, {values.data() + m, m});
    return values;
  }

  TEST(NodeToRigidContacts, RanksAndLibrariesAgree)
  {
    const auto check = [](const auto &a, const auto &b) {
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_NEAR(a[i], b[i], 1e-14);
    };
    const auto circle = all_values<2, PETScAlgebra>(MPI_COMM_SELF);
    check(circle, all_values<2, PETScAlgebra>(MPI_COMM_WORLD));
    check(circle, all_values<2, TrilinosAlgebra>(MPI_COMM_WORLD));
    const auto ball = all_values<3, PETScAlgebra>(MPI_COMM_SELF);
    check(ball, all_values<3, PETScAlgebra>(MPI_COMM_WORLD));
    check(ball, all_values<3, TrilinosAlgebra>(MPI_COMM_WORLD));
  }
} // namespace percuss::test::node_to_rigid_contacts_test
