// SPDX-License-Identifier: Apache-2.0

// Where contacts are redundant: of all solutions the one that is the limit, as
// ε -> 0, of those of
//   K* ∋ û ⊥ p ∈ K,   u = (W + ε D) p + b,   D = 1 in the rows of contacts.

#ifndef percuss_complementarity_least_impulse_h
#define percuss_complementarity_least_impulse_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/friction/scaled_friction_problem.h>
#include <percuss/complementarity/scaled_product.h>

#include <Eigen/Core>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * Impulses of redundant contacts, W d = 0 for some d, are not determined by
   * the motion, and where they slip the motion depends on them. The limit is
   * that of contacts that are all equally compliant, and less and less: without
   * friction the solution of least Σ |p|², with a rigid body on points a normal
   * impulse that is linear in their positions. Nothing in its definition
   * depends on a solver, on the order of contacts, on directions of tangents or
   * coordinates. Joints are ten thousand times stiffer than contacts, each row
   * in its own unit.
   *
   * In the units of ScaledFrictionProblem, with E = ε D there, find() takes Newton's
   * steps for W + E to P_E, then for W, with the same matrix J_E = A + B (W + E).
   * In T = J_E^{-1} B E the part of P is left that W does not know,
   *
   *   T^k -> Π (k -> ∞),   J Π = 0,   Π^2 = Π,
   *
   * since T has the eigenvalues ε / (λ + ε); it is taken out, until F(P) = 0 with
   * W and Π P = 0: the limit itself, up to rounding over ε.
   *
   * Equations: doc/theory/complementarity.md (18), (18a), (18b).
   */
  class LeastImpulse
  {
  public:
    using Problem = ConeComplementarityProblem;

    /** Larger problems are left as solvers leave them. */
    static constexpr unsigned int max_rows = 500;

    /** Whether rows that are not inactive depend on each other, to 1e-10, by
     * Cholesky's factors of W; known for the W of the last call. False of more
     * than max_rows, and where W is not explicit. */
    bool
    is_needed(const Problem &problem);

    /** From p, a solution or, @p is_guess, near to one, to the limit, with a
     * residual of at most @p largest_residual, or of what rounding makes, up to a
     * thousand times as much; false, and p as it was, where it is not found. */
    bool
    find(const Problem    &problem,
         std::span<double> p,
         double            largest_residual,
         bool              is_guess);

    /**
     * What an algorithm makes of the problem, SolverReport algorithm(), with the
     * guess p to begin with and its solution in p on exit; where contacts are
     * redundant, the limit, from the guess or from that solution. The algorithm
     * is not called where the guess was near.
     */
    template <class Algorithm>
    SolverReport
    solve(const Problem    &problem,
          std::span<double> p,
          const double      tolerance,
          const Algorithm  &algorithm)
    {
      const auto is_zero = [](const double x) { return x == 0.; };
      if (!is_needed(problem))
        return algorithm();
      if (!std::ranges::all_of(p, is_zero) &&
          find(problem, p, residual_of_guess * tolerance, true))
        return {
          SolverStatus::converged, n_systems, residual, false, "least impulse"};
      SolverReport report = algorithm();
      if (report.is_solution_usable() && !(report.dilation_speed > 0.) &&
          !std::ranges::all_of(p, is_zero) &&
          find(problem, p, std::max(tolerance, report.residual), false))
        report.residual = residual;
      return report;
    }

  private:
    // Over the tolerance; a solver goes on where it is not reached.
    static constexpr double residual_of_guess = 1e-3;

    void
    reserve(const DelassusOperator &W);
    bool
    is_regular(const DelassusOperator::Matrix &W);
    void
    set_compliances(const Problem &problem, double epsilon);
    bool
    solve_with_compliances(const Problem &problem, unsigned int max_systems);
    bool
    approach(const Problem &problem, double last);
    bool
    go_to_limit(const Problem &problem, double largest_residual);
    bool
    refine(const Problem &problem);
    bool
    take_out_open_part(const Problem &problem, bool &had_one);
    void
    evaluate(const Problem &problem, bool with_compliances);
    bool
    has_other_modes(const Problem &problem) const;
    void
    factorize(const Problem &problem);
    void
    apply_compliance(const Problem         &problem,
                     const Eigen::VectorXd &x,
                     Eigen::VectorXd       &y) const;

    // of the last W
    std::uint64_t              tested_identity  = 0;
    bool                       is_whole_regular = false, was_needed = false;
    std::vector<unsigned char> tested_rows; // live ones
    std::vector<unsigned int>  live_rows;
    Eigen::MatrixXd            cholesky;

    ScaledFrictionProblem                    equations;
    FrictionLinearSystem                     system;
    ScaledProduct                            product;
    std::vector<ScaledFrictionProblem::Mode> modes; // of the factors
    bool                depends_on_point = false;   // the matrix, as slip turns
    double              moved            = 0.;      // since it was factorized
    Eigen::VectorXd     E, P, start, U, F, step, image;
    std::vector<double> impulse, velocity;
    unsigned int        n_systems = 0;  // that find() has factorized
    double              residual  = 0.; // of what it found
  };
} // namespace percuss

#endif
