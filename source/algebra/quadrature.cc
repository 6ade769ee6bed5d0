// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/quadrature.h>

#include <boost/math/special_functions/legendre.hpp>
#include <boost/math/tools/roots.hpp>

#include <algorithm>
#include <cassert>

namespace percuss
{
  namespace
  {
    using boost::math::legendre_p;
    using boost::math::legendre_p_prime;

    /** Those of P_n in (-1, 1), ascending; more digits than a double has. */
    std::vector<long double>
    zeros_of_legendre(const int n)
    {
      // those that are not negative, ascending
      std::vector<long double>       zeros;
      const std::vector<long double> right =
        boost::math::legendre_p_zeros<long double>(n);
      for (auto x = right.rbegin(); x != right.rend(); ++x)
        if (*x > 0.L)
          zeros.push_back(-*x);
      zeros.insert(zeros.end(), right.begin(), right.end());
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
        const long double slope = legendre_p_prime(degree, x);
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
      const long double value = legendre_p(degree, x);
      return 2.L / (degree * (degree + 1) * value * value);
    };
    LineQuadrature rule;
    append(rule, -1.L, weight(-1.L));
    // P' has one zero between neighbouring ones of P
    const std::vector<long double> zeros = zeros_of_legendre(degree);
    for (std::size_t i = 0; i + 1 < zeros.size(); ++i)
      {
        std::uintmax_t max_iterations = 200;
        const auto     slope          = [&](const long double x) {
          return legendre_p_prime(degree, x);
        };
        const auto bracket = boost::math::tools::toms748_solve(
          slope,
          zeros[i],
          zeros[i + 1],
          boost::math::tools::eps_tolerance<long double>(62),
          max_iterations);
        const long double x = (bracket.first + bracket.second) / 2.L;
        // of an odd function, 0 exactly
        const bool is_middle = 2 * i + 2 == zeros.size();
        append(rule, is_middle ? 0.L : x, weight(is_middle ? 0.L : x));
      }
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
