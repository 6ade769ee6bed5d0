// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/linear_scheme.h>

namespace percuss
{
  namespace
  {
    /** m M + c C + k K as M and K. */
    std::array<double, 2>
    with_damping(const double           m,
                 const double           c,
                 const double           k,
                 const RayleighDamping &damping)
    {
      return {m + c * damping.mass, k + c * damping.stiffness};
    }

    LinearScheme
    damped(const RayleighDamping &damping, const double h)
    {
      LinearScheme scheme;
      scheme.damping            = damping;
      scheme.chain.h            = h;
      scheme.chain.mass_damping = damping.mass;
      scheme.chain.has_damping  = damping.mass != 0. || damping.stiffness != 0.;
      return scheme;
    }
  } // namespace

  // S/h, so that loads keep their unit
  LinearScheme
  linear_moreau_jean(const double           theta,
                     const double           sigma,
                     const double           h,
                     const RayleighDamping &damping)
  {
    LinearScheme scheme = damped(damping, h);
    scheme.weights = with_damping(1. / h, theta, h * theta * sigma, damping);
    scheme.load_weights  = {1. - theta, theta};
    scheme.mean          = theta;
    scheme.dissipation_v = sigma - 0.5;
    scheme.dissipation_q = theta - 0.5;

    ChainScheme &chain = scheme.chain;
    chain.r_v          = h * theta + damping.stiffness;
    chain.v_x          = 1.;
    chain.q_x          = h * sigma;
    chain.mean         = theta;
    return scheme;
  }

  LinearScheme
  linear_generalized_alpha(const AlphaCoefficients &c,
                           const LoadWeights        load_weights,
                           const double             h,
                           const RayleighDamping   &damping)
  {
    const bool   filters_loads = load_weights == LoadWeights::stiffness;
    const double alpha_l       = filters_loads ? c.alpha_f : c.alpha_m;
    const double m = 1. - c.alpha_m, l = 1. - alpha_l, f = 1. - c.alpha_f;
    const double a_star = -c.alpha_m / m;

    LinearScheme scheme = damped(damping, h);
    scheme.weights =
      with_damping(m, l * h * c.gamma, f * h * h * c.beta, damping);
    scheme.load_weights  = {alpha_l, l};
    scheme.mean          = c.gamma;
    const double eta     = c.alpha_f - c.alpha_m;
    scheme.dissipation_q = c.gamma - 0.5 - eta;

    ChainScheme &chain = scheme.chain;
    chain.a_a          = a_star;
    chain.v_a          = h * (1. - c.gamma + c.gamma * a_star);
    chain.v_x          = h * c.gamma;
    chain.q_a          = h * h * (0.5 - c.beta + c.beta * a_star);
    chain.q_x          = h * h * c.beta;
    chain.q_w          = 0.5 * h;
    chain.r_v          = f * h + damping.stiffness;
    chain.r_m          = l * chain.v_a;
    chain.r_a          = f * chain.q_a + damping.stiffness * chain.r_m;
    chain.mean         = c.gamma;

    LinearScheme::Alpha &alpha = scheme.alpha.emplace();
    alpha.eta                  = eta;
    alpha.nu                   = 0.5 - c.alpha_m;
    alpha.kappa                = alpha.nu - c.gamma + 0.5;
    const double excess        = 2. * c.beta - c.gamma;
    alpha.energy_a             = 0.25 * h * h * excess;
    alpha.dissipation_a        = 0.5 * h * h * (c.gamma - 0.5) * excess;
    alpha.filters_loads        = filters_loads;
    alpha.of_stiffness         = 0.5 * h * f;
    alpha.of_damping           = l;
    chain.filter_old           = -(0.5 - alpha.nu) / (0.5 + alpha.nu);
    chain.filter_input         = 1. / (0.5 + alpha.nu);
    return scheme;
  }

  std::optional<LinearScheme>
  linear_scheme(const SchemeParameters &parameters,
                const double            h,
                const RayleighDamping  &damping)
  {
    const SchemeInformation scheme = scheme_of(parameters.name);
    if (scheme.kind == SchemeKind::moreau_jean)
      {
        const double theta = theta_coefficient(parameters);
        return linear_moreau_jean(theta,
                                  scheme.position_weight.value_or(theta),
                                  h,
                                  damping);
      }
    if (scheme.kind == SchemeKind::generalized_alpha &&
        scheme.impulses == Impulses::jump)
      return linear_generalized_alpha(alpha_coefficients(parameters),
                                      scheme.weights,
                                      h,
                                      damping);
    return {};
  }
} // namespace percuss
