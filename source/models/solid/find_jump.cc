// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/find_jump.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace percuss
{
  namespace
  {
    /** What halving leaves of the change of f between two points, down to the
     * @p smallest difference or to that of neighbouring numbers. */
    Jump
    halved(const std::function<double(double)> &f,
           double                               a,
           double                               b,
           const double                         smallest)
    {
      double f_a = f(a), f_b = f(b);
      while (true)
        {
          const double middle = 0.5 * (a + b);
          if (!(a < middle && middle < b && b - a > smallest))
            return {b, f_a, f_b};
          const double f_middle = f(middle);
          if (std::abs(f_middle - f_a) > std::abs(f_b - f_middle))
            {
              b   = middle;
              f_b = f_middle;
            }
          else
            {
              a   = middle;
              f_a = f_middle;
            }
        }
    }
  } // namespace

  std::optional<Jump>
  find_jump(const std::function<double(double)> &f,
            const double                         begin,
            const double                         end,
            const unsigned int                   n)
  {
    const auto point = [&](const std::size_t i) {
      return begin + (end - begin) * static_cast<double>(i) / n;
    };
    std::vector<double> values(n + 1);
    double              largest = 0.;
    for (std::size_t i = 0; i <= n; ++i)
      {
        values[i] = f(point(i));
        if (std::isfinite(values[i]))
          largest = std::max(largest, std::abs(values[i]));
      }
    // not a number is smaller than everything
    std::size_t steepest = 0, sharpest = 1;
    double      change = 0., bend = 0.;
    for (std::size_t i = 0; i < n; ++i)
      if (const double d = std::abs(values[i + 1] - values[i]); d > change)
        {
          change   = d;
          steepest = i;
        }
    for (std::size_t i = 1; i < n; ++i)
      if (const double d =
            std::abs(values[i + 1] - 2. * values[i] + values[i - 1]);
          d > bend)
        {
          bend     = d;
          sharpest = i;
        }
    for (const std::size_t i : {steepest, sharpest - 1, sharpest})
      if (const Jump jump =
            halved(f, point(i), point(i + 1), 1e-17 * (end - begin));
          std::abs(jump.after - jump.before) > 1e-6 * largest)
        return jump;
    return {};
  }
} // namespace percuss
