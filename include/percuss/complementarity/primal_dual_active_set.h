// SPDX-License-Identifier: Apache-2.0

// Primal-dual active set method for  u = W p + b,  0 <= u ⊥ p >= 0:
//   u_A = 0,  p_I = 0;   A <- { i : p_i - u_i / s_i^2 > 0 },   I the others,
// which is Newton's method for  min(s_i p_i, u_i / s_i) = 0.

#ifndef percuss_complementarity_primal_dual_active_set_h
#define percuss_complementarity_primal_dual_active_set_h

#include <percuss/complementarity/active_row_system.h>
#include <percuss/complementarity/active_set_search.h>
#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/friction/friction_active_set.h>
#include <percuss/complementarity/friction/friction_solver.h>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace percuss
{
  /**
   * Semismooth Newton method. The first guess of A are the rows with p_i > 0
   * on entry; bilateral rows are always in A, inactive rows never. If the set
   * is right at once, as in most steps of a time loop, the cost is one
   * solution with a factorization that exists already.
   *
   * With the safeguard of ActiveSetSearch the method ends for every P-matrix W,
   * possibly after exponentially many sets.
   *
   * Singular systems (redundant contacts): proximal point iteration
   *
   *   p^{k+1} solves the problem with  W + σ D,  b - σ D p^k,   σ = 1e-7,
   *
   * from p^0 = 0. For W positive semidefinite it converges to a solution if
   * one exists, redundant contacts sharing the impulse. Otherwise d = p^{k+1}
   * - p^k tends to a certificate, with W d = 0. It is checked by
   * is_infeasibility_certificate() and then reported as infeasible, with p = 0.
   *
   * SolverReport::iterations counts the sets tried, each one linear system;
   * in the global form one by conjugate gradients (see ActiveRowSystem; W
   * symmetric positive semidefinite; a failure is reported as iteration_limit
   * or singular).
   *
   * Friction: where a cone is of second order the problem goes to
   * FrictionSolver, in the global form to FrictionActiveSet, whose limits and
   * report apply.
   *
   * Convergence: in finitely many steps for M-matrices from any guess, without
   * the safeguard; locally superlinear (finite) for P-matrices.
   *
   * Source: M. Hintermüller, K. Ito, K. Kunisch, SIAM J. Optim. 13 (2002)
   * 865-888. Safeguard: L. F. Portugal, J. J. Júdice, L. N. Vicente, Math.
   * Comp. 63 (1994) 625-643. Proximal point: R. T. Rockafellar, SIAM J.
   * Control Optim. 14 (1976) 877-898.
   *
   * Equations: doc/theory/complementarity.md (7), (8).
   */
  class PrimalDualActiveSet final : public ComplementaritySolver
  {
  public:
    /** @param n_rows size of the problems that the work space is made for. */
    explicit PrimalDualActiveSet(unsigned int            n_rows     = 0,
                                 const SolverParameters &parameters = {});

    std::string_view
    name() const override
    {
      return "semismooth-newton";
    }

    std::unique_ptr<ComplementaritySolver>
    make_another(unsigned int n_rows) const override;

    bool
    takes_active_sets() const override
    {
      return true;
    }

    void
    begin_step() override
    {
      friction.begin_step();
    }

    void
    serialize(Archive &archive) override
    {
      system.serialize(archive);
    }

    /** Factorizations of W_AA since construction. */
    unsigned int
    n_factorizations() const
    {
      return system.n_factorizations();
    }

  private:
    using Problem = ConeComplementarityProblem;

    SolverReport
    do_solve(const Problem &problem, std::span<double> p) override;

    void
    reserve(unsigned int n_rows);
    SolverStatus
    find_active_set(const Problem    &problem,
                    double            shift,
                    std::span<double> p,
                    unsigned int     &n_sets);
    bool
    solve_on_active_set(const Problem    &problem,
                        double            shift,
                        std::span<double> p,
                        SolverStatus     &status);
    void
    shifted_velocity(const Problem          &problem,
                     double                  shift,
                     std::span<const double> p);
    double
    active_defect(const Problem &problem) const;
    SolverStatus
    iterate_proximal_point(const Problem    &problem,
                           std::span<double> p,
                           unsigned int     &n_sets);
    bool
    proves_infeasibility(const Problem &problem, std::span<const double> p);

    ActiveRowSystem   system;
    FrictionSolver    friction;
    FrictionActiveSet friction_active_set;
    double            scale = 1.; // data_scale()

    ActiveSetSearch     search;
    std::vector<double> b; // of the problem solved, or shifted
    std::vector<double> u;
    std::vector<double> proximal_point;
    std::vector<double> correction;
  };
} // namespace percuss

#endif
