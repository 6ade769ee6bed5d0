// SPDX-License-Identifier: Apache-2.0

// Primal-dual active set method: large problems, warm start, reuse of the
// factorization, cycling without the safeguard.

#include "solver_fixture.h"

#include <percuss/complementarity/primal_dual_active_set.h>

#include <Eigen/SparseLU>

#include <cmath>

using namespace percuss;
using Kind = Cone::Kind;

namespace primal_dual_active_set_test
{
  Result
  run(PrimalDualActiveSet    &solver,
      const ExplicitDelassus &W,
      const Eigen::VectorXd  &b,
      const Eigen::VectorXd  &guess)
  {
    return solve(
      solver, W, b, enumeration::Kinds(b.size(), Kind::unilateral), guess);
  }

  Eigen::SparseMatrix<double>
  tridiagonal(const int n)
  {
    Eigen::SparseMatrix<double> matrix(n, n);
    for (int i = 0; i < n; ++i)
      {
        matrix.insert(i, i) = 2.;
        if (i > 0)
          matrix.insert(i, i - 1) = -1.;
        if (i < n - 1)
          matrix.insert(i, i + 1) = -1.;
      }
    return matrix;
  }

  // Solution known by construction: p > 0, u = 0 on one side, reversed on the
  // other, in 2000 rows.
  TEST(PrimalDualActiveSet, LargeSparseMMatrix)
  {
    const int                         n      = 2000;
    const Eigen::SparseMatrix<double> matrix = tridiagonal(n);
    Eigen::VectorXd                   exact  = Eigen::VectorXd::Zero(n);
    Eigen::VectorXd                   gap    = Eigen::VectorXd::Zero(n);
    for (int i = 0; i < n; ++i)
      if (const double wave = std::sin(0.01 * i + 0.3); wave > 0.)
        exact[i] = wave;
      else
        gap[i] = -wave;
    PrimalDualActiveSet solver(n);
    const Result        result = run(solver,
                              ExplicitDelassus(matrix),
                              gap - matrix * exact,
                              Eigen::VectorXd::Zero(n));
    EXPECT_EQ(result.report.status, SolverStatus::converged);
    EXPECT_LT((result.p - exact).lpNorm<Eigen::Infinity>(), 1e-9);
    EXPECT_LE(result.report.iterations, 20u);
  }

  // The bar of RedundantContacts with 400 contacts: sparse storage, but dense.
  TEST(PrimalDualActiveSet, ManyRedundantContacts)
  {
    const int       n = 400;
    Eigen::MatrixXd G(n, 2);
    G.col(0).setOnes();
    G.col(1).setLinSpaced(-1., 1.);
    const Eigen::Vector2d v(-1., 0.3);
    PrimalDualActiveSet   solver;
    const Result          result = run(solver,
                              ExplicitDelassus(G * G.transpose()),
                              G * v,
                              Eigen::VectorXd::Zero(n));
    EXPECT_EQ(result.report.status, SolverStatus::converged);
    EXPECT_LT((v + G.transpose() * result.p).norm(), 1e-9);
  }

  // Identical contacts side by side in a sparse W: pairs share the impulse.
  TEST(PrimalDualActiveSet, RedundantPairsOfASparseProblemShareTheImpulse)
  {
    const int                   n = 600;
    Eigen::SparseMatrix<double> W(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = i - i % 2; j < i - i % 2 + 2; ++j)
        W.insert(i, j) = 1.;
    PrimalDualActiveSet solver;
    const Result        result = run(solver,
                              ExplicitDelassus(W),
                              Eigen::VectorXd::Constant(n, -1.),
                              Eigen::VectorXd::Zero(n));
    EXPECT_EQ(result.report.status, SolverStatus::converged);
    EXPECT_LT((result.p.array() - 0.5).abs().maxCoeff(), 1e-6);
  }

