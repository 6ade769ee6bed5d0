// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_cohesive_zones_h
#define percuss_constraints_cohesive_zones_h

#include <percuss/constraints/stateful_law.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace percuss
{
  /** What has become of the contacts that were bonded at the start. */
  struct CohesionRecord
  {
    std::size_t n_zones    = 0;  ///< bonded at the start
    std::size_t n_left     = 0;  ///< of these, that still hold something
    double      stored     = 0.; ///< psi of all zones [J]
    double      dissipated = 0.; ///< D of all zones, from the start [J]
    double      drift      = 0.; ///< largest |g - delta|/delta_c so far
  };

  /**
   * Cohesive contacts: cohesive zones with linear softening. With the
   * opening delta, f_c = sigma_c A and delta_c = 2 G_c/sigma_c,
   *
   *     beta <- min(beta, 1 - delta/delta_c) >= 0,   f = f_c beta  [N]
   *
   * holds the contact, besides Signorini's and Coulomb's law: with P of the
   * contact problem, its force is P/h - f. A closed contact thus bears tension up
   * to f, and with friction slips at mu (P/h), mu times the sum of pressure and f.
   * Slip takes nothing from the bond. Back at a smaller opening the force stays.
   *
   * beta is that of the beginning of a step, and delta the sum of what works with
   * the impulses of a scheme, delta_{k+1} - delta_k = h U_{k+sigma}: the gap, but
   * for its drift in schemes whose contacts stand still at the velocity level. So
   * f is constant in a step, its energy psi = f_c beta delta changes by its work,
   * and
   *
   *     D_{k+1} - D_k = f_c delta_{k+1} (beta_k - beta_{k+1}) >= 0
   *
   * is what the step dissipates, whatever its size: E + psi never grows by a
   * bond. One that has parted has dissipated f_c delta_c/2 = G_c A, to first
   * order in h.
   *
   * Sources: G. T. Camacho, M. Ortiz, Int. J. Solids Struct. 33 (1996)
   * 2899-2938, for zones that are rigid before they open; N. A. Collins-Craft,
   * F. Bourrier, V. Acary, Comput. Methods Appl. Mech. Eng. 400 (2022) 115545,
   * for this law and its energies in nonsmooth dynamics, with beta at the end of
   * the step.
   *
   * Equations: doc/theory/cohesive_zones.md (1), (2), (3).
   */
  class CohesiveZones final : public StatefulLaw
  {
  public:
    /** Contacts up to this gap at the start are cohesive, in delta_c. */
    static constexpr double closed = 1e-3;

    /** Adds that of the contact of a normal row. @param strength f_c [N] > 0
     * @param energy G_c A [J] > 0 */
    void
    add(const std::size_t row, const double strength, const double energy)
    {
      assert(strength > 0. && energy > 0.);
      zones.push_back({row, strength, 2. * energy / strength});
    }

    bool
    empty() const
    {
      return zones.empty();
    }

    /** Whole are those whose gap @p delta [m] is closed, of the others nothing
     * is left. */
    void
    start(const std::span<const double> delta) override
    {
      zone_record = {};
      for (Zone &zone : zones)
        {
          zone.beta = delta[zone.row] <= closed * zone.critical ? 1. : 0.;
          zone_record.n_zones += zone.beta > 0.;
        }
      soften(delta, delta);
    }

    std::string_view
    name() const override
    {
      return "cohesion";
    }

    bool
    has_impulses() const override
    {
      return true;
    }

    /** Those part whose rows have lost their contacts, as where one body has
     * left the face of the other one: what they have stored is dissipated. */
    void
    renew(std::span<const Cone>, const ContactsOfRows &contacts) override
    {
      for (Zone &zone : zones)
        if (zone.beta > 0. && !contacts.is_in_use(zone.row))
          {
            const double psi = zone.strength * zone.beta * zone.opening;
            zone_record.stored -= psi;
            zone_record.dissipated += psi;
            --zone_record.n_left;
            zone.beta = 0.;
          }
    }

    /** A step has come to the openings @p delta and the gaps @p gap of all rows
     * [m]. */
    void
    soften(const std::span<const double> delta,
           const std::span<const double> gap)
    {
      zone_record.n_left = 0;
      zone_record.stored = 0.;
      for (Zone &zone : zones)
        {
          if (zone.beta == 0.)
            continue;
          const double x     = delta[zone.row];
          const double drift = std::abs(gap[zone.row] - x) / zone.critical;
          zone_record.drift  = std::max(zone_record.drift, drift);
          const double left = std::clamp(1. - x / zone.critical, 0., zone.beta);
          zone_record.dissipated += zone.strength * x * (zone.beta - left);
          zone.beta    = left;
          zone.opening = x;
          zone_record.n_left += left > 0.;
          zone_record.stored += zone.strength * left * x;
        }
    }

    void
    end_step(const RowsAfterStep &rows) override
    {
      soften(rows.opening, rows.gap);
    }

    /** -h f of the rows [N s]. */
    void
    add_impulses(const double h, const std::span<double> p) const override
    {
      for (const Zone &zone : zones)
        p[zone.row] -= h * zone.strength * zone.beta;
    }

    /** Those of contacts that hold. */
    void
    hold_rows(const std::span<unsigned char> rows) const override
    {
      for (const Zone &zone : zones)
        if (zone.beta > 0.)
          rows[zone.row] = 1;
    }

    bool
    was_closed_at_start() const override
    {
      return zone_record.n_zones > 0;
    }

    /** Where contacts were bonded at the start: how many hold something, what they
     * store and what they have dissipated [J]. */
    std::vector<std::string>
    column_names() const override;
    void
    set_columns(std::span<double> values) const override;

    LawReport
    report() const override;

    void
    take_states(const StatefulLaw &other) override
    {
      *this = static_cast<const CohesiveZones &>(other);
    }

    const CohesionRecord &
    record() const
    {
      return zone_record;
    }

    void
    serialize(Archive &archive) override
    {
      archive.section("cohesive zones");
      for (Zone &zone : zones)
        archive(zone.beta, zone.opening);
      archive(zone_record);
    }

  private:
    struct Zone
    {
      std::size_t row;
      double      strength;     ///< f_c [N]
      double      critical;     ///< delta_c [m]
      double      beta    = 0.; ///< 1 of a whole one, 0 of one that has parted
      double      opening = 0.; ///< delta [m], at the end of the last step
    };

    std::vector<Zone> zones;
    CohesionRecord    zone_record;
  };

  /** Those of the cohesive contacts, or none. */
  std::unique_ptr<StatefulLaw>
  make_cohesive_zones(std::span<const ContactOfLaw> contacts);
} // namespace percuss

#endif
