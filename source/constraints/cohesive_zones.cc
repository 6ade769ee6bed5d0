// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/joined.h>
#include <percuss/constraints/cohesive_zones.h>
#include <percuss/constraints/contact_law.h>

#include <iomanip>

namespace percuss
{
  std::unique_ptr<StatefulLaw>
  make_cohesive_zones(const std::span<const ContactOfLaw> contacts)
  {
    auto zones = std::make_unique<CohesiveZones>();
    for (const ContactOfLaw &contact : contacts)
      if (const ContactLaw &law = *contact.law; law.has_cohesion())
        zones->add(contact.row,
                   law.cohesive_strength * contact.area,
                   law.fracture_energy * contact.area);
    if (zones->empty())
      return nullptr;
    return zones;
  }

  std::vector<std::string>
  CohesiveZones::column_names() const
  {
    if (zone_record.n_zones == 0)
      return {};
    return {"cohesive_contacts", "energy_cohesion", "dissipation_cohesion"};
  }

  void
  CohesiveZones::set_columns(const std::span<double> values) const
  {
    if (values.empty())
      return;
    values[0] = static_cast<double>(zone_record.n_left);
    values[1] = zone_record.stored;
    values[2] = zone_record.dissipated;
  }

  LawReport
  CohesiveZones::report() const
  {
    const CohesionRecord &r = zone_record;
    LawReport             report;
    if (r.n_zones > 0)
      {
        report.summary = {{"contacts", r.n_zones},
                          {"contacts_left", r.n_left},
                          {"stored", r.stored},
                          {"dissipated", r.dissipated},
                          {"drift", r.drift}};
        report.title   = "cohesive contacts";
        report.text    = joined(std::setprecision(8),
                             r.n_zones,
                             ", ",
                             r.n_zones - r.n_left,
                             " have parted; ",
                             r.dissipated,
                             " J dissipated, ",
                             r.stored,
                             " J stored");
      }
    if (r.drift > 0.1)
      report.warning =
        joined("cohesive contacts have drifted: their gaps are not what "
               "they have opened by their velocities, by up to ",
               r.drift,
               " of the opening at which they part. Take a smaller time step. "
               "Where it is long for the mesh, schemes of the alpha-family "
               "other than 'newmark' let closed contacts yield: 'moreau-jean' "
               "with theta = 1/2 does not.");
    return report;
  }
} // namespace percuss
