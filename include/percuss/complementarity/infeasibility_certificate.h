// SPDX-License-Identifier: Apache-2.0

// Why  K* ∋ W p + b,  p ∈ K  cannot be:
//   d ∈ K,   -W^T d ∈ K*,   b·d < 0,   as then u·d = p·W^T d + b·d < 0.

#ifndef percuss_complementarity_infeasibility_certificate_h
#define percuss_complementarity_infeasibility_certificate_h

#include <percuss/complementarity/cone_complementarity_problem.h>

#include <optional>
#include <span>

namespace percuss
{
  /**
   * Whether d [N s] proves that the problem has no solution, up to rounding:
   * in the scaled unknowns, the violations of the two inclusions add up to at
   * most 1e-8 of -b·d / data_scale. A solution would then need an s_i p_i, or
   * a u_i / s_i, of 1e8 data_scale; the largest violation instead of the sum
   * would say less, the less the more rows there are. With an explicit W any W
   * will do; in the global form W is taken to be symmetric.
   *
   * @param work receives W^T d. @pre no friction; the sizes are those of the
   *   problem; data_scale() > 0.
   *
   * Source: Cottle, Pang, Stone, The Linear Complementarity Problem, 1992,
   * 2.7.9, 3.1 (Farkas' lemma).
   *
   * Equations: doc/theory/complementarity.md (6).
   */
  bool
  is_infeasibility_certificate(const ConeComplementarityProblem &problem,
                               std::span<const double>           d,
                               std::span<double>                 work);

  /**
   * The first row that no impulses of the cones can satisfy, whatever the other
   * rows are: those of W only lower u_i, or leave it as it is, and b_i is
   * negative, or the other way round in a row of u_i = 0. That is d = e_i, or
   * -e_i, without the tolerance above, and with friction, too: impulses of a
   * contact lower u_i if W_iN + mu |W_iT| <= 0. Only for an explicit W.
   *
   * @param least_defect of u_i / (s_i data_scale) [-]: less solves the problem.
   */
  std::optional<unsigned int>
  infeasible_row(const ConeComplementarityProblem &problem,
                 double                            least_defect);

  class ComplementaritySolver;

  /** Whether a problem with friction has no solution since that without has
   * none, by @p solver: no motion satisfies u_N >= 0. Sufficient where W is
   * symmetric. */
  bool
  has_no_motion(const ConeComplementarityProblem &problem,
                ComplementaritySolver            &solver);

  /**
   * Whether there is a certificate of infeasibility for a W that is not
   * symmetric, explicit and of at most 512 rows: by a problem of twice the size
   * with a symmetric matrix that always has a solution, which @p solver solves.
   * False where none is found.
   *
   * Equations: doc/theory/friction_methods.md (16).
   */
  bool
  proves_infeasibility(const ConeComplementarityProblem &problem,
                       ComplementaritySolver            &solver);
} // namespace percuss

#endif
