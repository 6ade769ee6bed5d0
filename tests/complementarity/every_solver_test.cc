// SPDX-License-Identifier: Apache-2.0

// What every solver must get right: closed forms, agreement with enumeration,
// degenerate, redundant and infeasible problems, mixed cones, invalid data.

#include "solver_fixture.h"

#include <limits>

using namespace percuss;
using enumeration::MatrixClass;
using Kind = Cone::Kind;

namespace every_solver_test
{
  // 1 d.o.f. of mass 2 kg arriving at -3 m/s on a plastic wall: p = 6 N s; the
  // same leaving: p = 0.
  TEST_P(EverySolver, OneRow)
  {
    const Eigen::MatrixXd W{{0.5}};
    Result                result = solve(W, Eigen::VectorXd{{-3.}});
    EXPECT_EQ(result.report.status, SolverStatus::converged);
    EXPECT_DOUBLE_EQ(result.p[0], 6.);

    result = solve(W, Eigen::VectorXd{{3.}});
    EXPECT_EQ(result.report.status, SolverStatus::converged);
    EXPECT_EQ(result.p[0], 0.);

    result = solve(W, Eigen::VectorXd{{3.}}, {Kind::bilateral});
    EXPECT_EQ(result.report.status, SolverStatus::converged);
    EXPECT_DOUBLE_EQ(result.p[0], -6.);

    result = solve(W, Eigen::VectorXd{{-3.}}, {Kind::inactive});
    EXPECT_EQ(result.report.status, SolverStatus::converged);
    EXPECT_EQ(result.p[0], 0.);
  }

  // W = (2 1; 1 2): four data, one for each index set.
  TEST_P(EverySolver, TwoRows)
  {
    const Eigen::MatrixXd W{{2., 1.}, {1., 2.}};
    const Eigen::MatrixXd data{{1., 1.}, {-2., 1.}, {3., -2.}, {-3., -3.}};
    const Eigen::MatrixXd exact{{0., 0.}, {1., 0.}, {0., 1.}, {1., 1.}};
    for (int k = 0; k < 4; ++k)
      {
        const Result result = solve(W, data.row(k).transpose());
        EXPECT_EQ(result.report.status, SolverStatus::converged);
        EXPECT_LT((result.p - exact.row(k).transpose()).norm(), 1e-14);
      }
  }

  TEST_P(EverySolver, AgreesWithEnumeration)
  {
    std::mt19937 generator(20);
    for (const auto matrix_class : {MatrixClass::spd,
                                    MatrixClass::m_matrix,
                                    MatrixClass::positive_definite,
                                    MatrixClass::p_dominant,
                                    MatrixClass::p_triangular})
      for (int n = 1; n <= 8; ++n)
        for (int k = 0; k < 10; ++k)
          {
            const auto W =
              enumeration::random_matrix(matrix_class, n, generator);
            const auto b = enumeration::random_vector(n, generator);
            const auto exact =
              enumeration::solutions(W,
                                     b,
                                     enumeration::Kinds(n, Kind::unilateral));
            ASSERT_EQ(exact.size(), 1u);
            const Result result = solve(W, b);
            if (!treats(W))
              {
                EXPECT_EQ(result.report.status, SolverStatus::unsupported);
                continue;
              }
            ASSERT_EQ(result.report.status, SolverStatus::converged);
            EXPECT_LT((result.p - exact[0]).norm(), 1e-9);
          }
  }

  TEST_P(EverySolver, MixedConesAgreeWithEnumeration)
  {
    std::mt19937 generator(21);
    for (int k = 0; k < 100; ++k)
      {
        const int  n = 2 + k % 7;
        const auto W =
          enumeration::random_matrix(k % 2 == 0 ?
                                       MatrixClass::spd :
                                       MatrixClass::positive_definite,
                                     n,
                                     generator);
        const auto         b = enumeration::random_vector(n, generator);
        enumeration::Kinds kinds;
        for (int i = 0; i < n; ++i)
          kinds.push_back(static_cast<Kind>(generator() % 3));
        const auto exact = enumeration::solutions(W, b, kinds);
        ASSERT_EQ(exact.size(), 1u);
        const Result result = solve(W, b, kinds);
        if (!treats(W))
          continue;
        ASSERT_EQ(result.report.status, SolverStatus::converged);
        EXPECT_LT((result.p - exact[0]).norm(), 1e-9);
      }
  }

  // Contacts that close without impulse: b_i = 0 in some rows, then in all.
  TEST_P(EverySolver, Degenerate)
  {
    std::mt19937 generator(22);
    for (int k = 0; k < 50; ++k)
      {
        const int  n = 2 + k % 7;
        const auto W =
          enumeration::random_matrix(MatrixClass::spd, n, generator);
        // u = 0 and p = 0 together in the even rows.
        Eigen::VectorXd exact = Eigen::VectorXd::Zero(n);
        for (int i = 1; i < n; i += 2)
          exact[i] = 1. + i;
        const Result result = solve(W, -W * exact);
        ASSERT_EQ(result.report.status, SolverStatus::converged);
        EXPECT_LT((result.p - exact).norm(), 1e-9);
      }
    const Result at_rest =
      solve(Eigen::MatrixXd::Identity(3, 3), Eigen::VectorXd::Zero(3));
    EXPECT_EQ(at_rest.report.status, SolverStatus::converged);
    EXPECT_EQ(at_rest.p.norm(), 0.);
    EXPECT_EQ(at_rest.report.residual, 0.);
    EXPECT_EQ(at_rest.report.iterations, 0u);
  }