  // Sparse matrices without factors L D L^T: not symmetric, or not positive
  // definite, with zeros in the diagonal or negative entries.
  TEST(PrimalDualActiveSet, SparseSystemsOfAllKinds)
  {
    const int n = 300;
    for (const double lower : {-1., 1.})
      for (const double corner : {2., 0., -2.})
        {
          Eigen::SparseMatrix<double> W = tridiagonal(2 * n);
          for (int i = 0; i < n; ++i)
            {
              W.coeffRef(n + i, n + i) = corner;
              W.coeffRef(i, n + i)     = 1.;
              W.coeffRef(n + i, i)     = lower;
            }
          W.makeCompressed();
          const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(2 * n, -1., 2.);
          const Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(W);
          const Eigen::VectorXd                              p = lu.solve(-b);
          PrimalDualActiveSet                                solver;
          const Result                                       result =
            solve(solver,
                  ExplicitDelassus(W),
                  b,
                  enumeration::Kinds(2 * n, Kind::bilateral),
                  Eigen::VectorXd::Zero(2 * n));
          EXPECT_EQ(result.report.status, SolverStatus::converged);
          EXPECT_EQ(result.report.iterations, 1u);
          EXPECT_LT((result.p - p).norm(), 1e-9 * p.norm())
            << lower << ' ' << corner;
        }
  }

  // Time loop: b changes, W and the set do not. One factorization, one set.
  TEST(PrimalDualActiveSet, NothingConstantIsRecomputed)
  {
    for (const int n : {2, 40, 300})
      {
        const ExplicitDelassus W(tridiagonal(n));
        PrimalDualActiveSet    solver(n);
        Eigen::VectorXd        b  = Eigen::VectorXd::Constant(n, -1.);
        Result             result = run(solver, W, b, Eigen::VectorXd::Zero(n));
        const unsigned int n_first = solver.n_factorizations();
        for (int k = 1; k < 10; ++k)
          {
            b *= 1.1;
            result = run(solver, W, b, result.p);
            EXPECT_EQ(result.report.status, SolverStatus::converged);
            EXPECT_EQ(result.report.iterations, 1u);
          }
        EXPECT_EQ(solver.n_factorizations(), n_first);

        // Another operator, even at an equal address or size, is another W.
        const ExplicitDelassus doubled(2. * tridiagonal(n));
        const Result           half = run(solver, doubled, b, result.p);
        EXPECT_EQ(solver.n_factorizations(), n_first + 1);
        EXPECT_LT((2. * half.p - result.p).norm(), 1e-9 * result.p.norm());
      }
  }

  /** Of n x n nodes, 1 and +-entry for the neighbours: symmetric, rows without
   * the diagonal have the sum 4 |entry|. */
  Eigen::SparseMatrix<double>
  of_surface(const int n, const double entry)
  {
    Eigen::SparseMatrix<double> W(n * n, n * n);
    for (int i = 0; i < n * n; ++i)
      {
        W.insert(i, i) = 1. + 0.5 * std::sin(i);
        for (const int j : {i - n, i - 1, i + 1, i + n})
          if (j >= 0 && j < n * n && (j / n == i / n || j % n == i % n))
            W.insert(i, j) =
              entry * ((i + j) % 3 == 0 ? -1. : 1.) *
              std::sqrt((1. + 0.5 * std::sin(i)) * (1. + 0.5 * std::sin(j)));
      }
    return W;
  }

