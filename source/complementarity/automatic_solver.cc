// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/automatic_solver.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    constexpr unsigned int largest_dense_problem = 1024;
  }

  AutomaticSolver::AutomaticSolver(const unsigned int      n_rows,
                                   const SolverParameters &parameters)
    : active_set(n_rows, parameters)
    , lemke(0, parameters)
  {}

  SolverReport
  AutomaticSolver::do_solve(const ConeComplementarityProblem &problem,
                            const std::span<double>           p)
  {
    const SolverReport first = active_set.solve(problem, p);
    if ((first.status != SolverStatus::singular &&
         first.status != SolverStatus::iteration_limit) ||
        problem.W.explicit_matrix() == nullptr ||
        problem.size() > largest_dense_problem)
      return first;
    SolverReport second = lemke.solve(problem, p);
    second.iterations += first.iterations;
    second.fell_back = true;
    return second;
  }
} // namespace percuss
