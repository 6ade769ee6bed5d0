// SPDX-License-Identifier: Apache-2.0

// Gaps, slips and directions of contacts in space that are known by hand:
// rolling, sliding, journals in bearings, bodies that turn.

#include "obstacles.h"
#include "spatial_state.h"

#include <gtest/gtest.h>

#include <array>
#include <numbers>

namespace percuss::test::spatial_contact_test
{
  using Eigen::Quaterniond;
  using Eigen::Vector3d;

  namespace
  {
    constexpr const char *all_obstacles[] = {"plane",
                                             "sphere",
                                             "inside sphere",
                                             "cylinder",
                                             "inside cylinder"};

    /** A ball about the origin of frame 0 and an obstacle about that of frame
     * 1, rough. */
    SpatialContact
    rough(const std::string &obstacle,
          const double       ball_radius,
          const double       radius,
          const Vector3d    &direction = Vector3d::UnitZ())
    {
      SpatialContact c;
      c.name        = "c";
      c.obstacle    = test::obstacle<3>(obstacle, direction, radius);
      c.point.frame = 0;
      c.ball_radius = ball_radius;
      c.base.frame  = 1;
      c.parameters  = {0., 0.3, 0.};
      return c;
    }

    struct Rows
    {
      double                  gap;
      std::array<double, 3>   u; // normal, tangential
      std::array<Vector3d, 3> e; // n, t_1, t_2
    };

    Rows
    rows(const SpatialContact &contact,
         const DenseVector    &q,
         const DenseVector    &v)
    {
      const SpatialConstraints constraints({}, {contact});
      Rows                     result{};
      std::array<double, 3>    g{};
      constraints.gap(q, 0., g);
      result.gap = g[0];
      constraints.velocity(q, 0., v, result.u);
      for (std::size_t k = 0; k < 3; ++k)
        {
          std::array<double, 3> p{};
          p[k] = 1.;
          DenseVector r(Eigen::VectorXd::Zero(12));
          constraints.add_impulse(q, 0., p, r);
          result.e[k] = r.entries.head<3>();
        }
      return result;
    }

    const Vector3d    zero = Vector3d::Zero();
    const DenseVector at_rest(Eigen::VectorXd::Zero(12));

    /** A ball at X, the obstacle at Y turned by R. */
    DenseVector
    placed(const Vector3d    &X,
           const Vector3d    &Y = Vector3d::Zero(),
           const Quaterniond &R = Quaterniond::Identity())
    {
      DenseVector q(Eigen::VectorXd::Zero(14));
      set_frame(q, 0, X, random_rotation(4));
      set_frame(q, 1, Y, R);
      return q;
    }
  } // namespace

  TEST(SpatialContact, Gaps)
  {
    const Vector3d    d(2., 3., 6.), Y(0.3, -4., 1.);
    const Quaterniond R = random_rotation(5);
    const DenseVector q = placed(Y + R * d, Y, R);
    const Vector3d    oblique(0., 3., 4.); // d_a = (2, -0.96, 0.72)
    const auto        gap =
      [&](const char *const o, const double r, const double radius) {
        return rows(rough(o, r, radius, oblique), q, at_rest).gap;
      };
    const double across = std::hypot(2., 0.96, 0.72);
    EXPECT_NEAR(gap("plane", 0., 0.), 6.6, 1e-14);
    EXPECT_NEAR(gap("plane", 0.5, 0.), 6.1, 1e-14);
    EXPECT_NEAR(gap("sphere", 0., 2.), 5., 1e-14);
    EXPECT_NEAR(gap("sphere", 0.5, 2.), 4.5, 1e-14);
    EXPECT_NEAR(gap("inside sphere", 0., 9.), 2., 1e-14);
    EXPECT_NEAR(gap("inside sphere", 0.5, 9.), 1.5, 1e-14);
    EXPECT_NEAR(gap("cylinder", 0., 2.), across - 2., 1e-14);
    EXPECT_NEAR(gap("cylinder", 0.5, 2.), across - 2.5, 1e-14);
    EXPECT_NEAR(gap("inside cylinder", 0., 4.), 4. - across, 1e-14);
    EXPECT_NEAR(gap("inside cylinder", 0.5, 4.), 3.5 - across, 1e-14);
  }

