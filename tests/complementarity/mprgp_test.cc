// SPDX-License-Identifier: Apache-2.0

// MPRGP: what conjugate gradients promise, both forms of W, large problems,
// proofs of infeasibility, and what it does not treat.

#include "lcp_collection.h"

#include <percuss/complementarity/global_delassus.h>
#include <percuss/complementarity/mprgp.h>

#include <gtest/gtest.h>

using namespace percuss;
using lcp_collection::Matrix;
using lcp_collection::Problem;
using lcp_collection::Sparse;
using lcp_collection::Vector;
using Kind = Cone::Kind;

namespace mprgp_test
{
  SolverReport
  solve(MPRGP &solver, const Problem &problem, Vector &p)
  {
    const auto         n      = static_cast<std::size_t>(p.size());
    const SolverReport report = solver.solve(problem.view(), {p.data(), n});
    if (report.is_solution_usable())
      {
        EXPECT_EQ(report.residual,
                  natural_map_residual(problem.view(), {p.data(), n}));
        EXPECT_LE(report.residual, 1e-10);
      }
    return report;
  }

  SolverReport
  solve(const Problem &problem, Vector p = {})
  {
    p.conservativeResizeLike(Vector::Zero(problem.b.size()));
    SolverParameters parameters;
    parameters.takes_least_impulse = false; // what the method finds
    MPRGP solver(0, parameters);
    return solve(solver, problem, p);
  }

  // W = I + blocks of three distinct eigenvalues: three steps, one product at
  // the beginning and one to be sure.
  TEST(MPRGP, IsConjugateGradientsOnJoints)
  {
    const int n = 300;
    Matrix    W = Matrix::Identity(n, n);
    for (int i = 0; i + 1 < n; i += 4)
      W(i, i + 1) = W(i + 1, i) = 0.5;
    std::mt19937 generator(91);
    Problem      problem(W, enumeration::random_vector(n, generator));
    for (Cone &cone : problem.cones)
      cone.kind = Kind::bilateral;
    Vector             p = Vector::Zero(n);
    MPRGP              solver(n);
    const SolverReport report = solve(solver, problem, p);
    EXPECT_TRUE(report.is_solution_usable());
    EXPECT_EQ(report.iterations, 5u);
    EXPECT_LT((W * p + problem.b).norm(), 1e-12);
  }

  // 4 sin^2, 4 cos^2 of the five-point Laplacian, on the unit diagonal.
  TEST(MPRGP, EstimatesTheLargestEigenvalue)
  {
    const int    k = 30;
    std::mt19937 generator(92);
    const Sparse W = lcp_collection::laplacian(k);
    Problem      problem(W, enumeration::random_vector(k * k, generator));
    MPRGP        solver(k * k);
    Vector       p = Vector::Zero(k * k);
    solve(solver, problem, p);
    const double exact  = 1. + std::cos(M_PI / (k + 1));
    const double lambda = solver.largest_eigenvalue();
    EXPECT_LE(lambda, 1.0000001 * exact);
    EXPECT_GE(lambda, 0.9 * exact);
  }

  // A path over a membrane: the number of products grows like k, the square
  // root of the condition number, not like the k^2 rows.
  TEST(MPRGP, NeedsProductsLikeTheRootOfTheConditionNumber)
  {
    std::vector<double> products;
    for (const int k : {20, 40, 80})
      {
        Vector b(k * k);
        for (int i = 0; i < k * k; ++i)
          b[i] = std::sin(7. * (i / k) / k) * std::cos(5. * (i % k) / k) - 0.3;
        const SolverReport report =
          solve(Problem(lcp_collection::laplacian(k), b));
        ASSERT_TRUE(report.is_solution_usable());
        products.push_back(report.iterations);
      }
    // 128, 267, 599
    EXPECT_LT(products[0], 140.);
    EXPECT_LT(products[1], 290.);
    EXPECT_LT(products[2], 630.);
  }

  // The search for a proof of infeasibility, which there is not, costs less
  // than the solution, and no proof is claimed where impulses are 1e4 times
  // the data: W is definite.
  TEST(MPRGP, IllConditionedIsNotInfeasible)
  {
    for (const auto &[n, limit] : {std::pair{1500, 6500u}, {3000, 20000u}})
      {
        Vector b(n);
        for (int i = 0; i < n; ++i)
          b[i] = std::sin(20. * i / n) - 0.3;
        MPRGP              solver(n, {.max_iterations = limit});
        Vector             p = Vector::Zero(n);
        const SolverReport report =
          solve(solver, Problem(lcp_collection::chain(n), b), p);
        EXPECT_NE(report.status, SolverStatus::infeasible);
        EXPECT_EQ(report.is_solution_usable(), n == 1500);
        EXPECT_GT(p.maxCoeff(), 1e4);
      }
  }

