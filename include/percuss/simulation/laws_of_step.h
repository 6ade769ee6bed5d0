// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_laws_of_step_h
#define percuss_simulation_laws_of_step_h

#include <percuss/constraints/stateful_law.h>
#include <percuss/simulation/contact_rows.h>

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * The laws with a state in a time step, and what those with impulses need: the
   * openings of the contacts,
   *
   *     delta_{k+1} = delta_k + h ((1 - sigma) u_k + sigma u_{k+1}),
   *
   * which work with the impulses. A pull is a law's impulse p < 0 of a row, which
   * the motion of the step does not change.
   */
  class LawsOfStep
  {
  public:
    /** @param own_laws, have_impulses as in make_stateful_laws() */
    template <class Rows>
    LawsOfStep(const Rows                            &rows,
               const std::span<const MakeStatefulLaw> own_laws,
               const bool                             have_impulses)
    {
      std::vector<ContactOfLaw> contacts;
      for (std::size_t i = 0; i < rows.joint_cones.size(); ++i)
        {
          const std::size_t row = Rows::first_row(rows.joint_cones[i]);
          contacts.push_back({i, row, &rows.law(row), 1.});
          if constexpr (Rows::fixed_size == 0)
            contacts.back().area = rows.constraints.area(row);
        }
      laws         = make_stateful_laws(contacts, own_laws, have_impulses);
      has_impulses = std::ranges::any_of(laws, &StatefulLaw::has_impulses);
      if (!has_impulses)
        return;
      pull.resize(rows.size());
      opening.resize(rows.size());
      held.resize(rows.size());
      closes.resize(rows.size());
    }

    bool
    empty() const
    {
      return laws.empty();
    }

    std::vector<const StatefulLaw *>
    list() const
    {
      std::vector<const StatefulLaw *> list;
      for (const auto &law : laws)
        list.push_back(law.get());
      return list;
    }

    /** Of contacts with these gaps at the start. */
    void
    start(const std::span<const double> gap)
    {
      if (has_impulses)
        std::ranges::copy(gap, opening.begin());
      for (const auto &law : laws)
        law->start(gap);
    }

    /** The rows whose contacts must stay theirs. */
    std::span<const unsigned char>
    held_rows()
    {
      std::ranges::fill(held, 0);
      for (const auto &law : laws)
        law->hold_rows(held);
      return held;
    }

    void
    renew(const std::span<const Cone> cones, const ContactsOfRows &contacts)
    {
      for (const auto &law : laws)
        law->renew(cones, contacts);
    }

    void
    begin_step(const std::span<const Cone>   cones,
               const std::span<const double> u)
    {
      for (const auto &law : laws)
        law->begin_step(cones, u);
    }

    /** The impulses of a step of @p h. */
    void
    set_impulses(const double h, const std::span<double> p) const
    {
      std::ranges::fill(p, 0.);
      for (const auto &law : laws)
        law->add_impulses(h, p);
    }

    void
    modify(const std::span<Cone> cones) const
    {
      for (const auto &law : laws)
        law->modify(cones);
    }

    void
    end_step(RowsAfterStep rows)
    {
      rows.opening = opening;
      for (const auto &law : laws)
        law->end_step(rows);
    }

    void
    take_states(const std::span<const StatefulLaw *const> others)
    {
      for (std::size_t i = 0; i < laws.size(); ++i)
        laws[i]->take_states(*others[i]);
    }

    void
    serialize(Archive &archive)
    {
      if (has_impulses)
        {
          archive.array(std::span<double>(pull));
          archive.array(std::span<double>(opening));
        }
      for (const auto &law : laws)
        law->serialize(archive);
    }

    bool                has_impulses = false;
    std::vector<double> pull;    ///< of the step [N s]
    std::vector<double> opening; ///< delta [m]

    /** Whether the pull of a row would close its contact in the step. */
    std::vector<unsigned char> closes;

  private:
    std::vector<std::unique_ptr<StatefulLaw>> laws;
    std::vector<unsigned char>                held;
  };
} // namespace percuss

#endif
