// SPDX-License-Identifier: Apache-2.0

// Gauss-Seidel sweeps without friction: by hand, against enumeration, redundant
// contacts, rows that no impulse can change.

#include "solver_fixture.h"

#include <percuss/complementarity/projected_gauss_seidel.h>

using namespace percuss;
using enumeration::MatrixClass;
using Kind = Cone::Kind;

namespace
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
              SolverStatus::singular);
    const enumeration::Kinds joint = {Kind::unilateral, Kind::bilateral};
    EXPECT_EQ(run(W, Eigen::VectorXd{{-1., 0.}}, joint).report.status,
              SolverStatus::converged);
    EXPECT_EQ(run(W, Eigen::VectorXd{{-1., 1.}}, joint).report.status,
              SolverStatus::singular);
  }

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
} // namespace
