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
    using Settings = PETScAlgebra::LinearSolver::Settings;

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

    bool
    is_of_type(PC pc, const char *const type)
    {
      PetscBool result;
      check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc),
                                   type,
                                   &result));
      return result == PETSC_TRUE;
    }

    /** Calls f(pc) with the preconditioners of the blocks of this rank. */
    template <class Function>
    void
    for_each_block(PC pc, Function &&f)
    {
      if (!is_of_type(pc, PCBJACOBI))
        return;
      KSP     *blocks;
      PetscInt n_blocks;
      check(PCBJacobiGetSubKSP(pc, &n_blocks, nullptr, &blocks));
      for (PetscInt i = 0; i < n_blocks; ++i)
        {
          PC block_pc;
          check(KSPSetType(blocks[i], KSPPREONLY));
          check(KSPGetPC(blocks[i], &block_pc));
          f(block_pc);
        }
    }

    void
    use_conjugate_gradients(KSP ksp, const double tolerance)
    {
      check(KSPSetType(ksp, KSPCG));
      check(KSPSetTolerances(ksp, tolerance, 1e-300, PETSC_DEFAULT, 10000));
    }

    /** The rigid-body modes as what multigrid must not damp. */
    void
    set_near_null_space(Mat matrix, const Settings &settings)
    {
      if (settings.rigid_body_modes.empty())
        return;
      // by value: deal.II's vectors convert to Vec
      std::vector<Vec> modes;
      for (const auto &mode : settings.rigid_body_modes)
        {
          Vec copy;
          check(VecDuplicate(mode, &copy));
          check(VecCopy(mode, copy));
          for (const Vec other : modes) // PETSc wants them orthonormal
            {
              PetscScalar product;
              check(VecDot(copy, other, &product));
              check(VecAXPY(copy, -product, other));
            }
          check(VecNormalize(copy, nullptr));
          modes.push_back(copy);
        }
      MatNullSpace space;
      check(MatNullSpaceCreate(PetscObjectComm(
                                 reinterpret_cast<PetscObject>(matrix)),
                               PETSC_FALSE,
                               static_cast<PetscInt>(modes.size()),
                               modes.data(),
                               &space));
      check(MatSetNearNullSpace(matrix, space));
      check(MatNullSpaceDestroy(&space));
      for (Vec &mode : modes)
        check(VecDestroy(&mode));
    }

    /** An iteration for many unknowns; the operator may be stored anew. */
    void
    set_up_iteration(KSP             ksp,
                     PC              pc,
                     Mat             matrix,
                     const bool      is_serial,
                     const Settings &settings)
    {
      using Preconditioner = Settings::Preconditioner;
      use_conjugate_gradients(ksp, settings.tolerance);
      check(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
      const auto block_size = static_cast<PetscInt>(settings.block_size);
      check(MatSetBlockSize(matrix, block_size));
      if (settings.preconditioner == Preconditioner::multigrid)
        {
          set_near_null_space(matrix, settings);
          check(KSPSetOperators(ksp, matrix, matrix));
          check(PCSetType(pc, PCGAMG));
          return;
        }
      // on several ranks PETSc 3.18 converts to a matrix with other products
      if (block_size > 1 && is_serial)
        {
          Mat blocks;
          check(MatConvert(matrix, MATBAIJ, MAT_INITIAL_MATRIX, &blocks));
          check(KSPSetOperators(ksp, blocks, blocks));
          check(MatDestroy(&blocks)); // the solver keeps a reference
        }
      else
        check(KSPSetOperators(ksp, matrix, matrix));
      if (settings.preconditioner == Preconditioner::jacobi)
        check(PCSetType(pc, block_size > 1 ? PCPBJACOBI : PCJACOBI));
      else
        check(PCSetType(pc, PCBJACOBI)); // by incomplete factors of no fill
    }
  } // namespace

  PETScAlgebra::LinearSolver::~LinearSolver()
  {
    KSPDestroy(&ksp);
  }

  void
  PETScAlgebra::LinearSolver::factorize(const Matrix   &S,
                                        const Settings &settings)
  {
    const MPI_Comm communicator = S.get_mpi_communicator();
    const bool     is_serial =
      dealii::Utilities::MPI::n_mpi_processes(communicator) == 1;
    const bool by_blocks =
      !is_serial && settings.method == Settings::Method::bar;

    check(KSPDestroy(&ksp));
    check(KSPCreate(is_serial ? PETSC_COMM_SELF : communicator, &ksp));
    check(KSPSetOptionsPrefix(ksp, "percuss_"));

    // the reference count of PETSc keeps the matrix alive in the solver
    Mat matrix = static_cast<Mat>(S);
    if (is_serial)
      check(MatGetDiagonalBlock(static_cast<Mat>(S), &matrix));
    check(MatSetOption(matrix, MAT_SPD, PETSC_TRUE));
    check(KSPSetOperators(ksp, matrix, matrix));

    MatInfo info;
    check(MatGetInfo(static_cast<Mat>(S), MAT_GLOBAL_SUM, &info));
    diagonal = info.nz_used == static_cast<double>(S.m());

    PC pc;
    check(KSPGetPC(ksp, &pc));
    if (diagonal)
      {
        // PETSc would take 1 for what is zero
        Vec entries;
        check(MatCreateVecs(static_cast<Mat>(S), &entries, nullptr));
        check(MatGetDiagonal(static_cast<Mat>(S), entries));
        check(VecAbs(entries));
        PetscReal smallest;
        check(VecMin(entries, nullptr, &smallest));
        check(VecDestroy(&entries));
        if (!(smallest > 0.))
          throw LinearSolverError("The iteration matrix is singular: it has "
                                  "zeros on its diagonal",
                                  0.);
        check(KSPSetType(ksp, KSPPREONLY));
        check(PCSetType(pc, PCJACOBI));
      }
    else if (settings.method == Settings::Method::conjugate_gradients)
      set_up_iteration(ksp, pc, matrix, is_serial, settings);
    else if (by_blocks)
      {
        use_conjugate_gradients(ksp, 1e-14);
        check(PCSetType(pc, PCBJACOBI));
      }
    else
      {
        check(KSPSetType(ksp, KSPPREONLY));
        use_cholesky(pc);
        if (settings.method == Settings::Method::direct)
          check(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
      }
    check(KSPSetFromOptions(ksp));
    check(KSPSetUp(ksp));
    if (by_blocks && !diagonal)
      for_each_block(pc, use_cholesky);
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
    PetscInt n;
    check(KSPGetIterationNumber(ksp, &n));
    iterations += static_cast<unsigned long int>(n);
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

  void
  PETScAlgebra::LinearSolver::vmult(Vector &y, const Vector &x) const
  {
    Mat matrix;
    check(KSPGetOperators(ksp, &matrix, nullptr));
    check(MatMult(matrix,
                  static_cast<const Vec &>(x),
                  static_cast<const Vec &>(y)));
  }

  void
  PETScAlgebra::LinearSolver::precondition(Vector &y, const Vector &r) const
  {
    PC pc;
    check(KSPGetPC(ksp, &pc));
    check(
      PCApply(pc, static_cast<const Vec &>(r), static_cast<const Vec &>(y)));
  }
} // namespace percuss
