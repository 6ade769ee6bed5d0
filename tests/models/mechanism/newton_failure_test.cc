// SPDX-License-Identifier: Apache-2.0

// Newton's iteration of mechanisms that does not end says what failed.

#include "newton_run.h"

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace percuss::test::newton_failure_test
{
  namespace
  {
    std::string
    failure(NewtonRun &run)
    {
      try
        {
          run.stepper.advance(50);
        }
      catch (const NumericalFailure &error)
        {
          return error.what();
        }
      return "none";
    }

    class SolverThatGivesUp final : public ComplementaritySolver
    {
    public:
      std::string_view
      name() const override
      {
        return "one that gives up";
      }

      std::unique_ptr<ComplementaritySolver>
      make_another(unsigned int) const override
      {
        return std::make_unique<SolverThatGivesUp>();
      }

    private:
      SolverReport
      do_solve(const ConeComplementarityProblem &, std::span<double>) override
      {
        return {SolverStatus::iteration_limit, 7, 0.125};
      }
    };
  } // namespace

  TEST(NewtonConvergence, IsRefusedWithTheNumberAndItsTolerance)
  {
    MechanismTexts texts = beam(8, "revolute");
    texts.beams += " ; velocity 0, 0, 200";
    NewtonRun         run(texts, "moreau-jean", 0.03, 9.81);
    const std::string message = failure(run);
    for (const char *part : {"Newton's iteration",
                             "does not converge",
                             "correction of the velocity",
                             "in time step",
                             "residual",
                             "Reduce the time step"})
      EXPECT_NE(message.find(part), std::string::npos) << message;
  }

  TEST(NewtonConvergence, NamesContactProblemsThatAreNotSolved)
  {
    SolverThatGivesUp solver;
    for (const char *const joint : {"fixed", "revolute"})
      {
        NewtonRun run(beam(4, joint), "moreau-jean", 1e-4, 9.81, &solver);
        const std::string message = failure(run);
        for (const char *part : {"contact problem of Newton's last iterate",
                                 "not solved",
                                 "one that gives up",
                                 "iteration limit",
                                 "residual 0.125",
                                 "in time step 1 "})
          EXPECT_NE(message.find(part), std::string::npos) << message;
      }
  }
} // namespace percuss::test::newton_failure_test