  // A W that is dominated by its diagonal and new in each step has no factors;
  // the third right-hand side of one has them, and so have other matrices.
  TEST(PrimalDualActiveSet, DominatedSparseSystemsNeedNoFactors)
  {
    const int n = 40;
    for (const double entry : {0.05, 0.2, 0.224, 0.24})
      {
        const Eigen::SparseMatrix<double> matrix = of_surface(n, entry);
        const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(n * n, -2., -1.);
        const Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(matrix);
        const Eigen::VectorXd                              exact = lu.solve(-b);
        PrimalDualActiveSet                                solver;
        const auto solve_bilateral = [&](const ExplicitDelassus &W) {
          const Result result =
            solve(solver,
                  W,
                  b,
                  enumeration::Kinds(n * n, Kind::bilateral),
                  Eigen::VectorXd::Zero(n * n));
          EXPECT_EQ(result.report.status, SolverStatus::converged);
          EXPECT_EQ(result.report.iterations, 1u);
          EXPECT_LT((result.p - exact).norm(), 1e-14 * exact.norm()) << entry;
        };
        for (int step = 0; step < 3; ++step)
          solve_bilateral(ExplicitDelassus(matrix));
        EXPECT_EQ(solver.n_factorizations(), entry < 0.225 ? 0u : 3u);
        const ExplicitDelassus lasting(matrix);
        for (int step = 0; step < 5; ++step)
          solve_bilateral(lasting);
        EXPECT_EQ(solver.n_factorizations(), entry < 0.225 ? 1u : 4u);
      }
  }

  // The same for redundant contacts, whose factorization is the shifted one.
  TEST(PrimalDualActiveSet, ShiftedFactorizationIsKept)
  {
    const ExplicitDelassus W(Eigen::MatrixXd::Ones(3, 3));
    PrimalDualActiveSet    solver(3);
    Result                 result;
    result.p = Eigen::VectorXd::Zero(3);
    for (int k = 0; k < 5; ++k)
      {
        result =
          run(solver, W, Eigen::VectorXd::Constant(3, -1. - k), result.p);
        EXPECT_EQ(result.report.status, SolverStatus::converged);
        EXPECT_LT((result.p.array() - (1. + k) / 3.).abs().maxCoeff(), 1e-7);
        // No active row needs none; singular, shifted; later on the last only.
        EXPECT_EQ(solver.n_factorizations(), 2u);
      }
  }

  // W = (1 0 2; 2 1 0; 0 2 1) is a P-matrix; from A = {1} Newton's method goes
  // round A = {1,3}, {2,3}, {1,2} for ever. The solution is p = (1,1,1) / 3.
  TEST(PrimalDualActiveSet, SafeguardEndsTheCycle)
  {
    const ExplicitDelassus W(
      Eigen::MatrixXd{{1., 0., 2.}, {2., 1., 0.}, {0., 2., 1.}});
    PrimalDualActiveSet   solver(3);
    const Eigen::VectorXd b{{-1., -1., -1.}};
    const Result result = run(solver, W, b, Eigen::VectorXd{{1., 0., 0.}});
    EXPECT_EQ(result.report.status, SolverStatus::converged);
    EXPECT_LT((result.p.array() - 1. / 3.).abs().maxCoeff(), 1e-14);
    EXPECT_GT(result.report.iterations, 10u);
    EXPECT_LT(result.report.iterations, 30u);

    PrimalDualActiveSet limited(3, {.max_iterations = 5});
    const Result stopped = run(limited, W, b, Eigen::VectorXd{{1., 0., 0.}});
    EXPECT_EQ(stopped.report.status, SolverStatus::iteration_limit);
    EXPECT_EQ(stopped.report.iterations, 5u);
    EXPECT_GT(stopped.report.residual, 0.1);
  }

  TEST(PrimalDualActiveSet, ExponentialProblemsAreNotWorseThanTheOthers)
  {
    for (int n = 2; n <= 10; ++n)
      {
        Eigen::MatrixXd L = Eigen::MatrixXd::Identity(n, n);
        for (int i = 0; i < n; ++i)
          L.row(i).head(i).setConstant(2.);
        for (const Eigen::MatrixXd &W : {L, Eigen::MatrixXd(L * L.transpose())})
          {
            PrimalDualActiveSet solver(n);
            const Result        result = run(solver,
                                      ExplicitDelassus(W),
                                      Eigen::VectorXd::Constant(n, -1.),
                                      Eigen::VectorXd::Zero(n));
            EXPECT_EQ(result.report.status, SolverStatus::converged);
            EXPECT_LE(result.report.iterations, n + 1u);
          }
      }
  }
} // namespace primal_dual_active_set_test
