// SPDX-License-Identifier: Apache-2.0

#include <percuss/algebra/symmetric_factors.h>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <random>

using namespace percuss;

namespace symmetric_factors_test
{
  /** B^T B + shift, a random B with about one entry in @p every. */
  SymmetricFactors::Matrix
  random_matrix(const int     n,
                const int     every,
                const double  shift,
                std::mt19937 &generator)
  {
    std::normal_distribution<double>   normal;
    std::uniform_int_distribution<int> die(1, every);
    const Eigen::MatrixXd B = Eigen::MatrixXd::NullaryExpr(n, n, [&]() {
      return die(generator) == 1 ? normal(generator) : 0.;
    });
    Eigen::MatrixXd       A = B.transpose() * B;
    A.diagonal().array() += shift;
    return A.sparseView();
  }

  TEST(SymmetricFactors, SolveForTheEntriesOnAndBelowTheDiagonal)
  {
    std::mt19937     generator(5);
    SymmetricFactors factors;
    for (const int n : {1, 2, 7, 40, 300})
      for (int k = 0; k < 10; ++k)
        {
          const SymmetricFactors::Matrix A =
            random_matrix(n, 1 + n / 4, 0.1, generator);
          SymmetricFactors::Matrix lower = A.triangularView<Eigen::Lower>();
          const Eigen::VectorXd    x = Eigen::VectorXd::LinSpaced(n, 1., 2.);
          Eigen::VectorXd          y;
          for (const double factor : {1., 1e3}) // of one pattern
            {
              lower.coeffs() *= factor;
              ASSERT_TRUE(factors.compute(lower));
              factors.solve(factor * (A * x), y);
              EXPECT_LE((y - x).norm(), 1e-10 * x.norm()) << n << ' ' << k;
            }
        }
  }

  TEST(SymmetricFactors, SayWhereThereAreNone)
  {
    std::mt19937             generator(6);
    SymmetricFactors         factors;
    SymmetricFactors::Matrix A = random_matrix(50, 5, 0.1, generator);
    A.coeffRef(20, 20) -= 2. * A.coeff(20, 20);
    EXPECT_FALSE(factors.compute(A));
    A.coeffRef(20, 20) *= -1.;
    EXPECT_TRUE(factors.compute(A));
  }

  TEST(SymmetricFactors, CanBeMoved)
  {
    std::mt19937                   generator(7);
    const SymmetricFactors::Matrix A = random_matrix(30, 5, 0.1, generator);
    SymmetricFactors               factors;
    ASSERT_TRUE(factors.compute(A));
    SymmetricFactors      moved(std::move(factors));
    const Eigen::VectorXd x = Eigen::VectorXd::Ones(30);
    Eigen::VectorXd       y;
    moved.solve(A * x, y);
    EXPECT_LE((y - x).norm(), 1e-10 * x.norm());
  }
} // namespace symmetric_factors_test
