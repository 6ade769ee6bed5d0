// SPDX-License-Identifier: Apache-2.0

// The values of an exact motion at a time, from the lines that it is made of.

#include <percuss/models/bar/exact_bars.h>
#include <percuss/study/impact_event.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace percuss
{
  namespace
  {
    using Number = PiecewiseLinear::Number;

    /** Of a wave p emitted in the transit time before t, with F' = p: */
    struct WindowIntegrals
    {
      Number square;   ///< integral of (p(s) + g (t - s))^2 over s
      Number integral; ///< integral of F(s)
    };

    WindowIntegrals
    window_integrals(const PiecewiseLinear &wave,
                     const Number           transit_time,
                     const Number           gravity,
                     const Number           t)
    {
      WindowIntegrals sum{0.L, 0.L};
      Number          s = t - transit_time;
      for (std::size_t k = wave.index_at(s); s < t; ++k)
        {
          const Number end =
            k + 1 < wave.size() ? std::min(wave[k + 1].start, t) : t;
          const Number h     = end - s;
          const Number p     = wave[k].value_at(s);
          const Number value = p + gravity * (t - s);
          const Number slope = wave[k].slope - gravity;
          sum.square +=
            h * (value * value + h * slope * (value + h * slope / 3.L));
          sum.integral += h * (wave[k].integral_at(s) +
                               h * (0.5L * p + h * wave[k].slope / 6.L));
          s = end;
        }
      return sum;
    }

    /** At an instant that is met up to rounding, the value right of it. */
    Number
    right_limit(const PiecewiseLinear &f, const Number t, const Number latest)
    {
      const PiecewiseLinear::Piece &piece = f.piece_at(latest);
      return piece.value_at(std::max(t, piece.start));
    }
  } // namespace

  ExactBars::Number
  ExactBars::checked_time(const double t) const
  {
    if (!(t >= 0. && t <= latest_met(final_time)))
      throw std::domain_error("The motion of the bars is known from 0 to " +
                              std::to_string(final_time) + " s only.");
    return t;
  }

  double
  ExactBars::displacement(const std::size_t b,
                          const double      x,
                          const double      time) const
  {
    const Number t   = checked_time(time);
    const Bar   &bar = bars[b];
    const Number c   = bar.wave_speed;
    const Number s_r = t - x / c;
    const Number s_l = t - (bar.length - x) / c;
    return static_cast<double>(
      0.5L *
      (bar.from_left.piece_at(s_r).integral_at(s_r) +
       bar.from_right.piece_at(s_l).integral_at(s_l) +
       gravity * (bar.transit_time * t + x * (bar.length - x) / (c * c))));
  }

  ExactBars::Invariants
  ExactBars::invariants(const std::size_t b,
                        const double      x,
                        const double      time) const
  {
    const Number t      = checked_time(time);
    const Bar   &bar    = bars[b];
    const Number d_r    = x / bar.wave_speed;
    const Number d_l    = (bar.length - x) / bar.wave_speed;
    const Number latest = latest_met(time);
    return {right_limit(bar.from_left, t - d_r, latest - d_r) + gravity * d_r,
            right_limit(bar.from_right, t - d_l, latest - d_l) + gravity * d_l};
  }

  double
  ExactBars::velocity(const std::size_t bar,
                      const double      x,
                      const double      t) const
  {
    const auto [r, l] = invariants(bar, x, t);
    return static_cast<double>(0.5L * (r + l));
  }

  double
  ExactBars::strain(const std::size_t bar, const double x, const double t) const
  {
    const auto [r, l] = invariants(bar, x, t);
    return static_cast<double>(0.5L * (l - r) / bars[bar].wave_speed);
  }

  double
  ExactBars::gap(const std::size_t contact, const double time) const
  {
    const Number t     = checked_time(time);
    const auto  &piece = contacts[contact].velocity.piece_at(latest_met(time));
    return static_cast<double>(piece.integral_at(std::max(t, piece.start)));
  }

  double
  ExactBars::contact_velocity(const std::size_t contact, const double t) const
  {
    return static_cast<double>(
      right_limit(contacts[contact].velocity, checked_time(t), latest_met(t)));
  }

  double
  ExactBars::contact_force(const std::size_t contact, const double t) const
  {
    // negative by rounding where a contact just stays closed
    return std::max(0.,
                    static_cast<double>(right_limit(contacts[contact].force,
                                                    checked_time(t),
                                                    latest_met(t))));
  }

  double
  ExactBars::contact_impulse(const std::size_t contact, const double time) const
  {
    const Number t = checked_time(time);
    return static_cast<double>(
      contacts[contact].force.piece_at(t).integral_at(t));
  }

  double
  ExactBars::energy(const double time) const
  {
    const Number t   = checked_time(time);
    Number       sum = 0.L;
    for (const Bar &bar : bars)
      {
        const Number L = bar.length, c = bar.wave_speed, tau = bar.transit_time;
        const auto   r = window_integrals(bar.from_left, tau, gravity, t);
        const auto   l = window_integrals(bar.from_right, tau, gravity, t);
        const Number integral_of_u =
          0.5L * (c * (r.integral + l.integral) +
                  gravity * (tau * t * L + L * tau * tau / 6.L));
        sum += bar.line_density *
               (0.25L * c * (r.square + l.square) - gravity * integral_of_u);
      }
    return static_cast<double>(sum);
  }

  double
  ExactBars::momentum(const double time) const
  {
    const Number t   = checked_time(time);
    Number       sum = 0.L;
    for (const Bar &bar : bars)
      {
        const Number tau  = bar.transit_time;
        Number       path = gravity * tau * tau;
        for (const PiecewiseLinear *wave : {&bar.from_left, &bar.from_right})
          path += wave->piece_at(t).integral_at(t) -
                  wave->piece_at(t - tau).integral_at(t - tau);
        sum += 0.5L * bar.impedance * path;
      }
    return static_cast<double>(sum);
  }

  std::size_t
  ExactBars::n_pieces() const
  {
    std::size_t sum = 0;
    for (const Bar &bar : bars)
      sum += bar.from_left.size() + bar.from_right.size();
    for (const Contact &contact : contacts)
      sum += contact.velocity.size() + contact.force.size();
    return sum;
  }
} // namespace percuss
