// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/small/linear_oscillator/step_response.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace percuss
{
  StepResponse::StepResponse(const double decay_rate, const double frequency)
    : delta(decay_rate)
    , omega(frequency)
    , oscillates(decay_rate < frequency)
    , split(std::sqrt(std::abs((delta - omega) * (delta + omega))))
    , fast(oscillates ? omega : delta + split)
    , slow(fast > 0. ? omega * omega / fast : 0.)
  {
    if (!(delta >= 0. && omega >= 0. && std::isfinite(delta + omega)))
      throw std::invalid_argument("A step response needs a decay rate >= 0 and "
                                  "a frequency >= 0.");
  }

  StepResponse::Value
  StepResponse::operator()(const double t) const
  {
    if (fast * t < 1.)
      return series(t);
    if (!oscillates && omega * omega < 0.5 * delta * delta)
      return distinct_decays(t);

    // The impulse response x', cos- and sin-like times exp(-delta t).
    double cosine, velocity;
    if (oscillates)
      {
        cosine   = std::exp(-delta * t) * std::cos(split * t);
        velocity = std::exp(-delta * t) * std::sin(split * t) / split;
      }
    else
      {
        cosine   = 0.5 * (std::exp(-slow * t) + std::exp(-fast * t));
        velocity = split > 0. ? std::exp(-slow * t) *
                                  std::expm1(-2. * split * t) / (-2. * split) :
                                std::exp(-delta * t) * t;
      }
    return {(1. - cosine - delta * velocity) / (omega * omega),
            velocity,
            cosine - delta * velocity};
  }

  // Taylor's, whose derivatives at zero obey the differential equation.
  StepResponse::Value
  StepResponse::series(const double t) const
  {
    const double epsilon = std::numeric_limits<double>::epsilon();
    double       a = 0., b = 0., c = 1.; // derivatives n, n + 1, n + 2
    double       power = 1.;             // t^n/n!
    Value        sum{0., 0., 0.};
    for (int n = 0; n < 60; ++n)
      {
        sum.displacement += a * power;
        sum.velocity += b * power;
        sum.acceleration += c * power;
        const double next = -2. * delta * c - omega * omega * b;
        a                 = b;
        b                 = c;
        c                 = next;
        power *= t / (n + 1);
        if (n > 2 && std::abs(a) * power <= 0.1 * epsilon * sum.displacement &&
            std::abs(b) * power <= 0.1 * epsilon * sum.velocity &&
            std::abs(c) * power <= 0.1 * epsilon)
          break;
      }
    return sum;
  }

  // Divided differences of exp at 0, -slow and -fast, slow << fast.
  StepResponse::Value
  StepResponse::distinct_decays(const double t) const
  {
    const double slow_integral = slow > 0. ? -std::expm1(-slow * t) / slow : t;
    const double fast_integral = -std::expm1(-fast * t) / fast;
    const double slow_exp = std::exp(-slow * t), fast_exp = std::exp(-fast * t);
    return {(slow_integral - fast_integral) / (2. * split),
            (slow_exp - fast_exp) / (2. * split),
            (fast * fast_exp - slow * slow_exp) / (2. * split)};
  }
} // namespace percuss
