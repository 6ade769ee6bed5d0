// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_linear_oscillator_linear_oscillator_h
#define percuss_models_small_linear_oscillator_linear_oscillator_h

#include <percuss/discrete/small_system.h>

namespace percuss
{
  /** A mass on a spring and a damper above an obstacle ([A12] Example 2). */
  struct LinearOscillatorDescription
  {
    double mass                   = 1.; ///< m > 0 [kg]
    double damping                = 0.; ///< c >= 0 [N s/m]
    double stiffness              = 1.; ///< k >= 0 [N/m]
    double rest_position          = 0.; ///< where the spring is unstretched [m]
    double force                  = 0.; ///< constant force [N]
    double load_amplitude         = 0.; ///< A of A cos(Omega t + phi) [N]
    double load_angular_frequency = 0.; ///< Omega [rad/s]
    double load_phase             = 0.; ///< phi [rad]
    double obstacle_position      = 0.; ///< gap q - obstacle_position [m]
    double initial_position       = 1.; ///< [m]
    double initial_velocity       = 0.; ///< [m/s]
  };

  /**
   * m q'' + c q' + k (q - rest) = F + A cos(Omega t + phi); gap q - obstacle.
   * The constant part of the spring force is a constant load: strain energy
   * 1/2 k q^2, potential -(F + k rest) q.
   */
  class LinearOscillator final : public LinearSmallSystem<1>
  {
  public:
    static constexpr const char *model_name = "linear oscillator";

    /** Throws InputError for values outside their range. */
    explicit LinearOscillator(const LinearOscillatorDescription &d)
      : LinearSmallSystem(Matrix(d.mass),
                          Matrix(d.damping),
                          Matrix(d.stiffness),
                          Vector::Entries(d.force +
                                          d.stiffness * d.rest_position),
                          {Vector::Entries(d.load_amplitude),
                           d.load_angular_frequency,
                           d.load_phase})
      , description(d)
    {
      require_value(d.mass > 0., "mass", d.mass, "it must be positive");
      require_value(d.damping >= 0.,
                    "damping",
                    d.damping,
                    "it must not be negative");
      require_value(d.stiffness >= 0.,
                    "stiffness",
                    d.stiffness,
                    "it must not be negative");
      require_value(d.initial_position >= d.obstacle_position,
                    "initial position",
                    d.initial_position,
                    "it must not be below the obstacle");
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

    const LinearOscillatorDescription description;
  };
} // namespace percuss

#endif
