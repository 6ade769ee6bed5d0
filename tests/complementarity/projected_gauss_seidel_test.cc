// SPDX-License-Identifier: Apache-2.0

// Gauss-Seidel sweeps without friction: by hand, against enumeration, redundant
// contacts, rows that no impulse can change; when it looks at its residual.

#include "solver_fixture.h"

#include <percuss/complementarity/projected_gauss_seidel.h>

using namespace percuss;
using enumeration::MatrixClass;
using Kind = Cone::Kind;

namespace projected_gauss_seidel_test
{
  Result
  run(const Eigen::MatrixXd  &W,
      const Eigen::VectorXd  &b,
      enumeration::Kinds      kinds      = {},
      const SolverParameters &parameters = {})
  {
    if (kinds.empty())
      kinds.assign(b.size(), Kind::unilateral);
    ProjectedGaussSeidel solver(0, parameters);
    return solve(
      solver, ExplicitDelassus(W), b, kinds, Eigen::VectorXd::Zero(b.size()));
  }

  // W = (2 1; 1 2), b = -(3, 3): p_1 = 3/2, then p_2 = (3 - 3/2) / 2 = 3/4,
  // then p_1 = 9/8, p_2 = 15/16: the error is divided by four.
  TEST(ProjectedGaussSeidel, SweepsByHand)
  {
    const Eigen::MatrixXd W{{2., 1.}, {1., 2.}};
    const Eigen::VectorXd b{{-3., -3.}};
    const Result          two = run(W, b, {}, {.max_iterations = 2});
    EXPECT_EQ(two.report.status, SolverStatus::iteration_limit);
    EXPECT_EQ(two.report.iterations, 2u);
    EXPECT_DOUBLE_EQ(two.p[0], 9. / 8.);
    EXPECT_DOUBLE_EQ(two.p[1], 15. / 16.);
    // Row 1 violates its law by 9/4 + 15/16 - 3, in units of the data.
    EXPECT_DOUBLE_EQ(two.report.residual, (3. / 16.) / 3.);
    EXPECT_EQ(run(W, b).report.status, SolverStatus::converged);
  }

  TEST(ProjectedGaussSeidel, AgreesWithEnumeration)
  {
    std::mt19937 generator(51);
    for (int k = 0; k < 100; ++k)
      {
        const int  n = 1 + k % 8;
        const auto W =
          enumeration::random_matrix(MatrixClass::spd, n, generator);
        const auto         b = enumeration::random_vector(n, generator);
        enumeration::Kinds kinds;
        for (int i = 0; i < n; ++i)
          kinds.push_back(static_cast<Kind>(generator() % 3));
        const auto exact = enumeration::solutions(W, b, kinds);
        ASSERT_EQ(exact.size(), 1u);
        const Result result = run(W, b, kinds);
        ASSERT_EQ(result.report.status, SolverStatus::converged);
        EXPECT_LT((result.p - exact[0]).norm(), 1e-7);
      }
  }

  // A rigid bar in the plane falls flat on n points: W has rank two.
  TEST(ProjectedGaussSeidel, RedundantContacts)
  {
    for (int n = 3; n <= 8; ++n)
      {
        Eigen::MatrixXd G(n, 2);
        G.col(0).setOnes();
        G.col(1).setLinSpaced(-1., 1.);
        const Eigen::Vector2d v(-1., 0.3);
        const Result          result = run(G * G.transpose(), G * v);
        ASSERT_EQ(result.report.status, SolverStatus::converged);
        EXPECT_LT((v + G.transpose() * result.p).norm(), 1e-9);
      }
  }

  TEST(ProjectedGaussSeidel, RowsThatNoImpulseChanges)
  {
    const Eigen::MatrixXd W{{1., 0.}, {0., 0.}};
    EXPECT_EQ(run(W, Eigen::VectorXd{{-1., 1.}}).report.status,
              SolverStatus::converged);
    EXPECT_EQ(run(W, Eigen::VectorXd{{-1., -1.}}).report.status,
              SolverStatus::infeasible);
    const enumeration::Kinds joint = {Kind::unilateral, Kind::bilateral};
    EXPECT_EQ(run(W, Eigen::VectorXd{{-1., 0.}}, joint).report.status,
              SolverStatus::converged);
    EXPECT_EQ(run(W, Eigen::VectorXd{{-1., 1.}}, joint).report.status,
              SolverStatus::infeasible);
  }

