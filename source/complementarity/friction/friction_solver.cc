// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction/friction_solver.h>

#include <algorithm>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr std::string_view relaxation_name = "convex-relaxation";
  }

  FrictionSolver::FrictionSolver(const SolverParameters           &parameters,
                                 const FrictionStrategyParameters &strategy)
    : parameters(parameters)
    , strategy(strategy)
    , proximal_point(newton)
    , relaxation(parameters)
  {}

  SolverReport
  FrictionSolver::solve(const Problem &given, const std::span<double> p)
  {
    if (given.W.explicit_matrix() == nullptr)
      return unsupported_problem();
    problem.load(given);
    proximal_point.reserve(given.size());
    problem.scale_impulse(p, guess);
    if (!(guess.lpNorm<Eigen::Infinity>() <= strategy.largest_guess))
      guess.setZero();
    best        = guess;
    report      = {SolverStatus::singular,
                   0,
                   std::numeric_limits<double>::infinity()};
    last_method = nullptr;
    if (solve_in_order(p) && last_method != nullptr)
      improve();
    if (last_method != nullptr) // else p is the solution of another problem
      problem.unscale_impulse(best, p);
    if (report.status == SolverStatus::singular &&
        report.iterations >= parameters.max_iterations)
      report.status = SolverStatus::iteration_limit;
    return report;
  }

  bool
  FrictionSolver::solve_in_order(const std::span<double> p)
  {
    const unsigned int all = parameters.max_iterations;
    newton.start(problem, guess);
    if (run(newton, strategy.newton) || relax(p, true) || relax(p, false))
      return true;
    if (strategy.proximal_points > 0)
      proximal_point.start(problem, guess);
    for (unsigned int n = 0;
         n < strategy.max_attempts && report.iterations < all;
         ++n)
      {
        if (strategy.proximal_points > 0 &&
            run(proximal_point, strategy.proximal_points))
          return true;
        if (strategy.proximal_points > 0 && proximal_point.is_unbounded())
          return false;
        if (strategy.flow > 0)
          {
            flow.start(problem, best, n);
            if (run(flow, strategy.flow))
              return true;
          }
        if (strategy.proximal_points > 0)
          proximal_point.start(problem,
                               nearest,
                               strategy.sigma_after_flow,
                               n % 2 == 0);
      }
    return false;
  }

  // One method from where it was started, until it has a solution, or ends.
  bool
  FrictionSolver::run(FrictionMethod &method, const unsigned int max_solves)
  {
    last_method              = &method;
    const unsigned int first = report.iterations,
                       last  = std::min(first + max_solves,
                                       parameters.max_iterations);
    last_record = &report.stages.begin_attempt(method.name(), report.residual);
    bool is_end = false, is_solved = take(method.impulse(), false);
    least_residual =
      std::numeric_limits<double>::infinity(); // but for the first
    while (!is_solved && !is_end && report.iterations < last)
      {
        is_end = method.advance(last - report.iterations, report.iterations) ==
                 FrictionMethod::Outcome::stalled;
        is_solved = take(method.impulse(), is_end);
      }
    last_record->linear_solves += report.iterations - first;
    last_record->residual_after = report.residual;
    return is_solved;
  }

  // Of a solution of the relaxed problem p is the impulse.
  bool
  FrictionSolver::relax(const std::span<double> p, const bool with_last_speeds)
  {
    if (!(parameters.relaxation_gap_velocity > 0.))
      return false;
    const unsigned int first = report.iterations;
    const unsigned int left =
      parameters.max_iterations - std::min(first, parameters.max_iterations);
    StageRecord &record =
      report.stages.begin_attempt(relaxation_name, report.residual);
    problem.unscale_impulse(best, p);
    const bool is_solved =
      with_last_speeds ?
        relaxation.solve_with_last_speeds(
          problem, std::min(left, strategy.with_last_speeds), p, report) :
        relaxation.solve(problem, left, p, report);
    record.linear_solves += report.iterations - first;
    record.residual_after = report.residual;
    if (!is_solved)
      return false;
    report.solved_by = relaxation_name;
    last_method      = nullptr;
    return true;
  }

  // Keeps the best point of all and of the method; whether it is a solution, or,
  // where the method is at its end, as good as rounding allows.
  bool
  FrictionSolver::take(const Eigen::VectorXd &P, const bool is_end)
  {
    const double residual = problem.residual(P);
    if (residual < least_residual)
      {
        least_residual = residual;
        nearest        = P;
      }
    if (!(residual <= report.residual))
      return false;
    report.residual  = residual;
    report.solved_by = last_method->name();
    best             = P;
    if (residual <= parameters.tolerance ||
        (is_end &&
         residual <= strategy.largest_residual * parameters.tolerance &&
         residual * problem.scale <=
           rounding_of_velocity(problem.unscaled().W, problem.impulse())))
      report.status = SolverStatus::converged;
    return report.status == SolverStatus::converged;
  }

  void
  FrictionSolver::improve()
  {
    const unsigned int first  = report.iterations;
    const double       enough = strategy.residual_beyond * parameters.tolerance;
    const auto         is_worth = [&] {
      return report.residual > enough &&
             report.residual <= parameters.tolerance;
    };
    if (is_worth())
      newton.start(problem, best);
    double before = std::numeric_limits<double>::infinity();
    for (unsigned int n = 0;
         n < strategy.max_improvements && is_worth() &&
         report.residual <= strategy.worthwhile_fall * before;
         ++n)
      {
        before = report.residual;
        if (newton.take_full_step(report.iterations) ==
            FrictionMethod::Outcome::stalled)
          break;
        take(newton.impulse(), false);
      }
    if (last_method == &proximal_point)
      for (unsigned int n = 0; n < strategy.max_points_beyond && is_worth();
           ++n)
        {
          proximal_point.advance(parameters.max_iterations, report.iterations);
          take(proximal_point.impulse(), false);
        }
    last_record->linear_solves += report.iterations - first;
    last_record->residual_after = report.residual;
  }
} // namespace percuss
