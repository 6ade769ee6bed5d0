// SPDX-License-Identifier: Apache-2.0

#include <percuss/base/text.h>
#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/infeasibility_certificate.h>
#include <percuss/complementarity/least_impulse.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace percuss
{
  namespace
  {
    constexpr std::string_view closed_form = "closed form";

    // A gap or overlap is a row without, or with two, complementarity laws.
    [[maybe_unused]] bool
    cones_partition_the_rows(const ConeComplementarityProblem &problem)
    {
      unsigned int next_row = 0;
      for (const Cone &cone : problem.cones)
        {
          if (cone.first_row != next_row)
            return false;
          next_row += cone.n_rows;
          if (cone.kind == Cone::Kind::second_order &&
              (cone.n_rows < 1 || cone.n_rows > Cone::max_rows))
            return false;
        }
      return next_row == problem.size();
    }

    /**
     * A single row in closed form, as in every step of a system with one
     * contact, where the work of a general method would be the price of the
     * step. Nothing if the row is not of this kind; p is then as it was.
     */
    std::optional<SolverReport>
    solve_single_row(const ConeComplementarityProblem &problem, double &p)
    {
      const Cone &cone   = problem.cones.front();
      const auto *matrix = problem.W.explicit_matrix();
      if (cone.kind == Cone::Kind::second_order || matrix == nullptr ||
          matrix->nonZeros() == 0)
        return {};
      const double W = matrix->valuePtr()[0], b = problem.b[0];
      const double s = problem.W.row_scale()[0];
      if (!(W > 0.) || cone.kind == Cone::Kind::inactive || b == 0.)
        return {};

      const double impulse = project_row(cone.kind, -b / W);
      const double u       = W * impulse + b;
      const double defect  = row_defect(cone.kind, s * impulse, u / s);
      // Data so large or small that this overflows or is inexact go the
      // general way, as does what is not finite.
      const double residual = defect * s / std::abs(b);
      if (!(residual <= 1e-14) || !std::isfinite(impulse) || !std::isfinite(u))
        return {};
      p = impulse;
      return SolverReport{
        SolverStatus::converged, 1, residual, false, closed_form};
    }

    bool
    is_diagonal(const ConeComplementarityProblem &problem)
    {
      const auto *matrix = problem.W.explicit_matrix();
      if (matrix == nullptr || matrix->nonZeros() > matrix->rows())
        return false;
      for (Eigen::Index i = 0; i < matrix->rows(); ++i)
        for (DelassusOperator::Matrix::InnerIterator w(*matrix, i); w; ++w)
          if (w.col() != i)
            return false;
      return true;
    }

    /** Rows that do not know of each other, with finite data whose scale is
     *  not zero. Nothing if a row has to be left to the algorithm. */
    std::optional<SolverReport>
    solve_diagonal(const ConeComplementarityProblem &problem,
                   const double                      scale,
                   const std::span<double>           p)
    {
      if (has_friction(problem) || !is_diagonal(problem))
        return {};
      const auto *matrix  = problem.W.explicit_matrix();
      const auto  s       = problem.W.row_scale();
      double      largest = 0.;
      for (const Cone &cone : problem.cones)
        for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
             ++i)
          {
            const bool is_stored =
              matrix->outerIndexPtr()[i] < matrix->outerIndexPtr()[i + 1];
            const double W =
              is_stored ? matrix->valuePtr()[matrix->outerIndexPtr()[i]] : 0.;
            const double b = problem.b[i];
            // W_ii = 0: no impulse, which the residual judges.
            p[i]                = W > 0. ? project_row(cone.kind, -b / W) : 0.;
            const double u      = W * p[i] + b;
            const double x      = s[i] * p[i];
            const double defect = row_defect(cone.kind, x, u / s[i]);
            if (W < 0. || !(defect <= 1e-14 * scale) || !std::isfinite(x))
              return {};
            largest = std::max(largest, defect);
          }
      return SolverReport{
        SolverStatus::converged, 1, largest / scale, false, closed_form};
    }
  } // namespace

  std::string_view
  to_string(const SolverStatus status)
  {
    switch (status)
      {
        case SolverStatus::converged:
          return "converged";
        case SolverStatus::iteration_limit:
          return "iteration limit";
        case SolverStatus::infeasible:
          return "infeasible";
        case SolverStatus::unsupported:
          return "unsupported";
        case SolverStatus::singular:
          return "singular";
        case SolverStatus::not_a_number:
          return "not a number";
      }
    return "unknown";
  }

  void
  StageRecord::set_method(const std::string_view new_name)
  {
    name = {};
    std::ranges::copy(new_name.substr(0, name.size() - 1), name.begin());
  }

  StageRecord &
  StageRecords::of(const std::string_view method)
  {
    const auto end  = records.begin() + static_cast<std::ptrdiff_t>(n);
    const auto same = std::find_if(records.begin(), end, [&](const auto &one) {
      return one.method() == method;
    });
    if (same == end)
      {
        assert(n < max_methods);
        same->set_method(method);
        ++n;
      }
    return *same;
  }

  StageRecord &
  StageRecords::begin_attempt(const std::string_view method,
                              const double           residual)
  {
    StageRecord &record = of(method);
    if (record.attempts++ == 0)
      {
        record.problems        = 1;
        record.residual_before = record.residual_after = residual;
      }
    return record;
  }

  void
  StageRecords::add(const StageRecords &others)
  {
    for (const StageRecord &other : others.all())
      {
        StageRecord &record = of(other.method());
        record.problems += other.problems;
        record.attempts += other.attempts;
        record.linear_solves += other.linear_solves;
        record.residual_before =
          std::max(record.residual_before, other.residual_before);
        record.residual_after =
          std::max(record.residual_after, other.residual_after);
      }
  }

  SolverReport
  unsupported_problem()
  {
    return {SolverStatus::unsupported,
            0,
            std::numeric_limits<double>::quiet_NaN()};
  }

  ComplementaritySolver::ComplementaritySolver(
    const SolverParameters &parameters)
    : parameters(parameters)
    , least_impulse(parameters.takes_least_impulse ?
                      std::make_unique<LeastImpulse>() :
                      nullptr)
  {}

  ComplementaritySolver::~ComplementaritySolver() = default;

  void
  ComplementaritySolver::observe(Observer new_observer)
  {
    observer = std::move(new_observer);
  }

  SolverReport
  ComplementaritySolver::solve(const ConeComplementarityProblem &problem,
                               const std::span<double>           p)
  {
    const SolverReport report = solve_unobserved(problem, p);
    if (observer)
      observer(problem, p, report);
    return report;
  }

  std::string
  ComplementaritySolver::advice() const
  {
    const bool has_relaxation =
      name() == "automatic" || name() == "semismooth-newton";
    if (!has_relaxation)
      return "Try the complementarity solver automatic, a smaller time step or "
             "a larger solver tolerance.";
    const std::string text = "Try another complementarity solver, a smaller "
                             "time step";
    return parameters.relaxation_gap_velocity > 0. ?
             text +
               " or a larger solver tolerance. With the relaxation gap "
               "velocity " +
               short_text(parameters.relaxation_gap_velocity) +
               " m/s it was not solved, either." :
             text + ", a larger solver tolerance or, with friction, a "
                    "relaxation gap velocity: half of gravity times the time "
                    "step cannot be seen.";
  }

  SolverReport
  ComplementaritySolver::solve_unobserved(
    const ConeComplementarityProblem &problem,
    const std::span<double>           p)
  {
    assert(p.size() == problem.size());
    assert(problem.b.size() == problem.size());
    assert(cones_partition_the_rows(problem));
    constexpr double not_evaluated = std::numeric_limits<double>::quiet_NaN();

    if (problem.size() == 1 && problem.cones.size() == 1)
      if (const auto report = solve_single_row(problem, p[0]))
        return *report;

    if (!problem.W.is_finite() ||
        !std::all_of(problem.b.begin(),
                     problem.b.end(),
                     [](const double x) { return std::isfinite(x); }) ||
        !std::all_of(problem.cones.begin(),
                     problem.cones.end(),
                     [](const Cone &cone) {
                       return std::isfinite(cone.friction_coefficient) &&
                              cone.friction_coefficient >= 0.;
                     }))
      return {SolverStatus::not_a_number, 0, not_evaluated};

    const double scale = data_scale(problem);
    if (scale == 0.)
      {
        std::fill(p.begin(), p.end(), 0.);
        return {SolverStatus::converged, 0, 0., false, closed_form};
      }
    if (const auto report = solve_diagonal(problem, scale, p))
      return *report;

    const auto   algorithm = [&] { return do_solve(problem, p); };
    SolverReport report =
      least_impulse ?
        least_impulse->solve(problem, p, parameters.tolerance, algorithm) :
        algorithm();
    if (report.solved_by.empty())
      report.solved_by = name();
    if ((report.status == SolverStatus::singular ||
         report.status == SolverStatus::iteration_limit) &&
        parameters.relaxation_gap_velocity == 0. &&
        infeasible_row(problem, parameters.tolerance))
      {
        std::ranges::fill(p, 0.);
        report.status   = SolverStatus::infeasible;
        report.residual = natural_map_residual(problem, p);
      }
    if (report.status != SolverStatus::unsupported &&
        !std::isfinite(report.residual))
      report.status = SolverStatus::not_a_number;
    return report;
  }
} // namespace percuss
