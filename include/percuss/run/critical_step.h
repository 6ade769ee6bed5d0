// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_critical_step_h
#define percuss_run_critical_step_h

#include <percuss/input/case_file.h>
#include <percuss/run/run_parameters.h>
#include <percuss/time_integration/critical_steps.h>

#include <Eigen/Core>

#include <functional>
#include <string>
#include <vector>

namespace percuss
{
  /** What is known of the fastest motion of a model. */
  struct FrequencyOfModel
  {
    /** None of its modes is faster. Collective. */
    std::function<Mode()> largest;

    /** A motion x = phi f(t) with the omega^2 = phi^T K phi and c = phi^T C phi
     * of a phi with phi^T M phi = 1: some mode is as fast. With omega = 0 where
     * none is known. Collective. */
    std::function<Mode()> attained;

    std::string source; ///< where they come from
  };

  /**
   * phi of the largest omega of M x'' + K x = 0 with phi^T C phi; where K or C
   * is not symmetric, the root of the largest real part of the eigenvalues of
   * M^{-1} K, and no damping. Zero if no eigenvalue is positive.
   * @pre M is symmetric and positive definite.
   */
  Mode
  fastest_mode(const Eigen::MatrixXd &M,
               const Eigen::MatrixXd &C,
               const Eigen::MatrixXd &K);

  /**
   * 2 pi/omega of the smallest omega > 0 of M x'' + K x = 0 [s]; 0 if there is
   * none, or K is not symmetric.
   * @pre M is symmetric and positive definite.
   */
  double
  longest_period(const Eigen::MatrixXd &M, const Eigen::MatrixXd &K);

  /** Whether a scheme solves for no stiffness: its steps are bounded by the
   * fastest mode, and that is what they are measured with. */
  bool
  is_explicit(const RunParameters &parameters);

  /**
   * Throws InputError if some mode certainly grows: with a scheme of class
   * CentralDifference, from the critical step of the attained mode on, less
   * 1e-9 of it for rounding. At this step itself a double root z = -1 lets it
   * grow linearly.
   *
   * Returns warnings: of a time step in the last hundredth below the critical
   * one, and of one above that of the bound alone, where modes may grow.
   */
  std::vector<std::string>
  check_critical_step(const RunParameters    &parameters,
                      const FrequencyOfModel &frequency,
                      const CaseFile         &case_file);
} // namespace percuss

#endif
