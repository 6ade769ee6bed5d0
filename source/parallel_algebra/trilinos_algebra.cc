// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/mpi.h>
#include <deal.II/lac/solver_cg.h>
#include <deal.II/lac/trilinos_precondition.h>
#include <deal.II/lac/trilinos_solver.h>

#include <optional>

namespace percuss
{
  static_assert(Algebra<TrilinosAlgebra>);

  struct TrilinosAlgebra::LinearSolver::Implementation
  {
    Matrix S;

    // one rank
    dealii::SolverControl                                 direct_control;
    std::optional<dealii::TrilinosWrappers::SolverDirect> direct;

    // several ranks
    dealii::ReductionControl control{1000, 1e-300, 1e-14};
    dealii::SolverCG<Vector> conjugate_gradients{control};
    dealii::TrilinosWrappers::PreconditionBlockwiseDirect blocks;
  };

  TrilinosAlgebra::LinearSolver::LinearSolver()  = default;
  TrilinosAlgebra::LinearSolver::~LinearSolver() = default;

  void
  TrilinosAlgebra::LinearSolver::factorize(const Matrix &S)
  {
    implementation = std::make_unique<Implementation>();
    implementation->S.copy_from(S);
    try
      {
        if (dealii::Utilities::MPI::n_mpi_processes(S.get_mpi_communicator()) ==
            1)
          {
            implementation->direct.emplace(
              implementation->direct_control,
              dealii::TrilinosWrappers::SolverDirect::AdditionalData(
                false, "Amesos_Klu"));
            implementation->direct->initialize(implementation->S);
          }
        else
          implementation->blocks.initialize(implementation->S);
      }
    catch (const dealii::ExceptionBase &)
      {
        throw LinearSolverError(
          "Trilinos could not factorize the iteration matrix: it is singular",
          0.);
      }
  }

  void
  TrilinosAlgebra::LinearSolver::solve(Vector &x, const Vector &b) const
  {
    if (implementation->direct)
      {
        implementation->direct->solve(x, b);
        return;
      }
    x = 0.;
    try
      {
        implementation->conjugate_gradients.solve(implementation->S,
                                                  x,
                                                  b,
                                                  implementation->blocks);
      }
    catch (const dealii::SolverControl::NoConvergence &failure)
      {
        throw LinearSolverError(
          "Trilinos' conjugate gradients did not converge in " +
            std::to_string(failure.last_step) + " iterations",
          failure.last_residual);
      }
  }
} // namespace percuss
