// SPDX-License-Identifier: Apache-2.0

// Block Gauss-Seidel method: cone after cone solves its own rows of
//   u = W p + b,   K* ∋ û ⊥ p ∈ K,   the impulses of the others held fixed.

#ifndef percuss_complementarity_projected_gauss_seidel_h
#define percuss_complementarity_projected_gauss_seidel_h

#include <percuss/complementarity/complementarity_solver.h>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace percuss
{
  /**
   * One sweep sets, for each row of a scalar cone and each block of a
   * second-order cone, in order,
   *
   *   p_i <- proj_{K_i}(-q_i / W_ii),      q_i = b_i + sum_{j != i} W_ij p_j,
   *   p_α <- solve_one_contact(W_αα, q_α, mu).
   *
   * It begins with the impulses that it is given and ends as soon as
   * natural_map_residual() is within the tolerance, which is looked at in the
   * first three sweeps, in every 50th and where a sweep changes p by less than
   * a hundred tolerances. It needs no factorization and no symmetry; W must be
   * explicit.
   *
   * Convergence is linear. It is proved for symmetric positive definite W
   * without friction (Cottle, Pang, Stone, 1992, 5.3), redundant contacts
   * included where a solution exists, and for friction observed, not proved:
   * with friction a solution may not be unique and, if the normal and the
   * tangential motion are strongly coupled, sweeps may cycle. An infeasible
   * problem ends as iteration_limit, impulses growing from sweep to sweep.
   *
   * SolverReport::iterations counts the sweeps; singular means a row with
   * W_ii <= 0 or a block without solution.
   *
   * Source: M. Jean, The non-smooth contact dynamics method, Comput. Methods
   * Appl. Mech. Engrg. 177 (1999) 235-257; V. Acary, B. Brogliato, 2008, 13.7.
   */
  class ProjectedGaussSeidel final : public ComplementaritySolver
  {
  public:
    /** @param n_rows size of the problems that the work space is made for. */
    explicit ProjectedGaussSeidel(unsigned int            n_rows     = 0,
                                  const SolverParameters &parameters = {});

    std::string_view
    name() const override
    {
      return "projected-gauss-seidel";
    }

    bool
    reads_entries() const override
    {
      return true;
    }

    std::unique_ptr<ComplementaritySolver>
    make_another(unsigned int n_rows) const override;

  private:
    SolverReport
    do_solve(const ConeComplementarityProblem &problem,
             std::span<double>                 p) override;

    std::vector<double> u;
  };
} // namespace percuss

#endif
