// SPDX-License-Identifier: Apache-2.0

// What every solver with friction must get right: the law, one contact as the
// exact solution has it, joints beside contacts, redundancy, units, limits.

#include "friction_fixture.h"

#include <percuss/complementarity/friction/one_contact.h>
#include <percuss/complementarity/global_delassus.h>
#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

using namespace percuss;

namespace friction_test
{
  using friction::Solution;
  using friction::solve;

  /** The worst violation of a law, cone by cone, relative to the data. */
  double
  violation(const std::vector<Cone> &cones, const Solution &solution)
  {
    double worst = 0.;
    for (const Cone &cone : cones)
      {
        const Eigen::VectorXd p =
          solution.p.segment(cone.first_row, cone.n_rows);
        const Eigen::VectorXd u =
          solution.u.segment(cone.first_row, cone.n_rows);
        double here = 0.;
        if (cone.kind == Cone::Kind::second_order)
          here = friction::violation(cone.friction_coefficient, p, u);
        else if (cone.kind == Cone::Kind::unilateral)
          here = p.cwiseMin(u).norm();
        else
          here = cone.kind == Cone::Kind::bilateral ? u.norm() : p.norm();
        worst = std::max(worst, here);
      }
    return worst / (1. + solution.p.squaredNorm());
  }

  Eigen::VectorXd
  random_vector(const Eigen::Index n, std::mt19937 &generator)
  {
    std::normal_distribution<double> normal;
    return Eigen::VectorXd::NullaryExpr(n, [&]() { return normal(generator); });
  }

  class FrictionSolver : public testing::TestWithParam<std::string>
  {};

  // Two particles of 1/2 kg, one in slip to the left, one that sticks; a third
  // leaves.
  TEST_P(FrictionSolver, ParticlesByHand)
  {
    const Eigen::MatrixXd W = 2. * Eigen::MatrixXd::Identity(6, 6);
    const Eigen::VectorXd b{{-4., -6., -4., 1., 3., 5.}};
    const auto            cones    = friction::cones(2, 3, 0.5);
    const Solution        solution = solve(GetParam(), W, b, cones);
    EXPECT_EQ(solution.report.status, SolverStatus::converged);
    const Eigen::VectorXd exact{{2., 1., 2., -0.5, 0., 0.}};
    EXPECT_LT((solution.p - exact).norm(), 1e-11);
  }

  TEST_P(FrictionSolver, OneContactIsTheExactSolution)
  {
    std::mt19937 generator(41);
    for (int k = 0; k < 200; ++k)
      {
        const int    dim = 2 + k % 2;
        const double mu  = 0.3;
        // Not symmetric.
        Eigen::MatrixXd W =
          Eigen::MatrixXd::Identity(dim, dim) +
          0.3 * friction::random_delassus(dim, 1, dim, generator);
        W(0, 1) += 0.2;
        W(1, 0) -= 0.2;
        const Eigen::VectorXd b = random_vector(dim, generator);
        const Solution        solution =
          solve(GetParam(), W, b, friction::cones(dim, 1, mu));
        ASSERT_EQ(solution.report.status, SolverStatus::converged);

        const auto            n       = static_cast<std::size_t>(dim);
        Eigen::VectorXd       exact   = Eigen::VectorXd::Zero(dim);
        const Eigen::MatrixXd by_rows = W.transpose();
        ASSERT_TRUE(solve_one_contact(
          {by_rows.data(), n * n}, {b.data(), n}, mu, {exact.data(), n}));
        EXPECT_LT((solution.p - exact).norm(), 1e-9);
        // A wrong exact solution would be repaired by Newton's method.
        if (GetParam() == "automatic")
          {
            EXPECT_EQ(solution.report.iterations, 1u);
            EXPECT_FALSE(solution.report.fell_back);
          }
      }
  }

  TEST_P(FrictionSolver, ManyContactsObeyTheLaw)
  {
    std::mt19937 generator(42);
    for (const int dim : {2, 3})
      for (int n_contacts = 1; n_contacts <= 20; ++n_contacts)
        for (const double mu : {0.1, 0.3, 0.6})
          {
            const auto            cones = friction::cones(dim, n_contacts, mu);
            const Eigen::MatrixXd W     = friction::random_delassus(
              dim, n_contacts, 2 * dim * n_contacts, generator);
            const Eigen::VectorXd b =
              random_vector(dim * n_contacts, generator);
            const Solution solution = solve(GetParam(), W, b, cones);
            ASSERT_EQ(solution.report.status, SolverStatus::converged)
              << dim << " " << n_contacts << " " << mu;
            EXPECT_LT(violation(cones, solution), 1e-8);
          }
  }

