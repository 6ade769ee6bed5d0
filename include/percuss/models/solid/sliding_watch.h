// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_sliding_watch_h
#define percuss_models_solid_sliding_watch_h

#include <percuss/base/exceptions.h>
#include <percuss/base/joined.h>
#include <percuss/models/solid/pair_contacts.h>
#include <percuss/simulation/observer.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * Ends a run of finite sliding, with a NumericalFailure, in which a node of a
   * slave with an impulse is behind its master by more than largest_penetration
   * of the slave's shortest face, of a boundary with itself of half the height of
   * its cell: rows see no master that is far behind. Without an impulse a node of
   * the latter may be as deep as half the flattest cell: what is deeper may pass
   * through a wall. Counts the steps in which faces come towards each other so
   * fast that they may miss each other, FastApproach.
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
      if (const auto &approach = contacts.fastest_approach())
        {
          n_fast += 1.;
          if (approach->depths > largest_depths)
            {
              largest_depths = approach->depths;
              time_step      = record.time_step;
              place          = {approach->place[0],
                                approach->place[1],
                                approach->place[2]};
            }
        }
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

    void
    serialize(Archive &archive) override
    {
      archive.section("approach of faces");
      archive(n_fast, largest_depths, time_step);
      for (double &coordinate : place)
        archive(coordinate);
    }

    /** Of contacts that may have been missed. */
    std::optional<std::string>
    warning() const
    {
      if (n_fast == 0.)
        return {};
      std::string where;
      for (int d = 0; d < dim; ++d)
        where += (d > 0 ? " " : "") + joined(place[d]);
      return joined("in ",
                    n_fast,
                    n_fast == 1. ? " step" : " steps",
                    " faces of a boundary that may touch itself came "
                    "towards each other by more than half the height of a "
                    "cell, up to ",
                    largest_depths,
                    " times as much near ",
                    where,
                    ": contacts do not look farther behind a face, and may "
                    "have been missed. Take a time step of less than ",
                    time_step / largest_depths,
                    " s.");
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

    // steps with a fast approach, and the fastest one
    double                n_fast = 0., largest_depths = 0., time_step = 0.;
    std::array<double, 3> place{};
  };
} // namespace percuss

#endif
