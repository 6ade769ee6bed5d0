// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_linear_scheme_h
#define percuss_models_bar_linear_scheme_h

#include <percuss/models/bar/chain_kernels.h>
#include <percuss/time_integration/generalized_alpha.h>
#include <percuss/time_integration/scheme_parameters.h>

#include <array>
#include <optional>

namespace percuss
{
  /**
   * MoreauJean and GeneralizedAlpha of a linear system with Rayleigh damping and
   * a constant step h, as a Chain moves them: their equations, and their energy
   * identities in the products of ChainSum.
   */
  struct LinearScheme
  {
    ChainScheme           chain;
    std::array<double, 2> weights{};      ///< S = weights[0] M + weights[1] K
    std::array<double, 2> load_weights{}; ///< of F_k and F_{k+1}

    RayleighDamping damping;
    double          mean          = 0.; ///< of forces in their work
    double          dissipation_v = 0.; ///< of Dv^T M Dv
    double          dissipation_q = 0.; ///< of Dq^T K Dq

    // of the alpha-family, with the letters of GeneralizedAlpha; else none
    struct Alpha
    {
      double eta = 0., nu = 0., kappa = 0.;
      double energy_a      = 0.; ///< of a^T M a in H
      double dissipation_a = 0.; ///< of Da^T M Da
      bool   filters_loads = false;

      // of the response to impulses, - (of_stiffness K + of_damping C) w
      double of_stiffness = 0., of_damping = 0.;
    };
    std::optional<Alpha> alpha;
  };

  LinearScheme
  linear_moreau_jean(double                 theta,
                     double                 sigma,
                     double                 h,
                     const RayleighDamping &damping);

  LinearScheme
  linear_generalized_alpha(const AlphaCoefficients &coefficients,
                           LoadWeights              load_weights,
                           double                   h,
                           const RayleighDamping   &damping);

  /** The scheme of that name; none if it is not one of these, or treats contacts
   * otherwise than by impulses at the velocity level. Throws InputError for
   * parameters that the scheme refuses. */
  std::optional<LinearScheme>
  linear_scheme(const SchemeParameters &parameters,
                double                  h,
                const RayleighDamping  &damping);
} // namespace percuss

#endif
