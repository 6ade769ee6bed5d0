// SPDX-License-Identifier: Apache-2.0

// The augmented Lagrangian method for contacts with sliding speeds that are held.

#include "friction_fixture.h"

#include <percuss/complementarity/friction/augmented_lagrangian.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace percuss;

namespace augmented_lagrangian_test
{
  constexpr double       accuracy    = 1e-12;
  constexpr unsigned int max_systems = 2000;

  /** Systems to the accuracy, or the limit. */
  unsigned int
  systems(friction::ScaledProblem &given,
          const Eigen::VectorXd   &w,
          const Eigen::VectorXd   &from_here)
  {
    AugmentedLagrangian method;
    method.start(given.scaled, w, from_here);
    unsigned int n = 0;
    while (friction::residual_of_held(given, w, method.impulse()) > accuracy)
      if (!method.step(max_systems, n))
        return max_systems;
    return n;
  }

  // Redundant contacts and others, from no impulse.
  TEST(AugmentedLagrangian, ComeToASolutionFromAnywhere)
  {
    std::mt19937              generator(91);
    std::vector<unsigned int> from_far;
    friction::for_each_feasible_problem(
      {2, 3, 6},
      {1, 3, 10, 40},
      {0., 0.1, 0.5, 1.5},
      3,
      generator,
      [&](const auto &W, const auto &b, const auto &cones) {
        friction::ScaledProblem given(W, b, cones);
        const auto w = friction::random_speeds(b.size(), generator);
        from_far.push_back(systems(given, w, Eigen::VectorXd::Zero(b.size())));
      });
    std::ranges::sort(from_far);
    RecordProperty("most from far", static_cast<int>(from_far.back()));
    EXPECT_LE(from_far[from_far.size() / 2], 60u);
    EXPECT_LE(from_far.back(), 300u);
  }

  // P = U = 0 at a contact that is there twice.
  TEST(AugmentedLagrangian, ReachRoundingWhereContactsAreDegenerate)
  {
    const Eigen::MatrixXd G = Eigen::MatrixXd::Identity(9, 6) +
                              Eigen::MatrixXd::Identity(6, 9).transpose();
    Eigen::MatrixXd H           = G;
    H.bottomRows(3)             = G.topRows(3);
    const Eigen::MatrixXd W     = H * H.transpose();
    const auto            cones = friction::cones(3, 3, 0.5);
    Eigen::VectorXd       b     = Eigen::VectorXd::Zero(9);
    b[3]                        = -1.;
    friction::ScaledProblem given(W, b, cones);
    const Eigen::VectorXd   w = Eigen::VectorXd::Zero(9);
    EXPECT_LE(systems(given, w, Eigen::VectorXd::Zero(9)), 60u);
  }

  // Rows of all kinds beside contacts: each keeps its own condition.
  TEST(AugmentedLagrangian, TakeRowsOfAllKinds)
  {
    std::mt19937            generator(92);
    const std::vector<Cone> cones = {Cone::second_order(0, 3, 0.4),
                                     {Cone::Kind::unilateral, 3, 2, 0.},
                                     {Cone::Kind::inactive, 5, 2, 0.},
                                     {Cone::Kind::bilateral, 7, 2, 0.},
                                     Cone::second_order(9, 2, 0.8),
                                     Cone::second_order(11, 3, 0.)};
    for (const int n_dofs : {14, 30})
      for (int k = 0; k < 20; ++k)
        {
          const Eigen::MatrixXd G =
            Eigen::MatrixXd::NullaryExpr(14, n_dofs, [&generator]() {
              return std::normal_distribution<double>()(generator);
            });
          Eigen::MatrixXd         W = G * G.transpose();
          const Eigen::VectorXd   b = enumeration::random_vector(14, generator);
          friction::ScaledProblem given(W, b, cones);
          const auto              w = friction::random_speeds(14, generator);
          EXPECT_LE(
            systems(given, w, enumeration::random_vector(14, generator)), 500u)
            << n_dofs << ' ' << k;
        }
  }

  // As schemes make it whose impulses act at another time than velocities: then f
  // is no slope.
  TEST(AugmentedLagrangian, TakeAMatrixThatIsNotSymmetric)
  {
    std::mt19937 generator(93);
    for (const int n_contacts : {1, 10, 40})
      for (int k = 0; k < 5; ++k)
        {
          const auto      cones = friction::cones(3, n_contacts, 0.7);
          Eigen::MatrixXd W =
            friction::random_delassus(3, n_contacts, 6 * n_contacts, generator);
          const Eigen::MatrixXd A =
            friction::random_delassus(3, n_contacts, 6 * n_contacts, generator);
          W += 0.1 * Eigen::MatrixXd(A.triangularView<Eigen::StrictlyUpper>());
          W -= 0.1 * Eigen::MatrixXd(
                       A.triangularView<Eigen::StrictlyUpper>().transpose());
          const Eigen::VectorXd b =
            friction::strictly_feasible(W, cones, generator);
          friction::ScaledProblem given(W, b, cones);
          EXPECT_LE(systems(given,
                            friction::random_speeds(b.size(), generator),
                            Eigen::VectorXd::Zero(b.size())),
                    500u)
            << n_contacts << ' ' << k;
        }
  }

  // Where nothing opens the contact: the end is said, after few systems.
  TEST(AugmentedLagrangian, EndWhereThereIsNoSolution)
  {
    Eigen::MatrixXd W = Eigen::MatrixXd::Zero(4, 4);
    W(0, 0) = W(2, 2) = 1.;
    W(0, 2) = W(2, 0) = -1.; // u_N of both cannot be positive
    Eigen::VectorXd b = Eigen::VectorXd::Zero(4);
    b[0] = b[2]                   = -1.;
    const auto              cones = friction::cones(2, 2, 0.5);
    friction::ScaledProblem given(W, b, cones);
    EXPECT_EQ(systems(given,
                      Eigen::VectorXd::Zero(4),
                      Eigen::VectorXd::Zero(4)),
              max_systems);
    AugmentedLagrangian method;
    method.start(given.scaled,
                 Eigen::VectorXd::Zero(4),
                 Eigen::VectorXd::Zero(4));
    unsigned int n = 0;
    while (method.step(max_systems, n))
      ;
    EXPECT_LT(n, 300u);
  }
} // namespace augmented_lagrangian_test
