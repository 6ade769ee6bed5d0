// SPDX-License-Identifier: Apache-2.0

// The reduced form W and the global form G S^{-1} G^T are the same operator.

#include "solver_fixture.h"

#include <percuss/complementarity/global_delassus.h>

#include <Eigen/Cholesky>

using namespace percuss;
using Kind = Cone::Kind;

namespace delassus_operator_test
{
  // m contacts on a body of n degrees of freedom; W by Eigen, and global.
  struct Model
  {
    Model(const int m, const int n, std::mt19937 &generator)
      : G(Eigen::MatrixXd::NullaryExpr(
          m,
          n,
          [&]() {
            return std::uniform_real_distribution<double>(-1., 1.)(generator);
          }))
      , S(enumeration::random_matrix(enumeration::MatrixClass::spd,
                                     n,
                                     generator))
      , cholesky(S)
      , W(G * cholesky.solve(G.transpose()))
      , global(
          static_cast<unsigned int>(m),
          [this](std::span<const double> p, Eigen::VectorXd &f) {
            f = G.transpose() *
                Eigen::Map<const Eigen::VectorXd>(p.data(), G.rows());
          },
          [this](const Eigen::VectorXd &f, Eigen::VectorXd &z) {
            z = cholesky.solve(f);
          },
          [this](const Eigen::VectorXd &z, std::span<double> u) {
            Eigen::Map<Eigen::VectorXd>(u.data(), G.rows()) = G * z;
          },
          Eigen::VectorXd(n))
    {}

    const Eigen::MatrixXd                 G;
    const Eigen::MatrixXd                 S;
    const Eigen::LLT<Eigen::MatrixXd>     cholesky;
    const Eigen::MatrixXd                 W;
    const GlobalDelassus<Eigen::VectorXd> global;
  };

  TEST(DelassusOperator, ExplicitFromDenseAndSparse)
  {
    const Eigen::MatrixXd  W{{2., -1.}, {0., 3.}};
    const ExplicitDelassus dense(W);
    const ExplicitDelassus sparse(
      Eigen::SparseMatrix<double, Eigen::ColMajor>(W.sparseView()));
    for (const ExplicitDelassus *op : {&dense, &sparse})
      {
        ASSERT_EQ(op->size(), 2u);
        EXPECT_EQ(op->explicit_matrix()->toDense(), W);
        EXPECT_DOUBLE_EQ(op->row_scale()[0], std::sqrt(2.));
        EXPECT_DOUBLE_EQ(op->row_scale()[1], std::sqrt(3.));
        const std::vector<double> p = {1., 2.};
        std::vector<double>       u(2);
        op->apply(p, u);
        EXPECT_EQ(u, (std::vector<double>{0., 6.}));
      }
    EXPECT_NE(dense.identity(), sparse.identity());
    EXPECT_EQ(ExplicitDelassus(dense).identity(), dense.identity());
  }

  TEST(DelassusOperator, RowsWithoutDiagonalAreScaledByTheLargestEntry)
  {
    const ExplicitDelassus W(Eigen::MatrixXd{{0., 9.}, {-9., 4.}});
    EXPECT_DOUBLE_EQ(W.row_scale()[0], 3.);
    EXPECT_DOUBLE_EQ(W.row_scale()[1], 2.);
    const ExplicitDelassus zero(Eigen::MatrixXd::Zero(1, 1));
    EXPECT_DOUBLE_EQ(zero.row_scale()[0], 1.);
  }

