// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_bouncing_ball_bouncing_ball_h
#define percuss_models_small_bouncing_ball_bouncing_ball_h

#include <percuss/discrete/small_system.h>

namespace percuss
{
  /** A rigid ball above a floor at height zero ([C13] 5.1, [A12] Example 1). */
  struct BouncingBallDescription
  {
    double mass             = 1.;    ///< m > 0 [kg]
    double radius           = 0.;    ///< R >= 0 [m]
    double initial_height   = 1.;    ///< of the centre, >= R [m]
    double initial_velocity = 0.;    ///< upwards positive [m/s]
    double gravity          = -9.81; ///< acceleration, signed alike [m/s^2]
  };

  /** m q'' = m g, q the height of the centre; gap q - R. */
  class BouncingBall final : public SmallSystem<1>
  {
  public:
    static constexpr const char *model_name = "bouncing ball";

    /** Throws InputError for values outside their range. */
    explicit BouncingBall(const BouncingBallDescription &description)
      : description(description)
      , weight(description.mass * description.gravity)
    {
      require_value(description.mass > 0.,
                    "mass",
                    description.mass,
                    "it must be positive");
      require_value(description.radius >= 0.,
                    "radius",
                    description.radius,
                    "it must not be negative");
      require_value(description.initial_height >= description.radius,
                    "initial height",
                    description.initial_height,
                    "it must not be less than the radius");
    }

    static CoordinateNames
    coordinate_names()
    {
      return {"height"};
    }

    Vector
    initial_position() const
    {
      return Vector::Entries(description.initial_height);
    }

    Vector
    initial_velocity() const
    {
      return Vector::Entries(description.initial_velocity);
    }

    bool
    is_elastic() const override
    {
      return false;
    }

    void
    load(double, Vector &F) const override
    {
      F = weight;
    }

    void
    elastic_force(const Vector &, Vector &s) const override
    {
      s = 0.;
    }

    void
    momentum(const Vector &, const Vector &v, Vector &p) const override
    {
      p.equ(description.mass, v);
    }

    void
    iteration_matrix(const Weights &w,
                     const State<SmallAlgebra<1>> &,
                     Matrix &S) const override
    {
      S(0, 0) = w.mass * description.mass;
    }

    double
    load_potential(const Vector &q) const override
    {
      return -weight * q[0];
    }

    const BouncingBallDescription description;

  private:
    const double weight;
  };
} // namespace percuss

#endif
