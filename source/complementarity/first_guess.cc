// SPDX-License-Identifier: Apache-2.0
#include <percuss/complementarity/first_guess.h>

#include <algorithm>
#include <vector>

namespace percuss
{
  GuessResiduals
  take_better_guess(const ConeComplementarityProblem &problem,
                    const std::span<double>           p)
  {
    const std::vector<double> zero(p.size(), 0.);
    const GuessResiduals      residuals{natural_map_residual(problem, p),
                                   natural_map_residual(problem, zero)};
    if (!residuals.is_guess_better())
      std::ranges::fill(p, 0.);
    return residuals;
  }
} // namespace percuss
