// SPDX-License-Identifier: Apache-2.0

// One contact with friction: modes by hand, the law, and an independent method.

#include "friction_fixture.h"

#include <percuss/complementarity/friction/one_contact.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

using namespace percuss;

namespace one_contact_test
{
  struct Solution
  {
    std::optional<ContactMode> mode;
    Eigen::VectorXd            p;
  };

  Solution
  solve(const Eigen::MatrixXd &W, const Eigen::VectorXd &b, const double mu)
  {
    const auto n = static_cast<std::size_t>(b.size());
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>
             row_major = W;
    Solution result{{}, Eigen::VectorXd::Constant(b.size(), 7.)};
    result.mode = solve_one_contact({row_major.data(), n * n},
                                    {b.data(), n},
                                    mu,
                                    {result.p.data(), n});
    return result;
  }

  void
  expect(const Solution        &solution,
         const ContactMode      mode,
         const Eigen::VectorXd &p)
  {
    ASSERT_TRUE(solution.mode.has_value());
    EXPECT_EQ(*solution.mode, mode);
    EXPECT_LT((solution.p - p).norm(), 1e-14 * (1. + p.norm()));
  }

  // A particle of mass 1/2 kg falls on a plane: W = 2 I.
  TEST(OneContact, ParticleInThePlane)
  {
    const Eigen::Matrix2d W = 2. * Eigen::Matrix2d::Identity();
    expect(solve(W, Eigen::Vector2d(3., 5.), 0.5),
           ContactMode::take_off,
           Eigen::Vector2d(0., 0.));
    expect(solve(W, Eigen::Vector2d(-4., 1.), 0.5),
           ContactMode::stick,
           Eigen::Vector2d(2., -0.5));
    expect(solve(W, Eigen::Vector2d(-4., 6.), 0.5),
           ContactMode::slip,
           Eigen::Vector2d(2., -1.));
    expect(solve(W, Eigen::Vector2d(-4., -6.), 0.5),
           ContactMode::slip,
           Eigen::Vector2d(2., 1.));
    expect(solve(W, Eigen::Vector2d(-4., 6.), 0.),
           ContactMode::slip,
           Eigen::Vector2d(2., 0.));
  }

  // Equal masses in all directions, in any units; W differs by rounding.
  TEST(OneContact, IsotropicInSpace)
  {
    std::mt19937                     generator(3);
    std::normal_distribution<double> normal;
    unsigned int                     n_stick = 0, n_slip = 0;
    for (unsigned int k = 0; k < 300; ++k)
      {
        const double    w  = std::pow(10., 6. * normal(generator));
        const double    mu = std::array{0., 0.3, 1., 5.}[k % 4];
        Eigen::Matrix3d W  = w * Eigen::Matrix3d::Identity();
        if (k % 2 == 0)
          W(1, 2) = W(2, 1) = 3e-16 * w;
        const Eigen::Vector3d b(-std::abs(normal(generator)),
                                normal(generator),
                                normal(generator));
        const double          b_T    = b.tail<2>().norm();
        const bool            sticks = b_T <= -mu * b[0];
        Eigen::Vector3d       P      = -b / w;
        if (!sticks)
          P.tail<2>() *= -mu * b[0] / b_T;
        (sticks ? n_stick : n_slip) += 1;
        const Solution solution = solve(W, b, mu);
        ASSERT_TRUE(solution.mode.has_value());
        EXPECT_EQ(*solution.mode,
                  sticks ? ContactMode::stick : ContactMode::slip);
        EXPECT_LT((solution.p - P).norm(), 1e-14 * P.norm());
      }
    EXPECT_GT(n_stick, 50u);
    EXPECT_GT(n_slip, 50u);
  }

  // The same in space, slipping in the direction (3, 4) / 5.
  TEST(OneContact, ParticleInSpace)
  {
    const Eigen::Matrix3d W = 2. * Eigen::Matrix3d::Identity();
    expect(solve(W, Eigen::Vector3d(0., 5., 1.), 0.5),
           ContactMode::take_off,
           Eigen::Vector3d(0., 0., 0.));
    expect(solve(W, Eigen::Vector3d(-4., 0.6, -0.8), 0.5),
           ContactMode::stick,
           Eigen::Vector3d(2., -0.3, 0.4));
    expect(solve(W, Eigen::Vector3d(-4., 9., 12.), 0.5),
           ContactMode::slip,
           Eigen::Vector3d(2., -0.6, -0.8));
    expect(solve(W, Eigen::Vector3d(-4., -9., 12.), 0.),
           ContactMode::slip,
           Eigen::Vector3d(2., 0., 0.));
  }

