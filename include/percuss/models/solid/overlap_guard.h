// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_overlap_guard_h
#define percuss_models_solid_overlap_guard_h

#include <percuss/base/exceptions.h>
#include <percuss/models/solid/body_overlap.h>
#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>

#include <sstream>

namespace percuss
{
  /** Ends a run in which bodies move into each other, with a NumericalFailure. */
  template <int dim, Algebra A>
  class OverlapGuard final : public Observer
  {
  public:
    OverlapGuard(const BodyOverlap<dim, A> &bodies, const Stepper<A> &stepper)
      : Observer(1)
      , bodies(bodies)
      , stepper(stepper)
    {}

    void
    observe(const StepRecord &record) override
    {
      const auto overlap = bodies.find(stepper.state().q);
      if (!overlap)
        return;
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
    const BodyOverlap<dim, A> &bodies;
    const Stepper<A>          &stepper;
  };
} // namespace percuss

#endif
