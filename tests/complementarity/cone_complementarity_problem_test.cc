// SPDX-License-Identifier: Apache-2.0

// The natural map residual: zero at solutions only, invariant under units.

#include "solver_fixture.h"

#include <cmath>

using namespace percuss;
using Kind = Cone::Kind;

namespace cone_complementarity_problem_test
{
  double
  residual(const Eigen::MatrixXd    &W,
           const Eigen::VectorXd    &b,
           const Eigen::VectorXd    &p,
           const enumeration::Kinds &kinds)
  {
    const ExplicitDelassus op(W);
    const auto             cones = make_cones(kinds);
    return natural_map_residual({op, {b.data(), kinds.size()}, cones},
                                {p.data(), kinds.size()});
  }

  // All the rows are one contact.
  double
  friction_residual(const Eigen::MatrixXd &W,
                    const Eigen::VectorXd &b,
                    const Eigen::VectorXd &p,
                    const double           mu)
  {
    const auto              n = static_cast<unsigned int>(b.size());
    const ExplicitDelassus  op(W);
    const std::vector<Cone> cones = {Cone::second_order(0, n, mu)};
    return natural_map_residual({op, {b.data(), n}, cones}, {p.data(), n});
  }

  TEST(ConeComplementarityProblem, ProjectionsOfOneRow)
  {
    EXPECT_EQ(project_row(Kind::inactive, -2.), 0.);
    EXPECT_EQ(project_row(Kind::inactive, 2.), 0.);
    EXPECT_EQ(project_row(Kind::unilateral, -2.), 0.);
    EXPECT_EQ(project_row(Kind::unilateral, 2.), 2.);
    EXPECT_EQ(project_row(Kind::bilateral, -2.), -2.);
  }

  // W = 4, b = -2: s = 2, scale 1, solution p = 1/2. By hand, the residual is
  // |min(2 p, (4 p - 2) / 2)|.
  TEST(ConeComplementarityProblem, ResidualOfOneRow)
  {
    const Eigen::MatrixXd W{{4.}};
    const Eigen::VectorXd b{{-2.}};
    for (const double p : {-1., 0., 0.25, 0.5, 1.})
      EXPECT_DOUBLE_EQ(residual(W, b, Eigen::VectorXd{{p}}, {Kind::unilateral}),
                       std::abs(std::min(2. * p, (4. * p - 2.) / 2.)));
    EXPECT_DOUBLE_EQ(residual(W, -b, Eigen::VectorXd{{0.}}, {Kind::bilateral}),
                     1.);
    // An open contact must not carry an impulse; its b is no scale.
    EXPECT_DOUBLE_EQ(residual(Eigen::MatrixXd::Identity(2, 2),
                              Eigen::VectorXd{{2., 100.}},
                              Eigen::VectorXd{{0., 3.}},
                              {Kind::unilateral, Kind::inactive}),
                     1.5);
  }

  // A velocity that rounding would lose beside the impulse still counts.
  TEST(ConeComplementarityProblem, ImpulsesWithoutBoundSolveNothing)
  {
    const Eigen::MatrixXd W{{0., 0.}, {0., 1.}};
    for (const Kind kind : {Kind::unilateral, Kind::bilateral})
      EXPECT_EQ(residual(W,
                         Eigen::VectorXd{{-1., 1.}},
                         Eigen::VectorXd{{1e20, 0.}},
                         {kind, Kind::unilateral}),
                1.);
    EXPECT_TRUE(std::isnan(row_defect(Kind::unilateral, 1., NAN)));
    EXPECT_TRUE(std::isnan(row_defect(Kind::bilateral, 1., NAN)));
  }

  TEST(ConeComplementarityProblem, ResidualWithoutData)
  {
    const Eigen::MatrixXd W = Eigen::MatrixXd::Identity(1, 1);
    const Eigen::VectorXd b{{0.}};
    EXPECT_EQ(residual(W, b, Eigen::VectorXd{{0.}}, {Kind::unilateral}), 0.);
    EXPECT_EQ(residual(W, b, Eigen::VectorXd{{1e-9}}, {Kind::unilateral}), 1.);
  }

  TEST(ConeComplementarityProblem, ResidualOfNonsenseIsNaN)
  {
    const Eigen::MatrixXd W = Eigen::MatrixXd::Identity(2, 2);
    const Eigen::VectorXd b{{-1., -1.}};
    EXPECT_TRUE(std::isnan(residual(
      W, b, Eigen::VectorXd{{NAN, 1.}}, {Kind::unilateral, Kind::unilateral})));
    EXPECT_TRUE(
      std::isnan(friction_residual(W, b, Eigen::VectorXd{{NAN, 1.}}, 0.5)));
    EXPECT_TRUE(
      std::isnan(friction_residual(W, b, Eigen::VectorXd{{1., NAN}}, 0.5)));
  }

