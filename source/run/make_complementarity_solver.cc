// SPDX-License-Identifier: Apache-2.0
#include <percuss/run/loaded_library.h>
#include <percuss/run/make_complementarity_solver.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace percuss
{
  namespace
  {
    constexpr std::string_view petsc = "petsc-snes-vi";

    std::vector<SolverDescription>
    all_descriptions()
    {
      const auto                     others = solver_names();
      std::vector<SolverDescription> all(others.begin(), others.end());
      all.push_back({petsc,
                     "Newton's method for variational inequalities of PETSc, "
                     "no friction"});
      std::ranges::sort(all, {}, &SolverDescription::name);
      return all;
    }
  } // namespace

  std::span<const SolverDescription>
  complementarity_solver_names()
  {
    static const std::vector<SolverDescription> all = all_descriptions();
    return all;
  }

  std::unique_ptr<ComplementaritySolver>
  make_complementarity_solver(const std::string_view           name,
                              const unsigned int               n_rows,
                              const SolverParameters          &parameters,
                              const std::span<const OwnSolver> own_solvers)
  {
    for (const OwnSolver &solver : own_solvers)
      if (solver.name == name)
        return solver.make(n_rows, parameters);
    if (name == petsc)
      {
        start_mpi();
        return std::unique_ptr<ComplementaritySolver>(
          loaded<MakeSolver>("percuss_make_petsc_snes_vi")(parameters));
      }
    try
      {
        return make_solver(name, n_rows, parameters);
      }
    catch (const std::invalid_argument &error)
      {
        throw std::invalid_argument(
          std::string(error.what()).append(" ").append(petsc));
      }
  }
} // namespace percuss
