// SPDX-License-Identifier: Apache-2.0

#include <percuss/algebra/sparse_factors.h>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace percuss;

namespace sparse_factors_test
{
  // By KLU, and by UMFPACK.
  constexpr double many_operations[] = {SparseFactors::default_many_operations,
                                        0.};

  /** About one entry in @p every, and a diagonal that may be zero. */
  Eigen::MatrixXd
  random_matrix(const int n, const int every, std::mt19937 &generator)
  {
    std::normal_distribution<double>   normal;
    std::uniform_int_distribution<int> die(1, every);
    return Eigen::MatrixXd::NullaryExpr(n, n, [&]() {
      return die(generator) == 1 ? normal(generator) : 0.;
    });
  }

  TEST(SparseFactors, SolveIsThatOfTheDenseMatrix)
  {
    std::mt19937  generator(73);
    SparseFactors factors_of[] = {SparseFactors(1e-3, many_operations[0]),
                                  SparseFactors(1e-3, many_operations[1])};
    int           n_regular    = 0;
    for (int k = 0; k < 200; ++k)
      {
        const int             n = 1 + k % 40;
        const Eigen::MatrixXd A = random_matrix(n, 1 + k % 5, generator);
        const Eigen::VectorXd singular_values =
          Eigen::JacobiSVD<Eigen::MatrixXd>(A).singularValues();
        if (singular_values[n - 1] < 1e-5 * singular_values[0])
          continue;
        for (SparseFactors &factors : factors_of)
          {
            factors.compute(A.sparseView());
            const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, 1., 2.);
            Eigen::VectorXd       y;
            factors.solve(A * x, y);
            EXPECT_LE((y - x).norm(), 1e-7 * x.norm()) << k;
            EXPECT_FALSE(factors.is_singular()) << k;
          }
        ++n_regular;
      }
    EXPECT_GT(n_regular, 80);
  }

  // The order of the pattern before serves again; that of another does not.
  TEST(SparseFactors, TakeOneMatrixAfterTheOther)
  {
    std::mt19937  generator(74);
    SparseFactors by_klu, by_umfpack(1e-3, many_operations[1]);
    for (const int n : {30, 30, 20, 30})
      {
        Eigen::MatrixXd A = random_matrix(n, 4, generator);
        A.diagonal().array() += 5.;
        for (const double scale : {1., -2.})
          for (SparseFactors *const factors : {&by_klu, &by_umfpack})
            {
              factors->compute((scale * A).sparseView());
              const Eigen::VectorXd x = Eigen::VectorXd::Ones(n);
              Eigen::VectorXd       y;
              factors->solve(scale * A * x, y);
              EXPECT_LE((y - x).norm(), 1e-10 * x.norm());
            }
      }
  }

  // From KLU to UMFPACK, whose order of the entries is another one, and back.
  TEST(SparseFactors, ChangeWithTheSizeOfTheirSystem)
  {
    std::mt19937  generator(75);
    SparseFactors factors(1e-3, 1e4);
    for (const int n : {10, 80, 10})
      {
        Eigen::MatrixXd A = random_matrix(n, 4, generator);
        A.diagonal().array() += 5.;
        // entries of a row in any order
        SparseFactors::Matrix reversed(n, n);
        for (int i = 0; i < n; ++i)
          {
            reversed.startVec(i);
            for (int j = n; j-- > 0;)
              if (A(i, j) != 0.)
                reversed.insertBackByOuterInnerUnordered(i, j) = A(i, j);
          }
        reversed.finalize();
        factors.compute(reversed);
        const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, -1., 3.);
        Eigen::VectorXd       y;
        factors.solve(A * x, y);
        EXPECT_LE((y - x).norm(), 1e-10 * x.norm());
      }
  }

  TEST(SparseFactors, SaySingular)
  {
    for (const double many : many_operations)
      {
        Eigen::MatrixXd A = Eigen::MatrixXd::Identity(4, 4);
        A.row(2).setZero();
        A(2, 1) = 1.;
        SparseFactors factors(1e-3, many);
        factors.compute(A.sparseView());
        Eigen::VectorXd x;
        factors.solve(Eigen::VectorXd::Ones(4), x);
        EXPECT_FALSE(x.allFinite());
        EXPECT_TRUE(factors.is_singular());
        A(2, 2) = 1.;
        factors.compute(A.sparseView());
        factors.solve(Eigen::VectorXd::Ones(4), x);
        EXPECT_TRUE(x.allFinite());
        EXPECT_FALSE(factors.is_singular());
      }
  }
} // namespace sparse_factors_test
