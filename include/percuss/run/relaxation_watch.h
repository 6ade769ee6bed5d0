// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_relaxation_watch_h
#define percuss_run_relaxation_watch_h

#include <percuss/simulation/observer.h>
#include <percuss/simulation/step_record.h>

#include <string>
#include <vector>

namespace percuss
{
  /**
   * Compares the speed with which contacts have opened or closed in convex
   * relaxations of friction ('Contact/relaxation gap velocity') with the largest
   * speed at contacts. Where it is no small part of it, the motion is not that
   * of Coulomb's law.
   */
  class RelaxationWatch final : public Observer
  {
  public:
    /** Which part of the largest speed at contacts is warned of [-]. */
    static constexpr double warned_part = 0.05;

    RelaxationWatch();

    void
    observe(const StepRecord &record) override;

    void
    serialize(Archive &archive) override;

    /** What is to be warned of at the end of a run. */
    std::vector<std::string>
    warnings() const;

  private:
    double largest_speed = 0.; // |G v_k| of a row [m/s]
    double gap_velocity  = 0.; // largest of relaxations so far [m/s]
    double time_step     = 0.; // [s]
  };
} // namespace percuss

#endif
