// SPDX-License-Identifier: Apache-2.0

// Distances in closed form; normals are gradients and speeds are derivatives
// of the distance by t, at rest and moved.

#include <percuss/constraints/geometry/ball.h>
#include <percuss/constraints/geometry/box.h>
#include <percuss/constraints/geometry/cylinder.h>
#include <percuss/constraints/geometry/plane.h>
#include <percuss/models/solid/central_differences.h>
#include <percuss/models/solid/passed_obstacle.h>
#include <percuss/models/solid/signed_distance_expression.h>

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

namespace percuss::test::rigid_obstacle_test
{
  using dealii::Point;
  using dealii::Tensor;

  template <int dim>
  Point<dim>
  random_point(std::mt19937 &generator)
  {
    std::uniform_real_distribution<double> uniform(-2., 2.);
    Point<dim>                             x;
    for (unsigned int d = 0; d < dim; ++d)
      x[d] = uniform(generator);
    return x;
  }

  template <int dim>
  using Obstacle = std::unique_ptr<RigidObstacle<dim>>;

  template <int dim>
  Obstacle<dim>
  plane(const Point<dim> &point, const Tensor<1, dim> &normal)
  {
    return std::make_unique<ShapeObstacle<dim>>(
      point, std::make_unique<Plane<dim>>(to_eigen(normal)));
  }

  template <int dim>
  Obstacle<dim>
  sphere(const Point<dim> &centre, const double radius, const bool is_cavity)
  {
    return std::make_unique<ShapeObstacle<dim>>(
      centre, std::make_unique<Ball<dim>>(radius, is_cavity));
  }

  Obstacle<3>
  cylinder(const Point<3>     &point,
           const Tensor<1, 3> &axis,
           const double        radius,
           const bool          is_cavity)
  {
    return std::make_unique<ShapeObstacle<3>>(
      point, std::make_unique<Cylinder>(to_eigen(axis), radius, is_cavity));
  }

  /** U(t), curved, and its derivative. */
  template <int dim>
  Obstacle<dim>
  moved(Obstacle<dim> obstacle)
  {
    const auto displacement = [](const double t) {
      Tensor<1, dim> U;
      for (unsigned int d = 0; d < dim; ++d)
        U[d] = 0.3 * std::sin((d + 1.) * t) + 0.1 * d;
      return U;
    };
    const auto velocity = [](const double t) {
      Tensor<1, dim> V;
      for (unsigned int d = 0; d < dim; ++d)
        V[d] = 0.3 * (d + 1.) * std::cos((d + 1.) * t);
      return V;
    };
    return std::make_unique<MovedObstacle<dim>>(std::move(obstacle),
                                                displacement,
                                                velocity);
  }

  /** n = grad d, |n| = 1, speed = dd/dt = -n . velocity. */
  template <int dim>
  void
  check_derivatives(const RigidObstacle<dim> &obstacle)
  {
    std::mt19937 generator(1);
    for (int k = 0; k < 20; ++k)
      {
        const Point<dim>     x = random_point<dim>(generator);
        const double         t = 0.1 * k;
        const Tensor<1, dim> n = obstacle.normal(x, t);
        EXPECT_NEAR(n.norm(), 1., 1e-14);
        for (unsigned int d = 0; d < dim; ++d)
          {
            const double derivative = central_difference(
              [&](const double s) {
                Point<dim> y = x;
                y[d] += s;
                return obstacle.signed_distance(y, t);
              },
              1.);
            EXPECT_NEAR(n[d], derivative, 1e-8);
          }
        const double rate = central_difference(
          [&](const double s) { return obstacle.signed_distance(x, t + s); },
          1.);
        EXPECT_NEAR(obstacle.speed(x, t), rate, 1e-8);
        EXPECT_NEAR(-(n * obstacle.velocity(x, t)), rate, 1e-8);
        if (obstacle.is_fixed())
          {
            EXPECT_EQ(obstacle.speed(x, t), 0.);
          }
        if (obstacle.is_flat())
          {
            EXPECT_EQ(n, obstacle.normal(Point<dim>(), 0.));
          }
      }
  }

  template <int dim>
  void
  check(Obstacle<dim> obstacle, const bool is_flat)
  {
    EXPECT_TRUE(obstacle->is_fixed());
    EXPECT_EQ(obstacle->is_flat(), is_flat);
    check_derivatives(*obstacle);
    const auto in_motion = moved(std::move(obstacle));
    EXPECT_FALSE(in_motion->is_fixed());
    EXPECT_EQ(in_motion->is_flat(), is_flat);
    check_derivatives(*in_motion);
    check_derivatives(*moved<dim>(moved<dim>(
      sphere<dim>(Point<dim>::unit_vector(0), 0.5, false)))); // motions add up
  }

  TEST(RigidObstacle, DerivativesOfPlanes)
  {
    check<2>(plane<2>(Point<2>(1., 2.), Point<2>(3., -4.)), true);
    check<3>(plane<3>(Point<3>(1., 2., 3.), Point<3>(3., -4., 5.)), true);
  }

