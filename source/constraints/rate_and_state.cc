// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/joined.h>
#include <percuss/constraints/contact_law.h>
#include <percuss/constraints/rate_and_state.h>

#include <iomanip>

namespace percuss
{
  std::unique_ptr<StatefulLaw>
  make_rate_and_state(const std::span<const ContactOfLaw> contacts)
  {
    auto states = std::make_unique<RateAndState>();
    for (const ContactOfLaw &contact : contacts)
      if (contact.law->has_state())
        states->add(contact.cone, contact.law->state);
    if (states->empty())
      return nullptr;
    return states;
  }

  std::vector<std::string>
  RateAndState::column_names() const
  {
    return {"friction_coefficient_min",
            "friction_coefficient_max",
            "state_max"};
  }

  void
  RateAndState::set_columns(const std::span<double> values) const
  {
    values[0] = all_record.least;
    values[1] = all_record.greatest;
    values[2] = all_record.oldest;
  }

  LawReport
  RateAndState::report() const
  {
    const RateAndStateRecord &r = all_record;
    LawReport                 report;
    report.summary = {{"contacts", r.n_contacts},
                      {"friction_coefficient_min", r.least_of_all},
                      {"friction_coefficient_max", r.greatest_of_all},
                      {"sliding", r.n_sliding},
                      {"alternating", r.n_alternating}};
    if (!std::isnan(r.least_of_all))
      {
        report.title = "friction, least and greatest";
        report.text =
          joined(std::setprecision(8), r.least_of_all, ", ", r.greatest_of_all);
      }
    if (r.n_alternating > 10 && static_cast<double>(r.n_alternating) >
                                  0.1 * static_cast<double>(r.n_sliding))
      report.warning =
        joined("sliding speeds go up and down from step to step, ",
               r.n_alternating,
               " times in ",
               r.n_sliding,
               " steps of sliding contacts: the time step h is too long for "
               "the direct effect a of friction, a h N/(m v) must be below 2. "
               "Take a smaller one, or a larger reference speed.");
    return report;
  }
} // namespace percuss
