// SPDX-License-Identifier: Apache-2.0

// Contact problems that runs have left in files of FCLIB: problems_of_runs/ has
// steps of 27 balls that come to rest in a box, e = 0, mu = 0.4 (345), e = 0.5, mu
// = 1.5 (371, 373, 551, 561, 599), e = 0.5, mu = 0.4 (561_mu04) and e = 0, mu =
// 1.5 (462), redundant and strictly feasible, which no solver had solved in any
// order. Each is solved in the order of the run and in others.

#include "../complementarity/friction_fixture.h"

#include <percuss/complementarity/make_solver.h>
#include <percuss/output/fclib_file.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>
#include <string>

using namespace percuss;

namespace problems_of_runs_test
{
  namespace fs = std::filesystem;

  /** The same problem with its contacts in another order. */
  LocalFrictionProblem
  reordered(const LocalFrictionProblem &problem, const std::vector<int> &order)
  {
    const int             d = static_cast<int>(problem.dimension);
    const Eigen::MatrixXd W(problem.W);
    Eigen::MatrixXd       other_W(W.rows(), W.cols());
    LocalFrictionProblem  other = problem;
    for (int a = 0; a < static_cast<int>(order.size()); ++a)
      {
        other.q.segment(d * a, d) = problem.q.segment(d * order[a], d);
        other.mu[a]               = problem.mu[order[a]];
        for (int b = 0; b < static_cast<int>(order.size()); ++b)
          other_W.block(d * a, d * b, d, d) =
            W.block(d * order[a], d * order[b], d, d);
      }
    other.W = other_W.sparseView();
    return other;
  }

  TEST(ProblemsOfRuns, AreMostlySolvedInAnyOrder)
  {
    std::mt19937 random(7);
    unsigned int n_files = 0, n_solved = 0;
    for (const auto &file : fs::directory_iterator(PERCUSS_PROBLEMS_OF_RUNS))
      {
        ++n_files;
        const auto problem = std::get<LocalFrictionProblem>(
          read_fclib(file.path().string()).problem);
        std::vector<int> order(static_cast<std::size_t>(problem.mu.size()));
        std::iota(order.begin(), order.end(), 0);
        for (int i = 0; i < 3; ++i)
          {
            const ConeProblemData data =
              cone_problem(reordered(problem, order));
            std::vector<double> p(data.cones.size() * problem.dimension);
            const SolverReport  report =
              make_solver("automatic", static_cast<unsigned int>(p.size()))
                ->solve(data.view(), p);
            // what is not solved is near a solution, and says so
            n_solved += report.is_solution_usable();
            EXPECT_LE(report.residual,
                      report.is_solution_usable() ? 1e-10 : 1e-6)
              << file.path().filename() << ", order " << i;
            std::ranges::shuffle(order, random);
          }
      }
    EXPECT_EQ(n_files, 12u);
    RecordProperty("solved", static_cast<int>(n_solved));
    EXPECT_GE(n_solved, 34u);
  }
} // namespace problems_of_runs_test
