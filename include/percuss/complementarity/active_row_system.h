// SPDX-License-Identifier: Apache-2.0

// The equality problem of a guessed active set A:
//   ((W + σ D) p + b)_A = 0,   p = 0 off A,   D = diag(s_i^2).

#ifndef percuss_complementarity_active_row_system_h
#define percuss_complementarity_active_row_system_h

#include <percuss/algebra/sparse_factors.h>
#include <percuss/complementarity/complementarity_solver.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <Eigen/SparseCholesky>

#include <cstdint>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * Solves for the impulses of given active rows, in the scaled unknowns
   * s_i p_i, and keeps the factorization while W, A and σ stay the same.
   *
   *   explicit W, m <= 256 or a quarter of W not zero: dense LU of the m x m
   *     matrix with identity rows and columns off A; no allocation but for the
   *     first problem of a size;
   *   explicit W, sparse and larger: of the rows of A alone. Where W is
   *     symmetric and dominated by its diagonal (Gershgorin: condition at most
   *     19), conjugate gradients to rounding, in time linear in the rows, until
   *     a third right-hand side shows that the system lasts. Else, and then, L D
   *     L^T by minimum degree where W is symmetric and this one positive
   *     definite, else LU; allocates in every factorization;
   *   global form: conjugate gradients on the rows of A with one application
   *     of W per iteration, until the largest scaled defect is below the
   *     tolerance given. Needs W symmetric positive semidefinite on A, and a
   *     right-hand side in its range.
   */
  class ActiveRowSystem
  {
  public:
    using RowSet = std::vector<unsigned char>; // 1: in A, 0: not

    /** Make the work space for m = n_rows rows. */
    void
    reserve(unsigned int n_rows);

    /**
     * @param b right-hand side [m/s], all rows.
     * @param tolerance for conjugate gradients, bound for |u_i| / s_i on A.
     * @param p the impulses on exit; on entry, the guess of the conjugate
     *   gradients (entries off A are ignored).
     * @return converged, singular, or iteration_limit (conjugate gradients).
     */
    SolverStatus
    solve(const DelassusOperator &W,
          const RowSet           &active,
          double                  shift,
          std::span<const double> b,
          double                  tolerance,
          std::span<double>       p);

    /** Whether the last system solved had this W and A and a shift > 0. */
    bool
    was_shifted(const DelassusOperator &W, const RowSet &active) const;

    /** What it knows of the last system; the factorization is made again. */
    void
    serialize(Archive &archive);

    /** Factorizations since construction. */
    unsigned int
    n_factorizations() const
    {
      return factorization_count;
    }

  private:
    SolverStatus
    factorize(const DelassusOperator &W, const RowSet &active, double shift);
    void
    factorize_dense(const DelassusOperator &W,
                    const RowSet           &active,
                    double                  shift);
    void
    factorize_sparse(const DelassusOperator &W,
                     const RowSet           &active,
                     double                  shift);
    bool
    is_dominated_by_diagonal() const;
    void
    factorize_sparse_matrix();
    SolverStatus
    factorize_symmetric();
    void
    solve_sparse();
    bool
    iterates_on_sparse_matrix();
    SolverStatus
    conjugate_gradients(const DelassusOperator &W,
                        const RowSet           &active,
                        double                  shift,
                        double                  tolerance);
    void
    apply_scaled(const DelassusOperator &W,
                 const RowSet           &active,
                 double                  shift,
                 const Eigen::VectorXd  &x,
                 Eigen::VectorXd        &y);

    // What the factorization belongs to.
    std::uint64_t factorized_identity = 0;
    RowSet        factorized_set;
    double        factorized_shift    = 0.;
    SolverStatus  factorized_status   = SolverStatus::singular;
    unsigned int  factorization_count = 0;
    bool          has_factors         = false;

    Eigen::MatrixXd                      dense_matrix;
    Eigen::PartialPivLU<Eigen::MatrixXd> dense_lu;

    // of the rows of A, by their numbers among these
    using Sparse = SparseFactors::Matrix;
    std::vector<int>              number_of_row; // or -1
    Sparse                        sparse_matrix;
    Eigen::VectorXd               of_active, solution_of_active;
    Eigen::SimplicialLDLT<Sparse> sparse_ldlt;
    SparseFactors                 sparse_factors{1.};      // solved once
    unsigned int                  n_iterated          = 0; // times
    bool                          has_sparse_factors  = false;
    bool                          is_semidefinite     = false; // maybe
    bool                          has_ldlt            = false;
    std::uint64_t                 examined_identity   = 0;
    bool                          is_symmetric_matrix = false;

    Eigen::VectorXd right_hand_side, solution; // scaled

    /** Vectors of the conjugate gradients. */
    struct Iteration
    {
      Eigen::VectorXd defect, direction, image, scaled_input;
    };
    Iteration iteration;
  };
} // namespace percuss

#endif
