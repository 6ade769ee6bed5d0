// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_van_der_pol_oscillator_van_der_pol_oscillator_h
#define percuss_models_small_van_der_pol_oscillator_van_der_pol_oscillator_h

#include <percuss/discrete/small_system.h>

namespace percuss
{
  /**
   * Van der Pol's oscillator with an obstacle ([D19] (36)). [D19] gives x_0 = 1
   * m and x' = 1 m/s, and neither the obstacle nor e.
   */
  struct VanDerPolOscillatorDescription
  {
    double mass              = 1.;  ///< m > 0 [kg]
    double damping_ratio     = 5.;  ///< xi >= 0 [-]
    double angular_frequency = 1.;  ///< omega_0 > 0 [rad/s]
    double amplitude         = 1.;  ///< x_0 > 0, where damping changes sign [m]
    double obstacle_position = 1.5; ///< gap obstacle_position - x [m]
    double initial_position  = 1.;  ///< [m]
    double initial_velocity  = 1.;  ///< [m/s]
  };

  /**
   * m (x'' - xi omega_0 (1 - x^2/x_0^2) x' + omega_0^2 x) = contact force. The
   * damping c(x, v) = -m xi omega_0 (1 - x^2/x_0^2) v feeds energy in for
   * |x| < x_0.
   */
  class VanDerPolOscillator final : public SmallSystem<1>
  {
  public:
    static constexpr const char *model_name = "van der pol oscillator";

    /** Throws InputError for values outside their range. */
    explicit VanDerPolOscillator(const VanDerPolOscillatorDescription &d)
      : description(d)
      , stiffness(d.mass * d.angular_frequency * d.angular_frequency)
      , damping(d.mass * d.damping_ratio * d.angular_frequency)
    {
      require_value(d.mass > 0., "mass", d.mass, "it must be positive");
      require_value(d.damping_ratio >= 0.,
                    "damping ratio",
                    d.damping_ratio,
                    "it must not be negative");
      require_value(d.angular_frequency > 0.,
                    "angular frequency",
                    d.angular_frequency,
                    "it must be positive");
      require_value(d.amplitude > 0.,
                    "amplitude",
                    d.amplitude,
                    "it must be positive");
      require_value(d.initial_position <= d.obstacle_position,
                    "initial position",
                    d.initial_position,
                    "it must not be beyond the obstacle");
    }

    static CoordinateNames
    coordinate_names()
    {
      return {"mass"};
    }

    Vector
    initial_position() const
    {
      return Vector::Entries(description.initial_position);
    }

    Vector
    initial_velocity() const
    {
      return Vector::Entries(description.initial_velocity);
    }

    bool
    is_linear() const override
    {
      return false;
    }

    bool
    is_damped() const override
    {
      return true;
    }

    void
    load(double, Vector &F) const override
    {
      F = 0.;
    }

    void
    elastic_force(const Vector &q, Vector &s) const override
    {
      s.equ(stiffness, q);
    }

    void
    damping_force(const Vector &q, const Vector &v, Vector &d) const override
    {
      d.equ(damping_tangent(q), v);
    }

    void
    momentum(const Vector &, const Vector &v, Vector &p) const override
    {
      p.equ(description.mass, v);
    }

    void
    iteration_matrix(const Weights                &w,
                     const State<SmallAlgebra<1>> &x,
                     Matrix                       &S) const override
    {
      S(0, 0) = w.mass * description.mass + w.damping * damping_tangent(x.q) +
                w.stiffness * stiffness_tangent(x);
    }

    void
    stiffness_product(const State<SmallAlgebra<1>> &x,
                      const Vector                 &y,
                      Vector                       &z) const override
    {
      z.equ(stiffness_tangent(x), y);
    }

    double
    load_potential(const Vector &) const override
    {
      return 0.;
    }

    const VanDerPolOscillatorDescription description;

  private:
    /** dc/dv = -m xi omega_0 (1 - x^2/x_0^2), also c/v. */
    double
    damping_tangent(const Vector &q) const
    {
      const double x = q[0] / description.amplitude;
      return -damping * (1. - x * x);
    }

    /** m omega_0^2 + dc/dx. */
    double
    stiffness_tangent(const State<SmallAlgebra<1>> &x) const
    {
      return stiffness + 2. * damping * x.q[0] * x.v[0] /
                           (description.amplitude * description.amplitude);
    }

    const double stiffness, damping;
  };
} // namespace percuss

#endif
