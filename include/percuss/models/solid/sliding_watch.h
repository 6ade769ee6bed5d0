// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_sliding_watch_h
#define percuss_models_solid_sliding_watch_h

#include <percuss/base/exceptions.h>
#include <percuss/base/joined.h>
#include <percuss/models/solid/pair_contacts.h>
#include <percuss/simulation/observer.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace percuss
{
  /**
   * Ends a run of finite sliding, with a NumericalFailure, in which a node of a
   * slave with an impulse is behind its master by more than largest_penetration
   * of the slave's shortest face, of a boundary with itself of half the height of
   * its cell: rows see no master that is far behind. Without an impulse a node of
   * the latter may be as deep as half the flattest cell: what is deeper may pass
   * through a wall.
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
    {
      for (const ContactPair<dim> &pair : contacts.pairs())
        free_depths.push_back(pair.of_itself ?
                                std::ranges::min(pair.slave.half_heights()) :
                                std::numeric_limits<double>::infinity());
    }

    void
    observe(const StepRecord &record) override
    {
      const auto P = record.impulse.subspan(first_row);
      const auto g = record.gap.subspan(first_row);
      for (std::size_t row = 0; row < P.size(); ++row)
        if (contacts.law(row).is_contact())
          {
            const double depth = -g[row], limit = largest_depth(row, P[row]);
            if (depth > limit)
              fail(record, row, depth, limit);
          }
    }

  private:
    /** Of a node behind its master [m], with the impulse @p P. */
    double
    largest_depth(const std::size_t row, const double P) const
    {
      const ContactPair<dim> &pair = contacts.pairs()[contacts.pair(row)];
      if (P > 0.)
        return largest_penetration *
               (pair.of_itself ?
                  contacts.side(row).half_height_at(contacts.node(row)) :
                  pair.slave.shortest_face());
      return free_depths[contacts.pair(row)];
    }

    [[noreturn]] void
    fail(const StepRecord &record,
         const std::size_t row,
         const double      depth,
         const double      limit) const
    {
      throw NumericalFailure(
        joined("The contact '",
               contacts.name(row),
               "' is ",
               depth,
               " m behind its master, more than ",
               limit,
               " m, a part of its faces or cells"),
        record.step,
        record.time,
        depth,
        "Take a shorter time step, shorter faces where corners strike, or "
        "'Time integration/scheme = combined-projection', which closes gaps.");
    }

    const PairContacts<dim, A> &contacts;
    const std::size_t           first_row;
    std::vector<double>         free_depths; // of pairs, without impulse [m]
  };
} // namespace percuss

#endif
