// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_small_linear_oscillator_step_response_h
#define percuss_models_small_linear_oscillator_step_response_h

namespace percuss
{
  /**
   * Response of a damped oscillator to a unit load from the time 0 on,
   *
   *     x'' + 2 delta x' + omega^2 x = 1,   x(0) = x'(0) = 0,
   *
   * in closed form: oscillating (delta < omega), critical or overdamped, free
   * (omega = 0), undamped (delta = 0). Any motion under a constant load r,
   * y'' + 2 delta y' + omega^2 y = r, is made of it,
   *
   *     y  = y_0 + y_0' x'  + (r - omega^2 y_0) x,
   *     y' =       y_0' x'' + (r - omega^2 y_0) x'.
   *
   * Without cancellation: the relative error of x and x' is a small multiple
   * of the machine precision at small times, too.
   */
  class StepResponse
  {
  public:
    struct Value
    {
      double displacement, velocity, acceleration; ///< x, x', x''
    };

    /**
     * @param decay_rate delta >= 0 [1/s]
     * @param frequency omega >= 0 [1/s]
     */
    StepResponse(double decay_rate, double frequency);

    /** @param t >= 0 */
    Value
    operator()(double t) const;

    const double delta, omega;
    const bool   oscillates; ///< delta < omega
    /** sqrt|delta^2 - omega^2|: frequency of the damped oscillation, or half
     * the distance of the two decay rates [1/s]. */
    const double split;

  private:
    Value
    series(double t) const;
    Value
    distinct_decays(double t) const;

    const double fast, slow; ///< decay rates if it does not oscillate
  };
} // namespace percuss

#endif