  TEST_P(FrictionSolver, MixedCones)
  {
    std::mt19937 generator(43);
    for (int k = 0; k < 60; ++k)
      {
        std::vector<Cone> cones;
        unsigned int      n = 0;
        for (int i = 0; i < 5; ++i)
          {
            const auto kind = static_cast<Cone::Kind>(generator() % 4);
            const auto rows = static_cast<unsigned int>(1 + generator() % 3);
            cones.push_back(
              {kind, n, rows, kind == Cone::Kind::second_order ? 0.4 : 0.});
            n += rows;
          }
        const auto            m = static_cast<int>(n);
        const Eigen::MatrixXd W =
          friction::random_delassus(1, m, 2 * m, generator);
        const Solution solution =
          solve(GetParam(), W, random_vector(m, generator), cones);
        ASSERT_EQ(solution.report.status, SolverStatus::converged);
        EXPECT_LT(violation(cones, solution), 1e-9);
      }
  }

  // mu = 0: the normal rows alone, the tangential ones inactive.
  TEST_P(FrictionSolver, WithoutFrictionIsUnilateral)
  {
    std::mt19937 generator(44);
    for (int k = 0; k < 20; ++k)
      {
        const Eigen::MatrixXd W =
          friction::random_delassus(3, 4, 24, generator);
        const Eigen::VectorXd b = random_vector(12, generator);
        std::vector<Cone>     smooth;
        for (unsigned int i = 0; i < 12; i += 3)
          {
            smooth.push_back(Cone::unilateral(i));
            smooth.push_back(Cone::inactive(i + 1, 2));
          }
        const Solution one = solve(GetParam(), W, b, friction::cones(3, 4, 0.));
        const Solution other = solve("lemke", W, b, smooth);
        ASSERT_EQ(one.report.status, SolverStatus::converged);
        ASSERT_EQ(other.report.status, SolverStatus::converged);
        EXPECT_LT((one.p - other.p).norm(), 1e-9);
      }
  }

  // A flat block of unit mass and inertia lands on n feet, its centre at height
  // h, with the velocity (v, -w) and without rotation: rank three, 2 n rows.
  // It stops if |v| <= mu w and is slowed down by mu w otherwise, provided that
  // it does not tip, mu h <= half its length. Velocities are unique, p is not.
  TEST_P(FrictionSolver, RedundantFeetOfABlock)
  {
    const double mu = 0.4, h = 0.5, w = 2.;
    for (int n_feet = 2; n_feet <= 8; ++n_feet)
      for (const double v : {-3., -0.5, 0., 0.7, 2.})
        {
          Eigen::MatrixXd G(2 * n_feet, 3);
          for (int k = 0; k < n_feet; ++k)
            {
              const double x = -1. + 2. * k / (n_feet - 1);
              G.row(2 * k) << 0., 1., x;
              G.row(2 * k + 1) << 1., 0., h;
            }
          const Eigen::Vector3d velocity(v, -w, 0.);
          const auto            cones = friction::cones(2, n_feet, mu);
          const Solution        solution =
            solve(GetParam(), G * G.transpose(), G * velocity, cones);
          ASSERT_EQ(solution.report.status, SolverStatus::converged);
          EXPECT_LT(violation(cones, solution), 1e-9);
          const Eigen::Vector3d after = velocity + G.transpose() * solution.p;
          const double          slowed =
            std::copysign(std::max(0., std::abs(v) - mu * w), v);
          EXPECT_LT((after - Eigen::Vector3d(slowed, 0., 0.)).norm(), 1e-8)
            << n_feet << " feet, v = " << v;
        }
  }

