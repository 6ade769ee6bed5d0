// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_parallel_algebra_trilinos_algebra_h
#define percuss_parallel_algebra_trilinos_algebra_h

#include <percuss/algebra/algebra.h>
#include <percuss/algebra/linear_solver_settings.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <deal.II/base/array_view.h>
#include <deal.II/base/mpi.h>
#include <deal.II/lac/trilinos_sparse_matrix.h>
#include <deal.II/lac/trilinos_vector.h>

#include <Epetra_CrsMatrix.h>
#include <Epetra_FEVector.h>

#include <concepts>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace percuss
{
  /** Vectors and matrices of Trilinos (Epetra), distributed over the ranks. */
  struct TrilinosAlgebra
  {
    static constexpr bool        is_small = false;
    static constexpr const char *name     = "Trilinos";

    using Vector = dealii::TrilinosWrappers::MPI::Vector;
    using Matrix = dealii::TrilinosWrappers::SparseMatrix;

    /**
     * S x = b for symmetric positive definite S as the settings say:
     *
     *     diagonal S          its inverse, whatever the settings
     *     bar                 KLU of Amesos; on several ranks conjugate
     *                         gradients preconditioned by exact solves with
     *                         the ranks' diagonal blocks, to 1e-14 of the
     *                         right-hand side
     *     direct              KLU, on one of the ranks
     *     conjugate gradients preconditioned by Ifpack or ML
     */
    class LinearSolver
    {
    public:
      using Settings = LinearSolverSettings<Vector>;

      LinearSolver();
      ~LinearSolver();

      /**
       * Throws LinearSolverError if S is singular.
       * @pre On several ranks the diagonal blocks are not: Ifpack's set-up is
       * collective, and a rank that fails alone leaves the others waiting.
       */
      void
      factorize(const Matrix &S, const Settings &settings = {});

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
      is_diagonal() const;

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
      mutable SharedIterations counts;

      struct Implementation;
      std::unique_ptr<Implementation> implementation;
    };

    /** y = B x; deal.II's function would create two vectors in each call. */
    static void
    vmult(const Matrix &B, Vector &y, const Vector &x)
    {
      B.trilinos_matrix().Multiply(false,
                                   x.trilinos_vector(),
                                   y.trilinos_vector());
    }

    /** Calls f(const double *) with the entries that this rank owns. */
    template <class Function>
    static void
    read_local(const Vector &x, Function &&f)
    {
      f(static_cast<const double *>(x.begin()));
    }

    /** Calls f(double *) with the entries that this rank owns. */
    template <class Function>
    static void
    write_local(Vector &x, Function &&f)
    {
      f(static_cast<double *>(x.begin()));
    }
  };

  template <class V>
  requires std::same_as<std::remove_const_t<V>, TrilinosAlgebra::Vector>
  struct LocalEntries<V>
  {
    explicit LocalEntries(V &x)
      : data(x.begin())
      , n_entries(x.locally_owned_size())
    {}

    std::size_t
    size() const
    {
      return n_entries;
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

    const decltype(std::declval<V>().begin()) data;
    const std::size_t                         n_entries;
  };
} // namespace percuss

#endif
