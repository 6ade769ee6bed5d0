// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/run/critical_step.h>
#include <percuss/run/spring_guard.h>
#include <percuss/simulation/step_record.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace percuss
{
  SpringGuard::SpringGuard(const RunParameters &parameters,
                           const double         crossing_time)
    : Observer(1)
    , method(parameters.contact.method)
    , boundary_mass(parameters.contact.boundary_mass)
    , crossing_time(crossing_time)
    , has_critical_step(is_explicit(parameters))
  {}

  // The first steps are not judged: next to nothing may have been put in.
  void
  SpringGuard::observe(const StepRecord &record)
  {
    const EnergyRecord &energy_record = *record.energy_record;
    const double        gain          = energy_record.cumulative.normal();
    const double        limit         = failing_gain * energy_record.put_in();
    if (record.step < 3 || !(std::min(gain, energy_record.max_gain) > limit))
      return;
    std::ostringstream message, advice;
    message << "Contacts that are springs have brought in " << gain
            << " J, more than " << 100. * failing_gain
            << " % of what the start, the loads and the obstacles have put in, "
            << energy_record.put_in() << " J,";
    if (const double x = omega_h(record.time_step); has_critical_step)
      advice
        << "Close to the critical step a spring that opens shoots the node "
           "back. Take a Courant number of at most 0.5, or ";
    else if (x > 2.)
      advice
        << "A spring that opens in a step shoots the node back: omega h = " << x
        << " of a node's mass on its spring, which is 2 with a time step of "
        << 2. * record.time_step / x << " s. Take a smaller one, ";
    else
      advice << "Take a smaller time step, ";
    if (!has_critical_step)
      advice << "a smaller 'Contact/"
             << (method.method == ContactMethod::penalty ? "penalty" :
                                                           "Nitsche")
             << " parameter', a scheme that dissipates more (moreau-jean with "
                "theta = 1), or ";
    advice << "'Contact/method = velocity level'.";
    throw NumericalFailure(
      message.str(), record.step, record.time, gain, advice.str(), limit);
  }

  // Of linear elements: m = rho A l/2, stiffness (kappa - theta) E A/l.
  double
  SpringGuard::omega_h(const double time_step) const
  {
    if (boundary_mass != BoundaryMass::kept)
      return 0.;
    const double stiffness =
      method.stiffness_factor() -
      (method.method == ContactMethod::nitsche ? method.theta() : 0.);
    return std::sqrt(2. * std::max(0., stiffness)) * time_step / crossing_time;
  }
} // namespace percuss
