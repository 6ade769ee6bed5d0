// SPDX-License-Identifier: Apache-2.0

// All kinds of rigid shapes: normals are gradients of the distances and unit
// vectors everywhere. Distances in closed form.

#include <percuss/constraints/geometry/ball.h>
#include <percuss/constraints/geometry/box.h>
#include <percuss/constraints/geometry/cylinder.h>
#include <percuss/constraints/geometry/plane.h>
#include <percuss/constraints/geometry/rigid_shapes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace percuss::test::rigid_shapes_test
{
  using Eigen::Vector2d;
  using Eigen::Vector3d;

  /** Distances, normals and tangents at x, which is no kink of d. */
  template <int dim>
  void
  check_at(const RigidShape<dim>                  &shape,
           const typename RigidShape<dim>::Vector &x,
           const bool                              is_smooth)
  {
    const auto n = shape.normal(x);
    EXPECT_NEAR(n.norm(), 1., 1e-14);
    EXPECT_TRUE(std::isfinite(shape.signed_distance(x)));
    Eigen::Matrix<double, dim, dim> basis;
    basis << n, shape.tangents(x, n);
    EXPECT_TRUE(basis.isUnitary(1e-14)) << basis;
    if (shape.is_flat())
      {
        EXPECT_EQ(n, shape.normal(RigidShape<dim>::Vector::Zero()));
      }
    if (!is_smooth)
      return;
    const double h = 1e-6;
    for (int i = 0; i < dim; ++i)
      {
        auto forward = x, backward = x;
        forward[i] += h;
        backward[i] -= h;
        EXPECT_NEAR(n[i],
                    (shape.signed_distance(forward) -
                     shape.signed_distance(backward)) /
                      (2. * h),
                    1e-8);
      }
  }

  template <int dim>
  std::vector<Eigen::VectorXd>
  random_values(const ShapeKind<dim> &kind, std::mt19937 &generator)
  {
    std::uniform_real_distribution<double> positive(0.5, 1.5), any(-1., 1.);
    std::vector<Eigen::VectorXd>           values;
    for (const ShapeField &field : kind.fields)
      {
        const bool is_direction = field.kind == ShapeField::Kind::direction;
        values.emplace_back(field.n_values(dim));
        for (double &value : values.back())
          value = is_direction ? any(generator) : positive(generator);
      }
    return values;
  }

  template <int dim>
  void
  check_all_kinds()
  {
    using Vector = typename RigidShape<dim>::Vector;
    std::mt19937                           generator(1);
    std::uniform_real_distribution<double> coordinate(-2., 2.);
    for (const ShapeKind<dim> &kind : rigid_shapes<dim>())
      {
        SCOPED_TRACE(kind.name);
        for (int k = 0; k < 50; ++k)
          {
            const auto shape = kind.make(random_values(kind, generator));
            EXPECT_GE(shape->length(), 0.);
            Vector x;
            for (double &value : x)
              value = coordinate(generator);
            check_at<dim>(*shape, x, true);
            for (const double size : {0., 1e-320, 1e-170, 1e170})
              check_at<dim>(*shape, size * x, false);
            x[k % dim] = 0.;
            check_at<dim>(*shape, x, false);
          }
      }
  }

  TEST(RigidShapes, NormalsAreGradientsAndUnitVectors)
  {
    check_all_kinds<2>();
    check_all_kinds<3>();
  }

  TEST(RigidShapes, ThoseInThePlaneAreAmongThoseInSpace)
  {
    const auto &in_plane = rigid_shapes<2>();
    const auto &in_space = rigid_shapes<3>();
    for (const auto &kind : in_plane)
      EXPECT_EQ(std::ranges::count(in_space, kind.name, &ShapeKind<3>::name), 1)
        << kind.name;
  }

  TEST(RigidShapes, FormsForUsers)
  {
    const auto &in_plane = rigid_shapes<2>();
    EXPECT_EQ(obstacle_form(in_plane[0]), "plane: point ; normal");
    EXPECT_EQ(contact_form(in_plane[0]), "line POINT ; normal a, b");
    EXPECT_EQ(contact_form(in_plane[2]), "inside circle POINT ; radius R");
    const auto &in_space = rigid_shapes<3>();
    EXPECT_EQ(obstacle_form(in_space[3]),
              "cylinder: point of the axis ; axis ; radius");
    EXPECT_EQ(contact_form(in_space[3]),
              "cylinder POINT ; axis a, b, c ; radius R");
  }

  TEST(RigidShapes, DistancesFromPlaneBallAndCylinder)
  {
    const Plane<2> plane({0., 5.});
    EXPECT_EQ(plane.signed_distance({6., 2.}), 2.);
    EXPECT_EQ(plane.signed_distance({6., -4.}), -4.);
    EXPECT_TRUE(plane.is_flat());

    const Ball<3> ball(2.), cavity(2., true);
    EXPECT_EQ(ball.signed_distance({0., 3., 4.}), 3.);
    EXPECT_EQ(cavity.signed_distance({0., 3., 4.}), -3.);
    EXPECT_EQ(cavity.signed_distance({0., 1., 0.}), 1.);
    EXPECT_EQ(cavity.normal({0., 1., 0.}), Vector3d(0., -1., 0.));
    EXPECT_FALSE(ball.is_flat());

    const Cylinder shaft({0., 0., -3.}, 2.), bore({0., 0., 3.}, 2., true);
    EXPECT_EQ(shaft.signed_distance({3., 4., 77.}), 3.);
    EXPECT_EQ(bore.signed_distance({3., 4., 77.}), -3.);
    EXPECT_EQ(bore.signed_distance({0., 1., -5.}), 1.);
    EXPECT_EQ(bore.normal({0., 1., 2.}), Vector3d(0., -1., 0.));
  }

  TEST(RigidShapes, TangentsOfACylinderAreItsAxisAndAcross)
  {
    const Cylinder shaft({0., 0., 7.}, 1.);
    const Vector3d x(0., 2., 5.);
    const auto     t = shaft.tangents(x, shaft.normal(x));
    EXPECT_EQ(t.col(0), Vector3d(0., 0., 1.));
    EXPECT_EQ(t.col(1), Vector3d(1., 0., 0.));
  }

  TEST(RigidShapes, TangentInThePlaneFollowsTheNormal)
  {
    const Plane<2> plane({0., 1.});
    EXPECT_EQ(plane.tangents({0., 0.}, {0., 1.}), Vector2d(-1., 0.));
  }

  TEST(RigidShapes, DistancesFromFacesEdgesAndCornersOfABox)
  {
    const Box<2> rectangle({2., 1.});
    EXPECT_EQ(rectangle.signed_distance({1.5, -4.}), 3.);
    EXPECT_EQ(rectangle.normal({1.5, -4.}), Vector2d(0., -1.));
    EXPECT_EQ(rectangle.signed_distance({-5., 5.}), 5.);
    EXPECT_TRUE(rectangle.normal({-5., 5.}).isApprox(Vector2d(-0.6, 0.8)));
    EXPECT_EQ(rectangle.signed_distance({1.5, 0.25}), -0.5);
    EXPECT_EQ(rectangle.normal({1.5, 0.25}), Vector2d(1., 0.));
    EXPECT_EQ(rectangle.signed_distance({0., 0.}), -1.);
    EXPECT_EQ(rectangle.signed_distance({2., 1.}), 0.);
    EXPECT_EQ(rectangle.length(), 2.);

    const Box<3> box({1., 2., 3.});
    EXPECT_EQ(box.signed_distance({0., 0., 5.}), 2.);
    EXPECT_EQ(box.signed_distance({0., 5., -7.}), 5.); // an edge
    EXPECT_TRUE(box.normal({0., 5., -7.}).isApprox(Vector3d(0., 0.6, -0.8)));
    EXPECT_EQ(box.signed_distance({3., -3., 5.}), 3.); // a corner
    EXPECT_EQ(box.signed_distance({0.5, -1.75, 1.}), -0.25);
    EXPECT_EQ(box.normal({0.5, -1.75, 1.}), Vector3d(0., -1., 0.));
  }

  // Of the nearest of many points of the surface, or minus that inside.
  TEST(RigidShapes, DistanceFromARectangleIsThatOfItsNearestPoint)
  {
    const Vector2d                         a(0.8, 0.5);
    const Box<2>                           rectangle(a);
    std::mt19937                           generator(2);
    std::uniform_real_distribution<double> coordinate(-2., 2.);
    for (int k = 0; k < 50; ++k)
      {
        const Vector2d x(coordinate(generator), coordinate(generator));
        double         distance = 10.;
        for (int i = -1000; i <= 1000; ++i)
          for (const double side : {-1., 1.})
            for (const Vector2d &s :
                 {Vector2d(1e-3 * i, side), Vector2d(side, 1e-3 * i)})
              distance = std::min(distance, (x - s.cwiseProduct(a)).norm());
        const bool is_inside = std::abs(x[0]) < a[0] && std::abs(x[1]) < a[1];
        EXPECT_NEAR(rectangle.signed_distance(x),
                    is_inside ? -distance : distance,
                    1e-5);
      }
  }
} // namespace percuss::test::rigid_shapes_test
