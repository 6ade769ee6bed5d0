// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_turn_watch_h
#define percuss_models_mechanism_turn_watch_h

#include <percuss/algebra/banded_algebra.h>
#include <percuss/base/text.h>
#include <percuss/models/mechanism/frame.h>
#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>

#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  /** The largest angle by which a body turns in a step: its gyroscopic moment
   * and the way of its contact points are of first order in it. */
  template <int dim>
  class TurnWatch final : public Observer
  {
  public:
    /** @param bodies names, of the first frames */
    TurnWatch(std::vector<std::string>      bodies,
              const Stepper<BandedAlgebra> &stepper)
      : Observer(1)
      , bodies(std::move(bodies))
      , stepper(stepper)
    {}

    void
    observe(const StepRecord &record) override
    {
      constexpr int          n = FramePoint<dim>::n_coordinates - dim;
      const Eigen::VectorXd &v = stepper.state().v.entries;
      for (std::size_t i = 0; i < bodies.size(); ++i)
        if (const double angle =
              record.time_step *
              of_frame<dim>(v, static_cast<int>(i)).template tail<n>().norm();
            angle > largest)
          {
            largest   = angle;
            fastest   = i;
            time_step = record.time_step;
          }
    }

    void
    serialize(Archive &archive) override
    {
      archive.section("turns");
      archive(largest, fastest, time_step);
    }

    /** A sentence, or empty. */
    std::string
    warning() const
    {
      constexpr double most = 0.3;
      if (!(largest > most))
        return {};
      return "body '" + bodies[fastest] + "' turns by up to " +
             short_text(largest) +
             " rad in a time step, of which gyroscopic moments and the way of "
             "points of contact are known to first order: from about " +
             short_text(most) +
             " rad on, spin enters impacts by more than 1 %. Take a smaller "
             "time step than " +
             short_text(most / largest * time_step) + " s.";
    }

  private:
    const std::vector<std::string> bodies;
    const Stepper<BandedAlgebra>  &stepper;
    double                         largest   = 0.; // [rad]
    std::size_t                    fastest   = 0;
    double                         time_step = 0.; // of it [s]
  };
} // namespace percuss

#endif
