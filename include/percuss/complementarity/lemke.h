// SPDX-License-Identifier: Apache-2.0

// Lemke's method for  0 <= u = W p + b ⊥ p >= 0:  complementary pivots on
//   I u - W p - d z = b,   d > 0,   along  u_i p_i = 0  until  z = 0.

#ifndef percuss_complementarity_lemke_h
#define percuss_complementarity_lemke_h

#include <percuss/complementarity/complementarity_solver.h>

#include <Eigen/Core>

#include <memory>
#include <string_view>
#include <vector>

namespace percuss
{
  /**
   * Complementary pivoting. The live rows are scaled by s_i (see
   * DelassusOperator::row_scale()) so that W has a unit diagonal and b the
   * largest entry one; d_i = 1 on the unilateral rows. The bilateral rows are
   * eliminated first by pivots of their own, which leaves a problem with the
   * Schur complement of W in the unilateral rows. The lexicographic ratio test
   * excludes cycles in exact arithmetic.
   *
   * What it guarantees, in exact arithmetic and without an iteration limit:
   *   - W copositive-plus on the eliminated problem (every positive
   *     semidefinite W, redundant contacts included): it ends in a solution,
   *     or in a ray d >= 0, W^T d <= 0, b·d < 0, and no solution exists.
   *   - W a P-matrix: it ends in the solution.
   * Any other W: it may end in a ray that proves nothing. Every ray is checked
   * (to 1e-8) and reported as infeasible only if it is such a certificate,
   * which is valid for all W; else the status is singular.
   * The number of pivots is a few times the number of rows as a rule, but
   * exponential in the worst case (K. G. Murty, 1978).
   *
   * Of several solutions it finds a basic one: of redundant contacts as few as
   * possible carry the impulse. Bilateral rows that contradict each other are
   * reported as singular. With the status infeasible, p = 0.
   *
   * Needs an explicit W, else the status is unsupported. Not warm-started.
   * SolverReport::iterations counts the complementary pivots. A pivot costs
   * 4 n^2 operations for n live rows. solve() allocates nothing as long as the
   * number of rows is not larger than ever before.
   *
   * Source: Cottle, Pang, Stone, The Linear Complementarity Problem, 1992,
   * 4.4 and, for the lexicographic test, 4.9.
   *
   * Equations: doc/theory/complementarity.md (5).
   */
  class Lemke final : public ComplementaritySolver
  {
  public:
    /** @param n_rows size of the problems that the work space is made for. */
    explicit Lemke(unsigned int            n_rows     = 0,
                   const SolverParameters &parameters = {});

    std::string_view
    name() const override
    {
      return "lemke";
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

    void
    reserve(unsigned int n_rows);
    void
    load(const ConeComplementarityProblem &problem);
    void
    eliminate_bilateral_rows();
    SolverStatus
    pivot_until_complementary(unsigned int &n_pivots);
    bool
    is_certificate_of_infeasibility(int entering);
    void
    refine();
    SolverReport
    finish(const ConeComplementarityProblem &problem,
           std::span<double>                 p,
           SolverStatus                      status,
           unsigned int                      n_pivots);

    void
    compute_column(int variable);
    int
    exchange(int row, int entering);
    int
    first_leaving_row();
    int
    leaving_row();
    void
    keep_lexicographic_minimum();
    bool
    may_leave(int row) const;
    bool
    is_impulse(int variable) const;
    int
    complement(int variable) const;

    // Variables: u_i is i, p_i is n + i, the artificial z is 2 n, with i < n
    // counting the live rows, first the n_unilateral, then the bilateral ones.
    int                       n            = 0;
    int                       n_unilateral = 0;
    double                    scale        = 1.; // of b, data_scale()
    std::vector<unsigned int> row_of;            // live row -> row
    std::vector<int>          live_of;           // row -> live row or -1

    // The scaled data and B^{-1} of the basis B are the leading n x n blocks.
    Eigen::MatrixXd                                W;
    Eigen::Matrix<double, -1, -1, Eigen::RowMajor> inverse;
    Eigen::VectorXd                                b;
    Eigen::VectorXd                                value;
    Eigen::VectorXd                                column;
    Eigen::VectorXd                                ray;
    std::vector<int>                               basis;
    std::vector<int>                               candidates;
    std::vector<double>                            ratio;
    std::vector<double>                            u;
  };
} // namespace percuss

#endif
