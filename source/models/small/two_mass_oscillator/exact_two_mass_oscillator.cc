// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/small/two_mass_oscillator/exact_two_mass_oscillator.h>
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
    constexpr double infinity = std::numeric_limits<double>::infinity();

    const ExactTwoMassOscillator::Parameters &
    checked(const ExactTwoMassOscillator::Parameters &p)
    {
      if (!(p.masses[0] > 0. && p.masses[1] > 0. && p.stiffness > 0. &&
            p.gravity > 0. && p.restitution >= 0. && p.restitution <= 1. &&
            p.initial_height >= p.radius && std::isfinite(p.initial_stretch) &&
            std::isfinite(p.initial_velocities[0]) &&
            std::isfinite(p.initial_velocities[1])))
        throw std::invalid_argument(
          "A two-mass oscillator needs masses, stiffness and gravity > 0, a "
          "restitution in [0, 1] and an initial height of the lower mass not "
          "below its radius.");
      return p;
    }

    /** 1 - cos(x) without cancellation. */
    long double
    one_minus_cosine(const long double x)
    {
      const long double half = std::sin(0.5 * x);
      return 2. * half * half;
    }

    /** x - sin(x), x >= 0, without cancellation. */
    long double
    minus_sine(const long double x)
    {
      if (x > 1.)
        return x - std::sin(x);
      long double term = x * x * x / 6., sum = 0.;
      for (int n = 5; sum + term != sum; n += 2)
        {
          sum += term;
          term *= -x * x / (n * (n - 1));
        }
      return sum;
    }
  } // namespace

  ExactTwoMassOscillator::ExactTwoMassOscillator(const Parameters &parameters,
                                                 const double      end_time)
    : parameters(checked(parameters))
    , gravity(parameters.gravity)
    , specific_stiffness(Number(parameters.stiffness) / parameters.masses[0])
    , closed_frequency(
        std::sqrt(Number(parameters.stiffness) / parameters.masses[1]))
    , end_time(end_time)
  {
    if (!(end_time >= 0. && std::isfinite(end_time)))
      throw std::invalid_argument("The end time must be finite and >= 0.");

    frequency =
      std::sqrt(specific_stiffness + closed_frequency * closed_frequency);
    const auto &[v_1, v_2] = parameters.initial_velocities;
    Phase phase{0.,
                Kind::flight,
                {Number(parameters.initial_height) - parameters.radius,
                 v_1,
                 parameters.initial_stretch,
                 Number(v_2) - v_1}};
    while (advance(phase))
      ;
  }

  /** Appends the phase; true if another one follows it, now in @p phase. */
  bool
  ExactTwoMassOscillator::advance(Phase &phase)
  {
    if (phase.kind == Kind::flight && phase.initial.gap == 0. &&
        phase.initial.velocity <= 0.)
      apply_impact(phase);
    phases.push_back(phase);
    if (!(phase.kind == Kind::closed ? advance_closed(phase) :
                                       advance_flight(phase)))
      return false;
    if (events.size() < max_impacts)
      return true;
    end_time = phase.start;
    return false;
  }

  void
  ExactTwoMassOscillator::apply_impact(Phase &phase)
  {
    Motion      &motion = phase.initial;
    const Number before = motion.velocity;
    motion.velocity     = std::abs(parameters.restitution * before);
    motion.stretch_rate -= motion.velocity - before;
    if (before < 0. || phase.start > 0.)
      events.push_back({static_cast<double>(phase.start),
                        static_cast<double>(before),
                        static_cast<double>(motion.velocity)});
    largest_speed = std::max(largest_speed, -before);

    if (stays_closed(motion))
      {
        motion.stretch_rate += motion.velocity; // that of the upper mass
        motion.velocity = 0.;
        phase.kind      = Kind::closed;
      }
    else if (motion.velocity == 0. && acceleration(motion) == 0.)
      phase.kind = Kind::take_off;
  }

  bool
  ExactTwoMassOscillator::stays_closed(const Motion &motion) const
  {
    const Number a = acceleration(motion);
    const Number v = motion.velocity;
    if (v == 0.)
      return a < 0. || (a == 0. && motion.stretch_rate <= 0.);
    if (!(a < 0. && parameters.restitution < 1. && v <= 1e-10 * largest_speed))
      return false;
    const Number duration = 3. * v / (-a * (1.L - parameters.restitution));
    const Number jerk =
      specific_stiffness * (std::abs(motion.stretch_rate) + 2. * v +
                            duration * (gravity + 2. * frequency * frequency *
                                                    stretch_amplitude(motion)));
    return jerk * duration <= -1e-8 * a;
  }

  bool
  ExactTwoMassOscillator::advance_flight(Phase &phase)
  {
    const Motion initial   = phase.initial;
    const Number amplitude = specific_stiffness * stretch_amplitude(initial);
    const Number epsilon   = std::numeric_limits<Number>::epsilon();
    const auto   height    = [&](const Number t) {
      const Motion motion = flight(initial, t);
      const Number angle  = frequency * t;
      const Number terms =
        std::abs(initial.velocity * t) + 0.5 * gravity * t * t +
        specific_stiffness *
          (std::abs(initial.stretch) * one_minus_cosine(angle) +
           std::abs(initial.stretch_rate) / frequency * minus_sine(angle)) /
          (frequency * frequency);
      return FunctionValue<Number>{motion.gap,
                                   motion.velocity,
                                   2. * epsilon * (initial.gap + terms)};
    };

    // A start without velocity, where the gap is positive for certain: by
    // Taylor it is more than a t^2/2 - |jerk| t^3/6 or, if a = 0,
    // j t^3/6 - |q_1''''| t^4/24.
    Number begin = 0.;
    if (initial.gap == 0. && initial.velocity == 0.)
      begin = phase.kind == Kind::take_off ?
                2. * initial.stretch_rate * specific_stiffness /
                  (amplitude * frequency * frequency) :
                1.5 * acceleration(initial) / (amplitude * frequency);

    const std::optional<Number> elapsed = first_root<Number>(
      height, gravity + amplitude, begin, end_time - phase.start);
    if (!elapsed)
      return false;
    phase.start += *elapsed;
    phase.kind             = Kind::flight;
    phase.initial          = flight(initial, *elapsed);
    phase.initial.gap      = 0.;
    phase.initial.velocity = std::min(phase.initial.velocity, Number(0.));
    return true;
  }

  // The stretch above the static one, y = x + m_2 g/k, oscillates; the force
  // vanishes where k y = (m_1 + m_2) g, rising.
  bool
  ExactTwoMassOscillator::advance_closed(Phase &phase)
  {
    const auto &[m_1, m_2] = parameters.masses;
    const Number g_over_k  = gravity / parameters.stiffness;
    const Number y         = phase.initial.stretch + m_2 * g_over_k;
    const Number rate      = phase.initial.stretch_rate;
    const Number amplitude = std::hypot(y, rate / closed_frequency);
    const Number release   = (Number(m_1) + m_2) * g_over_k;

    closed.push_back({static_cast<double>(phase.start), infinity});
    if (amplitude <= release)
      return false;

    Number angle =
      std::atan2(rate / closed_frequency, y) - std::acos(release / amplitude);
    if (angle < 0.)
      angle = rate > 0. ? Number(0.) : angle + 2. * std::numbers::pi_v<Number>;
    const Number elapsed = angle / closed_frequency;
    if (elapsed > end_time - phase.start)
      return false;
    phase.start += elapsed;
    phase.kind        = Kind::take_off;
    phase.initial     = {0.,
                         0.,
                         m_1 * g_over_k,
                         closed_frequency * std::sqrt((amplitude - release) *
                                                  (amplitude + release))};
    closed.back().end = phase.start;
    return true;
  }

  ExactTwoMassOscillator::Motion
  ExactTwoMassOscillator::flight(const Motion &initial, const Number t) const
  {
    const Number angle  = frequency * t;
    const Number cosine = std::cos(angle), sine = std::sin(angle);
    const Number x = initial.stretch, w = initial.stretch_rate / frequency;
    const Number relative = specific_stiffness / (frequency * frequency);
    return {initial.gap + initial.velocity * t - 0.5 * gravity * t * t +
              relative * (x * one_minus_cosine(angle) + w * minus_sine(angle)),
            initial.velocity - gravity * t +
              relative * frequency * (x * sine + w * one_minus_cosine(angle)),
            x * cosine + w * sine,
            frequency * (w * cosine - x * sine)};
  }

  ExactTwoMassOscillator::Motion
  ExactTwoMassOscillator::closed_contact(const Motion &initial,
                                         const Number  t) const
  {
    const Number statics =
      -parameters.masses[1] * gravity / parameters.stiffness;
    const Number angle  = closed_frequency * t;
    const Number cosine = std::cos(angle), sine = std::sin(angle);
    const Number y = initial.stretch - statics;
    const Number w = initial.stretch_rate / closed_frequency;
    return {0.,
            0.,
            statics + y * cosine + w * sine,
            closed_frequency * (w * cosine - y * sine)};
  }

  ExactTwoMassOscillator::Number
  ExactTwoMassOscillator::acceleration(const Motion &motion) const
  {
    return specific_stiffness * motion.stretch - gravity;
  }

  ExactTwoMassOscillator::Number
  ExactTwoMassOscillator::stretch_amplitude(const Motion &motion) const
  {
    return std::hypot(motion.stretch, motion.stretch_rate / frequency);
  }

  const ExactTwoMassOscillator::Phase &
  ExactTwoMassOscillator::checked_phase_at(const double t) const
  {
    if (!(t >= 0. && t <= latest_met(end_time)))
      throw std::domain_error("A time before the start or after the end of the "
                              "exact motion of the two masses.");
    return phase_at(phases, t);
  }

  ExactTwoMassOscillator::Motion
  ExactTwoMassOscillator::motion_at(const double t) const
  {
    const Phase &phase   = checked_phase_at(t);
    const Number elapsed = std::max(t - phase.start, Number(0.));
    return phase.kind == Kind::closed ? closed_contact(phase.initial, elapsed) :
                                        flight(phase.initial, elapsed);
  }

  double
  ExactTwoMassOscillator::gap(const double t) const
  {
    return static_cast<double>(std::max(motion_at(t).gap, Number(0.)));
  }

  std::array<double, 2>
  ExactTwoMassOscillator::position(const double t) const
  {
    const Motion motion = motion_at(t);
    const Number lower  = parameters.radius + std::max(motion.gap, Number(0.));
    return {static_cast<double>(lower),
            static_cast<double>(lower + parameters.length + motion.stretch)};
  }

  std::array<double, 2>
  ExactTwoMassOscillator::velocity(const double t) const
  {
    const Motion motion = motion_at(t);
    return {static_cast<double>(motion.velocity),
            static_cast<double>(motion.velocity + motion.stretch_rate)};
  }

  double
  ExactTwoMassOscillator::contact_force(const double t) const
  {
    if (checked_phase_at(t).kind != Kind::closed)
      return 0.;
    return static_cast<double>(-parameters.masses[0] *
                               acceleration(motion_at(t)));
  }

  const std::vector<ImpactEvent> &
  ExactTwoMassOscillator::impacts() const
  {
    return events;
  }

  const std::vector<ExactTwoMassOscillator::ClosedContact> &
  ExactTwoMassOscillator::closed_contacts() const
  {
    return closed;
  }

  double
  ExactTwoMassOscillator::valid_until() const
  {
    return end_time;
  }

  double
  ExactTwoMassOscillator::accurate_until(const double tolerance) const
  {
    const double epsilon = std::numeric_limits<double>::epsilon();
    Parameters   first = parameters, second = parameters;
    first.restitution *= 1. - 2. * epsilon;
    first.initial_height += 2. * epsilon *
                            std::max(std::abs(parameters.initial_height),
                                     std::abs(parameters.radius));
    second.stiffness *= 1. + 2. * epsilon;
    second.gravity *= 1. - 2. * epsilon;

    // The numbers of impacts of an accumulation may differ.
    const auto relevant_impacts = [&](const ExactTwoMassOscillator &motion) {
      std::vector<ImpactEvent> result;
      for (const ImpactEvent &impact : motion.events)
        if (-impact.velocity_before > tolerance * largest_speed)
          result.push_back(impact);
      return result;
    };
    const std::vector<ImpactEvent> impacts = relevant_impacts(*this);
    double                         time    = end_time;
    for (const Parameters &changed : {first, second})
      {
        const std::vector<ImpactEvent> others =
          relevant_impacts({changed, end_time});
        for (std::size_t k = 0; k < impacts.size(); ++k)
          {
            const auto &[t, u, after] = impacts[k];
            if (k < others.size() &&
                std::abs(others[k].time - t) <= tolerance * t &&
                std::abs(others[k].velocity_before - u) <=
                  tolerance * largest_speed)
              continue;
            time = std::min(time, t);
            break;
          }
      }
    return time;
  }
} // namespace percuss
