// SPDX-License-Identifier: Apache-2.0
#include "matrix.h"

#include <percuss/parallel_algebra/sparse_rows.h>

#include <cmath>
#include <random>

namespace percuss::test::sparse_rows_test
{
  template <class A>
  class SparseRowsTest : public testing::Test
  {};
  TYPED_TEST_SUITE(SparseRowsTest, Algebras);

  constexpr unsigned int n = 50;

  double
  entry(const unsigned int i)
  {
    return std::cos(3. * i) + 0.3;
  }

  /** Seven rows of five entries each anywhere, the last one empty. */
  template <class A>
  std::vector<typename SparseRows<A>::Row>
  random_rows()
  {
    std::mt19937                                generator(1);
    std::uniform_int_distribution<unsigned int> index(0, n - 1);
    std::normal_distribution<double>            normal;
    std::vector<typename SparseRows<A>::Row>    rows(8);
    for (std::size_t row = 0; row < 7; ++row)
      for (int k = 0; k < 5; ++k)
        {
          const unsigned int i = index(generator);
          rows[row].emplace_back(i, normal(generator));
        }
    rows[3].push_back(rows[3].front()); // the same index twice adds up
    return rows;
  }

  TYPED_TEST(SparseRowsTest, ValuesAreTheSumsOnAllRanks)
  {
    using A                   = TypeParam;
    const auto          owned = owned_indices(n);
    const auto          rows  = random_rows<A>();
    const SparseRows<A> G(rows, owned, MPI_COMM_WORLD);
    const auto          x = make_vector<A>(owned, entry);
    std::vector<double> u(8, 1e9);
    G.vmult(x, u);
    ASSERT_EQ(G.n_rows(), 8u);
    for (std::size_t row = 0; row < 8; ++row)
      {
        double sum = 0.;
        for (const auto &[index, value] : rows[row])
          sum += value * entry(static_cast<unsigned int>(index));
        EXPECT_NEAR(u[row], sum, 1e-14);
      }
  }

  TYPED_TEST(SparseRowsTest, TransposeIsTheAdjoint)
  {
    using A                   = TypeParam;
    const auto          owned = owned_indices(n);
    const SparseRows<A> G(random_rows<A>(), owned, MPI_COMM_WORLD);
    const auto          x = make_vector<A>(owned, entry);
    std::vector<double> u(8), p(8);
    for (std::size_t row = 0; row < 8; ++row)
      p[row] = std::sin(1. + static_cast<double>(row));

    // p^T (G x) = (G^T p)^T x, and it adds to what is there
    G.vmult(x, u);
    double p_G_x = 0.;
    for (std::size_t row = 0; row < 8; ++row)
      p_G_x += p[row] * u[row];
    auto r = make_vector<A>(owned, entry);
    G.Tvmult_add(p, r);
    EXPECT_NEAR(r * x - x * x, p_G_x, 1e-12);
    EXPECT_GT(std::abs(p_G_x), 0.1);
  }

  TYPED_TEST(SparseRowsTest, SomeRowsAsAMatrix)
  {
    using A                   = TypeParam;
    const auto          owned = owned_indices(n);
    const SparseRows<A> G(random_rows<A>(), owned, MPI_COMM_WORLD);
    auto                x = make_vector<A>(owned, entry);
    std::vector<double> u(8);
    G.vmult(x, u);

    const std::vector<std::size_t>               some{1, 3, 6, 7};
    Eigen::SparseMatrix<double, Eigen::RowMajor> matrix;
    G.set_matrix(some, matrix);
    ASSERT_EQ(matrix.rows(), 4);
    ASSERT_EQ(matrix.cols(), static_cast<Eigen::Index>(owned.n_elements()));
    std::vector<double> of_rank(4, 0.);
    A::read_local(x, [&](const double *const local) {
      for (int i = 0; i < 4; ++i)
        for (decltype(matrix)::InnerIterator at(matrix, i); at; ++at)
          of_rank[static_cast<std::size_t>(i)] += at.value() * local[at.col()];
    });
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_NEAR(dealii::Utilities::MPI::sum(of_rank[i], MPI_COMM_WORLD),
                  u[some[i]],
                  1e-14);
  }

  TYPED_TEST(SparseRowsTest, NoRowsDoNothing)
  {
    using A                   = TypeParam;
    const auto          owned = owned_indices(n);
    const SparseRows<A> G({}, owned, MPI_COMM_WORLD);
    auto                x   = make_vector<A>(owned, entry);
    const double        x_x = x * x;
    G.vmult(x, {});
    G.Tvmult_add({}, x);
    EXPECT_EQ(x * x, x_x);
    EXPECT_EQ(SparseRows<A>().n_rows(), 0u);
  }
} // namespace percuss::test::sparse_rows_test
