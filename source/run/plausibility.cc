// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/joined.h>
#include <percuss/constraints/force_law.h>
#include <percuss/run/plausibility.h>

#include <cmath>
#include <sstream>

namespace percuss
{
  namespace
  {
    /** A contact with its gap [m] and how fast that opens [m/s]. */
    struct NearContact
    {
      std::string name;
      double      gap = 0., velocity = 0.;

      bool
      closes() const
      {
        return velocity < 0.;
      }

      bool
      is_before(const NearContact &other) const
      {
        if (closes() != other.closes())
          return closes();
        return closes() ? gap / -velocity < other.gap / -other.velocity :
                          gap < other.gap;
      }
    };

    /** The open contact that closes first with its velocity; if none closes, the
     * nearest one; if none is open, one without a name. */
    NearContact
    first_to_close(const Model &model, const StepRecord &record)
    {
      ContactTotals totals = model.contact_totals();
      totals.evaluate(record);
      NearContact first;
      // rows of joints come first, each by itself
      const std::size_t n_joints = record.gap.size() - model.n_contact_rows();
      for (std::size_t i = n_joints; i < totals.size(); ++i)
        {
          const NearContact contact{totals.names[i],
                                    totals.gap[i],
                                    totals.velocity[i]};
          if (contact.gap > 0. && std::isfinite(contact.gap) &&
              std::isfinite(contact.velocity) &&
              (first.name.empty() || contact.is_before(first)))
            first = contact;
        }
      return first;
    }

    /** Whether a scheme solves for no stiffness, and others say of its steps
     * what is to be said. */
    bool
    is_without_stiffness(const RunParameters &p)
    {
      switch (p.scheme_information().family)
        {
          case SchemeFamily::moreau_jean:
            return p.scheme.theta == 0.;
          case SchemeFamily::alpha:
            return alpha_coefficients(p.scheme).beta == 0.;
          default:
            return is_explicit(p);
        }
    }

    /** Whether a scheme is made for steps in which nothing is resolved. */
    bool
    is_for_long_steps(const RunParameters &p)
    {
      const SchemeParameters &scheme = p.scheme;
      return p.scheme_information().has_theta_or_beta &&
             (scheme.beta ? *scheme.beta >= 0.25 : scheme.theta >= 0.5);
    }

    std::string
    advice(const double time_step)
    {
      return joined("Take a smaller time step than ",
                    time_step,
                    " s: one in which contacts move by a small part of their "
                    "gaps.");
    }

    std::string
    never_closed(const NearContact &nearest, const RunParameters &p)
    {
      const std::string fact = "no contact has ever closed";
      if (nearest.name.empty())
        return fact + ": check positions, velocities and loads.";
      const std::string where = joined(fact,
                                       ": at the end, '",
                                       nearest.name,
                                       "' has a gap of ",
                                       nearest.gap,
                                       " m and ");
      if (nearest.closes())
        return joined(where,
                      "closes with ",
                      -nearest.velocity,
                      " m/s. Take a later end time than ",
                      p.time.end_time,
                      " s, or check gaps and velocities.");
      return where +
             (nearest.velocity * p.time.end_time > 1e-9 * nearest.gap ?
                joined("opens with ", nearest.velocity, " m/s") :
                std::string("does not move, or sees nothing opposite")) +
             ": check the signs of velocities, gravity and loads.";
    }
  } // namespace

  std::vector<std::string>
  ScalesAtStart::lines() const
  {
    std::vector<std::string> lines;
    std::string              bodies;
    const auto               add = [&bodies](const auto &...parts) {
      bodies += (bodies.empty() ? "" : ", ") + joined(parts...);
    };
    if (model.mass > 0.)
      add("mass ", model.mass, " kg");
    else if (model.inertia > 0.)
      add("inertia ", model.inertia, " (kg, of angles kg m^2)");
    if (model.wave_speed > 0.)
      add("waves of ",
          model.wave_speed,
          " m/s, through the smallest element in ",
          crossing_time,
          model.return_time > 0. ?
            joined(" s, through the body and back in ", model.return_time) :
            std::string(),
          " s");
    if (model.period > 0.)
      add("first natural period ", model.period, " s");
    if (!bodies.empty())
      lines.push_back(bodies);

    std::string step = joined("time step ", time_step, " s");
    if (crossing_time > 0.)
      step += joined(", Courant number ", courant_number());
    if (model.period > 0.)
      step += joined(", ", model.period / time_step, " of them in a period");
    lines.push_back(step);

    if (!contact.empty() && closing_speed > 0.)
      lines.push_back(joined("contact '",
                             contact,
                             "': gap ",
                             gap,
                             " m, closing speed ",
                             closing_speed,
                             " m/s, together ",
                             gap / closing_speed,
                             " s or ",
                             gap / closing_speed / time_step,
                             " time steps"));
    else if (!contact.empty())
      lines.push_back(joined("contact '",
                             contact,
                             "': gap ",
                             gap,
                             " m, does not close at the start"));
    return lines;
  }

