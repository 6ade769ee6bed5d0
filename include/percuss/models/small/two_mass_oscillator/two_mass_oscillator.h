// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_two_mass_oscillator_two_mass_oscillator_h
#define percuss_models_small_two_mass_oscillator_two_mass_oscillator_h

#include <percuss/discrete/small_system.h>

namespace percuss
{
  /** Two balls above each other, joined by a spring, above a floor at height
   * zero ([C13] 5.2). */
  struct TwoMassOscillatorDescription
  {
    double lower_mass       = 1.;    ///< m_1 > 0 [kg]
    double upper_mass       = 1.;    ///< m_2 > 0 [kg]
    double radius           = 0.2;   ///< R >= 0 of the lower ball [m]
    double stiffness        = 1e4;   ///< k >= 0 [N/m]
    double damping          = 0.;    ///< c >= 0 between the balls [N s/m]
    double spring_length    = 1.;    ///< l >= 0, unstretched [m]
    double initial_height   = 1.001; ///< of the lower centre, >= R [m]
    double initial_velocity = 0.;    ///< of both, upwards positive [m/s]
    double gravity          = -10.;  ///< acceleration, signed alike [m/s^2]
  };

  /**
   * m_1 q_1'' =  k (q_2 - q_1 - l) + c (q_2' - q_1') + m_1 g,
   * m_2 q_2'' = -k (q_2 - q_1 - l) - c (q_2' - q_1') + m_2 g,
   * heights of the centres, at the start q_2 - q_1 = l; gap q_1 - R. The
   * constant part of the spring force is a constant load.
   */
  class TwoMassOscillator final : public LinearSmallSystem<2>
  {
  public:
    static constexpr const char *model_name = "two-mass oscillator";

    /** Throws InputError for values outside their range. */
    explicit TwoMassOscillator(const TwoMassOscillatorDescription &d)
      : LinearSmallSystem(
          Matrix(Eigen::Vector2d(d.lower_mass, d.upper_mass).asDiagonal()),
          d.damping * coupling(),
          d.stiffness * coupling(),
          Vector::Entries(
            d.lower_mass * d.gravity - d.stiffness * d.spring_length,
            d.upper_mass * d.gravity + d.stiffness * d.spring_length))
      , description(d)
    {
      require_value(d.lower_mass > 0.,
                    "lower mass",
                    d.lower_mass,
                    "it must be positive");
      require_value(d.upper_mass > 0.,
                    "upper mass",
                    d.upper_mass,
                    "it must be positive");
      require_value(d.stiffness >= 0.,
                    "stiffness",
                    d.stiffness,
                    "it must not be negative");
      require_value(d.damping >= 0.,
                    "damping",
                    d.damping,
                    "it must not be negative");
      require_value(d.spring_length >= 0.,
                    "spring length",
                    d.spring_length,
                    "it must not be negative");
      require_value(d.radius >= 0.,
                    "radius",
                    d.radius,
                    "it must not be negative");
      require_value(d.initial_height >= d.radius,
                    "initial height",
                    d.initial_height,
                    "it must not be less than the radius");
    }

    static CoordinateNames
    coordinate_names()
    {
      return {"lower", "upper"};
    }

    Vector
    initial_position() const
    {
      return Vector::Entries(description.initial_height,
                             description.initial_height +
                               description.spring_length);
    }

    Vector
    initial_velocity() const
    {
      return Vector::Entries(description.initial_velocity,
                             description.initial_velocity);
    }

    const TwoMassOscillatorDescription description;

  private:
    static Matrix
    coupling()
    {
      Matrix A;
      A << 1., -1., -1., 1.;
      return A;
    }
  };
} // namespace percuss

#endif
