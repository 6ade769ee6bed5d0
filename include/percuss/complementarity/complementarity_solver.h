// SPDX-License-Identifier: Apache-2.0

// What solves a ConeComplementarityProblem, and what it says about the result.

#ifndef percuss_complementarity_complementarity_solver_h
#define percuss_complementarity_complementarity_solver_h

#include <percuss/complementarity/cone_complementarity_problem.h>

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace percuss
{
  enum class SolverStatus
  {
    /** residual <= tolerance. */
    converged,
    /** Stopped after the permitted number of iterations. */
    iteration_limit,
    /** Shown, by a certificate checked numerically, to have no solution. */
    infeasible,
    /** A cone or a form of W that this solver does not treat. */
    unsupported,
    /** Breakdown: a linear system of active rows has no accurate solution
     *  (contradictory dependent rows, W ill-conditioned beyond use), or
     *  pivoting has ended in a ray that proves nothing. */
    singular,
    /** W or b contain NaN or infinity, or the computation overflowed. */
    not_a_number
  };

  std::string_view
  to_string(SolverStatus status);

  /** What one method of a solver that has several has done, all its attempts. */
  struct StageRecord
  {
    /** What begins with @p name, of which the first 23 characters are kept: a
     * record is a value that can be written to a file. */
    void
    set_method(std::string_view name);
    std::string_view
    method() const
    {
      return name.data();
    }

    unsigned long int problems      = 0; ///< in which the method was begun
    unsigned long int attempts      = 0;
    unsigned long int linear_solves = 0;
    /** Before the first attempt, infinity if there was no impulse, and after the
     * last one; of several problems the largest. */
    double residual_before = 0., residual_after = 0.;

  private:
    std::array<char, 24> name{};
  };

  /** One record for each method, in the order in which they came first. */
  class StageRecords
  {
  public:
    /** Another attempt in a problem begins; returns the record of the method. */
    StageRecord &
    begin_attempt(std::string_view method, double residual);

    /** Adds those of another problem. */
    void
    add(const StageRecords &others);

    std::span<const StageRecord>
    all() const
    {
      return {records.data(), n};
    }

  private:
    StageRecord &
    of(std::string_view method);

    static constexpr std::size_t         max_methods = 4;
    std::array<StageRecord, max_methods> records;
    std::size_t                          n = 0;
  };

  struct SolverReport
  {
    SolverStatus status;
    unsigned int iterations; // pivots or active sets tried, see the solver
    double       residual;   // natural_map_residual of p; NaN: not evaluated
    bool         fell_back = false; // another solver had to finish the work

    /** name() of the solver that had the last word, or "closed form". */
    std::string_view solved_by = {};

    /** The largest speed |mu (w - |u_T|)|, see SolverParameters, of a contact with
     *  an impulse; zero: Coulomb's law. */
    double dilation_speed = 0.;

    /** The methods for contacts with friction; none where one contact, or none
     * that touches, needs no method. */
    StageRecords stages = {};

    /** Whether p solves the problem to the solver's tolerance. */
    bool
    is_solution_usable() const
    {
      return status == SolverStatus::converged;
    }
  };

  /** The report of a solver that has not begun. */
  SolverReport
  unsupported_problem();

  /** The options common to the solvers. */
  struct SolverParameters
  {
    /** Bound for natural_map_residual() [-]. */
    double tolerance = 1e-10;
    /** Bound for SolverReport::iterations. */
    unsigned int max_iterations = 15000;

    /**
     * Where Coulomb's law is not solved by Newton's method, contacts may close or
     * open so fast [m/s, the units of b], automatic and semismooth-newton:
     * sliding speeds w >= 0 are held in
     *   K ∋ p ⊥ u + mu w e_N ∈ K*,   |mu (w - |u_T|)| <= this speed,
     * which a convex problem decides, so that p·u = -mu w p_N <= 0 takes energy
     * out; the residual is then that of the natural map with u_N + mu (w - |u_T|)
     * for u_N.
     *
     * Source: of the convex problem with w = 0 M. Anitescu, Math. Program. 105
     * (2006) 113-143; of w V. Acary, F. Cadoux, C. Lemaréchal, J. Malick, ZAMM 91
     * (2011) 155-175.
     *
     * Equations: doc/theory/friction_methods.md (15d).
     */
    double relaxation_gap_velocity = 0.;

    /**
     * Of redundant contacts, whether the solution is that of LeastImpulse, the
     * same for every solver, where that is found. W explicit, and at most
     * LeastImpulse::max_rows.
     */
    bool takes_least_impulse = true;
  };

  class LeastImpulse;

  /** An algorithm for cone complementarity problems, with its work space. */
  class ComplementaritySolver
  {
  public:
    explicit ComplementaritySolver(const SolverParameters &parameters = {});

    virtual ~ComplementaritySolver();

    /** What natural_map_residual() of a solution does not exceed [-]. */
    double
    tolerance() const
    {
      return parameters.tolerance;
    }

    /**
     * Solve the problem. On entry, p is a guess that a solver may use as warm
     * start; on exit it is the solution if the report says so. With the status
     * unsupported or not_a_number found in the data, p is as it was.
     *
     * The outcome is data: nothing is thrown. Data of the wrong size are a
     * programming error and caught by assert().
     *
     * An explicit W without any entry off the diagonal, in particular a single
     * row, is solved here if no cone is of second order, in one iteration
     * without a factorization:  p_i = proj_K(-b_i / W_ii). Where W_ii = 0, p_i
     * = 0 if that is a solution. Rows that have none, and W_ii < 0, are left to
     * the algorithm.
     *
     * @pre p.size() == problem.size(), and those of the problem.
     */
    SolverReport
    solve(const ConeComplementarityProblem &problem, std::span<double> p);

    /** What looks at the problems that are solved, with p on exit. */
    using Observer = std::function<void(const ConeComplementarityProblem &,
                                        std::span<const double> p,
                                        const SolverReport &)>;

    /** Has solve() end with a call of @p observer, which may throw; that of a
     *  solver made by make_another() does not. */
    void
    observe(Observer observer);

    /** The name under which make_solver() knows the algorithm. */
    virtual std::string_view
    name() const = 0;

    /** What to try where a problem of a time step was not solved, sentences. */
    std::string
    advice() const;

    /** Whether a step may solve its motion along with the contacts, by
     * ActiveSetSearch: problems without friction whose W is not explicit are
     * solved by that, and nobody observes them. */
    bool
    admits_motion() const
    {
      return takes_active_sets() && !observer;
    }

    /** Whether W must be explicit. */
    virtual bool
    reads_entries() const
    {
      return false;
    }

    /** The same algorithm with the same parameters, for n_rows rows. */
    virtual std::unique_ptr<ComplementaritySolver>
    make_another(unsigned int n_rows) const = 0;

    /** A time step begins: what comes are no iterates of the problems before. */
    virtual void
    begin_step()
    {}

    /** Writes or reads what the next solution depends on beside its data: what
     * the solver remembers of the W that it has seen. */
    virtual void
    serialize(Archive &)
    {}

  protected:
    /** The algorithm. The data are finite and not all live b_i are zero. What
     *  it does not treat it answers with unsupported_problem(). */
    virtual SolverReport
    do_solve(const ConeComplementarityProblem &problem,
             std::span<double>                 p) = 0;

    /** Whether problems without friction, whose W is not explicit, are solved by
     * active sets. */
    virtual bool
    takes_active_sets() const
    {
      return false;
    }

    const SolverParameters parameters;

  private:
    SolverReport
    solve_unobserved(const ConeComplementarityProblem &problem,
                     std::span<double>                 p);

    Observer                      observer;
    std::unique_ptr<LeastImpulse> least_impulse;
  };
} // namespace percuss

#endif