  std::map<std::string, double>
  ScalesAtStart::values() const
  {
    std::map<std::string, double> values;
    const auto add = [&values](const char *name, const double value) {
      if (value > 0. && std::isfinite(value))
        values[name] = value;
    };
    add("mass", model.mass);
    add("inertia", model.inertia);
    add("wave_speed", model.wave_speed);
    add("element_crossing_time", crossing_time);
    add("courant_number", courant_number());
    add("return_time", model.return_time);
    add("first_period", model.period);
    add("gap", gap);
    add("closing_speed", closing_speed);
    return values;
  }

  ScalesAtStart
  scales_at_start(Model &model, const RunParameters &p)
  {
    ScalesAtStart scales;
    scales.model     = model.scales();
    scales.time_step = p.time.time_step;
    if (const double time = model.crossing_time(); std::isfinite(time))
      scales.crossing_time = time;
    const NearContact first = first_to_close(model, model.stepper().record());
    scales.contact          = first.name;
    scales.gap              = first.gap;
    scales.closing_speed    = first.closes() ? -first.velocity : 0.;
    return scales;
  }

  std::vector<std::string>
  step_warnings(const ScalesAtStart &scales, const RunParameters &p)
  {
    constexpr double most_elements = 20.;

    std::vector<std::string> warnings;
    if (is_without_stiffness(p) || is_for_long_steps(p))
      return warnings;
    const double      h      = scales.time_step;
    const std::string remedy = "Take a smaller one, or, for slow pressing, "
                               "scheme 'schatzman-paoli' with theta = 1.";
    if (const double C = scales.courant_number(); C > most_elements)
      warnings.push_back(
        joined("waves cross ",
               C,
               " elements in a time step (its Courant number): "
               "those that an impact makes are not resolved. ",
               remedy,
               " Courant number 1 is a time step of ",
               scales.crossing_time,
               " s."));
    const double period = scales.model.period, back = scales.model.return_time;
    if (period > 0. && h > 0.25 * period)
      warnings.push_back(
        joined("the time step ",
               h,
               " s is more than a quarter of the first natural "
               "period, ",
               period,
               " s: no oscillation is resolved. ",
               remedy));
    else if (back > 0. && h > back)
      warnings.push_back(
        joined("the time step ",
               h,
               " s is longer than a wave takes through the body "
               "and back, ",
               back,
               " s: no impact is resolved. ",
               remedy));
    return warnings;
  }

  std::vector<std::string>
  contact_warnings(Model &model, const RunParameters &p)
  {
    const StepRecord        &record   = model.stepper().record();
    const ContactStatistics &contacts = *record.contacts;
    const Scales             scales   = model.scales();
    std::vector<std::string> warnings;
    // of how far the largest impulse moves a body in a step
    constexpr double share    = 1e-6;
    constexpr double rounding = 1e-12; // of positions
    const double     h        = p.time.time_step;
    const double     mass     = scales.mass > 0. ? scales.mass : scales.inertia;
    const double     way = mass > 0. ? h * h * contacts.peak_force / mass : 0.;
    const double small = scales.small_gap > 0. ? scales.small_gap : share * way;
    // what has been closed from the start has no gap to compare with
    const bool was_open =
      contacts.largest_gap >
      std::max(std::min(small, share * way), rounding * scales.extent);
    // springs let bodies overlap, and hold them at a distance
    const bool is_rigid = !has_force_law(record.laws);
    if (is_rigid && was_open && contacts.beyond_gap > small)
      warnings.push_back(
        joined("contacts have penetrated by up to ",
               contacts.beyond_gap,
               " m, more than any of them had been open before. ",
               advice(p.time.time_step)));
    if (is_rigid && was_open && contacts.pushed_apart > small)
      warnings.push_back(joined(
        "a contact has pushed while it was open by ",
        contacts.pushed_apart,
        " m, as far as ever: the time step is longer than its approach. ",
        advice(p.time.time_step)));
    if (model.n_contacts() > 0 && record.step > 0 &&
        std::isnan(contacts.first_contact_time) &&
        std::ranges::none_of(record.laws, [](const StatefulLaw *law) {
          return law->was_closed_at_start();
        }))
      warnings.push_back(never_closed(first_to_close(model, record), p));
    return warnings;
  }
} // namespace percuss
