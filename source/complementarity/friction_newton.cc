// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction_newton.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr double regularization = 1e-12; // ε

    // Of Newton's method alone, and of one proximal point.
    constexpr unsigned int max_iterations_alone = 30;
    constexpr unsigned int max_iterations_each  = 20;

    // Of interior points, and of Newton's method from one of them.
    constexpr unsigned int max_interior_points        = 60;
    constexpr unsigned int max_iterations_from_inside = 10;

    // Of the proximal point iteration; W has the diagonal one. A point is a
    // step forward if |F| has fallen by the first factor, and good enough if it
    // has by the second.
    constexpr unsigned int max_proximal_points = 200, max_points_in_vain = 100;
    constexpr double       largest_sigma = 1e3, first_sigma = 1e-4,
                     least_sigma         = 1e-12;
    constexpr double sufficient_decrease = 0.1, target_decrease = 1e-4;
    constexpr double rounding = 1e-14; // of |F|

    // r = largest_weighted / residual in units of the data, at least 10.
    constexpr double largest_weighted = 1e-2, largest_weight = 1e6;

    // r of Newton's method from a point that is near a solution, and how near.
    constexpr double       weights_of_slips[] = {1e3, 1e5, 1e7, 1e9};
    constexpr double       residual_of_slips = 1e-5, residual_of_loss = 1.;
    constexpr unsigned int max_iterations_of_slips = 20;

    // Over the tolerance, if rounding_of_velocity() says so.
    constexpr double largest_residual = 100.;
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
    for (auto *vector :
         {&s, &rho, &b, &center, &P, &U, &F, &trial, &correction})
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
    iterate(problem, max_iterations, 0., p, report);
    return report;
  }

  SolverReport
  FrictionNewton::solve(const Problem &problem, const std::span<double> p)
  {
    SolverReport report = solve_nearby(problem, max_iterations_alone, p);
    if (report.status == SolverStatus::singular)
      solve_from_inside(problem, p, report);
    return report;
  }

  void
  FrictionNewton::solve_from_inside(const Problem          &problem,
                                    const std::span<double> p,
                                    SolverReport           &report)
  {
    if (!resolve_slips(problem, p, report) &&
        !approach_from_inside(problem, p, report))
      {
        iterate_proximal_point(problem, p, report);
        if (report.status == SolverStatus::singular)
          resolve_slips(problem, p, report);
      }
    if (report.status == SolverStatus::singular &&
        report.iterations >= parameters.max_iterations)
      report.status = SolverStatus::iteration_limit;
  }

  void
  FrictionNewton::load(const Problem &problem)
  {
    reserve(problem.size());
    scale                = data_scale(problem);
    const auto row_scale = problem.W.row_scale();
    for (const Cone &cone : problem.cones)
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        s[cone.first_row + k] =
          row_scale[cone.kind == Cone::Kind::second_order ? cone.first_row :
                                                            cone.first_row + k];
    for (unsigned int i = 0; i < problem.size(); ++i)
      b[i] = problem.b[i] / (s[i] * scale);
    rho.setOnes();
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::second_order && cone.n_rows > 1)
        {
          const unsigned int first = cone.first_row + 1, n = cone.n_rows - 1;
          double             mean = 0.;
          for (unsigned int i = first; i < first + n; ++i)
            mean += problem.W.explicit_matrix()->coeff(i, i) /
                    (s[i] * s[i] * static_cast<double>(n));
          if (mean > 1e-8)
            rho.segment(first, n).setConstant(1. / mean);
        }
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

  // Newton's method for the problem with its σ, until |F| <= target. Whether
  // that gave a solution of the problem without σ.
  bool
  FrictionNewton::iterate(const Problem          &problem,
                          const unsigned int      max_iterations,
                          const double            target,
                          const std::span<double> p,
                          SolverReport           &report)
  {
    norm = evaluate(problem, P);
    for (unsigned int n = 0;; ++n)
      {
        const bool is_end = !(norm > target);
        if ((sigma == 0. || is_end) && is_solved(problem, is_end, p, report))
          return true;
        if (is_end || n == max_iterations ||
            report.iterations >= parameters.max_iterations)
          return false;
        ++report.iterations;
        if (!step(problem))
          return is_solved(problem, true, p, report);
      }
  }

  // Redundant contacts whose b is not one of a rigid motion, if only by the
  // accuracy of the steps before, cannot all stick: some slip by as little.
  // Beside impulses such velocities are nothing, and Newton's method with r = 1
  // sees no slip; with their own weight it does. With ε as small as ever the
  // impulses of those that cannot stick would be 1/ε times as large.
  bool
  FrictionNewton::resolve_slips(const Problem          &problem,
                                const std::span<double> p,
                                SolverReport           &report)
  {
    if (!(report.residual <= residual_of_slips))
      return false;
    sigma = 0.;
    for (const double share : {1., 10., 0.1, 0.01})
      for (const double r : weights_of_slips)
        {
          const double epsilon =
            std::max(share * report.residual, regularization);
          weight = r;
          start_from(p);
          norm          = evaluate(problem, P);
          last_residual = 0.;
          for (unsigned int n = 0;
               n < max_iterations_of_slips &&
               report.iterations < parameters.max_iterations &&
               last_residual <= residual_of_loss &&
               find_correction(problem, epsilon);
               ++n)
            {
              ++report.iterations;
              P -= correction;
              norm = evaluate(problem, P);
              if (is_solved(problem, false, p, report))
                return true;
            }
        }
    return false;
  }

  // Interior points, and Newton's method from them each time that the residual
  // has fallen far enough. The best of the points is left as the center.
  bool
  FrictionNewton::approach_from_inside(const Problem          &problem,
                                       const std::span<double> p,
                                       SolverReport           &report)
  {
    double best = std::numeric_limits<double>::infinity(), tried = 1e-1;
    sigma  = 0.;
    weight = 1.;
    center.setZero();
    interior_point.start(problem, s, b);
    for (unsigned int n = 0; n < max_interior_points; ++n)
      {
        if (report.iterations >= parameters.max_iterations ||
            !interior_point.step(problem, s, system))
          return false;
        ++report.iterations;
        P = interior_point.impulse();
        if (is_solved(problem, false, p, report))
          return true;
        if (!(last_residual < best))
          continue;
        best   = last_residual;
        center = P;
        if (best > 0.1 * tried)
          continue;
        tried = best;
        if (iterate(problem, max_iterations_from_inside, 0., p, report))
          return true;
      }
    return false;
  }

  void
  FrictionNewton::iterate_proximal_point(const Problem          &problem,
                                         const std::span<double> p,
                                         SolverReport           &report)
  {
    P                      = center;
    sigma                  = first_sigma;
    double       best      = report.residual;
    unsigned int n_in_vain = 0;
    for (unsigned int k = 0;
         k < max_proximal_points && n_in_vain < max_points_in_vain &&
         report.iterations < parameters.max_iterations;
         ++k)
      {
        n_in_vain            = report.residual < 0.9 * best ? 0 : n_in_vain + 1;
        best                 = n_in_vain == 0 ? report.residual : best;
        const unsigned int n = report.iterations;
        const double       start = evaluate(problem, P);
        if (iterate(problem,
                    max_iterations_each,
                    std::max(rounding, target_decrease * start),
                    p,
                    report))
          return;
        if (norm <= std::max(rounding, sufficient_decrease * start))
          {
            center              = P;
            const bool is_quick = report.iterations - n <= 4;
            sigma = std::max((is_quick ? 0.3 : 0.7) * sigma, least_sigma);
            has_tried_two_weights = false;
          }
        else
          {
            P = center;
            try_another_weight(report.residual);
          }
      }
  }

  // Where velocities are small beside the impulses, it depends on their weight
  // whether Newton's method finds which contacts slip. A larger σ where neither
  // weight helps.
  void
  FrictionNewton::try_another_weight(const double residual)
  {
    const double other = std::min(largest_weighted / residual, largest_weight);
    if (has_tried_two_weights || other < 10.)
      {
        sigma  = std::min(5. * sigma, largest_sigma);
        weight = 1.;
      }
    else
      weight = weight == 1. ? other : 1.;
    has_tried_two_weights = !has_tried_two_weights && other >= 10.;
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
    const double residual = natural_map_residual(problem, impulse, velocity);
    last_residual         = residual;
    if (!(residual < report.residual))
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
    for (Eigen::Index i = 0; i < point.size(); ++i)
      impulse[static_cast<std::size_t>(i)] = point[i] / s[i];
    problem.W.apply(impulse, velocity);
    for (Eigen::Index i = 0; i < point.size(); ++i)
      U[i] = velocity[static_cast<std::size_t>(i)] / s[i] + b[i];
    if (sigma > 0.)
      U += sigma * (point - center);
    U *= weight;
    for (const Cone &cone : problem.cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        {
          if (cone.kind == Cone::Kind::second_order && i == cone.first_row)
            {
              const auto   n = cone.n_rows - 1;
              const double radius =
                cone.friction_coefficient * std::max(0., point[i] - U[i]);
              auto       F_T = F.segment(i + 1, n);
              const auto P_T = point.segment(i + 1, n);
              F_T =
                P_T - rho.segment(i + 1, n).cwiseProduct(U.segment(i + 1, n));
              const double length = F_T.norm();
              if (length > radius)
                F_T *= radius / length;
              F_T  = P_T - F_T;
              F[i] = std::min(point[i], U[i]);
              break;
            }
          F[i] = point[i] - project_row(cone.kind, point[i] - U[i]);
        }
    return F.norm();
  }

  // At the point evaluated last, which is P; for scalar rows of the first. With
  // respect to P and r U.
  FrictionLinearSystem::Block
  FrictionNewton::derivative(const Cone &cone) const
  {
    const unsigned int          N = cone.first_row, n = cone.n_rows - 1;
    FrictionLinearSystem::Block d;
    const double                x_N = P[N] - U[N];
    if (cone.kind == Cone::Kind::inactive ||
        (cone.kind != Cone::Kind::bilateral && !(x_N > 0.)))
      {
        d.A.setIdentity();
        return d;
      }
    d.B(0, 0) = 1.;
    if (cone.kind != Cone::Kind::second_order || n == 0)
      return d;

    Eigen::Vector2d x = Eigen::Vector2d::Zero();
    for (unsigned int k = 0; k < n; ++k)
      x[k] = P[N + 1 + k] - rho[N + 1 + k] * U[N + 1 + k];
    const double length = x.norm(), mu = cone.friction_coefficient;
    const double r = rho[N + 1];
    if (length <= mu * x_N)
      {
        d.B(1, 1) = d.B(2, 2) = r;
        return d;
      }
    // F_T = P_T - mu x_N t,  t = x / |x|:
    // dF_T = dP_T - mu t (dP_N - dU_N)
    //        - mu x_N / |x| (1 - t t^T) (dP_T - rho dU_T).
    const Eigen::Vector2d t = x / length;
    const Eigen::Matrix2d turn =
      mu * x_N / length * (Eigen::Matrix2d::Identity() - t * t.transpose());
    d.A.block<2, 1>(1, 0) = -mu * t;
    d.B.block<2, 1>(1, 0) = mu * t;
    d.A.block<2, 2>(1, 1) = Eigen::Matrix2d::Identity() - turn;
    d.B.block<2, 2>(1, 1) = r * turn;
    return d;
  }

  // That of Newton's method at P, of which U and F are known.
  bool
  FrictionNewton::find_correction(const Problem &problem, const double epsilon)
  {
    system.reset(problem);
    auto block = system.blocks.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      *block = derivative(cone);
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
