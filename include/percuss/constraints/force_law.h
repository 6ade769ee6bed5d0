// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_force_law_h
#define percuss_constraints_force_law_h

#include <percuss/constraints/stateful_law.h>

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * Contacts that are a force instead of an impact: lambda(g, u) of the gap g
   * [m], negative where bodies overlap, and its rate u [m/s], positive where it
   * opens; lambda > 0 pushes. A step has the impulse
   *
   *     P = h A lambda(g_k + s h u_k, u_k),
   *
   * A the area that the contact stands for, or 1. The force is thus known before
   * the step, and the time step is limited, h < 2/omega with omega^2 =
   * -dlambda/dg A/m. With the impulses' own effect on the gap, dg = h sigma du,
   * the order is two where s = 1 - sigma and lambda does not depend on u: with
   * sigma = 1/2 the step is that of Störmer and Verlet, and the energy of a
   * spring oscillates but does not drift. Of a lambda that depends on u the order
   * is one.
   *
   * The work of the law is W = sum of P^T U_{k+sigma}, as of all impulses: the
   * energy identity of the scheme holds with it. What of it a spring has stored
   * and what is dissipated, the law does not say.
   */
  class ForceLaw final : public StatefulLaw
  {
  public:
    /** lambda [N], or [Pa] where contacts have areas. What is not finite is an
     * InputError of the step. */
    using Force = std::function<double(double gap, double speed)>;

    /** @param weight s in [0, 1], where the gap is forecast */
    ForceLaw(Force force, const double weight)
      : force(std::move(force))
      , weight(weight)
    {}

    /** Adds a contact by its cone and its normal row. @param area A [m^2], or
     * 1 */
    void
    add(const std::size_t cone, const std::size_t row, const double area)
    {
      contacts.push_back({cone, row, area});
    }

    bool
    empty() const
    {
      return contacts.empty();
    }

    std::string_view
    name() const override
    {
      return "force_law";
    }

    bool
    has_impulses() const override
    {
      return true;
    }

    void
    start(std::span<const double> gap) override;

    /** Throws InputError where rows become those of other contacts: their gaps
     * are not known before the step. */
    void
    renew(std::span<const Cone> cones, const ContactsOfRows &of_rows) override;

    void
    begin_step(std::span<const Cone> cones, std::span<const double> u) override;

    /** Calls the force once for each contact. Throws InputError. */
    void
    add_impulses(double h, std::span<double> p) const override;

    /** There are no impacts. */
    void
    modify(std::span<Cone> cones) const override;

    void
    end_step(const RowsAfterStep &rows) override;

    void
    take_states(const StatefulLaw &other) override;

    void
    serialize(Archive &archive) override;

    /** The work of the law from the start [J]. The report warns of contacts that
     * last for less than ten steps, which a step does not resolve. */
    std::vector<std::string>
    column_names() const override;
    void
    set_columns(std::span<double> values) const override;

    LawReport
    report() const override;

  private:
    struct Contact
    {
      std::size_t    cone, row;
      double         area;
      double         gap = 0., speed = 0.; ///< g_k [m], u_k [m/s]
      double         opening = 0.;         ///< that works [m]
      std::size_t    n_steps = 0;          ///< in a row that it has had a force
      mutable double impulse = 0.;         ///< of the step [N s]
    };

    /** lambda, finite. */
    double
    force_at(double gap, double speed) const;

    const Force          force;
    const double         weight; // s
    std::vector<Contact> contacts;
    double               work    = 0.; // [J]
    double               largest = 0.; // |A lambda| [N]

    // contacts that were open, had a force, and lost it: the steps of the
    // shortest one
    static constexpr std::size_t many_steps = 10;
    std::size_t                  shortest   = many_steps;
  };

  /** Whether contacts have a force law: then they are forces, and may overlap.
   */
  bool
  has_force_law(std::span<const StatefulLaw *const> laws);
} // namespace percuss

#endif
