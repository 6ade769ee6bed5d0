// SPDX-License-Identifier: Apache-2.0

// What Newton's method with friction owes to its safeguards: the line search,
// and the Gauss-Seidel sweeps to which the automatic choice turns.

#include "friction_fixture.h"

#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

using namespace percuss;

namespace
{
  // Redundant contacts, b in the range of W: G has half as many columns as
  // rows. Much friction makes Newton's method fail now and then.
  struct RedundantContacts
  {
    RedundantContacts(const int n_contacts, std::mt19937 &generator)
      : mu(std::uniform_real_distribution<double>(0., 1.5)(generator))
      , cones(friction::cones(2, n_contacts, mu))
      , W(friction::random_delassus(2, n_contacts, n_contacts, generator))
      , op(W)
      , b(W * enumeration::random_vector(2 * n_contacts, generator))
    {}

    SolverReport
    solve(const std::string_view  name,
          const SolverParameters &parameters = {.max_iterations = 2000}) const
    {
      const auto          n = static_cast<std::size_t>(b.size());
      std::vector<double> p(n, 0.);
      return make_solver(name, static_cast<unsigned int>(n), parameters)
        ->solve({op, {b.data(), n}, cones}, p);
    }

    const double            mu;
    const std::vector<Cone> cones;
    const Eigen::MatrixXd   W;
    const ExplicitDelassus  op;
    const Eigen::VectorXd   b;
  };

  TEST(FrictionSafeguards, GaussSeidelHasTheLastWordInTheAutomaticChoice)
  {
    std::mt19937 generator(71);
    int          n_rescued = 0;
    for (int k = 0; k < 100; ++k)
      {
        const RedundantContacts problem(20 + k % 10, generator);
        const SolverReport      newton    = problem.solve("semismooth-newton");
        const SolverReport      automatic = problem.solve("automatic");
        // It does the same as long as that is enough.
        EXPECT_EQ(automatic.fell_back, !newton.is_solution_usable());
        if (newton.is_solution_usable())
          {
            EXPECT_EQ(automatic.iterations, newton.iterations);
          }
        else
          {
            EXPECT_GT(automatic.iterations, newton.iterations);
            n_rescued += automatic.is_solution_usable() ? 1 : 0;
          }
      }
    RecordProperty("rescued", n_rescued);
    EXPECT_GT(n_rescued, 0);
  }

  TEST(FrictionSafeguards, FewIterationsWithTheLineSearch)
  {
    std::mt19937 generator(72);
    int          n_solved = 0;
    for (int k = 0; k < 200; ++k)
      n_solved += RedundantContacts(10 + k % 10, generator)
                      .solve("semismooth-newton", {.max_iterations = 60})
                      .is_solution_usable() ?
                    1 :
                    0;
    RecordProperty("solved", n_solved);
    // 182; with full steps it is 157.
    EXPECT_GT(n_solved, 170);
  }
} // namespace
