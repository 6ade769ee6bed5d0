// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_signed_distance_expression_h
#define percuss_models_solid_signed_distance_expression_h

#include <percuss/models/solid/central_differences.h>
#include <percuss/models/solid/rigid_obstacle.h>

#include <functional>

namespace percuss
{
  /**
   * An obstacle that is given as {f < 0} by any function f(x, t), positive
   * outside, whose gradient does not vanish at the surface f = 0:
   *
   *     d = f / |grad f|,    n = grad f / |grad f|,    dd/dt = f_t / |grad f|,
   *
   * derivatives by central differences. Where f is a signed distance this is
   * exact; of other functions d is the distance to first order, with an error
   * of order d^2 times curvature: right where bodies touch, not far away. Where
   * the gradient is zero, d = f and n is some unit vector. A function that jumps
   * has a gradient of any size there, and a distance of nothing.
   */
  template <int dim>
  class SignedDistanceExpression final : public RigidObstacle<dim>
  {
  public:
    using Function =
      std::function<double(const dealii::Point<dim> &x, double t)>;

    /**
     * @param f        any unit
     * @param is_fixed whether f does not depend on t
     * @param scales   of the shape and its motion
     */
    SignedDistanceExpression(const Function         &f,
                             bool                    is_fixed,
                             const DifferenceScales &scales);

    double
    signed_distance(const dealii::Point<dim> &x, double t) const override;

    dealii::Tensor<1, dim>
    normal(const dealii::Point<dim> &x, double t) const override;

    double
    speed(const dealii::Point<dim> &x, double t) const override;

    bool
    is_fixed() const override
    {
      return fixed;
    }

    /** Of f, along lines parallel to the axes, and over the time. */
    std::string
    discontinuity(const ObstacleRegion<dim> &region) const override;

  private:
    dealii::Tensor<1, dim>
    gradient(const dealii::Point<dim> &x, double t) const;

    const Function         f;
    const bool             fixed;
    const DifferenceScales scales;
  };
} // namespace percuss

#endif
