// SPDX-License-Identifier: Apache-2.0

// Iterations for many unknowns: every preconditioner, by blocks of nodes or
// not.

#include "matrix.h"

#include <cmath>

namespace percuss::test::conjugate_gradients_test
{
  template <class A>
  class ConjugateGradients : public testing::Test
  {};
  TYPED_TEST_SUITE(ConjugateGradients, Algebras);

  // On two ranks 51 rows each: blocks of three fit, blocks of two do not.
  TYPED_TEST(ConjugateGradients, SolveWhatTheMatrixSays)
  {
    using A                      = TypeParam;
    using Settings               = typename A::LinearSolver::Settings;
    using Preconditioner         = typename Settings::Preconditioner;
    const dealii::IndexSet owned = owned_indices(102);
    const auto is_held = [](const unsigned int i) { return i % 17 == 5; };
    typename A::Matrix S;
    make_matrix<A>(
      owned,
      [&](const unsigned int i, const unsigned int j) {
        if (i == j)
          return 6. + 0.1 * (i % 7);
        if (is_held(i) || is_held(j))
          return 0.;
        const unsigned int a = i / 3, b = j / 3;
        return a == b ? 0.3 :
               a + 1 == b || b + 1 == a || a + b == 33 ?
                        -0.4 - 0.05 * ((i + j) % 3) :
                        0.;
      },
      S);
    const auto exact = make_vector<A>(owned, [](const unsigned int i) {
      return std::sin(0.3 * i) + 2.;
    });
    auto       b     = make_vector<A>(owned, [](auto) { return 0.; });
    A::vmult(S, b, exact);

    for (const unsigned int block_size : {1u, 2u, 3u})
      for (const auto preconditioner : {Preconditioner::jacobi,
                                        Preconditioner::incomplete_factors,
                                        Preconditioner::multigrid})
        {
          Settings settings;
          settings.method         = Settings::Method::conjugate_gradients;
          settings.preconditioner = preconditioner;
          settings.block_size     = block_size;
          settings.tolerance      = 1e-13;
          typename A::LinearSolver solver;
          solver.factorize(S, settings);
          auto x = make_vector<A>(owned, [](auto) { return 7.; }), y = x;

          solver.vmult(y, exact);
          y.add(-1., b);
          EXPECT_LT(y.linfty_norm(), 1e-13) << block_size;

          solver.solve(x, b);
          x.add(-1., exact);
          EXPECT_LT(x.linfty_norm(), 1e-11) << block_size;
          EXPECT_GT(solver.n_iterations(), 0u);

          // symmetric and positive
          const auto one = make_vector<A>(owned, [](const unsigned int i) {
            return std::cos(1.7 * i);
          });
          solver.precondition(x, one);
          solver.precondition(y, exact);
          EXPECT_GT(x * one, 0.);
          EXPECT_NEAR(x * exact, y * one, 1e-12 * y.l2_norm() * one.l2_norm());
        }
  }
} // namespace percuss::test::conjugate_gradients_test
