// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_rigid_obstacle_h
#define percuss_models_solid_rigid_obstacle_h

#include <deal.II/base/point.h>
#include <deal.II/base/tensor.h>

#include <functional>
#include <memory>

namespace percuss
{
  /**
   * A rigid obstacle, described by its signed distance d(x, t):
   *
   *     d > 0 outside the obstacle, d < 0 inside it [m],
   *     n = grad d, the unit normal, from the obstacle to the body,
   *     dd/dt at a fixed point x [m/s], negative where the obstacle approaches.
   *
   * Functions are finite and |n| = 1 everywhere, also where d has no gradient
   * (at the centre of a sphere): there n is some unit vector.
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
  };

  inline namespace solid_shapes
  {
    /** The half space behind a plane: d = n . (x - x_0). */
    template <int dim>
    class Plane final : public RigidObstacle<dim>
    {
    public:
      /**
     * @param point  x_0, a point of the plane [m]
     * @param normal towards the body, of any length but zero
     */
      Plane(const dealii::Point<dim>     &point,
            const dealii::Tensor<1, dim> &normal);

      double
      signed_distance(const dealii::Point<dim> &x, double) const override
      {
        return n * (x - point);
      }

      dealii::Tensor<1, dim>
      normal(const dealii::Point<dim> &, double) const override
      {
        return n;
      }

      bool
      is_flat() const override
      {
        return true;
      }

    private:
      const dealii::Point<dim>     point;
      const dealii::Tensor<1, dim> n;
    };

    /**
   * A ball, in the plane a disk: d = |x - c| - R; or a spherical cavity with
   * the body inside it: d = R - |x - c|.
   */
    template <int dim>
    class Sphere final : public RigidObstacle<dim>
    {
    public:
      /**
     * @param centre    c [m]
     * @param radius    R > 0 [m]
     * @param is_cavity whether the body is inside
     */
      Sphere(const dealii::Point<dim> &centre, double radius, bool is_cavity);

      double
      signed_distance(const dealii::Point<dim> &x, double) const override;

      dealii::Tensor<1, dim>
      normal(const dealii::Point<dim> &x, double) const override;

    private:
      const dealii::Point<dim> centre;
      const double             radius;
      const double             side; // 1, or -1 of a cavity
    };

    /**
   * An infinite circular cylinder with axis c + s a: d = |r| - R with the
   * distance vector r = (1 - a a^T)(x - c) from the axis; or a cylindrical
   * cavity with the body inside it: d = R - |r|.
   */
    class Cylinder final : public RigidObstacle<3>
    {
    public:
      /**
     * @param point     c, a point of the axis [m]
     * @param axis      a, of any length but zero
     * @param radius    R > 0 [m]
     * @param is_cavity whether the body is inside
     */
      Cylinder(const dealii::Point<3>     &point,
               const dealii::Tensor<1, 3> &axis,
               double                      radius,
               bool                        is_cavity);

      double
      signed_distance(const dealii::Point<3> &x, double) const override;

      dealii::Tensor<1, 3>
      normal(const dealii::Point<3> &x, double) const override;

    private:
      dealii::Tensor<1, 3>
      from_axis(const dealii::Point<3> &x) const;

      const dealii::Point<3>     point;
      const dealii::Tensor<1, 3> axis;
      const double               radius;
      const double               side;
    };
  } // namespace solid_shapes

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

  private:
    const std::unique_ptr<RigidObstacle<dim>> obstacle;
    const Motion                              displacement, rate;
  };
} // namespace percuss

#endif