  // A rigid bar in the plane on k > 2 points: W = G M^{-1} G^T has rank two.
  TEST_P(EverySolver, RedundantContacts)
  {
    for (int n = 3; n <= 8; ++n)
      {
        Eigen::MatrixXd G(n, 2);
        G.col(0).setOnes();
        G.col(1).setLinSpaced(-1., 1.);
        const Eigen::MatrixXd W = G * G.transpose();
        // Falling flat; turning; falling and turning.
        for (const Eigen::Vector2d &v : {Eigen::Vector2d(-1., 0.),
                                         Eigen::Vector2d(0., 1.),
                                         Eigen::Vector2d(-1., 0.3)})
          {
            const Result result = solve(W, G * v);
            ASSERT_EQ(result.report.status, SolverStatus::converged);
            // The velocity after the impact is unique, p is not.
            const Eigen::Vector2d v_new = v + G.transpose() * result.p;
            const Eigen::Vector2d exact =
              v[0] == 0. ? Eigen::Vector2d(0.5, 0.5) : Eigen::Vector2d(0., 0.);
            EXPECT_LT((v_new - exact).norm(), 1e-9);
          }
      }
  }

  // b_i < 0 in a row without a positive entry; the other way round in joints.
  TEST_P(EverySolver, RowsThatNoImpulseRaisesAreInfeasible)
  {
    const auto is_infeasible = [&](const Eigen::MatrixXd    &W,
                                   const Eigen::VectorXd    &b,
                                   const enumeration::Kinds &kinds = {}) {
      const auto expected =
        treats(W) ? SolverStatus::infeasible : SolverStatus::unsupported;
      EXPECT_EQ(solve(W, b, kinds).report.status, expected) << W << "\n" << b;
    };
    is_infeasible(Eigen::MatrixXd{{-1.}}, Eigen::VectorXd{{-1.}});
    is_infeasible(Eigen::MatrixXd{{0.}}, Eigen::VectorXd{{-1.}});
    for (const double first : {-1., 1.})
      {
        const Eigen::VectorXd b{{first, -1.}};
        is_infeasible(Eigen::MatrixXd{{2., 1.}, {-1., -1.}}, b);
        is_infeasible(Eigen::MatrixXd{{2., 1.}, {0., 0.}}, b);
        is_infeasible(Eigen::MatrixXd{{2., 0.}, {0., 0.}}, b);
        is_infeasible(Eigen::MatrixXd{{2., 1.}, {-1., 0.}}, b);
        is_infeasible(Eigen::MatrixXd{{-2., -1.}, {-1., -1e-3}}, b);
      }
  }

  // A body between two walls that approach each other: u_1 + u_2 < 0 always.
  TEST_P(EverySolver, InfeasibleIsReported)
  {
    const Eigen::MatrixXd W{{1., -1.}, {-1., 1.}};
    EXPECT_EQ(solve(W, Eigen::VectorXd{{-1., 0.5}}).report.status,
              SolverStatus::infeasible);
    EXPECT_EQ(solve(W, Eigen::VectorXd{{-1., 1.}}).report.status,
              SolverStatus::converged);
    EXPECT_EQ(
      solve(Eigen::MatrixXd::Zero(1, 1), Eigen::VectorXd{{-1.}}).report.status,
      SolverStatus::infeasible);
  }

  // Two joints at the same place: usable if they agree, else not.
  TEST_P(EverySolver, RedundantJoints)
  {
    const Eigen::MatrixXd    W     = Eigen::MatrixXd::Ones(3, 3);
    const enumeration::Kinds kinds = {Kind::bilateral,
                                      Kind::unilateral,
                                      Kind::bilateral};
    const Result agree = solve(W, Eigen::VectorXd{{2., 2., 2.}}, kinds);
    EXPECT_EQ(agree.report.status, SolverStatus::converged);
    EXPECT_NEAR(agree.p.sum(), -2., 1e-9);
    const Result disagree = solve(W, Eigen::VectorXd{{2., 2., 1.}}, kinds);
    EXPECT_FALSE(disagree.report.is_solution_usable());
    EXPECT_GT(disagree.report.residual, 0.1);
  }

  TEST_P(EverySolver, NotANumber)
  {
    const double          nan = std::numeric_limits<double>::quiet_NaN();
    const double          inf = std::numeric_limits<double>::infinity();
    const Eigen::MatrixXd I   = Eigen::MatrixXd::Identity(2, 2);
    for (const double bad : {nan, inf, -inf})
      {
        EXPECT_EQ(solve(I, Eigen::VectorXd{{-1., bad}}).report.status,
                  SolverStatus::not_a_number);
        for (int j = 0; j < 2; ++j)
          {
            Eigen::MatrixXd W = I;
            W(0, j)           = bad;
            EXPECT_EQ(solve(W, Eigen::VectorXd{{-1., -1.}}).report.status,
                      SolverStatus::not_a_number);
          }
      }
  }

  INSTANTIATE_TEST_SUITE_P(
    ByName,
    EverySolver,
    testing::Values("lemke", "mprgp", "semismooth-newton", "automatic"),
    [](const auto &test) {
      std::string name = test.param;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });
} // namespace every_solver_test