  // Inside, in the polar cone, and between the two for mu = 3/4: (0, 5) goes to
  // the point of the ray (4, 3) / 5 at distance 3.
  TEST(ConeComplementarityProblem, ProjectionOntoTheFrictionCone)
  {
    const auto project = [](const double mu, std::vector<double> x) {
      project_onto_second_order_cone(mu, x);
      return x;
    };
    using Vector = std::vector<double>;
    EXPECT_EQ(project(0.75, {4., 2.9}), (Vector{4., 2.9}));
    EXPECT_EQ(project(0.75, {-4., 5.}), (Vector{0., 0.}));
    EXPECT_EQ(project(0.75, {-4., 0., -5.}), (Vector{0., 0., 0.}));
    const Vector plane = project(0.75, {0., 5.});
    EXPECT_DOUBLE_EQ(plane[0], 2.4);
    EXPECT_DOUBLE_EQ(plane[1], 1.8);
    const Vector space = project(0.75, {0., 3., -4.});
    EXPECT_DOUBLE_EQ(space[0], 2.4);
    EXPECT_DOUBLE_EQ(space[1], 1.08);
    EXPECT_DOUBLE_EQ(space[2], -1.44);
    EXPECT_EQ(project(0., {2., 3.}), (Vector{2., 0.}));
    EXPECT_EQ(project(0., {-2., 0.}), (Vector{0., 0.}));
    EXPECT_EQ(project(0., {-1.}), (Vector{0.}));
    EXPECT_EQ(project(0.5, {-1.}), (Vector{0.}));
    EXPECT_EQ(project(0.5, {1.}), (Vector{1.}));
  }

  // W = 4 I, b = (-8, 12), mu = 1/2, s = 2, scale 6: solution (2, -1), in slip.
  // At p = 0, û = (-2, 12), the point (1, -6) goes to 16/5 (1, -1/2). At p =
  // (2, 0), û = (6, 12) and the point (1, -6) again, seen from (4, 0).
  TEST(ConeComplementarityProblem, ResidualOfOneContactWithFriction)
  {
    const Eigen::MatrixXd W = 4. * Eigen::MatrixXd::Identity(2, 2);
    const Eigen::VectorXd b{{-8., 12.}};
    EXPECT_NEAR(friction_residual(W, b, Eigen::VectorXd{{2., -1.}}, 0.5),
                0.,
                1e-15);
    EXPECT_DOUBLE_EQ(friction_residual(W, b, Eigen::VectorXd{{0., 0.}}, 0.5),
                     std::hypot(3.2, 1.6) / 6.);
    EXPECT_DOUBLE_EQ(friction_residual(W, b, Eigen::VectorXd{{2., 0.}}, 0.5),
                     std::hypot(0.8, 1.6) / 6.);
    // Slip in the wrong direction, and an impulse outside the cone.
    EXPECT_GT(friction_residual(W, b, Eigen::VectorXd{{2., 1.}}, 0.5), 0.1);
    EXPECT_GT(friction_residual(W, b, Eigen::VectorXd{{2., -2.}}, 0.5), 0.1);
  }

  // The axes of the tangent plane are arbitrary, even if W is not isotropic.
  TEST(ConeComplementarityProblem, ResidualKnowsNoTangentialDirection)
  {
    const Eigen::MatrixXd W{{2., 0.3, 0.1}, {0.3, 9., 1.}, {0.1, 1., 0.5}};
    const Eigen::VectorXd b{{-1., 2., 3.}}, p{{0.7, -0.2, 0.1}};
    const double          c = std::cos(0.4), s = std::sin(0.4);
    const Eigen::MatrixXd Q{{1., 0., 0.}, {0., c, -s}, {0., s, c}};
    const double          r = friction_residual(W, b, p, 0.6);
    EXPECT_GT(r, 0.1);
    const double turned =
      friction_residual(Q * W * Q.transpose(), Q * b, Q * p, 0.6);
    const double scale = b.cwiseAbs().maxCoeff(); // by components
    EXPECT_NEAR(turned * (Q * b).cwiseAbs().maxCoeff(), r * scale, 1e-14);
  }

  // Other units in each row: W_ij -> c_i c_j a W_ij, b_i -> c_i v b_i, so
  // p_i -> v / (a c_i) p_i. Nothing that a solver says may change.
  class Units : public EverySolver
  {};

  TEST_P(Units, DoNotMatter)
  {
    std::mt19937 generator(23);
    for (int k = 0; k < 40; ++k)
      {
        const int  n = 1 + k % 8;
        const auto W = enumeration::random_matrix(enumeration::MatrixClass::spd,
                                                  n,
                                                  generator);
        const auto b = enumeration::random_vector(n, generator);
        const enumeration::Kinds kinds(n, Kind::unilateral);

        Eigen::VectorXd c = enumeration::random_vector(n, generator);
        c                 = (7. * c).array().exp().matrix(); // from 1e-3 to 1e3
        const double          a = 2.9e-7, v = 3.1e4;
        const Eigen::MatrixXd W_scaled =
          a * c.asDiagonal() * W * c.asDiagonal();
        const Eigen::VectorXd b_scaled = v * c.cwiseProduct(b);
        const auto            rescale  = [&](const Eigen::VectorXd &p) {
          return Eigen::VectorXd((v / a) * p.cwiseQuotient(c));
        };

        const Eigen::VectorXd guess = enumeration::random_vector(n, generator);
        const double          r     = residual(W, b, guess, kinds);
        EXPECT_GT(r, 1e-3);
        EXPECT_NEAR(residual(W_scaled, b_scaled, rescale(guess), kinds),
                    r,
                    1e-12 * r);

        const Result one = solve(W, b), other = solve(W_scaled, b_scaled);
        EXPECT_EQ(one.report.status, SolverStatus::converged);
        EXPECT_EQ(other.report.status, one.report.status);
        EXPECT_EQ(other.report.iterations, one.report.iterations);
        const Eigen::VectorXd expected = rescale(one.p);
        for (int i = 0; i < n; ++i)
          EXPECT_NEAR(other.p[i], expected[i], 1e-9 * std::abs(expected[i]));
      }
  }

  INSTANTIATE_TEST_SUITE_P(ByName,
                           Units,
                           testing::Values("lemke",
                                           "semismooth-newton",
                                           "automatic"));
} // namespace cone_complementarity_problem_test
