// SPDX-License-Identifier: Apache-2.0

// Solvers by name, and the words of their reports.

#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

using namespace percuss;

namespace make_solver_test
{
  TEST(MakeSolver, EveryListedNameCanBeMade)
  {
    EXPECT_EQ(solver_names().size(), 5u);
    for (const SolverDescription &solver : solver_names())
      {
        EXPECT_EQ(make_solver(solver.name, 3)->name(), solver.name);
        EXPECT_FALSE(solver.description.empty());
      }
  }

  TEST(MakeSolver, UnknownNameListsTheKnownOnes)
  {
    try
      {
        make_solver("simplex", 3);
        FAIL() << "no exception";
      }
    catch (const std::invalid_argument &error)
      {
        const std::string message = error.what();
        EXPECT_NE(message.find("simplex"), std::string::npos);
        for (const SolverDescription &solver : solver_names())
          EXPECT_NE(message.find(solver.name), std::string::npos);
      }
  }

  TEST(MakeSolver, StatusesHaveNames)
  {
    EXPECT_EQ(to_string(SolverStatus::converged), "converged");
    EXPECT_EQ(to_string(SolverStatus::iteration_limit), "iteration limit");
    EXPECT_EQ(to_string(SolverStatus::infeasible), "infeasible");
    EXPECT_EQ(to_string(SolverStatus::unsupported), "unsupported");
    EXPECT_EQ(to_string(SolverStatus::singular), "singular");
    EXPECT_EQ(to_string(SolverStatus::not_a_number), "not a number");
  }
} // namespace make_solver_test
