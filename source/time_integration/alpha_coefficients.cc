// SPDX-License-Identifier: Apache-2.0
#include <percuss/time_integration/generalized_alpha.h>

#include <cassert>

namespace percuss
{
  namespace
  {
    /** gamma for second order, beta for maximal dissipation ([A14] 28, 29). */
    AlphaCoefficients
    second_order(const double alpha_m, const double alpha_f)
    {
      const double gamma = 0.5 + alpha_f - alpha_m;
      return {alpha_m, alpha_f, 0.25 * (gamma + 0.5) * (gamma + 0.5), gamma};
    }
  } // namespace

  AlphaCoefficients
  generalized_alpha_coefficients(const double rho)
  {
    assert(rho >= 0. && rho <= 1.);
    return second_order((2. * rho - 1.) / (rho + 1.), rho / (rho + 1.));
  }

  AlphaCoefficients
  hht_coefficients(const double alpha)
  {
    assert(alpha >= 0. && alpha <= 1. / 3.);
    return second_order(0., alpha);
  }

  AlphaCoefficients
  newmark_coefficients(const double beta, const double gamma)
  {
    assert(beta >= 0. && gamma >= 0.);
    return {0., 0., beta, gamma};
  }
} // namespace percuss
