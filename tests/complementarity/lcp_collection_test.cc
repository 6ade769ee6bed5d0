// SPDX-License-Identifier: Apache-2.0

// Every solver on every problem of the collection: it solves, or says why not,
// in bounded time; `automatic` solves whatever has a solution.

#include "lcp_collection.h"

#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

#include <chrono>
#include <iomanip>
#include <iostream>
#include <map>

using namespace percuss;
using lcp_collection::Family;

namespace lcp_collection_test
{
  // A set or sweep of 300 rows takes some milliseconds.
  SolverParameters
  parameters_of(const std::string_view name)
  {
    const bool is_slow =
      name == "semismooth-newton" || name == "projected-gauss-seidel";
    return {.max_iterations = is_slow ? 500u : 10000u};
  }

  /** What a solver did with a family. */
  struct Tally
  {
    unsigned int solved = 0, said_why = 0, iterations = 0;
    double       seconds = 0.;
  };

  // The residual (4) of doc/theory/complementarity.md, written once more.
  double
  residual(const lcp_collection::Problem &problem, const Eigen::VectorXd &p)
  {
    const Eigen::VectorXd u = *problem.W.explicit_matrix() * p + problem.b;
    double                largest = 0., scale = 0.;
    for (const Cone &cone : problem.cones)
      {
        const auto   i = static_cast<Eigen::Index>(cone.first_row);
        const double s = problem.W.row_scale()[i];
        const double x = s * p[i], y = u[i] / s;
        const double defect =
          cone.kind == Cone::Kind::inactive  ? x :
          cone.kind == Cone::Kind::bilateral ? y :
                                               std::min(x, y);
        largest = std::max(largest, std::abs(defect));
        if (cone.kind != Cone::Kind::inactive)
          scale = std::max(scale, std::abs(problem.b[i]) / s);
      }
    return largest == 0. ? 0. : largest / scale;
  }

  /** Whether a solver must reach the end within the limit. */
  bool
  is_sure(const Family                  &family,
          const lcp_collection::Problem &problem,
          const std::string_view         name)
  {
    if (name == "semismooth-newton")
      return !family.is_solvable;
    if (name == "lemke")
      return family.name != "Murty";
    return name == "automatic" || (name == "mprgp" && is_symmetric(problem.W));
  }

  void
  expect_honest(const Family                  &family,
                const lcp_collection::Problem &problem,
                const std::string_view         name,
                const SolverReport            &report,
                const Eigen::VectorXd         &p)
  {
    SCOPED_TRACE(std::string(name) + ", " + family.name + ", " +
                 std::to_string(problem.b.size()) +
                 " rows: " + std::string(to_string(report.status)));
    EXPECT_LE(report.iterations, 4u * parameters_of(name).max_iterations);
    EXPECT_FALSE(report.solved_by.empty());
    EXPECT_TRUE(report.fell_back ?
                  name == "automatic" :
                  name == "automatic" || report.solved_by == name ||
                    report.solved_by == "closed form");
    if (is_sure(family, problem, name))
      {
        EXPECT_EQ(report.status,
                  family.is_solvable ? SolverStatus::converged :
                                       SolverStatus::infeasible);
      }
    switch (report.status)
      {
        case SolverStatus::converged:
          EXPECT_LE(residual(problem, p), 1.001e-10);
          EXPECT_NEAR(report.residual, residual(problem, p), 1e-12);
          EXPECT_TRUE(family.is_solvable);
          break;
        case SolverStatus::infeasible:
          EXPECT_FALSE(family.is_solvable);
          EXPECT_EQ(p.norm(), 0.);
          break;
        case SolverStatus::unsupported:
          EXPECT_EQ(name, "mprgp");
          EXPECT_FALSE(is_symmetric(problem.W));
          break;
        case SolverStatus::iteration_limit:
        case SolverStatus::singular:
          EXPECT_GT(residual(problem, p), 1e-10);
          break;
        default:
          ADD_FAILURE();
      }
  }

  Tally
  solve(const Family &family, const std::string_view name)
  {
    Tally tally;
    for (const lcp_collection::Problem &problem : family.problems)
      {
        const auto         n      = static_cast<unsigned int>(problem.b.size());
        const auto         solver = make_solver(name, n, parameters_of(name));
        Eigen::VectorXd    p      = Eigen::VectorXd::Zero(n);
        const auto         begin  = std::chrono::steady_clock::now();
        const SolverReport report =
          solver->solve(problem.view(), {p.data(), n});
        const std::chrono::duration<double> time =
          std::chrono::steady_clock::now() - begin;
        EXPECT_LT(time.count(), 30.);
        expect_honest(family, problem, name, report, p);
        tally.solved += report.is_solution_usable() ? 1 : 0;
        tally.said_why += report.is_solution_usable() ? 0 : 1;
        tally.iterations += report.iterations;
        tally.seconds += time.count();
      }
    return tally;
  }

  using Table = std::map<std::string_view, std::vector<Tally>>;

  Table
  solve_and_print(const std::vector<Family>           &families,
                  const std::vector<std::string_view> &without = {})
  {
    Table table;
    std::cout << "solved / said why / iterations\n"
              << std::left << std::setw(28) << "";
    for (const SolverDescription &solver : solver_names())
      std::cout << std::setw(24) << solver.name;
    for (const Family &family : families)
      {
        std::cout << '\n' << std::setw(28) << family.name;
        for (const SolverDescription &solver : solver_names())
          {
            std::ostringstream entry;
            if (std::find(without.begin(), without.end(), solver.name) !=
                without.end())
              entry << "-";
            else
              {
                const Tally tally = solve(family, solver.name);
                entry << tally.solved << " / " << tally.said_why << " / "
                      << tally.iterations;
                if (getenv("H5A"))
                  entry << " " << std::setprecision(2) << tally.seconds;
                table[solver.name].push_back(tally);
              }
            std::cout << std::setw(24) << entry.str() << std::flush;
          }
      }
    std::cout << std::endl;
    return table;
  }

  TEST(LcpCollection, Small)
  {
    solve_and_print(lcp_collection::small_problems());
  }

  // A pivot of Lemke's method costs 4 n^2 operations.
  TEST(LcpCollection, Large)
  {
    solve_and_print(lcp_collection::large_problems(), {"lemke"});
  }

  TEST(LcpCollection, Infeasible)
  {
    solve_and_print(lcp_collection::infeasible_problems());
  }
} // namespace lcp_collection_test
