// SPDX-License-Identifier: Apache-2.0
#include <percuss/study/root_finding.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace percuss
{
  template <class Number>
  Number
  bracketed_root(const DifferentiableFunction<Number> &f,
                 Number                                lower,
                 Number                                upper)
  {
    const Number infinity    = std::numeric_limits<Number>::infinity();
    Number       lower_value = f(lower).value, upper_value = f(upper).value;
    if (lower_value == 0.)
      return lower;
    if (upper_value == 0.)
      return upper;
    const bool rising = upper_value > 0.;
    if (!(rising ? lower_value < 0. : lower_value > 0. && upper_value < 0.))
      throw std::invalid_argument(
        "A bracketed root needs values of opposite signs at the ends.");

    Number       x         = lower + 0.5 * (upper - lower);
    unsigned int n_stalled = 0;
    while (lower < x && x < upper)
      {
        const FunctionValue<Number> at_x  = f(x);
        const Number                width = upper - lower;
        if (at_x.value == 0.)
          return x;
        if ((at_x.value > 0.) == rising)
          {
            upper       = x;
            upper_value = at_x.value;
          }
        else
          {
            lower       = x;
            lower_value = at_x.value;
          }

        // Newton's iterates may stay on one side of the root: a step twice as
        // long brings in the other end of the bracket.
        n_stalled           = upper - lower > 0.5 * width ? n_stalled + 1 : 0;
        const Number middle = lower + 0.5 * (upper - lower);
        Number       step   = -at_x.value / at_x.slope;
        if (n_stalled == 1)
          step *= 2;
        if (n_stalled > 1 || std::isnan(step))
          x = middle;
        else if (x + step == x)
          x = std::nextafter(x, x == lower ? infinity : -infinity);
        else
          x += step;
        if (!(lower < x && x < upper))
          x = middle;
      }
    return std::abs(lower_value) < std::abs(upper_value) ? lower : upper;
  }

  template <class Number>
  std::optional<Number>
  first_root(const DifferentiableFunction<Number> &f,
             const Number                          curvature_bound,
             const Number                          start,
             const Number                          end)
  {
    for (Number t = start; t <= end;)
      {
        const auto [value, slope, rounding] = f(t);
        const bool at_zero = value <= rounding && !(t == start && slope > 0.);
        if (value <= 0. && at_zero)
          return t;

        // s*, in the form without cancellation
        const Number height = std::max(value, Number(0.));
        const Number root =
          std::sqrt(slope * slope + 2 * curvature_bound * height);
        const Number step = slope > 0. ? (slope + root) / curvature_bound :
                                         2 * height / (root - slope);
        if (at_zero || t + step == t)
          return slope < 0. ? t + step : t;
        t += step;
      }
    return std::nullopt;
  }

  template double
  bracketed_root(const DifferentiableFunction<double> &, double, double);
  template long double
  bracketed_root(const DifferentiableFunction<long double> &,
                 long double,
                 long double);
  template std::optional<double>
  first_root(const DifferentiableFunction<double> &, double, double, double);
  template std::optional<long double>
  first_root(const DifferentiableFunction<long double> &,
             long double,
             long double,
             long double);
} // namespace percuss
