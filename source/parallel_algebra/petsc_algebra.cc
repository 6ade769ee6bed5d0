// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/petsc_blocks.h>
#include <percuss/parallel_algebra/petsc_check.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  static_assert(Algebra<PETScAlgebra>);

  namespace
  {
    using Settings = PETScAlgebra::LinearSolver::Settings;

    using petsc::check;
    using petsc::copy_by_blocks;
    using petsc::has_blocks;

    /** What is zero beside the smallest diagonal entry of a matrix: PETSc
     * compares pivots with 2e-14 whatever their unit. Of this rank's rows. */
    double
    zero_pivot(Mat matrix)
    {
      Vec diagonal;
      check(MatCreateVecs(matrix, &diagonal, nullptr));
      check(MatGetDiagonal(matrix, diagonal));
      PetscInt           n;
      const PetscScalar *entries;
      check(VecGetLocalSize(diagonal, &n));
      check(VecGetArrayRead(diagonal, &entries));
      double smallest = std::numeric_limits<double>::infinity();
      for (PetscInt i = 0; i < n; ++i)
        smallest = std::min(smallest, std::abs(entries[i]));
      check(VecRestoreArrayRead(diagonal, &entries));
      check(VecDestroy(&diagonal));
      return std::isfinite(smallest) ? 1e-14 * smallest : 0.;
    }

    /** Sparse Cholesky of a sequential matrix, ordered by nested dissection. */
    void
    use_cholesky(PC pc)
    {
      Mat matrix;
      check(PCGetOperators(pc, nullptr, &matrix));
      check(PCSetType(pc, PCCHOLESKY));
      check(PCFactorSetMatOrderingType(pc, MATORDERINGND));
      check(PCFactorSetZeroPivot(pc, zero_pivot(matrix)));
    }

    /** MUMPS, with room for twice what it expects to need: of small matrices on
     * several ranks a fifth more, its own choice, has been too little. */
    void
    use_mumps(PC pc)
    {
      constexpr PetscInt percent_of_room = 14, percent = 100;
      Mat                factors;
      check(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
      check(PCFactorSetUpMatSolverType(pc));
      check(PCFactorGetMatrix(pc, &factors));
      check(MatMumpsSetIcntl(factors, percent_of_room, percent));
    }

    /** Of a sequential matrix; unless the options choose others, incomplete
     * factors of no fill. */
    void
    use_incomplete_factors(PC pc)
    {
      PCType type;
      check(PCGetType(pc, &type));
      if (type == nullptr)
        check(PCSetType(pc, PCILU));
      Mat matrix;
      check(PCGetOperators(pc, nullptr, &matrix));
      check(PCFactorSetZeroPivot(pc, zero_pivot(matrix)));
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
    set_up_iteration(KSP ksp, PC pc, Mat matrix, const Settings &settings)
    {
      using Preconditioner = Settings::Preconditioner;
      use_conjugate_gradients(ksp, settings.tolerance);
      check(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
      const auto wanted     = static_cast<PetscInt>(settings.block_size);
      const auto block_size = has_blocks(matrix, wanted) ? wanted : 1;
      check(MatSetBlockSize(matrix, block_size));
      if (settings.preconditioner == Preconditioner::multigrid)
        {
          set_near_null_space(matrix, settings);
          check(KSPSetOperators(ksp, matrix, matrix));
          check(PCSetType(pc, PCGAMG));
          return;
        }
      if (block_size > 1)
        {
          Mat blocks = copy_by_blocks(matrix, block_size);
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

  /** The products read and write PETSc's vectors in place. */
  struct PETScAlgebra::LinearSolver::Shell
  {
    explicit Shell(LinearOperator<Vector> given)
      : S(std::move(given))
    {
      if (S.is_diagonal)
        return;
      x.reinit(S.diagonal, true);
      y.reinit(S.diagonal, true);
    }

    static PetscErrorCode
    multiply(Mat matrix, Vec from, Vec to)
    {
      Shell *shell;
      check(MatShellGetContext(matrix, &shell));
      const PetscScalar *of_x;
      PetscScalar       *of_y;
      check(VecGetArrayRead(from, &of_x));
      check(VecGetArray(to, &of_y));
      check(VecPlaceArray(shell->x, of_x));
      check(VecPlaceArray(shell->y, of_y));
      shell->S.multiply(shell->x, shell->y);
      check(VecResetArray(shell->x));
      check(VecResetArray(shell->y));
      check(VecRestoreArrayRead(from, &of_x));
      check(VecRestoreArray(to, &of_y));
      return 0;
    }

    static PetscErrorCode
    get_diagonal(Mat matrix, Vec diagonal)
    {
      Shell *shell;
      check(MatShellGetContext(matrix, &shell));
      check(VecCopy(shell->S.diagonal, diagonal));
      return 0;
    }

    LinearOperator<Vector> S;
    Vector                 x, y; // whose entries are others' in products
  };

  PETScAlgebra::LinearSolver::LinearSolver() = default;

  PETScAlgebra::LinearSolver::~LinearSolver()
  {
    VecDestroy(&inverse.entries);
    KSPDestroy(&ksp);
  }

  void
  PETScAlgebra::LinearSolver::clear()
  {
    check(VecDestroy(&inverse.entries));
    check(KSPDestroy(&ksp));
    shell.reset();
  }

  void
  PETScAlgebra::LinearSolver::create(const MPI_Comm communicator)
  {
    clear();
    check(KSPCreate(communicator, &ksp));
    check(KSPSetOptionsPrefix(ksp, "percuss_"));
  }

  void
  PETScAlgebra::LinearSolver::factorize(LinearOperator<Vector> S,
                                        const Settings        &settings)
  {
    const MPI_Comm communicator = S.diagonal.get_mpi_communicator();
    if (S.is_diagonal)
      {
        clear();
        counts.shared = settings.counter;
        invert_diagonal(S.diagonal);
        S.diagonal.clear();
        shell = std::make_unique<Shell>(std::move(S));
        return;
      }
    create(communicator);
    counts.shared       = settings.counter;
    shell               = std::make_unique<Shell>(std::move(S));
    const Vector &sizes = shell->S.diagonal;
    const auto    n     = static_cast<PetscInt>(sizes.locally_owned_size());
    const auto    N     = static_cast<PetscInt>(sizes.size());
    Mat           matrix;
    check(MatCreateShell(communicator, n, n, N, N, shell.get(), &matrix));
    check(MatShellSetOperation(matrix,
                               MATOP_MULT,
                               reinterpret_cast<void (*)()>(&Shell::multiply)));
    check(
      MatShellSetOperation(matrix,
                           MATOP_GET_DIAGONAL,
                           reinterpret_cast<void (*)()>(&Shell::get_diagonal)));
    check(MatSetOption(matrix, MAT_SPD, PETSC_TRUE));
    check(KSPSetOperators(ksp, matrix, matrix));
    check(MatDestroy(&matrix)); // the solver keeps a reference
    use_conjugate_gradients(ksp, settings.tolerance);
    check(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
    PC pc;
    check(KSPGetPC(ksp, &pc));
    check(PCSetType(pc, PCJACOBI));
    set_up(pc, false, communicator);
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

    create(is_serial ? PETSC_COMM_SELF : communicator);
    counts.shared = settings.counter;

    // the reference count of PETSc keeps the matrix alive in the solver
    Mat matrix = static_cast<Mat>(S);
    if (is_serial)
      check(MatGetDiagonalBlock(static_cast<Mat>(S), &matrix));
    check(MatSetOption(matrix, MAT_SPD, PETSC_TRUE));
    check(KSPSetOperators(ksp, matrix, matrix));

    MatInfo info;
    check(MatGetInfo(static_cast<Mat>(S), MAT_GLOBAL_SUM, &info));
    const bool is_diagonal = info.nz_used == static_cast<double>(S.m());

    PC pc;
    check(KSPGetPC(ksp, &pc));
    if (is_diagonal)
      {
        Vec diagonal; // PETSc would take 1 for what is zero
        check(MatCreateVecs(static_cast<Mat>(S), &diagonal, nullptr));
        check(MatGetDiagonal(static_cast<Mat>(S), diagonal));
        try
          {
            invert_diagonal(diagonal);
          }
        catch (...)
          {
            check(VecDestroy(&diagonal));
            throw;
          }
        check(VecDestroy(&diagonal));
        check(KSPSetType(ksp, KSPPREONLY));
        check(PCSetType(pc, PCJACOBI));
      }
    else if (settings.method == Settings::Method::conjugate_gradients)
      set_up_iteration(ksp, pc, matrix, settings);
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
          use_mumps(pc);
      }
    set_up(pc, by_blocks && !is_diagonal, communicator);
  }

  void
  PETScAlgebra::LinearSolver::invert_diagonal(Vec diagonal)
  {
    check(VecDestroy(&inverse.entries));
    check(VecDuplicate(diagonal, &inverse.entries));
    PetscInt           n;
    const PetscScalar *entries;
    PetscScalar       *inverses;
    check(VecGetLocalSize(diagonal, &n));
    check(VecGetArrayRead(diagonal, &entries));
    check(VecGetArray(inverse.entries, &inverses));
    bool is_singular = false;
    for (PetscInt i = 0; i < n; ++i)
      {
        inverses[i] = 1. / entries[i];
        is_singular |= !std::isfinite(inverses[i]) || inverses[i] == 0.;
      }
    check(VecRestoreArrayRead(diagonal, &entries));
    check(VecRestoreArray(inverse.entries, &inverses));
    const MPI_Comm communicator =
      PetscObjectComm(reinterpret_cast<PetscObject>(diagonal));
    if (dealii::Utilities::MPI::logical_or(is_singular, communicator))
      throw LinearSolverError("The iteration matrix is singular: it has "
                              "zeros on its diagonal",
                              0.);
  }

  void
  PETScAlgebra::LinearSolver::set_up(PC             pc,
                                     const bool     by_blocks,
                                     const MPI_Comm communicator)
  {
    check(KSPSetFromOptions(ksp));
    check(KSPSetUp(ksp));
    if (by_blocks)
      for_each_block(pc, use_cholesky);
    else
      for_each_block(pc, use_incomplete_factors);
    check(KSPSetUpOnBlocks(ksp));

    // one rank's block may fail alone: all ranks have to know
    PCFailedReason failure;
    check(PCGetFailedReasonRank(pc, &failure));
    const auto any = [&](const bool of_rank) {
      return dealii::Utilities::MPI::logical_or(of_rank, communicator);
    };
    if (any(failure == PC_FACTOR_OUTMEMORY))
      throw LinearSolverError("PETSc could not factorize the iteration matrix: "
                              "there is not enough memory for its factors",
                              0.);
    if (any(failure != PC_NOERROR))
      throw LinearSolverError("PETSc could not factorize the iteration matrix: "
                              "it is singular",
                              0.);
  }

  void
  PETScAlgebra::LinearSolver::solve(Vector &x, const Vector &b) const
  {
    if (is_diagonal())
      {
        check(VecPointwiseMult(x, b, inverse.entries));
        return;
      }
    check(
      KSPSolve(ksp, static_cast<const Vec &>(b), static_cast<const Vec &>(x)));
    PetscInt n;
    check(KSPGetIterationNumber(ksp, &n));
    if (iterates())
      enter_iterations(static_cast<unsigned long int>(n));
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

  bool
  PETScAlgebra::LinearSolver::iterates() const
  {
    if (is_diagonal())
      return false;
    KSPType type;
    check(KSPGetType(ksp, &type));
    return std::strcmp(type, KSPPREONLY) != 0;
  }

  void
  PETScAlgebra::LinearSolver::vmult(Vector &y, const Vector &x) const
  {
    if (ksp == nullptr)
      {
        shell->S.multiply(x, y);
        return;
      }
    Mat matrix;
    check(KSPGetOperators(ksp, &matrix, nullptr));
    check(MatMult(matrix,
                  static_cast<const Vec &>(x),
                  static_cast<const Vec &>(y)));
  }

  void
  PETScAlgebra::LinearSolver::precondition(Vector &y, const Vector &r) const
  {
    if (ksp == nullptr)
      {
        solve(y, r);
        return;
      }
    PC pc;
    check(KSPGetPC(ksp, &pc));
    check(
      PCApply(pc, static_cast<const Vec &>(r), static_cast<const Vec &>(y)));
  }
} // namespace percuss
