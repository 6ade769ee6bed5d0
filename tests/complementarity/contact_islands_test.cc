// SPDX-License-Identifier: Apache-2.0

// Groups of contacts that do not act on each other are solved one by one.

#include "friction_fixture.h"

#include <percuss/complementarity/contact_islands.h>
#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <set>

namespace contact_islands_test
{
  using namespace percuss;

  /** Contacts in the plane and in space, joints and frictionless contacts,
   *  every third one open: blocks of W, plus a multiple of 1, and entries between
   *  the blocks of open contacts and others. */
  struct SeparateProblem
  {
    SeparateProblem(const int          n_cones,
                    const double       mu,
                    const unsigned int seed,
                    const double       diagonal = 0.)
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
      W.diagonal().array() += diagonal;
      b.resize(m);
      for (double &entry : b)
        entry = normal(generator);
    }

    unsigned int        m = 0;
    std::vector<Cone>   cones;
    Eigen::MatrixXd     W;
    std::vector<double> b;
  };

  TEST(ContactIslands, SingleContactsFollowTheLaw)
  {
    for (const auto &[mu, diagonal] : {std::pair{0., 0.},
                                       {0.3, 0.},
                                       {1., 0.},
                                       {10., 0.},
                                       {0., 100.},
                                       {0.3, 100.},
                                       {1., 1e17}}) // but for rounding alone
      for (const unsigned int n_cones : {2u, 7u, 24u, 400u})
        {
          const SeparateProblem  problem(n_cones, mu, 17 + n_cones, diagonal);
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

  using friction::Solution;

  /** The residual is that of the whole problem. */
  Solution
  solve_with(ComplementaritySolver   &solver,
             const Eigen::MatrixXd   &W,
             const Eigen::VectorXd   &b,
             const std::vector<Cone> &cones,
             const double             guess = 0.)
  {
    const auto     m      = static_cast<std::size_t>(b.size());
    const Solution result = friction::solve(
      solver, W, b, cones, Eigen::VectorXd::Constant(b.size(), guess));
    EXPECT_EQ(natural_map_residual({ExplicitDelassus(W), {b.data(), m}, cones},
                                   {result.p.data(), m}),
              result.report.residual);
    return result;
  }

  Solution
  solve_by(const std::string       &name,
           const Eigen::MatrixXd   &W,
           const Eigen::VectorXd   &b,
           const std::vector<Cone> &cones,
           const double             guess = 0.)
  {
    const auto solver = make_solver(name, static_cast<unsigned int>(b.size()));
    return solve_with(*solver, W, b, cones, guess);
  }

  /** Groups of contacts, with friction or without, joints and open contacts; the
   * cones of a group act on each other, and lie among those of others. */
  struct Groups
  {
    Groups(const std::vector<unsigned int> &sizes,
           const double                     mu,
           const double                     skew,
           const unsigned int               seed)
    {
      std::mt19937                     generator(seed);
      std::normal_distribution<double> normal;
      std::vector<unsigned int>        group_of_cone;
      for (unsigned int group = 0; group < sizes.size(); ++group)
        group_of_cone.insert(group_of_cone.end(), sizes[group], group);
      std::shuffle(group_of_cone.begin(), group_of_cone.end(), generator);
      rows.resize(sizes.size());
      for (unsigned int k = 0; k < group_of_cone.size(); ++k)
        {
          const unsigned int first =
            cones.empty() ? 0 : cones.back().first_row + cones.back().n_rows;
          cones.push_back(k % 5 == 1 ? Cone::bilateral(first, 1 + k % 2) :
                          k % 7 == 3 ? Cone::inactive(first, 2) :
                          mu > 0. ? Cone::second_order(first, 2 + k % 2, mu) :
                                    Cone::unilateral(first));
          for (unsigned int l = 0; l < cones.back().n_rows; ++l)
            rows[group_of_cone[k]].push_back(static_cast<int>(first + l));
          cones_of_group.resize(sizes.size());
          cones_of_group[group_of_cone[k]].push_back(cones.back());
        }
      const auto m =
        static_cast<Eigen::Index>(cones.back().first_row + cones.back().n_rows);
      W = Eigen::MatrixXd::Zero(m, m);
      for (const auto &of_group : rows)
        {
          const int       n = static_cast<int>(of_group.size());
          Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(n, n, [&]() {
            return skew * normal(generator);
          });
          W(of_group, of_group) =
            friction::random_delassus(n, 1, 4 * n, generator) + A -
            A.transpose();
        }
      b = Eigen::VectorXd::NullaryExpr(m, [&]() { return normal(generator); });
    }

    /** A group as a problem by itself. */
    Groups(const Groups &all, const std::size_t group)
      : W(all.W(all.rows[group], all.rows[group]))
      , b(all.b(all.rows[group]))
      , cones(all.cones_of_group[group])
    {
      for (unsigned int first = 0; Cone & cone : cones)
        {
          cone.first_row = first;
          first += cone.n_rows;
        }
    }

    Eigen::MatrixXd                W;
    Eigen::VectorXd                b;
    std::vector<Cone>              cones;
    std::vector<std::vector<int>>  rows; // of a group
    std::vector<std::vector<Cone>> cones_of_group;
  };

  // The same impulses, and the iterations of the group that takes the most, or
  // one less: its residual is measured by the data of the whole problem.
  TEST(ContactIslands, AreTheWholeProblem)
  {
    for (const double mu : {0., 0.3})
      for (const double skew : {0., 0.3})
        for (const unsigned int seed : {1u, 2u, 3u, 4u})
          {
            const Groups   all({9, 1, 4, 9, 17, 1}, mu, skew, seed);
            const Solution whole =
              solve_by("semismooth-newton", all.W, all.b, all.cones);
            const Solution islands =
              solve_by("automatic", all.W, all.b, all.cones, 0.1);
            ASSERT_TRUE(whole.report.is_solution_usable());
            ASSERT_TRUE(islands.report.is_solution_usable());
            EXPECT_LT((whole.p - islands.p).norm(), 1e-7 * whole.p.norm());
            unsigned int most = 0;
            StageRecords stages;
            for (std::size_t group = 0; group < all.rows.size(); ++group)
              {
                const Groups   part(all, group);
                const Solution own =
                  solve_by("automatic", part.W, part.b, part.cones, 0.1);
                most = std::max(most, own.report.iterations);
                stages.add(own.report.stages);
                EXPECT_LT((own.p - islands.p(all.rows[group])).norm(),
                          1e-9 * (1. + own.p.norm()));
              }
            EXPECT_LE(islands.report.iterations, most);
            EXPECT_GE(islands.report.iterations + 1, most);
            const auto all_stages = islands.report.stages.all();
            ASSERT_EQ(all_stages.size(), stages.all().size());
            for (std::size_t i = 0; i < all_stages.size(); ++i)
              EXPECT_EQ(all_stages[i].attempts, stages.all()[i].attempts);
          }
  }

  TEST(ContactIslands, TheOrderOfRowsDoesNotMatter)
  {
    for (const double mu : {0., 0.3})
      {
        const Groups      all({5, 8, 1, 5}, mu, 0., 7);
        const auto        m = static_cast<unsigned int>(all.b.size());
        std::vector<Cone> cones;
        std::vector<int>  old_row; // of the new ones
        for (auto cone = all.cones.rbegin(); cone != all.cones.rend(); ++cone)
          {
            cones.push_back(*cone);
            cones.back().first_row = static_cast<unsigned int>(old_row.size());
            for (unsigned int l = 0; l < cone->n_rows; ++l)
              old_row.push_back(static_cast<int>(cone->first_row + l));
          }
        ASSERT_EQ(old_row.size(), m);
        const Solution one   = solve_by("automatic", all.W, all.b, all.cones),
                       other = solve_by("automatic",
                                        all.W(old_row, old_row),
                                        all.b(old_row),
                                        cones);
        ASSERT_TRUE(one.report.is_solution_usable());
        EXPECT_EQ(one.report.iterations, other.report.iterations);
        EXPECT_LT((one.p(old_row) - other.p).norm(), 1e-9 * one.p.norm());
      }
  }

  // Contacts and joints of bodies: the groups are those of bodies that contacts
  // and joints connect. One that is open connects nothing.
  TEST(ContactIslands, AreBodiesThatTouchOrHaveJoints)
  {
    std::mt19937 generator(3);
    for (int repetition = 0; repetition < 20; ++repetition)
      {
        constexpr int                      n_bodies = 12, n_cones = 14;
        std::uniform_int_distribution<int> body(-1, n_bodies - 1); // -1: ground
        std::normal_distribution<double>   normal;
        std::vector<Cone>                  cones;
        std::vector<std::set<int>>         touched; // by a cone
        Eigen::MatrixXd G = Eigen::MatrixXd::Zero(3 * n_cones, 3 * n_bodies);
        unsigned int    first = 0;
        for (int k = 0; k < n_cones; ++k)
          {
            Cone cone = k % 4 == 0 ? Cone::bilateral(first) :
                        k % 4 == 1 ? Cone::inactive(first, 2) :
                        k % 4 == 2 ? Cone::unilateral(first) :
                                     Cone::second_order(first, 3, 0.3);
            touched.emplace_back();
            for (const int i : {k % n_bodies, body(generator)})
              if (i >= 0)
                {
                  touched.back().insert(i);
                  for (unsigned int l = 0; l < cone.n_rows; ++l)
                    for (int j = 0; j < 3; ++j)
                      G(first + l, 3 * i + j) = normal(generator);
                }
            first += cone.n_rows;
            cones.push_back(cone);
          }
        std::vector<int> group(n_bodies);
        std::iota(group.begin(), group.end(), 0);
        for (int pass = 0; pass < n_cones; ++pass)
          for (std::size_t k = 0; k < cones.size(); ++k)
            if (cones[k].kind != Cone::Kind::inactive)
              {
                int least = n_bodies;
                for (const int i : touched[k])
                  least = std::min(least, group[i]);
                for (const int i : touched[k])
                  group[i] = least;
              }
        std::vector<std::vector<unsigned int>> expected;
        std::vector<int>                       group_of_island;
        for (std::size_t k = 0; k < cones.size(); ++k)
          if (cones[k].kind != Cone::Kind::inactive)
            {
              const int  own = group[*touched[k].begin()];
              const auto at =
                std::find(group_of_island.begin(), group_of_island.end(), own);
              const auto island = at - group_of_island.begin();
              if (at == group_of_island.end())
                {
                  group_of_island.push_back(own);
                  expected.emplace_back();
                }
              for (unsigned int l = 0; l < cones[k].n_rows; ++l)
                expected[island].push_back(cones[k].first_row + l);
            }
        ContactIslands        islands;
        const Eigen::MatrixXd W =
          (G * G.transpose()).topLeftCorner(first, first);
        const ExplicitDelassus op(W);
        islands.find(*op.explicit_matrix(), cones);
        ASSERT_EQ(islands.size(), expected.size());
        for (std::size_t i = 0; islands.size() > 1 && i < islands.size(); ++i)
          EXPECT_TRUE(std::ranges::equal(islands.rows(i), expected[i]));
      }
  }

  // One acts on the other, which does not act on it: not two problems.
  TEST(ContactIslands, OneEntryConnects)
  {
    for (const bool is_lower : {true, false})
      {
        Eigen::MatrixXd W{{2., 0.}, {0., 2.}};
        (is_lower ? W(1, 0) : W(0, 1)) = -1.;
        ContactIslands         islands;
        const ExplicitDelassus op(W);
        islands.find(*op.explicit_matrix(), std::array{Cone::unilateral(0, 2)});
        EXPECT_EQ(islands.size(), 1u);
        const Solution solution = solve_by("automatic",
                                           W,
                                           Eigen::VectorXd{{-2., -2.}},
                                           {Cone::unilateral(0, 2)});
        EXPECT_DOUBLE_EQ(solution.p[is_lower ? 0 : 1], 1.);
        EXPECT_DOUBLE_EQ(solution.p[is_lower ? 1 : 0], 1.5);
      }
  }

  // One without a solution is enough; one whose joints contradict each other by
  // the rounding of larger numbers is not.
  TEST(ContactIslands, InfeasibleAndNegligibleOnes)
  {
    Eigen::MatrixXd W = Eigen::MatrixXd::Zero(6, 6);
    W.topLeftCorner(2, 2) << 1., -1., -1., 1.;
    W.block(2, 2, 2, 2) << 2., 1., 1., 2.;
    W.bottomRightCorner(2, 2).setOnes();
    const std::vector<Cone> cones{Cone::unilateral(0, 4),
                                  Cone::bilateral(4, 2)};
    Eigen::VectorXd         b{{-1., 0.5, -3., -3., 0., 0.}};
    const Solution          none = solve_by("automatic", W, b, cones);
    EXPECT_EQ(none.report.status, SolverStatus::infeasible);
    EXPECT_EQ(none.p.norm(), 0.);
    b[1]                    = 1.5;
    b.tail(2)               = Eigen::Vector2d(1e-15, 2e-15);
    const Solution solution = solve_by("automatic", W, b, cones);
    EXPECT_TRUE(solution.report.is_solution_usable());
    EXPECT_EQ(solution.p.tail(2).norm(), 0.);
    EXPECT_DOUBLE_EQ(solution.p[2], 1.);
    b.tail(2) = Eigen::Vector2d(1e-3, 2e-3);
    EXPECT_FALSE(
      solve_by("automatic", W, b, cones).report.is_solution_usable());
  }

  // Of islands that are singular the solvers remember that, where they are asked
  // (LeastImpulse begins without them); so do those that have read what others
  // wrote.
  TEST(ContactIslands, GoOnFromACheckpoint)
  {
    Eigen::MatrixXd W = Eigen::MatrixXd::Identity(8, 8);
    W.topLeftCorner(3, 3).setOnes();
    W.bottomRightCorner(4, 4).setOnes();
    const std::vector<Cone> cones{Cone::unilateral(0, 8)};
    const Eigen::VectorXd   b = Eigen::VectorXd::Constant(8, -1.);
    SolverParameters        parameters;
    parameters.takes_least_impulse = false;
    const auto         solver      = make_solver("automatic", 8, parameters);
    const unsigned int first =
      solve_with(*solver, W, b, cones, 1.).report.iterations;
    Archive written;
    solver->serialize(written);
    const auto other = make_solver("automatic", 8, parameters);
    Archive    read(written.common());
    other->serialize(read);
    read.end();
    const Solution one = solve_with(*solver, W, b, cones, 1.),
                   two = solve_with(*other, W, b, cones, 1.);
    EXPECT_EQ(one.p, two.p);
    EXPECT_LT(one.report.iterations, first);
    EXPECT_EQ(one.report.iterations, two.report.iterations);
  }
} // namespace contact_islands_test
