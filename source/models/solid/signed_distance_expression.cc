// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/find_jump.h>
#include <percuss/models/solid/signed_distance_expression.h>

#include <cmath>
#include <limits>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  template <int dim>
  SignedDistanceExpression<dim>::SignedDistanceExpression(
    const Function         &f,
    const bool              is_fixed,
    const DifferenceScales &scales)
    : f(f)
    , fixed(is_fixed)
    , scales(scales)
  {}

  template <int dim>
  Tensor<1, dim>
  SignedDistanceExpression<dim>::gradient(const Point<dim> &x,
                                          const double      t) const
  {
    Tensor<1, dim> result;
    for (unsigned int d = 0; d < dim; ++d)
      result[d] = central_difference(
        [&](const double s) {
          Point<dim> y = x;
          y[d] += s;
          return f(y, t);
        },
        scales.length);
    return result;
  }

  template <int dim>
  double
  SignedDistanceExpression<dim>::signed_distance(const Point<dim> &x,
                                                 const double      t) const
  {
    const double slope = gradient(x, t).norm();
    if (!std::isfinite(slope))
      return std::numeric_limits<double>::quiet_NaN();
    return slope > 0. ? f(x, t) / slope : f(x, t);
  }

  template <int dim>
  Tensor<1, dim>
  SignedDistanceExpression<dim>::normal(const Point<dim> &x,
                                        const double      t) const
  {
    Tensor<1, dim> n     = gradient(x, t);
    const double   slope = n.norm();
    if (slope > 0.)
      return n / slope;
    n    = 0.;
    n[0] = 1.;
    return n;
  }

  template <int dim>
  double
  SignedDistanceExpression<dim>::speed(const Point<dim> &x,
                                       const double      t) const
  {
    if (fixed)
      return 0.;
    const double slope = gradient(x, t).norm();
    const double rate =
      central_difference([&](const double s) { return f(x, t + s); },
                         scales.time);
    return slope > 0. ? rate / slope : rate;
  }

  template <int dim>
  std::string
  SignedDistanceExpression<dim>::discontinuity(
    const ObstacleRegion<dim> &region) const
  {
    constexpr unsigned int n = dim == 2 ? 60 : 24;
    const auto             describe =
      [](const Jump &jump, const char *variable, const Point<dim> &x) {
        std::ostringstream text;
        text << "it jumps from " << jump.before << " to " << jump.after
             << " at " << variable << " = " << jump.at
             << ", on the line through " << x;
        return text.str();
      };
    static constexpr const char *names[] = {"x", "y", "z"};
    const auto                   point   = [&](unsigned int number) {
      Point<dim> x;
      for (unsigned int d = 0; d < dim; ++d, number /= n)
        x[d] = region.lower[d] +
               (region.upper[d] - region.lower[d]) * (number % n + 0.5) / n;
      return x;
    };
    unsigned int n_points = 1;
    for (unsigned int d = 0; d < dim; ++d)
      n_points *= n;
    for (unsigned int number = 0; number < n_points; ++number)
      {
        const Point<dim> x = point(number);
        for (unsigned int d = 0, stride = 1; d < dim; ++d, stride *= n)
          if (number / stride % n == 0) // one of the points of a line
            if (const auto jump = find_jump(
                  [&](const double s) {
                    Point<dim> y = x;
                    y[d]         = s;
                    return f(y, region.begin);
                  },
                  region.lower[d],
                  region.upper[d],
                  n))
              return describe(*jump, names[d], x);
        if (!fixed && number % 37 == 0)
          if (const auto jump =
                find_jump([&](const double t) { return f(x, t); },
                          region.begin,
                          region.end,
                          200))
            return describe(*jump, "t", x);
      }
    return {};
  }

  template class SignedDistanceExpression<2>;
  template class SignedDistanceExpression<3>;
} // namespace percuss
