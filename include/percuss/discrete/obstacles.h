// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_discrete_obstacles_h
#define percuss_discrete_obstacles_h

#include <percuss/algebra/small_algebra.h>
#include <percuss/base/always_inline.h>
#include <percuss/constraints/constraint_kinematics.h>

#include <array>

namespace percuss
{
  /** One-sided limits of m of n coordinates: g_i = s_i (q_{c_i} - x_i), s_i = 1
   * where the obstacle is below and -1 where it is above. */
  template <int n, std::size_t m>
  class CoordinateObstacles final : public ConstraintKinematics<SmallAlgebra<n>>
  {
  public:
    using typename ConstraintKinematics<SmallAlgebra<n>>::Vector;
    using Reduced = std::array<double, m>;

    struct Obstacle
    {
      std::string name;
      int         coordinate = 0;  ///< c_i
      double      side       = 1.; ///< s_i
      double      position   = 0.; ///< x_i [m]
    };

    CoordinateObstacles(const std::array<Obstacle, m> &obstacles,
                        const double                   restitution)
      : obstacles(obstacles)
      , contact_law(ContactLaw::normal({restitution}))
    {}

    std::size_t
    n_constraints() const override
    {
      return m;
    }

    const std::string &
    name(const std::size_t row) const override
    {
      return obstacles[row].name;
    }

    const ContactLaw &
    law(std::size_t) const override
    {
      return contact_law;
    }

    PERCUSS_ALWAYS_INLINE void
    gap(const Vector &q, double, const std::span<double> g) const override
    {
      for (std::size_t i = 0; i < m; ++i)
        g[i] = obstacles[i].side *
               (q[obstacles[i].coordinate] - obstacles[i].position);
    }

    PERCUSS_ALWAYS_INLINE void
    velocity(const Vector &,
             double,
             const Vector           &v,
             const std::span<double> u) const override
    {
      for (std::size_t i = 0; i < m; ++i)
        u[i] = obstacles[i].side * v[obstacles[i].coordinate];
    }

    PERCUSS_ALWAYS_INLINE void
    add_impulse(const Vector &,
                double,
                const std::span<const double> p,
                Vector                       &r) const override
    {
      for (std::size_t i = 0; i < m; ++i)
        r[obstacles[i].coordinate] += obstacles[i].side * p[i];
    }

  private:
    const std::array<Obstacle, m> obstacles;
    const ContactLaw              contact_law;
  };

  /**
   * A point of the plane inside a circle about the origin: gap R - |x|, inward
   * normal -x/|x|. With friction a second row, along the tangent (-y, x)/|x|.
   *
   * @tparam n_rows 1, or 2 with friction
   */
  template <std::size_t n_rows>
  class CircularBoundary final : public ConstraintKinematics<SmallAlgebra<2>>
  {
  public:
    using Reduced = std::array<double, n_rows>;

    /**
     * @param radius       R > 0 [m]
     * @param coefficients with friction if and only if there are two rows
     */
    CircularBoundary(const double               radius,
                     const ContactCoefficients &coefficients)
      : radius(radius)
      , laws{ContactLaw::normal(coefficients, n_rows - 1),
             ContactLaw::tangential(coefficients)}
    {}

    std::size_t
    n_constraints() const override
    {
      return n_rows;
    }

    const std::string &
    name(const std::size_t row) const override
    {
      return names[row];
    }

    const ContactLaw &
    law(const std::size_t row) const override
    {
      return laws[row];
    }

    bool
    is_linear() const override
    {
      return false;
    }

    PERCUSS_ALWAYS_INLINE void
    gap(const Vector &q, double, const std::span<double> g) const override
    {
      g[0] = radius - q.entries.norm();
      if constexpr (n_rows == 2)
        g[1] = 0.;
    }

    PERCUSS_ALWAYS_INLINE void
    velocity(const Vector &q,
             double,
             const Vector           &v,
             const std::span<double> u) const override
    {
      const double r = q.entries.norm();
      u[0]           = -(q * v) / r;
      if constexpr (n_rows == 2)
        u[1] = (q[0] * v[1] - q[1] * v[0]) / r;
    }

    PERCUSS_ALWAYS_INLINE void
    add_impulse(const Vector &q,
                double,
                const std::span<const double> p,
                Vector                       &impulse) const override
    {
      const double r = q.entries.norm();
      impulse.add(-p[0] / r, q);
      if constexpr (n_rows == 2)
        {
          impulse[0] -= p[1] * q[1] / r;
          impulse[1] += p[1] * q[0] / r;
        }
    }

  private:
    const double                     radius;
    const std::array<ContactLaw, 2>  laws;
    const std::array<std::string, 2> names{"boundary", "boundary tangential"};
  };
} // namespace percuss

#endif
