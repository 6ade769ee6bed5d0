// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_step_delassus_h
#define percuss_simulation_step_delassus_h

#include <percuss/algebra/row_products.h>
#include <percuss/algebra/sum_over_ranks.h>
#include <percuss/complementarity/active_set_search.h>
#include <percuss/complementarity/global_delassus.h>
#include <percuss/simulation/active_row_solver.h>
#include <percuss/simulation/block_response.h>
#include <percuss/simulation/scheme_response.h>
#include <percuss/simulation/selected_rows.h>
#include <percuss/simulation/two_level_problem.h>

#include <algorithm>
#include <optional>
#include <ranges>

namespace percuss
{
  /** How many rows are few or many, for the forms of W. */
  namespace delassus_rows
  {
    inline constexpr std::size_t responses = 16; // in every step
    inline constexpr std::size_t few       = 500;
    inline constexpr std::size_t assembled = 3000; // 72 MB, factors
    inline constexpr std::size_t many      = 100;  // of bodies
    inline constexpr std::size_t both      = 2000; // of both levels: 4 matrices
  }                                                // namespace delassus_rows

  /**
   * W of a step in the form that size and system ask for (DelassusForm), and
   * the problem of one level with it: K* contains W p + b perp p in K. Of both
   * levels W is W11, and the four parts are those of TwoLevelProblem.
   *
   * Where contacts have compliances c, c/h is added to the diagonal of W.
   *
   * Where G turns, and where there are many rows, an assembled W of the velocity
   * level, and of massless contact nodes, has the rows of joints and active
   * contacts alone: each costs a response, in every iterate where G turns, the
   * rows of open contacts nothing.
   *
   * Where D of z = D r is diagonal, as of explicit schemes with a lumped mass
   * matrix, or block diagonal, as of bodies (BlockResponse), and has many rows,
   * W = G D G^T is sparse, and costs no response per row. Rows that have no node
   * or body in common do not couple.
   */
  template <class System, class Scheme, class Constraints, class Solver>
  class StepDelassus
  {
  public:
    using Stepped  = SteppedSystem<System, Scheme, Constraints>;
    using Response = SchemeResponse<System, Scheme, Constraints>;
    using Rows     = typename Stepped::Rows;
    using A        = typename Stepped::A;
    using Vector   = typename Stepped::Vector;
    using Data     = typename Stepped::Data;
    using Array    = typename Stepped::Array;
    using Cones    = typename Rows::Cones;
    using Level    = ContactTreatment::Level;

    /** @p data is that of the stepper, which a matrix-free W reads. */
    StepDelassus(Response &response, Solver &solver, Data &data);

    /** Decides the form. W is set by the first update(), since some runs never
     * need it; that of small systems now. */
    void
    start();

    /** Leaves the rows of contacts out that were open in the last step, whose
     * @p cones are given. */
    PERCUSS_ALWAYS_INLINE void
    begin_step(const Cones &cones)
    {
      if constexpr (!A::is_small)
        {
          if (two_levels && selection)
            select_rows_in_use();
          else if (selection && !stepped.is_linear())
            {
              const std::size_t n_rows = selection->rows().size();
              selection->remove_inactive(cones);
              if (selection->rows().size() != n_rows)
                is_current = false; // W has them still
            }
          may_stay = is_current;
        }
    }

    /** Sets W anew if it is not current, or lacks a row of the @p cones that
     * are not inactive. */
    PERCUSS_ALWAYS_INLINE void
    update(const Cones &cones, Data &data)
    {
      if constexpr (!A::is_small)
        if (selection && !two_levels)
          select(cones);
      if (is_current)
        return;
      prepare(data);
      is_current = true;
    }

    /** Whether W of one level has active contacts alone, of which the cones of
     * update() tell. */
    bool
    selects_contacts() const
    {
      return selection && !two_levels;
    }

    /** The impulses, of the velocity or of the position level alone. */
    PERCUSS_ALWAYS_INLINE SolverReport
    solve(const Array &b, const Cones &cones, Array &p);

    /** The same of a single row, which needs no algorithm. */
    PERCUSS_ALWAYS_INLINE void
    solve_single_row(const Array &b, const Cones &cones, Array &p) const
    {
      const double P = -b[0] / matrix.coeff(0, 0);
      p[0] = cones[0].kind == Cone::Kind::bilateral ? P : std::max(0., P);
    }

    /** Whether solve_with_motion() knows a way. */
    bool
    solves_motion() const;

    /** The same of unilateral contacts where b lacks the velocity of the motion
     * under the residual @p force of the predictor: one solution with S for each
     * active set in all. Nothing, and @p p as it was, where that fails.
     * @pre solves_motion() */
    std::optional<SolverReport>
    solve_with_motion(const Vector &force,
                      const Array  &b,
                      const Cones  &cones,
                      Array        &p);

    /** dv of both. */
    const Vector &
    velocity_with_motion() const
    {
      return row_solver->dv();
    }

