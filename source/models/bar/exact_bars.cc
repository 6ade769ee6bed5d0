// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/check_exact_bars.h>
#include <percuss/models/bar/exact_bars.h>
#include <percuss/study/impact_event.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    using Number = PiecewiseLinear::Number;

    constexpr Number infinity = std::numeric_limits<Number>::infinity();
    constexpr Number rounding = std::numeric_limits<double>::epsilon();
    // of what should be equal; see the class
    constexpr Number tolerance = 16.L * rounding;
    // of breaks that are none: omissions add up to less than the tolerance
    constexpr Number negligible = rounding / 16.L;

    /** The first s with g + d s + a s^2/2 = 0, s >= 0 if d < 0, otherwise
     * s > 0, of a gap g >= 0; or infinity. */
    Number
    first_closing(const Number g, const Number d, const Number a)
    {
      const Number discriminant = d * d - 2.L * a * g;
      if (d < 0.L && discriminant >= 0.L)
        return 2.L * g / (std::sqrt(discriminant) - d);
      if (d >= 0.L && a < 0.L)
        return (std::sqrt(discriminant) + d) / -a;
      return infinity;
    }
  } // namespace

  ExactBars::ExactBars(const ExactBarRow &row,
                       const double       end_time,
                       const std::size_t  max_pieces)
    : final_time(end_time)
    , gravity(row.gravity)
    , shortest_transit(infinity)
    , time_tolerance(tolerance * Number(end_time))
  {
    check_exact_bars(row, end_time);
    if (!row.left_obstacle)
      left_reflection = row.clamped_left ? -1.L : 1.L;
    if (!row.right_obstacle)
      right_reflection = row.clamped_right ? -1.L : 1.L;

    for (const ExactBar &data : row.bars)
      append(data);
    require_of_bars(end_time <= max_transits * shortest_transit,
                    "the end time is ",
                    end_time,
                    ", the waves pass the shortest bar in ",
                    static_cast<double>(shortest_transit),
                    "; choose an end time below ",
                    max_transits,
                    " such transits.");

    for (std::size_t b = 0; b <= row.bars.size(); ++b)
      if ((b > 0 || row.left_obstacle) &&
          (b < row.bars.size() || row.right_obstacle))
        append_contact(b, row.gaps[contacts.size()]);

    // an instant that counts as met at latest_met(T) belongs to the motion
    const Number last = Number(end_time) * (1.L + 4e-12L);
    for (Number t = 0.L; t <= last; t = next_event(t))
      {
        pass_ends(t);
        for (Contact &contact : contacts)
          update(contact, t);
        require_of_bars(
          n_pieces() <= max_pieces,
          "the fronts of the waves split so often that more than ",
          max_pieces,
          " are there at the time ",
          static_cast<double>(t),
          "; choose an end time before it.");
      }
  }

  /**
   * With x = -c s, the left end emitted r(0, x) - g x/c at the time
   * s in [-L/c, 0), had it been there; the right one with L - x likewise.
   */
  void
  ExactBars::append(const ExactBar &data)
  {
    const auto &[a_0, a_1, a_2] = data.displacement;
    const auto &[b_0, b_1]      = data.velocity;
    const Number L              = data.length;
    const Number c    = std::sqrt(Number(data.youngs_modulus) / data.density);
    const Number mass = Number(data.density) * data.cross_section; // per m
    const Number transit = L / c;

    Bar bar{.length       = L,
            .wave_speed   = c,
            .transit_time = transit,
            .impedance    = mass * c,
            .line_density = mass};

    const Number v_L = b_0 + b_1 * L, strain_L = a_1 + 2.L * a_2 * L;
    const Number l_slope = c * (b_1 + 2.L * c * a_2);
    const Number r_slope = c * (2.L * c * a_2 - b_1);
    const Number l_0     = b_0 + c * a_1;
    const Number r_L     = v_L - c * strain_L;
    bar.from_right.append(
      {-transit, l_0 - gravity * transit, l_slope + gravity, 0.L});
    // the integrals are 2 u(0, 0) and 0 at x = 0, t = 0
    PiecewiseLinear::Piece r{-transit,
                             r_L - gravity * transit,
                             r_slope + gravity,
                             0.L};
    r.integral = 2.L * a_0 - r.integral_at(0.L);
    bar.from_left.append(r);

    shortest_transit = std::min(shortest_transit, transit);
    for (const Number rate : {gravity, l_slope, r_slope})
      largest_rate = std::max(largest_rate, std::abs(rate));
    for (const Number v :
         {l_0, r_L, b_0 - c * a_1, v_L + c * strain_L, gravity * transit})
      largest_velocity = std::max(largest_velocity, std::abs(v));
    bars.push_back(std::move(bar));
  }

  /** Of the bar before the given one with that bar; obstacles at the ends. */
  void
  ExactBars::append_contact(const std::size_t bar, const double gap)
  {
    Contact contact;
    if (bar > 0)
      contact.left = bar - 1;
    if (bar < bars.size())
      contact.right = bar;
    if (contact.left && contact.right)
      {
        const Number Z_i   = bars[*contact.left].impedance;
        const Number Z_j   = bars[*contact.right].impedance;
        contact.impedance  = Z_i * Z_j / (Z_i + Z_j);
        contact.reflection = (Z_i - Z_j) / (Z_i + Z_j);
      }
    else
      {
        contact.impedance  = bars[contact.left ? bar - 1 : bar].impedance;
        contact.reflection = contact.left ? -1.L : 1.L;
      }
    contact.velocity.append({-shortest_transit, 0.L, 0.L, Number(gap)});
    contact.force.append({-shortest_transit, 0.L, 0.L, 0.L});
    contacts.push_back(std::move(contact));
  }

  /** What arrives at t, of what was emitted a transit time before. */
  ExactBars::Line
  ExactBars::received(const PiecewiseLinear &wave,
                      std::size_t           &piece,
                      const Number           transit_time,
                      const Number           t)
  {
    const Number emission = t - transit_time;
    while (piece + 1 < wave.size() &&
           wave[piece + 1].start <= emission + time_tolerance)
      ++piece;
    const Line line{wave[piece].value_at(emission) + gravity * transit_time,
                    wave[piece].slope};
    largest_velocity = std::max(largest_velocity, std::abs(line.value));
    return line;
  }

  /** Goes on with the line from t on, as a new piece if there is a break. */
  void
  ExactBars::proceed(PiecewiseLinear &f,
                     const Line      &line,
                     const Number     t,
                     const Number     scale) const
  {
    const auto &last = f.last();
    if (std::abs(line.value - last.value_at(t)) >
          negligible * scale * largest_velocity ||
        std::abs(line.slope - last.slope) > negligible * scale * largest_rate)
      f.append({t, line.value, line.slope, last.integral_at(t)});
  }

  /** Receives, and emits at the ends that are free or clamped. */
  void
  ExactBars::pass_ends(const Number t)
  {
    for (Bar &bar : bars)
      {
        bar.r = received(bar.from_left, bar.at_right, bar.transit_time, t);
        bar.l = received(bar.from_right, bar.at_left, bar.transit_time, t);
      }
    if (left_reflection)
      proceed(bars.front().from_left,
              {*left_reflection * bars.front().l.value,
               *left_reflection * bars.front().l.slope},
              t);
    if (right_reflection)
      proceed(bars.back().from_right,
              {*right_reflection * bars.back().r.value,
               *right_reflection * bars.back().r.slope},
              t);
  }

  ExactBars::Approach
  ExactBars::approach(const Contact &contact, const Number t) const
  {
    const Line r     = contact.left ? bars[*contact.left].r : Line{};
    const Line l     = contact.right ? bars[*contact.right].l : Line{};
    Line       delta = {l.value - r.value, l.slope - r.slope};
    const bool vanishes =
      std::abs(delta.value) <=
      tolerance * largest_velocity + std::abs(delta.slope) * time_tolerance;
    const bool parts =
      vanishes ? delta.slope > tolerance * largest_rate : delta.value > 0.L;
    const Number gap = std::max(contact.velocity.last().integral_at(t), 0.L);
    const bool   touches =
      contact.closed || gap <= std::abs(delta.value) * time_tolerance;
    if (touches && parts)
      delta.value = std::max(delta.value, 0.L); // no root at this instant
    return {r, l, delta, gap, touches, parts};
  }

  /** Decides whether the contact is closed from t on, and emits. */
  void
  ExactBars::update(Contact &contact, const Number t)
  {
    const auto [r, l, delta, gap, touches, parts] = approach(contact, t);
    const bool   closes                           = touches && !parts;
    const Number R = closes ? contact.reflection : 0.L;
    const Number Z = contact.impedance;

    Line velocity, force;
    if (closes)
      force = {-Z * delta.value, -Z * delta.slope};
    else
      velocity = delta;

    const Number jump =
      std::max(std::abs(velocity.value - contact.velocity.last().value_at(t)),
               std::abs(force.value - contact.force.last().value_at(t)) / Z);
    if (t > 0.L && t <= latest_met(final_time) &&
        jump > tolerance * largest_velocity +
                 2.L * time_tolerance * std::abs(delta.slope))
      contact.jump_times.push_back(
        std::min(static_cast<double>(t), final_time));

    if (closes == contact.closed)
      {
        proceed(contact.velocity, velocity, t);
        proceed(contact.force, force, t, Z);
      }
    else
      {
        contact.velocity.append(
          {t, velocity.value, velocity.slope, closes ? 0.L : gap});
        contact.force.append(
          {t, force.value, force.slope, contact.force.last().integral_at(t)});
      }
    contact.closed = closes;

    // 2 v - received, with coefficients that are exactly 0 and 1 for equal
    // impedances; an open contact emits as two free ends
    if (contact.left)
      proceed(bars[*contact.left].from_right,
              closes ? Line{R * r.value + (1.L - R) * l.value,
                            R * r.slope + (1.L - R) * l.slope} :
                       r,
              t);
    if (contact.right)
      proceed(bars[*contact.right].from_left,
              closes ? Line{(1.L + R) * r.value - R * l.value,
                            (1.L + R) * r.slope - R * l.slope} :
                       l,
              t);
  }

  /**
   * The next break that arrives, of those that have been emitted, or root of a
   * gap or of delta, for as long as no break arrives; or infinity. What the
   * tolerance has not united with t comes later than that.
   */
  ExactBars::Number
  ExactBars::next_event(const Number t) const
  {
    Number next = infinity;
    for (const Bar &bar : bars)
      {
        if (bar.at_right + 1 < bar.from_left.size())
          next =
            std::min(next,
                     bar.from_left[bar.at_right + 1].start + bar.transit_time);
        if (bar.at_left + 1 < bar.from_right.size())
          next =
            std::min(next,
                     bar.from_right[bar.at_left + 1].start + bar.transit_time);
      }
    for (const Contact &contact : contacts)
      {
        const Approach a = approach(contact, t);
        if (!contact.closed)
          next =
            std::min(next,
                     t + first_closing(a.gap, a.delta.value, a.delta.slope));
        else if (a.delta.slope > 0.L &&
                 (a.delta.slope > tolerance * largest_rate ||
                  a.delta.value < -tolerance * largest_velocity))
          next = std::min(next, t - a.delta.value / a.delta.slope);
      }
    return std::max(next, t + time_tolerance);
  }
} // namespace percuss
