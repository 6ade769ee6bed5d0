// SPDX-License-Identifier: Apache-2.0

// Contacts of nodes that are held in some directions, and with obstacles that
// move.

#include "touching_nodes.h"

namespace percuss::test::held_and_moving_test
{
  template <class A>
  class HeldAndMovingTest : public testing::Test
  {};
  TYPED_TEST_SUITE(HeldAndMovingTest, Algebras);

  // Symmetry: the nodes of x = 0 slide in y. A wall x = const cannot touch
  // them, a floor y = const can; on a slope only the free part counts.
  TYPED_TEST(HeldAndMovingTest, HeldDisplacementsDoNotMove)
  {
    using A = TypeParam;
    Solid<2> square(cube<2>(4), 1);
    square.hold(0, [](const Point<2> &X) { return X[0] < 1e-9; });
    square.hold(1, [](const Point<2> &X) { return X[0] < 1e-9 && X[1] > 0.9; });
    const auto contacts = touch<2, A>(square,
                                      {0, 2},
                                      "plane: -1, 0 ; 1, 0 |"
                                      "plane: 0, -1 ; 0, 1 |"
                                      "plane: 0, 0 ; 3, 4 | sphere: 0,-2 ; 1");
    // 4 nodes of y = 0 with all obstacles; 4 of x = 0 with all but the wall,
    // of which the corner y = 1 has none
    ASSERT_EQ(contacts.n_constraints(), 4u * 4u + 4u * 3u);
    EXPECT_EQ(contacts.name(0), "node 1, obstacle 2");
    const auto          q = square.template irregular<A>(0., 1.);
    const auto          v = square.template irregular<A>(1., 1.);
    std::vector<double> u(contacts.n_constraints());
    auto                r = square.template irregular<A>(0., 1.);
    contacts.add_impulse(q,
                         0.,
                         std::vector<double>(contacts.n_constraints(), 1.),
                         r);
    A::read_local(r, [&](const double *local) {
      const auto &owned = square.dof_handler.locally_owned_dofs();
      for (const auto dof : owned)
        if (square.held.is_constrained(dof))
          {
            EXPECT_EQ(local[owned.index_within_set(dof)], 0.);
          }
    });

    // a velocity of 1 along the held direction does not count
    const auto &owned = square.dof_handler.locally_owned_dofs();
    auto        all_x = v;
    A::write_local(all_x, [&](double *local) {
      for (const auto dof : owned)
        local[owned.index_within_set(dof)] = dof % 2 == 0 ? 1. : 0.;
    });
    contacts.velocity(q, 0., all_x, u);
    for (std::size_t row = 0; row < u.size(); ++row)
      {
        const auto &X = contacts.nodes()[contacts.node(row)].position;
        if (X[0] < 1e-9)
          {
            EXPECT_EQ(u[row], 0.);
          }
        else if (contacts.obstacle(row) == 2)
          {
            EXPECT_NEAR(u[row], 0.6, 1e-15);
          }
      }
  }

  /** Along q(t): d/dt g(q(t), t) = G dq/dt + dg/dt. */
  template <int dim, class A>
  void
  check_motion(const std::string &obstacles, const bool is_linear)
  {
    const Solid<dim> solid(cube<dim>(2), 1);
    auto             contacts = touch<dim, A>(solid, {0, 2}, obstacles);
    EXPECT_TRUE(contacts.is_moving());
    EXPECT_EQ(contacts.is_linear(), is_linear);
    const auto          q_0 = solid.template irregular<A>(0.02, 1.);
    const auto          v   = solid.template irregular<A>(1., 2.);
    const std::size_t   m   = contacts.n_constraints();
    std::vector<double> u(m), rate(m), g_plus(m), g_minus(m);
    for (const double t : {0., 0.7})
      {
        const auto gap_at = [&](const double s, std::vector<double> &g) {
          auto q = q_0;
          q.add(s, v);
          contacts.gap(q, t + s, g);
        };
        gap_at(1e-5, g_plus);
        gap_at(-1e-5, g_minus);
        contacts.velocity(q_0, t, v, u);
        contacts.gap_rate(q_0, t, rate);
        for (std::size_t row = 0; row < m; ++row)
          EXPECT_NEAR(u[row] + rate[row],
                      (g_plus[row] - g_minus[row]) / 2e-5,
                      1e-8);
      }
  }

  TYPED_TEST(HeldAndMovingTest, MovingObstacles)
  {
    using A = TypeParam;
    check_motion<2, A>("plane: 0, 0 ; 1, 2 ; moved by: sin(t), t^2 |"
                       "plane: 0, 0 ; 1, 0",
                       true);
    check_motion<3, A>("plane: 0,0,0 ; 1, 2, 3 ; moved by: sin(t), t^2, 0",
                       true);
    check_motion<2, A>("sphere: 0, -2 ; 1 ; moved by: t, 0.3*cos(t)", false);
    check_motion<3, A>("plane: 0,0,0 ; 0,0,1 |"
                       "cylinder: -3,0,0 ; 0,0,1 ; 1 ; moved by: t^3, t, 0",
                       false);
  }

  // A conveyor: nodes at rest slide against a plane that moves along itself.
  TYPED_TEST(HeldAndMovingTest, FrictionSeesTheMotionOfTheObstacle)
  {
    using A = TypeParam;
    const Solid<3> block(cube<3>(1), 1);
    const auto     contacts =
      touch<3, A>(block,
                  {4},
                  "plane: 0,0,0 ; 0,0,1 ; moved by: 2*t, -3*t, 5*t",
                  {0., 0.5, 0.});
    const auto          q = block.template irregular<A>(0., 1.);
    std::vector<double> rate(contacts.n_constraints());
    std::vector<double> along(contacts.n_constraints());
    contacts.gap_rate(q, 0., rate);
    // a body that moves with the plane has no relative velocity
    contacts.velocity(q,
                      0.,
                      block.template interpolate<A>(
                        [](const Point<3> &) { return Point<3>(2., -3., 5.); }),
                      along);
    for (std::size_t i = 0; i < rate.size(); ++i)
      EXPECT_NEAR(rate[i] + along[i], 0., 1e-9);
    EXPECT_NEAR(rate[0], -5., 1e-9);
    EXPECT_NEAR(std::hypot(rate[1], rate[2]), std::hypot(2., 3.), 1e-9);
  }
} // namespace percuss::test::held_and_moving_test
