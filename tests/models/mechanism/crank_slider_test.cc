// SPDX-License-Identifier: Apache-2.0

// The crank-slider mechanism of [C13] 5.6 and [A12] 6.4 as text, against its
// equations in minimal coordinates (theta_1, theta_2, theta_3), and the
// pendulum of [C13] 5.5.

#include "random_state.h"

#include <percuss/models/mechanism/check_mechanism.h>
#include <percuss/models/mechanism/mechanism_constraints.h>
#include <percuss/models/mechanism/parse_mechanism.h>
#include <percuss/models/mechanism/planar_mechanism.h>

#include <gtest/gtest.h>

#include <array>

namespace percuss::test::crank_slider_test
{
  using Eigen::Matrix3d;
  using Eigen::Vector3d;

  const double l_1 = 0.153, l_2 = 0.306, a = 0.05, b = 0.025, c = 0.001,
               m_1 = 0.038, m_2 = 0.038, m_3 = 0.076, J_1 = 7.4e-5,
               J_2 = 5.9e-4, J_3 = 2.7e-6;

  PlanarMechanismDescription
  crank_slider()
  {
    MechanismTexts texts;
    texts.bodies = "crank: mass 0.038 ; inertia 7.4e-5 ; at 0.0765, 0, 0 ; "
                   "velocity 0, 11.475, 150 |"
                   "rod: mass 0.038 ; inertia 5.9e-4 ; at 0.306, 0, 0 ; "
                   "velocity 0, 11.475, -75 |"
                   "slider: mass 0.076 ; inertia 2.7e-6 ; at 0.459, 0, 0";
    texts.joints = "A: revolute ; ground 0, 0 ; crank -0.0765, 0 |"
                   "B: revolute ; crank 0.0765, 0 ; rod -0.153, 0 |"
                   "C: revolute ; rod 0.153, 0 ; slider 0, 0";
    texts.contacts =
      "corner: rectangle ; slider 0, 0 ; half lengths 0.05, 0.025 ; "
      "guide ground 0, 0 ; direction 1, 0 ; clearance 0.001 ; "
      "restitution 0.4 ; friction 0.01";
    return parse_mechanism<2>(texts);
  }

  Eigen::VectorXd
  positions(const Vector3d &theta)
  {
    const auto crank = rotated({l_1, 0.}, theta[0]),
               rod   = rotated({l_2, 0.}, theta[1]);
    Eigen::VectorXd q(9);
    q << 0.5 * crank, theta[0], crank + 0.5 * rod, theta[1], crank + rod,
      theta[2];
    return q;
  }

  Eigen::VectorXd
  velocities(const Vector3d &theta, const Vector3d &w)
  {
    const auto crank = rotated({0., l_1 * w[0]}, theta[0]),
               rod   = rotated({0., l_2 * w[1]}, theta[1]);
    Eigen::VectorXd v(9);
    v << 0.5 * crank, w[0], crank + 0.5 * rod, w[1], crank + rod, w[2];
    return v;
  }

  TEST(CrankSlider, StartsWithItsJointsClosed)
  {
    const PlanarMechanismDescription d = crank_slider();
    const PlanarMechanism            mechanism(d);
    const PlanarConstraints          constraints(d.joints, d.contacts);
    const DenseVector               &q = mechanism.initial_position(),
                      &v               = mechanism.initial_velocity();
    EXPECT_EQ(constraints.n_constraints(), 6u + 8u);
    EXPECT_NO_THROW(check_start(constraints, q, v, 0., {1e-14, 1e-14}));
    EXPECT_LT((q.entries - positions({0., 0., 0.})).norm(), 1e-15);
    EXPECT_LT((v.entries - velocities({0., 0., 0.}, {150., -75., 0.})).norm(),
              1e-12);
    std::array<double, 14> g;
    constraints.gap(q, 0., g);
    for (std::size_t row = 6; row < 14; row += 2)
      EXPECT_NEAR(g[row], c, 1e-16);
    // three angles are free, the stretched position is no singular one
    EXPECT_EQ(joint_rank(constraints, mechanism.masses(), q).rank, 6u);
  }

