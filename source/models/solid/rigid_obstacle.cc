// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/central_differences.h>
#include <percuss/models/solid/rigid_obstacle.h>

#include <cassert>
#include <cmath>
#include <utility>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    Tensor<1, dim>
    unit(const Tensor<1, dim> &direction)
    {
      assert(direction.norm() > 0.);
      return direction / direction.norm();
    }

    template <int dim>
    Tensor<1, dim>
    unit_vector(const unsigned int i)
    {
      Tensor<1, dim> e;
      e[i] = 1.;
      return e;
    }
  } // namespace

  template <int dim>
  Plane<dim>::Plane(const Point<dim> &point, const Tensor<1, dim> &normal)
    : point(point)
    , n(unit(normal))
  {}

  template <int dim>
  Sphere<dim>::Sphere(const Point<dim> &centre,
                      const double      radius,
                      const bool        is_cavity)
    : centre(centre)
    , radius(radius)
    , side(is_cavity ? -1. : 1.)
  {
    assert(radius > 0.);
  }

  template <int dim>
  double
  Sphere<dim>::signed_distance(const Point<dim> &x, double) const
  {
    return side * ((x - centre).norm() - radius);
  }

  template <int dim>
  Tensor<1, dim>
  Sphere<dim>::normal(const Point<dim> &x, double) const
  {
    const Tensor<1, dim> r        = x - centre;
    const double         distance = r.norm();
    return distance > 0. ? side / distance * r : unit_vector<dim>(0);
  }

  Cylinder::Cylinder(const Point<3>     &point,
                     const Tensor<1, 3> &axis,
                     const double        radius,
                     const bool          is_cavity)
    : point(point)
    , axis(unit(axis))
    , radius(radius)
    , side(is_cavity ? -1. : 1.)
  {
    assert(radius > 0.);
  }

  Tensor<1, 3>
  Cylinder::from_axis(const Point<3> &x) const
  {
    const Tensor<1, 3> r = x - point;
    return r - (axis * r) * axis;
  }

  double
  Cylinder::signed_distance(const Point<3> &x, double) const
  {
    return side * (from_axis(x).norm() - radius);
  }

  Tensor<1, 3>
  Cylinder::normal(const Point<3> &x, double) const
  {
    const Tensor<1, 3> r        = from_axis(x);
    const double       distance = r.norm();
    if (distance > 0.)
      return side / distance * r;
    // on the axis any direction across it will do
    return unit(
      cross_product_3d(axis, unit_vector<3>(std::abs(axis[0]) < 0.8 ? 0 : 1)));
  }

  template <int dim>
  MovedObstacle<dim>::MovedObstacle(
    std::unique_ptr<RigidObstacle<dim>> obstacle,
    const Motion                       &displacement,
    const Motion                       &velocity)
    : obstacle(std::move(obstacle))
    , displacement(displacement)
    , rate(velocity)
  {}

  template <int dim>
  MovedObstacle<dim>::MovedObstacle(
    std::unique_ptr<RigidObstacle<dim>> obstacle,
    const Motion                       &displacement,
    const double                        time)
    : MovedObstacle(std::move(obstacle),
                    displacement,
                    [displacement, time](const double t) {
                      return central_difference(
                        [&](const double s) { return displacement(t + s); },
                        time);
                    })
  {}

  template <int dim>
  double
  MovedObstacle<dim>::signed_distance(const Point<dim> &x, const double t) const
  {
    return obstacle->signed_distance(x - displacement(t), t);
  }

  template <int dim>
  Tensor<1, dim>
  MovedObstacle<dim>::normal(const Point<dim> &x, const double t) const
  {
    return obstacle->normal(x - displacement(t), t);
  }

  template <int dim>
  double
  MovedObstacle<dim>::speed(const Point<dim> &x, const double t) const
  {
    const Point<dim> x_0 = x - displacement(t);
    return obstacle->speed(x_0, t) - obstacle->normal(x_0, t) * rate(t);
  }

  template <int dim>
  Tensor<1, dim>
  MovedObstacle<dim>::velocity(const Point<dim> &x, const double t) const
  {
    return obstacle->velocity(x - displacement(t), t) + rate(t);
  }

  template class Plane<2>;
  template class Plane<3>;
  template class Sphere<2>;
  template class Sphere<3>;
  template class MovedObstacle<2>;
  template class MovedObstacle<3>;
} // namespace percuss
