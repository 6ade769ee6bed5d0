// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_central_differences_h
#define percuss_models_solid_central_differences_h

#include <cmath>
#include <limits>

namespace percuss
{
  /**
   * Length and time over which given functions vary. Derivatives by differences
   * take a step of 6e-6 of them, which leaves about ten correct digits.
   */
  struct DifferenceScales
  {
    double length = 1.; ///< [m]
    double time   = 1.; ///< [s]
  };

  /**
   * f'(0) = (f(h) - f(-h)) / 2h, where h is the cube root of the machine's
   * precision times @p scale: rounding and truncation then balance.
   */
  template <class Function>
  auto
  central_difference(const Function &f, const double scale)
  {
    const double h = std::cbrt(std::numeric_limits<double>::epsilon()) * scale;
    return (f(h) - f(-h)) / (2. * h);
  }
} // namespace percuss

#endif
