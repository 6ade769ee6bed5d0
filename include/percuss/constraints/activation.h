// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_activation_h
#define percuss_constraints_activation_h

namespace percuss
{
  /**
   * Which contacts take part in the velocity-level problem of a step: those
   * whose forecast gap is not positive.
   *
   *     explicit_forecast       g_k + gamma h u_k <= 0         [A12] (61)
   *     free_position_forecast  g(q_free) <= 0                 [A12] (62)
   *     acary_2014              g_k + h u_k <= 0 and u_k <= 0  [A14] (26)
   *
   * The last compares with zero a velocity that contact has just set to zero:
   * rounding would open closed contacts at random. It is therefore compared
   * with a tolerance that is a fraction, velocity_tolerance, of the largest gap
   * velocity that the run has seen so far.
   */
  class Activation
  {
  public:
    enum class Rule
    {
      explicit_forecast,
      free_position_forecast,
      acary_2014
    };

    static constexpr double velocity_tolerance = 1e-10;

    /** @pre 0 <= @p forecast_coefficient (gamma, of the first rule) <= 2 */
    Activation(Rule rule, double forecast_coefficient);

    /** Whether is_active() looks at the gap of the free motion. */
    bool
    needs_free_gap() const
    {
      return rule == Rule::free_position_forecast;
    }

    /** Whether is_active() looks at the largest velocity so far. */
    bool
    needs_velocity_scale() const
    {
      return rule == Rule::acary_2014;
    }

    /**
     * @param h              time step [s]
     * @param gap            g_k [m]
     * @param velocity       u_k [m/s]
     * @param free_gap       g(q_free) [m], read if needs_free_gap()
     * @param velocity_scale largest |u| so far [m/s]
     * @param gap_tolerance  forecast gaps up to which count as closed [m]:
     * zero, but where a projection sets gaps to zero
     */
    bool
    is_active(const double h,
              const double gap,
              const double velocity,
              const double free_gap,
              const double velocity_scale,
              const double gap_tolerance = 0.) const
    {
      switch (rule)
        {
          case Rule::explicit_forecast:
            return gap + forecast_coefficient * h * velocity <= gap_tolerance;
          case Rule::free_position_forecast:
            return free_gap <= gap_tolerance;
          case Rule::acary_2014:
            return gap + h * velocity <= gap_tolerance &&
                   velocity <= velocity_tolerance * velocity_scale;
        }
      return true; // never reached
    }

  private:
    Rule   rule;
    double forecast_coefficient;
  };
} // namespace percuss

#endif
