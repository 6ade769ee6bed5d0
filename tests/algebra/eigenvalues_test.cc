// SPDX-License-Identifier: Apache-2.0

// A chain of equal masses and springs, whose frequencies are known.

#include <percuss/algebra/eigenvalues.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace percuss;

namespace eigenvalues_test
{
  constexpr int n = 7;

  /** n masses between fixed ends: 4 sin^2(k pi/(2 n + 2)), k = 1, ..., n. */
  Eigen::MatrixXd
  chain()
  {
    Eigen::MatrixXd K = 2. * Eigen::MatrixXd::Identity(n, n);
    K.diagonal(1).setConstant(-1.);
    K.diagonal(-1).setConstant(-1.);
    return K;
  }

  double
  of_chain(const int k)
  {
    return 4. * std::pow(std::sin(k * std::numbers::pi / (2 * n + 2)), 2);
  }

  TEST(Eigenvalues, OfAChain)
  {
    Eigen::VectorXd values = eigenvalues(chain()).real();
    std::sort(values.begin(), values.end());
    for (int k = 1; k <= n; ++k)
      EXPECT_NEAR(values[k - 1], of_chain(k), 1e-14);
    EXPECT_NEAR(largest_eigenvalue(chain()), of_chain(n), 1e-14);
    EXPECT_NEAR(largest_tridiagonal_eigenvalue(Eigen::VectorXd::Constant(n, 2.),
                                               Eigen::VectorXd::Constant(n - 1,
                                                                         -1.)),
                of_chain(n),
                1e-14);
  }

  TEST(Eigenvalues, OfPairsOfMatrices)
  {
    Eigen::MatrixXd M = 3. * Eigen::MatrixXd::Identity(n, n);
    EXPECT_NEAR(largest_generalized_eigenvalue(chain(), M),
                of_chain(n) / 3.,
                1e-14);
    M(0, 0)                = 0.1;
    const LargestMode mode = largest_mode(chain(), M);
    EXPECT_NEAR(
      (chain() * mode.vector - mode.eigenvalue * M * mode.vector).norm(),
      0.,
      1e-13);
    EXPECT_NEAR(mode.vector.dot(M * mode.vector), 1., 1e-14);
    EXPECT_NEAR(mode.eigenvalue,
                largest_generalized_eigenvalue(chain(), M),
                1e-13);
  }
} // namespace eigenvalues_test
