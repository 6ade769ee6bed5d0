// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_rotating_spring_rotating_spring_h
#define percuss_models_small_rotating_spring_rotating_spring_h

#include <percuss/discrete/small_system.h>

namespace percuss
{
  /** A mass on a spring that turns about the origin inside a circle ([D19]). */
  struct RotatingSpringDescription
  {
    double mass               = 1.;  ///< m > 0 [kg]
    double stiffness          = 10.; ///< k >= 0 [N/m]
    double spring_length      = 1.;  ///< l_0 >= 0, unstretched [m]
    double boundary_radius    = 1.4; ///< R > 0 [m]
    double initial_x          = 0.8; ///< [m]
    double initial_y          = 0.;  ///< [m]
    double initial_x_velocity = 1.;  ///< [m/s]
    double initial_y_velocity = 2.;  ///< [m/s]
  };

  /**
   * m x'' = -k (1 - l_0/|x|) x ([D19] (43)), x in the plane; strain energy
   * 1/2 k (|x| - l_0)^2. The force is central: angular momentum is conserved
   * but for friction.
   */
  class RotatingSpring final : public SmallSystem<2>
  {
  public:
    static constexpr const char *model_name = "rotating spring";

    /** Throws InputError for values outside their range. */
    explicit RotatingSpring(const RotatingSpringDescription &d)
      : description(d)
    {
      require_value(d.mass > 0., "mass", d.mass, "it must be positive");
      require_value(d.stiffness >= 0.,
                    "stiffness",
                    d.stiffness,
                    "it must not be negative");
      require_value(d.spring_length >= 0.,
                    "spring length",
                    d.spring_length,
                    "it must not be negative");
      require_value(d.boundary_radius > 0.,
                    "boundary radius",
                    d.boundary_radius,
                    "it must be positive");
      const double r = std::hypot(d.initial_x, d.initial_y);
      require_value(r > 0. && r <= d.boundary_radius,
                    "distance from the centre at the start",
                    r,
                    "it must be positive and not beyond the boundary");
    }

    static CoordinateNames
    coordinate_names()
    {
      return {"x", "y"};
    }

    Vector
    initial_position() const
    {
      return Vector::Entries(description.initial_x, description.initial_y);
    }

    Vector
    initial_velocity() const
    {
      return Vector::Entries(description.initial_x_velocity,
                             description.initial_y_velocity);
    }

    bool
    is_linear() const override
    {
      return false;
    }

    void
    load(double, Vector &F) const override
    {
      F = 0.;
    }

    void
    elastic_force(const Vector &q, Vector &s) const override
    {
      s.equ(secant(q), q);
    }

    double
    strain_energy(const Vector &q, const Vector &) const override
    {
      const double stretch = q.entries.norm() - description.spring_length;
      return 0.5 * description.stiffness * stretch * stretch;
    }

    void
    momentum(const Vector &, const Vector &v, Vector &p) const override
    {
      p.equ(description.mass, v);
    }

    void
    iteration_matrix(const Weights                &w,
                     const State<SmallAlgebra<2>> &x,
                     Matrix                       &S) const override
    {
      S = w.stiffness * tangent(x.q);
      S.diagonal().array() += w.mass * description.mass;
    }

    void
    stiffness_product(const State<SmallAlgebra<2>> &x,
                      const Vector                 &y,
                      Vector                       &z) const override
    {
      z.entries.noalias() = tangent(x.q) * y.entries;
    }

    double
    load_potential(const Vector &) const override
    {
      return 0.;
    }

    const RotatingSpringDescription description;

  private:
    /** k (1 - l_0/|x|) */
    double
    secant(const Vector &q) const
    {
      return description.stiffness *
             (1. - description.spring_length / q.entries.norm());
    }

    /** k ((1 - l_0/|x|) I + l_0/|x|^3 x x^T) */
    Matrix
    tangent(const Vector &q) const
    {
      const double r = q.entries.norm();
      return secant(q) * Matrix::Identity() +
             description.stiffness * description.spring_length / (r * r * r) *
               q.entries * q.entries.transpose();
    }
  };
} // namespace percuss

#endif
