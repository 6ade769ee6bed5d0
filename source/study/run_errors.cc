// SPDX-License-Identifier: Apache-2.0
#include <percuss/study/filled_in_graph.h>
#include <percuss/study/impact_event.h>
#include <percuss/study/run_errors.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  RunErrors::RunErrors(const RunSignals         &signals,
                       const Reference          &reference,
                       const ComparisonSettings &settings,
                       const double              start_time)
    : Observer(1)
    , signals(signals)
    , settings([&] {
      ComparisonSettings clipped = settings;
      clipped.end = std::min(settings.end, reference.valid_until);
      return clipped;
    }())
    , start_time(start_time)
  {
    const std::vector<std::string> &names = signals.names();
    for (const ReferenceSignal &signal : reference.signals)
      if (const auto name = std::ranges::find(names, signal.name);
          name != names.end())
        compared.push_back(
          {static_cast<std::size_t>(name - names.begin()), signal, {}, {}});
  }

  void
  RunErrors::observe(const StepRecord &record)
  {
    const std::vector<double> &values = signals.evaluate(record);
    time_step                         = record.time_step;
    const double t                    = record.time - start_time;
    if (latest_met(t) < settings.begin || t > latest_met(settings.end))
      return;
    for (Compared &signal : compared)
      {
        const double value = values[signal.index];
        if (record.step > 0)
          signal.norms.add(value, signal.reference.value(t));
        if (settings.hausdorff)
          {
            if (signal.values.empty())
              first_step = record.step;
            signal.values.push_back(value);
          }
      }
  }

  void
  RunErrors::serialize(Archive &archive)
  {
    archive.section("errors");
    signals.serialize(archive);
    archive(time_step, first_step);
    for (Compared &signal : compared)
      {
        signal.norms.serialize(archive);
        archive(signal.values);
      }
  }

  double
  RunErrors::hausdorff(const Compared &signal) const
  {
    const std::size_t n = signal.values.size();
    const auto        t = [&](const double k) {
      return (static_cast<double>(first_step) + k) * time_step;
    };
    std::vector<GraphPoint> computed(n), exact;
    auto                    jump    = signal.reference.jumps.begin();
    const auto              no_jump = signal.reference.jumps.end();
    while (jump != no_jump && *jump <= t(0.))
      ++jump; // its right limit is the first value
    const auto add = [&](const double time) {
      for (; jump != no_jump && *jump <= latest_met(time); ++jump)
        {
          exact.push_back({*jump, left_limit(signal.reference, *jump)});
          exact.push_back({*jump, signal.reference.value(*jump)});
        }
      if (exact.empty() || time > exact.back().t)
        exact.push_back({time, signal.reference.value(time)});
    };
    const double begin = t(0.), end = t(static_cast<double>(n - 1));
    const double nodes = signal.reference.node_distance;
    for (std::size_t k = 0; k < n; ++k)
      {
        const double now = t(static_cast<double>(k));
        computed[k]      = {now, signal.values[k]};
        if (nodes == 0.)
          {
            if (k > 0)
              add(now - 0.5 * time_step);
            add(now);
          }
      }
    if (nodes > 0.)
      {
        add(begin);
        for (double i = std::floor(begin / nodes) + 1.; i * nodes < end; ++i)
          add(i * nodes);
        add(end);
      }
    GraphMetric metric;
    if (settings.metric == ComparisonSettings::Metric::relative)
      metric = {end - begin, signal.norms.largest_exact()};
    if (!(metric.time_scale > 0. && metric.value_scale > 0.))
      return std::numeric_limits<double>::quiet_NaN();
    return hausdorff_distance(computed, exact, metric);
  }

  std::map<std::string, double>
  RunErrors::norms() const
  {
    std::map<std::string, double> result;
    for (const Compared &signal : compared)
      {
        const auto add = [&](const char *norm, const double value) {
          if (std::isfinite(value))
            result[signal.reference.name + norm] = value;
        };
        add("_L1", signal.norms.l1(time_step));
        add("_L1_relative", signal.norms.relative_l1());
        add("_L2", signal.norms.l2(time_step));
        add("_max", signal.norms.max());
        if (settings.hausdorff && !signal.values.empty())
          add("_hausdorff", hausdorff(signal));
      }
    return result;
  }
} // namespace percuss
