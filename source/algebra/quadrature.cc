// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/quadrature.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace percuss
{
  namespace
  {
    // Long double throughout: more digits than a double has.

    /** P_n(x) and, for |x| < 1, P_n'(x):
     *
     *     (k + 1) P_{k+1} = (2k + 1) x P_k - k P_{k-1}
     *     (1 - x^2) P_n' = n (P_{n-1} - x P_n)
     */
    struct Legendre
    {
      Legendre(const int n, const long double x)
      {
        long double before = 0.L;
        for (int k = 0; k < n; ++k)
          {
            const long double next =
              ((2 * k + 1) * x * value - k * before) / (k + 1);
            before = value;
            value  = next;
          }
        slope = n * (before - x * value) / (1.L - x * x);
      }

      long double value = 1.L, slope;
    };

    /** Where Newton's correction of x vanishes, from an x near it. */
    template <class Correction>
    long double
    zero_near(long double x, const Correction &correction)
    {
      for (int i = 0; i < 100; ++i)
        {
          const long double step = correction(x);
          x -= step;
          if (std::abs(step) < 1e-19L)
            break;
        }
      return x;
    }

    /** Those of P_n in (-1, 1), ascending: cos(pi (i + 3/4) / (n + 1/2)) is
     * near the i-th from the right. */
    std::vector<long double>
    zeros_of_legendre(const int n)
    {
      std::vector<long double> zeros(static_cast<std::size_t>(n), 0.L);
      for (int i = 0; i < n / 2; ++i)
        {
          const long double x =
            zero_near(std::cos(std::numbers::pi_v<long double> * (i + 0.75L) /
                               (n + 0.5L)),
                      [n](const long double y) {
                        const Legendre P(n, y);
                        return P.value / P.slope;
                      });
          zeros[static_cast<std::size_t>(i)]         = -x;
          zeros[static_cast<std::size_t>(n - 1 - i)] = x;
        }
      return zeros;
    }

    /** Those of P_n', ascending: cos(pi (i + 1) / n) is near the i-th from the
     * right. */
    std::vector<long double>
    zeros_of_slope(const int n)
    {
      std::vector<long double> zeros(static_cast<std::size_t>(n - 1), 0.L);
      for (int i = 0; i < (n - 1) / 2; ++i)
        {
          // (1 - x^2) P'' = 2 x P' - n (n + 1) P
          const long double x =
            zero_near(std::cos(std::numbers::pi_v<long double> * (i + 1) / n),
                      [n](const long double y) {
                        const Legendre P(n, y);
                        return P.slope * (1.L - y * y) /
                               (2.L * y * P.slope - n * (n + 1) * P.value);
                      });
          zeros[static_cast<std::size_t>(i)]         = -x;
          zeros[static_cast<std::size_t>(n - 2 - i)] = x;
        }
      return zeros;
    }

    /** From [-1, 1] to [0, 1]. */
    void
    append(LineQuadrature &rule, const long double x, const long double weight)
    {
      rule.points.push_back(static_cast<double>((1.L + x) / 2.L));
      rule.weights.push_back(static_cast<double>(weight / 2.L));
    }
  } // namespace

  LineQuadrature
  gauss_quadrature(const unsigned int n)
  {
    assert(n >= 1);
    const int      degree = static_cast<int>(n);
    LineQuadrature rule;
    for (const long double x : zeros_of_legendre(degree))
      {
        const long double slope = Legendre(degree, x).slope;
        append(rule, x, 2.L / ((1.L - x * x) * slope * slope));
      }
    return rule;
  }

  LineQuadrature
  gauss_lobatto_quadrature(const unsigned int n)
  {
    assert(n >= 2);
    const int  degree = static_cast<int>(n) - 1;
    const auto weight = [&](const long double x) {
      const long double value = Legendre(degree, x).value;
      return 2.L / (degree * (degree + 1) * value * value);
    };
    LineQuadrature rule;
    append(rule, -1.L, weight(-1.L));
    for (const long double x : zeros_of_slope(degree))
      append(rule, x, weight(x));
    append(rule, 1.L, weight(1.L));
    return rule;
  }

  std::vector<double>
  lagrange_values(const std::vector<double> &nodes, const double x)
  {
    std::vector<double> values(nodes.size(), 1.);
    for (std::size_t a = 0; a < nodes.size(); ++a)
      for (std::size_t b = 0; b < nodes.size(); ++b)
        if (b != a)
          values[a] *= (x - nodes[b]) / (nodes[a] - nodes[b]);
    return values;
  }

  std::vector<double>
  lagrange_slopes(const std::vector<double> &nodes, const double x)
  {
    std::vector<double> slopes(nodes.size(), 0.);
    for (std::size_t a = 0; a < nodes.size(); ++a)
      for (std::size_t c = 0; c < nodes.size(); ++c)
        if (c != a)
          {
            double product = 1. / (nodes[a] - nodes[c]);
            for (std::size_t b = 0; b < nodes.size(); ++b)
              if (b != a && b != c)
                product *= (x - nodes[b]) / (nodes[a] - nodes[b]);
            slopes[a] += product;
          }
    return slopes;
  }
} // namespace percuss
