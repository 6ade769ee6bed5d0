// SPDX-License-Identifier: Apache-2.0

// The collection of friction problems: every one is solved, in any order of its
// contacts.

#include "friction_collection.h"

#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

using namespace percuss;
namespace collection = friction_collection;

namespace friction_collection_test
{
  // The linear linear solves that it took.
  unsigned int
  solve(const collection::Problem &problem, const std::string &what)
  {
    const auto          n = static_cast<unsigned int>(problem.b.size());
    std::vector<double> p(n, 0.);
    const SolverReport  report =
      make_solver("automatic", n)->solve(problem.view(), p);
    EXPECT_TRUE(report.is_solution_usable())
      << what << ", " << n << " rows: " << to_string(report.status) << ' '
      << report.residual;
    EXPECT_LE(natural_map_residual(problem.view(), p), 1e-10) << what;
    EXPECT_FALSE(report.fell_back) << what;
    return report.iterations;
  }

  TEST(FrictionCollection, EveryProblemIsSolved)
  {
    unsigned int n_systems   = 0;
    int          n_redundant = 0, n_problems = 0;
    for (const collection::Scene &scene : collection::small_scenes())
      {
        const collection::Problem problem = scene.problem();
        if (problem.b.size() > 300) // friction_collection_study.cc
          continue;
        ++n_problems;
        n_redundant += problem.b.size() >= 4 * problem.n_dofs;
        n_systems +=
          solve(problem, scene.name + ' ' + std::to_string(n_problems));
      }
    EXPECT_EQ(n_problems, 372);
    EXPECT_GT(n_redundant, 50);
    RecordProperty("linear solves", static_cast<int>(n_systems));
    // 17850, most of them sweeps, of which hundreds are as much work as a system
    EXPECT_LE(n_systems, 25000u);
  }

  // More than 500 rows, and systems with so much fill that UMFPACK solves them.
  TEST(FrictionCollection, ManyRowsAreSolved)
  {
    unsigned int n_systems = 0;
    for (const collection::Scene &scene :
         {collection::chain(3, 300, 0.5, 1e4),
          collection::masonry(8, 8, 0.5, 0., 1),
          collection::packing(2, 20, 20, {0.1, 0.5}, 1., 1., 2),
          collection::packing(3, 6, 6, {0.1, 0.5}, 1e4, 0., 3),
          collection::granular_flow(15, 8, 3, 0.5, 0.5, 4)})
      {
        const collection::Problem problem = scene.problem();
        EXPECT_GT(problem.b.size(), 1500) << scene.name;
        n_systems += solve(problem, scene.name);
      }
    RecordProperty("linear solves", static_cast<int>(n_systems));
    EXPECT_LE(n_systems, 6000u);
  }

  TEST(FrictionCollection, TheOrderOfContactsDoesNotMatter)
  {
    int index = 0;
    for (const collection::Scene &scene : collection::small_scenes())
      if (++index % 8 == 0)
        {
          const collection::Problem problem = scene.problem();
          if (problem.b.size() <= 250)
            for (unsigned int seed = 1; seed <= 10; ++seed)
              solve(collection::permuted(problem, seed),
                    scene.name + ' ' + std::to_string(index - 1) + " order " +
                      std::to_string(seed));
        }
  }
} // namespace friction_collection_test