  /** W that counts the residuals that are looked at, one product each. */
  class CountingDelassus final : public DelassusOperator
  {
  public:
    explicit CountingDelassus(const Eigen::MatrixXd &matrix)
      : W(matrix)
    {
      set_row_scale({W.row_scale().begin(), W.row_scale().end()},
                    W.is_finite());
    }

    void
    apply(const std::span<const double> p,
          const std::span<double>       u) const override
    {
      ++n_products;
      W.apply(p, u);
    }

    const Matrix *
    explicit_matrix() const override
    {
      return W.explicit_matrix();
    }

    mutable unsigned int n_products = 0;

  private:
    ExplicitDelassus W;
  };

  // 20 bodies in a row that hold each other: the error falls by
  // cos^2(pi/21) in each sweep. s_i = sqrt(2), b is 1/sqrt(2) in its units.
  class SlowSweeps : public testing::TestWithParam<double>
  {
  protected:
    SlowSweeps()
      : W(2. * Eigen::MatrixXd::Identity(20, 20))
      , b(Eigen::VectorXd::Constant(20, GetParam()))
    {
      W.diagonal(1).setConstant(-1.);
      W.diagonal(-1).setConstant(-1.);
    }

    struct Sweeps
    {
      Result       result;
      unsigned int n_residuals;
    };

    Sweeps
    run_until(const unsigned int limit) const
    {
      const CountingDelassus op(W);
      ProjectedGaussSeidel   solver(0, {.max_iterations = limit});
      Result                 result = solve(solver,
                            op,
                            b,
                            enumeration::Kinds(20, Kind::bilateral),
                            Eigen::VectorXd::Zero(20));
      EXPECT_NEAR(result.report.residual,
                  (W * result.p + b).lpNorm<Eigen::Infinity>(),
                  1e-13)
        << limit;
      EXPECT_LE(result.report.iterations, limit);
      return {result, op.n_products};
    }

    Eigen::MatrixXd W;
    Eigen::VectorXd b;
  };

  // In the first three sweeps, in every 50th and in the last.
  TEST_P(SlowSweeps, LooksAtItsResidualNowAndThen)
  {
    for (const unsigned int limit : {0u, 1u, 3u, 4u, 47u, 50u, 51u, 120u, 500u})
      {
        const auto [result, n_residuals] = run_until(limit);
        EXPECT_EQ(result.report.status, SolverStatus::iteration_limit);
        EXPECT_EQ(result.report.iterations, limit);
        EXPECT_LE(n_residuals, 4u + limit / 50u) << limit;
      }
  }

  // And where little changes, here in the last third: no sweep is in vain.
  TEST_P(SlowSweeps, EndsAsSoonAsItIsThere)
  {
    const auto [result, n_residuals] = run_until(5000);
    EXPECT_EQ(result.report.status, SolverStatus::converged);
    const unsigned int n_sweeps = result.report.iterations;
    EXPECT_LT(n_residuals, n_sweeps / 2u);
    EXPECT_NE(n_sweeps % 50u, 0u);
    EXPECT_EQ(run_until(n_sweeps - 1u).result.report.status,
              SolverStatus::iteration_limit);
  }

  INSTANTIATE_TEST_SUITE_P(ProjectedGaussSeidel,
                           SlowSweeps,
                           testing::Values(1., -1.));

  // Two walls that approach each other: never converged, whatever the number.
  TEST(ProjectedGaussSeidel, InfeasibleIsNotUsable)
  {
    const Result result = run(Eigen::MatrixXd{{1., -1.}, {-1., 1.}},
                              Eigen::VectorXd{{-1., 0.5}},
                              {},
                              {.max_iterations = 100});
    EXPECT_EQ(result.report.status, SolverStatus::iteration_limit);
    EXPECT_GT(result.report.residual, 0.1);
  }
} // namespace projected_gauss_seidel_test
