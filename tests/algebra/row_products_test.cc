// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/row_products.h>

#include <gtest/gtest.h>

#include <random>

namespace percuss::test::row_products_test
{
  /** Rows with up to four entries, some of them with none, in a few of n
   * columns. */
  RowProducts::Matrix
  random_rows(const int m, const int n, std::mt19937 &random)
  {
    std::normal_distribution<double>    value;
    std::uniform_int_distribution<int>  column(0, n / 50), number(0, 4);
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < m; ++i)
      for (int k = number(random); k > 0; --k)
        entries.emplace_back(i, 50 * column(random) % n, value(random));
    RowProducts::Matrix G(m, n);
    G.setFromTriplets(entries.begin(), entries.end());
    return G;
  }

  /** Rows as those of contacts: of some nodes all three columns, some of one
   * node only two, in some rows one. */
  RowProducts::Matrix
  rows_of_nodes(const int m, const int n, std::mt19937 &random)
  {
    std::normal_distribution<double>    value;
    std::uniform_int_distribution<int>  node(0, n / 3 - 1);
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < m; ++i)
      for (int k = 0; k < 5; ++k)
        {
          const int of = node(random) / 4 * 4;
          for (int c = 0; c < 3; ++c)
            if (of % 8 != 0 || c != 1 || i % 3 == 0)
              entries.emplace_back(i, 3 * of + c, value(random));
        }
    RowProducts::Matrix G(m, n);
    G.setFromTriplets(entries.begin(), entries.end());
    return G;
  }

  // The same object for matrices of all sizes, one row and many, or none.
  TEST(RowProducts, AreThoseOfDenseMatrices)
  {
    std::mt19937        random(1);
    RowProducts         products;
    RowProducts::Matrix W;
    for (unsigned int repetition = 0; repetition < 3; ++repetition)
      for (const auto &[m, n] :
           {std::pair(20, 400), {0, 100}, {1, 3}, {60, 2000}, {7, 2000}})
        for (const auto make : {random_rows, rows_of_nodes})
          {
            const auto            G = make(m, n, random);
            const Eigen::VectorXd D = 2. + Eigen::VectorXd::Random(n).array();
            products.set(
              G, [&](const int column) { return D[column]; }, W);
            const Eigen::MatrixXd dense(G);
            ASSERT_EQ(W.rows(), m);
            ASSERT_TRUE(W.isCompressed());
            EXPECT_LE((Eigen::MatrixXd(W) -
                       dense * D.asDiagonal() * dense.transpose())
                        .norm(),
                      1e-14 * (1. + dense.squaredNorm()));
            for (int i = 0; i < m; ++i)
              for (RowProducts::Matrix::InnerIterator a(W, i), b(W, i); ++b;
                   ++a)
                EXPECT_LT(a.col(), b.col());
          }
  }
} // namespace percuss::test::row_products_test
