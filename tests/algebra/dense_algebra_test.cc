// SPDX-License-Identifier: Apache-2.0

// Vector operations against their definitions, the solver against products.

#include <percuss/algebra/dense_algebra.h>
#include <percuss/algebra/linear_solver_settings.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test
{
  using Eigen::VectorXd;

  VectorXd
  entries(const int n, const double phase)
  {
    return VectorXd::NullaryExpr(n, [&](const Eigen::Index i) {
      return std::sin(3.7 * static_cast<double>(i) + phase);
    });
  }

  TEST(DenseVector, HasTheOperationsOfAVectorSpace)
  {
    const VectorXd a = entries(5, 1.), b = entries(5, 2.), c = entries(5, 3.);
    const DenseVector x(a), y(b), z(c);
    EXPECT_DOUBLE_EQ(x * y, a.dot(b));
    DenseVector w; // takes the size of what is assigned
    w = x;
    EXPECT_EQ(w.entries, a);
    w = 2.;
    EXPECT_EQ(w.entries, VectorXd::Constant(5, 2.));
    DenseVector v;
    v.equ(3., y);
    EXPECT_EQ(v.entries, VectorXd(3. * b));
    v.add(2., x);
    EXPECT_LT((v.entries - (3. * b + 2. * a)).norm(), 1e-15);
    v = x;
    v.add(2., y, -4., z);
    EXPECT_LT((v.entries - (a + 2. * b - 4. * c)).norm(), 1e-15);
    v = x;
    v.sadd(0.5, 3., z);
    EXPECT_LT((v.entries - (0.5 * a + 3. * c)).norm(), 1e-15);
    v[2] = 7.;
    EXPECT_EQ(const_cast<const DenseVector &>(v)[2], 7.);
    EXPECT_EQ(v.size(), 5);
  }

  TEST(DenseLinearSolver, SolvesWithMatricesThatAreNotSymmetric)
  {
    const int       n = 40; // blocked factorization
    Eigen::MatrixXd S = 3. * Eigen::MatrixXd::Identity(n, n);
    for (int j = 0; j < n; ++j)
      S.col(j) += 0.3 * entries(n, j * j);
    S.row(0).swap(S.row(7)); // needs pivots
    DenseAlgebra::LinearSolver solver;
    solver.factorize(S, LinearSolverSettings<DenseVector>());
    const DenseVector b(entries(n, 0.2));
    DenseVector       x, y, z;
    solver.solve(x, b);
    EXPECT_LT((S * x.entries - b.entries).norm(), 1e-12);
    solver.vmult(y, x);
    EXPECT_LT((y.entries - b.entries).norm(), 1e-12);
    solver.precondition(z, b);
    EXPECT_EQ(z.entries, x.entries);
    DenseAlgebra::vmult(S, z, x);
    EXPECT_EQ(z.entries, y.entries);
    EXPECT_FALSE(solver.is_diagonal());
    solver.factorize(
      Eigen::MatrixXd(VectorXd::LinSpaced(4, 1., 2.).asDiagonal()));
    EXPECT_TRUE(solver.is_diagonal());
  }

  TEST(DenseLinearSolver, RefusesSingularMatrices)
  {
    DenseAlgebra::LinearSolver solver;
    Eigen::MatrixXd            S = Eigen::MatrixXd::Ones(3, 3);
    EXPECT_THROW(solver.factorize(S), LinearSolverError);
    S(1, 1) = std::nan("");
    EXPECT_THROW(solver.factorize(S), LinearSolverError);
  }
} // namespace percuss::test
