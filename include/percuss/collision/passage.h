// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_collision_passage_h
#define percuss_collision_passage_h

#include <percuss/collision/manifold.h>

namespace percuss
{
  /** Where a body is: x <- origin + R x. */
  template <int dim>
  struct Pose
  {
    Eigen::Vector<double, dim>      origin = Eigen::Vector<double, dim>::Zero();
    Eigen::Matrix<double, dim, dim> R =
      Eigen::Matrix<double, dim, dim>::Identity();
  };

  /** The way of a body from one pose to another: straight, and with a constant
   * angular velocity. */
  template <int dim>
  class Motion
  {
  public:
    Motion(const Pose<dim> &from, const Pose<dim> &to);

    /** The pose at 0 <= @p s <= 1. */
    Pose<dim>
    at(double s) const;

    /** Bound of the way of a point at the distance @p extent from the origin
     * [m]. */
    double
    largest_way(double extent) const;

  private:
    Pose<dim>                  from;
    Eigen::Vector<double, dim> way;
    double                     angle;
    Eigen::Vector3d            axis = Eigen::Vector3d::UnitZ();
  };

  /**
   * Whether two bodies have gone through each other, or through a corner of each
   * other, on their ways: at some time between they overlap by more than a tenth
   * of the radii of the largest balls in them and come nearer, and at the end
   * they do not overlap, or the normal of the deepest point points the other
   * way. Looks at times between which they come a quarter of those radii nearer.
   * Moves both shapes and leaves them at their ends.
   */
  template <int dim>
  bool
  pass_through(ManifoldFinder<dim> &finder,
               PlacedShape<dim>    &a,
               PlacedShape<dim>    &b,
               const Motion<dim>   &motion_of_a,
               const Motion<dim>   &motion_of_b);
} // namespace percuss

#endif
