// SPDX-License-Identifier: Apache-2.0

// The whole collection of friction problems under ten permutations each, and
// those of up to 7000 contacts; a table of iterations and times; what each method
// earns: the collection without it.

#include "friction_collection.h"

#include <percuss/complementarity/friction/friction_solver.h>
#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

using namespace percuss;
namespace collection = friction_collection;

namespace
{
  // The number of problems left unsolved.
  int
  solve_all(const std::vector<collection::Scene> &scenes,
            const unsigned int                    n_permutations)
  {
    int n_unsolved = 0;
    std::printf("problem    mu   contacts rows/dofs systems residual time/s\n");
    for (const collection::Scene &scene : scenes)
      for (unsigned int seed = 0; seed <= n_permutations; ++seed)
        {
          const collection::Problem given   = scene.problem();
          const collection::Problem problem = collection::permuted(given, seed);
          const auto          n = static_cast<unsigned int>(problem.b.size());
          std::vector<double> p(n, 0.);
          const auto          solver = make_solver("automatic", n);
          const auto          begin  = std::chrono::steady_clock::now();
          const SolverReport  report = solver->solve(problem.view(), p);
          const std::chrono::duration<double> time =
            std::chrono::steady_clock::now() - begin;
          n_unsolved += report.is_solution_usable() ? 0 : 1;
          if (report.is_solution_usable())
            {
              EXPECT_LE(natural_map_residual(problem.view(), p), 1e-10);
            }
          if (seed == 0)
            std::printf("%-10s %.2f %8zu %9.2f %7u %.1e %.4f\n",
                        scene.name.c_str(),
                        scene.contacts.front().mu,
                        scene.contacts.size(),
                        double(n) / problem.n_dofs,
                        report.iterations,
                        report.residual,
                        time.count());
          std::fflush(stdout);
        }
    return n_unsolved;
  }

  TEST(FrictionCollectionStudy, Small)
  {
    EXPECT_EQ(solve_all(collection::small_scenes(), 10), 0);
  }

  // Unsolved: a shaken wall of bricks with mu = 1.5, in either order.
  TEST(FrictionCollectionStudy, Medium)
  {
    EXPECT_LE(solve_all(collection::medium_scenes(), 1), 2);
  }

  // Prints problems solved, linear solves and seconds of a strategy.
  void
  tabulate(const char *const name, const FrictionStrategyParameters &strategy)
  {
    std::printf("%-24s", name);
    for (const auto &scenes :
         {collection::small_scenes(), collection::medium_scenes()})
      {
        unsigned int  n_solved = 0;
        unsigned long n_solves = 0;
        const auto    begin    = std::chrono::steady_clock::now();
        for (const collection::Scene &scene : scenes)
          {
            const collection::Problem problem = scene.problem();
            std::vector<double>       p(problem.b.size(), 0.);
            FrictionSolver            solver(SolverParameters{}, strategy);
            const SolverReport        report = solver.solve(problem.view(), p);
            n_solved += report.is_solution_usable();
            n_solves += report.iterations;
          }
        const std::chrono::duration<double> time =
          std::chrono::steady_clock::now() - begin;
        std::printf(" %4u of %3zu %8lu %8.2f",
                    n_solved,
                    scenes.size(),
                    n_solves,
                    time.count());
        std::fflush(stdout);
      }
    std::printf("\n");
  }

  // The table of doc/theory/friction_measurements.md; takes minutes, and hours
  // for the last row.
  TEST(FrictionCollectionStudy, DISABLED_MethodsLeftOut)
  {
    std::printf(
      "%-24s%12s%9s%9s%12s\n", "", "small", "solves", "time/s", "medium");
    tabulate("all", {});
    tabulate("without Newton", {.newton = 0});
    tabulate("without the flow", {.flow = 0});
    tabulate("proximal points alone", {.newton = 0, .flow = 0});
    tabulate("without proximal points", {.proximal_points = 0}); // hours
  }

  // Takes hours; --gtest_also_run_disabled_tests
  TEST(FrictionCollectionStudy, DISABLED_Large)
  {
    EXPECT_EQ(solve_all(collection::large_scenes(), 0), 0);
  }
} // namespace
