// SPDX-License-Identifier: Apache-2.0
#include "motion_errors.h"

namespace percuss
{
  MotionErrors::MotionErrors(const ExactMotion                    &exact,
                             const HistoryWriter::MonitoredPoints &coordinates,
                             const double                          start_time)
    : Observer(1)
    , exact(exact)
    , coordinates(coordinates)
    , start_time(start_time)
    , position_errors(coordinates.names.size())
    , velocity_errors(coordinates.names.size())
    , q(coordinates.names.size())
    , v(q)
    , exact_q(q)
    , exact_v(q)
  {}

  void
  MotionErrors::observe(const StepRecord &record)
  {
    time_step      = record.time_step;
    const double t = record.time - start_time;
    if (record.step == 0 || t > exact.valid_until)
      return;
    coordinates.evaluate(q, v);
    exact.evaluate(t, exact_q, exact_v);
    for (std::size_t i = 0; i < q.size(); ++i)
      {
        position_errors[i].add(q[i], exact_q[i]);
        velocity_errors[i].add(v[i], exact_v[i]);
      }
  }

  std::map<std::string, double>
  MotionErrors::norms() const
  {
    std::map<std::string, double> result;
    const auto add = [&](const std::string &name, const ErrorNorms &norms) {
      result[name + "_L1_relative"] = norms.relative_l1();
      result[name + "_L2"]          = norms.l2(time_step);
      result[name + "_max"]         = norms.max();
    };
    for (std::size_t i = 0; i < q.size(); ++i)
      {
        const std::string name =
          q.size() == 1 ? "" : '[' + coordinates.names[i] + ']';
        add("position" + name, position_errors[i]);
        add("velocity" + name, velocity_errors[i]);
      }
    return result;
  }
} // namespace percuss