  // New values of a full matrix, of one with gaps, and of a single row.
  TEST(DelassusOperator, SetValuesIsANewOperator)
  {
    for (const Eigen::MatrixXd &first :
         {Eigen::MatrixXd{{2., -1.}, {0., 3.}}, Eigen::MatrixXd{{0.}}})
      {
        ExplicitDelassus       W(first);
        const ExplicitDelassus copy(W);
        const auto             n = first.rows();
        for (int k = 1; k <= 3; ++k)
          {
            const auto            identity = W.identity();
            const Eigen::MatrixXd next =
              first.transpose() + k * Eigen::MatrixXd::Identity(n, n);
            W.set_values(next);
            EXPECT_NE(W.identity(), identity);
            EXPECT_EQ(W.explicit_matrix()->toDense(), next);
            const Eigen::VectorXd p = Eigen::VectorXd::LinSpaced(n, 1., 2.);
            Eigen::VectorXd       u(n);
            const auto            size = static_cast<std::size_t>(n);
            W.apply({p.data(), size}, {u.data(), size});
            EXPECT_LT((u - next * p).norm(), 1e-15 * u.norm() + 1e-300);
            for (int i = 0; i < n; ++i)
              EXPECT_DOUBLE_EQ(W.row_scale()[i], std::sqrt(next(i, i)));
          }
        EXPECT_EQ(copy.explicit_matrix()->toDense(), first);
        EXPECT_NE(copy.identity(), W.identity());

        W.set_values(Eigen::MatrixXd::Constant(n, n, NAN));
        EXPECT_FALSE(W.is_finite());
        W.set_values(Eigen::MatrixXd::Identity(n, n));
        EXPECT_TRUE(W.is_finite());
      }
  }

  // A solver that keeps a factorization must notice that W is another one.
  TEST(DelassusOperator, SolversNoticeNewValues)
  {
    const Eigen::MatrixXd first{{2., 1.}, {1., 2.}};
    const Eigen::VectorXd b{{-3., -3.}};
    for (const SolverDescription &description : solver_names())
      {
        ExplicitDelassus   W(first);
        const auto         solver = make_solver(description.name, 2);
        enumeration::Kinds kinds(2, Kind::unilateral);
        Result result = solve(*solver, W, b, kinds, Eigen::VectorXd::Zero(2));
        EXPECT_LT((result.p - Eigen::Vector2d(1., 1.)).norm(), 1e-9);
        W.set_values(2. * first);
        result = solve(*solver, W, b, kinds, result.p);
        EXPECT_LT((result.p - Eigen::Vector2d(0.5, 0.5)).norm(), 1e-9);
      }
  }

  TEST(DelassusOperator, GlobalFormIsTheReducedForm)
  {
    std::mt19937           generator(24);
    const Model            model(7, 12, generator);
    const ExplicitDelassus assembled = assemble(model.global);
    EXPECT_LT((assembled.explicit_matrix()->toDense() - model.W).norm(),
              1e-12 * model.W.norm());
    EXPECT_EQ(model.global.explicit_matrix(), nullptr);

    // Rademacher probes: unbiased, here within a factor of two.
    const double mean = model.W.trace() / 7.;
    const double s    = model.global.row_scale()[0];
    EXPECT_GT(s * s, 0.5 * mean);
    EXPECT_LT(s * s, 2. * mean);
  }

  TEST(DelassusOperator, ScaleOfOneRowIsExactInTheGlobalForm)
  {
    std::mt19937 generator(25);
    const Model  model(1, 3, generator);
    EXPECT_NEAR(model.global.row_scale()[0], std::sqrt(model.W(0, 0)), 1e-14);
  }

  // The body between two walls of InfeasibleIsReported, W = (1 -1; -1 1).
  TEST(DelassusOperator, InfeasibleInTheGlobalForm)
  {
    const GlobalDelassus<double> W(
      2,
      [](std::span<const double> p, double &f) { f = p[0] - p[1]; },
      [](const double &f, double &z) { z = f; },
      [](const double &z, std::span<double> u) {
        u[0] = z;
        u[1] = -z;
      },
      0.);
    for (const double b : {0.5, 1., 2.})
      {
        const Result result = solve(*make_solver("automatic", 2),
                                    W,
                                    Eigen::VectorXd{{-1., b}},
                                    {Kind::unilateral, Kind::unilateral},
                                    Eigen::VectorXd::Ones(2));
        EXPECT_EQ(result.report.status,
                  b < 1. ? SolverStatus::infeasible : SolverStatus::converged);
      }
  }

