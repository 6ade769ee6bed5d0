// SPDX-License-Identifier: Apache-2.0

// Degrees of exactness, and Lagrange's polynomials of the nodes.

#include <percuss/algebra/quadrature.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

using namespace percuss;

namespace quadrature_test
{
  /** int_0^1 x^d dx by a formula, less 1/(d + 1). */
  double
  error_of_power(const LineQuadrature &rule, const unsigned int d)
  {
    double sum = 0.;
    for (std::size_t k = 0; k < rule.points.size(); ++k)
      sum += rule.weights[k] * std::pow(rule.points[k], d);
    return sum - 1. / (d + 1.);
  }

  TEST(Quadrature, GaussIsExactToItsDegree)
  {
    for (unsigned int n = 1; n <= 12; ++n)
      {
        const LineQuadrature rule = gauss_quadrature(n);
        ASSERT_EQ(rule.points.size(), n);
        for (unsigned int d = 0; d < 2 * n; ++d)
          EXPECT_NEAR(error_of_power(rule, d), 0., 1e-15) << n << ", " << d;
        if (n < 8) // (n!)^4/((2n + 1) (2n)!^2), above rounding
          {
            EXPECT_GT(std::abs(error_of_power(rule, 2 * n)), 1e-9) << n;
          }
        EXPECT_TRUE(std::is_sorted(rule.points.begin(), rule.points.end()));
      }
    EXPECT_EQ(gauss_quadrature(3).points[1], 0.5);
  }

  TEST(Quadrature, GaussLobattoIsExactToItsDegree)
  {
    for (unsigned int n = 2; n <= 12; ++n)
      {
        const LineQuadrature rule = gauss_lobatto_quadrature(n);
        ASSERT_EQ(rule.points.size(), n);
        EXPECT_EQ(rule.points.front(), 0.);
        EXPECT_EQ(rule.points.back(), 1.);
        for (unsigned int d = 0; d < 2 * n - 2; ++d)
          EXPECT_NEAR(error_of_power(rule, d), 0., 1e-15) << n << ", " << d;
        if (n < 8)
          {
            EXPECT_GT(std::abs(error_of_power(rule, 2 * n - 2)), 1e-9) << n;
          }
        for (unsigned int k = 0; k < n; ++k) // symmetric
          EXPECT_NEAR(rule.points[k] + rule.points[n - 1 - k], 1., 2e-16);
      }
    EXPECT_EQ(gauss_lobatto_quadrature(5).points[2], 0.5);
    EXPECT_NEAR(gauss_lobatto_quadrature(4).points[1],
                0.5 - 0.5 / std::sqrt(5.),
                1e-16);
  }

  TEST(Lagrange, ReproducesPolynomialsAndTheirSlopes)
  {
    for (unsigned int n = 1; n <= 8; ++n)
      {
        const std::vector<double> nodes = gauss_quadrature(n).points;
        for (const double x : {-0.3, 0., 0.2, nodes[0], 0.9, 1.4})
          {
            const auto N  = lagrange_values(nodes, x),
                       dN = lagrange_slopes(nodes, x);
            for (unsigned int d = 0; d < n; ++d)
              {
                double value = 0., slope = 0.;
                for (unsigned int a = 0; a < n; ++a)
                  {
                    value += N[a] * std::pow(nodes[a], d);
                    slope += dN[a] * std::pow(nodes[a], d);
                  }
                EXPECT_NEAR(value, std::pow(x, d), 1e-9) << n << ", " << x;
                EXPECT_NEAR(slope, d == 0 ? 0. : d * std::pow(x, d - 1.), 1e-7)
                  << n << ", " << x;
              }
          }
        const auto at_node = lagrange_values(nodes, nodes[0]);
        EXPECT_EQ(at_node[0], 1.);
        EXPECT_EQ(std::accumulate(at_node.begin() + 1, at_node.end(), 0.), 0.);
      }
  }
} // namespace quadrature_test
