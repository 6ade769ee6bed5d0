// SPDX-License-Identifier: Apache-2.0

// What proves that there is no solution, and what does not.

#include "lcp_collection.h"

#include <percuss/complementarity/infeasibility_certificate.h>

#include <gtest/gtest.h>

using namespace percuss;
using lcp_collection::Problem;

namespace infeasibility_certificate_test
{
  bool
  proves(const Problem &problem, const std::vector<double> &d)
  {
    std::vector<double> work(d.size());
    return is_infeasibility_certificate(problem.view(), d, work);
  }

  // A body between two walls that approach each other.
  TEST(InfeasibilityCertificate, OfABodyBetweenTwoWalls)
  {
    const Eigen::MatrixXd W{{1., -1.}, {-1., 1.}};
    const Problem         squeezed(W, Eigen::VectorXd{{-1., 0.5}});
    EXPECT_TRUE(proves(squeezed, {1., 1.}));
    EXPECT_TRUE(proves(squeezed, {1e-30, 1e-30}));
    EXPECT_FALSE(proves(squeezed, {0., 0.}));
    EXPECT_FALSE(proves(squeezed, {1., 1.0001})); // u·d depends on p
    EXPECT_FALSE(proves(squeezed, {-1., -1.}));
    EXPECT_FALSE(proves(squeezed, {1., NAN}));
    EXPECT_FALSE(
      proves(Problem(W, Eigen::VectorXd{{-1., 1.}}), {1., 1.})); // b·d = 0
  }

  TEST(InfeasibilityCertificate, LivesInTheCone)
  {
    // W^T d <= 0 where d is in K.
    const Eigen::MatrixXd W{{-1., 0.}, {-2., 0.}};
    Problem               problem(W, Eigen::VectorXd{{-1., -1.}});
    EXPECT_TRUE(proves(problem, {1., 0.}));
    EXPECT_TRUE(proves(problem, {1., 1.}));
    EXPECT_FALSE(proves(problem, {2., -0.5}));
    problem.cones[1].kind = Cone::Kind::inactive; // p_2 = 0
    EXPECT_TRUE(proves(problem, {1., 0.}));
    EXPECT_FALSE(proves(problem, {1., 1.}));
    problem.cones[1].kind = Cone::Kind::bilateral; // p_2 free
    EXPECT_TRUE(proves(problem, {1., 1.}));
    EXPECT_TRUE(proves(problem, {2., -0.5}));
    problem.cones[0].kind = Cone::Kind::bilateral; // u_1 = 0: W^T d = 0
    EXPECT_FALSE(proves(problem, {1., 0.}));
    EXPECT_TRUE(proves(problem, {2., -1.}));
  }

  // u·d = p·W d + b·d has room for p where every row adds a little to W d: the
  // mean of a chain is no certificate.
  TEST(InfeasibilityCertificate, AddsUpTheRows)
  {
    const int           n = 20000;
    const Problem       chain(lcp_collection::chain(n),
                        lcp_collection::Vector::Constant(n, -1.));
    std::vector<double> d;
    for (int i = 0; i < n; ++i)
      d.push_back(std::sin(M_PI * (i + 1.) / (n + 1.)));
    EXPECT_FALSE(proves(chain, d));
    const Problem wall(Eigen::MatrixXd{{1., -1.}, {-1., 1.}},
                       Eigen::VectorXd{{-1., 0.5}});
    EXPECT_TRUE(proves(wall, {1., 1. + 2e-9}));
    EXPECT_FALSE(proves(wall, {1., 1. + 8e-9}));
  }

  // W d = 0, d >= 0 and b·d < 0, but p = (1, 0) solves it: W^T d counts.
  TEST(InfeasibilityCertificate, UsesTheTransposedMatrix)
  {
    const Eigen::MatrixXd W{{1., -1.}, {2., -2.}};
    const Problem         problem(W, Eigen::VectorXd{{-1., -0.5}});
    EXPECT_EQ(natural_map_residual(problem.view(), std::vector{1., 0.}), 0.);
    EXPECT_FALSE(proves(problem, {1., 1.}));
  }

  std::optional<unsigned int>
  infeasible_row_of(const Eigen::MatrixXd   &W,
                    const Eigen::VectorXd   &b,
                    const std::vector<Cone> &cones)
  {
    const ExplicitDelassus operator_W(W);
    return infeasible_row({operator_W,
                           {b.data(), static_cast<std::size_t>(b.size())},
                           cones},
                          1e-10);
  }

  // W turns the sign of b_2 or not, as p_1 has one or both signs.
  TEST(InfeasibleRow, DependsOnTheConesOfAllImpulses)
  {
    using Kind = Cone::Kind;
    for (const auto first : {Kind::unilateral, Kind::bilateral, Kind::inactive})
      for (const auto second :
           {Kind::unilateral, Kind::bilateral, Kind::inactive})
        for (const double w : {-1., 0., 1.})
          for (const double b : {-1., 0., 1.})
            {
              const bool is_defect =
                second == Kind::unilateral ? b < 0. : b != 0.;
              const bool is_reached = first == Kind::bilateral  ? w != 0. :
                                      first == Kind::unilateral ? w * b < 0. :
                                                                  false;
              const auto row =
                infeasible_row_of(Eigen::MatrixXd{{1., 0.}, {w, 0.}},
                                  Eigen::VectorXd{{0., b}},
                                  {{first, 0, 1, 0.}, {second, 1, 1, 0.}});
              EXPECT_EQ(row.has_value(),
                        second != Kind::inactive && is_defect && !is_reached);
              if (row)
                {
                  EXPECT_EQ(*row, 1u);
                }
            }
  }

  // Friction of at most mu P_N raises u_2 by mu |W_T|.
  TEST(InfeasibleRow, OfAContactBesideFriction)
  {
    Eigen::MatrixXd W = Eigen::MatrixXd::Identity(4, 4);
    W.row(3) << -1., 3., -4., 0.;
    const Eigen::VectorXd b{{-1., 0., 0., -1.}};
    for (const double mu : {0., 0.19, 0.21, 1.})
      {
        const std::vector<Cone> cones{Cone::second_order(0, 3, mu),
                                      Cone::unilateral(3)};
        EXPECT_EQ(infeasible_row_of(W, b, cones).has_value(), 5. * mu < 1.);
      }
  }

  // Tangential rows ask for nothing; a defect within the tolerance is none.
  TEST(InfeasibleRow, NeedsADefect)
  {
    const Eigen::MatrixXd   W{{1., 0.}, {0., 0.}};
    const std::vector<Cone> rough{Cone::second_order(0, 2, 0.3)};
    EXPECT_FALSE(infeasible_row_of(W, Eigen::VectorXd{{-1., -1.}}, rough));
    const std::vector<Cone> cones{Cone::unilateral(0), Cone::unilateral(1)};
    EXPECT_TRUE(infeasible_row_of(W, Eigen::VectorXd{{-1., -1e-9}}, cones));
    EXPECT_FALSE(infeasible_row_of(W, Eigen::VectorXd{{-1., -1e-11}}, cones));
  }
} // namespace infeasibility_certificate_test
