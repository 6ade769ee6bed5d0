// SPDX-License-Identifier: Apache-2.0
#include <percuss/complementarity/friction/one_contact.h>
#include <percuss/complementarity/island_solver.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace percuss
{
  namespace
  {
    // In tolerances, of the data of the whole problem.
    constexpr double negligible_data = 1e-3;

    // Of islands whose work space stays although there are none.
    constexpr std::size_t largest_kept_size = 60;

    /** As data_scale(), of one cone. */
    double
    data_of(const ConeComplementarityProblem &problem, const Cone &cone)
    {
      const auto b       = problem.b.subspan(cone.first_row, cone.n_rows);
      double     largest = 0.;
      for (const double b_i : b)
        largest = std::max(largest, std::abs(b_i));
      return largest / problem.W.row_scale()[cone.first_row];
    }

    /**
     * One contact with friction that is an island, without a problem of its own.
     * Nothing where W_NN is not larger than twice the other entries of each row:
     * of nodes with a lumped mass they are zero.
     */
    std::optional<SolverReport>
    solve_alone(const ConeComplementarityProblem &problem,
                const Cone                       &cone,
                const double                      tolerance,
                const std::span<double>           p)
    {
      constexpr unsigned int most = 3;
      const unsigned int     N = cone.first_row, n = cone.n_rows;
      std::array<double, std::size_t{most} * most> W{};
      std::array<double, most>                     impulse{}, u{};
      if (cone.kind != Cone::Kind::second_order || n > most)
        return {};
      const auto b = problem.b.subspan(N, n);
      for (unsigned int i = 0; i < n; ++i)
        {
          double others = 0.;
          for (DelassusOperator::Matrix::InnerIterator w(
                 *problem.W.explicit_matrix(), N + i);
               w;
               ++w)
            if (const auto j = static_cast<unsigned int>(w.col()) - N; j < n)
              {
                W[i * n + j] = w.value();
                others += j == i ? 0. : std::abs(w.value());
              }
          if (!(2. * others < W[i * n + i]))
            return {};
        }
      const std::span<double> P(impulse.data(), n);
      if (!solve_one_contact(
            {W.data(), std::size_t{n} * n}, b, cone.friction_coefficient, P))
        return {};
      for (unsigned int i = 0; i < n; ++i)
        {
          u[i] = b[i];
          for (unsigned int j = 0; j < n; ++j)
            u[i] += W[i * n + j] * P[j];
        }
      const double residual = friction_defect(cone.friction_coefficient,
                                              problem.W.row_scale()[N],
                                              P,
                                              {u.data(), n}) /
                              data_of(problem, cone);
      if (!(residual <= tolerance))
        return {};
      std::ranges::copy(P, p.begin() + N);
      return SolverReport{
        SolverStatus::converged, 1, residual, false, "one contact"};
    }

    /** Whether one report rather than the other one is that of both islands. */
    bool
    is_harder(const SolverReport &one, const SolverReport &other)
    {
      const auto rank = [](const SolverStatus status) {
        return status == SolverStatus::converged  ? 0 :
               status == SolverStatus::infeasible ? 2 :
                                                    1;
      };
      if (rank(one.status) != rank(other.status))
        return rank(one.status) > rank(other.status);
      return one.iterations > other.iterations || other.solved_by.empty();
    }

    /** That of all islands from theirs. */
    struct CombinedReport
    {
      /** @param weight of its residual in that of the whole problem */
      void
      add(const SolverReport &island, const double weight)
      {
        fell_back = fell_back || island.fell_back;
        stages.add(island.stages);
        dilation_speed = std::max(dilation_speed, island.dilation_speed);
        residual       = std::max(residual, island.residual * weight);
        if (is_harder(island, hardest))
          hardest = island;
      }

      SolverReport hardest{SolverStatus::converged, 0, 0.};
      double       dilation_speed = 0., residual = 0.;
      bool         fell_back = false;
      StageRecords stages;
    };
  } // namespace

  IslandSolver::IslandSolver(const double tolerance, MakeSolver make)
    : tolerance(tolerance)
    , make(std::move(make))
  {}

  IslandSolver::OfSize &
  IslandSolver::with_size(const std::size_t n_rows)
  {
    OfSize &with = sizes[n_rows];
    if (!with.solver)
      with.solver = make(static_cast<unsigned int>(n_rows));
    with.is_in_use = true;
    return with;
  }

  void
  IslandSolver::begin_step()
  {
    for (auto &entry : sizes)
      entry.second.solver->begin_step();
  }

  void
  IslandSolver::serialize(Archive &archive)
  {
    archive.section("islands");
    std::uint64_t n = sizes.size();
    archive(n);
    if (!archive.is_reading())
      {
        for (auto &[n_rows, with] : sizes)
          {
            std::uint64_t size = n_rows;
            archive(size);
            with.island.serialize(archive);
            with.solver->serialize(archive);
          }
        return;
      }
    sizes.clear();
    for (std::uint64_t k = 0; k < n; ++k)
      {
        std::uint64_t size = 0;
        archive(size);
        OfSize &with = with_size(size);
        with.island.serialize(archive);
        with.solver->serialize(archive);
      }
  }

  std::optional<SolverReport>
  IslandSolver::solve(const ConeComplementarityProblem &problem,
                      const std::span<double>           p)
  {
    const auto *const W = problem.W.explicit_matrix();
    if (W == nullptr)
      return {};
    islands.find(*W, problem.cones);
    if (islands.size() < 2)
      return {};
    for (auto &entry : sizes)
      entry.second.is_in_use = false;

    const double   scale      = data_scale(problem);
    const double   negligible = negligible_data * tolerance * scale;
    CombinedReport combined;
    for (std::size_t i = 0; i < islands.size(); ++i)
      {
        const auto rows = islands.rows(i);
        if (const Cone *const cone = islands.single(i))
          if (const double data = data_of(problem, *cone); data > negligible)
            if (const auto report = solve_alone(problem, *cone, tolerance, p))
              {
                combined.add(*report, data / scale);
                continue;
              }
        auto &[island, solver, in] = with_size(rows.size());
        islands.take(problem, i, p, island);
        const ConeComplementarityProblem part{*island.W,
                                              island.b,
                                              island.cones,
                                              problem.least_scale};
        if (data_scale({part.W, part.b, part.cones}) <= negligible)
          std::ranges::fill(island.p, 0.);
        else
          combined.add(solver->solve(part, island.p), data_scale(part) / scale);
        for (std::size_t k = 0; k < rows.size(); ++k)
          p[rows[k]] = island.p[k];
      }
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::inactive)
        std::fill_n(p.begin() + cone.first_row, cone.n_rows, 0.);
    std::erase_if(sizes, [](const auto &entry) {
      return !entry.second.is_in_use && entry.first > largest_kept_size;
    });

    velocity.resize(problem.size());
    SolverReport result   = combined.hardest;
    result.dilation_speed = combined.dilation_speed;
    result.fell_back      = combined.fell_back;
    result.stages         = combined.stages;
    result.residual       = combined.dilation_speed > 0. ?
                              combined.residual :
                              natural_map_residual(problem, p, velocity);
    if (result.residual <= tolerance)
      result.status = SolverStatus::converged;
    else if (result.status == SolverStatus::infeasible)
      {
        std::ranges::fill(p, 0.);
        result.residual = natural_map_residual(problem, p, velocity);
      }
    if (islands.are_single() && !combined.fell_back && result.iterations <= 1)
      result.solved_by = "contact by contact";
    return result;
  }
} // namespace percuss
