// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_study_run_errors_h
#define percuss_study_run_errors_h

#include <percuss/simulation/observer.h>
#include <percuss/study/error_norms.h>
#include <percuss/study/reference.h>
#include <percuss/study/run_signals.h>

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace percuss
{
  /** What is measured, and when; times from the start of the motion. */
  struct ComparisonSettings
  {
    double begin     = 0.;                                      ///< [s]
    double end       = std::numeric_limits<double>::infinity(); ///< [s]
    bool   hausdorff = false; ///< takes 8 bytes per step and signal

    enum class Metric
    {
      relative, ///< times over end - begin, values over max |f|
      si        ///< (59) of [L18] as printed, seconds and the signal's unit
    };
    Metric metric = Metric::relative;
  };

  /**
   * The errors of a run's signals against a reference, over the steps k > 0
   * with begin <= t_k <= end: the norms of ErrorNorms, and the Hausdorff
   * distance of the filled-in graphs. There, the computed signal is the polygon
   * through (t_k, f_k); the reference is the polygon through its own nodes or,
   * if it is given at every t, through its values at the same times and
   * half-way between, with all of its jumps.
   */
  class RunErrors final : public Observer
  {
  public:
    /** @param start_time of the run [s] */
    RunErrors(const RunSignals         &signals,
              const Reference          &reference,
              const ComparisonSettings &settings,
              double                    start_time);

    void
    observe(const StepRecord &record) override;

    void
    serialize(Archive &archive) override;

    /** Name, such as "contact_velocity_L1_relative", and value of each error
     * that is a number. */
    std::map<std::string, double>
    norms() const;

  private:
    /** A signal that run and reference both have. */
    struct Compared
    {
      std::size_t         index; ///< among the signals of the run
      ReferenceSignal     reference;
      ErrorNorms          norms;
      std::vector<double> values; ///< f_k, for the graph
    };

    double
    hausdorff(const Compared &signal) const;

    RunSignals               signals;
    const ComparisonSettings settings;
    const double             start_time;
    std::vector<Compared>    compared;
    double                   time_step  = 0.;
    unsigned long int        first_step = 0; ///< of the values for the graph
  };
} // namespace percuss

#endif
