// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_run_warnings_h
#define percuss_run_run_warnings_h

#include <percuss/run/critical_step.h>
#include <percuss/run/run_parameters.h>
#include <percuss/simulation/step_record.h>
#include <percuss/time_integration/contact_treatment.h>

#include <string>
#include <vector>

namespace percuss
{
  /**
   * In which respect the parameters are outside the range in which the scheme
   * is known to dissipate, to be stable, or to do what they say; a sentence
   * each, with the bound and the value found. Empty inside that range.
   *
   * moreau-jean and the projections: 1/2 <= theta <= 1/(1 + e) ([A14] (45)),
   * moreau-jean-dissipative: 1/2 <= theta; alpha-family (the energy identity of
   * GeneralizedAlpha, [A14] 6): 2 beta >= gamma >= 1/2 + eta, eta = alpha_f -
   * alpha_m >= 0, and where eta > 0, alpha_m <= 1/2 and gamma <= 1 - alpha_m.
   *
   * Massless contacts: theta, gamma >= 0.6, or a Courant number of at most
   * 0.5; what they bring in is of second order in the time step and of either
   * sign, and only damping bounds its sum.
   *
   * The time step of central differences is judged by check_critical_step().
   *
   * @param treatment of the scheme
   * @param crossing_time in which a wave crosses the smallest element [s]
   */
  std::vector<std::string>
  range_warnings(const RunParameters    &parameters,
                 const ContactTreatment &treatment,
                 double                  crossing_time);

  /** Where the last step ends, if that is behind the end time; else empty. */
  std::string
  end_time_note(const Clock &clock);

  /**
   * In which respect a run is not to be trusted that has come to its end, or
   * failed; a sentence each:
   *
   * - residuals of the scheme's identity beyond EnergyRecord::warning_residual,
   * - an energy beyond what was put in by EnergyRecord::warning_gain of it,
   * - cohesive contacts that have drifted, beside what they have opened, by
   *   more than a tenth of the opening at which they part,
   * - joints that have opened by more than 1 % of @p joint_scale, [m] or [rad],
   *   or whose work is more than 1 % of the energy that was put in,
   * - steps in which the sets of contacts of Newton's iterates alternate.
   */
  std::vector<std::string>
  balance_warnings(const StepRecord  &record,
                   const std::string &scheme,
                   double             joint_scale);

  /**
   * Of a mesh whose contact nodes have mass, if they have carried an impulse:
   * that the largest one over the time step is no force where its contact
   * closed, but the mass of a node that stops in a step.
   */
  std::vector<std::string>
  force_warnings(const ContactStatistics &contacts);
} // namespace percuss

#endif
