// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/small/bouncing_ball/exact_bouncing_ball.h>
#include <percuss/study/impact_event.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace percuss
{
  ExactBouncingBall::ExactBouncingBall(const Parameters &parameters)
    : parameters(parameters)
  {
    const auto &[f, g_0, u_0, e] = parameters;
    if (!(f < 0. && g_0 >= 0. && e >= 0. && e <= 1. && std::isfinite(u_0)))
      throw std::invalid_argument(
        "A bouncing ball needs an acceleration towards the floor (negative), "
        "an initial gap >= 0 and a restitution in [0, 1].");

    impact_speed = std::sqrt(u_0 * u_0 - 2. * f * g_0);
    // the form without cancellation
    if (u_0 > 0.)
      first_impact = (u_0 + impact_speed) / -f;
    else
      first_impact = g_0 > 0. ? 2. * g_0 / (impact_speed - u_0) : 0.;
    first_flight = 2. * e * impact_speed / -f;
  }

  double
  ExactBouncingBall::time_of_impact(const double k) const
  {
    const double e = parameters.restitution;
    if (e == 0.)
      return first_impact;
    return first_impact +
           first_flight *
             (e == 1. ? k - 1. : std::expm1((k - 1.) * std::log(e)) / (e - 1.));
  }

  double
  ExactBouncingBall::impact_time(const unsigned long int k) const
  {
    if (k == 0)
      throw std::invalid_argument("Impacts count from one.");
    return time_of_impact(static_cast<double>(k));
  }

  double
  ExactBouncingBall::accumulation_time() const
  {
    if (first_flight == 0.)
      return first_impact;
    return parameters.restitution == 1. ?
             std::numeric_limits<double>::infinity() :
             first_impact + first_flight / (1. - parameters.restitution);
  }

  ExactBouncingBall::Flight
  ExactBouncingBall::flight_at(const double t) const
  {
    const auto &[f, g_0, u_0, e] = parameters;
    const double met             = latest_met(t);
    if (!(met > last.begin && met < last.end)) // mostly it is
      {
        if (met < first_impact)
          return {t, g_0, u_0, f};
        if (met >= accumulation_time())
          return {0., 0., 0., 0.};
        last = bounce_at(met);
      }
    return {std::clamp(t - last.start, 0., last.duration), 0., last.speed, f};
  }

  auto
  ExactBouncingBall::bounce_at(const double met) const -> Bounce
  {
    const double e = parameters.restitution;
    // The number of flights done, (1 - e^n)/(1 - e) inverted. Its rounding
    // errors only shift by as little when an impact counts as met.
    const double flights = (met - first_impact) / first_flight;
    const double n =
      e == 1. ? flights :
                std::log1p(std::max((e - 1.) * flights, -1.)) / std::log(e);
    const double k = 1. + std::floor(n);
    Bounce       bounce;
    bounce.start        = time_of_impact(k);
    bounce.speed        = std::pow(e, k) * impact_speed;
    bounce.duration     = -2. * bounce.speed / parameters.acceleration;
    const double margin = 1e-9 * bounce.duration + 1e-13 * met;
    bounce.begin        = bounce.start + margin;
    bounce.end          = bounce.start + bounce.duration - margin;
    return bounce;
  }

  double
  ExactBouncingBall::gap(const double t) const
  {
    const auto [s, g, u, f] = flight_at(t);
    return std::max(g + s * (u + 0.5 * f * s), 0.);
  }

  double
  ExactBouncingBall::velocity(const double t) const
  {
    const auto [s, g, u, f] = flight_at(t);
    return u + f * s;
  }
} // namespace percuss
