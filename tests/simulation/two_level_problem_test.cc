// SPDX-License-Identifier: Apache-2.0

// The problem of both levels where the multipliers of positions move no
// velocity, W12 = 0: solved in turn it has the solution of the coupled form, and
// both satisfy the conditions of both levels.

#include <percuss/complementarity/make_solver.h>
#include <percuss/simulation/two_level_problem.h>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <random>

namespace percuss::test
{
  /** Contacts of a box on a plane, four or more than it needs, in units of its
   * own, without springs: W21 = h/2 W11, W22 = N22 = G_N G_N^T. */
  struct BoxOnPlane
  {
    BoxOnPlane(std::mt19937 &random,
               const double  mu,
               const double  mass,
               const double  length,
               const double  h)
      : m(mu > 0. ? 3 : 1)
      , h(h)
    {
      std::uniform_real_distribution<double> uniform(-1., 1.);
      constexpr int                          n_points = 5;
      Eigen::MatrixXd G(m * n_points, 6), G_N(n_points, 6);
      for (int i = 0; i < n_points; ++i)
        {
          const Eigen::Vector3d x{length * uniform(random),
                                  length * uniform(random),
                                  -0.1 * length};
          const Eigen::Matrix3d axes{{0., 0., 1.}, {1., 0., 0.}, {0., 1., 0.}};
          for (int k = 0; k < m; ++k)
            {
              const Eigen::Vector3d n = axes.row(k);
              G.row(m * i + k) << n.transpose(), x.cross(n).transpose();
            }
          G_N.row(i) = G.row(m * i);
          rows.push_back(static_cast<std::size_t>(m * i));
          cones.push_back(
            mu > 0. ?
              Cone::second_order(static_cast<unsigned int>(3 * i), 3, mu) :
              Cone::unilateral(static_cast<unsigned int>(i)));
        }
      Eigen::VectorXd M(6);
      const double    inertia = 0.2 * mass * length * length;
      M << mass, mass, mass, inertia, inertia, inertia;
      Eigen::VectorXd N = Eigen::VectorXd::Ones(6);
      N.tail(3) /= length * length;
      W11 = G * M.cwiseInverse().asDiagonal() * G.transpose();
      W21 = 0.5 * h * G_N * M.cwiseInverse().asDiagonal() * G.transpose();
      W22 = G_N * N.asDiagonal() * G_N.transpose();
      // of a motion, so that redundant rows agree
      Eigen::VectorXd v(6), s(6);
      for (Eigen::VectorXd *const motion : {&v, &s})
        for (double &entry : *motion)
          entry = uniform(random);
      v.tail(3) /= length;
      s.tail(3) /= length;
      v[2] -= 1.;
      b_u = G * v;
      b_g = G_N * s * h;
    }

    /** Solves it, with W12 = @p coupling W22/h in the normal rows: what is more
     * than rounding is not solved in turn. */
    SolverReport
    solve(const double coupling, const bool holds)
    {
      TwoLevelProblem problem(*make_solver("automatic", 0), h);
      problem.resize(static_cast<std::size_t>(b_u.size()), rows);
      problem.make_room();
      problem.W11 = W11;
      problem.W21 = W21;
      problem.W22 = problem.N22 = W22;
      problem.W12.setZero();
      for (Eigen::Index j = 0; j < W22.rows(); ++j)
        problem.W12(m * j, j) = coupling * W22(j, j) / h;
      problem.set_up();
      Eigen::VectorXd gaps = Eigen::VectorXd::Zero(b_u.size());
      for (std::size_t j = 0; j < rows.size(); ++j)
        gaps[static_cast<Eigen::Index>(rows[j])] =
          b_g[static_cast<Eigen::Index>(j)];
      std::vector<char> projected(static_cast<std::size_t>(b_u.size()), 0);
      for (const std::size_t row : rows)
        projected[row] = 1;
      P.setZero(b_u.size());
      tau.setZero(b_u.size());
      const auto size   = static_cast<std::size_t>(b_u.size());
      const auto report = problem.solve({b_u.data(), size},
                                        {gaps.data(), size},
                                        cones,
                                        projected,
                                        holds,
                                        ContactTreatment::Coupling::coupled,
                                        1e-8 * h,
                                        {P.data(), size},
                                        {tau.data(), size});
      g                 = problem.gap();
      return report;
    }

    const int                m;
    const double             h;
    Eigen::MatrixXd          W11, W21, W22;
    Eigen::VectorXd          b_u, b_g, P, tau, g;
    std::vector<Cone>        cones;
    std::vector<std::size_t> rows;
  };

  TEST(TwoLevelProblem, InTurnHasTheSolutionOfTheCoupledForm)
  {
    constexpr double coupling = 1e-15; // a few times rounding
    std::mt19937     random(7);
    for (const double mu : {0., 0.4})
      for (const bool holds : {false, true})
        for (const auto &[mass, length, h] :
             {std::tuple{1., 1., 1e-3}, {1e-6, 1e-3, 1e-6}, {1e6, 1e3, 1.}})
          for (int k = 0; k < 20; ++k)
            {
              BoxOnPlane box(random, mu, mass, length, h);
              ASSERT_TRUE(box.solve(0., holds).is_solution_usable());
              const Eigen::VectorXd P = box.P, tau = box.tau, g = box.g;
              Eigen::VectorXd       tau_N(box.b_g.size());
              for (Eigen::Index j = 0; j < tau_N.size(); ++j)
                {
                  tau_N[j] = tau[box.m * j];
                  // 0 <= g perp tau >= 0, or g = 0 of loaded rows
                  const double gap = g[box.m * j], scale = 1e-9 * h;
                  if (holds && P[box.m * j] > 0.)
                    EXPECT_LE(std::abs(gap), scale) << k;
                  else
                    {
                      EXPECT_GE(gap, -scale) << k;
                      EXPECT_GE(tau_N[j], 0.) << k;
                      EXPECT_LE(std::min(gap / h, tau_N[j] / h), 1e-9) << k;
                    }
                }
              const Eigen::VectorXd change = box.W21 * P + box.W22 * tau_N;
              for (Eigen::Index j = 0; j < tau_N.size(); ++j)
                EXPECT_NEAR(g[box.m * j], box.b_g[j] + change[j], 1e-12 * h);

              ASSERT_TRUE(box.solve(coupling, holds).is_solution_usable());
              // the motion, of which redundant contacts are no part
              EXPECT_LE((box.W11 * (box.P - P)).norm(), 1e-8 * box.b_u.norm())
                << k;
              EXPECT_LE((box.g - g).norm(), 1e-8 * h) << k;
            }
  }

  TEST(TwoLevelProblem, RoundingOfVelocitiesIsNotProjected)
  {
    std::mt19937 random(3);
    for (const bool holds : {false, true})
      {
        BoxOnPlane box(random, 0., 1., 1., 1e-3);
        box.W21.setZero();
        box.b_g.setConstant(-1e-20);
        box.b_g[1] = 1e-20; // no motion has these gaps
        ASSERT_TRUE(box.solve(0., holds).is_solution_usable());
        EXPECT_EQ(box.tau.norm(), 0.);
        EXPECT_GT(box.P.norm(), 0.);
      }
  }
} // namespace percuss::test