  // W of low rank and large mu: a solution or an honest report, no third.
  TEST_P(FrictionSolver, DegenerateIsSolvedOrReported)
  {
    std::mt19937 generator(45);
    int          n_solved = 0;
    for (int k = 0; k < 60; ++k)
      {
        const int             dim = 2 + k % 2, n_contacts = 6;
        const double          mu    = k % 3 == 0 ? 2. : 0.5;
        const auto            cones = friction::cones(dim, n_contacts, mu);
        const Eigen::MatrixXd G =
          Eigen::MatrixXd::NullaryExpr(dim * n_contacts, 3 + k % 4, [&]() {
            return std::uniform_real_distribution<double>(-1., 1.)(generator);
          });
        const auto     solver   = make_solver(GetParam(),
                                        static_cast<unsigned int>(G.rows()),
                                        {.max_iterations = 1000});
        const Solution solution = solve(*solver,
                                        G * G.transpose(),
                                        G * random_vector(G.cols(), generator),
                                        cones,
                                        Eigen::VectorXd::Zero(G.rows()));
        ASSERT_TRUE(std::isfinite(solution.report.residual));
        EXPECT_EQ(solution.report.is_solution_usable(),
                  solution.report.residual <= 1e-10);
        if (solution.report.is_solution_usable())
          {
            ++n_solved;
            EXPECT_LT(violation(cones, solution), 1e-7);
          }
      }
    EXPECT_GT(n_solved, 45);
  }

  // A body between two approaching walls, with friction on both.
  TEST_P(FrictionSolver, InfeasibleIsNotUsable)
  {
    Eigen::MatrixXd G(4, 2);
    G << 1., 0., 0., 1., -1., 0., 0., -1.;
    const Solution solution =
      solve(*make_solver(GetParam(), 4, {.max_iterations = 200}),
            G * G.transpose(),
            Eigen::VectorXd{{-1., 0.1, 0.5, -0.1}},
            friction::cones(2, 2, 0.3),
            Eigen::VectorXd::Zero(4));
    EXPECT_FALSE(solution.report.is_solution_usable());
    EXPECT_GT(solution.report.residual, 0.1);
  }

  // Other units in each block, of W as a whole and of b.
  TEST_P(FrictionSolver, UnitsDoNotMatter)
  {
    std::mt19937 generator(46);
    for (int k = 0; k < 20; ++k)
      {
        const int             dim = 2 + k % 2, n_contacts = 1 + k % 5;
        const int             n     = dim * n_contacts;
        const auto            cones = friction::cones(dim, n_contacts, 0.4);
        const Eigen::MatrixXd W =
          friction::random_delassus(dim, n_contacts, 2 * n, generator);
        const Eigen::VectorXd b = random_vector(n, generator);
        const Eigen::VectorXd exponents =
          3. * random_vector(n_contacts, generator);
        Eigen::VectorXd c(n);
        for (int i = 0; i < n; ++i)
          c[i] = std::exp(exponents[i / dim]);
        const double   a = 2.9e-7, v = 3.1e4;
        const Solution one   = solve(GetParam(), W, b, cones);
        const Solution other = solve(GetParam(),
                                     a * c.asDiagonal() * W * c.asDiagonal(),
                                     v * c.cwiseProduct(b),
                                     cones);
        ASSERT_EQ(one.report.status, SolverStatus::converged);
        EXPECT_EQ(other.report.status, one.report.status);
        EXPECT_EQ(other.report.iterations, one.report.iterations);
        EXPECT_LT(((a / v) * other.p.cwiseProduct(c) - one.p).norm(),
                  1e-9 * (1. + one.p.norm()));
      }
  }

  TEST_P(FrictionSolver, BeginsWithTheGuess)
  {
    std::mt19937          generator(47);
    const auto            cones = friction::cones(3, 8, 0.3);
    const Eigen::MatrixXd W = friction::random_delassus(3, 8, 48, generator);
    const Eigen::VectorXd b = random_vector(24, generator);
    const auto            solver = make_solver(GetParam(), 24);
    const Solution        first =
      solve(*solver, W, b, cones, Eigen::VectorXd::Zero(24));
    EXPECT_GT(first.report.iterations, 2u);
    const Solution again = solve(*solver, W, b, cones, first.p);
    EXPECT_EQ(again.report.status, SolverStatus::converged);
    EXPECT_LE(again.report.iterations, 1u);
    // Whatever the guess.
    const Solution from_nan =
      solve(*solver, W, b, cones, Eigen::VectorXd::Constant(24, NAN));
    EXPECT_EQ(from_nan.report.status, SolverStatus::converged);

    const auto     limited = make_solver(GetParam(), 24, {.max_iterations = 1});
    const Solution stopped =
      solve(*limited, W, b, cones, Eigen::VectorXd::Zero(24));
    EXPECT_EQ(stopped.report.status, SolverStatus::iteration_limit);
    EXPECT_GT(stopped.report.residual, 1e-10);
  }

