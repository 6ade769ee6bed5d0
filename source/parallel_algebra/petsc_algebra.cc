// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/parallel_algebra/petsc_algebra.h>

#include <deal.II/base/mpi.h>
#include <deal.II/lac/exceptions.h>

#include <string>

namespace percuss
{
  static_assert(Algebra<PETScAlgebra>);

  namespace
  {
    void
    check(const PetscErrorCode error)
    {
      AssertThrow(error == 0, dealii::ExcPETScError(error));
    }

    /** Sparse Cholesky of a sequential matrix, ordered by nested dissection. */
    void
    use_cholesky(PC pc)
    {
      check(PCSetType(pc, PCCHOLESKY));
      check(PCFactorSetMatOrderingType(pc, MATORDERINGND));
    }
  } // namespace

  PETScAlgebra::LinearSolver::~LinearSolver()
  {
    KSPDestroy(&ksp);
  }

  void
  PETScAlgebra::LinearSolver::factorize(const Matrix &S)
  {
    const MPI_Comm communicator = S.get_mpi_communicator();
    int            n_ranks;
    MPI_Comm_size(communicator, &n_ranks);

    check(KSPDestroy(&ksp));
    check(KSPCreate(n_ranks == 1 ? PETSC_COMM_SELF : communicator, &ksp));
    check(KSPSetOptionsPrefix(ksp, "percuss_"));

    // the reference count of PETSc keeps the matrix alive in the solver
    Mat matrix = static_cast<Mat>(S);
    if (n_ranks == 1)
      check(MatGetDiagonalBlock(static_cast<Mat>(S), &matrix));
    check(MatSetOption(matrix, MAT_SPD, PETSC_TRUE));
    check(KSPSetOperators(ksp, matrix, matrix));

    PC pc;
    check(KSPGetPC(ksp, &pc));
    if (n_ranks == 1)
      {
        check(KSPSetType(ksp, KSPPREONLY));
        use_cholesky(pc);
      }
    else
      {
        check(KSPSetType(ksp, KSPCG));
        check(KSPSetTolerances(ksp, 1e-14, 1e-300, PETSC_DEFAULT, 1000));
        check(PCSetType(pc, PCBJACOBI));
      }
    check(KSPSetFromOptions(ksp));
    check(KSPSetUp(ksp));

    PetscBool is_block_jacobi;
    check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc),
                                 PCBJACOBI,
                                 &is_block_jacobi));
    if (is_block_jacobi)
      {
        KSP     *blocks;
        PetscInt n_blocks;
        check(PCBJacobiGetSubKSP(pc, &n_blocks, nullptr, &blocks));
        for (PetscInt i = 0; i < n_blocks; ++i)
          {
            PC block_pc;
            check(KSPSetType(blocks[i], KSPPREONLY));
            check(KSPGetPC(blocks[i], &block_pc));
            use_cholesky(block_pc);
          }
      }
    check(KSPSetUpOnBlocks(ksp));

    // one rank's block may fail alone: all ranks have to know
    PCFailedReason failure;
    check(PCGetFailedReasonRank(pc, &failure));
    if (dealii::Utilities::MPI::logical_or(failure != PC_NOERROR, communicator))
      throw LinearSolverError("PETSc could not factorize the iteration matrix: "
                              "it is singular",
                              0.);
  }

  void
  PETScAlgebra::LinearSolver::solve(Vector &x, const Vector &b) const
  {
    check(
      KSPSolve(ksp, static_cast<const Vec &>(b), static_cast<const Vec &>(x)));
    KSPConvergedReason reason;
    check(KSPGetConvergedReason(ksp, &reason));
    if (reason < 0)
      {
        double residual;
        check(KSPGetResidualNorm(ksp, &residual));
        throw LinearSolverError(std::string("PETSc's linear solver failed (") +
                                  KSPConvergedReasons[reason] + ")",
                                residual);
      }
  }
} // namespace percuss
