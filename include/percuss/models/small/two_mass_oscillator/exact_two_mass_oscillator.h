// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_two_mass_oscillator_exact_two_mass_oscillator_h
#define percuss_models_small_two_mass_oscillator_exact_two_mass_oscillator_h

#include <percuss/study/impact_event.h>

#include <array>

namespace percuss
{
  /**
   * Two masses above each other, joined by a spring, that fall on a rigid floor
   * with Newton's impact law at the lower one, a ball of radius R ([C13] 5.2
   * and appendix B, there with equal masses and no initial velocity):
   *
   *     m_1 q_1'' = -m_1 g + k x + P',   x = q_2 - q_1 - l,
   *     m_2 q_2'' = -m_2 g - k x,
   *     0 <= q_1 - R  perp  P >= 0,   v_1^+ = -e v_1^- where q_1 = R.
   *
   * Flight from (q_1, v_1, x, w = x') at the time 0: the stretch oscillates,
   * and drives the lower mass on its parabola,
   *
   *     x   = x_0 cos(omega t) + w_0/omega sin(omega t),
   *     omega = sqrt(k/m_1 + k/m_2),
   *     q_1 = q_1,0 + v_1,0 t - g t^2/2 + k/(m_1 omega^2) (x_0 (1 - cos(omega
   * t))
   *           + w_0/omega (omega t - sin(omega t))).
   *
   * The next impact is the first root of q_1 - R, found by first_root() with
   *
   *     q_1'' >= -(g + k/m_1 X),   X^2 = x_0^2 + (w_0/omega)^2,
   *
   * so that none is missed. A touch without velocity is an event, too.
   *
   * Closed contact, q_1 = R: x oscillates about -m_2 g/k at the frequency
   * sqrt(k/m_2) until the contact force m_1 g - k x falls to zero, known in
   * closed form, and the lower mass takes off. It begins where the lower mass
   * has no velocity and an acceleration -g + k x/m_1 < 0 at the floor: at every
   * impact with e = 0, and where impacts accumulate. Of those, an impact at
   * acceleration a < 0 after which
   *
   *     v_1^+ <= 1e-10 max |v_1|   and   J T <= 1e-8 |a|,
   *     T = 3 v_1^+/(|a| (1 - e)),   J >= |q_1'''|,
   *
   * counts as the last: during the time T, a varies by 1e-8 at most, and the
   * impacts left out take less than T. Until then the error of q_1 is less than
   * v_1^+^2/|a|, of v_1 v_1^+; the error of the momentum of the upper mass,
   * k v_1^+^2/|a| T, is less than that of rounding for all usual data.
   *
   * The motion depends sensitively on its data: impacts multiply errors, with
   * the data of [C13] by 1e12 until the first accumulation. Hence the long
   * double inside, and accurate_until().
   *
   * Times count from the start of the motion; velocities are right-continuous,
   * see latest_met().
   */
  class ExactTwoMassOscillator
  {
  public:
    struct Parameters
    {
      std::array<double, 2> masses;      ///< m_1 (lower), m_2 (upper) > 0 [kg]
      double                stiffness;   ///< k > 0 [N/m]
      double                length;      ///< l, of the unstretched spring [m]
      double                radius;      ///< R [m]
      double                gravity;     ///< g > 0 [m/s^2]
      double                restitution; ///< e in [0, 1]
      double                initial_height;          ///< q_1(0) = h_0 >= R [m]
      double                initial_stretch    = 0.; ///< x(0) [m]
      std::array<double, 2> initial_velocities = {0., 0.}; ///< v_1, v_2 [m/s]
    };

    /** At most as many impacts are computed. */
    static constexpr std::size_t max_impacts = 1000000;

    /** @throws std::invalid_argument if a parameter is out of its range. */
    ExactTwoMassOscillator(const Parameters &parameters, double end_time);

    /**
     * q_1 and q_2 [m].
     *
     * @throws std::domain_error unless 0 <= t <= valid_until(), as all below.
     */
    std::array<double, 2>
    position(double t) const;

    /** v_1 and v_2 [m/s] */
    std::array<double, 2>
    velocity(double t) const;

    /** q_1 - R [m] */
    double
    gap(double t) const;

    /** Contact force while the contact is closed, otherwise 0 [N]. */
    double
    contact_force(double t) const;

    /** Impacts and touches, those of accumulations down to the last. */
    const std::vector<ImpactEvent> &
    impacts() const;

    /** Intervals of closed contact, the last one may be infinite [s]. */
    struct ClosedContact
    {
      double begin, end;
    };
    const std::vector<ClosedContact> &
    closed_contacts() const;

    /** End of the solution: the end time, unless there are max_impacts before
     * [s]. */
    double
    valid_until() const;

    /**
     * Time up to which rounding errors of the data change the impacts by less
     * than a tolerance, by comparison with the motions of data that differ in
     * the last digits: the first impact with a time t or velocity u that
     * changes by more than tolerance * t or tolerance * max |u|; valid_until()
     * if there is none [s].
     */
    double
    accurate_until(double tolerance) const;

  private:
    using Number = long double;

    enum class Kind
    {
      flight,
      take_off, ///< flight that begins with the acceleration zero
      closed
    };

    /** Gap and its rate, stretch and its rate. */
    struct Motion
    {
      Number gap, velocity, stretch, stretch_rate;
    };

    struct Phase
    {
      Number start;
      Kind   kind;
      Motion initial;
    };

    Motion
    flight(const Motion &initial, Number elapsed) const;
    Motion
    closed_contact(const Motion &initial, Number elapsed) const;
    Motion
    motion_at(double t) const;
    const Phase &
    checked_phase_at(double t) const;

    /** The acceleration of the lower mass in flight [m/s^2]. */
    Number
    acceleration(const Motion &motion) const;
    Number
    stretch_amplitude(const Motion &motion) const;
    void
    apply_impact(Phase &phase);
    bool
    stays_closed(const Motion &motion) const;
    bool
    advance(Phase &phase);
    bool
    advance_flight(Phase &phase);
    bool
    advance_closed(Phase &phase);

    Parameters parameters;
    Number     gravity;
    Number     specific_stiffness; ///< k/m_1
    Number     frequency;          ///< omega
    Number     closed_frequency;   ///< sqrt(k/m_2)
    double     end_time;
    Number     largest_speed = 0.L; ///< of the impacts

    std::vector<Phase>         phases;
    std::vector<ImpactEvent>   events;
    std::vector<ClosedContact> closed;
  };
} // namespace percuss

#endif
