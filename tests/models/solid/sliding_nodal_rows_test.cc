// SPDX-License-Identifier: Apache-2.0

// Nodes that slide: forces of sliding contacts, and the resistance across a slip.

#include "nodal_rows_problem.h"

#include <array>

namespace percuss::test::sliding_nodal_rows_test
{
  using nodal_rows::distance;
  using nodal_rows::Problem;

  template <class A>
  class SlidingNodalRowsTest : public testing::Test
  {};
  TYPED_TEST_SUITE(SlidingNodalRowsTest, nodal_rows::Algebras);

  /** Every second contact slips: forces in the direction of a sliding contact
   * are taken out whole, and their normal impulse is found; the resistance is
   * that of the equation, and its preconditioner the inverse. */
  template <int dim, class A>
  void
  check_slips(const Problem<dim, A> &problem)
  {
    constexpr double           mu = 0.7, kappa = 3., c = 0.4, w = 0.2;
    std::vector<unsigned char> active(problem.m, 0);
    std::vector<Slip>          slips;
    std::vector<double>        p(problem.m, 0.), b(problem.m), F(problem.m, 0.);
    const auto                 z   = problem.vector(1., 2.);
    const auto                 G_z = problem.G(z);
    for (unsigned int i = 0; i < problem.m; ++i)
      b[i] = std::cos(2. * i);
    for (unsigned int i = 0; i < problem.m; i += 2 * dim)
      {
        Slip slip{i, dim - 1, mu, {i % 4 == 0 ? 1. : -1., 0.}, kappa};
        if (dim == 3)
          slip.direction = {std::cos(i), std::sin(i)};
        slips.push_back(slip);
        active[i]        = 1;
        p[i]             = 1. + i;
        const double u_1 = c * G_z[i + 1] + b[i + 1],
                     u_2 = dim == 3 ? c * G_z[i + 2] + b[i + 2] : 0.;
        const auto Q_u   = slip.across(u_1, u_2);
        for (unsigned int k = 0; k + 1 < dim; ++k)
          {
            p[i + 1 + k] = mu * p[i] * slip.direction[k];
            F[i + 1 + k] = kappa * Q_u[k];
          }
      }
    ASSERT_TRUE(problem.rows->are_separate(active, slips));
    active[1] = 1;
    EXPECT_FALSE(problem.rows->are_separate(active, slips));
    active[1] = 0;

    auto                force = problem.G_transposed(p);
    const auto          size  = std::sqrt(force * force);
    std::vector<double> found(problem.m, 1e9);
    problem.rows->multipliers(active, slips, force, found);
    for (std::size_t i = 0; i < problem.m; ++i)
      EXPECT_NEAR(found[i],
                  active[i] ? p[i] : 0.,
                  1e-11 * (1. + std::abs(p[i])));
    const std::vector<unsigned char> none(problem.m, 0);
    problem.rows->constrain_forces(none, slips, force);
    EXPECT_LT(std::sqrt(force * force), 1e-13 * size);

    auto rest = z; // has no normal part any more, and that only was taken
    problem.rows->constrain_forces(none, slips, rest);
    const auto G_rest = problem.G(rest);
    for (const Slip &slip : slips)
      {
        EXPECT_NEAR(G_rest[slip.first_row], 0., 1e-13);
      }
    auto again = rest;
    problem.rows->constrain_forces(none, slips, again);
    EXPECT_LT(distance(again, rest), 1e-13);

    auto resistance = problem.vector(0., 0.);
    problem.rows->add_resistance(slips, c, b, z, resistance);
    EXPECT_LT(distance(resistance, problem.G_transposed(F)), 1e-12 * size);
    auto x = z;
    problem.rows->precondition_resistance(slips, w, x);
    auto sum = x;
    problem.rows->add_resistance(slips, w, {}, x, sum);
    EXPECT_LT(distance(sum, z), 1e-13);
  }

  TYPED_TEST(SlidingNodalRowsTest, ForcesAndResistance)
  {
    using A = TypeParam;
    const Solid<2> square(cube<2>(4), 2);
    for (const char *const obstacle :
         {"plane: 0, 0 ; 3, 4", "sphere: -0.4, -0.5 ; 0.4"})
      {
        const Problem<2, A> problem(square, obstacle, 0.7);
        check_slips(problem);
      }
    const Solid<3>      block(cube<3>(2), 2);
    const Problem<3, A> problem(block,
                                "cylinder: -1, 0, 0 ; 0, 1, 1 ; 0.9",
                                0.7);
    check_slips(problem);
  }
} // namespace percuss::test::sliding_nodal_rows_test
