// SPDX-License-Identifier: Apache-2.0

// Vector operations against their definitions; orders, products and solutions
// of banded matrices against full ones.

#include <percuss/algebra/banded_algebra.h>
#include <percuss/algebra/linear_solver_settings.h>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <random>

namespace percuss::test::banded_algebra_test
{
  using Eigen::MatrixXd;
  using Eigen::VectorXd;
  using Couples = std::vector<std::pair<std::size_t, std::size_t>>;

  VectorXd
  entries(const Eigen::Index n, const double phase)
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

  /** The same random matrix, banded and full: not symmetric, and with pivots
   * that are not on the diagonal. */
  struct RandomMatrix
  {
    RandomMatrix(const std::size_t n_blocks,
                 const std::size_t block_size,
                 const Couples    &couples)
      : layout(n_blocks, block_size, couples)
      , full(MatrixXd::Zero(layout.size(), layout.size()))
    {
      std::mt19937                     generator(n_blocks + couples.size());
      std::normal_distribution<double> normal;
      banded.reinit(layout);
      const auto size = static_cast<Eigen::Index>(block_size);
      const auto add  = [&](const std::size_t a, const std::size_t b) {
        const MatrixXd block =
          MatrixXd::NullaryExpr(size, size, [&] { return normal(generator); });
        const auto i = static_cast<Eigen::Index>(a) * size;
        const auto j = static_cast<Eigen::Index>(b) * size;
        full.block(i, j, size, size) += block;
        banded.add(i, j, block);
      };
      for (std::size_t a = 0; a < n_blocks; ++a)
        add(a, a);
      for (const auto &[a, b] : couples)
        {
          add(a, b);
          add(b, a);
        }
    }

    BandLayout   layout;
    MatrixXd     full;
    BandedMatrix banded;
  };

  std::deque<RandomMatrix>
  random_matrices()
  {
    std::deque<RandomMatrix> matrices;
    matrices.emplace_back(1, 1, Couples());
    matrices.emplace_back(5, 3, Couples()); // alone
    Couples chain, shuffled, ring, all, tree{{0, 1}, {0, 2}, {2, 3}, {6, 5}};
    for (std::size_t i = 0; i + 1 < 40; ++i)
      {
        chain.emplace_back(i, i + 1);
        shuffled.emplace_back(7 * i % 40, 7 * (i + 1) % 40);
        ring.emplace_back((i + 1) % 39, i);
      }
    for (std::size_t i = 0; i < 12; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        all.emplace_back(i, j);
    matrices.emplace_back(40, 3, chain);
    matrices.emplace_back(40, 6, shuffled);
    matrices.emplace_back(39, 3, ring);
    matrices.emplace_back(12, 3, all);
    matrices.emplace_back(8, 2, tree);
    return matrices;
  }

  TEST(BandedMatrix, IsTheFullOne)
  {
    for (RandomMatrix &matrix : random_matrices())
      {
        const Eigen::Index n = matrix.full.rows();
        EXPECT_EQ(matrix.banded.full(), matrix.full);
        DenseVector y, x(entries(n, 0.3));
        BandedAlgebra::vmult(matrix.banded, y, x);
        EXPECT_LT((y.entries - matrix.full * x.entries).norm(),
                  1e-14 * n * y.entries.norm());
        EXPECT_EQ(matrix.banded.is_diagonal(), n == 1);
      }
  }

  TEST(BandedMatrix, MultipliesColumnsOfABlock)
  {
    for (RandomMatrix &matrix : random_matrices())
      if (matrix.full.rows() % 3 == 0)
        for (const Eigen::Index j : {Eigen::Index(0), matrix.full.rows() - 3})
          {
            const Eigen::Matrix3d T = Eigen::Matrix3d::Random();
            matrix.banded.multiply_columns(j, T);
            matrix.full.middleCols<3>(j) = matrix.full.middleCols<3>(j) * T;
            EXPECT_LT((matrix.banded.full() - matrix.full).norm(),
                      1e-14 * matrix.full.norm());
          }
  }

  // of nodes along a line in any order: the neighbours' blocks
  TEST(BandLayout, KeepsNeighboursTogether)
  {
    const std::deque<RandomMatrix> matrices = random_matrices();
    EXPECT_EQ(matrices[1].layout.bandwidth(), 2);
    EXPECT_EQ(matrices[2].layout.bandwidth(), 5);
    EXPECT_EQ(matrices[3].layout.bandwidth(), 11);
    EXPECT_EQ(matrices[4].layout.bandwidth(), 8);
    for (const RandomMatrix &matrix : matrices)
      for (Eigen::Index i = 0; i < matrix.layout.size(); ++i)
        EXPECT_EQ(matrix.layout.unknown(matrix.layout.position(i)), i);
  }

  TEST(BandedLinearSolver, SolvesWithMatricesThatAreNotSymmetric)
  {
    for (RandomMatrix &matrix : random_matrices())
      {
        BandedAlgebra::LinearSolver solver;
        solver.factorize(matrix.banded, LinearSolverSettings<DenseVector>());
        const DenseVector b(entries(matrix.full.rows(), 0.2));
        DenseVector       x, y, z;
        solver.solve(x, b);
        const VectorXd expected = matrix.full.partialPivLu().solve(b.entries);
        EXPECT_LT((matrix.full * x.entries - b.entries).norm(),
                  1e-14 * matrix.full.norm() * x.entries.norm());
        const double condition =
          matrix.full.norm() * matrix.full.inverse().norm();
        EXPECT_LT((x.entries - expected).norm(),
                  1e-15 * condition * expected.norm());
        solver.vmult(y, x);
        EXPECT_LT((y.entries - matrix.full * x.entries).norm(),
                  1e-14 * matrix.full.norm() * x.entries.norm());
        solver.precondition(z, b);
        EXPECT_EQ(z.entries, x.entries);
        EXPECT_EQ(solver.is_diagonal(), matrix.full.rows() == 1);
      }
  }

  TEST(BandedLinearSolver, RefusesSingularMatrices)
  {
    const BandLayout layout(3, 1, {{0, 1}, {0, 2}, {1, 2}});
    BandedMatrix     S;
    S.reinit(layout);
    S.add(0, 0, MatrixXd(MatrixXd::Ones(3, 3)));
    BandedAlgebra::LinearSolver solver;
    EXPECT_THROW(solver.factorize(S), LinearSolverError);
    S(1, 1) = std::nan("");
    EXPECT_THROW(solver.factorize(S), LinearSolverError);
  }
} // namespace percuss::test::banded_algebra_test