  // v = omega x r n: the point of contact is at rest; spinning about n adds
  // nothing
  TEST(SpatialContact, RollingBallsDoNotSlip)
  {
    const double r = 0.3, R = 0.9;
    for (const char *const obstacle : all_obstacles)
      for (unsigned int seed = 1; seed <= 3; ++seed)
        {
          const SpatialContact contact = rough(obstacle, r, R, {0.3, -1., 0.6});
          DenseVector          q       = random_frames(2, seed);
          const Vector3d       n       = rows(contact, q, at_rest).e[0],
                         omega         = random_vector(3, seed + 50).entries;
          const auto body_axes = [&](const int frame, const Vector3d &a) {
            return Vector3d(frame_rotation<3>(q.entries, frame).conjugate() *
                            a);
          };
          DenseVector v           = at_rest;
          v.entries.head<3>()     = omega.cross(r * n);
          v.entries.segment<3>(3) = body_axes(0, omega + 7. * n);
          for (const double u : rows(contact, q, v).u)
            EXPECT_NEAR(u, 0., 1e-14);

          // slides without turning
          v.entries.segment<3>(3).setZero();
          const Rows slides = rows(contact, q, v);
          EXPECT_NEAR(slides.u[0], 0., 1e-14);
          for (std::size_t k = 1; k < 3; ++k)
            EXPECT_NEAR(slides.u[k],
                        slides.e[k].dot(v.entries.head<3>()),
                        1e-14);

          // both move as one body
          const Vector3d X = frame_origin<3>(q.entries, 0),
                         Y = frame_origin<3>(q.entries, 1);
          v.entries << omega.cross(X), body_axes(0, omega), omega.cross(Y),
            body_axes(1, omega);
          for (const double u : rows(contact, q, v).u)
            EXPECT_NEAR(u, 0., 2e-14);
        }
    // balls that turn in place as gears, r w_1 = -R w_2
    DenseVector       v = at_rest;
    const DenseVector q = placed({R + r, 0., 0.});
    v.entries.segment<3>(3) =
      frame_rotation<3>(q.entries, 0).conjugate() * Vector3d(0., 1., 3.);
    v.entries.tail<3>() = -r / R * Vector3d(0., 1., 3.);
    for (const double u : rows(rough("sphere", r, R), q, v).u)
      EXPECT_NEAR(u, 0., 1e-15);
  }

  TEST(SpatialContact, DirectionsOfSlip)
  {
    DenseVector v       = at_rest;
    v.entries.head<3>() = Vector3d(2., 3., 5.);
    // of a floor the axes themselves
    auto u = rows(rough("plane", 0.1, 0.), placed({1., 1., 1.}), v).u;
    EXPECT_NEAR(u[0], 5., 1e-15);
    EXPECT_NEAR(u[1], 2., 1e-15);
    EXPECT_NEAR(u[2], 3., 1e-15);
    // of a ball on top of another, too
    u = rows(rough("sphere", 0.1, 1.), placed({0., 0., 1.1}), v).u;
    EXPECT_NEAR(u[0], 5., 1e-15);
    EXPECT_NEAR(u[1], 2., 1e-15);
    EXPECT_NEAR(u[2], 3., 1e-15);
    // of a cylinder its axis and the circumference, n x a
    const Vector3d x_axis = 2. * Vector3d::UnitX();
    u = rows(rough("cylinder", 0.1, 1., x_axis), placed({4., 0., 1.1}), v).u;
    EXPECT_NEAR(u[0], 5., 1e-15);
    EXPECT_NEAR(u[1], 2., 1e-15);
    EXPECT_NEAR(u[2], 3., 1e-15); // e_z x e_x = e_y
    u =
      rows(rough("inside cylinder", 0.1, 2., x_axis), placed({4., 0., 1.1}), v)
        .u;
    EXPECT_NEAR(u[0], -5., 1e-15);
    EXPECT_NEAR(u[1], 2., 1e-15);
    EXPECT_NEAR(u[2], -3., 1e-15);
  }

