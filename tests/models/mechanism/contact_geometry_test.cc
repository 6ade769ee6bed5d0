// SPDX-License-Identifier: Apache-2.0

// Gaps and slips of configurations that are known by hand: rolling, sliding,
// journals in bearings, sliders in guides.

#include "obstacles.h"
#include "random_state.h"

#include <percuss/models/mechanism/mechanism_constraints.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace percuss::test::contact_geometry_test
{
  using Eigen::Vector2d;
  using Eigen::Vector3d;

  const PlanarPoint origin{PlanarPoint::ground, {0., 0.}};

  PlanarContact
  rough(const std::string &obstacle,
        const PlanarPoint &point,
        const double       ball_radius,
        const PlanarPoint &base,
        const double       radius = 0.,
        const Vector2d    &normal = Vector2d::UnitY())
  {
    PlanarContact c;
    c.name        = "c";
    c.obstacle    = test::obstacle<2>(obstacle, normal, radius);
    c.point       = point;
    c.ball_radius = ball_radius;
    c.base        = base;
    c.parameters  = {0., 0.3, 0.};
    return c;
  }

  /** Gap and both velocities of a single contact with friction. */
  std::array<double, 3>
  rows(const PlanarContact   &contact,
       const Eigen::VectorXd &q,
       const Eigen::VectorXd &v)
  {
    const PlanarConstraints constraints({}, {contact});
    std::array<double, 2>   g, u;
    constraints.gap(q, 0., g);
    constraints.velocity(q, 0., v, u);
    return {g[0], u[0], u[1]};
  }

  TEST(MechanismContact, PointAboveALine)
  {
    const PlanarContact c =
      rough("line", {0, {0.5, 0.}}, 0., {-1, {0., 1.}}, 0., {0., 3.});
    const double half_pi = std::numbers::pi / 2.;
    // the point is above the centre: (2, 3.5), and moves with (-0.5 w, 0)
    const auto [g, u_N, u_T] =
      rows(c, Vector3d(2., 3., half_pi), Vector3d(0.3, -0.7, 4.));
    EXPECT_NEAR(g, 2.5, 1e-15);
    EXPECT_NEAR(u_N, -0.7, 1e-14);
    EXPECT_NEAR(u_T, -(0.3 - 2.), 1e-14); // t = k x n = -e_x
    // below it
    EXPECT_NEAR(rows(c, Vector3d(2., 0., half_pi), Vector3d::Zero())[0],
                -0.5,
                1e-15);
  }

  TEST(MechanismContact, OfALineThatTurnsWithItsBody)
  {
    // a ball at (3, h) on a beam through the origin that turns with 2 rad/s
    const double    angle = 0.4, h = 3. * std::tan(angle);
    PlanarContact   c = rough("line", {0, {0., 0.}}, 0., {1, {0., 0.}});
    Eigen::VectorXd q(6), v(6);
    q << 3., h, 0.7, 0., 0., angle;
    v << -2. * h, 6., 1.3, 0., 0., 2.; // turns with it
    auto u = rows(c, q, v);
    EXPECT_NEAR(u[0], 0., 1e-15);
    EXPECT_NEAR(u[1], 0., 1e-14);
    EXPECT_NEAR(u[2], 0., 1e-14);
    v.head<3>().setZero(); // the beam comes up, n.v = -2 r
    u = rows(c, q, v);
    EXPECT_NEAR(u[1], -2. * std::hypot(3., h), 1e-14);
    EXPECT_NEAR(u[2], 0., 1e-14);
  }

  TEST(MechanismContact, RollingDiscsDoNotSlip)
  {
    const double r = 0.3, w = 1.7;
    // on a line with the slope 0.5
    const Vector2d t         = Vector2d(std::cos(0.5), std::sin(0.5)),
                   n         = quarter_turn(t);
    const PlanarContact line = rough("line", {0, {0., 0.}}, r, origin, 0., n);
    Vector3d            q, v;
    q << 2. * t + r * n, 0.2;
    v << -r * w * t, w;
    auto u = rows(line, q, v);
    EXPECT_NEAR(u[0], 0., 1e-15);
    EXPECT_NEAR(u[1], 0., 1e-15);
    EXPECT_NEAR(u[2], 0., 1e-15);
    v[2] = 0.; // slides: t of the row is k x n = -t
    EXPECT_NEAR(rows(line, q, v)[2], r * w, 1e-15);

    // on a circle from outside, and from inside: (R +- r) w' = +-r w
    for (const double sign : {1., -1.})
      {
        const double  R = 0.9, distance = R + sign * r;
        PlanarContact circle = rough(
          sign > 0. ? "circle" : "inside circle", {0, {0., 0.}}, r, origin, R);
        q << distance * n, 0.2;
        v << -sign * r * w * quarter_turn(n) * -1., w;
        u = rows(circle, q, v);
        EXPECT_NEAR(u[0], 0., 1e-15);
        EXPECT_NEAR(u[1], 0., 1e-15);
        EXPECT_NEAR(u[2], 0., 1e-15) << sign;
      }

    // gears: both discs turn in place
    PlanarContact gears = rough("circle", {0, {0., 0.}}, r, {1, {0., 0.}}, 0.9);
    Eigen::VectorXd both(6), speeds(6);
    both << 1.2 * t, 0.4, 0., 0., 0.1;
    speeds << 0., 0., 3., 0., 0., -1.; // r w_1 = -R w_2
    u = rows(gears, both, speeds);
    EXPECT_NEAR(u[0], 0., 1e-15);
    EXPECT_NEAR(u[1], 0., 1e-15);
    EXPECT_NEAR(u[2], 0., 1e-15);
    speeds[5] = 1.; // t = k x n; material of the first moves with -r w_1 there
    EXPECT_NEAR(rows(gears, both, speeds)[2], -0.3 * 3. - 0.9, 1e-15);
  }

  TEST(MechanismContact, GapsOfCircles)
  {
    const Vector3d    q(3., 4., 0.), none = Vector3d::Zero();
    const PlanarPoint centre{0, {0., 0.}};
    EXPECT_NEAR(rows(rough("circle", centre, 0., origin, 2.), q, none)[0],
                3.,
                1e-15);
    EXPECT_NEAR(rows(rough("circle", centre, 0.5, origin, 2.), q, none)[0],
                2.5,
                1e-15);
    EXPECT_NEAR(rows(rough("inside circle", centre, 0., origin, 7.),
                     q,
                     none)[0],
                2.,
                1e-15);
    EXPECT_NEAR(rows(rough("inside circle", centre, 0.5, origin, 7.),
                     q,
                     none)[0],
                1.5,
                1e-15);
  }

  // gap c - |d|: continuous at d = 0, where the row has the direction of the
  // bearing's x-axis
  TEST(MechanismContact, AJournalMayBeCentred)
  {
    const double        r = 0.05, c = 1e-3;
    const PlanarContact bearing =
      rough("inside circle", {0, {0., 0.}}, r, {1, {0., 0.}}, r + c);
    Eigen::VectorXd q(6), v(6);
    q << 1., 2., 0.3, 1., 2., 0.6;
    v << std::cos(0.6), std::sin(0.6), 0., 0., 0., 0.;
    auto u = rows(bearing, q, v);
    EXPECT_NEAR(u[0], c, 1e-17);
    EXPECT_NEAR(u[1], -1., 1e-14);
    EXPECT_NEAR(u[2], 0., 1e-14);
    for (const double e : {1e-300, 1e-200, 1e-12, 1e-3})
      {
        q[0] = q[1] = q[3] = q[4] = 0.;
        q[1]                      = e;
        u                         = rows(bearing, q, v);
        EXPECT_NEAR(u[0], c - e, 1e-17);
        EXPECT_NEAR(u[1], -std::sin(0.6), 1e-14) << e;
        EXPECT_NEAR(u[2], std::cos(0.6), 1e-14) << e; // n = -e_y
      }
    // it spins in place: the slip at its surface is r w
    v << 0., 0., 10., 0., 0., 0.;
    EXPECT_NEAR(std::abs(rows(bearing, q, v)[2]), r * 10., 1e-13);
    // and with its bearing: none
    v << 0., 0., 10., 0., 0., 10.;
    q.setZero();
    EXPECT_NEAR(rows(bearing, q, v)[2], 0., 1e-15);
  }

  TEST(MechanismContact, OfTheFourCornersOfASlider)
  {
    const PlanarPoint centre{0, {0.01, 0.}},
      guide{PlanarPoint::ground, {3., 0.2}};
    const auto contacts = slider_in_guide(
      "s", centre, {0.05, 0.025}, guide, {2., 0.}, 0.001, {0.4, 0., 0.});
    const PlanarConstraints constraints({}, contacts);
    ASSERT_EQ(constraints.n_constraints(), 4u);
    EXPECT_EQ(constraints.name(0), "s 1");
    EXPECT_EQ(constraints.name(3), "s 4");
    EXPECT_EQ(constraints.law(2).restitution, 0.4);
    std::array<double, 4> g;
    constraints.gap(Eigen::VectorXd(Vector3d(-1., 0.2, 0.)), 0., g);
    for (const double gap : g)
      EXPECT_NEAR(gap, 0.001, 1e-16);
    // raised and turned
    const double y = 0.0004, angle = 0.01;
    constraints.gap(Eigen::VectorXd(Vector3d(5., 0.2 + y, angle)), 0., g);
    const double s = std::sin(angle), c = std::cos(angle);
    EXPECT_NEAR(g[0], 0.026 + y - 0.04 * s - 0.025 * c, 1e-15);
    EXPECT_NEAR(g[1], 0.026 + y + 0.06 * s - 0.025 * c, 1e-15);
    EXPECT_NEAR(g[2], 0.026 - y - 0.06 * s - 0.025 * c, 1e-15);
    EXPECT_NEAR(g[3], 0.026 - y + 0.04 * s - 0.025 * c, 1e-15);
    // a guide that is inclined, on a body
    const auto inclined = slider_in_guide(
      "s", {0, {0., 0.}}, {0.05, 0.025}, {1, {1., 2.}}, {1., 1.}, 0.001, {});
    Eigen::VectorXd q(6);
    q << 1.3, 2.3, std::numbers::pi / 4., 0., 0., 0.;
    PlanarConstraints({}, inclined).gap(q, 0., g);
    for (const double gap : g)
      EXPECT_NEAR(gap, 0.001, 1e-15);
  }
} // namespace percuss::test::contact_geometry_test
