// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_study_run_signals_h
#define percuss_study_run_signals_h

#include <percuss/simulation/contact_totals.h>
#include <percuss/simulation/monitored_points.h>

#include <string>
#include <vector>

namespace percuss
{
  /**
   * The functions of time by which runs are compared, of each contact
   * (ContactTotals) and of each point NAME:
   *
   *     gap[NAME]                gap [m]
   *     contact_velocity[NAME]   velocity of the gap [m/s]
   *     contact_force[NAME]      P_k/h [N]
   *     contact_impulse[NAME]    P_1 + ... + P_k [N s]
   *     position[NAME]           [m]
   *     velocity[NAME]           [m/s]
   *     energy_total             [J]
   *
   * "[NAME]" is left out where there is one contact, or one point.
   */
  class RunSignals
  {
  public:
    RunSignals(const ContactTotals &contacts, const MonitoredPoints &points);

    const std::vector<std::string> &
    names() const
    {
      return signal_names;
    }

    /** The signals at t_k; to be called for every step k = 0, 1, ..., once. */
    const std::vector<double> &
    evaluate(const StepRecord &record);

    /** Writes or reads the impulses so far. */
    void
    serialize(Archive &archive)
    {
      archive.array(std::span(values));
    }

  private:
    ContactTotals            contacts;
    MonitoredPoints          points;
    std::vector<std::string> signal_names;
    std::vector<double>      values;
  };

  /** "[NAME]", or nothing where it is the only one of @p names. */
  std::string
  bracketed(const std::vector<std::string> &names, std::size_t i);

  /** "gap" of "gap[left]". */
  std::string
  base_name(const std::string &signal);

  /** The unit of a signal of RunSignals, "m s^-1" of velocities. */
  std::string
  unit_of(const std::string &signal);
} // namespace percuss

#endif