  TEST(RigidObstacle, DerivativesOfSpheresAndCylinders)
  {
    const Point<3> axis(1., 2., 9.);
    for (const bool is_cavity : {false, true})
      {
        check<2>(sphere<2>(Point<2>(4., 0.), 1.5, is_cavity), false);
        check<3>(sphere<3>(Point<3>(4., 0., 1.), 1.5, is_cavity), false);
        check<3>(cylinder(Point<3>(4., 1., 0.), axis, 0.7, is_cavity), false);
      }
  }

  TEST(RigidObstacle, Distances)
  {
    const auto ground = plane<2>(Point<2>(1., 1.), Point<2>(0., 5.));
    EXPECT_EQ(ground->signed_distance(Point<2>(7., 3.), 0.), 2.);
    EXPECT_EQ(ground->signed_distance(Point<2>(7., -3.), 0.), -4.);

    const Point<3> c(1., 0., 0.);
    const auto ball = sphere<3>(c, 2., false), cavity = sphere<3>(c, 2., true);
    EXPECT_EQ(ball->signed_distance(Point<3>(1., 3., 4.), 0.), 3.);
    EXPECT_EQ(cavity->signed_distance(Point<3>(1., 3., 4.), 0.), -3.);
    EXPECT_EQ(cavity->signed_distance(Point<3>(1., 1., 0.), 0.), 1.);

    const auto shaft = cylinder(c, Point<3>(0., 0., -3.), 2., false),
               bore  = cylinder(c, Point<3>(0., 0., 3.), 2., true);
    EXPECT_EQ(shaft->signed_distance(Point<3>(4., 4., 77.), 0.), 3.);
    EXPECT_EQ(bore->signed_distance(Point<3>(4., 4., 77.), 0.), -3.);
    EXPECT_EQ(bore->signed_distance(Point<3>(1., 1., -5.), 0.), 1.);
    EXPECT_EQ(bore->normal(Point<3>(1., 1., 2.), 0.), Point<3>(0., -1., 0.));
  }

  TEST(RigidObstacle, NormalsAreUnitVectorsWhereThereIsNoGradient)
  {
    const Point<3> c(1., 2., 3.);
    EXPECT_EQ(sphere<3>(c, 1., true)->normal(c, 0.).norm(), 1.);
    for (unsigned int d = 0; d < 3; ++d)
      {
        const Tensor<1, 3> axis = Point<3>::unit_vector(d);
        const Tensor<1, 3> n    = cylinder(c, axis, 1., true)->normal(c, 0.);
        EXPECT_NEAR(n.norm(), 1., 1e-15);
        EXPECT_EQ(n * axis, 0.);
      }
    const SignedDistanceExpression<3> disk(
      [&](const Point<3> &x, double) { return 1. - x.square(); }, true, {});
    EXPECT_EQ(disk.normal(Point<3>(), 0.).norm(), 1.);
    EXPECT_EQ(disk.signed_distance(Point<3>(), 0.), 1.);
  }

  TEST(RigidObstacle, VelocityIsDifferentiatedWhereItIsNotGiven)
  {
    const MovedObstacle<2> obstacle(
      plane<2>(Point<2>(), Point<2>(0., 1.)),
      [](const double t) -> Tensor<1, 2> {
        return Point<2>(std::cos(2e3 * t), 0.1 * std::sin(5e3 * t));
      },
      1e-3);
    for (double t = 0.; t < 1e-2; t += 1.7e-3)
      {
        const Tensor<1, 2> V = obstacle.velocity(Point<2>(1., 1.), t);
        EXPECT_NEAR(V[0], -2e3 * std::sin(2e3 * t), 2e3 * 1e-9);
        EXPECT_NEAR(V[1], 500. * std::cos(5e3 * t), 500. * 1e-9);
        EXPECT_EQ(obstacle.speed(Point<2>(1., 1.), t), -V[1]);
      }
  }

  // A signed distance is taken as it is, to the digits of the differences.
  TEST(SignedDistanceExpression, OfADistanceIsTheDistance)
  {
    const auto ball = sphere<3>(Point<3>(4., 0., 1.), 1.5, false);
    const SignedDistanceExpression<3> same(
      [&](const Point<3> &x, const double t) {
        return ball->signed_distance(x, 0.) - 0.2 * std::sin(3. * t);
      },
      false,
      {});
    EXPECT_FALSE(same.is_fixed());
    EXPECT_FALSE(same.is_flat());
    std::mt19937 generator(2);
    for (int k = 0; k < 20; ++k)
      {
        const Point<3> x = random_point<3>(generator);
        const double   t = 0.1 * k;
        EXPECT_NEAR(same.signed_distance(x, t),
                    ball->signed_distance(x, t) - 0.2 * std::sin(3. * t),
                    1e-9);
        EXPECT_NEAR((same.normal(x, t) - ball->normal(x, t)).norm(), 0., 1e-9);
        EXPECT_NEAR(same.speed(x, t), -0.6 * std::cos(3. * t), 1e-9);
      }
  }

