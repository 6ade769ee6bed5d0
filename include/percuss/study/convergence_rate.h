// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_study_convergence_rate_h
#define percuss_study_convergence_rate_h

#include <optional>
#include <span>

namespace percuss
{
  /** p of error = C x^p through two points; nothing unless all four numbers are
   * positive and the abscissas differ. */
  std::optional<double>
  observed_rate(double x_0, double error_0, double x_1, double error_1);

  /**
   * The least-squares exponent p of error_i ~ C x_i^p, a straight line through
   * the logarithms; points that are not positive or not finite are left out.
   * Nothing where fewer than two different abscissas are left.
   */
  std::optional<double>
  fitted_rate(std::span<const double> x, std::span<const double> errors);
} // namespace percuss

#endif