  TEST(MPRGP, BeginsWithTheGuess)
  {
    std::mt19937  generator(93);
    const Problem problem(
      enumeration::random_matrix(enumeration::MatrixClass::spd, 50, generator),
      enumeration::random_vector(50, generator));
    MPRGP              solver(50);
    Vector             p    = Vector::Zero(50);
    const SolverReport cold = solve(solver, problem, p);
    EXPECT_GT(cold.iterations, 10u);
    EXPECT_EQ(solve(solver, problem, p).iterations, 1u);
    // Outside K or not finite: what can be used is used.
    p    = Vector::Constant(50, -1.);
    p[0] = NAN;
    EXPECT_TRUE(solve(solver, problem, p).is_solution_usable());
  }

  // Other units in every row, other iterates in none: powers of two.
  TEST(MPRGP, UnitsDoNotMatter)
  {
    std::mt19937 generator(94);
    const Matrix W =
      enumeration::random_matrix(enumeration::MatrixClass::spd, 40, generator);
    const Vector b = enumeration::random_vector(40, generator);
    Vector       units(40);
    for (double &unit : units)
      unit = std::exp2(static_cast<int>(generator() % 21) - 10);
    MPRGP              solver;
    Vector             p = Vector::Zero(40), q = p;
    const SolverReport plain = solve(solver, Problem(W, b), p);
    const SolverReport other =
      solve(solver,
            Problem(Matrix(units.asDiagonal() * W * units.asDiagonal()),
                    Vector(1024. * units.asDiagonal() * b)),
            q);
    EXPECT_TRUE(plain.is_solution_usable());
    EXPECT_EQ(plain.iterations, other.iterations);
    EXPECT_LT((units.asDiagonal() * q / 1024. - p).norm(), 1e-9 * p.norm());
  }

  // 5000 contacts between 3000 bodies in a row, the global form, M != I.
  TEST(MPRGP, GlobalFormWithThousandsOfContacts)
  {
    const int                           m = 5000, n = 3000;
    std::mt19937                        generator(95);
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < m; ++i)
      {
        entries.emplace_back(i, i % n, 1.);
        entries.emplace_back(i, (i % n + 1 + i / n) % n, -0.5);
      }
    Sparse G(m, n);
    G.setFromTriplets(entries.begin(), entries.end());
    const Eigen::ArrayXd mass =
      Eigen::ArrayXd::NullaryExpr(n, [&](const Eigen::Index) {
        return lcp_collection::random_number(generator, 0.5, 2.);
      });
    const Sparse                 Gt = G.transpose();
    const GlobalDelassus<Vector> W(
      m,
      [&](const std::span<const double> p, Vector &f) {
        f = Gt * Eigen::Map<const Vector>(p.data(), m);
      },
      [&](const Vector &f, Vector &z) { z = f.array() / mass; },
      [&](const Vector &z, const std::span<double> u) {
        Eigen::Map<Vector>(u.data(), m) = G * z;
      },
      Vector(n));
    const Vector      v = enumeration::random_vector(n, generator);
    const Vector      b = G * v;
    std::vector<Cone> cones;
    for (unsigned int i = 0; i < m; ++i)
      cones.push_back(i % 7 == 0 ? Cone::inactive(i) : Cone::unilateral(i));
    MPRGP               solver(m);
    std::vector<double> p(m, 0.);
    const SolverReport  report = solver.solve({W, {b.data(), m}, cones}, p);
    ASSERT_TRUE(report.is_solution_usable());
    EXPECT_LT(report.iterations, 1000u);

