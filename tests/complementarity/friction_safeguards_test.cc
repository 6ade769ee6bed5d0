// SPDX-License-Identifier: Apache-2.0

// What Newton's method with friction owes to its safeguards: proximal points and
// the line search.

#include "friction_fixture.h"

#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

using namespace percuss;

namespace friction_safeguards_test
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

  TEST(FrictionSafeguards, EveryProblemIsSolved)
  {
    std::mt19937 generator(71);
    for (int k = 0; k < 100; ++k)
      {
        const RedundantContacts problem(20 + k % 10, generator);
        const SolverReport      newton    = problem.solve("semismooth-newton");
        const SolverReport      automatic = problem.solve("automatic");
        EXPECT_TRUE(newton.is_solution_usable()) << k;
        EXPECT_FALSE(automatic.fell_back);
        EXPECT_TRUE(automatic.is_solution_usable()) << k;
      }
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
    // 187; with full steps it is 167.
    EXPECT_GT(n_solved, 177);
  }
} // namespace friction_safeguards_test
