// SPDX-License-Identifier: Apache-2.0

// Friction in motion: a block that slides, stops and stays, on a plane and on
// an incline, step by step with exact impulses; friction never gives energy.

#include "friction_fixture.h"

#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace percuss;

namespace friction_energy_test
{
  class FrictionInMotion : public testing::TestWithParam<std::string>
  {};

  constexpr double mass = 2.5, gravity = 9.81, h = 0.01;

  // A block of one contact: W = I / m, velocity (v_N, v_T), weight (-g cos α,
  // g sin α e) with a tangential unit vector e. The velocity after the step.
  Eigen::VectorXd
  advance(ComplementaritySolver &solver,
          const Eigen::VectorXd &velocity,
          const double           slope,
          const double           mu,
          Eigen::VectorXd       &p)
  {
    const auto             n = static_cast<std::size_t>(velocity.size());
    const ExplicitDelassus W(
      Eigen::MatrixXd::Identity(velocity.size(), velocity.size()) / mass);
    Eigen::VectorXd free = velocity;
    free[0] -= h * gravity * std::cos(slope);
    free[1] += h * gravity * std::sin(slope);
    const auto         cones = friction::cones(static_cast<int>(n), 1, mu);
    const SolverReport report =
      solver.solve({W, {free.data(), n}, cones}, {p.data(), n});
    EXPECT_EQ(report.status, SolverStatus::converged);
    return free + p / mass;
  }

  // Slowed down by mu g until it stops, exactly as the continuous motion but
  // for the step in which it stops; the direction stays what it was.
  TEST_P(FrictionInMotion, BlockSlidesStopsAndStays)
  {
    const double mu = 0.3;
    for (const int dim : {2, 3})
      {
        const auto      solver = make_solver(GetParam(), 3);
        Eigen::VectorXd v(dim), p = Eigen::VectorXd::Zero(dim);
        v << Eigen::VectorXd::Zero(1),
          Eigen::VectorXd{{-1.2, 0.9}}.head(dim - 1);
        const Eigen::VectorXd start = v.tail(dim - 1);
        for (int k = 1; k <= 100; ++k)
          {
            v = advance(*solver, v, 0., mu, p);
            const double speed =
              std::max(0., start.norm() - mu * gravity * h * k);
            EXPECT_NEAR(v[0], 0., 1e-9);
            EXPECT_LT((v.tail(dim - 1) - speed * start.normalized()).norm(),
                      1e-9);
            EXPECT_NEAR(p[0], mass * gravity * h, 1e-9);
          }
        EXPECT_LT(v.norm(), 1e-9);
        EXPECT_LT(p.tail(dim - 1).norm(), 1e-9);
      }
  }

  // It stays as long as tan α <= mu, and otherwise gains g (sin α - mu cos α).
  TEST_P(FrictionInMotion, BlockOnAnIncline)
  {
    const double mu = 0.5;
    for (const double slope : {0.3, 0.46, 0.47, 0.9})
      for (const int dim : {2, 3})
        {
          const auto      solver = make_solver(GetParam(), 3);
          Eigen::VectorXd v = Eigen::VectorXd::Zero(dim), p = v;
          for (int k = 1; k <= 50; ++k)
            v = advance(*solver, v, slope, mu, p);
          const double gain =
            gravity * (std::sin(slope) - mu * std::cos(slope));
          Eigen::VectorXd exact = Eigen::VectorXd::Zero(dim);
          exact[1]              = std::max(0., 50. * h * gain);
          EXPECT_LT((v - exact).norm(), 1e-9);
        }
  }

  // Plastic impact, b = G v: the kinetic energy changes by p·(u + b) / 2, and
  // p·u = -sum of mu p_N |u_T|, so that it changes by -p·W p / 2 + p·u <= 0.
  TEST_P(FrictionInMotion, ImpactsDissipate)
  {
    std::mt19937                     generator(61);
    std::normal_distribution<double> normal;
    int                              n_solved = 0;
    for (int k = 0; k < 120; ++k)
      {
        const int    dim = 2 + k % 2, n_contacts = 1 + k % 9;
        const int    n = dim * n_contacts, n_coordinates = 3 + k % 30;
        const double mu     = 0.25 * (1 + k % 5);
        const auto   random = [&](const Eigen::Index rows,
                                const Eigen::Index columns) {
          return Eigen::MatrixXd::NullaryExpr(
                   rows, columns, [&]() { return normal(generator); })
            .eval();
        };
        const Eigen::MatrixXd G = random(n, n_coordinates);
        const Eigen::VectorXd v = random(n_coordinates, 1);
        const Eigen::VectorXd masses =
          random(n_coordinates, 1).array().exp().matrix();
        const Eigen::MatrixXd W =
          G * masses.cwiseInverse().asDiagonal() * G.transpose();
        const Eigen::VectorXd b     = G * v;
        const auto            cones = friction::cones(dim, n_contacts, mu);
        const auto            size  = static_cast<std::size_t>(n);

        const ExplicitDelassus op(W);
        Eigen::VectorXd        p = Eigen::VectorXd::Zero(n);
        const auto             solver =
          make_solver(GetParam(), static_cast<unsigned int>(n));
        const SolverReport report =
          solver->solve({op, {b.data(), size}, cones}, {p.data(), size});
        if (!report.is_solution_usable())
          continue;
        ++n_solved;

        const Eigen::VectorXd after =
          v + masses.cwiseInverse().asDiagonal() * G.transpose() * p;
        const auto energy = [&masses](const Eigen::VectorXd &velocity) {
          return 0.5 * velocity.dot(masses.cwiseProduct(velocity));
        };
        const Eigen::VectorXd u               = W * p + b;
        double                frictional_work = 0.;
        for (int i = 0; i < n; i += dim)
          frictional_work += mu * p[i] * u.segment(i + 1, dim - 1).norm();
        const double accuracy = 1e-9 * (energy(v) + p.squaredNorm());
        EXPECT_NEAR(p.dot(u), -frictional_work, accuracy);
        EXPECT_GE(frictional_work, -accuracy);
        EXPECT_NEAR(energy(after) - energy(v),
                    -0.5 * p.dot(W * p) - frictional_work,
                    accuracy);
        EXPECT_LE(energy(after), energy(v) + accuracy);
      }
    EXPECT_GE(n_solved, 110);
  }

  INSTANTIATE_TEST_SUITE_P(ByName,
                           FrictionInMotion,
                           testing::Values("projected-gauss-seidel",
                                           "semismooth-newton",
                                           "automatic"),
                           [](const auto &test) {
                             std::string name = test.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                           });
} // namespace friction_energy_test
