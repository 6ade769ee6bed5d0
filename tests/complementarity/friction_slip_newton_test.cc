// SPDX-License-Identifier: Apache-2.0

// Newton's method for the slips alone, no other method beside it.

#include "friction_fixture.h"
#include "friction_scene_kinds.h"

#include <percuss/complementarity/friction_slip_newton.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

using namespace percuss;

namespace friction_slip_newton_test
{
  constexpr unsigned int max_systems = 2000;

  /** The least residual met from w = 0. */
  double
  least_residual(const Eigen::MatrixXd   &W,
                 const Eigen::VectorXd   &b,
                 const std::vector<Cone> &cones,
                 unsigned int            &n_systems,
                 const double             first_slip = 0.,
                 const double             shift      = 0.5)
  {
    friction::ScaledProblem given(W, b, cones);
    FrictionSlipNewton      method;
    method.start(given.problem,
                 given.s,
                 given.b_scaled,
                 Eigen::VectorXd::Constant(b.size(), first_slip),
                 shift);
    double least = std::numeric_limits<double>::infinity();
    n_systems    = 0;
    while (least > 1e-9 &&
           method.step(given.problem, given.s, max_systems, n_systems))
      least = std::min(least, given.residual(method.impulse()));
    return least;
  }

  // The slip of a contact that the first w, zero, does not have.
  TEST(FrictionSlipNewton, FindsTheSlipOfOneContact)
  {
    Eigen::MatrixXd W(3, 3);
    W << 2., 0.3, -0.1, 0.3, 1.5, 0.2, -0.1, 0.2, 1.;
    unsigned int n = 0;
    for (const auto &b : {Eigen::Vector3d(-1., 0.2, 0.1), // sticks
                          Eigen::Vector3d(-1., 2., -1.),  // slips
                          Eigen::Vector3d(1., 0.5, 0.5)}) // opens
      {
        EXPECT_LE(least_residual(W, b, friction::cones(3, 1, 0.5), n), 1e-9)
          << b.transpose();
        EXPECT_LE(n, 120u) << b.transpose();
      }
  }

  // More contacts than Newton's steps are made for; from far away, too.
  TEST(FrictionSlipNewton, FollowsTheFlowOfManyContacts)
  {
    unsigned int n = 0;
    for (const double mu : {0.2, 0.5, 1.})
      for (const double mass_ratio : {1., 100.})
        {
          const auto problem =
            friction_collection::tower(2, 40, 4, mu, mass_ratio, 0., 3)
              .problem();
          ASSERT_GT(problem.cones.size(), 150u);
          const Eigen::MatrixXd W(*problem.W.explicit_matrix());
          for (const double first_slip : {0., 10.})
            for (const double shift : {0.5, 0.2})
              EXPECT_LE(least_residual(
                          W, problem.b, problem.cones, n, first_slip, shift),
                        1e-7)
                << mu << ' ' << mass_ratio << ' ' << first_slip << ' ' << shift;
        }
  }

  // W_NT = a > 1 / mu: a slip towards -W_NT makes itself grow, g' = (mu - a) /
  // (1/mu + mu - 2 a) > 1.
  TEST(FrictionSlipNewton, LeavesSlipsThatMakeThemselvesGrow)
  {
    std::mt19937                           generator(5);
    std::uniform_real_distribution<double> share(0., 1.);
    unsigned int                           n = 0, n_solved = 0;
    for (int k = 0; k < 300; ++k)
      {
        const double    a  = 0.7 + 0.29 * share(generator);
        const double    mu = (1.05 + 2. * share(generator)) / a;
        Eigen::MatrixXd W(2, 2);
        W << 1., a, a, 1.;
        const Eigen::VectorXd b = enumeration::random_vector(2, generator);
        n_solved +=
          least_residual(W, b, friction::cones(2, 1, mu), n) <= 1e-9 ? 1u : 0u;
      }
    RecordProperty("solved", static_cast<int>(n_solved));
    EXPECT_GE(n_solved, 297u); // of 300
  }

  // Redundant contacts, much friction.
  TEST(FrictionSlipNewton, SolvesMostProblemsOfRedundantContacts)
  {
    std::mt19937 generator(72);
    int          n_problems = 0, n_solved = 0;
    unsigned int n = 0;
    friction::for_each_feasible_problem(
      {2, 3, 4},
      {3, 10, 25},
      {0.1, 0.5, 1.5},
      3,
      generator,
      [&](const auto &W, const auto &b, const auto &cones) {
        ++n_problems;
        n_solved += least_residual(W, b, cones, n) <= 1e-7 ? 1 : 0;
      });
    RecordProperty("problems", n_problems);
    RecordProperty("solved", n_solved);
    EXPECT_GE(n_solved, n_problems - 20);
  }
} // namespace friction_slip_newton_test
