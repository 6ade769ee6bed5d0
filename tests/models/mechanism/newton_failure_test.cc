// SPDX-License-Identifier: Apache-2.0

// Newton's iteration of mechanisms that does not end says what failed.

#include "newton_run.h"

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

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

    SolverParameters
    without_least_impulse()
    {
      SolverParameters parameters;
      parameters.takes_least_impulse = false;
      return parameters;
    }

    class SolverThatGivesUp final : public ComplementaritySolver
    {
    public:
      SolverThatGivesUp()
        : ComplementaritySolver(without_least_impulse())
      {}

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

      unsigned int n_attempts = 0, n_iterations = 7;
      double       impulse = 0.; // times the number of attempts [N s]

    private:
      SolverReport
      do_solve(const ConeComplementarityProblem &,
               const std::span<double> p) override
      {
        ++n_attempts;
        p[0] = impulse * n_attempts;
        return {SolverStatus::iteration_limit, n_iterations, 0.125};
      }
    };
  } // namespace

  TEST(NewtonConvergence, IsRefusedWithTheNumberAndItsTolerance)
  {
    MechanismTexts texts = beam(8, "revolute");
    texts.beams          = texts.beams.text() + " ; velocity 0, 0, 200";
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

  // The spring makes the step iterate and is linear in the block's fall: the
  // iterates have one problem.
  TEST(NewtonConvergence, TriesACostlyContactProblemThreeTimes)
  {
    MechanismTexts block;
    block.bodies = "block: mass 1 ; inertia 0.1 ; at 0, 0, 0";
    block.contacts =
      "c: point ; block -1, 0 ; line ground 0, 0 ; normal 0, 1 ; friction 0.3 | "
      "d: point ; block 1, 0 ; line ground 0, 0 ; normal 0, 1 ; friction 0.3";
    block.springs =
      "s: block 0, 0 ; ground 0, 10 ; stiffness 1 ; free length 10";
    for (const auto &[n_iterations, n_attempts] :
         {std::pair{1000u, 3u}, {7u, 51u}})
      {
        SolverThatGivesUp solver;
        solver.n_iterations = n_iterations;
        NewtonRun         run(block, "moreau-jean", 1e-3, 9.81, &solver);
        const std::string message = failure(run);
        for (const char *part : {"contact problem",
                                 "not solved",
                                 "residual 0.125, allowed 1e-10",
                                 "in time step 1 ",
                                 "larger solver tolerance"})
          EXPECT_NE(message.find(part), std::string::npos) << message;
        EXPECT_EQ(solver.n_attempts, n_attempts);
      }
  }

  // The spring is not linear in the block's turn: no two iterates have the same
  // problem.
  TEST(NewtonConvergence, TriesNearlyTheSameCostlyProblemThreeTimes)
  {
    MechanismTexts block;
    block.bodies = "block: mass 1 ; inertia 0.1 ; at 0, 0, 0";
    block.contacts =
      "c: point ; block -1, 0 ; line ground 0, 0 ; normal 0, 1 ; friction 0.3 | "
      "d: point ; block 1, 0 ; line ground 0, 0 ; normal 0, 1 ; friction 0.3";
    block.springs =
      "s: block 1, 0 ; ground 3, 10 ; stiffness 1 ; free length 9";
    for (const auto &[impulse, n_attempts] : {std::pair{1e-4, 3u}, {10., 51u}})
      {
        SolverThatGivesUp solver;
        solver.n_iterations = 1000;
        solver.impulse      = impulse;
        NewtonRun         run(block, "moreau-jean", 1e-3, 9.81, &solver);
        const std::string message = failure(run);
        EXPECT_NE(message.find("residual 0.125, allowed 1e-10"),
                  std::string::npos)
          << message;
        EXPECT_EQ(solver.n_attempts, n_attempts) << impulse;
      }
  }
} // namespace percuss::test::newton_failure_test
