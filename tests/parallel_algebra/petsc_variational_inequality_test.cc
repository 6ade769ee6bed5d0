// SPDX-License-Identifier: Apache-2.0

// petsc-snes-vi: solutions known by enumeration, the collection of problems,
// what SNES cannot do and says, the same on all ranks, options of PETSc.

#include "../complementarity/lcp_collection.h"

#include <percuss/complementarity/global_delassus.h>
#include <percuss/parallel_algebra/petsc_variational_inequality.h>

#include <deal.II/base/mpi.h>

#include <gtest/gtest.h>
#include <petscsys.h>

#include <algorithm>
#include <stdexcept>
#include <string>

using namespace percuss;
using lcp_collection::Matrix;
using lcp_collection::Problem;
using lcp_collection::Vector;

namespace petsc_variational_inequality_test
{
  SolverReport
  solve(const Problem          &problem,
        Vector                 &p,
        const SolverParameters &parameters = {})
  {
    p.conservativeResizeLike(Vector::Zero(problem.b.size()));
    const auto                 n = static_cast<std::size_t>(p.size());
    PETScVariationalInequality solver(parameters);
    const SolverReport report = solver.solve(problem.view(), {p.data(), n});
    EXPECT_EQ(report.residual,
              natural_map_residual(problem.view(), {p.data(), n}));
    EXPECT_EQ(report.is_solution_usable(), report.residual <= 1e-10);
    return report;
  }

  TEST(PETScVariationalInequality, AgreesWithEnumeration)
  {
    std::mt19937 generator(31);
    for (int k = 0; k < 60; ++k)
      {
        const int          n = 2 + k % 6;
        Problem            problem(enumeration::random_matrix(
                          static_cast<enumeration::MatrixClass>(k % 3),
                          n,
                          generator),
                        enumeration::random_vector(n, generator));
        enumeration::Kinds kinds;
        for (Cone &cone : problem.cones)
          {
            cone.kind = static_cast<Cone::Kind>(generator() % 3);
            kinds.push_back(cone.kind);
          }
        const auto exact =
          enumeration::solutions(problem.W.explicit_matrix()->toDense(),
                                 problem.b,
                                 kinds);
        ASSERT_EQ(exact.size(), 1u);
        Vector p;
        ASSERT_TRUE(solve(problem, p).is_solution_usable());
        EXPECT_LT((p - exact[0]).norm(), 1e-8);
        for (int i = 0; i < n; ++i)
          if (kinds[i] == Cone::Kind::unilateral)
            {
              EXPECT_GE(p[i], 0.);
            }
      }
  }

  // Up to 150 rows and the large ones.
  TEST(PETScVariationalInequality, SolvesOrSaysWhyNot)
  {
    unsigned int n_problems = 0, n_solved = 0;
    for (const auto &families : {lcp_collection::small_problems(),
                                 lcp_collection::large_problems(),
                                 lcp_collection::infeasible_problems()})
      for (const lcp_collection::Family &family : families)
        for (const Problem &problem : family.problems)
          {
            if (problem.b.size() == 300)
              continue;
            Vector             p;
            const SolverReport report =
              solve(problem, p, {.max_iterations = 100});
            EXPECT_LE(report.iterations, 100u);
            if (!family.is_solvable)
              {
                EXPECT_FALSE(report.is_solution_usable()) << family.name;
                continue;
              }
            ++n_problems;
            n_solved += report.is_solution_usable() ? 1 : 0;
          }
    RecordProperty("solved", static_cast<int>(n_solved));
    EXPECT_GE(n_solved, n_problems - 8); // hard, redundant, scaled badly
  }

  TEST(PETScVariationalInequality, SharesRedundantContacts)
  {
    Vector p;
    EXPECT_TRUE(
      solve(Problem(Matrix(Matrix::Ones(3, 3)), Vector{{-3., -3., -3.}}), p)
        .is_solution_usable());
    EXPECT_NEAR(p.sum(), 3., 1e-9);
  }

  TEST(PETScVariationalInequality, BeginsWithTheGuess)
  {
    const Problem problem(Matrix{{2., 1.}, {1., 2.}}, Vector{{-3., -3.}});
    Vector        p{{1., 1.}};
    EXPECT_EQ(solve(problem, p).iterations, 0u);
    p = Vector{{NAN, -1.}};
    EXPECT_TRUE(solve(problem, p).is_solution_usable());
  }

  TEST(PETScVariationalInequality, LimitIsReported)
  {
    std::mt19937       generator(32);
    const Matrix       W = lcp_collection::p_matrix(20, generator);
    const Problem      problem(W, lcp_collection::solvable(W, 0., generator));
    Vector             p;
    const SolverReport report = solve(problem, p, {.max_iterations = 1});
    EXPECT_EQ(report.status, SolverStatus::iteration_limit);
    EXPECT_EQ(report.iterations, 1u);
  }

  TEST(PETScVariationalInequality, WantsWItselfAndNoFriction)
  {
    PETScVariationalInequality   solver;
    std::vector<double>          p = {7., 7.};
    const std::vector<double>    b = {-1., -1.};
    const GlobalDelassus<double> W(
      2,
      [](std::span<const double> x, double &f) { f = x[0] + x[1]; },
      [](const double &f, double &z) { z = f; },
      [](const double &z, std::span<double> u) { u[0] = u[1] = z; },
      0.);
    const std::vector<Cone> open = {Cone::unilateral(0, 2)};
    EXPECT_EQ(solver.solve({W, b, open}, p).status, SolverStatus::unsupported);
    const ExplicitDelassus  I(Matrix::Identity(2, 2));
    const std::vector<Cone> friction = {Cone::second_order(0, 2, 0.3)};
    EXPECT_EQ(solver.solve({I, b, friction}, p).status,
              SolverStatus::unsupported);
    EXPECT_EQ(p, (std::vector{7., 7.}));
  }

  TEST(PETScVariationalInequality, IsTheSameOnAllRanks)
  {
    std::mt19937  generator(33);
    const Matrix  W = lcp_collection::p_matrix(30, generator);
    const Problem problem(W, lcp_collection::solvable(W, 0., generator));
    Vector        p;
    EXPECT_TRUE(solve(problem, p).is_solution_usable());
    for (const double entry : p)
      {
        const auto all =
          dealii::Utilities::MPI::min_max_avg(entry, MPI_COMM_WORLD);
        EXPECT_EQ(all.min, all.max);
      }
  }

  // The active set method of PETSc finds the set, and then the solution at
  // once; the Fischer-Burmeister function approaches it.
  TEST(PETScVariationalInequality, ListensToOptions)
  {
    const Problem      problem(Matrix{{2., 1.}, {1., 2.}}, Vector{{-3., 1.}});
    Vector             p, q;
    const unsigned int before = solve(problem, p).iterations;
    PetscOptionsSetValue(nullptr, "-percuss_contact_snes_type", "vinewtonrsls");
    const unsigned int after = solve(problem, q).iterations;
    PetscOptionsClearValue(nullptr, "-percuss_contact_snes_type");
    EXPECT_EQ(after, 1u);
    EXPECT_GT(before, after);
    EXPECT_LT((p - q).norm(), 1e-9);
  }
} // namespace petsc_variational_inequality_test
