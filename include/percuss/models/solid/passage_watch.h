// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_passage_watch_h
#define percuss_models_solid_passage_watch_h

#include <percuss/base/exceptions.h>
#include <percuss/base/joined.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace percuss
{
  /**
   * Ends a run, with a NumericalFailure, in which a node goes through an
   * obstacle within a step, or past its middle, from where it is pushed out on
   * the other side: contacts see the two ends of the step alone. Looks at nodes
   * that approach as if they would get into the obstacle in the step, see
   * depth_of_passage().
   */
  template <int dim, Algebra A>
  class PassageWatch final : public Observer
  {
  public:
    /** @param contacts of nodes with obstacles, the first ones of a step */
    PassageWatch(const NodeToRigidContacts<dim, A> &contacts,
                 const Stepper<A>                  &stepper)
      : Observer(1)
      , contacts(contacts)
      , stepper(stepper)
      , may_pass(contacts.n_constraints(), false)
      , depths(contacts.n_constraints())
    {}

    void
    observe(const StepRecord &record) override
    {
      const typename A::Vector &q = stepper.state().q;
      if (std::ranges::find(may_pass, true) != may_pass.end())
        check_step(record, q);

      for (std::size_t row = 0; row < may_pass.size(); ++row)
        {
          const double g   = record.gap[row],
                       way = -record.time_step * record.contact_velocity[row];
          may_pass[row]    = contacts.law(row).is_contact() &&
                          way > std::max(g, 0.) / margin &&
                          way > least_way * std::abs(g);
        }
      if (std::ranges::find(may_pass, true) == may_pass.end())
        return;
      if (!q_before)
        q_before.emplace(q);
      else
        q_before->equ(1., q);
      time = record.time;
    }

  private:
    void
    check_step(const StepRecord &record, const typename A::Vector &q)
    {
      contacts.passages(*q_before, time, q, record.time, may_pass, depths);
      for (std::size_t row = 0; row < depths.size(); ++row)
        if (depths[row] > 0.)
          throw NumericalFailure(
            joined("The contact '",
                   contacts.name(row),
                   "' has gone through its obstacle, or past the middle of it, "
                   "where it was ",
                   depths[row],
                   " m deep: contacts see the two ends of a step alone"),
            record.step,
            record.time,
            depths[row],
            "Take a time step in which nodes move by less than half the "
            "thickness of obstacles.");
    }

    // of the predicted way, and of a gap that is no rounding
    static constexpr double margin = 1.25, least_way = 0.05;

    const NodeToRigidContacts<dim, A> &contacts;
    const Stepper<A>                  &stepper;

    // of the step before: rows that may get past their obstacles, and where
    std::vector<bool>                 may_pass;
    std::optional<typename A::Vector> q_before;
    double                            time = 0.;
    std::vector<double>               depths;
  };
} // namespace percuss

#endif
