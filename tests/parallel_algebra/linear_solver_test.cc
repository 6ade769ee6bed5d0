// SPDX-License-Identifier: Apache-2.0
#include "matrix.h"

#include <percuss/base/exceptions.h>

#include <cmath>

namespace percuss::test::linear_solver_test
{
  template <class A>
  class LinearSolver : public testing::Test
  {};
  TYPED_TEST_SUITE(LinearSolver, Algebras);

  const dealii::IndexSet &
  owned()
  {
    static const dealii::IndexSet indices = owned_indices(101);
    return indices;
  }

  double
  solution(const unsigned int i)
  {
    return std::sin(0.1 * i) + 2.;
  }

  // S = tridiag(-1, 4, -1): a small condition number, every tolerance counts
  TYPED_TEST(LinearSolver, SolvesATridiagonalSystem)
  {
    using A = TypeParam;
    typename A::Matrix S;
    make_tridiagonal<A>(
      owned(), [](unsigned int) { return 4.; }, -1., S);
    typename A::LinearSolver solver;
    solver.factorize(S);

    for (const double scale : {1., 1e-9, 1e9})
      {
        const auto exact = make_vector<A>(owned(), [&](const unsigned int i) {
          return scale * solution(i);
        });
        auto       b     = make_vector<A>(owned(), [](auto) { return 0.; });
        auto       x     = make_vector<A>(owned(), [](auto) { return 7.; });
        A::vmult(S, b, exact);
        solver.solve(x, b);
        x.add(-1., exact);
        EXPECT_LT(x.linfty_norm(), 1e-12 * exact.linfty_norm());
      }

    auto       x    = make_vector<A>(owned(), [](auto) { return 7.; });
    const auto zero = make_vector<A>(owned(), [](auto) { return 0.; });
    solver.solve(x, zero);
    EXPECT_EQ(x.linfty_norm(), 0.);
  }

  // Every row couples the ranks: several iterations, each has to be accurate.
  TYPED_TEST(LinearSolver, SolvesWhereEveryRowCouplesTheRanks)
  {
    using A = TypeParam;
    typename A::Matrix S;
    make_matrix<A>(
      owned(),
      [](const unsigned int i, const unsigned int j) {
        return i == j                      ? 4. + 0.1 * (i % 7) :
               i + j == 100 || i + j == 90 ? -1. :
                                             0.;
      },
      S);
    typename A::LinearSolver solver;
    solver.factorize(S);
    const auto exact = make_vector<A>(owned(), solution);
    auto       b     = make_vector<A>(owned(), [](auto) { return 0.; });
    auto       x     = make_vector<A>(owned(), [](auto) { return 0.; });
    A::vmult(S, b, exact);
    solver.solve(x, b);
    x.add(-1., exact);
    EXPECT_LT(x.linfty_norm(), 1e-12 * exact.linfty_norm());
  }

  // The product with S, by hand: (S x)_i = 4 x_i - x_{i-1} - x_{i+1}.
  TYPED_TEST(LinearSolver, SolvesWhatItsProductSays)
  {
    using A = TypeParam;
    typename A::Matrix S;
    make_tridiagonal<A>(
      owned(), [](unsigned int) { return 4.; }, -1., S);
    const auto x = make_vector<A>(owned(), solution);
    auto       b = make_vector<A>(owned(), [](auto) { return 0.; });
    A::vmult(S, b, x);
    const auto expected = make_vector<A>(owned(), [](const unsigned int i) {
      return 4. * solution(i) - (i > 0 ? solution(i - 1) : 0.) -
             (i < 100 ? solution(i + 1) : 0.);
    });
    b.add(-1., expected);
    EXPECT_LT(b.linfty_norm(), 1e-14);
  }

  // A second factorization replaces the first, as with a new time step; the
  // matrix itself may be gone when the solver is used.
  TYPED_TEST(LinearSolver, KeepsWhatItNeedsOfTheLastMatrix)
  {
    using A = TypeParam;
    typename A::LinearSolver solver;
    for (const double diagonal : {3., 5.})
      {
        typename A::Matrix S;
        make_tridiagonal<A>(
          owned(), [=](unsigned int) { return diagonal; }, 0., S);
        solver.factorize(S);
      }
    auto       x    = make_vector<A>(owned(), [](auto) { return 0.; });
    const auto ones = make_vector<A>(owned(), [](auto) { return 1.; });
    solver.solve(x, ones);
    x.add(-0.2, ones);
    EXPECT_LT(x.linfty_norm(), 1e-15);
  }

  template <class A>
  void
  solve(const std::function<double(unsigned int)> &diagonal,
        const double                               off_diagonal)
  {
    typename A::Matrix S;
    make_tridiagonal<A>(owned(), diagonal, off_diagonal, S);
    typename A::LinearSolver solver;
    solver.factorize(S);
    auto       x = make_vector<A>(owned(), [](auto) { return 0.; });
    const auto b = make_vector<A>(owned(), solution);
    solver.solve(x, b);
  }

  TYPED_TEST(LinearSolver, SingularMatrixIsAnError)
  {
    if (std::is_same_v<TypeParam, TrilinosAlgebra> &&
        dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) > 1)
      GTEST_SKIP() << "the blocks must not be singular, see the header";
    // one row and column of zeros
    EXPECT_THROW(solve<TypeParam>(
                   [](const unsigned int i) { return i == 40 ? 0. : 1.; }, 0.),
                 LinearSolverError);
    EXPECT_THROW(solve<TypeParam>([](const unsigned int) { return 0.; }, 0.),
                 LinearSolverError);
  }

  // K of a free bar: K 1 = 0, and a load that is not in balance.
  TYPED_TEST(LinearSolver, FreeBarUnderALoadIsAnError)
  {
    if (std::is_same_v<TypeParam, TrilinosAlgebra> &&
        dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) > 1)
      GTEST_SKIP() << "deal.II's conjugate gradients assert a positive matrix";
    EXPECT_THROW(
      solve<TypeParam>(
        [](const unsigned int i) { return i == 0 || i == 100 ? 1. : 2.; }, -1.),
      LinearSolverError);
  }
} // namespace percuss::test::linear_solver_test
