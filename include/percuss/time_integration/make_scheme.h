// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_make_scheme_h
#define percuss_time_integration_make_scheme_h

#include <percuss/base/exceptions.h>
#include <percuss/time_integration/generalized_alpha.templates.h>
#include <percuss/time_integration/moreau_jean.templates.h>
#include <percuss/time_integration/scheme_parameters.h>

#include <memory>

namespace percuss
{
  /**
   * The scheme that the parameters name. Throws InputError for an unknown name
   * and for parameters outside the scheme's range.
   */
  template <class System>
  std::unique_ptr<TimeIntegrationScheme<System>>
  make_scheme(const SchemeParameters &parameters)
  {
    if (parameters.name == "moreau-jean")
      return std::make_unique<MoreauJean<System>>(
        theta_coefficient(parameters));
    if (parameters.name == "moreau-jean-dissipative")
      return std::make_unique<MoreauJean<System>>(theta_coefficient(parameters),
                                                  0.5);
    if (parameters.name == "generalized-alpha" ||
        parameters.name == "newmark" || parameters.name == "hht")
      return std::make_unique<GeneralizedAlpha<System>>(
        alpha_coefficients(parameters));
    if (parameters.name == "krenk-hogsberg")
      return std::make_unique<GeneralizedAlpha<System>>(
        alpha_coefficients(parameters), LoadWeights::inertia);
    throw InputError("There is no scheme '" + parameters.name + "'.");
  }
} // namespace percuss

#endif