  // More contacts than degrees of freedom in the second model: W is singular.
  TEST(DelassusOperator, ActiveSetMethodSolvesTheGlobalForm)
  {
    std::mt19937 generator(26);
    for (const auto &[m, n] : {std::pair{9, 15}, std::pair{9, 6}})
      for (int k = 0; k < 20; ++k)
        {
          const Model           model(m, n, generator);
          const Eigen::VectorXd v = enumeration::random_vector(n, generator);
          const Eigen::VectorXd b = model.G * v;
          enumeration::Kinds    kinds(m, Kind::unilateral);
          kinds[1] = Kind::inactive;
          kinds[4] = Kind::bilateral;

          const auto            solver = make_solver("automatic", m);
          const Eigen::VectorXd zero   = Eigen::VectorXd::Zero(m);
          const Result global = solve(*solver, model.global, b, kinds, zero);
          const Result reduced =
            solve(*solver, ExplicitDelassus(model.W), b, kinds, zero);
          ASSERT_EQ(global.report.status, SolverStatus::converged);
          ASSERT_EQ(reduced.report.status, SolverStatus::converged);
          // What is unique when p is not: the velocity z = S^{-1} G^T p.
          const Eigen::VectorXd difference =
            model.cholesky.solve(model.G.transpose() * (global.p - reduced.p));
          EXPECT_LT(difference.norm(), 1e-7 * v.norm());
          if (n > m)
            {
              EXPECT_LT((global.p - reduced.p).norm(), 1e-7);
            }
        }
  }

  TEST(DelassusOperator, AssembledByActiveColumnsAndByColours)
  {
    // nodes of 2, 3, 1 and 3 rows
    const std::vector<unsigned int> colors{0, 1, 0, 1, 2, 0, 0, 1, 2};
    const std::vector<unsigned int> first{0, 0, 2, 2, 2, 5, 6, 6, 6};
    std::mt19937                    generator(7);
    const int                       m = 9;
    const Model                     model(m, 12, generator);
    Eigen::MatrixXd                 blocks = model.W;
    for (Eigen::Index i = 0; i < m; ++i)
      for (Eigen::Index j = 0; j < m; ++j)
        if (first[static_cast<std::size_t>(i)] !=
            first[static_cast<std::size_t>(j)])
          blocks(i, j) = 0.;
    const ExplicitDelassus local =
      assemble_local(ExplicitDelassus(blocks), colors);
    EXPECT_EQ(local.explicit_matrix()->toDense(), blocks);

    std::vector<Cone> cones{Cone::second_order(0, 2, 0.1),
                            Cone::inactive(2, 3),
                            Cone::inactive(5, 1),
                            Cone::second_order(6, 3, 0.2)};
    Eigen::MatrixXd   columns = model.W;
    columns.middleCols(2, 4).setZero();
    const Eigen::MatrixXd active =
      assemble_active(model.global, cones).explicit_matrix()->toDense();
    EXPECT_LT((active - columns).norm(), 1e-12 * columns.norm());
    EXPECT_EQ(active.middleCols(2, 4).norm(), 0.);
  }

  // Sparse ones, and the same with one entry that its counterpart lacks, or has
  // with another value.
  TEST(DelassusOperator, KnowsItsSymmetry)
  {
    std::mt19937                    generator(5);
    std::uniform_int_distribution<> place(0, 11);
    for (unsigned int trial = 0; trial < 40; ++trial)
      {
        Eigen::MatrixXd W = Eigen::MatrixXd::Identity(12, 12);
        for (unsigned int k = 0; k < 30; ++k)
          {
            const int i = place(generator), j = place(generator);
            if (i != j)
              W(i, j) = W(j, i) = 0.1 + 0.01 * k;
          }
        const auto is_symmetric_sparse = [](const Eigen::MatrixXd &dense) {
          return is_symmetric(ExplicitDelassus(dense.sparseView()));
        };
        EXPECT_TRUE(is_symmetric_sparse(W));
        for (int i = 0; i < 12; ++i)
          for (int j = 0; j < 12; ++j)
            if (i != j)
              for (const double value : {0., 0.05, 1e-9})
                {
                  Eigen::MatrixXd changed = W;
                  changed(i, j)           = value;
                  EXPECT_EQ(is_symmetric_sparse(changed), W(i, j) == value)
                    << i << ' ' << j;
                }
      }
  }
} // namespace delassus_operator_test
