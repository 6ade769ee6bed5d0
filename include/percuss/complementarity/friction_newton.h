// SPDX-License-Identifier: Apache-2.0

// Newton's method for contact with Coulomb friction, on the equations
//   F_N = min(P_N, U_N),   F_T = P_T - proj_{|x| <= mu max(P_N - U_N, 0)}(x),
//   x = P_T - rho U_T,   U = (W + σ) P + b - σ P_c,
// with σ = 0; where that fails, from interior points, with a proximal term, for
// slips, or along a curve from a problem that is solved.

#ifndef percuss_complementarity_friction_newton_h
#define percuss_complementarity_friction_newton_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/friction_equations.h>
#include <percuss/complementarity/friction_homotopy.h>
#include <percuss/complementarity/friction_interior_point.h>
#include <percuss/complementarity/friction_linear_system.h>
#include <percuss/complementarity/friction_multipliers.h>
#include <percuss/complementarity/friction_slip_newton.h>
#include <percuss/complementarity/scaled_product.h>

#include <Eigen/Core>

#include <span>
#include <vector>

namespace percuss
{
  /**
   * The equations are FrictionEquations, W in their units.
   *
   * Each iteration takes an element A + B (W + σ + ε) of the generalized
   * Jacobian, A, B block diagonal and ε = 1e-12, which makes the system regular
   * where contacts are redundant, and halves the step until |F| decreases; it
   * begins with the impulses that it is given. Convergence is local: quadratic
   * near a solution with a regular Jacobian, as in a time loop where modes
   * rarely change.
   *
   * Where that ends near a solution, residual <= 1e-5, contacts that cannot all
   * stick may slip by less than Newton's method sees beside their impulses: it
   * is tried with U weighted by 1e3 to 1e9 and ε of the size of the residual.
   *
   * If no step reduces |F|, or 30 have not been enough, FrictionInteriorPoint
   * follows, as long as it halves the residual in twelve iterations, and
   * Newton's method begins anew from its points each time that the residual has
   * fallen by a factor of ten. Eight starts, until one leads to a solution.
   *
   * Of more than 500 rows FrictionSlipNewton comes after the first of these
   * starts: from the slips of the guess, then from these times numbers between 0
   * and 2, eight starts; proximal points, 200 systems, each time that the residual
   * has fallen by ten, below 1e-3, and in every second start the slips of where
   * these end, if that is nearer.
   *
   * Where that is not enough either, a proximal point iteration begins with σ =
   * 1e-4 at the best point of each of these ways, of the best way first. The
   * solution with σ is the next P_c, and σ falls by a factor as long as that
   * goes well. Where it does not, σ rises, until the contacts hardly know of
   * each other and Newton's method converges, and the step is tried anew. At its
   * end σ (P - P_c) = 0, with any σ: the result is a solution of the problem as
   * it was given. Newton's method takes full steps to these points, as long as
   * one in four reduces |F|: the boundary of a cone is curved. At most 100
   * points are tried, at most 20 without a smaller residual. Then comes
   * FrictionSlipNewton, from no slips and from those of the other points, and
   * proximal points from its best one; all this with at most half of the
   * iterations. Ten proximal points go on beyond a solution, to 1e-13.
   *
   * What is still unsolved FrictionHomotopy takes on, from a problem whose
   * solution is known and along a curve that leads to one of this problem:
   * slow, some hundred to some thousand linear systems, but it needs no luck.
   *
   * Explicit W only. Up to 64 rows, and where more than a quarter of W is not
   * zero, the Jacobian is dense, n^3 / 3 operations an iteration; Newton's method
   * alone then allocates nothing but for the first problem of a size, what comes
   * after it may. Else it is sparse.
   *
   * Where contacts may dilate, FrictionSlipNewton leads to slips with which they
   * do so little enough, and FrictionMultipliers to the last digits with these.
   *
   * SolverReport::iterations counts linear systems. The status is converged,
   * too, where the iteration ends with what rounding makes of W p, at most a
   * hundred tolerances, see rounding_of_velocity(); singular where it found no
   * way on; p is then the point of least residual met.
   *
   * Source: P. Alart, A. Curnier, Comput. Methods Appl. Mech. Engrg. 92 (1991)
   * 353-375; V. Acary, B. Brogliato, 2008, 13.5; of the proximal iteration
   * R. T. Rockafellar, SIAM J. Control Optim. 14 (1976) 877-898.
   *
   * Equations: doc/theory/complementarity.md (14), (15a), (15c), (15d).
   */
  class FrictionNewton : private FrictionEquations
  {
  public:
    /** From so many rows on a linear system costs what tens of sweeps of
     * Gauss-Seidel do, as measured. */
    static constexpr unsigned int many_rows = 500;

    /** @param n_rows size of the problems that the work space is made for. */
    explicit FrictionNewton(unsigned int            n_rows     = 0,
                            const SolverParameters &parameters = {});

    /** As ComplementaritySolver::solve(), of which it is a part: the data have
     *  been checked. */
    SolverReport
    solve(const ConeComplementarityProblem &problem, std::span<double> p);

    /** Newton's method alone from p, with at most @p max_iterations; p becomes
     *  the best of its points. */
    SolverReport
    solve_nearby(const ConeComplementarityProblem &problem,
                 unsigned int                      max_iterations,
                 std::span<double>                 p);

