// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_overlap_guard_h
#define percuss_models_solid_overlap_guard_h

#include <percuss/base/exceptions.h>
#include <percuss/base/joined.h>
#include <percuss/models/solid/body_overlap.h>
#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>

#include <sstream>

namespace percuss
{
  /** Ends a run in which bodies move into each other, with a NumericalFailure;
   * of overlaps that are deep, where contacts should have kept them apart, it
   * looks at every tenth step. */
  template <int dim, Algebra A>
  class OverlapGuard final : public Observer
  {
  public:
    OverlapGuard(const BodyOverlap<dim, A> &bodies, const Stepper<A> &stepper)
      : Observer(bodies.least_depth() < deep ? 1 : 10)
      , bodies(bodies)
      , stepper(stepper)
    {}

    void
    observe(const StepRecord &record) override
    {
      const auto overlap = bodies.find(stepper.state().q);
      if (!overlap)
        return;
      if (bodies.least_depth() >= deep)
        throw NumericalFailure(
          joined("Bodies that contact keeps apart overlap at ",
                 overlap->point,
                 " by more than half of a cell"),
          record.step,
          record.time,
          0.,
          "'Contact/pairs' keeps nodes of slaves out of masters: take a slave "
          "with faces as short as the master's, boundaries of both sides that "
          "go around the corners of their bodies, or a shorter time step.");
      std::ostringstream message;
      message << "Two of the " << bodies.n_bodies()
              << " bodies of the mesh overlap at " << overlap->point
              << ": they do not see each other";
      throw NumericalFailure(message.str(),
                             record.step,
                             record.time,
                             0.,
                             "Contact is with obstacles and of the "
                             "'Contact/pairs' of boundaries: add one, keep "
                             "the bodies apart, or compute them one by one.");
    }

  private:
    static constexpr double    deep = 0.1; // parts of a cell
    const BodyOverlap<dim, A> &bodies;
    const Stepper<A>          &stepper;
  };
} // namespace percuss

#endif
