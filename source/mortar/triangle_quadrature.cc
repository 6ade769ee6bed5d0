// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/triangle_quadrature.h>

#include <cmath>
#include <utility>

namespace percuss
{
  namespace
  {
    /** Adds (a, b, 1 - a - b) and what its permutations are. */
    void
    add_points(TriangleQuadrature &rule,
               const double        a,
               const double        b,
               const double        weight)
    {
      const double c = 1. - a - b;
      rule.points.push_back({a, b, weight});
      rule.points.push_back({b, c, weight});
      rule.points.push_back({c, a, weight});
      if (a == b)
        return;
      rule.points.push_back({b, a, weight});
      rule.points.push_back({c, b, weight});
      rule.points.push_back({a, c, weight});
    }
  } // namespace

  const TriangleQuadrature &
  quadratic_rule()
  {
    static const TriangleQuadrature rule = [] {
      TriangleQuadrature result;
      add_points(result, 1. / 6., 1. / 6., 1. / 3.);
      return result;
    }();
    return rule;
  }

  const TriangleQuadrature &
  quartic_rule()
  {
    static const TriangleQuadrature rule = [] {
      const double       root   = std::sqrt(10.);
      const double       middle = (8. - root) / 18.;
      const double       place  = std::sqrt(38. - 44. * std::sqrt(0.4)) / 18.;
      const double       share  = std::sqrt(213125. - 53320. * root) / 3720.;
      TriangleQuadrature result;
      for (const double sign : {1., -1.})
        add_points(result,
                   middle + sign * place,
                   middle + sign * place,
                   1. / 6. + sign * share);
      return result;
    }();
    return rule;
  }

  const TriangleQuadrature &
  sextic_rule()
  {
    static const TriangleQuadrature rule = [] {
      TriangleQuadrature result;
      add_points(result,
                 0.249286745170910,
                 0.249286745170910,
                 0.116786275726379);
      add_points(result,
                 0.063089014491502,
                 0.063089014491502,
                 0.050844906370207);
      add_points(result,
                 0.053145049844817,
                 0.310352451033784,
                 0.082851075618374);
      return result;
    }();
    return rule;
  }

  // The published digits, improved by Newton's method.
  const TriangleQuadrature &
  octic_rule()
  {
    static const TriangleQuadrature rule = [] {
      TriangleQuadrature result;
      result.points.push_back({1. / 3., 1. / 3., 0.14431560767778710});
      for (const auto &[a, weight] :
           {std::pair(0.45929258829272310, 0.09509163426728467),
            {0.17056930775176015, 0.10321737053471825},
            {0.05054722831703097, 0.03245849762319808}})
        add_points(result, a, a, weight);
      add_points(result,
                 0.00839477740995754,
                 0.26311282963463828,
                 0.02723031417443498);
      return result;
    }();
    return rule;
  }
} // namespace percuss
