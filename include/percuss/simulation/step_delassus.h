// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_step_delassus_h
#define percuss_simulation_step_delassus_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/global_delassus.h>
#include <percuss/simulation/active_row_solver.h>
#include <percuss/simulation/scheme_response.h>
#include <percuss/simulation/two_level_problem.h>

#include <algorithm>
#include <optional>

namespace percuss
{
  /**
   * W of a step in the form that size and system ask for (DelassusForm), and
   * the problem of one level with it: K* contains W p + b perp p in K. Of both
   * levels W is W11, and the four parts are those of TwoLevelProblem.
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

    /** Decides the form, and sets W with G at data.configuration. */
    void
    start();

    /** Sets W anew if it is not current. */
    PERCUSS_ALWAYS_INLINE void
    update(Data &data)
    {
      if (stepped.is_linear() || is_current)
        return;
      prepare(data);
      is_current = true;
    }

    /** The impulses, of the velocity or of the position level alone. */
    PERCUSS_ALWAYS_INLINE SolverReport
    solve(const Array &b, const Cones &cones, Array &p);

    /** u = W p */
    void
    apply(const Array &p, Array &u) const
    {
      if (form == DelassusForm::matrix_free)
        matrix_free->apply(p, u);
      else
        W->apply(p, u);
    }

    bool is_current = false;

    Eigen::MatrixXd                  matrix;     ///< W, if assembled
    std::unique_ptr<TwoLevelProblem> two_levels; ///< or none

  private:
    DelassusForm
    choose_form() const;
    void
    prepare(Data &data);
    void
    assemble_one_level(Data &data);
    void
    assemble_two_levels(Data &data);
    void
    assemble_local(Data &data);
    void
    make_matrix_free();

    /** column = G z of the increments' velocity or position. */
    void
    measure(Level level, const ImpulseIncrement<A> &d, Data &data);

    /** Column j of @p matrix <- column. */
    void
    set_column(Eigen::MatrixXd &matrix, std::size_t j) const;

    Stepped  &stepped;
    Response &response;
    Solver   &solver;
    Data     &stepper_data;

    DelassusForm                                 form;
    std::optional<ExplicitDelassus>              W; // assembled or local
    Eigen::SparseMatrix<double, Eigen::RowMajor> local_matrix;
    std::unique_ptr<NodalRows<A>>                nodal_rows; // or none
    std::unique_ptr<GlobalDelassus<Vector>>      matrix_free;
    std::unique_ptr<ActiveRowSolver<A>>          row_solver;
    Array                                        unit, column;
  };
} // namespace percuss

#endif
