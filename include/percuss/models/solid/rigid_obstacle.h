// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_rigid_obstacle_h
#define percuss_models_solid_rigid_obstacle_h

#include <percuss/constraints/geometry/rigid_shape.h>
#include <percuss/models/solid/eigen_tensor.h>

#include <deal.II/base/point.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace percuss
{
  /** Where bodies may meet an obstacle: a box [m], and two times [s]. */
  template <int dim>
  struct ObstacleRegion
  {
    dealii::Point<dim> lower, upper;
    double             begin = 0., end = 0.;
  };

  /**
   * A rigid obstacle, described by its signed distance d(x, t):
   *
   *     d > 0 outside the obstacle, d < 0 inside it [m],
   *     n = grad d, the unit normal, from the obstacle to the body,
   *     dd/dt at a fixed point x [m/s], negative where the obstacle approaches.
   *
   * Functions are finite and |n| = 1 everywhere, also where d has no gradient
   * (at the centre of a ball): there n is some unit vector.
   */
  template <int dim>
  class RigidObstacle
  {
  public:
    virtual ~RigidObstacle() = default;

    /** d(x, t) [m]. */
    virtual double
    signed_distance(const dealii::Point<dim> &x, double t) const = 0;

    /** n(x, t). */
    virtual dealii::Tensor<1, dim>
    normal(const dealii::Point<dim> &x, double t) const = 0;

    /** dd/dt(x, t) [m/s]. */
    virtual double
    speed(const dealii::Point<dim> &, double) const
    {
      return 0.;
    }

    /**
     * Velocity of the obstacle's material at x [m/s], which friction opposes:
     * -n . velocity = dd/dt. Unless more is known it is along the normal.
     */
    virtual dealii::Tensor<1, dim>
    velocity(const dealii::Point<dim> &x, const double t) const
    {
      return -speed(x, t) * normal(x, t);
    }

    /** Whether d does not depend on t. */
    virtual bool
    is_fixed() const
    {
      return true;
    }

    /** Whether n depends on neither x nor t: d is affine in x. */
    virtual bool
    is_flat() const
    {
      return false;
    }

    /** Where and when d jumps, in words: in a box, between two times [s]. Empty
     * if it is continuous, as far as is known. */
    virtual std::string
    discontinuity(const ObstacleRegion<dim> &) const
    {
      return {};
    }
  };

  /** A rigid shape at a base point x_0 [m]: d(x - x_0) and n(x - x_0). */
  template <int dim>
  class ShapeObstacle final : public RigidObstacle<dim>
  {
  public:
    /** @param shape its axes are those of space */
    ShapeObstacle(const dealii::Point<dim>        &base,
                  std::unique_ptr<RigidShape<dim>> shape)
      : base(base)
      , shape(std::move(shape))
    {}

    double
    signed_distance(const dealii::Point<dim> &x, double) const override
    {
      return shape->signed_distance(to_eigen<dim>(x - base));
    }

    dealii::Tensor<1, dim>
    normal(const dealii::Point<dim> &x, double) const override
    {
      return to_tensor<dim>(shape->normal(to_eigen<dim>(x - base)));
    }

    bool
    is_flat() const override
    {
      return shape->is_flat();
    }

  private:
    const dealii::Point<dim>               base;
    const std::unique_ptr<RigidShape<dim>> shape;
  };

  /**
   * An obstacle that is moved by a translation U(t) [m]: with the signed
   * distance d_0 of the obstacle at rest,
   *
   *     d(x, t) = d_0(x - U, t),   n = n_0(x - U, t),
   *     dd/dt = dd_0/dt - n . dU/dt,   velocity = velocity_0 + dU/dt.
   */
  template <int dim>
  class MovedObstacle final : public RigidObstacle<dim>
  {
  public:
    using Motion = std::function<dealii::Tensor<1, dim>(double t)>;

    /**
     * @param displacement U(t) [m]
     * @param velocity     dU/dt(t) [m/s]
     */
    MovedObstacle(std::unique_ptr<RigidObstacle<dim>> obstacle,
                  const Motion                       &displacement,
                  const Motion                       &velocity);

    /**
     * The same with dU/dt by central differences.
     * @param time over which U varies [s]; the step is 6e-6 of it, and U is
     *             evaluated that much before and after
     */
    MovedObstacle(std::unique_ptr<RigidObstacle<dim>> obstacle,
                  const Motion                       &displacement,
                  double                              time);

    double
    signed_distance(const dealii::Point<dim> &x, double t) const override;

    dealii::Tensor<1, dim>
    normal(const dealii::Point<dim> &x, double t) const override;

    double
    speed(const dealii::Point<dim> &x, double t) const override;

    dealii::Tensor<1, dim>
    velocity(const dealii::Point<dim> &x, double t) const override;

    bool
    is_fixed() const override
    {
      return false;
    }

    bool
    is_flat() const override
    {
      return obstacle->is_flat();
    }

    /** Of U, else of the obstacle at rest. */
    std::string
    discontinuity(const ObstacleRegion<dim> &region) const override;

  private:
    const std::unique_ptr<RigidObstacle<dim>> obstacle;
    const Motion                              displacement, rate;
  };
} // namespace percuss

#endif
