// SPDX-License-Identifier: Apache-2.0

// A point of two bodies is kept while they move,
//
//     |g(t) - g(0)| <= t (|v_a| + |v_b| + |w_a| |y - x_a| + |w_b| |y - x_b|),
//
// as |dg/dt| = |n.(v_x - v_p)| is: its gap does not jump. Above all where an
// edge or an axis passes through a direction parallel to another one, or to the
// plane of a rim.

#include "random_shapes.h"

#include <percuss/collision/manifold.h>

#include <gtest/gtest.h>

namespace percuss::test::kept_point_test
{
  using Eigen::Matrix3d;
  using Eigen::Vector3d;
  using Feature = ContactFeature<3>;

  struct Motion
  {
    explicit Motion(std::mt19937 &random, const double way)
      : d(way * random_point<3>(random))
      , w(way * random_point<3>(random))
    {}

    Feature
    moved(Feature f, const Vector3d &origin) const
    {
      const Matrix3d R =
        Eigen::AngleAxisd(w.norm(), w.normalized()).toRotationMatrix();
      f.point     = origin + d + R * (f.point - origin);
      f.direction = R * f.direction;
      f.towards   = R * f.towards;
      return f;
    }

    double
    largest_way(const Vector3d &arm, const Vector3d &other_arm) const
    {
      return d.norm() + w.norm() * std::max(arm.norm(), other_arm.norm());
    }

    Vector3d d, w; ///< of the origin, and the turn about it
  };

  /** In a step of @p way, in lengths of the bodies and in radians. */
  void
  expect_no_jump(const Form of_a, const Form of_b, const double way)
  {
    constexpr int n_scenes = 600;
    std::mt19937  random(17 * static_cast<unsigned int>(of_a) +
                        static_cast<unsigned int>(of_b));
    std::uniform_real_distribution<> between(0., 1.);
    int                              n_points = 0, n_jumps = 0;
    for (int i = 0; i < n_scenes; ++i)
      {
        const ConvexShape<3> a = random_shape<3>(of_a, random),
                             b = random_shape<3>(of_b, random);
        const Matrix3d R_a     = random_rotation<3>(random);
        Matrix3d       R_b     = random_rotation<3>(random);
        Vector3d       n       = random_point<3>(random).normalized();
        if (i % 3 > 0)
          { // axes, edges and faces nearly parallel, or across each other
            Matrix3d P = Matrix3d::Identity();
            if (i % 3 == 2)
              P << 0., 0., 1., 1., 0., 0., 0., 1., 0.;
            const Vector3d w = way * random_point<3>(random);
            R_b =
              R_a * P *
              Eigen::AngleAxisd(w.norm(), w.normalized()).toRotationMatrix();
            // crossing each other
            if (i % 2 == 0)
              n = n.cross(R_a.col(2)).normalized();
          }
        const Vector3d x_b = random_point<3>(random);
        const Vector3d x_a =
          x_b + (0.3 + 0.7 * between(random)) * (a.extent() + b.extent()) * n;
        PlacedShape<3> placed_a(a), placed_b(b);
        placed_a.place(x_a, R_a);
        placed_b.place(x_b, R_b);
        ManifoldFinder<3> finder;
        const auto       &points = finder.find(placed_a, placed_b, 0.3);
        const Motion      motion_a(random, way), motion_b(random, way);
        for (const auto &point : points)
          {
            if (point.gap < -0.3 * std::min(a.inner_radius(), b.inner_radius()))
              continue; // too deep for any answer to be the right one
            const auto   c   = closest_points(motion_a.moved(point.a, x_a),
                                          motion_b.moved(point.b, x_b),
                                          point.normal);
            const double gap = c.distance - point.a.radius - point.b.radius;
            // features have no bounds: the arms at the begin and at the end
            const Vector3d y = point.middle(), z = 0.5 * (c.x + c.p);
            const double   most = motion_a.largest_way(y - x_a, z - x_a) +
                                motion_b.largest_way(y - x_b, z - x_b);
            ++n_points;
            n_jumps += !(std::abs(gap - point.gap) <= 1.1 * most);
          }
      }
    EXPECT_GT(n_points, 50);
    EXPECT_EQ(n_jumps, 0) << form_names[static_cast<int>(of_a)] << " and "
                          << form_names[static_cast<int>(of_b)] << ", " << way
                          << ": of " << n_points << " points";
  }

  TEST(KeptPoint, GapsDoNotJump)
  {
    for (const Form a :
         {Form::ball, Form::capsule, Form::hull, Form::box, Form::cylinder})
      for (const Form b :
           {Form::ball, Form::capsule, Form::hull, Form::box, Form::cylinder})
        for (const double way : {0.01, 0.03, 0.1})
          expect_no_jump(a, b, way);
  }

  // An edge that is a little above the plane of a rim, beside it, tilts to the
  // other side: t_x x t_p turns round, the normal does not.
  TEST(KeptPoint, EdgeThatTiltsBesideRim)
  {
    const double R = 0.5, height = 0.1, beside = 0.05;
    Feature      rim;
    rim.kind          = Feature::Kind::circle;
    rim.direction     = Vector3d::UnitZ();
    rim.towards       = Vector3d::UnitX();
    rim.circle_radius = R;
    Feature edge;
    edge.kind          = Feature::Kind::line;
    edge.point         = {R + beside, 0., height};
    const Vector3d out = Vector3d(beside, 0., height).normalized();
    for (const double tilt : {-1e-2, -1e-8, 0., 1e-8, 1e-2})
      {
        edge.direction = {0., std::cos(tilt), std::sin(tilt)};
        const auto c   = closest_points(edge, rim, out);
        EXPECT_NEAR(c.distance, std::hypot(beside, height), 1e-4) << tilt;
        EXPECT_GT(c.normal.dot(out), 0.99) << tilt;
        EXPECT_NEAR(closest_points(rim, edge, Vector3d(-out)).distance,
                    c.distance,
                    1e-14);
      }
  }

  // The axes of two capsules above each other turn through each other's.
  TEST(KeptPoint, CapsulesThatTurnThroughParallel)
  {
    for (const double radius : {0., 0.1})
      for (const double angle : {-0.02, -1e-14, 0., 1e-14, 0.02})
        {
          Feature a, b;
          a.kind      = Feature::Kind::line;
          a.point     = {0., 0., 0.3};
          a.direction = {std::cos(angle), std::sin(angle), 0.};
          a.radius    = radius;
          b           = a;
          b.point     = {0., 0., 0.};
          b.direction = Vector3d::UnitX();
          for (const double side : {1., -1.})
            EXPECT_NEAR(
              closest_points(a, b, Vector3d(side * Vector3d::UnitZ())).distance,
              side * 0.3,
              1e-14)
              << angle;
        }
  }
} // namespace percuss::test::kept_point_test
