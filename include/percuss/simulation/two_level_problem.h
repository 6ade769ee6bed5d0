// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_two_level_problem_h
#define percuss_simulation_two_level_problem_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/time_integration/contact_treatment.h>

#include <Eigen/Core>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * The contact problem of schemes with conditions at both levels ([A12]
   * 51-58), of m rows of which k have a gap, all but the tangential ones:
   *
   *     u = W11 P + W12 tau + b_u,    K* contains u  perp  P in K,
   *     g = W21 P + W22 tau + b_g,    g  perp  tau in L,
   *
   * with L_i = R+ (g_i >= 0), {0} for a row that is not projected, or R (g_i =
   * 0) for a joint, and for a row that carries an impulse where the scheme asks
   * for it ([A12] 65). W22 = (W22 - N22) + N22, where N22 is what remains when
   * the velocities are frozen.
   *
   * - coupled: one problem of 2 m rows, in one unit: with the time step h and
   *   c_i = h W11_ii/W22_ii, its second half is g/h by tau_i/c_i; rows with P_i
   *   > 0 are found by repetition, and one that was held stays so as long as
   *   u_i = 0; if that cycles or fails, the decoupled form helps,
   * - decoupled: the first problem with tau of the last pass, the second with
   *   N22 and frozen velocities, until tau is stationary,
   * - one pass: the same once. The caller has set W12 = 0 and W22 = N22.
   *
   * Where tau moves no velocity, W12 = 0 up to rounding, as of bodies without
   * springs, the coupled problem is two in turn, with nothing to repeat: P from
   * the first line, then, with the g of P, tau from W22. Data of the second that
   * are rounding of the first have tau = 0.
   *
   * Where rows that carry impulses are redundant, all of them on g_i = 0 may
   * contradict each other, and the sets of held rows cycle: they are then only
   * kept from penetration, L_i = R+.
   */
  class TwoLevelProblem
  {
  public:
    using Coupling = ContactTreatment::Coupling;

    /** @param solver the problems are solved by others of its kind
     * @param time_step h [s] > 0 */
    TwoLevelProblem(const ComplementaritySolver &solver, double time_step);

    using Matrix = DelassusOperator::Matrix;

    Eigen::MatrixXd W11;      ///< (m x m)
    Eigen::MatrixXd W12;      ///< (m x k)
    Eigen::MatrixXd W21;      ///< (k x m)
    Eigen::MatrixXd W22, N22; ///< (k x k)

    /**
     * Rows with few entries, of which the matrices are products of few more:
     *
     *     W11 = G_u dv_P^T,    W12 = G_u dv_tau^T,
     *     W21 = G_g dq_P^T,    W22 = G_g dq_tau^T,    N22 = G_g frozen_dq^T,
     *
     * with the rows of the velocities and of the gaps, and in each row of the
     * others what a unit multiplier does to n degrees of freedom.
     */
    struct SparseParts
    {
      Matrix G_u, dv_P, dq_P;                ///< (m x n)
      Matrix G_g, dv_tau, dq_tau, frozen_dq; ///< (k x n)
    };

    /** Makes room for @p n_rows rows, of which @p rows_with_gap have one, if the
     * problem has others. */
    void
    resize(std::size_t n_rows, std::span<const std::size_t> rows_with_gap);

    /** Makes room in the matrices. */
    void
    make_room();

    /** To be called when the matrices have changed. */
    void
    set_up();

    /** The same with the products of @p parts, which must outlive the solutions,
     * for the matrices. */
    void
    set_up(const SparseParts &parts);

    /**
     * @param[in]     b_u, b_g    u and g without multipliers (m)
     * @param[in]     cones       K; a joint (K = R) is held on g = 0, too
     * @param[in]     projected   which rows L does not fix at {0}
     * @param[in]     hold_loaded whether rows with P_i > 0 are held on g_i = 0
     * @param[in]     gap_tolerance what is no gap [m]: passes end, too, when
     *                they move gaps by 1e-5 of it
     * @param[in,out] P, tau      guess and solution (m); tau = 0 where there is
     *                no gap
     */
    SolverReport
    solve(std::span<const double> b_u,
          std::span<const double> b_g,
          std::span<const Cone>   cones,
          std::span<const char>   projected,
          bool                    hold_loaded,
          Coupling                coupling,
          double                  gap_tolerance,
          std::span<double>       P,
          std::span<double>       tau);

    /** Writes or reads which entries of the matrices have a place; to be called
     * before set_up(), if @p is_current, and serialize(). */
    void
    serialize_places(Archive &archive, bool is_current);

    /** Writes or reads what the next solution depends on. */
    void
    serialize(Archive &archive);

    /** g of the last solution (m), b_g where there is no gap. */
    const Eigen::VectorXd &
    gap() const
    {
      return g;
    }

  private:
    /** @pre is_in_turn */
    SolverReport
    solve_in_turn(std::span<const double> b_u,
                  std::span<const Cone>   cones,
                  std::span<const char>   projected,
                  bool                    hold_loaded,
                  std::span<double>       P);

    /** The multipliers, where product has the gaps of P; its own become those of
     * both. @param report of the problem of P, to which that of the gaps is added
     * @param least_scale of the data of the gaps, see ConeComplementarityProblem */
    SolverReport
    with_gaps(SolverReport            report,
              std::span<const char>   projected,
              bool                    hold_loaded,
              std::span<const double> P,
              double                  least_scale);

    /** As coupled, decoupled, with all loaded rows held, with none: the first way
     * that works. */
    SolverReport
    solve_together(std::span<const double> b_u,
                   std::span<const Cone>   cones,
                   std::span<const char>   projected,
                   bool                    hold_loaded,
                   Coupling                coupling,
                   double                  gap_tolerance,
                   std::span<double>       P);
    SolverReport
    solve_coupled(std::span<const double> b_u,
                  std::span<const Cone>   cones,
                  std::span<const char>   projected,
                  bool                    hold_loaded,
                  std::span<double>       P);
    SolverReport
    solve_decoupled(std::span<const double> b_u,
                    std::span<const Cone>   cones,
                    std::span<const char>   projected,
                    bool                    hold_loaded,
                    Coupling                coupling,
                    double                  gap_tolerance,
                    std::span<double>       P);

    /** factors from h W11_ii/W22_jj, where both are > 0. */
    void
    set_factor(Eigen::Index j, double W11_ii, double W22_jj);

    /** Whether the j-th tau moves no velocity but for rounding of W11, by
     * @p largest, a bound of |W12_ij| / W11_ii^(1/2). */
    bool
    moves_nothing(Eigen::Index j, double W22_jj, double largest) const;

    /** Sets the operators of both and of frozen velocities. */
    void
    set_coupled();

    /** product = W21 P/h in its part of the gaps. */
    void
    set_gaps_of_impulses(std::span<const double> P);

    /** product = (u, g/h) of P and the multipliers: W of both (P, tau/c);
     * an empty P is zero. */
    void
    apply_coupled(std::span<const double> P);

    /** Sets which gaps that the last pass held are closed by its solution: u,
     * which stands in product, without b_u in rhs. */
    void
    keep_closed_held(std::span<const Cone> of_gaps);

    /** Decides L of all gaps; returns whether that changes a cone. */
    bool
    set_kinds(std::span<Cone>         cones,
              std::span<const char>   projected,
              bool                    hold_loaded,
              std::span<const double> P) const;

    Eigen::Index
    row_of(const Eigen::Index j) const
    {
      return static_cast<Eigen::Index>(gap_rows[static_cast<std::size_t>(j)]);
    }

    /** One of the problems, with the solver that knows its W. */
    struct Part
    {
      std::unique_ptr<ComplementaritySolver> solver;
      std::optional<ExplicitDelassus>        W;
      std::vector<Cone>                      cones;

      template <class AnyMatrix>
      void
      set(const AnyMatrix &matrix);
      /** W = G H^T. */
      void
      set_product(const Matrix &G, const Matrix &H);
      SolverReport
      solve(std::span<const double> b,
            std::span<const Cone>   K,
            std::span<double>       p)
      {
        return solver->solve({*W, b, K}, p);
      }
    };
    // both: coupled; positions: of frozen velocities; gaps: W22 in the units of
    // both, where the problems are solved in turn
    Part velocities, positions, both, gaps;

    std::array<Part *, 4>
    parts();

    const SparseParts *sparse     = nullptr; // or dense matrices
    bool               is_in_turn = false;

    std::vector<std::size_t> gap_rows;
    std::vector<char>        is_joint, stays_held; // of rows, of gaps
    Eigen::MatrixXd          W;                    // coupled, or of the gaps
    Eigen::VectorXd          rhs, z, product, g;
    Eigen::VectorXd          b_of_gaps, multiplier, previous;
    Eigen::VectorXd          factors; // c
    const double             h;
  };
} // namespace percuss

#endif
