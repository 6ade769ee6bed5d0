// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/active_set_search.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  namespace
  {
    constexpr unsigned int max_sets_in_vain  = 10;
    constexpr unsigned int max_sets_of_solve = 30;
    constexpr unsigned int max_early_sets    = 5;
  } // namespace

  void
  ActiveSetSearch::reserve(const unsigned int n_rows)
  {
    kinds.resize(n_rows);
    is_active.resize(n_rows);
    violated.reserve(n_rows);
  }

  void
  ActiveSetSearch::guess(const Problem &problem, const std::span<double> p)
  {
    reserve(problem.size());
    for (const Cone &cone : problem.cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        {
          if (!std::isfinite(p[i]))
            p[i] = 0.;
          kinds[i]     = cone.kind;
          is_active[i] = cone.kind == Cone::Kind::bilateral ||
                         (cone.kind == Cone::Kind::unilateral && p[i] > 0.);
        }
  }

  void
  ActiveSetSearch::find_violated(const std::span<const double> s,
                                 const std::span<const double> p,
                                 const std::span<const double> u,
                                 const double                  threshold)
  {
    violated.clear();
    for (unsigned int i = 0; i < kinds.size(); ++i)
      if (kinds[i] == Cone::Kind::unilateral &&
          (is_active[i] ? s[i] * p[i] : u[i] / s[i]) < -threshold)
        violated.push_back(i);
  }

  bool
  ActiveSetSearch::advance(const std::span<const double> s,
                           const std::span<const double> p,
                           const std::span<const double> u,
                           const double                  threshold)
  {
    find_violated(s, p, u, threshold);
    if (violated.empty())
      return true;

    n_without_decrease = violated.size() < fewest ? 0 : n_without_decrease + 1;
    fewest             = std::min(fewest, violated.size());
    if (n_without_decrease > max_sets_in_vain)
      violated.erase(violated.begin() + 1, violated.end());
    for (const unsigned int i : violated)
      is_active[i] = is_active[i] ? 0 : 1;
    return false;
  }

  std::optional<SolverReport>
  ActiveSetSearch::solve(const Problem          &problem,
                         const double            tolerance,
                         const SolveSet         &solve_set,
                         const std::span<double> p)
  {
    const auto   s          = problem.W.row_scale();
    const double of_b       = data_scale(problem);
    const auto   scale_with = [&](const std::span<const double> of_set) {
      double scale = of_b;
      for (std::size_t i = 0; i < of_set.size(); ++i)
        scale = std::max(scale, s[i] * std::abs(of_set[i]));
      return scale;
    };
    impulse.assign(p.begin(), p.end());
    velocity.resize(p.size());
    guess(problem, impulse);
    begin();
    for (unsigned int n_sets = 1; n_sets <= max_sets_of_solve; ++n_sets)
      {
        bool       is_early = false;
        const auto is_wrong = [&](const std::span<const double> of_set,
                                  const std::span<const double> u) {
          if (n_sets <= max_early_sets)
            find_violated(s, of_set, u, early_sign * scale_with(of_set));
          return is_early = n_sets <= max_early_sets && !violated.empty();
        };
        if (!solve_set(is_active, is_wrong, impulse, velocity))
          return {};
        const double scale = scale_with(impulse);
        if (!advance(s,
                     impulse,
                     velocity,
                     (is_early ? early_sign : sign_accuracy * tolerance) *
                       scale))
          continue;
        for (std::size_t i = 0; i < p.size(); ++i)
          if (kinds[i] == Cone::Kind::unilateral)
            impulse[i] = std::max(impulse[i], 0.);
        auto report = report_of(problem, scale, tolerance);
        if (report)
          {
            report->iterations = n_sets;
            std::ranges::copy(impulse, p.begin());
          }
        return report;
      }
    return {};
  }

  std::optional<SolverReport>
  ActiveSetSearch::report_of(const Problem &problem,
                             const double   scale,
                             const double   tolerance) const
  {
    const auto s      = problem.W.row_scale();
    double     defect = 0.;
    for (std::size_t i = 0; i < impulse.size(); ++i)
      if (kinds[i] != Cone::Kind::inactive)
        {
          const double of_row =
            row_defect(kinds[i], s[i] * impulse[i], velocity[i] / s[i]);
          if (!std::isfinite(of_row))
            return {};
          defect = std::max(defect, of_row);
        }
    const double residual = defect > 0. ? defect / scale : 0.;
    if (!(residual <= tolerance))
      return {};
    return SolverReport{
      SolverStatus::converged, 0, residual, false, "semismooth-newton"};
  }
} // namespace percuss
