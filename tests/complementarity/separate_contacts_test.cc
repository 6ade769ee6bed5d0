// SPDX-License-Identifier: Apache-2.0

// Contacts that do not act on each other are solved one by one.

#include "friction_fixture.h"

#include <percuss/complementarity/make_solver.h>
#include <percuss/complementarity/separate_contacts.h>

#include <gtest/gtest.h>

namespace
{
  using namespace percuss;

  /** Contacts in the plane and in space, joints and frictionless contacts,
   *  every third one open: blocks of W, and entries between the blocks of open
   *  contacts and others. */
  struct SeparateProblem
  {
    SeparateProblem(const int n_cones, const double mu, const unsigned int seed)
    {
      std::mt19937                     generator(seed);
      std::normal_distribution<double> normal;
      for (int k = 0; k < n_cones; ++k)
        {
          const unsigned int n = 1 + static_cast<unsigned int>(k % 4) % 3;
          Cone               cone{k % 3 == 2 ? Cone::Kind::inactive :
                                  n > 1      ? Cone::Kind::second_order :
                                  k % 8 == 0 ? Cone::Kind::bilateral :
                                               Cone::Kind::unilateral,
                    m,
                    n,
                    mu};
          cones.push_back(cone);
          m += n;
        }
      W = Eigen::MatrixXd::Zero(m, m);
      for (const Cone &cone : cones)
        {
          W.block(cone.first_row, cone.first_row, cone.n_rows, cone.n_rows) =
            friction::random_delassus(static_cast<int>(cone.n_rows),
                                      1,
                                      static_cast<int>(cone.n_rows) + 1,
                                      generator);
          if (cone.kind == Cone::Kind::inactive && cone.first_row > 0)
            W(cone.first_row, cone.first_row - 1) =
              W(cone.first_row - 1, cone.first_row) = 0.1;
        }
      b.resize(m);
      for (double &entry : b)
        entry = normal(generator);
    }

    unsigned int        m = 0;
    std::vector<Cone>   cones;
    Eigen::MatrixXd     W;
    std::vector<double> b;
  };

  TEST(SeparateContacts, FollowTheLaw)
  {
    for (const double mu : {0., 0.3, 1., 10.})
      for (const unsigned int n_cones : {2u, 7u, 24u, 400u})
        {
          const SeparateProblem  problem(n_cones, mu, 17 + n_cones);
          const ExplicitDelassus W(problem.W);
          const auto             solver = make_solver("automatic", problem.m);
          std::vector<double>    p(problem.m, 3.);
          const SolverReport     report =
            solver->solve({W, problem.b, problem.cones}, p);
          ASSERT_TRUE(report.is_solution_usable());
          EXPECT_EQ(report.solved_by, "contact by contact");
          EXPECT_EQ(report.iterations, 1u);

          const Eigen::Map<const Eigen::VectorXd> P(p.data(), problem.m);
          const Eigen::VectorXd                   u =
            problem.W * P +
            Eigen::Map<const Eigen::VectorXd>(problem.b.data(), problem.m);
          for (const Cone &cone : problem.cones)
            {
              const auto P_c = P.segment(cone.first_row, cone.n_rows);
              const auto u_c = u.segment(cone.first_row, cone.n_rows);
              switch (cone.kind)
                {
                  case Cone::Kind::inactive:
                    EXPECT_EQ(P_c.norm(), 0.);
                    break;
                  case Cone::Kind::bilateral:
                    EXPECT_NEAR(u_c[0], 0., 1e-13);
                    break;
                  case Cone::Kind::unilateral:
                    EXPECT_NEAR(std::min(u_c[0], P_c[0]), 0., 1e-13);
                    break;
                  case Cone::Kind::second_order:
                    EXPECT_LT(friction::violation(mu, P_c, u_c), 1e-9);
                }
            }
        }
  }

  TEST(SeparateContacts, OthersAreLeftAsTheyAre)
  {
    SeparateProblem           problem(8, 0.3, 3);
    std::vector<unsigned int> cone_of_row;
    std::vector<double>       work, p(problem.m, 7.);
    const auto                is_solved = [&] {
      const ExplicitDelassus W(problem.W);
      return solve_separate_contacts({W, problem.b, problem.cones},
                                     cone_of_row,
                                     work,
                                     p);
    };
    ASSERT_EQ(problem.cones[3].kind, Cone::Kind::unilateral);
    ASSERT_EQ(problem.cones[1].kind, Cone::Kind::second_order);
    const unsigned int first = problem.cones[1].first_row + 1,
                       other = problem.cones[3].first_row;
    const double b           = problem.b[other];
    problem.W(other, first) = problem.W(first, other) = 1e-3;
    EXPECT_FALSE(is_solved()); // one acts on the other
    problem.W(other, first) = problem.W(first, other) = 0.;
    problem.W(other, other)                           = 0.;
    EXPECT_FALSE(is_solved()); // what does not move
    EXPECT_EQ(p, std::vector<double>(problem.m, 7.));
    problem.W(other, other) = 2.;
    EXPECT_TRUE(is_solved());
    EXPECT_DOUBLE_EQ(p[other], std::max(0., -b / 2.));
  }
} // namespace
