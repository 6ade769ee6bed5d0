// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction/friction_active_set.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr unsigned int max_systems         = 100;
    constexpr unsigned int max_systems_in_vain = 15;
    constexpr double       tightest            = 1e-11; // of linear systems
    constexpr double       loosest             = 1e-4;

    // rho W_TT: above one, contacts that should stick would slip to and fro. Where
    // the residual does not fall, it is less.
    constexpr double       first_rho          = 0.3;
    constexpr double       less_rho           = 0.3;
    constexpr unsigned int systems_of_one_rho = 3;

    // Contacts all but at the bound stick or slip; kappa stays finite.
    constexpr double largest_tau = 1. - 1e-9;
  } // namespace

  FrictionActiveSet::FrictionActiveSet(const SolverParameters &parameters)
    : parameters(parameters)
  {}

  void
  FrictionActiveSet::reserve(const std::size_t n_rows)
  {
    for (auto *vector : {&impulse, &velocity, &best})
      vector->resize(n_rows);
    active.resize(n_rows);
    slips.reserve(n_rows / 2);
  }

  SolverReport
  FrictionActiveSet::solve(const Problem &problem, const std::span<double> p)
  {
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::second_order && cone.n_rows > 3)
        return unsupported_problem();
    reserve(problem.size());
    for (std::size_t i = 0; i < p.size(); ++i)
      impulse[i] = std::isfinite(p[i]) ? p[i] : 0.;
    const bool is_free =
      std::ranges::all_of(impulse, [](const double x) { return x == 0.; });
    std::ranges::copy(problem.b, velocity.begin());

    SolverReport report{SolverStatus::singular,
                        0,
                        std::numeric_limits<double>::infinity()};
    double       residual           = 1.;
    rho                             = first_rho;
    unsigned int n_without_decrease = 0;
    while (report.iterations < std::min(max_systems, parameters.max_iterations))
      {
        const bool is_guess = report.iterations == 0 && !is_free;
        choose_modes(problem, !is_guess);
        const double tolerance =
          (is_guess && !slips_turn()) || is_open() ?
            tightest :
            std::clamp(residual * residual, tightest, loosest);
        const auto outcome = problem.W.solve_contacts(
          active, slips, problem.b, tolerance, impulse, velocity);
        if (outcome == DelassusOperator::RowSolution::unavailable &&
            report.iterations == 0)
          return unsupported_problem();
        ++report.iterations;
        if (outcome != DelassusOperator::RowSolution::solved)
          break;
        residual = natural_map_residual_of_pair(problem, impulse, velocity);
        if (!std::isfinite(residual))
          break;
        n_without_decrease =
          residual < 0.5 * report.residual ? 0 : n_without_decrease + 1;
        if (residual < report.residual)
          {
            report.residual = residual;
            best            = impulse;
          }
        if (residual <= parameters.tolerance && tolerance == tightest)
          {
            report.status   = SolverStatus::converged;
            report.residual = residual;
            std::ranges::copy(impulse, p.begin());
            return report;
          }
        if (n_without_decrease > max_systems_in_vain)
          break;
        if (n_without_decrease > 0 &&
            n_without_decrease % systems_of_one_rho == 0)
          rho *= less_rho;
      }
    if (std::isfinite(report.residual))
      std::ranges::copy(best, p.begin());
    return report;
  }

  bool
  FrictionActiveSet::is_open() const
  {
    return std::ranges::all_of(active, [](const unsigned char row) {
      return row == 0;
    });
  }

  bool
  FrictionActiveSet::slips_turn() const
  {
    return std::ranges::any_of(slips, [](const Slip &slip) {
      return slip.n_tangential == 2;
    });
  }

  void
  FrictionActiveSet::choose_modes(const Problem &problem, const bool knows_u)
  {
    slips.clear();
    std::ranges::fill(active, 0);
    for (const Cone &cone : problem.cones)
      {
        const double s = problem.W.row_scale()[cone.first_row];
        choose_mode(cone, rho / (s * s), knows_u);
      }
  }

  void
  FrictionActiveSet::choose_mode(const Cone  &cone,
                                 const double weight,
                                 const bool   knows_u)
  {
    const unsigned int N = cone.first_row, end = N + cone.n_rows;
    const auto         x = [&](const unsigned int row) {
      return knows_u ? impulse[row] - weight * velocity[row] : impulse[row];
    };
    if (cone.kind == Cone::Kind::inactive)
      return;
    if (cone.kind != Cone::Kind::second_order)
      {
        for (unsigned int i = N; i < end; ++i)
          active[i] = cone.kind == Cone::Kind::bilateral || x(i) > 0.;
        return;
      }
    if (!(x(N) > 0.))
      return;
    active[N]       = 1;
    const double mu = cone.friction_coefficient;
    if (cone.n_rows == 1 || mu == 0.)
      return;
    Slip slip{N, cone.n_rows - 1, mu, {x(N + 1), 0.}, 0.};
    if (cone.n_rows == 3)
      slip.direction[1] = x(N + 2);
    const double x_T   = std::hypot(slip.direction[0], slip.direction[1]),
                 bound = mu * x(N);
    // impulses alone do not tell whether one on the boundary is beyond it
    if (knows_u ? x_T <= bound : x_T <= bound * (1. - 1e-9))
      {
        std::fill(active.begin() + N, active.begin() + end, 1);
        return;
      }
    for (double &d : slip.direction)
      d /= x_T;
    if (cone.n_rows == 3)
      {
        const double tau = std::min(bound / x_T, largest_tau);
        slip.kappa =
          knows_u ?
            weight * tau / (1. - tau) :
            std::min(bound / std::hypot(velocity[N + 1], velocity[N + 2]),
                     weight * largest_tau / (1. - largest_tau));
      }
    slips.push_back(slip);
  }
} // namespace percuss
