// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction/proximal_point.h>

#include <algorithm>
#include <limits>

namespace percuss
{
  void
  ProximalPoint::reserve(const unsigned int n_rows)
  {
    for (auto *const vector : {&center, &nearest})
      vector->resize(n_rows);
  }

  void
  ProximalPoint::start(ScaledFrictionProblem &new_problem,
                       const Eigen::VectorXd &P,
                       const double           first_sigma,
                       const bool             weighs_velocities)
  {
    problem            = &new_problem;
    center             = P;
    sigma              = first_sigma;
    least_residual     = std::numeric_limits<double>::infinity();
    n_failures         = 0;
    n_without_decrease = 0;
    weight             = 1.;
    has_changed_weight = false;
    has_weights        = weighs_velocities;
  }

  FrictionMethod::Outcome
  ProximalPoint::advance(const unsigned int max_solves, unsigned int &n_solves)
  {
    if (is_unbounded() || n_failures == parameters.max_failures ||
        n_without_decrease == parameters.max_points_in_vain)
      return Outcome::stalled;
    ++n_without_decrease;
    newton.start(*problem, center, {sigma, &center, weight});
    const double first = newton.norm();
    find_point(std::max(parameters.target * first, parameters.rounding),
               std::min(max_solves, parameters.max_solves),
               n_solves);
    if (!(newton.norm() <= std::max(parameters.largest_share * first,
                                    parameters.largest_rounding)))
      {
        give_up_point();
        return Outcome::goes_on;
      }
    has_changed_weight = false;
    center             = newton.impulse();
    sigma = std::max(parameters.reduction * sigma, parameters.least_sigma);
    const double residual = problem->residual(center);
    if (residual < parameters.progress * least_residual)
      {
        least_residual     = residual;
        n_failures         = 0;
        n_without_decrease = 0;
      }
    return Outcome::goes_on;
  }

  // The point with the other weight is next, or, if both have been tried, one with
  // a larger σ.
  void
  ProximalPoint::give_up_point()
  {
    const double other = std::min(parameters.share_of_residual / least_residual,
                                  parameters.largest_weight);
    if (has_weights && !has_changed_weight && other >= parameters.least_weight)
      {
        weight             = weight == 1. ? other : 1.;
        has_changed_weight = true;
        return;
      }
    ++n_failures;
    sigma  = std::min(parameters.growth * sigma, parameters.largest_sigma);
    weight = 1.;
    has_changed_weight = false;
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
