// SPDX-License-Identifier: Apache-2.0

// The solvers by name; that of PETSc is made by tests of the program, which
// loads it.

#include <percuss/run/make_complementarity_solver.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

using namespace percuss;

namespace make_complementarity_solver_test
{
  TEST(MakeComplementaritySolver, KnowsThatOfPETScToo)
  {
    const auto names = complementarity_solver_names();
    EXPECT_EQ(names.size(), solver_names().size() + 1);
    EXPECT_TRUE(std::ranges::is_sorted(names, {}, &SolverDescription::name));
    EXPECT_EQ(
      std::ranges::count(names, "petsc-snes-vi", &SolverDescription::name), 1);
    for (const SolverDescription &solver : names)
      {
        EXPECT_FALSE(solver.description.empty());
        if (solver.name == "petsc-snes-vi")
          continue;
        const auto made = make_complementarity_solver(solver.name, 3);
        EXPECT_EQ(made->name(), solver.name);
        EXPECT_EQ(made->make_another(5)->name(), solver.name);
      }
    try
      {
        make_complementarity_solver("simplex", 3);
        FAIL() << "no exception";
      }
    catch (const std::invalid_argument &error)
      {
        const std::string message = error.what();
        EXPECT_NE(message.find("simplex"), std::string::npos);
        for (const SolverDescription &solver : names)
          EXPECT_NE(message.find(solver.name), std::string::npos);
      }
  }
} // namespace make_complementarity_solver_test
