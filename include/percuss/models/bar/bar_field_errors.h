// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_field_errors_h
#define percuss_models_bar_bar_field_errors_h

#include <percuss/models/bar/elastic_bar.h>
#include <percuss/models/bar/exact_bars.h>
#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>

#include <array>
#include <map>
#include <string>

namespace percuss
{
  /**
   * Errors of the fields of elastic bars against the exact ones, over all bars
   * of length L: displacement, strain (the H1 semi-norm of the displacement)
   * and velocity, each
   *
   *     NAME_field_max   max_k |e(t_k)|,   |e|^2 = int_0^L e^2 dx,
   *     NAME_field_L2    (sum_k |e(t_k)|^2 (t_k - t_{k-1}))^(1/2),
   *
   * k the steps that the observer sees after the start. The integrals take four
   * Gauss formulas per element, for the fronts within elements.
   */
  template <Algebra A>
  class BarFieldErrors final : public Observer
  {
  public:
    /** @param start_time of the run [s] */
    BarFieldErrors(const ElasticBar<A> &bars,
                   const ExactBars     &exact,
                   const Stepper<A>    &stepper,
                   double               start_time,
                   unsigned long int    interval);

    /** Collective. */
    void
    observe(const StepRecord &record) override;

    void
    serialize(Archive &archive) override
    {
      archive(last_time, largest, squares);
    }

    std::map<std::string, double>
    norms() const;

  private:
    const ElasticBar<A>  &bars;
    const ExactBars      &exact;
    const Stepper<A>     &stepper;
    const double          start_time;
    double                last_time = 0.;
    std::array<double, 3> largest{},
      squares{}; // displacement, strain, velocity
  };
} // namespace percuss

#endif