  // where the obstacle turns with the ball, and where the ball goes round it
  TEST(SpatialContact, DirectionsAreContinuous)
  {
    const Vector3d    d(0.4, -0.8, 0.7);
    const Quaterniond R = random_rotation(9);
    for (const char *const obstacle : all_obstacles)
      {
        const SpatialContact contact = rough(obstacle, 0., 3., {1., 0.2, -0.7});
        const auto           e       = rows(contact, placed(d), at_rest).e,
                   both = rows(contact, placed(R * d, zero, R), at_rest).e;
        for (std::size_t k = 0; k < 3; ++k)
          EXPECT_LT((both[k] - R * e[k]).norm(), 1e-14);

        const Vector3d axis = Vector3d(1., -2., 0.4).normalized();
        auto           last = e;
        const int      n    = 2000;
        for (int i = 1; i <= n; ++i)
          {
            const double angle = 2. * std::numbers::pi * i / n;
            const auto   next =
              rows(contact,
                   placed(Quaterniond(Eigen::AngleAxisd(angle, axis)) * d),
                   at_rest)
                .e;
            for (std::size_t k = 0; k < 3; ++k)
              ASSERT_LT((next[k] - last[k]).norm(), 0.05) << i;
            last = next;
          }
        for (std::size_t k = 0; k < 3; ++k)
          EXPECT_LT((last[k] - e[k]).norm(), 1e-12);
      }
  }

  // gap c - |d|: continuous at d = 0, where the row has a direction of the
  // bearing, across its axis
  TEST(SpatialContact, AJournalMayBeCentred)
  {
    const double      r = 0.05, c = 1e-3;
    const Vector3d    a = Vector3d(0.3, -0.5, 0.7).normalized();
    const Quaterniond R = random_rotation(12);
    for (const std::string obstacle : {"inside sphere", "inside cylinder"})
      {
        const SpatialContact bearing = rough(obstacle, r, r + c, a);
        const bool           is_ball = obstacle == "inside sphere";
        const auto centred = rows(bearing, placed(zero, zero, R), at_rest);
        EXPECT_NEAR(centred.gap, c, 1e-17);
        EXPECT_NEAR(centred.e[0].norm(), 1., 1e-15);
        if (is_ball)
          {
            EXPECT_LT((centred.e[0] + R * Vector3d::UnitX()).norm(), 1e-15);
          }
        else
          EXPECT_NEAR(centred.e[0].dot(R * a), 0., 1e-15);
        for (const double e : {1e-300, 1e-200, 1e-12, 1e-3})
          {
            const Vector3d y = is_ball ? Vector3d::UnitY() : a.unitOrthogonal();
            const auto     near = rows(bearing, placed(e * y), at_rest);
            EXPECT_NEAR(near.gap, c - e, 2e-17);
            EXPECT_LT((near.e[0] + y).norm(), 1e-14) << e;
            EXPECT_NEAR(near.e[0].norm(), 1., 1e-14);
          }
        EXPECT_NEAR(rows(bearing, placed(Vector3d(3e-323, 2e-323, 0.)), at_rest)
                      .e[0]
                      .norm(),
                    1.,
                    1e-14);
        // it spins in place: the slip at its surface is r w
        DenseVector v = at_rest;
        v.entries.segment<3>(3) =
          10. * (frame_rotation<3>(placed(zero).entries, 0).conjugate() * a);
        auto u = rows(bearing, placed(zero), v).u;
        if (!is_ball)
          {
            EXPECT_NEAR(u[0], 0., 1e-15);
            EXPECT_NEAR(std::hypot(u[1], u[2]), r * 10., 1e-14);
            EXPECT_NEAR(u[1], 0., 1e-14); // around, not along
          }
        // and with its bearing: none
        v.entries.tail<3>() = 10. * a;
        for (const double of : rows(bearing, placed(zero), v).u)
          EXPECT_NEAR(of, 0., 1e-15);
      }
  }

  // shifted along an oblique axis, d_a is rounding; its direction must be
  // across the axis all the same
  TEST(SpatialContact, NormalsOfCylindersAreAcrossTheAxis)
  {
    for (unsigned int seed = 1; seed <= 20; ++seed)
      {
        const Vector3d a =
          Vector3d(random_vector(3, seed).entries).normalized();
        const Rows found = rows(rough("inside cylinder", 0., 1., a),
                                placed(0.37 * seed * a),
                                at_rest);
        EXPECT_NEAR(found.gap, 1., 1e-14);
        EXPECT_NEAR(found.e[0].dot(a), 0., 1e-15);
        EXPECT_NEAR(found.e[0].norm(), 1., 1e-15);
        EXPECT_LT((found.e[1] - a).norm(), 1e-15);
      }
  }
} // namespace percuss::test::spatial_contact_test
