// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/signed_distance_expression.h>

#include <cmath>
#include <limits>

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

  template class SignedDistanceExpression<2>;
  template class SignedDistanceExpression<3>;
} // namespace percuss
