// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_materials_hardening_h
#define percuss_materials_hardening_h

#include <cmath>

namespace percuss
{
  /**
   * The yield stress of an isotropic metal over the equivalent plastic strain
   * alpha >= 0,
   *
   *     k(alpha) = k_0 + H alpha + R (1 - exp(-delta alpha)),
   *
   * which does not fall: H, R, delta >= 0.
   *
   * Equations: doc/theory/plastic_solids.md (2).
   */
  struct Hardening
  {
    double yield_stress = 0.; ///< k_0 > 0 [Pa]; 0: none
    double modulus      = 0.; ///< H >= 0 [Pa]
    double saturation   = 0.; ///< R >= 0 [Pa]
    double exponent     = 0.; ///< delta >= 0

    /** k(alpha) [Pa]. */
    double
    operator()(const double alpha) const
    {
      return yield_stress + modulus * alpha -
             saturation * std::expm1(-exponent * alpha);
    }

    /** dk/dalpha [Pa]. */
    double
    slope(const double alpha) const
    {
      return modulus + saturation * exponent * std::exp(-exponent * alpha);
    }

    /** The integral of k from @p alpha to alpha + @p step [Pa]. */
    double
    work(const double alpha, const double step) const
    {
      double result =
        (yield_stress + modulus * (alpha + 0.5 * step) + saturation) * step;
      if (exponent > 0.)
        result += saturation / exponent * std::exp(-exponent * alpha) *
                  std::expm1(-exponent * step);
      else
        result -= saturation * step;
      return result;
    }
  };
} // namespace percuss

#endif
