// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction/one_contact.h>
#include <percuss/complementarity/projected_gauss_seidel.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    using Problem = ConeComplementarityProblem;
    using Matrix  = DelassusOperator::Matrix;

    /**
     * The rows of a block: W_αα and q_α = b_α + sum_{j not in α} W_αj p_j.
     * In one pass over the entries, so that nothing of W has to be kept.
     */
    struct Block
    {
      Block(const Problem                &problem,
            const Matrix                 &W,
            const unsigned int            first_row,
            const unsigned int            n_rows,
            const std::span<const double> p)
        : n(n_rows)
      {
        for (unsigned int k = 0; k < n; ++k)
          {
            q[k] = problem.b[first_row + k];
            for (Matrix::InnerIterator entry(W, first_row + k); entry; ++entry)
              {
                const auto j = static_cast<unsigned int>(entry.col());
                if (j >= first_row && j < first_row + n)
                  W_block[k * n + (j - first_row)] = entry.value();
                else
                  q[k] += entry.value() * p[j];
              }
          }
      }

      unsigned int                                        n;
      std::array<double, Cone::max_rows * Cone::max_rows> W_block{};
      std::array<double, Cone::max_rows>                  q{};
    };

    bool
    solve_row(const Problem          &problem,
              const Matrix           &W,
              const Cone::Kind        kind,
              const unsigned int      row,
              const std::span<double> p)
    {
      if (kind == Cone::Kind::inactive)
        {
          p[row] = 0.;
          return true;
        }
      const Block  block(problem, W, row, 1, p);
      const double compliance = block.W_block[0];
      if (!(compliance > 0.))
        {
          // No impulse changes this row: it is solved already or never.
          p[row] = 0.;
          return kind == Cone::Kind::unilateral ? block.q[0] >= 0. :
                                                  block.q[0] == 0.;
        }
      p[row] = project_row(kind, -block.q[0] / compliance);
      return true;
    }

    bool
    solve_block(const Problem          &problem,
                const Matrix           &W,
                const Cone             &cone,
                const std::span<double> p)
    {
      const Block block(problem, W, cone.first_row, cone.n_rows, p);
      const auto  p_block = p.subspan(cone.first_row, cone.n_rows);
      if (!(block.W_block[0] > 0.) && block.q[0] < 0.)
        return false;
      std::array<double, 2> direction{};
      if (block.n == 3)
        direction = {p_block[1], p_block[2]};
      return solve_one_contact({block.W_block.data(), block.n * block.n},
                               {block.q.data(), block.n},
                               cone.friction_coefficient,
                               p_block,
                               direction)
        .has_value();
    }

    struct Sweep
    {
      bool   is_complete = true;
      double change      = 0.; // max s_i |change of p_i|
    };

    Sweep
    sweep(const Problem &problem, const Matrix &W, const std::span<double> p)
    {
      Sweep                              result;
      const auto                         s = problem.W.row_scale();
      std::array<double, Cone::max_rows> before{};
      const auto solve = [&](const Cone &cone, const bool is_block) {
        const auto p_block = p.subspan(cone.first_row, cone.n_rows);
        std::copy(p_block.begin(), p_block.end(), before.begin());
        result.is_complete =
          is_block ? solve_block(problem, W, cone, p) :
                     solve_row(problem, W, cone.kind, cone.first_row, p);
        for (unsigned int k = 0; k < cone.n_rows; ++k)
          result.change =
            std::max(result.change,
                     s[cone.first_row] * std::abs(p_block[k] - before[k]));
        return result.is_complete;
      };
      for (const Cone &cone : problem.cones)
        if (cone.kind == Cone::Kind::second_order)
          {
            if (!solve(cone, true))
              return result;
          }
        else
          for (unsigned int k = 0; k < cone.n_rows; ++k)
            if (!solve({cone.kind, cone.first_row + k, 1, 0.}, false))
              return result;
      return result;
    }

    // The residual costs as much as a sweep. It is looked at in the first
    // sweeps, where little changes, and now and then.
    constexpr unsigned int first_sweeps = 3, sweeps_between = 50;
    constexpr double       small_change = 100.; // tolerances
  }                                             // namespace

  ProjectedGaussSeidel::ProjectedGaussSeidel(const unsigned int      n_rows,
                                             const SolverParameters &options)
    : ComplementaritySolver(options)
    , u(n_rows)
  {}

  std::unique_ptr<ComplementaritySolver>
  ProjectedGaussSeidel::make_another(const unsigned int n_rows) const
  {
    return std::make_unique<ProjectedGaussSeidel>(n_rows, parameters);
  }

  SolverReport
  ProjectedGaussSeidel::do_solve(const ConeComplementarityProblem &problem,
                                 const std::span<double>           p)
  {
    const Matrix *const W = problem.W.explicit_matrix();
    if (W == nullptr)
      return unsupported_problem();
    u.resize(problem.size());
    for (double &impulse : p)
      if (!std::isfinite(impulse))
        impulse = 0.;

    const double small =
      small_change * parameters.tolerance * data_scale(problem);
    SolverReport report{SolverStatus::iteration_limit, 0, 0.};
    while (report.iterations < parameters.max_iterations)
      {
        ++report.iterations;
        const auto [is_complete, change] = sweep(problem, *W, p);
        if (is_complete && change > small && report.iterations > first_sweeps &&
            report.iterations % sweeps_between != 0 &&
            report.iterations < parameters.max_iterations)
          continue;
        report.residual = natural_map_residual(problem, p, u);
        if (report.residual <= parameters.tolerance)
          report.status = SolverStatus::converged;
        else if (!is_complete)
          report.status = SolverStatus::singular;
        else if (std::isfinite(report.residual))
          continue;
        return report;
      }
    if (report.iterations == 0)
      report.residual = natural_map_residual(problem, p, u);
    return report;
  }
} // namespace percuss
