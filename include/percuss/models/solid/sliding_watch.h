// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_sliding_watch_h
#define percuss_models_solid_sliding_watch_h

#include <percuss/base/exceptions.h>
#include <percuss/base/joined.h>
#include <percuss/models/solid/pair_contacts.h>
#include <percuss/simulation/observer.h>

namespace percuss
{
  /**
   * Ends a run of finite sliding, with a NumericalFailure, in which a node of a
   * slave with an impulse is behind its master by more than largest_penetration
   * of the slave's shortest face: rows see no master that is far behind.
   */
  template <int dim, Algebra A>
  class SlidingWatch final : public Observer
  {
  public:
    static constexpr double largest_penetration = 0.5;

    /** @param first_row of the pairs among those of a step */
    SlidingWatch(const PairContacts<dim, A> &contacts,
                 const std::size_t           first_row)
      : Observer(1)
      , contacts(contacts)
      , first_row(first_row)
    {}

    void
    observe(const StepRecord &record) override
    {
      const auto P = record.impulse.subspan(first_row);
      const auto g = record.gap.subspan(first_row);
      for (std::size_t row = 0; row < P.size(); ++row)
        if (contacts.law(row).is_contact() && P[row] > 0.)
          check(record, row, -g[row]);
    }

  private:
    void
    check(const StepRecord &record,
          const std::size_t row,
          const double      depth) const
    {
      const ContactPair<dim> &pair = contacts.pairs()[contacts.pair(row)];
      const double            size = pair.of_itself ?
                                       pair.slave.half_height_at(contacts.node(row)) :
                                       pair.slave.shortest_face();
      if (depth <= largest_penetration * size)
        return;
      throw NumericalFailure(
        joined("The contact '",
               contacts.name(row),
               "' is ",
               depth,
               " m behind its master, more than half of a face of the slave "
               "or a quarter of the cell behind it"),
        record.step,
        record.time,
        depth,
        "Take a shorter time step, or 'Time integration/scheme = "
        "combined-projection', which closes gaps.");
    }

    const PairContacts<dim, A> &contacts;
    const std::size_t           first_row;
  };
} // namespace percuss

#endif
