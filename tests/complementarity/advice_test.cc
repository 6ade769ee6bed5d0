// SPDX-License-Identifier: Apache-2.0
#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

namespace percuss
{
  namespace advice_test
  {
    std::string
    advice(const char *const name, const double gap_velocity)
    {
      SolverParameters parameters;
      parameters.relaxation_gap_velocity = gap_velocity;
      return make_solver(name, 3, parameters)->advice();
    }

    bool
    has(const std::string &text, const char *const part)
    {
      return text.find(part) != std::string::npos;
    }

    // Nobody is told to set what is set, or what the solver does not have.
    TEST(Advice, IsOfWhatTheSolverHas)
    {
      for (const SolverDescription &solver : solver_names())
        {
          const std::string name{solver.name},
            without = advice(name.c_str(), 0.);
          const bool has_relaxation =
            name == "automatic" || name == "semismooth-newton";
          EXPECT_EQ(has(without, "with friction, a relaxation gap velocity: "),
                    has_relaxation)
            << name;
          EXPECT_EQ(has(without, "Try the complementarity solver automatic"),
                    !has_relaxation)
            << name;
          EXPECT_TRUE(has(without, "a smaller time step")) << name;
          EXPECT_TRUE(has(without, "a larger solver tolerance")) << name;
        }
      for (const char *const name : {"automatic", "semismooth-newton"})
        {
          const std::string with = advice(name, 100.);
          EXPECT_FALSE(has(with, "with friction, a relaxation")) << with;
          EXPECT_TRUE(has(with, "relaxation gap velocity 100 m/s")) << with;
        }
    }
  } // namespace advice_test
} // namespace percuss
