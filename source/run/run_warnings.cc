// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/joined.h>
#include <percuss/run/run_warnings.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace percuss
{
  namespace
  {
    constexpr double rounding = 1e-12;

    void
    check_moreau_jean(const RunParameters      &p,
                      std::vector<std::string> &warnings)
    {
      const double theta = p.scheme.theta,
                   e     = p.contact.coefficients.restitution;
      const double bound = 1. / (1. + e);
      if (theta < 0.5 - rounding)
        warnings.push_back(
          joined("theta = ",
                 theta,
                 " is below 1/2: nothing bounds the energy of scheme '",
                 p.scheme.name,
                 "', its stability depends on the time step."));
      if (theta > bound + rounding && !p.scheme_information().position_weight)
        warnings.push_back(joined("theta = ",
                                  theta,
                                  " is above 1/(1 + e) = ",
                                  bound,
                                  " with the restitution coefficient e = ",
                                  e,
                                  ": impacts may bring energy into scheme '",
                                  p.scheme.name,
                                  "' ([A14] (45))."));
    }

    void
    check_alpha_family(const RunParameters      &p,
                       std::vector<std::string> &warnings)
    {
      const AlphaCoefficients c       = alpha_coefficients(p.scheme);
      const double            eta     = c.alpha_f - c.alpha_m;
      const auto              require = [&](const double       value,
                               const std::string &name,
                               const double       bound,
                               const std::string &bound_name) {
        if (value < bound - rounding)
          warnings.push_back(
            joined(name,
                   " = ",
                   value,
                   " is below ",
                   bound_name,
                   " = ",
                   bound,
                   ": scheme '",
                   p.scheme.name,
                   "' is not known to dissipate energy ([A14] 6)."));
      };
      require(2. * c.beta, "2 beta", c.gamma, "gamma");
      require(c.gamma, "gamma", 0.5 + eta, "1/2 + alpha_f - alpha_m");
      require(c.alpha_f, "alpha_f", c.alpha_m, "alpha_m");
      if (eta > rounding) // else these terms of the identity vanish
        {
          require(0.5, "1/2", c.alpha_m, "alpha_m");
          require(1. - c.alpha_m, "1 - alpha_m", c.gamma, "gamma");
        }
    }

    // The work of contact in a step where it opens is positive, of second order.
    void
    check_massless(const RunParameters &p, std::vector<std::string> &warnings)
    {
      const SchemeFamily family = p.scheme_information().family;
      const auto         warn =
        [&](const char *name, const double value, double bound) {
          if (value < bound - rounding)
            warnings.push_back(
              joined(name,
                     " = ",
                     value,
                     ": massless contacts bring in or take out a little "
                     "energy at each impact, which in the long run may grow "
                     "with large time steps; with ",
                     bound,
                     ", or with a Courant number of at most 0.5, it did not in "
                     "any test."));
        };
      if (family == SchemeFamily::moreau_jean)
        warn("theta", p.scheme.theta, 0.6);
      else if (family == SchemeFamily::alpha)
        warn("gamma", alpha_coefficients(p.scheme).gamma, 0.6);
    }
    /** Of entries of section "Contact" that nothing reads. */
    void
    check_contact_entries(const RunParameters      &p,
                          const ContactTreatment   &treatment,
                          std::vector<std::string> &warnings)
    {
      const auto warn = [&](const bool         is_read,
                            const char        *entry,
                            const bool         is_default,
                            const std::string &why) {
        if (!is_read && !is_default)
          warnings.push_back(
            joined("'Contact/", entry, "' has no effect: ", why, "."));
      };
      const ContactParameters defaults;
      const auto             &c = p.contact;

      const bool has_rule =
        treatment.level != ContactTreatment::Level::position &&
        !treatment.own_activation && !treatment.combined_activation;
      const std::string its_own = "scheme '" + p.scheme.name +
                                  "' decides by itself which contacts are "
                                  "active";
      warn(has_rule,
           "activation",
           c.activation == defaults.activation,
           its_own);
      const bool forecasts = c.activation == "explicit forecast" ||
                             (c.activation == "automatic" &&
                              !p.scheme_information().forecasts_free_position);
      warn(has_rule && forecasts,
           "forecast coefficient",
           c.forecast_coefficient == defaults.forecast_coefficient,
           has_rule ? "it is of the activation 'explicit forecast'" : its_own);

      const auto        is_nitsche = c.method.method == ContactMethod::nitsche;
      const std::string of_nitsche = "'Contact/method' is not 'nitsche'";
      warn(is_nitsche,
           "Nitsche theta",
           c.method.nitsche_theta == defaults.method.nitsche_theta,
           of_nitsche);
      warn(is_nitsche,
           "Nitsche parameter",
           c.method.nitsche_parameter == defaults.method.nitsche_parameter,
           of_nitsche);
      warn(c.method.method == ContactMethod::penalty,
           "penalty parameter",
           c.method.penalty_parameter == defaults.method.penalty_parameter,
           "'Contact/method' is not 'penalty'");
    }
  } // namespace

  std::vector<std::string>
  range_warnings(const RunParameters    &p,
                 const ContactTreatment &treatment,
                 const double            crossing_time)
  {
    using Level = ContactTreatment::Level;
    std::vector<std::string> warnings;
    const SchemeInformation &scheme = p.scheme_information();
    const double             e      = p.contact.coefficients.restitution;

    if (!scheme.is_consistent && !p.contact.method.has_compliance())
      // their parameters do not matter any more
      warnings.push_back("scheme '" + p.scheme.name +
                         "' is inconsistent at impacts: it is kept only for "
                         "comparison, its results do not converge.");
    else if (scheme.family == SchemeFamily::moreau_jean)
      check_moreau_jean(p, warnings);
    else if (scheme.family == SchemeFamily::alpha)
      check_alpha_family(p, warnings);
    // central differences: check_critical_step()

    if (const auto entries = entries_without_effect(p.scheme, scheme);
        !entries.empty())
      {
        std::string names;
        for (const std::string &entry : entries)
          names += (names.empty() ? "'" : ", '") + entry + '\'';
        warnings.push_back(
          names + (entries.size() == 1 ? " has" : " have") +
          " no effect: scheme '" + p.scheme.name +
          "' has the parameters: " + std::string(scheme.parameters) + '.');
      }
    check_contact_entries(p, treatment, warnings);

    const bool is_short = std::isfinite(crossing_time) &&
                          p.time.time_step <= (0.5 + rounding) * crossing_time;
    if (treatment.contact_forces && !p.contact.method.has_compliance() &&
        !is_short)
      check_massless(p, warnings);
    if (treatment.level == Level::position &&
        !treatment.restitution_of_positions && e != 0.)
      warnings.push_back(
        joined("the restitution coefficient e = ",
               e,
               " has no effect: scheme '",
               scheme.name,
               "' writes contact at the position level, where impacts have "
               "none."));
    if (treatment.level == Level::velocity && !treatment.own_activation &&
        p.contact.activation == "acary 2014" && e > 0. && e < 1.)
      warnings.push_back(
        joined("with the restitution coefficient e = ",
               e,
               " between 0 and 1 and activation 'acary 2014' the "
               "penetration is not bounded: the forecasts bound it."));
    return warnings;
  }

  namespace
  {
    /** What brought the most energy in. */
    std::string
    largest_gain(const Work &work)
    {
      const std::pair<double, const char *> sources[] = {
        {work.normal(), "the normal impulses"},
        {work.friction, "friction"},
        {work.joints, "the joints"},
        {work.projection, "the projections"},
        {work.damping, "the damping"},
        {-work.dissipation, "the numerical dissipation"}};
      const auto &[gain, source] = *std::ranges::max_element(sources);
      return gain > 0. ? joined(": ", source, " brought in ", gain, " J.") :
                         ".";
    }
  } // namespace

  std::string
  end_time_note(const Clock &clock)
  {
    const unsigned long int n_steps = clock.n_steps();
    const double            end     = clock.time(n_steps);
    if (end - clock.end_time <= 1e-6 * clock.time_step)
      return {};
    return joined("no step of ",
                  clock.time_step,
                  " s ends at the end time, ",
                  clock.end_time,
                  " s: the last one, step ",
                  n_steps,
                  ", ends at ",
                  end,
                  " s");
  }

  std::vector<std::string>
  balance_warnings(const StepRecord  &record,
                   const std::string &scheme,
                   const double       joint_scale)
  {
    constexpr double         large         = 1e-2;
    const EnergyRecord      &energy_record = *record.energy_record;
    const double             put_in        = energy_record.put_in();
    std::vector<std::string> warnings;
    if (energy_record.max_relative_residual > EnergyRecord::warning_residual)
      warnings.push_back(
        joined("the energy identity of scheme '",
               scheme,
               "' has a residual of ",
               energy_record.max_relative_residual,
               " of the energy in a step, which rounding alone does not "
               "explain (",
               EnergyRecord::warning_residual,
               "): its linear or contact problems are not solved, or its "
               "forces are lost in rounding."));
    for (const StatefulLaw *const law : record.laws)
      if (std::string warning = law->report().warning; !warning.empty())
        warnings.push_back(std::move(warning));
    // dampers that bring in energy make a system that is not passive
    if (energy_record.has_gained() && !(energy_record.cumulative.damping > 0.))
      warnings.push_back(
        joined("scheme '",
               scheme,
               "' has gained energy: up to ",
               energy_record.max_gain,
               " J beyond what the start, the loads and the obstacles have "
               "put in, ",
               put_in,
               " J, and more than ",
               100. * EnergyRecord::warning_gain,
               " % of it since time step ",
               energy_record.gain_step,
               largest_gain(energy_record.cumulative)));
    else if (energy_record.has_gained_in_total() &&
             !(energy_record.cumulative.damping > 0.))
      warnings.push_back(joined(
        "scheme '",
        scheme,
        "' has gained energy: kinetic, strain and potential energy were up to ",
        energy_record.max_total_gain,
        " J beyond what the start, the loads and the obstacles have put in, ",
        put_in,
        " J. The scheme's own energy, which has terms of the time step, ",
        "does not show it: take a smaller time step."));
    if (std::abs(energy_record.cumulative.projection) >
        put_in + energy_record.rounding())
      warnings.push_back(
        joined("the projections of scheme '",
               scheme,
               "' have done a work of ",
               energy_record.cumulative.projection,
               " J, and the contacts one of ",
               energy_record.cumulative.contact,
               " J, though no more than ",
               put_in,
               " J has been put in: contacts hop in place of resting. Reduce "
               "the time step, or take combined-projection or a scheme "
               "without projections."));
    if (joint_scale > 0. &&
        record.contacts->max_joint_gap > large * joint_scale)
      warnings.push_back(joined("joints have opened by up to ",
                                record.contacts->max_joint_gap,
                                " (m, of angles rad), more than 1 % of the "
                                "mechanism's size, ",
                                joint_scale,
                                ": reduce the time step, or take a scheme "
                                "that projects positions."));
    if (std::abs(energy_record.cumulative.joints) >
        large * put_in + energy_record.rounding())
      warnings.push_back(
        joined("the joints have done a work of ",
               energy_record.cumulative.joints,
               " J, more than 1 % of the energy that was put in, ",
               put_in,
               " J, though ideal joints do none: reduce the time step."));
    if (const auto n = record.iterations.n_alternating; n > 0)
      warnings.push_back(
        joined("in ",
               n,
               " of ",
               record.step,
               " steps the contacts of Newton's iterates alternate: of two "
               "sets one was taken. Reduce the time step where they matter."));
    return warnings;
  }

  std::vector<std::string>
  force_warnings(const ContactStatistics &contacts)
  {
    if (!(contacts.peak_force > 0.))
      return {};
    return {joined(
      "contact nodes have mass: the largest impulse of a contact over the time "
      "step, ",
      contacts.peak_force,
      " N, depends on mesh and time step where the contact closes in that step, "
      "and so does 'force' in history.csv. Forces converge where contact nodes "
      "have no mass: set 'Contact/boundary mass' to 'weighted', with restitution "
      "coefficient 0.")};
  }
} // namespace percuss