  // Of a level set it is right to first order: the error is d^2 / 2R here.
  TEST(SignedDistanceExpression, OfALevelSetIsADistanceToFirstOrder)
  {
    const double                      R = 2e-3;
    const SignedDistanceExpression<2> circle(
      [&](const Point<2> &x, double) { return 7e6 * (x.square() - R * R); },
      true,
      {R, 1.});
    const auto exact = sphere<2>(Point<2>(), R, false);
    for (const double d : {1e-1, 1e-2, 1e-3})
      for (const double side : {-1., 1.})
        {
          const Point<2> x =
            R * (1. + side * d) * Point<2>(std::cos(2.), std::sin(2.));
          EXPECT_NEAR(circle.signed_distance(x, 0.),
                      exact->signed_distance(x, 0.),
                      0.6 * R * d * d);
          EXPECT_GT(std::abs(circle.signed_distance(x, 0.) -
                             exact->signed_distance(x, 0.)),
                    0.4 * R * d * d);
          EXPECT_NEAR((circle.normal(x, 0.) - exact->normal(x, 0.)).norm(),
                      0.,
                      1e-9);
        }
  }

  TEST(SignedDistanceExpression, SpeedIsThatOfTheSurface)
  {
    // an ellipse that grows: its points on the x-axis have velocity a'
    const SignedDistanceExpression<2> ellipse(
      [](const Point<2> &x, const double t) {
        const double a = 1. + 0.5 * t;
        return x[0] * x[0] / (a * a) + 4. * x[1] * x[1] - 1.;
      },
      false,
      {});
    EXPECT_NEAR(ellipse.speed(Point<2>(1.5, 0.), 1.), -0.5, 1e-9);
    EXPECT_NEAR(ellipse.velocity(Point<2>(1.5, 0.), 1.)[0], 0.5, 1e-9);
    EXPECT_NEAR(ellipse.speed(Point<2>(0., 0.5), 1.), 0., 1e-9);
  }

  /** A box of 2 x 0.02 about the origin. */
  Obstacle<2>
  slab()
  {
    return std::make_unique<ShapeObstacle<2>>(
      Point<2>(), std::make_unique<Box<2>>(Eigen::Vector2d(1., 0.01)));
  }

  TEST(PassedObstacle, PointsThatGoThroughABox)
  {
    const auto   box    = slab();
    const double middle = 0.01;
    for (const double end : {-0.1, -0.011, -0.005, -0.9})
      {
        const double depth =
          depth_of_passage<2>(*box, {0.2, 0.1}, 0., {0.3, end}, 1.);
        EXPECT_GT(depth, 0.4 * middle) << end;
        EXPECT_LE(depth, middle) << end;
      }
    // that begin in the box and get past its middle
    EXPECT_GT(depth_of_passage<2>(*box, {0., 0.003}, 0., {0., -0.004}, 1.), 0.);
  }

  TEST(PassedObstacle, PointsThatDoNot)
  {
    const auto box  = slab();
    const auto zero = [&box](const Point<2> &from, const Point<2> &to) {
      EXPECT_EQ(depth_of_passage<2>(*box, from, 0., to, 1.), 0.)
        << from << " to " << to;
    };
    zero({0., 0.1}, {0., 0.001});       // not past the middle
    zero({0., 0.1}, {0., 0.1});         // at rest
    zero({0., 0.1}, {3., 0.1});         // past it
    zero({1.1, 0.005}, {0.8, 0.0099});  // from beside it to below its top
    zero({1.2, 0.1}, {1.2, -0.1});      // beside it
    zero({0.9, 0.0099}, {1.0099, 0.});  // over an edge
    zero({0.2, -0.002}, {0.2, -0.004}); // to the nearer side
  }

  TEST(PassedObstacle, Balls)
  {
    const auto ball = sphere<3>({0., 0., 0.}, 0.1, false);
    EXPECT_GT(
      depth_of_passage<3>(*ball, {0.02, 0., 1.}, 0., {0.02, 0.01, -1.}, 1.),
      0.05);
    // grazes it
    EXPECT_EQ(
      depth_of_passage<3>(*ball, {0.0999, 0., 1.}, 0., {0.0999, 0., -1.}, 1.),
      0.);
    const auto cavity = sphere<3>({0., 0., 0.}, 1., true);
    EXPECT_EQ(
      depth_of_passage<3>(*cavity, {0.9, 0., 0.}, 0., {-0.9, 0., 0.}, 1.), 0.);
  }

  TEST(PassedObstacle, BoxesThatMove)
  {
    const auto moved = [](const auto &displacement) {
      return MovedObstacle<2>(
        slab(),
        [displacement](const double t) {
          return Tensor<1, 2>({0., displacement(t)});
        },
        1.);
    };
    const Point<2> x(0., 0.1);
    EXPECT_GT(depth_of_passage<2>(
                moved([](const double t) { return 0.2 * t; }), x, 0., x, 1.),
              0.);
    // comes and goes
    EXPECT_EQ(
      depth_of_passage<2>(
        moved([](const double t) { return 0.4 * t * (1. - t); }), x, 0., x, 1.),
      0.);
  }
} // namespace percuss::test::rigid_obstacle_test