    // Signorini's condition and Newton's law, row by row.
    const Vector v_new =
      v + Vector((Gt * Eigen::Map<const Vector>(p.data(), m)).array() / mass);
    const Vector u      = G * v_new;
    int          closed = 0;
    for (int i = 0; i < m; ++i)
      if (i % 7 == 0)
        {
          EXPECT_EQ(p[i], 0.);
        }
      else
        {
          EXPECT_GE(p[i], 0.);
          EXPECT_GT(u[i], -1e-9);
          EXPECT_LT(std::min(p[i], u[i]), 1e-9);
          closed += p[i] > 1e-9 ? 1 : 0;
        }
    EXPECT_GT(closed, 1000);
  }

  // What is known of W is kept as long as W is the same, and no longer.
  TEST(MPRGP, ExaminesEachMatrixOnce)
  {
    int                          n_products = 0;
    const GlobalDelassus<double> W(
      2,
      [](const std::span<const double> p, double &f) { f = p[0] - 2. * p[1]; },
      [&](const double &f, double &z) {
        ++n_products;
        z = f;
      },
      [](const double &z, const std::span<double> u) {
        u[0] = z;
        u[1] = -2. * z;
      },
      0.,
      {1., 2.});
    const std::vector<double> b     = {-1., 2.5};
    const std::vector<Cone>   cones = {Cone::unilateral(0, 2)};
    std::vector<double>       p     = {0., 0.};
    MPRGP                     solver(2);
    EXPECT_TRUE(solver.solve({W, b, cones}, p).is_solution_usable());
    EXPECT_GE(n_products, 20);
    n_products = 0;
    EXPECT_EQ(solver.solve({W, b, cones}, p).iterations, 1u);
    EXPECT_EQ(n_products, 1);

    Vector q = Vector::Zero(2);
    EXPECT_EQ(solve(solver,
                    Problem(Matrix{{2., 1.}, {0., 2.}}, Vector{{-1., -1.}}),
                    q)
                .status,
              SolverStatus::unsupported);
    EXPECT_TRUE(
      solve(solver, Problem(Matrix{{2., 1.}, {1., 2.}}, Vector{{-1., -1.}}), q)
        .is_solution_usable());
    EXPECT_NEAR(solver.largest_eigenvalue(), 1.5, 1e-6);
  }

  TEST(MPRGP, ProvesInfeasibilityAndDoesNotGuess)
  {
    const Matrix W{{1., -1.}, {-1., 1.}};
    for (const double gap : {1e-6, 0.5, 1.})
      {
        Vector             p = Vector::Ones(2);
        MPRGP              solver(2);
        const SolverReport report =
          solve(solver, Problem(W, Vector{{-1., 1. - gap}}), p);
        EXPECT_EQ(report.status, SolverStatus::infeasible);
        EXPECT_EQ(p.norm(), 0.);
        EXPECT_NEAR(report.residual, 1., 1e-15); // of p = 0
        EXPECT_TRUE(
          solve(Problem(W, Vector{{-1., 1. + gap}})).is_solution_usable());
      }
    // Joints that contradict each other.
    Problem joints(Matrix(Matrix::Ones(2, 2)), Vector{{1., 2.}});
    for (Cone &cone : joints.cones)
      cone.kind = Kind::bilateral;
    EXPECT_EQ(solve(joints).status, SolverStatus::infeasible);
    // The same row out of the problem.
    joints.cones[1].kind = Kind::inactive;
    EXPECT_TRUE(solve(joints).is_solution_usable());
  }

  // No minimum, although p = (1, 1) is a solution.
  TEST(MPRGP, IndefiniteIsSingular)
  {
    EXPECT_EQ(solve(Problem(Matrix{{0., 1.}, {1., 0.}}, Vector{{-1., -1.}}),
                    Vector{{0.5, 0.4}})
                .status,
              SolverStatus::singular);
    // p = (1, 0) is one, and is found.
    EXPECT_TRUE(solve(Problem(Matrix{{1., 2.}, {2., 1.}}, Vector{{-1., 1.}}),
                      Vector{{0.4, 0.5}})
                  .is_solution_usable());
  }

  TEST(MPRGP, IterationLimitIsReported)
  {
    std::mt19937  generator(96);
    const Problem problem(
      enumeration::random_matrix(enumeration::MatrixClass::spd, 50, generator),
      enumeration::random_vector(50, generator));
    for (const unsigned int limit : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 10u, 15u, 20u})
      {
        Vector             p = Vector::Zero(50);
        MPRGP              solver(50, {.max_iterations = limit});
        const SolverReport report = solve(solver, problem, p);
        EXPECT_EQ(report.status, SolverStatus::iteration_limit);
        EXPECT_GE(report.iterations, limit);
        EXPECT_LE(report.iterations, limit + 1);
        EXPECT_EQ(report.residual,
                  natural_map_residual(problem.view(), {p.data(), 50}));
        EXPECT_GE(p.minCoeff(), 0.);
      }
  }

  TEST(MPRGP, WantsSymmetryAndNoFriction)
  {
    Vector p = Vector::Constant(2, 7.);
    MPRGP  solver(2);
    EXPECT_EQ(solve(solver,
                    Problem(Matrix{{2., 1.}, {0., 2.}}, Vector{{-1., -1.}}),
                    p)
                .status,
              SolverStatus::unsupported);
    Problem friction(Matrix(Matrix::Identity(2, 2)), Vector{{-1., 1.}});
    friction.cones = {Cone::second_order(0, 2, 0.3)};
    EXPECT_EQ(solve(solver, friction, p).status, SolverStatus::unsupported);
    EXPECT_EQ(p, Vector::Constant(2, 7.));
    // Rounding is no lack of symmetry.
    EXPECT_TRUE(
      solve(Problem(Matrix{{2., 1. + 1e-13}, {1., 2.}}, Vector{{-1., -1.}}))
        .is_solution_usable());
  }
} // namespace mprgp_test
