// SPDX-License-Identifier: Apache-2.0
#include <percuss/study/error_norms.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  void
  ErrorNorms::add(const double computed, const double exact)
  {
    const double error = std::abs(computed - exact);
    sum_error += error;
    sum_exact += std::abs(exact);
    sum_squares += error * error;
    largest = std::max(largest, error);
  }

  double
  ErrorNorms::relative_l1() const
  {
    return sum_error / sum_exact;
  }

  double
  ErrorNorms::l2(const double time_step) const
  {
    return std::sqrt(time_step * sum_squares);
  }

  double
  ErrorNorms::max() const
  {
    return largest;
  }

  ImpactingBarErrors::ImpactingBarErrors(const ExactImpactingBar &exact,
                                         const std::size_t        row,
                                         const double             start_time)
    : Observer(1)
    , exact(exact)
    , row(row)
    , start_time(start_time)
  {}

  void
  ImpactingBarErrors::observe(const StepRecord &record)
  {
    time_step = record.time_step;
    if (record.step == 0)
      return;
    const double t = record.time - start_time;
    gap.add(record.gap[row], exact.gap(t));
    velocity.add(record.contact_velocity[row], exact.contact_velocity(t));
    force.add(record.impulse[row] / record.time_step, exact.contact_force(t));
  }

  std::map<std::string, double>
  ImpactingBarErrors::norms() const
  {
    std::map<std::string, double> result;
    const auto add = [&](const std::string &name, const ErrorNorms &norms) {
      result[name + "_L1_relative"] = norms.relative_l1();
      result[name + "_L2"]          = norms.l2(time_step);
      result[name + "_max"]         = norms.max();
    };
    add("gap", gap);
    add("contact_velocity", velocity);
    add("contact_force", force);
    return result;
  }
} // namespace percuss
