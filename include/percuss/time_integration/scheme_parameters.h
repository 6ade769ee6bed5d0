// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_scheme_parameters_h
#define percuss_time_integration_scheme_parameters_h

#include <percuss/time_integration/generalized_alpha.h>
#include <percuss/time_integration/projected_moreau_jean.h>

#include <optional>
#include <span>
#include <string>

namespace percuss
{
  /** Which scheme, and its parameters; a scheme reads the ones that it has. */
  struct SchemeParameters
  {
    std::string name            = "moreau-jean";
    double      theta           = 0.5; ///< of the Moreau-Jean schemes
    double      spectral_radius = 0.8; ///< of the alpha-family
    // of the alpha-family, where given instead of the spectral radius's
    std::optional<double> alpha_m, alpha_f, beta, gamma;
    // of the projections
    ContactTreatment::Coupling projection_coupling =
      ContactTreatment::Coupling::coupled;
    ProjectionMetric projection_metric = ProjectionMetric::euclidean;

    VariableMass  variable_mass  = VariableMass::between; ///< Moreau-Jean
    JointImpulses joint_impulses = JointImpulses::midpoint;
  };

  /** Name and one line about every scheme. */
  struct SchemeInformation
  {
    std::string name, equations, parameters;
    bool        is_consistent = true; ///< else kept only to show that it is not
  };

  /** The schemes of make_scheme(), in the order of the documentation. */
  std::span<const SchemeInformation>
  schemes();

  /**
   * alpha_m, alpha_f, beta and gamma of the schemes that have them: those
   * given, and for the rest what the spectral radius and second order ask
   * ([A14] (28), (29)). HHT of spectral radius rho has alpha_f = (1 - rho)/(1 +
   * rho). Those without alpha_m and alpha_f are the trapezoidal rule, but
   * implicit-newmark has gamma = 1, beta = 9/16 ([C13] 5.1). Throws InputError
   * outside the range of the scheme.
   */
  AlphaCoefficients
  alpha_coefficients(const SchemeParameters &parameters);

  /** theta of the schemes that have it; throws InputError outside [0, 1]. */
  double
  theta_coefficient(const SchemeParameters &parameters);
} // namespace percuss

#endif
