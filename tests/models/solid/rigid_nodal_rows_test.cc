// SPDX-License-Identifier: Apache-2.0

// The pseudoinverse of the active rows by its defining properties, with nodes
// that touch one obstacle, several, and the same one twice.

#include "nodal_rows_problem.h"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::rigid_nodal_rows_test
{
  template <class A>
  class RigidNodalRowsTest : public testing::Test
  {};
  TYPED_TEST_SUITE(RigidNodalRowsTest, nodal_rows::Algebras);

  using nodal_rows::distance;
  using nodal_rows::Problem;

  /** What holds for dependent rows, too: (G_A^+, P) are Moore's and Penrose's.
   */
  template <int dim, class A>
  void
  check_projection(const Problem<dim, A> &problem)
  {
    const auto x = problem.vector(1., 2.), y = problem.vector(1., 3.);
    for (const unsigned int pattern : {0u, 1u, 2u, 3u})
      {
        const auto active = problem.active_set(pattern);
        const auto P_x    = problem.projection(active, x);
        EXPECT_LT(distance(problem.projection(active, P_x), P_x), 1e-13);
        EXPECT_NEAR(y * P_x, x * problem.projection(active, y), 1e-12);
        EXPECT_GT(distance(P_x, x), 0.01);
        const auto G_P_x = problem.G(P_x);
        for (std::size_t i = 0; i < problem.m; ++i)
          if (active[i])
            {
              EXPECT_NEAR(G_P_x[i], 0., 1e-13);
            }

        typename NodalRows<A>::SparseJacobian G_A;
        problem.rows->active_rows(active, G_A);
        const auto          c_of_A = problem.numbers_on(active);
        std::vector<double> of_A(problem.m, 0.);
        for (std::size_t i = 0; i < problem.m; ++i)
          of_A[i] = active[i] ? c_of_A[i] : 0.;
        auto force = problem.G_transposed(of_A);
        A::write_local(force, [&](double *const local) {
          Eigen::Map<Eigen::VectorXd>(local, G_A.cols()) -=
            G_A.transpose() *
            Eigen::Map<const Eigen::VectorXd>(of_A.data(), G_A.rows());
        });
        EXPECT_LT(std::sqrt(force.norm_sqr()), 1e-13);
        EXPECT_GT(G_A.nonZeros(), 0);

        // x = P x + G^+ (G x), and nothing of P x comes from impulses
        auto       sum = P_x;
        const auto G_x = problem.G(x);
        problem.rows->add_lift(active, G_x, sum);
        EXPECT_LT(distance(sum, x), 1e-12);

        // of A alone: (G^+)^T is the transpose of G^+
        auto       c      = problem.numbers_on(active);
        const auto lifted = problem.lift(active, c);
        const auto p      = problem.multipliers(active, y);
        double     c_p    = 0.;
        for (std::size_t i = 0; i < problem.m; ++i)
          if (active[i])
            c_p += c[i] * p[i];
          else
            {
              EXPECT_EQ(p[i], 0.);
            }
        EXPECT_NEAR(lifted * y, c_p, 1e-11);
        EXPECT_LT(std::sqrt(problem.projection(active, lifted).norm_sqr()),
                  1e-12);
      }
    const auto none = std::vector<unsigned char>(problem.m, 0);
    EXPECT_EQ(distance(problem.projection(none, x), x), 0.);
  }

  /** What holds for independent rows. */
  template <int dim, class A>
  void
  check_inverse(const Problem<dim, A> &problem)
  {
    for (const unsigned int pattern : {0u, 1u, 2u, 3u})
      {
        const auto active = problem.active_set(pattern);
        auto       c      = problem.numbers_on(active);
        const auto G_lift = problem.G(problem.lift(active, c));
        for (std::size_t i = 0; i < problem.m; ++i)
          if (active[i])
            {
              EXPECT_NEAR(G_lift[i], c[i], 1e-12);
            }
          else
            c[i] = 0.;
        const auto p = problem.multipliers(active, problem.G_transposed(c));
        for (std::size_t i = 0; i < problem.m; ++i)
          EXPECT_NEAR(p[i], c[i], 1e-12);
      }
  }

  template <int dim, class A>
  void
  check_colors(const Problem<dim, A> &problem, const unsigned int n_colors)
  {
    const auto colors = problem.contacts.node_colors();
    ASSERT_EQ(colors.size(), problem.m);
    EXPECT_EQ(*std::ranges::max_element(colors) + 1, n_colors);
    for (std::size_t i = 0; i < problem.m; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (problem.contacts.node(i) == problem.contacts.node(j))
          {
            EXPECT_NE(colors[i], colors[j]);
          }
  }

  TYPED_TEST(RigidNodalRowsTest, OneObstacle)
  {
    using A = TypeParam;
    const Solid<2> square(cube<2>(4), 2);
    for (const char *const obstacle :
         {"plane: 0, 0 ; 3, 4", "sphere: -0.4, -0.5 ; 0.4"})
      {
        const Problem<2, A> problem(square, obstacle);
        check_projection(problem);
        check_inverse(problem);
        check_colors(problem, 1);
      }
    const Solid<3>      block(cube<3>(2), 2);
    const Problem<3, A> problem(block, "cylinder: -1, 0, 0 ; 0, 1, 1 ; 0.9");
    check_projection(problem);
    check_inverse(problem);
  }

  TYPED_TEST(RigidNodalRowsTest, Friction)
  {
    using A = TypeParam;
    const Solid<2> square(cube<2>(4), 2);
    for (const char *const obstacle :
         {"plane: 0, 0 ; 3, 4", "sphere: -0.4, -0.5 ; 0.4"})
      {
        const Problem<2, A> problem(square, obstacle, 0.7);
        check_projection(problem);
      }
    const Solid<3>      block(cube<3>(2), 2);
    const Problem<3, A> problem(block,
                                "cylinder: -1, 0, 0 ; 0, 1, 1 ; 0.9",
                                0.7);
    check_projection(problem);
  }

  TYPED_TEST(RigidNodalRowsTest, NodesInCorners)
  {
    using A = TypeParam;
    const Solid<2>      square(cube<2>(3), 1);
    const Problem<2, A> two(square,
                            "plane: 0, 0 ; 1, 0.2 | sphere: 0.3, -0.4 ; 0.4");
    check_projection(two);
    check_inverse(two);
    check_colors(two, 2);
    const Solid<3>      block(cube<3>(2), 1);
    const Problem<3, A> three(block,
                              "plane: 0, 0, 0 ; 1, 0.2, 0 |"
                              "plane: 0, 0, 0 ; 0.1, 1, 0.3 |"
                              "sphere: 0.3, 0.2, -2 ; 1.9");
    check_projection(three);
    check_inverse(three);
    check_colors(three, 3);
  }

  TYPED_TEST(RigidNodalRowsTest, NearlyParallelObstacles)
  {
    const Solid<3>              block(cube<3>(2), 1);
    const Problem<3, TypeParam> problem(
      block, "plane: 0,0,0 ; 0.3, 1, 0.2 | plane: 0,0,0 ; 0.3, 1.0001, 0.2");
    const auto x      = problem.vector(1., 2.);
    const auto active = problem.active_set(0);
    const auto P_x    = problem.projection(active, x);
    EXPECT_LT(distance(problem.projection(active, P_x), P_x), 1e-13);
    for (const double u : problem.G(P_x))
      EXPECT_NEAR(u, 0., 1e-11);
  }

  // More rows than directions.
  TYPED_TEST(RigidNodalRowsTest, DependentRows)
  {
    using A = TypeParam;
    const Solid<2> square(cube<2>(3), 1);
    check_projection(Problem<2, A>(square,
                                   "plane: 0, 0 ; 1, 0.2 | plane: 0, 0 ; 0, 1|"
                                   "sphere: 0.3, -0.4 ; 0.4"));
    const Solid<3> block(cube<3>(2), 1);
    check_projection(Problem<3, A>(block,
                                   "plane: 0,0,0 ; 1,2,3 | plane: 0,0,0;0,1,0|"
                                   "plane: 0,0,0 ; 1,2,3 | plane: 0,0,0;0,2,0|"
                                   "plane: 1,0,0 ; -1,-2,-3"));
  }

  TYPED_TEST(RigidNodalRowsTest, TheSameObstacleTwiceSharesTheMultiplier)
  {
    using A = TypeParam;
    const Solid<2>      square(cube<2>(3), 1);
    const Problem<2, A> problem(square,
                                "plane: 0, 0 ; 3, 4 | plane: 0, 0 ; 3, 4");
    check_projection(problem);
    std::vector<double> p(problem.m);
    for (std::size_t i = 0; i < problem.m; ++i)
      p[i] = 1. + static_cast<double>(i);
    const auto active = problem.active_set(0);
    const auto r      = problem.G_transposed(p);
    const auto shares = problem.multipliers(active, r);
    for (std::size_t i = 0; i < problem.m; i += 2)
      {
        EXPECT_NEAR(shares[i], 0.5 * (p[i] + p[i + 1]), 1e-12);
        EXPECT_NEAR(shares[i], shares[i + 1], 1e-12);
      }
    // equations that contradict each other are met on average
    const auto u = problem.G(problem.lift(active, p));
    for (std::size_t i = 0; i < problem.m; i += 2)
      {
        EXPECT_NEAR(u[i], 0.5 * (p[i] + p[i + 1]), 1e-12);
        EXPECT_EQ(u[i], u[i + 1]);
      }
  }

  // Rows are then shorter than 1 and their directions change.
  TYPED_TEST(RigidNodalRowsTest, HeldDisplacements)
  {
    using A = TypeParam;
    Solid<2> square(cube<2>(3), 2);
    square.hold(0, [](const Point<2> &X) { return X[0] < 1e-9; });
    const Problem<2, A> problem(square,
                                "plane: 0, 0 ; 1, 0.2 | sphere: 1, -0.9 ; 0.4");
    check_projection(problem);
    const Problem<2, A> one(square, "sphere: 1, -0.9 ; 0.4");
    check_projection(one);
    check_inverse(one);
    // held displacements stay as they are
    const auto &owned = square.dof_handler.locally_owned_dofs();
    const auto  ones  = square.template interpolate<A>(
      [](const Point<2> &) { return Point<2>(1., 1.); });
    const auto active = problem.active_set(0);
    auto       x      = problem.projection(active, ones);
    problem.rows->add_lift(active, problem.numbers_on(active), x);
    A::read_local(x, [&](const double *local) {
      for (const auto dof : owned)
        if (square.held.is_constrained(dof))
          {
            EXPECT_EQ(local[owned.index_within_set(dof)], 0.);
          }
    });

    // a row that has become zero: its multiplier, too
    Solid<2> column(cube<2>(1), 1);
    column.hold(1, [](const Point<2> &) { return true; });
    const Problem<2, A> above(column, "sphere: 0, -1 ; 0.5");
    auto                q = above.vector(0., 0.);
    above.rows->update(q, 0.);
    std::vector<double> p(above.m, 7.);
    above.rows->multipliers(above.active_set(0), {}, above.vector(1., 1.), p);
    for (std::size_t i = 0; i < above.m; ++i)
      if (above.contacts.nodes()[above.contacts.node(i)].position[0] < 1e-9)
        {
          EXPECT_EQ(p[i], 0.);
        }
  }

  TYPED_TEST(RigidNodalRowsTest, UpdateFollowsTheConfiguration)
  {
    using A = TypeParam;
    const Solid<2> square(cube<2>(3), 1);
    Problem<2, A>  problem(square, "sphere: -0.4, -0.5 ; 0.4");
    const auto     q_2    = problem.vector(0.2, 5.);
    const auto     active = problem.active_set(0);
    const auto     x      = problem.vector(1., 1.);
    const auto     before = problem.projection(active, x);
    problem.rows->update(q_2, 0.);
    const auto          after = problem.projection(active, x);
    std::vector<double> u(problem.m);
    problem.contacts.velocity(q_2, 0., after, u);
    for (const double value : u)
      EXPECT_NEAR(value, 0., 1e-14);
    EXPECT_GT(distance(before, after), 1e-2);
  }

  TYPED_TEST(RigidNodalRowsTest, UpdateTakesTheTimeOfTheContacts)
  {
    using A = TypeParam;
    const Solid<2>            square(cube<2>(3), 1);
    NodeToRigidContacts<2, A> contacts(
      square.surface({0}),
      parse_obstacles<2>("sphere: -1, 0 ; 0.4 ; moved by: 0, t"),
      square.held,
      {});
    const auto q    = square.template irregular<A>(0., 1.);
    const auto rows = contacts.nodal_rows();
    rows->update(q, 1.);
    std::vector<double> p(4), u(4);
    const auto          x = square.template irregular<A>(1., 1.);
    rows->multipliers(std::vector<unsigned char>(4, 1), {}, x, p);
    contacts.velocity(q, 1., x, u);
    for (unsigned int i = 0; i < 4; ++i)
      EXPECT_NEAR(p[i], u[i], 1e-15);
  }
} // namespace percuss::test::rigid_nodal_rows_test
