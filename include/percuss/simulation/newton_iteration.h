// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_newton_iteration_h
#define percuss_simulation_newton_iteration_h

#include <percuss/base/exceptions.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  /**
   * When Newton's iteration of a step has converged, from the sizes of its
   * corrections [unit of velocities].
   *
   * A correction that leaves the fraction rho of the one before leaves, where
   * rho stays so or falls, rho times itself as an error. Below the rounding of
   * q no iterate is better than another: an error epsilon |q| of q, in forces,
   * comes back as (M + h^2 K)^{-1} h^2 K of it, which is less than itself.
   */
  class NewtonIteration
  {
  public:
    struct Settings
    {
      double tolerance            = 1e-12; ///< of the error, over |v|
      double stagnation_tolerance = 1e-8;  ///< where corrections stay as large
      double largest_rounding     = 1e-12; ///< and of |q|/h there
      /** Of |q|/h, which rounding is. */
      double rounding = 8. * std::numeric_limits<double>::epsilon();

      /** Errors of the gaps, in their tolerances, where they stay as large. */
      double largest_gap_error = 1e4;

      unsigned int max_iterations = 50;
      /** After which sets of contacts may alternate. */
      unsigned int max_free_iterations = 10;
    };

    enum class Verdict
    {
      goes_on,
      converged,
      /** The sets of contacts of linearizations that follow each other may
       * alternate for ever, each with its solution of the equation of motion.
       */
      alternates,
      failed
    };

    NewtonIteration() = default;
    explicit NewtonIteration(const Settings &settings)
      : settings(settings)
    {}

    /** A step begins. */
    void
    begin()
    {
      n_corrections = 0;
      gap_error     = std::numeric_limits<double>::infinity();
    }

    /** Corrections so far. */
    unsigned int
    size() const
    {
      return n_corrections;
    }

    /** The size of a correction without that of the impulses.
     * @param speed_before of the state before the step */
    void
    enter_free_correction(const double size, const double speed_before)
    {
      free = size;
      if (n_corrections == 0)
        speed = std::max(size, speed_before);
    }

    /** The same with the impulses: the iterate is complete. */
    void
    enter_correction(const double size)
    {
      previous = n_corrections == 0 ? 0. : last;
      last     = size;
      ++n_corrections;
    }

    /** The largest error of a gap, in its tolerances, where they are iterated.
     */
    void
    enter_gap_error(const double error)
    {
      previous_gap_error = gap_error;
      gap_error          = error;
      gaps_iterate       = true;
    }

    /** Sizes of v and of q/h of the iterate, which its accuracy goes by. */
    void
    enter_scales(const double v_size, const double q_by_h)
    {
      v        = std::max(speed, v_size);
      q        = q_by_h;
      accuracy = settings.tolerance * v + settings.rounding * q;
    }

    /** Whether no correction is a number any more. */
    bool
    is_lost() const
    {
      return !std::isfinite(last);
    }

    /** Whether there has been the last one. */
    bool
    is_at_end() const
    {
      return n_corrections > settings.max_iterations;
    }

    /** @pre an iterate and its scales have been entered */
    Verdict
    verdict() const;

    /** What failed, in the step @p step to the time @p time. */
    NumericalFailure
    failure(unsigned long int step, double time) const;

  private:
    bool
    gaps_are_closed() const;

    Settings     settings;
    unsigned int n_corrections = 0;

    double last = 0., previous = 0., free = 0.; // sizes of corrections
    double speed = 0., v = 0., q = 0.;
    double accuracy = 0.; // what they are asked to be

    bool   gaps_iterate       = false;
    double gap_error          = std::numeric_limits<double>::infinity(),
           previous_gap_error = gap_error;
  };
} // namespace percuss

#endif
