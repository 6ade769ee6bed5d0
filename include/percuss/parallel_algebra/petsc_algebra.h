// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_parallel_algebra_petsc_algebra_h
#define percuss_parallel_algebra_petsc_algebra_h

#include <percuss/algebra/algebra.h>
#include <percuss/algebra/linear_operator.h>
#include <percuss/algebra/linear_solver_settings.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <deal.II/base/array_view.h>
#include <deal.II/base/mpi.h>
#include <deal.II/lac/petsc_sparse_matrix.h>
#include <deal.II/lac/petsc_vector.h>

#include <petscksp.h>

#include <concepts>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace percuss
{
  /** The entries of a diagonal matrix, to be read by for_entries(). */
  struct PETScDiagonal
  {
    Vec entries = nullptr;
  };

  /** Vectors and matrices of PETSc, distributed over the ranks. */
  struct PETScAlgebra
  {
    static constexpr bool        is_small = false;
    static constexpr const char *name     = "PETSc";

    using Vector = dealii::PETScWrappers::MPI::Vector;
    using Matrix = dealii::PETScWrappers::MPI::SparseMatrix;

    /**
     * S x = b for symmetric positive definite S as the settings say:
     *
     *     diagonal S          its inverse, whatever the settings
     *     bar                 sparse Cholesky; on several ranks conjugate
     *                         gradients preconditioned by the Cholesky factors
     *                         of the ranks' diagonal blocks, to 1e-14 of the
     *                         right-hand side: what is left are the few
     *                         couplings between ranks
     *     direct              Cholesky by MUMPS
     *     conjugate gradients with products of blocks of nodes (BAIJ); of
     *                         single entries where GAMG preconditions; of S
     *                         that is known by its products (LinearOperator)
     *                         preconditioned by its diagonal
     *
     * Options -percuss_ksp_..., as PETSc names them, override this choice.
     */
    class LinearSolver
    {
    public:
      using Settings = LinearSolverSettings<Vector>;

      LinearSolver();
      LinearSolver(const LinearSolver &) = delete;
      LinearSolver &
      operator=(const LinearSolver &) = delete;
      ~LinearSolver();

      /** Throws LinearSolverError on all ranks if S is singular. */
      void
      factorize(const Matrix &S, const Settings &settings = {});
      void
      factorize(LinearOperator<Vector> S, const Settings &settings);

      /** Throws LinearSolverError where the iteration does not converge. */
      void
      solve(Vector &x, const Vector &b) const;

      /** y = S x. */
      void
      vmult(Vector &y, const Vector &x) const;

      /** y = B r with the preconditioner B of S; S^{-1} if S is factorized. */
      void
      precondition(Vector &y, const Vector &r) const;

      /** Whether S is diagonal: no unknown answers another one's equation. */
      bool
      is_diagonal() const
      {
        return inverse.entries != nullptr;
      }

      /** S^{-1}, where S is diagonal; else null. */
      const PETScDiagonal *
      inverse_diagonal() const
      {
        return is_diagonal() ? &inverse : nullptr;
      }

      /** Whether solutions are those of an iteration. */
      bool
      iterates() const;

      /** Iterations of all solves since construction. */
      unsigned long int
      n_iterations() const
      {
        return counts.own.iterations;
      }

      /** Counts a system that was solved with vmult() and precondition(). */
      void
      enter_iterations(const unsigned long int n) const
      {
        counts.enter(n);
      }

    private:
      struct Shell; // S as PETSc sees a LinearOperator

      void
      clear();
      void
      create(MPI_Comm communicator);
      void
      invert_diagonal(Vec diagonal);
      void
      set_up(PC pc, bool by_blocks, MPI_Comm communicator);

      std::unique_ptr<Shell>   shell;
      KSP                      ksp = nullptr;
      PETScDiagonal            inverse; // if S is diagonal
      mutable SharedIterations counts;
    };

    /** y = B x. */
    static void
    vmult(const Matrix &B, Vector &y, const Vector &x)
    {
      B.vmult(y, x);
    }

    /** Calls f(const double *) with the entries that this rank owns. */
    template <class Function>
    static void
    read_local(const Vector &x, Function &&f)
    {
      const double *entries;
      VecGetArrayRead(x, &entries);
      f(entries);
      VecRestoreArrayRead(x, &entries);
    }

    /** Calls f(double *) with the entries that this rank owns. */
    template <class Function>
    static void
    write_local(Vector &x, Function &&f)
    {
      double *entries;
      VecGetArray(x, &entries);
      f(entries);
      VecRestoreArray(x, &entries);
    }
  };

  template <class V>
  requires std::same_as<std::remove_const_t<V>, PETScAlgebra::Vector>
  struct LocalEntries<V>
  {
    static constexpr bool is_read_only = std::is_const_v<V>;

    explicit LocalEntries(V &x)
      : x(x)
    {
      if constexpr (is_read_only)
        VecGetArrayRead(x, &data);
      else
        VecGetArray(x, &data);
    }
    LocalEntries(const LocalEntries &) = delete;
    ~LocalEntries()
    {
      if constexpr (is_read_only)
        VecRestoreArrayRead(x, &data);
      else
        VecRestoreArray(x, &data);
    }

    std::size_t
    size() const
    {
      return x.locally_owned_size();
    }

    static void
    add_over_ranks(V &x, const std::span<double> sums)
    {
      dealii::Utilities::MPI::sum(
        dealii::ArrayView<const double>(sums.data(), sums.size()),
        x.get_mpi_communicator(),
        dealii::ArrayView<double>(sums.data(), sums.size()));
    }

    static void
    append_over_ranks(V &x, std::vector<double> &values)
    {
      const auto of_ranks = all_gather(x.get_mpi_communicator(), values);
      values.clear();
      for (const std::vector<double> &of_rank : of_ranks)
        values.insert(values.end(), of_rank.begin(), of_rank.end());
    }

    static unsigned int
    n_ranks(V &x)
    {
      return dealii::Utilities::MPI::n_mpi_processes(x.get_mpi_communicator());
    }

    V                                                      &x;
    std::conditional_t<is_read_only, const double, double> *data;
  };

  template <>
  struct LocalEntries<const PETScDiagonal>
  {
    explicit LocalEntries(const PETScDiagonal &matrix)
      : entries(matrix.entries)
    {
      VecGetArrayRead(entries, &data);
    }
    LocalEntries(const LocalEntries &) = delete;
    ~LocalEntries()
    {
      VecRestoreArrayRead(entries, &data);
    }

    std::size_t
    size() const
    {
      PetscInt n;
      VecGetLocalSize(entries, &n);
      return static_cast<std::size_t>(n);
    }

    Vec           entries;
    const double *data;
  };
} // namespace percuss

#endif
