// SPDX-License-Identifier: Apache-2.0
#ifndef bowl_slip_weakening_h
#define bowl_slip_weakening_h

#include <percuss/constraints/contact_law.h>
#include <percuss/constraints/stateful_law.h>
#include <percuss/run/model.h>

#include <algorithm>
#include <cmath>
#include <memory>

/**
 * Slip-weakening friction (Ida, J. Geophys. Res. 77, 1972): the coefficient of
 * Coulomb's law falls with the slip s of a contact since it closed,
 *
 *     mu(s) = mu_d + (mu_s - mu_d) max(0, 1 - s/D_c),   s' = |u_T|,
 *
 * mu_s the friction coefficient of the contact. A step has mu(s_k), and ends
 * with s_{k+1} = s_k + h |u_T| at t_{k+1}.
 */
class SlipWeakening final : public percuss::StatefulLaw
{
public:
  /** @param mu_d [-], @param D_c > 0 [m] */
  SlipWeakening(const double mu_d, const double D_c)
    : mu_d(mu_d)
    , D_c(D_c)
  {}

  void
  add(const std::size_t cone, const double mu_s)
  {
    contacts.push_back({cone, mu_s, 0.});
  }

  std::string_view
  name() const override
  {
    return "slip_weakening";
  }

  void
  modify(const std::span<percuss::Cone> cones) const override
  {
    for (const Contact &contact : contacts)
      if (percuss::Cone &cone = cones[contact.cone];
          cone.kind == percuss::Cone::Kind::second_order)
        cone.friction_coefficient = coefficient(contact);
  }

  void
  end_step(const percuss::RowsAfterStep &rows) override
  {
    for (Contact &contact : contacts)
      {
        const percuss::Cone &cone = rows.cones[contact.cone];
        if (cone.kind != percuss::Cone::Kind::second_order)
          {
            contact.slip = 0.; // it is open
            continue;
          }
        double speed = 0.;
        for (std::size_t row = 1; row < cone.n_rows; ++row)
          speed = std::hypot(speed, rows.velocity[cone.first_row + row]);
        contact.slip += rows.time_step * speed;
      }
  }

  void
  take_states(const percuss::StatefulLaw &other) override
  {
    contacts = static_cast<const SlipWeakening &>(other).contacts;
  }

  void
  serialize(percuss::Archive &archive) override
  {
    archive.section("slip weakening");
    for (Contact &contact : contacts)
      archive(contact.slip);
  }

  /** The largest slip [m]. */
  std::vector<std::string>
  column_names() const override
  {
    return {"slip_max"};
  }

  void
  set_columns(const std::span<double> values) const override
  {
    values[0] = largest_slip();
  }

  percuss::LawReport
  report() const override
  {
    percuss::LawReport report;
    report.summary = {{"contacts", contacts.size()},
                      {"slip_max", largest_slip()}};
    return report;
  }

private:
  struct Contact
  {
    std::size_t cone;
    double      mu_s, slip; // s [m]
  };

  double
  coefficient(const Contact &contact) const
  {
    return mu_d + (contact.mu_s - mu_d) * std::max(0., 1. - contact.slip / D_c);
  }

  double
  largest_slip() const
  {
    double largest = 0.;
    for (const Contact &contact : contacts)
      largest = std::max(largest, contact.slip);
    return largest;
  }

  const double         mu_d, D_c;
  std::vector<Contact> contacts;
};

/** Its entries; contacts without friction do not have it, nor any where the
 * weakening slip is 0. */
struct SlipWeakeningParameters final : percuss::LawParameters
{
  void
  add_to(percuss::Parameters &prm) override
  {
    prm.add("dynamic friction coefficient",
            mu_d,
            "mu_d [-] of slip-weakening friction.",
            percuss::not_negative);
    prm.add("weakening slip",
            D_c,
            "D_c [m] of slip-weakening friction; 0: the coefficient is that "
            "of the contact.",
            percuss::not_negative);
  }

  std::unique_ptr<percuss::StatefulLaw>
  make(const std::span<const percuss::ContactOfLaw> contacts) const override
  {
    if (D_c == 0.)
      return nullptr;
    auto law = std::make_unique<SlipWeakening>(mu_d, D_c);
    for (const percuss::ContactOfLaw &contact : contacts)
      if (contact.law->friction > 0.)
        law->add(contact.cone, contact.law->friction);
    return law;
  }

  double mu_d = 0., D_c = 0.;
};

#endif