    /** The impulses and multipliers of both levels, see TwoLevelProblem. */
    SolverReport
    solve_both(const Array             &b,
               const Array             &b_g,
               const Cones             &cones,
               const std::vector<char> &projected,
               bool                     hold_loaded,
               double                   gap_tolerance,
               Array                   &p,
               Array                   &tau);

    /** g of the last solution of both levels, of rows that are in use. */
    double
    gap_of_both(const std::size_t row) const
    {
      return both_gap[row];
    }

    /** dv of the response to @p p, if the solution has left it; else null. */
    const Vector *
    velocity_of(const Array &p) const
    {
      if constexpr (A::is_small)
        return nullptr;
      else
        return row_solver ? row_solver->velocity_of(p) : nullptr;
    }

    /** u = W p, of the rows that W has; zero in the others. */
    void
    apply(const Array &p, Array &u);

    /** Writes or reads what the next step depends on. @pre the configuration
     * where G is evaluated has been read */
    void
    serialize(Archive &archive);

    bool is_current = false;

    std::unique_ptr<TwoLevelProblem> two_levels; ///< or none

  private:
    /** What the rows of the selection have of a problem. */
    struct PartOfProblem
    {
      std::vector<Cone>        cones;
      std::vector<double>      b, p, g, tau; // g, tau of both levels
      std::vector<char>        projected;
      std::vector<std::size_t> rows; // those that are new
      // of both levels: rows with a gap, their places in rows, increments
      std::vector<std::size_t> gap_rows, gaps;
      Eigen::VectorXd          u, change;
    };

    /** W = G D G_impulse^T of rows with few entries. */
    struct SparseParts
    {
      RowProducts                                  products;
      Eigen::SparseMatrix<double, Eigen::RowMajor> W, G, G_impulse, of_impulses;
    };

    /** D of z = D r where S is diagonal, and the time step that it is of. */
    struct DiagonalResponse
    {
      Vector D;
      double time_step = 0.;
    };

    DelassusForm
    choose_form() const;
    bool
    selects_rows() const;
    void
    select(const Cones &cones);
    void
    select_rows_in_use();
    std::size_t
    n_rows_of_problem() const
    {
      return selection ? selection->rows().size() : unit.size();
    }
    void
    prepare(Data &data);
    /** Calls visit(j, increments) of the unit impulse of the j-th of @p rows. */
    template <class SomeRows, class Visit>
    void
    respond_to_units(const SomeRows &rows, Data &data, const Visit &visit);
    void
    assemble_one_level(Data &data);
    void
    assemble_selection(Data &data);
    /** Whether it could: D is block diagonal, and rows know their entries. */
    bool
    assemble_sparse(Data &data);
    const Eigen::SparseMatrix<double, Eigen::RowMajor> &
    impulse_rows(const Data &data);
    /** Sets the rows of the part, and the size of the problem. */
    void
    resize_two_levels();
    void
    assemble_two_levels(Data &data);
    bool
    assemble_sparse_levels(Data &data);
    /** Whether D is block diagonal, and rows, of which there are many, know
     * their entries; sparse.G has them then. */
    bool
    takes_sparse_parts(Data &data);
    /** h times what of friction's impulses acts on positions at both levels. */
    double
    friction_weight() const
    {
      return stepped.treatment().friction_displacement *
             stepped.clock.time_step;
    }
    void
    assemble_local(Data &data);
    /** Sets that of the response, if impulses stay where rows act. */
    void
    find_local_response();
    /** Whether rows know those of G, of the degrees of freedom of a rank. */
    bool
    knows_entries() const;
    void
    make_matrix_free();

    /** column = G z of the increments' velocity or position. */
    void
    measure(Level level, const ImpulseIncrement<A> &d, Data &data);

    /** Column j of @p matrix <- column, its rows of the problem. */
    void
    set_column(Eigen::MatrixXd &matrix, std::size_t j) const;

    Stepped  &stepped;
    Response &response;
    Solver   &solver;
    Data     &stepper_data;

    DelassusForm                            form;
    Eigen::MatrixXd                         matrix;    // if assembled
    std::optional<SelectedRows>             selection; // all rows if none
    PartOfProblem                           part;      // of the selection
    std::vector<Array>                      columns;   // of a constant W
    Array                                   both_gap;  // of both levels
    std::optional<ExplicitDelassus>         W;         // assembled or local
    SparseParts                             sparse;
    TwoLevelProblem::SparseParts            levels;           // of both
    bool                                    may_stay = false; // sparse W
    std::optional<BlockResponse>            blocks;           // or none
    std::optional<DiagonalResponse>         diagonal;         // or none
    std::unique_ptr<NodalRows<A>>           nodal_rows;       // or none
    std::unique_ptr<GlobalDelassus<Vector>> matrix_free;
    std::unique_ptr<ActiveRowSolver<A>>     row_solver;
    ActiveSetSearch                         sets; // with the motion
    Array                                   unit, column;
  };
} // namespace percuss

#endif
