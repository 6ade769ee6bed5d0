// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_linear_oscillator_exact_linear_oscillator_h
#define percuss_models_small_linear_oscillator_exact_linear_oscillator_h

#include <percuss/models/small/linear_oscillator/step_response.h>
#include <percuss/study/impact_event.h>

namespace percuss
{
  /**
   * A linear oscillator with a rigid obstacle below and Newton's impact law,
   *
   *     m q'' + c q' + k q = F,   g = q - q_obs >= 0,
   *     u^+ = -e u^- where g = 0.
   *
   * The motion between impacts is StepResponse's for the gap,
   *
   *     g'' + 2 delta g' + omega^2 g = r,   delta = c/(2 m),
   *     omega = sqrt(k/m),   r = (F - k q_obs)/m.
   *
   * Its extrema are known in closed form, and of its minima the first is the
   * lowest: the impact, if any, is the only root in a known interval of
   * monotone descent, found there to the last bit (bracketed_root()). None is
   * missed. A minimum that is zero up to rounding is a touch: an event with the
   * velocities zero, after which the motion goes on.
   *
   * If r <= 0, the load pushes into the obstacle: the mass at g = u = 0 rests
   * there, for ever, since the contact force -m r is constant. If r > 0, it
   * lifts off and does not return with a velocity other than zero.
   *
   * Accumulation (r < 0, 0 < e < 1): an impact with u^+ <= 1e-12 max |u| and
   * 2 delta u^+ <= |r|/2 counts as the last, and the mass as at rest from then
   * on. The impacts left out take less than 2.5 u^+/(|r| (1 - e)); until then
   * the error of the gap is less than u^+^2/(2 |r|), of the velocity u^+, and
   * zero afterwards. Proof: rising, g'' <= r, takes u^+/|r| at most; falling,
   * g''
   * <= r + 2 delta u^+ <= r/2, sqrt(2) u^+/|r|; and |u^-| <= u^+, as the damper
   * does negative work.
   *
   * Times count from the start of the motion; velocities are right-continuous,
   * see latest_met(). Impacts that become ever more frequent without an
   * accumulation (e = 1, c > 0, r < 0) end the solution at valid_until().
   */
  class ExactLinearOscillator
  {
  public:
    struct Parameters
    {
      double mass;             ///< m > 0 [kg]
      double damping;          ///< c >= 0 [N s/m]
      double stiffness;        ///< k >= 0 [N/m]
      double load;             ///< F [N]
      double obstacle;         ///< q_obs [m]
      double restitution;      ///< e in [0, 1]
      double initial_position; ///< q_0 >= q_obs [m]
      double initial_velocity; ///< v_0 [m/s]
    };

    /** At most as many impacts are computed. */
    static constexpr std::size_t max_impacts = 1000000;

    /** @throws std::invalid_argument if a parameter is out of its range. */
    ExactLinearOscillator(const Parameters &parameters, double end_time);

    /**
     * q [m].
     *
     * @throws std::domain_error unless 0 <= t <= valid_until(), as all below.
     */
    double
    position(double t) const;

    /** q' [m/s] */
    double
    velocity(double t) const;

    /** g [m] */
    double
    gap(double t) const;

    /** Contact force of the mass at rest on the obstacle, otherwise 0 [N]. */
    double
    contact_force(double t) const;

    /** Impacts and touches, those of an accumulation down to the last. */
    const std::vector<ImpactEvent> &
    impacts() const;

    /** When it comes to rest on the obstacle, infinite if it does not until the
     * end [s]. */
    double
    rest_time() const;

    /** End of the solution: the end time, unless there are max_impacts before
     * [s]. */
    double
    valid_until() const;

  private:
    /** Free motion, or rest. */
    struct Phase
    {
      long double start; ///< a sum of many flights
      double      gap, velocity;
      bool        resting;
    };

    struct Motion
    {
      double gap, velocity;
      double gap_rounding; ///< bound of the gap's rounding error
    };

    /** The first interval in which the gap decreases, times since the start of
     * the phase; empty if it never does. */
    struct Descent
    {
      double begin, end;
    };

    Motion
    free_motion(const Phase &phase, double elapsed) const;
    Motion
    motion_at(double t) const;
    Descent
    first_descent(const Phase &phase) const;
    bool
    comes_to_rest(double velocity) const;
    bool
    advance(Phase &phase);
    const Phase &
    checked_phase_at(double t) const;

    Parameters               parameters;
    StepResponse             response;
    double                   acceleration; ///< r
    double                   end_time;
    double                   rest          = 0.;
    double                   largest_speed = 0.; ///< of the impacts
    std::vector<Phase>       phases;
    std::vector<ImpactEvent> events;
  };
} // namespace percuss

#endif
