// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/passed_obstacle.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  template <int dim>
  double
  depth_of_passage(const RigidObstacle<dim> &obstacle,
                   const dealii::Point<dim> &x_0,
                   const double              t_0,
                   const dealii::Point<dim> &x_1,
                   const double              t_1)
  {
    constexpr double largest_cosine = -0.1, least_depth = 0.002,
                     shortest_part = 1. / 256.;
    if (!(obstacle.normal(x_0, t_0) * obstacle.normal(x_1, t_1) <
          largest_cosine))
      return 0.;
    const dealii::Tensor<1, dim> d = x_1 - x_0;
    // of the point beside the obstacle
    const double way =
      d.norm() + (t_1 - t_0) * std::max(std::abs(obstacle.speed(x_0, t_0)),
                                        std::abs(obstacle.speed(x_1, t_1)));
    double deepest = 0., s = 0.;
    while (s < 1.)
      {
        const double g =
          obstacle.signed_distance(x_0 + s * d, t_0 + s * (t_1 - t_0));
        deepest = std::max(deepest, -g);
        s += g > shortest_part * way ? g / way : shortest_part;
      }
    const double before = std::max(0., -obstacle.signed_distance(x_0, t_0));
    return deepest > before + least_depth * way ? deepest : 0.;
  }

  template double
  depth_of_passage(const RigidObstacle<2> &,
                   const dealii::Point<2> &,
                   double,
                   const dealii::Point<2> &,
                   double);
  template double
  depth_of_passage(const RigidObstacle<3> &,
                   const dealii::Point<3> &,
                   double,
                   const dealii::Point<3> &,
                   double);
} // namespace percuss
