// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_exact_bars_h
#define percuss_models_bar_exact_bars_h

#include <percuss/models/bar/piecewise_linear.h>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace percuss
{
  /** A uniform elastic bar; x [m] counts from its left end, undeformed. */
  struct ExactBar
  {
    double length;         ///< L > 0 [m]
    double cross_section;  ///< A > 0 [m^2]
    double youngs_modulus; ///< E > 0 [Pa]
    double density;        ///< rho > 0 [kg/m^3]

    /** a_0, a_1, a_2 of u(0, x) = a_0 + a_1 x + a_2 x^2 [m, 1, 1/m] */
    std::array<double, 3> displacement = {0., 0., 0.};
    /** b_0, b_1 of v(0, x) = b_0 + b_1 x [m/s, 1/s] */
    std::array<double, 2> velocity = {0., 0.};
  };

  /** Bars from left to right; an end that is not clamped is free. */
  struct ExactBarRow
  {
    std::vector<ExactBar> bars;

    bool left_obstacle  = true;
    bool right_obstacle = false;
    bool clamped_left   = false; ///< u = 0 at the left end of the first bar
    bool clamped_right  = false; ///< u = 0 at the right end of the last bar

    /** At the start, whatever u(0, x) is, >= 0 [m]: left obstacle, bars 1-2,
     * ..., right obstacle; one for each row of BarContacts. */
    std::vector<double> gaps;

    double gravity = 0.; ///< g, along x [m/s^2]
  };

  /**
   * The motion of elastic bars in a row in unilateral contact, without damping
   * and without restitution coefficients, exact up to rounding at all points
   * and times by the method of characteristics (d'Alembert; e.g. K. F. Graff,
   * Wave motion in elastic solids, 1975, ch. 2; [D19] and [A12] 6.2 for single
   * bars). In every bar, tensile stress sigma > 0,
   *
   *     rho v_t = sigma_x + rho g,   sigma_t = E v_x,   c = sqrt(E/rho),
   *     r = v - sigma/(rho c),   dr/dt = g   along dx/dt =  c,
   *     l = v + sigma/(rho c),   dl/dt = g   along dx/dt = -c,
   *     v = (r + l)/2,   c u_x = (l - r)/2.
   *
   * An end emits one invariant, and receives the one that the other end emitted
   * L/c before, grown by g L/c. The one received is the velocity that the end
   * would have if it were free:
   *
   *     free end     emitted =  received,
   *     clamped end  emitted = -received,
   *     contact of the right end of bar i with the left end of bar j:
   *       open    gap' = delta = l_j - r_i,   l_i = r_i,  r_j = l_j,
   *       closed  gap' = 0,   emitted = 2 v - received,
   *               v = v_i = v_j = (Z_i r_i + Z_j l_j)/(Z_i + Z_j),
   *               force lambda = -Z_i Z_j/(Z_i + Z_j) delta,   Z = A rho c,
   *
   * closed as long as gap = 0 and delta < 0, hence lambda >= 0. An obstacle has
   * Z = infinity and emits 0. As all initial data are linear functions of x,
   * all that is emitted is a piecewise linear function of time: the solution
   * goes from one break or root of delta or of the gap to the next. A closed
   * contact in which delta vanishes opens only if delta grows. Between
   * incommensurate bars that stay in contact every front splits again and
   * again, and the number of breaks grows as a power of the time.
   *
   * Equalities are understood up to 2^-48, 16 roundings of a double: of
   * instants relative to the end time, of velocities to the largest |r|, |l|
   * or g L/c, of their rates to the largest initial one. The data are wrong by
   * a few roundings, and so are sums of transit times that should be equal (of
   * bars with commensurate transit times): the sums are long double, hence
   * their error does not grow with the number of transits. What meets up to
   * this tolerance is one event. So no two breaks of a wave are closer, and a
   * bar at rest on another stays. A break by less than 2^-56 is none. Up to
   * max_transits the tolerance of instants is at most 4e-8 of the shortest
   * transit.
   *
   * The motion itself may multiply errors of the data, where impacts coincide
   * with fronts of waves.
   *
   * Times count from the start of the motion. Velocities, strains and forces
   * are right-continuous, see latest_met(). All functions of t throw
   * std::domain_error unless 0 <= t <= latest_met(end_time()), and take a time
   * proportional to the logarithm of the number of breaks.
   */
  class ExactBars
  {
  public:
    /** The end time is at most as many transit times L/c of any bar. */
    static constexpr double max_transits = 1e7;

    /**
     * @param end_time   T > 0 [s]
     * @param max_pieces of 64 bytes each, see n_pieces()
     * @throws InputError if data are out of range, gaps are missing, an end is
     *   clamped and has an obstacle, or is clamped where u(0) is not 0, or if
     *   there are more than max_pieces before the end.
     */
    ExactBars(const ExactBarRow &row,
              double             end_time,
              std::size_t        max_pieces = 10000000);

    double
    end_time() const
    {
      return final_time;
    }

    /** u [m] at 0 <= x <= L of a bar, counted from 0. */
    double
    displacement(std::size_t bar, double x, double t) const;

    /** v = u_t [m/s] */
    double
    velocity(std::size_t bar, double x, double t) const;

    /** u_x */
    double
    strain(std::size_t bar, double x, double t) const;

    /** Contacts are numbered as in ExactBarRow::gaps. */
    std::size_t
    n_contacts() const
    {
      return contacts.size();
    }

    /** Gap [m], exactly 0 where the contact is closed. */
    double
    gap(std::size_t contact, double t) const;

    /** Its rate [m/s], positive where it opens. */
    double
    contact_velocity(std::size_t contact, double t) const;

    /** lambda >= 0 [N], positive in compression. */
    double
    contact_force(std::size_t contact, double t) const;

    /** Integral of the contact force from 0 to t [N s]. */
    double
    contact_impulse(std::size_t contact, double t) const;

    /** The times in (0, T] at which the contact velocity or force jumps,
     * ascending [s]. */
    std::span<const double>
    jump_times(const std::size_t contact) const
    {
      return contacts[contact].jump_times;
    }

    /**
     * Kinetic energy, strain energy and the potential of gravity, zero where
     * u = 0, of all bars [J]: the integral over x of
     * rho A (r^2 + l^2)/4 - rho A g u, in a time proportional to the number of
     * breaks on the bars. It is constant.
     */
    double
    energy(double t) const;

    /** Momentum of all bars, the integral of rho A v [N s]. */
    double
    momentum(double t) const;

    /** Number of linear pieces of all waves and contacts up to the end. */
    std::size_t
    n_pieces() const;

  private:
    using Number = PiecewiseLinear::Number;

    /** A linear function of time, at one instant. */
    struct Line
    {
      Number value = 0.L, slope = 0.L;
    };

    struct Bar
    {
      Number length, wave_speed, transit_time, impedance;
      Number line_density; ///< rho A
      /** r emitted by the left end and l by the right one, functions of time
       * from -L/c on; u is half the sum of their integrals where g = 0. */
      PiecewiseLinear from_left  = {};
      PiecewiseLinear from_right = {};
      /** What the right and the left end now receive, and its pieces. */
      Line        r = {}, l = {};
      std::size_t at_right = 0, at_left = 0;
    };

    struct Contact
    {
      std::optional<std::size_t> left, right; ///< bars, none for an obstacle
      Number                     impedance;   ///< Z_i Z_j/(Z_i + Z_j)
      Number                     reflection;  ///< (Z_i - Z_j)/(Z_i + Z_j)
      bool                       closed = false;
      PiecewiseLinear            velocity; ///< its integral is the gap
      PiecewiseLinear            force;    ///< its integral is the impulse
      std::vector<double>        jump_times;
    };

    /** A contact at one instant. */
    struct Approach
    {
      Line   r, l;    ///< what its ends receive
      Line   delta;   ///< l - r
      Number gap;     ///< >= 0
      bool   touches; ///< the gap is zero
      bool   parts;   ///< delta > 0 from now on
    };

    struct Invariants
    {
      Number r, l;
    };

    void
    append(const ExactBar &data);
    void
    append_contact(std::size_t bar, double gap);

    Line
    received(const PiecewiseLinear &wave,
             std::size_t           &piece,
             Number                 transit_time,
             Number                 t);
    void
    proceed(PiecewiseLinear &f,
            const Line      &line,
            Number           t,
            Number           scale = 1.L) const;
    void
    pass_ends(Number t);
    Approach
    approach(const Contact &contact, Number t) const;
    void
    update(Contact &contact, Number t);
    Number
    next_event(Number t) const;

    Number
    checked_time(double t) const;
    Invariants
    invariants(std::size_t bar, double x, double t) const;

    double final_time;
    Number gravity;
    /** Emitted / received at the ends without obstacle. */
    std::optional<Number> left_reflection, right_reflection;
    std::vector<Bar>      bars;
    std::vector<Contact>  contacts;

    Number shortest_transit;
    Number largest_velocity = 0.L; ///< of the invariants so far, and g L/c
    Number largest_rate     = 0.L; ///< of their initial rates
    Number time_tolerance;
  };
} // namespace percuss

#endif