  // A rod struck off its centre: W = (4 1; 1 2), b_N = -4. Slip to the right
  // (p_T = -p_N / 2): p_N = 8/7, u_T = b_T + p_N - p_N. To the left: p_N = 8/9.
  TEST(OneContact, NormalAndTangentialMotionCoupled)
  {
    const Eigen::Matrix2d W{{4., 1.}, {1., 2.}};
    expect(solve(W, Eigen::Vector2d(-4., 2.), 0.5),
           ContactMode::slip,
           Eigen::Vector2d(8. / 7., -4. / 7.));
    expect(solve(W, Eigen::Vector2d(-4., -3.), 0.5),
           ContactMode::slip,
           Eigen::Vector2d(8. / 9., 4. / 9.));
    // u = 0: p = -W^{-1} (-4, -2) = (6, 4) / 7, in the cone for mu = 0.7.
    expect(solve(W, Eigen::Vector2d(-4., -2.), 0.7),
           ContactMode::stick,
           Eigen::Vector2d(6. / 7., 4. / 7.));
  }

  TEST(OneContact, WithoutTangentIsUnilateral)
  {
    const Eigen::MatrixXd W{{4.}};
    expect(solve(W, Eigen::VectorXd{{-2.}}, 0.3),
           ContactMode::stick,
           Eigen::VectorXd{{0.5}});
    expect(solve(W, Eigen::VectorXd{{2.}}, 0.3),
           ContactMode::take_off,
           Eigen::VectorXd{{0.}});
  }

  // The exact solution against p <- proj_K(p - rho û), which uses neither modes
  // nor angles and converges if mu is small; then many mu against the law.
  TEST(OneContact, AgreesWithAFixedPointIteration)
  {
    std::mt19937                     generator(31);
    std::normal_distribution<double> normal;
    int                              count[3] = {0, 0, 0};
    for (int k = 0; k < 300; ++k)
      {
        const int             dim = 2 + k % 2;
        const double          mu  = 0.2;
        const Eigen::MatrixXd W =
          Eigen::MatrixXd::Identity(dim, dim) +
          0.3 * friction::random_delassus(dim, 1, dim + 1, generator);
        const Eigen::VectorXd b = Eigen::VectorXd::NullaryExpr(dim, [&]() {
          return normal(generator);
        });
        const Solution        solution = solve(W, b, mu);
        ASSERT_TRUE(solution.mode.has_value());
        ++count[static_cast<int>(*solution.mode)];

        const double    rho = 1. / W.norm();
        Eigen::VectorXd p   = Eigen::VectorXd::Zero(dim);
        for (int iteration = 0; iteration < 3000; ++iteration)
          {
            Eigen::VectorXd u = W * p + b;
            u[0] += mu * u.tail(dim - 1).norm();
            p -= rho * u;
            project_onto_second_order_cone(mu,
                                           {p.data(),
                                            static_cast<std::size_t>(dim)});
          }
        EXPECT_LT((solution.p - p).norm(), 1e-10);
      }
    for (const int n : count)
      EXPECT_GT(n, 5);
  }

  TEST(OneContact, ObeysTheLawForEveryFrictionCoefficient)
  {
    std::mt19937                     generator(32);
    std::normal_distribution<double> normal;
    double                           worst = 0.;
    for (int k = 0; k < 100000; ++k)
      {
        const int    dim = 2 + k % 2;
        const double mu  = std::exp(2. * normal(generator));
        // Every second matrix is not symmetric.
        Eigen::MatrixXd W =
          friction::random_delassus(dim, 1, dim + 2, generator);
        if (k % 4 > 1)
          {
            Eigen::MatrixXd skew =
              Eigen::MatrixXd::NullaryExpr(dim, dim, [&]() {
                return normal(generator);
              });
            W += skew - skew.transpose().eval();
          }
        const Eigen::VectorXd b = Eigen::VectorXd::NullaryExpr(dim, [&]() {
          return normal(generator);
        });
        const Solution        solution = solve(W, b, mu);
        ASSERT_TRUE(solution.mode.has_value()) << W << "\n" << b << "\n" << mu;
        const double violation =
          friction::violation(mu, solution.p, W * solution.p + b) /
          (1. + solution.p.squaredNorm() * (1. + mu));
        worst = std::max(worst, violation);
      }
    EXPECT_LT(worst, 1e-10);
  }
} // namespace one_contact_test
