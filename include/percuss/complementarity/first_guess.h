// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_complementarity_first_guess_h
#define percuss_complementarity_first_guess_h

#include <percuss/complementarity/cone_complementarity_problem.h>

#include <span>

namespace percuss
{
  /** The natural_map_residual() of a guess and of p = 0. */
  struct GuessResiduals
  {
    double guess = 0., zero = 0.;

    /** Whether a solver had better begin with the guess; not if its residual is
     * no number. */
    bool
    is_guess_better() const
    {
      return guess <= zero;
    }
  };

  /** Sets a guess @p p that is worse than none to zero. A solver may begin with
   * what is left, whoever has guessed it.
   * @pre p.size() == problem.size() */
  GuessResiduals
  take_better_guess(const ConeComplementarityProblem &problem,
                    std::span<double>                 p);
} // namespace percuss

#endif
