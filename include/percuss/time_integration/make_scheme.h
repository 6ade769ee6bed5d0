// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_make_scheme_h
#define percuss_time_integration_make_scheme_h

#include <percuss/base/exceptions.h>
#include <percuss/time_integration/central_difference.templates.h>
#include <percuss/time_integration/generalized_alpha.templates.h>
#include <percuss/time_integration/generalized_alpha_ggl.templates.h>
#include <percuss/time_integration/massless_central_difference.templates.h>
#include <percuss/time_integration/moreau_jean.templates.h>
#include <percuss/time_integration/projected_moreau_jean.templates.h>
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
    const SchemeInformation scheme = scheme_of(parameters.name);
    // constructed in place: a scheme cannot be copied
    using Differences = CentralDifference<System>;
    using Pointer     = std::unique_ptr<TimeIntegrationScheme<System>>;
    switch (scheme.kind)
      {
          case SchemeKind::moreau_jean: {
            const double theta = theta_coefficient(parameters);
            return std::make_unique<MoreauJean<System>>(
              theta,
              scheme.position_weight.value_or(theta),
              parameters.variable_mass,
              parameters.joint_impulses);
          }
        case SchemeKind::projected_moreau_jean:
          return std::make_unique<ProjectedMoreauJean<System>>(
            theta_coefficient(parameters),
            scheme.projects_active_set,
            parameters.projection_coupling,
            parameters.projection_metric,
            parameters.variable_mass,
            parameters.joint_impulses);
        case SchemeKind::generalized_alpha:
          return std::make_unique<GeneralizedAlpha<System>>(
            alpha_coefficients(parameters),
            scheme.weights,
            scheme.impulses,
            parameters.joint_impulses);
        case SchemeKind::generalized_alpha_ggl:
          return std::make_unique<GeneralizedAlphaGGL<System>>(
            alpha_coefficients(parameters));
        case SchemeKind::schatzman_paoli:
          return Pointer(new Differences(
            parameters.beta ?
              Differences::schatzman_paoli_with_beta(
                beta_coefficient(parameters)) :
              Differences::schatzman_paoli(theta_coefficient(parameters))));
        case SchemeKind::cd_lagrange:
          return Pointer(new Differences(Differences::cd_lagrange()));
        case SchemeKind::cd_lagrange_implicit:
          return Pointer(new Differences(Differences::cd_lagrange_implicit()));
        case SchemeKind::carpenter_explicit:
          return Pointer(new Differences(Differences::carpenter_explicit()));
        case SchemeKind::of_a_program:
          break;
      }
    throw InputError("this model does not know it", "scheme");
  }

  /**
   * The scheme that the parameters name, for contacts that are forces: of a
   * system whose contacts have no mass, where a contact is a force that depends
   * on the motion, and no impulse, whatever the scheme makes of impulses; and of
   * contacts with compliances, which are functions of the motion. The conditions
   * are those on the gaps at t_{k+1}, and the force has the weights of the
   * loads: schemes that differ only in their treatment of contact are the same
   * then. Throws InputError as make_scheme() does.
   */
  template <class System>
  std::unique_ptr<TimeIntegrationScheme<System>>
  make_contact_force_scheme(const SchemeParameters &parameters,
                            const bool              is_massless)
  {
    const SchemeInformation scheme = scheme_of(parameters.name);
    // S = M + ... needs K where M is zero
    const auto require_positive = [&](const double value, const char *entry) {
      if (is_massless && value == 0.)
        throw InputError("it must be positive where contacts have no mass",
                         entry);
      return value;
    };
    const auto alpha = [&] {
      const AlphaCoefficients c = alpha_coefficients(parameters);
      require_positive(c.beta, "beta");
      return c;
    };
    switch (scheme.family)
      {
          case SchemeFamily::moreau_jean: {
            const double theta =
              require_positive(theta_coefficient(parameters), "theta");
            return std::make_unique<MoreauJean<System>>(
              theta,
              scheme.position_weight.value_or(theta),
              parameters.variable_mass,
              parameters.joint_impulses,
              ContactImpulses::force_without_mass);
          }
        case SchemeFamily::alpha:
          return std::make_unique<GeneralizedAlpha<System>>(
            alpha(), scheme.weights, Impulses::force_without_mass);
        case SchemeFamily::central_difference:
          // beta = 0 is theta = 0
          if (scheme.has_theta_or_beta && parameters.beta &&
              beta_coefficient(parameters) != 0.)
            return std::make_unique<GeneralizedAlpha<System>>(
              newmark_coefficients(*parameters.beta, 0.5),
              LoadWeights::stiffness,
              Impulses::force_without_mass);
          if (scheme.has_theta_or_beta && !parameters.beta &&
              theta_coefficient(parameters) != 0.)
            throw InputError(is_massless ?
                               "it must be 0 where contacts have no mass" :
                               "it must be 0 where contacts are forces of the "
                               "motion",
                             "theta");
          if (is_massless)
            return std::make_unique<MasslessCentralDifference<System>>();
          return std::unique_ptr<TimeIntegrationScheme<System>>(
            new CentralDifference<System>(
              CentralDifference<System>::with_contact_forces(
                scheme.kind == SchemeKind::cd_lagrange_implicit)));
        case SchemeFamily::other:
          break;
      }
    throw InputError(is_massless ?
                       "it does not know massless contacts; take one of "
                       "'percuss list schemes', or 'Contact/boundary mass = "
                       "kept'" :
                       "it does not know contacts that are forces of the "
                       "motion; take one of 'percuss list schemes', or "
                       "'Contact/method = velocity level'",
                     "scheme");
  }

  /** The schemes of forward increment multipliers: Taylor and Flanagan's, and
   * Carpenter's, which is one by itself. Throws InputError of others. */
  template <class System>
  std::unique_ptr<TimeIntegrationScheme<System>>
  make_forward_increment_scheme(const SchemeParameters &parameters)
  {
    const SchemeKind kind = scheme_of(parameters.name).kind;
    if (kind == SchemeKind::cd_lagrange)
      return std::unique_ptr<TimeIntegrationScheme<System>>(
        new CentralDifference<System>(
          CentralDifference<System>::taylor_flanagan()));
    if (kind == SchemeKind::carpenter_explicit)
      return make_scheme<System>(parameters);
    throw InputError("there is no forward increment; take 'cd-lagrange' or "
                     "'carpenter-explicit', or another 'Contact/method'",
                     "scheme");
  }
} // namespace percuss

#endif
