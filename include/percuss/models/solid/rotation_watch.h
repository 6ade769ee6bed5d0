// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_rotation_watch_h
#define percuss_models_solid_rotation_watch_h

#include <percuss/models/solid/elastic_solid.h>
#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>

#include <algorithm>

namespace percuss
{
  /**
   * The largest rotation of an element, by the skew part of its mean of grad u,
   * at some fifty steps of a run: what the linear law takes for zero. Rotations phi
   * strain it by 1 - cos(phi).
   */
  template <int dim, Algebra A>
  class RotationWatch final : public Observer
  {
  public:
    RotationWatch(const ElasticSolid<dim, A> &solid,
                  const Stepper<A>           &stepper,
                  const unsigned long int     n_steps)
      : Observer(std::max(1ul, n_steps / 50))
      , solid(solid)
      , stepper(stepper)
    {}

    void
    observe(const StepRecord &) override
    {
      largest = std::max(largest, solid.largest_rotation(stepper.state().q));
    }

    void
    serialize(Archive &archive) override
    {
      archive.section("rotation");
      archive(largest);
    }

    /** [rad] */
    double
    largest_rotation() const
    {
      return largest;
    }

  private:
    const ElasticSolid<dim, A> &solid;
    const Stepper<A>           &stepper;
    double                      largest = 0.;
  };
} // namespace percuss

#endif
