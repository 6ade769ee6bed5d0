// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_passed_obstacle_h
#define percuss_models_solid_passed_obstacle_h

#include <percuss/models/solid/rigid_obstacle.h>

namespace percuss
{
  /**
   * How deep a point has been in an obstacle which it has gone through, or whose
   * middle it has passed, on its straight way from @p x_0 at @p t_0 to @p x_1 at
   * @p t_1 [m]; 0 where it has not: where the normals of both ends are less than
   * 96 degrees apart, as on both sides of an edge, or it has come in by less than
   * a five hundredth of its way.
   *
   * Looks at places as far from each other as the signed distance allows, and at
   * least 1/256 of the way: what is thinner may be missed.
   */
  template <int dim>
  double
  depth_of_passage(const RigidObstacle<dim> &obstacle,
                   const dealii::Point<dim> &x_0,
                   double                    t_0,
                   const dealii::Point<dim> &x_1,
                   double                    t_1);
} // namespace percuss

#endif
