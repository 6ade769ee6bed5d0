// SPDX-License-Identifier: Apache-2.0

// Tangents of a normal: a right-handed basis with it, to rounding wherever the
// normal is, and continuous but at one point.

#include <percuss/base/tangents.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace percuss::test::tangents_test
{
  namespace
  {
    using Vector = std::array<double, 3>;

    double
    dot(const Vector &a, const Vector &b)
    {
      return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    /** Largest entry of the difference of the basis and a right-handed one. */
    double
    defect(const Vector &n)
    {
      const auto [s, t]     = tangents(n);
      const Vector s_x_t    = {s[1] * t[2] - s[2] * t[1],
                               s[2] * t[0] - s[0] * t[2],
                               s[0] * t[1] - s[1] * t[0]};
      double       largest  = 0.;
      const double values[] = {dot(s, s) - 1.,
                               dot(t, t) - 1.,
                               dot(s, t),
                               dot(s, n),
                               dot(t, n),
                               s_x_t[0] - n[0],
                               s_x_t[1] - n[1],
                               s_x_t[2] - n[2]};
      for (const double value : values)
        largest = std::max(largest, std::abs(value));
      return largest;
    }
  } // namespace

  TEST(Tangents, AreABasisWithTheNormal)
  {
    std::mt19937                     generator(1);
    std::normal_distribution<double> normal;
    for (int i = 0; i < 1000; ++i)
      {
        Vector       n{normal(generator), normal(generator), normal(generator)};
        const double l = std::sqrt(dot(n, n));
        EXPECT_LT(defect({n[0] / l, n[1] / l, n[2] / l}), 4e-15);
      }
    for (const double z : {1., -1.})
      for (const double e : {0., 5e-324, 1e-200, 1e-150, 1e-17, 1e-8, 1e-3})
        EXPECT_LT(defect({-0.6 * e, 0.8 * e, z * std::sqrt(1. - e * e)}), 4e-15)
          << z << ' ' << e;
    EXPECT_EQ(tangents(Vector{0., 0., 1.})[0], (Vector{1., 0., 0.}));
    EXPECT_EQ(tangents(Vector{0., 0., 1.})[1], (Vector{0., 1., 0.}));
  }

  // along meridians: no jump at the equator, and up to the singular point
  TEST(Tangents, AreContinuous)
  {
    const double step = 1e-4;
    for (const double longitude : {0., 1., 2., 4., 5.5})
      {
        const auto at = [&](const double angle) {
          return tangents(Vector{std::sin(angle) * std::cos(longitude),
                                 std::sin(angle) * std::sin(longitude),
                                 std::cos(angle)});
        };
        for (double angle = 0.; angle + step < std::numbers::pi; angle += step)
          {
            const auto a = at(angle), b = at(angle + step);
            for (int k = 0; k < 2; ++k)
              for (int i = 0; i < 3; ++i)
                ASSERT_LE(std::abs(a[k][i] - b[k][i]), 1.01 * step) << angle;
          }
      }
  }

  TEST(Tangents, OfThePlaneFollowTheNormal)
  {
    const auto [t] = tangents<2>(std::array<double, 2>{0.6, 0.8});
    EXPECT_EQ(t, (std::array<double, 2>{-0.8, 0.6}));
  }
} // namespace percuss::test::tangents_test
