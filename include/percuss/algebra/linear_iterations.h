// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_linear_iterations_h
#define percuss_algebra_linear_iterations_h

namespace percuss
{
  /** Counts linear systems that are solved by iteration. */
  struct LinearIterations
  {
    unsigned long int solves     = 0;
    unsigned long int iterations = 0; ///< products with S, one each

    void
    enter(const unsigned long int n_iterations)
    {
      ++solves;
      iterations += n_iterations;
    }
  };

  /** Of one solver, and of those that share a count with it. */
  struct SharedIterations
  {
    LinearIterations  own;
    LinearIterations *shared = nullptr; ///< or none

    void
    enter(const unsigned long int n_iterations)
    {
      own.enter(n_iterations);
      if (shared)
        shared->enter(n_iterations);
    }
  };
} // namespace percuss

#endif
