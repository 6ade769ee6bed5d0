// SPDX-License-Identifier: Apache-2.0

// Contact impulses as the minimum of a quadratic function on K:
//   min 1/2 p^T W p + b^T p,   p ∈ K,      W symmetric positive semidefinite,
// by conjugate gradients on the free rows and steps between the faces of K.

#ifndef percuss_complementarity_mprgp_h
#define percuss_complementarity_mprgp_h

#include <percuss/complementarity/complementarity_solver.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace percuss
{
  /**
   * Modified proportioning with reduced gradient projections. W is used
   * through DelassusOperator::apply() only: nothing is factorized or formed,
   * and memory is eight numbers a row. For thousands of contacts, in both
   * forms of W.
   *
   * In the scaled unknowns x_i = s_i p_i, with A_ij = W_ij / (s_i s_j), the
   * gradient is g_i = u_i / s_i. It is split into the free gradient phi on the
   * free rows (bilateral, or unilateral with x_i > 0) and the chopped gradient
   * beta_i = min(g_i, 0) on the others; phi~_i = min(x_i / a, phi_i) is the
   * reduced free gradient. Inactive rows stay at x_i = 0. Each step is one of
   *
   *   conjugate gradients   |beta|^2 <= phi~·phi and the step along the
   *                         direction d stays in K;
   *   expansion             else, if |beta|^2 <= phi~·phi: to the boundary
   *                         along d, then x <- proj_K(x - a phi); more rows
   *                         become zero, many at once;
   *   proportioning         otherwise: the minimum along beta; rows are freed.
   *
   * The step length is a = 1.8 / lambda, lambda the largest eigenvalue of A,
   * estimated from below by 20 power iterations when identity() is new; larger
   * quotients d·A d / d·d met on the way correct it. Convergence is proved for
   * a <= 2 / lambda.
   *
   * It begins with the impulses it is given, projected onto K, and stops when
   * natural_map_residual() of the gradient evaluated afresh is within the
   * tolerance. The rate depends on the condition number kappa of A alone:
   * errors decrease at least by (1 - c / kappa) per step, and once the free
   * rows are known the steps are those of conjugate gradients.
   *
   * W semidefinite (redundant contacts): converges to one of the solutions.
   * Whether there is none is asked after 1000 applications of W without
   * success, then whenever their number has doubled, and where nothing bounds
   * a step, by the same method for
   *
   *   min 1/2 d^T W d + 1/2 (b·d / scale + scale)^2,   d ∈ K,
   *
   * which always has a minimum: zero exactly if d is a certificate, W d = 0
   * and b·d < 0. It is checked by is_infeasibility_certificate(); the status is
   * then infeasible, with p = 0. singular means a descent without end
   * that proves nothing: W is not positive semidefinite, or rounding. Half as
   * many applications as before are spent on each of these attempts.
   *
   * SolverReport::iterations counts the applications of W but for the power
   * iteration. unsupported: friction, or an explicit W that is not symmetric,
   * see is_symmetric(). solve() allocates nothing as long as the number of
   * rows is not larger than ever before.
   *
   * Source: Z. Dostál, J. Schöberl, Comput. Optim. Appl. 30 (2005) 23-44;
   * Z. Dostál, Optimal Quadratic Programming Algorithms, Springer, 2009, 5.8.
   *
   * Equations: doc/theory/complementarity.md (8a), (8b).
   */
  class MPRGP final : public ComplementaritySolver
  {
  public:
    /** @param n_rows size of the problems that the work space is made for. */
    explicit MPRGP(unsigned int            n_rows     = 0,
                   const SolverParameters &parameters = {});

    std::string_view
    name() const override
    {
      return "mprgp";
    }

    std::unique_ptr<ComplementaritySolver>
    make_another(unsigned int n_rows) const override;

    void
    serialize(Archive &archive) override
    {
      archive(lambda, symmetric, examined);
    }

    /** The estimate of lambda [-] for the last W. */
    double
    largest_eigenvalue() const
    {
      return lambda;
    }

  private:
    using Problem = ConeComplementarityProblem;

    SolverReport
    do_solve(const Problem &problem, std::span<double> p) override;

    void
    reserve(unsigned int n_rows);
    void
    examine(const DelassusOperator &W);
    void
    start(const Problem &problem, std::span<const double> guess);
    SolverStatus
    minimize_or_prove(const Problem &problem, unsigned int &n_products);
    bool
    proves_infeasibility(const Problem &problem, unsigned int &n_products);
    SolverStatus
    minimize(const Problem &problem,
             double         tolerance,
             unsigned int   limit,
             unsigned int  &n_products);

    void
    evaluate_gradient(const Problem &problem);
    void
    apply(const DelassusOperator &W);
    bool
    is_free(std::size_t row) const;
    bool
    is_proportional() const;
    double
    defect() const;

    void
    begin_direction();
    void
    continue_direction(double curvature);
    void
    chop_gradient();
    double
    longest_step() const;
    void
    follow_direction(double step);
    void
    expand(const Problem &problem);

    double        scale     = 1.; // of b, data_scale()
    double        lambda    = 0.; // [-]
    double        weight    = 0.; // of c c^T: 1 to prove infeasibility
    bool          symmetric = false;
    std::uint64_t examined  = 0; // identity() of the last W

    std::vector<Cone::Kind> kind;
    std::vector<double>     x, g, c, direction, image, iterate; // scaled
    std::vector<double>     impulse, velocity;                  // [N s], [m/s]
  };
} // namespace percuss

#endif
