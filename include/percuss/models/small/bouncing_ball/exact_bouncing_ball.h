// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_bouncing_ball_exact_bouncing_ball_h
#define percuss_models_small_bouncing_ball_exact_bouncing_ball_h

namespace percuss
{
  /**
   * A ball under a constant acceleration f < 0 above a rigid floor, with
   * Newton's impact law ([C13] 5.1, [D19]; [A12] with f = -2, e = 1/2):
   *
   *     g'' = f,   g >= 0,   u^+ = -e u^- where g = 0.
   *
   * With the speed U = sqrt(u_0^2 - 2 f g_0) of the first impact at
   * t_1 = (u_0 + U)/|f|, the ball leaves the k-th impact with e^k U at
   *
   *     t_k   = t_1 + 2 e U/|f| (1 - e^(k-1))/(1 - e),
   *     t_inf = t_1 + 2 e U/|f| / (1 - e),
   *
   * from t_inf on it rests; for u_0 = 0 and t_1 = sqrt(2 g_0/|f|),
   *
   *     t_k   = t_1 (2 (1 - e^k)/(1 - e) - 1),
   *     t_inf = t_1 (1 + e)/(1 - e).
   *
   * e = 0: it rests from t_1 on; e = 1: t_k = t_1 + (k - 1) 2 U/|f| for ever.
   * Every value is found in closed form. Times count from the start of the
   * motion; velocities are right-continuous, see latest_met().
   *
   * The flight of the last call is kept, for calls at times in it: an object is
   * used by one thread at a time.
   */
  class ExactBouncingBall
  {
  public:
    struct Parameters
    {
      double acceleration;     ///< f < 0 [m/s^2]
      double initial_gap;      ///< g_0 >= 0 [m]
      double initial_velocity; ///< u_0 [m/s]
      double restitution;      ///< e in [0, 1]
    };

    /** @throws std::invalid_argument if a parameter is out of its range. */
    explicit ExactBouncingBall(const Parameters &parameters);

    /** Distance from the floor [m]. */
    double
    gap(double t) const;

    /** Its rate [m/s]. */
    double
    velocity(double t) const;

    /** t_k, k = 1, 2, ... [s] */
    double
    impact_time(unsigned long int k) const;

    /** t_inf, infinite for e = 1 [s]. */
    double
    accumulation_time() const;

  private:
    /** A parabola: time since its start, gap and velocity there. */
    struct Flight
    {
      double elapsed, gap, velocity, acceleration;
    };

    /** A flight between impacts, and the times met that belong to it whatever
     * the rounding of its number. */
    struct Bounce
    {
      double begin = 1., end = 0.;
      double start = 0., speed = 0., duration = 0.;
    };

    Flight
    flight_at(double t) const;

    Bounce
    bounce_at(double met) const;

    double
    time_of_impact(double k) const;

    Parameters parameters;
    double     first_impact; ///< t_1
    double     impact_speed; ///< U
    double     first_flight; ///< t_2 - t_1

    mutable Bounce last;
  };
} // namespace percuss

#endif
