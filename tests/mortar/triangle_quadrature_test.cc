// SPDX-License-Identifier: Apache-2.0

// Rules of triangles: polynomials up to the degree that they claim.

#include <percuss/mortar/triangle_quadrature.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::triangle_quadrature_test
{
  // int s^i t^j over the triangle is i! j!/(i + j + 2)!, its area 1/2.
  void
  expect_exact(const TriangleQuadrature &rule, const int degree)
  {
    for (int i = 0; i <= degree; ++i)
      for (int j = 0; i + j <= degree; ++j)
        {
          double sum = 0.;
          for (const auto &[s, t, weight] : rule.points)
            sum += weight * std::pow(s, i) * std::pow(t, j);
          const double mean = 2. * std::tgamma(i + 1.) * std::tgamma(j + 1.) /
                              std::tgamma(i + j + 3.);
          EXPECT_NEAR(sum, mean, 1e-14) << i << ' ' << j;
        }
  }

  TEST(TriangleQuadrature, IsExact)
  {
    expect_exact(quadratic_rule(), 2);
    expect_exact(quartic_rule(), 4);
    expect_exact(sextic_rule(), 6);
    expect_exact(octic_rule(), 8);
  }
} // namespace percuss::test::triangle_quadrature_test