  TEST_P(FrictionSolver, InvalidData)
  {
    const double          nan = std::numeric_limits<double>::quiet_NaN();
    const Eigen::MatrixXd I   = Eigen::MatrixXd::Identity(2, 2);
    for (const double mu : {nan, -0.1, std::numeric_limits<double>::infinity()})
      EXPECT_EQ(solve(GetParam(),
                      I,
                      Eigen::VectorXd{{-1., -1.}},
                      friction::cones(2, 1, mu))
                  .report.status,
                SolverStatus::not_a_number);
    EXPECT_EQ(solve(GetParam(),
                    I,
                    Eigen::VectorXd{{-1., nan}},
                    friction::cones(2, 1, 0.3))
                .report.status,
              SolverStatus::not_a_number);
    const Solution at_rest = solve(GetParam(),
                                   I,
                                   Eigen::VectorXd::Zero(2),
                                   friction::cones(2, 1, 0.3));
    EXPECT_EQ(at_rest.report.status, SolverStatus::converged);
    EXPECT_EQ(at_rest.p.norm(), 0.);
  }

  INSTANTIATE_TEST_SUITE_P(ByName,
                           FrictionSolver,
                           testing::Values("projected-gauss-seidel",
                                           "semismooth-newton",
                                           "automatic"),
                           [](const auto &test) {
                             std::string name = test.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                           });

  TEST(Friction, LemkeDoesNotTreatIt)
  {
    const ExplicitDelassus    W(Eigen::MatrixXd::Identity(4, 4));
    const std::vector<double> b(4, -1.);
    const std::vector<Cone>   cones = {Cone::unilateral(0),
                                       Cone::second_order(1, 3, 0.3)};
    std::vector<double>       p(4, 7.);
    const SolverReport        report =
      make_solver("lemke", 4)->solve({W, b, cones}, p);
    EXPECT_EQ(report.status, SolverStatus::unsupported);
    EXPECT_FALSE(report.is_solution_usable());
    EXPECT_EQ(p, std::vector<double>(4, 7.));
  }

  // Two particles in the plane, W = 2 I never formed, and without a method of
  // its own: one contact is solved; of two `automatic` assembles W, the others
  // do not.
  TEST(Friction, GlobalForm)
  {
    const GlobalDelassus<Eigen::VectorXd> W(
      4,
      [](std::span<const double> p, Eigen::VectorXd &f) {
        f = Eigen::Map<const Eigen::VectorXd>(p.data(), 4);
      },
      [](const Eigen::VectorXd &f, Eigen::VectorXd &z) { z = 2. * f; },
      [](const Eigen::VectorXd &z, std::span<double> u) {
        Eigen::Map<Eigen::VectorXd>(u.data(), 4) = z;
      },
      Eigen::VectorXd(4));
    const std::vector<double> b      = {9., -9., -4., 6.};
    const auto                solver = make_solver("automatic", 4);
    std::vector<double>       p(4, 7.);
    const std::vector<Cone>   single = {Cone::inactive(0, 2),
                                        Cone::second_order(2, 2, 0.5)};
    EXPECT_EQ(solver->solve({W, b, single}, p).status, SolverStatus::converged);
    const std::vector<double> exact = {0., 0., 2., -1.};
    for (int i = 0; i < 4; ++i)
      EXPECT_DOUBLE_EQ(p[i], exact[i]);

    const auto several = friction::cones(2, 2, 0.5);
    p.assign(4, 7.);
    EXPECT_TRUE(solver->solve({W, b, several}, p).is_solution_usable());
    for (int i = 0; i < 4; ++i)
      EXPECT_NEAR(p[i], exact[i], 1e-10);
    for (const SolverDescription &description : solver_names())
      {
        if (description.name == "automatic")
          continue;
        p.assign(4, 7.);
        EXPECT_EQ(
          make_solver(description.name, 4)->solve({W, b, several}, p).status,
          SolverStatus::unsupported);
        EXPECT_EQ(p, std::vector<double>(4, 7.));
      }
  }
} // namespace friction_test
