// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_complementarity_friction_friction_method_h
#define percuss_complementarity_friction_friction_method_h

#include <percuss/complementarity/friction/scaled_friction_problem.h>

#include <Eigen/Core>

#include <string_view>

namespace percuss
{
  /** One algorithm for contacts with friction, which knows of no other one;
   * FrictionSolver decides which one is tried, and whether a point is a solution. */
  class FrictionMethod
  {
  public:
    enum class Outcome
    {
      goes_on, ///< there is a new point
      stalled  ///< nothing more is gained
    };

    virtual ~FrictionMethod() = default;

    /** Under which SolverReport::stages has it. */
    virtual std::string_view
    name() const = 0;

    /** Begins at @p P, scaled. The problem must outlive the calls of advance().
     */
    virtual void
    start(ScaledFrictionProblem &problem, const Eigen::VectorXd &P) = 0;

    /** One iteration, with at most so many linear solves, or sweeps; adds those
     * that it has taken to @p n_solves. @pre max_solves > 0 */
    virtual Outcome
    advance(unsigned int max_solves, unsigned int &n_solves) = 0;

    /** The point, scaled: that of start() at first. */
    virtual const Eigen::VectorXd &
    impulse() const = 0;
  };
} // namespace percuss

#endif
