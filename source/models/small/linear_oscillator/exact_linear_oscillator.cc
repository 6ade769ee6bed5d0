// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/small/linear_oscillator/exact_linear_oscillator.h>
#include <percuss/study/root_finding.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace percuss
{
  namespace
  {
    constexpr double never = std::numeric_limits<double>::infinity();

    const ExactLinearOscillator::Parameters &
    checked(const ExactLinearOscillator::Parameters &p)
    {
      if (!(p.mass > 0. && p.damping >= 0. && p.stiffness >= 0. &&
            p.restitution >= 0. && p.restitution <= 1. &&
            p.initial_position >= p.obstacle && std::isfinite(p.load) &&
            std::isfinite(p.initial_velocity)))
        throw std::invalid_argument(
          "A linear oscillator needs a mass > 0, damping and stiffness >= 0, a "
          "restitution in [0, 1] and an initial position not below the "
          "obstacle.");
      return p;
    }
  } // namespace

  ExactLinearOscillator::ExactLinearOscillator(const Parameters &parameters,
                                               const double      end_time)
    : parameters(checked(parameters))
    , response(0.5 * parameters.damping / parameters.mass,
               std::sqrt(parameters.stiffness / parameters.mass))
    , acceleration(
        (parameters.load - parameters.stiffness * parameters.obstacle) /
        parameters.mass)
    , end_time(end_time)
    , rest(never)
  {
    if (!(end_time >= 0. && std::isfinite(end_time)))
      throw std::invalid_argument("The end time must be finite and >= 0.");

    Phase phase{0.,
                parameters.initial_position - parameters.obstacle,
                parameters.initial_velocity,
                false};
    while (advance(phase))
      ;
  }

  /** Appends the phase; true if another one follows it, now in @p phase. */
  bool
  ExactLinearOscillator::advance(Phase &phase)
  {
    if (phase.gap == 0. && phase.velocity <= 0.)
      {
        if (phase.velocity < 0. || phase.start > 0.)
          events.push_back({static_cast<double>(phase.start),
                            phase.velocity,
                            -parameters.restitution * phase.velocity});
        largest_speed  = std::max(largest_speed, -phase.velocity);
        phase.velocity = std::abs(parameters.restitution * phase.velocity);
        if (comes_to_rest(phase.velocity))
          {
            rest = phase.start;
            phases.push_back({phase.start, 0., 0., true});
            return false;
          }
      }
    phases.push_back(phase);

    const double remaining = static_cast<double>(end_time - phase.start);
    auto [begin, end]      = first_descent(phase);
    if (!(begin < remaining) || begin == end)
      return false;
    const bool reaches_minimum = end <= remaining;
    end                        = std::min(end, remaining);

    const Motion lowest = free_motion(phase, end);
    double       elapsed;
    if (reaches_minimum && std::abs(lowest.gap) <= lowest.gap_rounding)
      {
        elapsed        = end;
        phase.velocity = 0.;
      }
    else if (lowest.gap <= 0.)
      {
        elapsed = bracketed_root<double>(
          [&](const double s) {
            const Motion motion = free_motion(phase, s);
            return FunctionValue<double>{motion.gap, motion.velocity};
          },
          begin,
          end);
        phase.velocity = std::min(free_motion(phase, elapsed).velocity, 0.);
      }
    else
      return false;

    phase.start += elapsed;
    phase.gap = 0.;
    if (events.size() < max_impacts)
      return true;
    end_time = phase.start;
    return false;
  }

  ExactLinearOscillator::Motion
  ExactLinearOscillator::free_motion(const Phase &phase, const double s) const
  {
    const StepResponse::Value x = response(s);
    const double              load =
      acceleration - response.omega * response.omega * phase.gap;
    const double epsilon = std::numeric_limits<double>::epsilon();
    return {phase.gap + phase.velocity * x.velocity + load * x.displacement,
            phase.velocity * x.acceleration + load * x.velocity,
            8. * epsilon *
              (phase.gap + std::abs(phase.velocity * x.velocity) +
               std::abs(load * x.displacement))};
  }

  // With w = r - omega^2 g_0 - delta u_0 and nu = response.split,
  //   u exp(delta s) = u_0 cos(nu s) + w sin(nu s)/nu,   or cosh and sinh.
  ExactLinearOscillator::Descent
  ExactLinearOscillator::first_descent(const Phase &phase) const
  {
    const double nu  = response.split;
    const double u_0 = phase.velocity;
    const double w   = acceleration -
                     response.omega * response.omega * phase.gap -
                     response.delta * u_0;
    if (response.oscillates)
      {
        if (u_0 == 0. && w == 0.)
          return {0., 0.};
        const double pi = std::numbers::pi;
        // u exp(delta s) is a positive multiple of sin(nu s + angle)
        const double angle = std::atan2(u_0, w / nu);
        if (angle < 0.)
          return {0., -angle / nu};
        return {(pi - angle) / nu, (2. * pi - angle) / nu};
      }

    // u has one zero at most, where u_0/|w| = tanh(nu s)/nu
    const auto zero = [&](const double ratio) {
      if (nu == 0.)
        return ratio;
      return nu * ratio < 1. ? std::atanh(nu * ratio) / nu : never;
    };
    if (u_0 < 0.)
      return {0., w > 0. ? zero(-u_0 / w) : never};
    if (w < 0.)
      return {zero(u_0 / -w), never};
    return {0., 0.};
  }

  bool
  ExactLinearOscillator::comes_to_rest(const double velocity) const
  {
    if (acceleration > 0.)
      return false;
    return velocity == 0. ||
           (parameters.restitution < 1. && velocity <= 1e-12 * largest_speed &&
            2. * response.delta * velocity <= -0.5 * acceleration);
  }

  const ExactLinearOscillator::Phase &
  ExactLinearOscillator::checked_phase_at(const double t) const
  {
    if (!(t >= 0. && t <= latest_met(end_time)))
      throw std::domain_error("A time before the start or after the end of the "
                              "exact motion of the oscillator.");
    return phase_at(phases, t);
  }

  ExactLinearOscillator::Motion
  ExactLinearOscillator::motion_at(const double t) const
  {
    const Phase &phase = checked_phase_at(t);
    if (phase.resting)
      return {0., 0., 0.};
    return free_motion(phase,
                       static_cast<double>(std::max(t - phase.start, 0.L)));
  }

  double
  ExactLinearOscillator::gap(const double t) const
  {
    return std::max(motion_at(t).gap, 0.);
  }

  double
  ExactLinearOscillator::position(const double t) const
  {
    return parameters.obstacle + gap(t);
  }

  double
  ExactLinearOscillator::velocity(const double t) const
  {
    return motion_at(t).velocity;
  }

  double
  ExactLinearOscillator::contact_force(const double t) const
  {
    return checked_phase_at(t).resting ? -parameters.mass * acceleration : 0.;
  }

  const std::vector<ImpactEvent> &
  ExactLinearOscillator::impacts() const
  {
    return events;
  }

  double
  ExactLinearOscillator::rest_time() const
  {
    return rest;
  }

  double
  ExactLinearOscillator::valid_until() const
  {
    return end_time;
  }
} // namespace percuss
