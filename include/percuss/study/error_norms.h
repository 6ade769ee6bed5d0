// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_study_error_norms_h
#define percuss_study_error_norms_h

#include <percuss/simulation/observer.h>
#include <percuss/study/impacting_bar.h>

#include <map>
#include <string>

namespace percuss
{
  /**
   * Discrete norms of an error e_i = f_i - f(t_i) over the steps of a run:
   *
   *     relative L1  sum |e_i| / sum |f(t_i)|      ([C13] (42)),
   *     L2           sqrt(h sum e_i^2),
   *     max          max |e_i|.
   */
  class ErrorNorms
  {
  public:
    void
    add(double computed, double exact);

    double
    relative_l1() const;
    double
    l2(double time_step) const;
    double
    max() const;

  private:
    double sum_error = 0., sum_exact = 0., sum_squares = 0., largest = 0.;
  };

  /** Errors of a bar's contact against ExactImpactingBar, over 0 < t <= T. */
  class ImpactingBarErrors final : public Observer
  {
  public:
    /** @param row of the contact */
    ImpactingBarErrors(const ExactImpactingBar &exact,
                       std::size_t              row,
                       double                   start_time);

    void
    observe(const StepRecord &record) override;

    /** Name, such as "contact_velocity_L1_relative", and value of each. */
    std::map<std::string, double>
    norms() const;

  private:
    const ExactImpactingBar exact;
    const std::size_t       row;
    const double            start_time;
    double                  time_step = 0.;
    ErrorNorms              gap, velocity, force;
  };
} // namespace percuss

#endif
