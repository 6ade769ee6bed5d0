// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/central_differences.h>
#include <percuss/models/solid/find_jump.h>
#include <percuss/models/solid/rigid_obstacle.h>

#include <sstream>

namespace percuss
{
  using namespace dealii;

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

  template <int dim>
  std::string
  MovedObstacle<dim>::discontinuity(const ObstacleRegion<dim> &region) const
  {
    for (unsigned int d = 0; d < dim; ++d)
      if (const auto jump =
            find_jump([&](const double t) { return displacement(t)[d]; },
                      region.begin,
                      region.end,
                      1000))
        {
          std::ostringstream text;
          text << "its motion along "
               << "xyz"[d] << " jumps at t = " << jump->at << " s from "
               << jump->before << " to " << jump->after << " m";
          return text.str();
        }
    ObstacleRegion<dim> at_rest = region;
    at_rest.lower -= displacement(region.begin);
    at_rest.upper -= displacement(region.begin);
    return obstacle->discontinuity(at_rest);
  }

  template class MovedObstacle<2>;
  template class MovedObstacle<3>;
} // namespace percuss
