// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_loaded_library_h
#define percuss_run_loaded_library_h

#include <percuss/base/processes.h>
#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/input/program_functions.h>
#include <percuss/run/model.h>

#include <memory>
#include <string>

namespace percuss
{
  /**
   * What needs deal.II, PETSc, Trilinos and MPI, 200 libraries that take half a
   * second to load, is in a library of its own, libpercuss_parallel.so, which
   * is loaded when a case asks for it. It offers functions of C's linkage:
   *
   *     percuss_start_mpi                  starts MPI, until what it makes ends
   *     percuss_make_MODEL                 makes a model of ModelKind
   *     percuss_make_petsc_snes_vi         makes that solver
   *     percuss_use_program_functions      sets those of its expressions
   *
   * Program and library have copies of the modules without deal.II: what one
   * of them keeps in a variable, such as the processes, the other does not see.
   *
   * Throws std::runtime_error where the library or the function is missing.
   */
  template <class Function>
  Function *
  loaded(const std::string &function);

  /** Loads it now, for copies of this process, where it can be loaded. */
  void
  load_library();

  /** Whether a launcher of MPI (mpirun, srun) has started this process. */
  bool
  is_launched();

  /** The processes of MPI, which is started if it is not running. */
  const Processes &
  start_mpi();

  /** Ends MPI, if it runs, with its scope: before the libraries that it uses
   * come to their end, and after all that uses MPI. A program has one; those
   * within another one end nothing. */
  class MpiSession
  {
  public:
    MpiSession();

    MpiSession(const MpiSession &) = delete;

    ~MpiSession();
  };

  /** Those of MPI if it runs, else this one alone. */
  const Processes &
  processes();

  /** A model that @p function of the loaded library makes. */
  std::unique_ptr<Model>
  make_loaded_model(const std::string     &function,
                    const ModelParameters &parameters,
                    const RunParameters   &run,
                    const CaseFile        &case_file);

  using StartMPI            = const Processes *();
  using MakeModel           = Model *(const ModelParameters &,
                            const RunParameters &,
                            const CaseFile &);
  using MakeSolver          = ComplementaritySolver *(const SolverParameters &);
  using UseProgramFunctions = void(const ProgramFunctions *);
} // namespace percuss

#endif