    /** The same with the slips of the last problem of this step, if its contacts
     *  had to dilate and it has as many rows: iterates of a step have one limit
     *  with the same slips alone. Whether that is a solution; else p and @p report,
     *  but for its iterations, are as they were. @pre the last call was
     *  solve_nearby() with this problem. */
    bool
    solve_with_last_slips(const ConeComplementarityProblem &problem,
                          unsigned int                      max_iterations,
                          std::span<double>                 p,
                          SolverReport                     &report);

    /** As ComplementaritySolver::begin_step(). */
    void
    begin_step()
    {
      last_slips.clear();
    }

    /** What solve() does where Newton's method alone has failed. @pre the last
     *  call was solve_nearby() with this problem; @p report is what it, or one
     *  before it, has said of p. */
    void
    solve_from_inside(const ConeComplementarityProblem &problem,
                      std::span<double>                 p,
                      SolverReport                     &report);

  private:
    using Problem = ConeComplementarityProblem;

    /** The best point of a way through interior points. */
    struct Center
    {
      Eigen::VectorXd P;
      double          residual = 0.;
    };

    void
    reserve(unsigned int n_rows);
    void
    load(const Problem &problem);
    void
    start_from(std::span<const double> p);
    bool
    iterate(const Problem    &problem,
            unsigned int      max_iterations,
            std::span<double> p,
            SolverReport     &report);
    void
    improve(const Problem &problem, std::span<double> p, SolverReport &report);
    bool
    resolve_slips(const Problem    &problem,
                  std::span<double> p,
                  SolverReport     &report);
    bool
    approach_from_slips(const Problem    &problem,
                        std::span<double> p,
                        SolverReport     &report);
    bool
    approach_from_inside(const Problem    &problem,
                         std::span<double> p,
                         SolverReport     &report);
    bool
    iterate_interior_points(const Problem    &problem,
                            Center           &from_here,
                            std::span<double> p,
                            SolverReport     &report);
    bool
    iterate_slips(const Problem    &problem,
                  double            shift_of_flow,
                  bool              begins_anew,
                  std::span<double> p,
                  SolverReport     &report);
    void
    find_slips(const Problem &problem, const Eigen::VectorXd &impulse);
    bool
    let_contacts_dilate(const Problem    &problem,
                        std::span<double> p,
                        SolverReport     &report);
    bool
    let_contacts_dilate(const Problem    &problem,
                        double            shift_of_flow,
                        std::span<double> p,
                        SolverReport     &report);
    bool
    solve_with_slips(const Problem         &problem,
                     const Eigen::VectorXd &from_here,
                     std::span<double>      p,
                     SolverReport          &report);
    bool
    dilates_little(const Problem          &problem,
                   std::span<const double> p,
                   SolverReport           &report);
    void
    drop_small_slips(const Problem &problem);
    void
    keep(std::span<const double> p, SolverReport &report);
    void
    go_back(std::span<double> p, SolverReport &report) const;
    double
    normal_speed(const Problem &problem, double least_impulse) const;
    void
    add_dilation(const Problem &problem);
    bool
    iterate_proximal_points(const Problem    &problem,
                            std::span<double> p,
                            SolverReport     &report);
    bool
    try_proximal_point(const Problem    &problem,
                       unsigned int      n_systems,
                       std::span<double> p,
                       SolverReport     &report);
    bool
    iterate_proximal_point(const Problem    &problem,
                           std::span<double> p,
                           SolverReport     &report);
    void
    find_proximal_point(const Problem    &problem,
                        double            target,
                        std::span<double> p,
                        SolverReport     &report);
    void
    try_another_weight(double residual);
    void
    follow_curve(const Problem    &problem,
                 std::span<double> p,
                 SolverReport     &report);
    void
    follow_one_curve(const Problem    &problem,
                     std::span<double> p,
                     SolverReport     &report);
    bool
    is_solved(const Problem    &problem,
              bool              is_end,
              std::span<double> p,
              SolverReport     &report);

    double
    evaluate(const Problem &problem, const Eigen::VectorXd &impulse);
    bool
    find_correction(const Problem &problem, double epsilon);
    bool
    step(const Problem &problem);
    bool
    full_step(const Problem &problem);

    static constexpr double regularization = 1e-12; // ε

    // Over the tolerance: what a step leaves unsolved are data of the next one,
    // so a solution is not the end where the way goes on.
    static constexpr double residual_beyond = 1e-3;

    SolverParameters parameters;
    unsigned int     limit = 0; // of the iterations of a phase

    double                 sigma = 0.; // of the proximal term
    Eigen::VectorXd        center;     // P_c
    std::vector<Center>    centers;    // where it may begin
    Eigen::VectorXd        slips;      // where slip_newton begins
    Eigen::VectorXd        slips_of_guess;
    const Eigen::VectorXd *held_slips = nullptr; // w, where contacts may dilate
    Eigen::VectorXd        best_point;           // on the way to the next one
    double                 weight                = 1.; // r
    bool                   has_tried_two_weights = false;

    ScaledProduct         product;
    FrictionLinearSystem  system; // dF = A dP + B dU
    FrictionInteriorPoint interior_point;
    FrictionSlipNewton    slip_newton;
    FrictionMultipliers   multipliers;
    FrictionHomotopy      homotopy;

    Eigen::VectorXd     P, U, F, trial, correction; // U: r U
    double              norm          = 0.;         // |F| at P
    double              last_residual = 0.;
    std::vector<double> impulse, velocity; // in the units of the problem
    std::vector<double>
                 kept_impulse; // of Coulomb's law, and what is said of it
    SolverReport kept_report{};
    std::vector<double> last_slips; // of contacts that dilate; or empty
  };
} // namespace percuss

#endif
