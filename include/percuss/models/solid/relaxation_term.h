// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_relaxation_term_h
#define percuss_models_solid_relaxation_term_h

#include <vector>

namespace percuss
{
  /**
   * A term of a Prony series. With the moduli of shear and bulk G_0, K_0 that
   * E and nu give, those of a strain that is applied at once,
   *
   *     G(t) = G_0 (1 - sum_j g_j (1 - exp(-t/tau_j))),   K(t) with k_j.
   */
  struct RelaxationTerm
  {
    double shear; ///< g_j in [0, 1]
    double bulk;  ///< k_j in [0, 1]
    double time;  ///< tau_j > 0 [s]
  };

  /** None: an elastic material. */
  using PronySeries = std::vector<RelaxationTerm>;
} // namespace percuss

#endif
