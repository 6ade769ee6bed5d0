// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_rate_and_state_h
#define percuss_constraints_rate_and_state_h

#include <percuss/constraints/stateful_law.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * mu of the sliding speed v and of a state theta [s], the age of the contact:
   *
   *     mu = max(0, mu_* + a ln max(1, v/v_*) + b ln(v_* theta/D_c)),
   *     d theta/dt = 1 - v theta/D_c.
   *
   * At rest theta grows with time, and what holds by b times its logarithm; slip
   * comes to theta = D_c/v over the distance D_c. Up to v_* there is no direct
   * effect: without that, nothing would hold at rest.
   *
   * Sources: J. H. Dieterich, J. Geophys. Res. 84 (1979) 2161-2168; A. Ruina, J.
   * Geophys. Res. 88 (1983) 10359-10370.
   *
   * Equations: doc/theory/rate_and_state.md (1), (2).
   */
  struct RateAndStateLaw
  {
    double friction  = 0.; ///< mu_*, of steady sliding at v_*
    double direct    = 0.; ///< a >= 0
    double evolution = 0.; ///< b >= 0
    double speed     = 0.; ///< v_* [m/s] > 0
    double slip      = 0.; ///< D_c [m] > 0

    /** theta of steady sliding at v_*, from which contacts begin [s]. */
    double
    first_state() const
    {
      return slip / speed;
    }

    /** ln max(1, v/v_*) */
    double
    log_speed(const double v) const
    {
      return v > speed ? std::log(v / speed) : 0.;
    }

    double
    coefficient(const double log_speed, const double theta) const
    {
      const double state = std::log(speed * theta / slip);
      return std::max(0., friction + direct * log_speed + evolution * state);
    }

    /** theta after @p h [s] of slip at @p v. */
    double
    later(const double theta, const double v, const double h) const
    {
      const double x = v * h / slip;
      return theta * std::exp(-x) + h * (x > 0. ? -std::expm1(-x) / x : 1.);
    }
  };

  /** What has become of the contacts with such friction. */
  struct RateAndStateRecord
  {
    std::size_t n_contacts = 0; ///< that have it
    std::size_t n_closed   = 0; ///< of these, in the last step
    double      least    = 0.; ///< mu of these in that step, 0 if there is none
    double      greatest = 0.;
    double      oldest   = 0.; ///< the largest theta of these after it [s]

    // of all steps with a closed one
    double least_of_all    = std::numeric_limits<double>::quiet_NaN();
    double greatest_of_all = std::numeric_limits<double>::quiet_NaN();

    // contacts times steps faster than v_*; of these, whose speeds go up and
    // down from step to step
    unsigned long int n_sliding     = 0;
    unsigned long int n_alternating = 0;
  };

  /**
   * The contacts with rate-and-state friction, each with its state. A step from
   * t_k has Coulomb's law with mu(v_k, theta_k), v_k = |u_T| at t_k, and leads to
   * the theta of a slip with |u_T| at t_{k+1}. A contact that is not active loses
   * its state.
   *
   * Whatever the states are, mu >= 0: friction takes energy out where Coulomb's
   * law does. A mass m slides steadily at v > v_* for a P_N/(m v) < 2.
   *
   * Equations: doc/theory/rate_and_state.md (3), (4).
   */
  class RateAndState final : public StatefulLaw
  {
  public:
    /** Adds a contact, that of the cone of this number. */
    void
    add(const std::size_t cone, const RateAndStateLaw &law)
    {
      assert(law.speed > 0. && law.slip > 0.);
      contacts.push_back({law, cone, law.first_state()});
      ++all_record.n_contacts;
    }

    bool
    empty() const
    {
      return contacts.empty();
    }

    std::string_view
    name() const override
    {
      return "rate_and_state";
    }

    /** Others than before begin anew. */
    void
    renew(const std::span<const Cone> cones,
          const ContactsOfRows       &contacts_of_rows) override
    {
      for (Contact &contact : contacts)
        {
          const std::uint64_t key =
            contacts_of_rows.contact_of(cones[contact.cone].first_row);
          if (key != contact.key)
            forget(contact);
          contact.key = key;
        }
    }

    /** Sets mu of a step that begins with @p u of all rows [m/s]. */
    void
    begin_step(const std::span<const Cone>   cones,
               const std::span<const double> u) override
    {
      for (Contact &contact : contacts)
        {
          contact.log_speed = contact.law.log_speed(
            norm_of(slip_velocity(cones[contact.cone], u)));
          contact.mu =
            contact.law.coefficient(contact.log_speed, contact.theta);
        }
    }

    /** Gives it to those of the @p cones that are active. */
    void
    modify(const std::span<Cone> cones) const override
    {
      for (const Contact &contact : contacts)
        if (Cone &cone = cones[contact.cone];
            cone.kind == Cone::Kind::second_order)
          cone.friction_coefficient = contact.mu;
    }

    void
    end_step(const RowsAfterStep &rows) override
    {
      RateAndStateRecord &r = all_record;
      r.n_closed            = 0;
      r.least = r.greatest = r.oldest = 0.;
      for (Contact &contact : contacts)
        {
          const Cone &cone = rows.cones[contact.cone];
          if (cone.kind != Cone::Kind::second_order)
            {
              forget(contact);
              continue;
            }
          const double v = norm_of(slip_velocity(cone, rows.velocity));
          contact.theta  = contact.law.later(contact.theta, v, rows.time_step);
          r.least =
            r.n_closed++ == 0 ? contact.mu : std::min(r.least, contact.mu);
          r.greatest = std::max(r.greatest, contact.mu);
          r.oldest   = std::max(r.oldest, contact.theta);
          enter_speed(contact);
        }
      if (r.n_closed == 0)
        return;
      r.least_of_all    = std::fmin(r.least_of_all, r.least);
      r.greatest_of_all = std::fmax(r.greatest_of_all, r.greatest);
    }

    const RateAndStateRecord &
    record() const
    {
      return all_record;
    }

    /** The least and the greatest mu of contacts that were closed in the step, 0
     * if none was, and their largest state [s]. */
    std::vector<std::string>
    column_names() const override;
    void
    set_columns(std::span<double> values) const override;

    LawReport
    report() const override;

    void
    take_states(const StatefulLaw &other) override
    {
      *this = static_cast<const RateAndState &>(other);
    }

    void
    serialize(Archive &archive) override
    {
      archive.section("rate and state");
      for (Contact &contact : contacts)
        archive(contact.theta,
                contact.key,
                contact.last_log_speed,
                contact.last_change);
      archive(all_record);
    }

  private:
    struct Contact
    {
      RateAndStateLaw law;
      std::size_t     cone;
      double          theta;          ///< [s]
      double          log_speed = 0.; ///< of the step
      double          mu        = 0.; ///< of the step
      std::uint64_t   key       = 0;

      // ln max(1, v/v_*) of the step before, and its change
      double last_log_speed = 0., last_change = 0.;
    };

    static std::span<const double>
    slip_velocity(const Cone &cone, const std::span<const double> u)
    {
      return u.subspan(cone.first_row + 1, cone.n_rows - 1);
    }

    static void
    forget(Contact &contact)
    {
      contact.theta          = contact.law.first_state();
      contact.last_log_speed = contact.last_change = 0.;
    }

    void
    enter_speed(Contact &contact)
    {
      constexpr double small  = 0.1;
      const double     change = contact.log_speed - contact.last_log_speed;
      all_record.n_sliding += contact.log_speed > 0.;
      all_record.n_alternating += change * contact.last_change < 0. &&
                                  std::abs(change) > small &&
                                  std::abs(contact.last_change) > small;
      contact.last_log_speed = contact.log_speed;
      contact.last_change    = change;
    }

    std::vector<Contact> contacts;
    RateAndStateRecord   all_record;
  };

  /** That of the contacts with such friction, or none. */
  std::unique_ptr<StatefulLaw>
  make_rate_and_state(std::span<const ContactOfLaw> contacts);
} // namespace percuss

#endif