  TEST(CrankSlider, IsThatOfMinimalCoordinates)
  {
    const PlanarMechanismDescription d = crank_slider();
    const PlanarMechanism            mechanism(d);
    const PlanarConstraints          constraints(d.joints, d.contacts);
    for (unsigned int seed = 1; seed <= 5; ++seed)
      {
        const Vector3d theta     = random_vector(3, seed).entries,
                       w         = random_vector(3, 10 + seed).entries;
        const DenseVector      q = positions(theta), v = velocities(theta, w);
        std::array<double, 14> g, u;
        constraints.gap(q, 0., g);
        constraints.velocity(q, 0., v, u);
        for (std::size_t row = 0; row < 6; ++row)
          {
            EXPECT_NEAR(g[row], 0., 1e-15);
            EXPECT_NEAR(u[row], 0., 1e-15);
          }
        EXPECT_TRUE(
          joint_velocity_violations(constraints, q, v, 0., 1e-14).empty());

        // corners below at the rear and in front, above in front and behind
        const double y = l_1 * std::sin(theta[0]) + l_2 * std::sin(theta[1]);
        const double s = std::sin(theta[2]), k = std::cos(theta[2]);
        EXPECT_NEAR(g[6], b + c + y - a * s - b * k, 1e-15);
        EXPECT_NEAR(g[8], b + c + y + a * s - b * k, 1e-15);
        EXPECT_NEAR(g[10], b + c - y - a * s - b * k, 1e-15);
        EXPECT_NEAR(g[12], b + c - y + a * s - b * k, 1e-15);

        Matrix3d     M    = Matrix3d::Zero();
        const double half = (0.5 * m_2 + m_3) * l_1 * l_2;
        M(0, 0)           = J_1 + (0.25 * m_1 + m_2 + m_3) * l_1 * l_1;
        M(1, 1)           = J_2 + (0.25 * m_2 + m_3) * l_2 * l_2;
        M(0, 1) = M(1, 0) = half * std::cos(theta[0] - theta[1]);
        M(2, 2)           = J_3;
        DenseVector p;
        mechanism.momentum(v, v, p);
        EXPECT_NEAR(v * p, w.dot(M * w), 1e-15);
        const double potential =
          9.81 * ((0.5 * m_1 + m_2 + m_3) * l_1 * std::sin(theta[0]) +
                  (0.5 * m_2 + m_3) * l_2 * std::sin(theta[1]));
        EXPECT_NEAR(mechanism.load_potential(q), potential, 1e-15);
      }
  }

  // impulses of the guide by virtual power: joints do not feel what the
  // minimal coordinates do not
  TEST(CrankSlider, ContactsActOnTheAngles)
  {
    const PlanarMechanismDescription d = crank_slider();
    const PlanarConstraints          constraints(d.joints, d.contacts);
    const Vector3d                   theta(0.3, -0.15, 0.01);
    const DenseVector                q = positions(theta);
    std::array<double, 14>           P{}, u;
    for (std::size_t row = 0; row < 14; ++row)
      P[row] = std::sin(1. + static_cast<double>(row));
    DenseVector r(Eigen::VectorXd::Zero(9));
    constraints.add_impulse(q, 0., P, r);
    for (int i = 0; i < 3; ++i)
      {
        const DenseVector v = velocities(theta, Vector3d::Unit(i));
        constraints.velocity(q, 0., v, u);
        double power = 0.;
        for (std::size_t row = 6; row < 14; ++row)
          power += u[row] * P[row];
        EXPECT_NEAR(v * r, power, 1e-14);
      }
  }

  TEST(RigidPendulum, SwingsAboutItsPivotToAnObstacle)
  {
    MechanismTexts texts;
    texts.bodies   = "bob: mass 1 ; inertia 0.1 ; at 1, 0, 0";
    texts.joints   = "pivot: revolute ; ground 0, 0 ; bob -1, 0";
    texts.contacts = "wall: point ; bob 0, 0 ; line ground "
                     "0.70710678118654752, 0 ; normal 1, 0 ; restitution 0.8";
    const PlanarMechanismDescription d = parse_mechanism<2>(texts);
    const PlanarConstraints          constraints(d.joints, d.contacts);
    std::array<double, 3>            g, u;
    for (const double angle : {0., -0.3, -1., 2.})
      {
        const double    x = std::cos(angle), y = std::sin(angle);
        Eigen::VectorXd q(3), v(3);
        q << x, y, angle;
        v << -2. * y, 2. * x, 2.;
        constraints.gap(q, 0., g);
        constraints.velocity(q, 0., v, u);
        EXPECT_NEAR(g[0], 0., 1e-15);
        EXPECT_NEAR(g[1], 0., 1e-15);
        EXPECT_NEAR(g[2], x - std::sqrt(0.5), 1e-15);
        EXPECT_NEAR(u[0], 0., 1e-15);
        EXPECT_NEAR(u[1], 0., 1e-15);
        EXPECT_NEAR(u[2], -2. * y, 1e-15);
      }
  }
} // namespace percuss::test::crank_slider_test
