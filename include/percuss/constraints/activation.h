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
   * A tie is an impact. Where the motion reaches an obstacle exactly at a step,
   * or a contact has just been closed, a forecast is zero but for rounding,
   * which would decide at random. All zeros here are therefore gaps up to
   * tolerance h s and velocities up to tolerance s, s the speed of the contacts
   * (gap_tolerance()): 1e-8 of the way of a step is no distance. Rounding in
   * 1e5 steps leaves less.
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

    static constexpr double tolerance = 1e-8;

    /** Gaps that count as closed [m]. @param h time step [s]
     * @param speed of the contacts [m/s] */
    static constexpr double
    gap_tolerance(const double h, const double speed)
    {
      return tolerance * h * speed;
    }

    /** @pre 0 <= @p forecast_coefficient (gamma, of the first rule) <= 2 */
    Activation(Rule rule, double forecast_coefficient);

    /** Whether is_active() looks at the gap of the free motion. */
    bool
    needs_free_gap() const
    {
      return rule == Rule::free_position_forecast;
    }

    /**
     * @param h              time step [s]
     * @param gap            g_k [m]
     * @param velocity       u_k [m/s]
     * @param free_gap       g(q_free) [m], read if needs_free_gap()
     * @param speed          of the contacts [m/s]: the largest |u| so far
     */
    bool
    is_active(const double h,
              const double gap,
              const double velocity,
              const double free_gap,
              const double speed) const
    {
      const double no_gap = gap_tolerance(h, speed);
      switch (rule)
        {
          case Rule::explicit_forecast:
            return gap + forecast_coefficient * h * velocity <= no_gap;
          case Rule::free_position_forecast:
            return free_gap <= no_gap;
          case Rule::acary_2014:
            return gap + h * velocity <= no_gap &&
                   velocity <= tolerance * speed;
        }
      return true; // never reached
    }

  private:
    Rule   rule;
    double forecast_coefficient;
  };
} // namespace percuss

#endif
