// SPDX-License-Identifier: Apache-2.0
#include <percuss/study/error_norms.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  void
  ErrorNorms::add(const double computed, const double exact)
  {
    const double error = std::abs(computed - exact);
    sum_error += error;
    sum_exact += std::abs(exact);
    sum_squares += error * error;
    largest     = std::max(largest, error);
    exact_scale = std::max(exact_scale, std::abs(exact));
  }

  double
  ErrorNorms::l1(const double time_step) const
  {
    return time_step * sum_error;
  }

  double
  ErrorNorms::relative_l1() const
  {
    return sum_exact > 0. ? sum_error / sum_exact :
                            std::numeric_limits<double>::quiet_NaN();
  }

  double
  ErrorNorms::l2(const double time_step) const
  {
    return std::sqrt(time_step * sum_squares);
  }

  double
  ErrorNorms::max() const
  {
    return largest;
  }

  double
  ErrorNorms::largest_exact() const
  {
    return exact_scale;
  }
} // namespace percuss
