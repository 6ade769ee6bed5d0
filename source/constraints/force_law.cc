// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/joined.h>
#include <percuss/constraints/force_law.h>

#include <algorithm>
#include <cmath>
#include <iomanip>

namespace percuss
{
  void
  ForceLaw::start(const std::span<const double> gap)
  {
    work = largest = 0.;
    shortest       = many_steps;
    for (Contact &contact : contacts)
      {
        contact.gap = contact.opening = gap[contact.row];
        contact.speed = contact.impulse = 0.;
        contact.n_steps                 = many_steps; // it may be closed
      }
  }

  void
  ForceLaw::renew(const std::span<const Cone>, const ContactsOfRows &)
  {
    throw InputError("A force law needs contacts that stay the same from the "
                     "start to the end, and contacts of bodies with shapes, or "
                     "of boundaries that slide far, come and go. Write "
                     "contacts of points, discs or balls with obstacles, or "
                     "leave the force law empty.",
                     "Contact/force law");
  }

  void
  ForceLaw::begin_step(const std::span<const Cone>,
                       const std::span<const double> u)
  {
    for (Contact &contact : contacts)
      contact.speed = u[contact.row];
  }

  double
  ForceLaw::force_at(const double gap, const double speed) const
  {
    const double lambda = force(gap, speed);
    if (!std::isfinite(lambda))
      throw InputError(joined("The force law is ",
                              lambda,
                              " at gap = ",
                              gap,
                              " m, speed = ",
                              speed,
                              " m/s; it must be finite. Where it grows from "
                              "step to step, take a smaller time step."),
                       "Contact/force law");
    return lambda;
  }

  void
  ForceLaw::add_impulses(const double h, const std::span<double> p) const
  {
    for (const Contact &contact : contacts)
      {
        const double lambda =
          force_at(contact.gap + weight * h * contact.speed, contact.speed);
        contact.impulse = h * contact.area * lambda;
        p[contact.row] += contact.impulse;
      }
  }

  void
  ForceLaw::modify(const std::span<Cone> cones) const
  {
    for (const Contact &contact : contacts)
      cones[contact.cone].kind = Cone::Kind::inactive;
  }

  void
  ForceLaw::end_step(const RowsAfterStep &rows)
  {
    for (Contact &contact : contacts)
      {
        const double opening = rows.opening[contact.row];
        work += contact.impulse * (opening - contact.opening) / rows.time_step;
        largest = std::max(largest, std::abs(contact.impulse) / rows.time_step);
        contact.opening = opening;
        contact.gap     = rows.gap[contact.row];
        if (contact.impulse != 0.)
          ++contact.n_steps;
        else
          {
            if (contact.n_steps > 0)
              shortest = std::min(shortest, contact.n_steps);
            contact.n_steps = 0;
          }
      }
  }

  void
  ForceLaw::take_states(const StatefulLaw &other)
  {
    const auto &law = static_cast<const ForceLaw &>(other);
    contacts        = law.contacts;
    work            = law.work;
    largest         = law.largest;
    shortest        = law.shortest;
  }

  void
  ForceLaw::serialize(Archive &archive)
  {
    archive.section("force law");
    for (Contact &contact : contacts)
      archive(contact.gap,
              contact.speed,
              contact.opening,
              contact.impulse,
              contact.n_steps);
    archive(work, largest, shortest);
  }

  std::vector<std::string>
  ForceLaw::column_names() const
  {
    return {"work_force_law"};
  }

  void
  ForceLaw::set_columns(const std::span<double> values) const
  {
    values[0] = work;
  }

  LawReport
  ForceLaw::report() const
  {
    LawReport report;
    report.summary = {{"contacts", contacts.size()},
                      {"work", work},
                      {"force_max", largest}};
    report.title   = "force law";
    report.text    = joined(std::setprecision(8),
                         contacts.size(),
                         contacts.size() == 1 ? " contact; " : " contacts; ",
                         work,
                         " J work, largest force ",
                         largest,
                         " N");
    if (shortest < many_steps)
      report.warning =
        joined("a contact with a force law has lasted for ",
               shortest,
               shortest == 1 ? " step" : " steps",
               ": its force is not resolved, and its impacts gain or lose "
               "energy. Take a time step with ten steps and more to a contact, "
               "or a softer law.");
    return report;
  }

  bool
  has_force_law(const std::span<const StatefulLaw *const> laws)
  {
    return std::ranges::any_of(laws, [](const StatefulLaw *const law) {
      return dynamic_cast<const ForceLaw *>(law) != nullptr;
    });
  }
} // namespace percuss
