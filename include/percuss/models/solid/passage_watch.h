// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_passage_watch_h
#define percuss_models_solid_passage_watch_h

#include <percuss/base/exceptions.h>
#include <percuss/base/joined.h>
#include <percuss/constraints/constraint_kinematics.h>
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
   * obstacle, or through a corner of it, within a step: contacts see the two ends
   * of the step alone. A node that approached as if it would get to the obstacle
   * in the step, has no impulse and is outside at the end is looked at on its
   * way, straight from one end to the other: there it must not be deeper inside
   * than a thousandth of the way.
   *
   * The way is searched in steps of the least distance of these nodes, and at
   * least of 1/256 of it: obstacles that are thinner may be missed.
   */
  template <int dim, Algebra A>
  class PassageWatch final : public Observer
  {
  public:
    /** @param contacts of nodes with obstacles, the first ones of a step */
    PassageWatch(const ConstraintKinematics<A> &contacts,
                 const Stepper<A>              &stepper)
      : Observer(1)
      , contacts(contacts)
      , stepper(stepper)
      , gaps(contacts.n_constraints())
      , velocities(contacts.n_constraints())
      , rates(contacts.n_constraints())
    {}

    void
    observe(const StepRecord &record) override
    {
      const auto g = record.gap.first(gaps.size());
      const auto P = record.impulse.first(gaps.size());
      std::erase_if(approaching, [&](const std::size_t row) {
        return P[row] != 0. || !(g[row] > 0.);
      });
      if (!approaching.empty() && q_before)
        look_between(record);

      const auto &x = stepper.state();
      contacts.velocity(x.q, record.time, x.v, velocities);
      contacts.gap_rate(x.q, record.time, rates);
      approaching.clear();
      for (std::size_t row = 0; row < gaps.size(); ++row)
        if (contacts.law(row).is_contact() && g[row] > 0. &&
            g[row] +
                margin * record.time_step * (velocities[row] + rates[row]) <
              0.)
          approaching.push_back(row);
      if (approaching.empty())
        return;
      if (!q_before)
        q_before.emplace(x.q);
      else
        q_before->equ(1., x.q);
      time = record.time;
    }

  private:
    using Vector = typename A::Vector;

    void
    look_between(const StepRecord &record)
    {
      const Vector &end = stepper.state().q;
      Vector        q(end);
      q.add(-1., *q_before);
      const double way = std::sqrt(dim) * q.linfty_norm();
      for (double s = 0.; s < 1.;)
        {
          q.equ(1. - s, *q_before);
          q.add(s, end);
          contacts.gap(q, time + s * (record.time - time), gaps);
          double nearest = way;
          for (const std::size_t row : approaching)
            if (gaps[row] < -least_depth * way)
              throw NumericalFailure(
                joined("The contact '",
                       contacts.name(row),
                       "' has gone through its obstacle, or through a corner "
                       "of it: nodes have moved by up to ",
                       way,
                       " m in a step, of which contacts see the two ends"),
                record.step,
                record.time,
                -gaps[row],
                "Take a time step in which nodes move by less than obstacles "
                "are thick.");
            else
              nearest = std::min(nearest, gaps[row]);
          s += std::max(nearest / way, shortest_part);
        }
    }

    static constexpr double margin        = 1.25; // of the predicted way
    static constexpr double least_depth   = 1e-3; // of the way
    static constexpr double shortest_part = 1. / 256.;

    const ConstraintKinematics<A> &contacts;
    const Stepper<A>              &stepper;
    std::vector<double>            gaps, velocities, rates;

    // of the step before: rows that may get to their obstacles, where
    std::vector<std::size_t> approaching;
    std::optional<Vector>    q_before;
    double                   time = 0.;
  };
} // namespace percuss

#endif
