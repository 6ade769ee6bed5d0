// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction/convex_relaxation.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  bool
  ConvexRelaxation::solve(ScaledFrictionProblem  &problem,
                          const unsigned int      max_solves,
                          const std::span<double> p,
                          SolverReport           &report)
  {
    const double largest = solver.relaxation_gap_velocity;
    problem.scale_impulse(p, P);
    problem.set_velocity(P, U);
    w.setZero(P.size());
    set_speeds(problem, 1.);
    drop_small_speeds(problem);
    const unsigned int last = report.iterations + max_solves;
    for (unsigned int n = 0; n < parameters.max_fixed_points; ++n)
      {
        find_interior_point(problem, last, report.iterations);
        const double residual =
          solve_held(problem, solver.tolerance, last, report.iterations);
        if (!(residual <= parameters.largest_residual * solver.tolerance))
          return false;
        problem.set_velocity(P, U);
        if (n > 0 && normal_speed(problem) <= largest)
          return accept(problem, residual, p, report);
        set_speeds(problem, n < parameters.full_fixed_points ? 1. : 0.5);
      }
    return false;
  }

  bool
  ConvexRelaxation::solve_with_last_speeds(ScaledFrictionProblem  &problem,
                                           const unsigned int      max_solves,
                                           const std::span<double> p,
                                           SolverReport           &report)
  {
    if (last_speeds.size() != p.size())
      return false;
    problem.scale_impulse(p, P);
    w.resize(P.size());
    for (Eigen::Index i = 0; i < w.size(); ++i)
      w[i] = last_speeds[static_cast<std::size_t>(i)] /
             (problem.s[i] * problem.scale);
    const double residual = solve_held(problem,
                                       solver.tolerance,
                                       report.iterations + max_solves,
                                       report.iterations);
    return accept(problem, residual, p, report);
  }

  // Near the solution with w held, from wherever.
  void
  ConvexRelaxation::find_interior_point(ScaledFrictionProblem &problem,
                                        const unsigned int     last,
                                        unsigned int          &n_solves)
  {
    interior_point.start(problem, w);
    for (unsigned int n = 0;
         n < parameters.max_interior_points && n_solves < last &&
         interior_point.mean_gap() + interior_point.largest_defect() >
           parameters.interior_accuracy &&
         interior_point.step();
         ++n)
      ++n_solves;
    P = interior_point.impulse();
  }

  // From P, with w held, to that accuracy; returns the residual.
  double
  ConvexRelaxation::solve_held(ScaledFrictionProblem &problem,
                               const double           accuracy,
                               const unsigned int     last,
                               unsigned int          &n_solves)
  {
    lagrangian.start(problem, w, P);
    double residual = std::numeric_limits<double>::infinity();
    do
      {
        P        = lagrangian.impulse();
        residual = residual_of(problem, P);
    } while (!(residual <= accuracy) && lagrangian.step(last, n_solves));
    return residual;
  }

  bool
  ConvexRelaxation::accept(ScaledFrictionProblem  &problem,
                           const double            residual,
                           const std::span<double> p,
                           SolverReport           &report)
  {
    problem.unscale_impulse(P, impulse);
    if (!(residual <= solver.tolerance) &&
        !(residual * problem.scale <=
          rounding_of_velocity(problem.unscaled().W, impulse)))
      return false;
    problem.set_velocity(P, U);
    const double speed = normal_speed(problem);
    if (!(speed <= solver.relaxation_gap_velocity))
      return false;
    std::ranges::copy(impulse, p.begin());
    report.status         = SolverStatus::converged;
    report.residual       = residual;
    report.dilation_speed = speed;
    last_speeds.resize(p.size());
    for (Eigen::Index i = 0; i < w.size(); ++i)
      last_speeds[static_cast<std::size_t>(i)] =
        w[i] * problem.s[i] * problem.scale;
    return true;
  }

  // Of the natural map with u_N + mu (w - |u_T|) for u_N.
  double
  ConvexRelaxation::residual_of(ScaledFrictionProblem &problem,
                                const Eigen::VectorXd &point)
  {
    impulse.resize(static_cast<std::size_t>(point.size()));
    velocity.resize(impulse.size());
    problem.unscale_impulse(point, impulse);
    gap_velocity(problem.unscaled(), impulse, velocity);
    for (const Cone &cone : problem.unscaled().cones)
      if (cone.kind == Cone::Kind::second_order)
        {
          const auto first = velocity.begin() + cone.first_row;
          const Eigen::Map<const Eigen::VectorXd> u_T(&*first + 1,
                                                      cone.n_rows - 1);
          *first +=
            cone.friction_coefficient *
            (w[cone.first_row] * problem.s[cone.first_row] * problem.scale -
             u_T.norm());
        }
    return natural_map_residual_of_pair(problem.unscaled(), impulse, velocity);
  }

  // The largest |u_N| of contacts with an impulse, and -u_N of others; U is that
  // of P.
  double
  ConvexRelaxation::normal_speed(const ScaledFrictionProblem &problem) const
  {
    const double least_impulse = parameters.least_impulse * solver.tolerance;
    double       largest       = 0.;
    for (const Cone &cone : problem.unscaled().cones)
      if (cone.kind == Cone::Kind::second_order)
        {
          const auto N = cone.first_row;
          largest      = std::max(largest,
                             problem.s[N] *
                               (P[N] > least_impulse ? std::abs(U[N]) : -U[N]));
        }
    return largest * problem.scale;
  }

  // w := (1 - share) w + share |U_T|.
  void
  ConvexRelaxation::set_speeds(const ScaledFrictionProblem &problem,
                               const double                 share)
  {
    for (const Cone &cone : problem.unscaled().cones)
      if (cone.kind == Cone::Kind::second_order)
        w[cone.first_row] +=
          share * (U.segment(cone.first_row + 1, cone.n_rows - 1).norm() -
                   w[cone.first_row]);
  }

  void
  ConvexRelaxation::drop_small_speeds(const ScaledFrictionProblem &problem)
  {
    for (const Cone &cone : problem.unscaled().cones)
      if (double &speed = w[cone.first_row];
          cone.kind == Cone::Kind::second_order &&
          cone.friction_coefficient * speed * problem.s[cone.first_row] *
              problem.scale <
            solver.relaxation_gap_velocity)
        speed = 0.;
  }
} // namespace percuss
