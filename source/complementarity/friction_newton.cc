// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction_newton.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr unsigned int max_iterations_alone = 30;

    // Over the tolerance, if rounding_of_velocity() says so.
    constexpr double largest_residual = 100.;

    // Of improve(), of the residual.
    constexpr double       worthwhile_fall  = 0.1;
    constexpr unsigned int max_improvements = 2;
  } // namespace

  FrictionNewton::FrictionNewton(const unsigned int      n_rows,
                                 const SolverParameters &options)
    : parameters(options)
  {
    reserve(n_rows);
  }

  void
  FrictionNewton::reserve(const unsigned int n_rows)
  {
    if (P.size() == n_rows)
      return;
    for (auto *vector : {&center, &best_point, &P, &U, &F, &trial, &correction})
      vector->setZero(n_rows);
    system.blocks.reserve(n_rows);
    interior_point.reserve(n_rows);
    impulse.assign(n_rows, 0.);
    velocity.assign(n_rows, 0.);
  }

  SolverReport
  FrictionNewton::solve_nearby(const Problem          &problem,
                               const unsigned int      max_iterations,
                               const std::span<double> p)
  {
    if (problem.W.explicit_matrix() == nullptr)
      return unsupported_problem();
    load(problem);
    SolverReport report{SolverStatus::singular,
                        0,
                        std::numeric_limits<double>::infinity()};
    start_from(p);
    sigma  = 0.;
    weight = 1.;
    limit  = parameters.max_iterations;
    if (iterate(problem, max_iterations, p, report))
      improve(problem, p, report);
    return report;
  }

  SolverReport
  FrictionNewton::solve(const Problem &problem, const std::span<double> p)
  {
    SolverReport report = solve_nearby(problem, max_iterations_alone, p);
    if (report.status == SolverStatus::singular &&
        !solve_with_last_slips(problem, max_iterations_alone, p, report))
      solve_from_inside(problem, p, report);
    return report;
  }

  void
  FrictionNewton::load(const Problem &problem)
  {
    reserve(problem.size());
    FrictionEquations::load(problem);
  }

  void
  FrictionNewton::start_from(const std::span<const double> p)
  {
    for (Eigen::Index i = 0; i < P.size(); ++i)
      {
        const double x = p[static_cast<std::size_t>(i)];
        P[i]           = std::isfinite(x) ? x * s[i] / scale : 0.;
      }
  }

  // Newton's method from P, with σ = 0; whether that gave a solution.
  bool
  FrictionNewton::iterate(const Problem          &problem,
                          const unsigned int      max_iterations,
                          const std::span<double> p,
                          SolverReport           &report)
  {
    norm = evaluate(problem, P);
    for (unsigned int n = 0;; ++n)
      {
        const bool is_end = !(norm > 0.);
        if (is_solved(problem, is_end, p, report))
          return true;
        if (is_end || n == max_iterations || report.iterations >= limit)
          return false;
        ++report.iterations;
        if (!step(problem))
          return is_solved(problem, true, p, report);
      }
  }

  // What a time step leaves unsolved are data of the next one: contacts that
  // should stick and then cannot. So Newton's method goes on from a solution p as
  // long as that is worth it.
  void
  FrictionNewton::improve(const Problem          &problem,
                          const std::span<double> p,
                          SolverReport           &report)
  {
    if (report.residual > parameters.tolerance ||
        report.residual <= residual_beyond * parameters.tolerance)
      return;
    start_from(p);
    sigma         = 0.;
    weight        = 1.;
    norm          = evaluate(problem, P);
    double before = std::numeric_limits<double>::infinity();
    for (unsigned int n = 0;
         n < max_improvements &&
         report.residual > residual_beyond * parameters.tolerance &&
         report.residual <= worthwhile_fall * before;
         ++n)
      {
        before = report.residual;
        ++report.iterations;
        if (!full_step(problem))
          return;
        is_solved(problem, false, p, report);
      }
  }

  // Whether P solves the problem without σ, or, where the iteration is at its
  // end, as well as rounding allows; the best of all goes to p.
  bool
  FrictionNewton::is_solved(const Problem          &problem,
                            const bool              is_end,
                            const std::span<double> p,
                            SolverReport           &report)
  {
    // Rounding must not leave an impulse where there is no contact.
    for (const Cone &cone : problem.cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        impulse[i] =
          cone.kind == Cone::Kind::inactive ? 0. : P[i] * scale / s[i];
    gap_velocity(problem, impulse, velocity);
    if (held_slips != nullptr)
      add_dilation(problem);
    const double residual =
      natural_map_residual_of_pair(problem, impulse, velocity);
    last_residual = residual;
    if (!(residual <= report.residual))
      return false;
    report.residual = residual;
    std::copy(impulse.begin(), impulse.end(), p.begin());
    if (residual <= parameters.tolerance ||
        (is_end && residual <= largest_residual * parameters.tolerance &&
         residual * scale <= rounding_of_velocity(problem.W, p)))
      report.status = SolverStatus::converged;
    return report.status == SolverStatus::converged;
  }

  // r U and F of an impulse; returns |F|.
  double
  FrictionNewton::evaluate(const Problem &problem, const Eigen::VectorXd &point)
  {
    product.apply(problem.W, s, point, U);
    U += b;
    if (sigma > 0.)
      U += sigma * (point - center);
    U *= weight;
    FrictionEquations::evaluate(problem.cones, point, U, F);
    return F.norm();
  }

  // That of Newton's method at P, of which U and F are known.
  bool
  FrictionNewton::find_correction(const Problem &problem, const double epsilon)
  {
    system.reset(problem);
    auto block = system.blocks.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      add_derivative(cone, P, U, *block); // with respect to P and r U
      if (weight != 1.)
        block->B *= weight;
      ++block;
    });
    system.factorize(problem, s, sigma + epsilon);
    system.solve(F, correction);
    return correction.allFinite();
  }

  // One Newton step from P, of which U, F and |F| are known. False if no
  // length of it reduces |F|; the point evaluated last is then not P.
  bool
  FrictionNewton::step(const Problem &problem)
  {
    if (!find_correction(problem, regularization))
      return false;
    for (double length = 1.; length > 1e-3; length *= 0.5)
      {
        trial                   = P - length * correction;
        const double trial_norm = evaluate(problem, trial);
        if (trial_norm <= (1. - 1e-4 * length) * norm)
          {
            P    = trial;
            norm = trial_norm;
            return true;
          }
      }
    return false;
  }
} // namespace percuss
