// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/run_checkpoints.h>
#include <percuss/program/run_time.h>

#include <algorithm>
#include <ctime>

namespace percuss
{
  double
  processor_seconds()
  {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) +
           1e-9 * static_cast<double>(time.tv_nsec);
  }

  namespace
  {
    constexpr double files = 4e-3; // of any run, to write them [s]

    /** Of history.csv [s]. */
    double
    row_seconds(const Model &model)
    {
      const double n_columns =
        12. + 4. * static_cast<double>(model.contact_totals().size()) +
        2. * static_cast<double>(model.monitored_points().names.size()) +
        static_cast<double>(model.own_columns().names.size());
      return 5e-7 + 1e-7 * n_columns;
    }

    /** Of the fields of a time [s]; most of it compresses them. */
    double
    field_seconds(const Model &model)
    {
      if (model.files().empty())
        return 0.;
      return 5e-4 + 2.5e-6 * static_cast<double>(model.n_dofs());
    }
  } // namespace

  double
  comparison_seconds(const Reference &reference, const RunParameters &p)
  {
    constexpr int n        = 20;
    const double  duration = p.time.end_time - p.time.start_time;
    // norms ask for f(t), graphs for two values, left and right of jumps, too
    const double n_values = p.study.hausdorff_distances ? 4. : 1.;
    double       seconds  = 0.;
    for (const ReferenceSignal &signal : reference.signals)
      {
        signal.value(duration); // what is made for all comes first
        signal.value(0.5 * duration);
        const double begin = processor_seconds();
        for (int i = 1; i <= n; ++i)
          signal.value(
            std::min(0.5 * duration + i * p.time.time_step, duration));
        seconds += (processor_seconds() - begin) / n;
      }
    return n_values * seconds;
  }

  double
  run_seconds(const Model         &model,
              const RunParameters &p,
              const double         start,
              const double         step)
  {
    const auto   n_steps     = static_cast<double>(p.clock().n_steps());
    const auto   rows_each   = static_cast<double>(history_interval(model, p));
    const double n_rows      = rows_each > 0. ? n_steps / rows_each : 0.;
    const double fields_each = p.output.field_interval;
    const double n_fields = fields_each > 0. ? 1. + n_steps / fields_each : 2.;
    return start + files + n_steps * step + n_rows * row_seconds(model) +
           n_fields * field_seconds(model);
  }
} // namespace percuss
