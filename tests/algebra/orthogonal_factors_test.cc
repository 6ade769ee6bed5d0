// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/orthogonal_factors.h>

#include <gtest/gtest.h>

namespace percuss::test::orthogonal_factors_test
{
  // of rank 2: the last column is the sum of the others
  const Eigen::MatrixXd singular =
    (Eigen::MatrixXd(3, 3) << 4., 1., 5., 1., 3., 4., 5., 4., 9.).finished();

  TEST(LeastNormSolution, HasNoPartInTheKernel)
  {
    const Eigen::VectorXd b = singular * Eigen::Vector3d(1., 2., 0.);
    const Eigen::VectorXd x = least_norm_solution(singular, b);
    EXPECT_LT((singular * x - b).norm(), 1e-13);
    EXPECT_NEAR(x.dot(Eigen::Vector3d(1., 1., -1.)), 0., 1e-14);
  }

  TEST(PivotedQR, SolvesOnAsManyColumnsAsTheRank)
  {
    PivotedQR factors;
    factors.compute(singular);
    ASSERT_EQ(factors.rank(1e-11), 2);
    Eigen::VectorXd       b   = singular * Eigen::Vector3d(1., 2., 0.), x(3);
    const Eigen::VectorXd old = b;
    factors.solve(2, b, x);
    EXPECT_LT((singular * x - old).norm(), 1e-13);
    EXPECT_EQ(x[factors.order()[2]], 0.);
  }

  TEST(PivotedQR, FindsHowColumnsDepend)
  {
    PivotedQR factors;
    factors.compute(singular);
    const Eigen::VectorXd pivots = factors.relative_pivots();
    EXPECT_EQ(pivots[0], 1.);
    EXPECT_GT(pivots[1], 0.1);
    EXPECT_LT(pivots[2], 1e-14);
    const Eigen::MatrixXd c     = factors.combinations(2);
    const auto           &order = factors.order();
    EXPECT_LT((singular.col(order[0]) * c(0, 0) +
               singular.col(order[1]) * c(1, 0) - singular.col(order[2]))
                .norm(),
              1e-13);
  }
} // namespace percuss::test::orthogonal_factors_test
