// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction/proximal_point.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace percuss
{
  namespace
  {
    // Numbers between 0 and 1, other ones for each n, spread evenly.
    double
    spread(const unsigned int n, const unsigned int i)
    {
      const double x =
        std::numbers::phi * (i + 1.) * (n + 1.) + std::numbers::sqrt2 * n;
      return x - std::floor(x);
    }
  } // namespace

  void
  ProximalPoint::reserve(const unsigned int n_rows)
  {
    for (auto *const vector : {&center, &best, &nearest})
      vector->resize(n_rows);
  }

  void
  ProximalPoint::start(ScaledFrictionProblem &new_problem,
                       const Eigen::VectorXd &P)
  {
    problem    = &new_problem;
    center     = P;
    best       = P;
    best_found = std::numeric_limits<double>::infinity();
    begin_attempt(0);
  }

  // From the best point times numbers between 0 and 2, other ones for each contact
  // and attempt: from that point itself the way would lead there again. Every
  // third attempt (attempts_in_turn) begins without friction, with such numbers times the mean
  // normal impulse of the best point.
  void
  ProximalPoint::begin_attempt(const unsigned int number)
  {
    attempt        = number;
    sigma          = parameters.first_sigma;
    n_failures     = 0;
    n_in_vain      = 0;
    least_residual = std::numeric_limits<double>::infinity();
    if (number == 0)
      return;
    const std::span<const Cone> cones = problem->unscaled().cones;
    double                      mean  = 0.;
    for (const Cone &cone : cones)
      mean += best[cone.first_row] / static_cast<double>(cones.size());
    const bool is_without_friction = number % parameters.attempts_in_turn == 0;
    center                         = best;
    for (const Cone &cone : cones)
      {
        auto P = center.segment(cone.first_row, cone.n_rows);
        if (is_without_friction && cone.kind == Cone::Kind::second_order)
          P = mean * Eigen::VectorXd::Unit(P.size(), 0);
        P *= 2. * spread(number, cone.first_row);
      }
  }

  FrictionMethod::Outcome
  ProximalPoint::advance(const unsigned int max_solves, unsigned int &n_solves)
  {
    if (!(center.norm() <= parameters.largest_impulse))
      return Outcome::stalled;
    if (n_failures == parameters.max_failures ||
        n_in_vain == parameters.max_points_in_vain)
      {
        if (attempt + 1 == parameters.max_attempts)
          return Outcome::stalled;
        begin_attempt(attempt + 1);
      }
    ++n_in_vain;
    newton.start(*problem, center, {sigma, &center});
    const double first = newton.norm();
    find_point(std::max(parameters.target * first, parameters.rounding),
               std::min(max_solves, parameters.max_solves),
               n_solves);
    if (!(newton.norm() <= std::max(parameters.largest_share * first,
                                    parameters.largest_rounding)))
      {
        ++n_failures;
        sigma = std::min(parameters.growth * sigma, parameters.largest_sigma);
        return Outcome::goes_on;
      }
    center = newton.impulse();
    sigma  = std::max(parameters.reduction * sigma, parameters.least_sigma);
    const double residual = problem->residual(center);
    if (residual < parameters.progress * least_residual)
      {
        least_residual = residual;
        n_failures     = 0;
        n_in_vain      = 0;
      }
    if (residual < best_found)
      {
        best_found = residual;
        best       = center;
      }
    return Outcome::goes_on;
  }

  // To the point of least |F| of Newton's method: full steps first, as long as these
  // reduce |F| from time to time, then steps that always do.
  void
  ProximalPoint::find_point(const double       target,
                            const unsigned int max_solves,
                            unsigned int      &n_solves)
  {
    nearest                   = newton.impulse();
    double             least  = newton.norm();
    unsigned int       n_free = 0;
    const unsigned int last   = n_solves + max_solves;
    while (newton.norm() > target && n_solves < last)
      {
        const bool is_free = n_free < parameters.max_free_steps;
        const auto outcome = is_free ? newton.take_full_step(n_solves) :
                                       newton.advance(1, n_solves);
        if (outcome == Outcome::stalled)
          break;
        if (is_free)
          n_free =
            newton.norm() <= parameters.free_decrease * least ? 0 : n_free + 1;
        if (newton.norm() < least)
          {
            least   = newton.norm();
            nearest = newton.impulse();
          }
        if (is_free && n_free == parameters.max_free_steps)
          newton.go_to(nearest);
      }
    if (newton.norm() > least)
      newton.go_to(nearest);
  }
} // namespace percuss
