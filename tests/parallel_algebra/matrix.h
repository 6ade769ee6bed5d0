// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_parallel_algebra_matrix_h
#define percuss_tests_parallel_algebra_matrix_h

#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/index_set.h>
#include <deal.II/base/mpi.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>

#include <gtest/gtest.h>

#include <functional>

namespace percuss::test
{
  using Algebras = testing::Types<PETScAlgebra, TrilinosAlgebra>;

  /** Equal contiguous parts of n indices for the ranks. */
  inline dealii::IndexSet
  owned_indices(const unsigned int n)
  {
    const unsigned int rank =
      dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD);
    const unsigned int n_ranks =
      dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD);
    dealii::IndexSet owned(n);
    owned.add_range(n * rank / n_ranks, n * (rank + 1) / n_ranks);
    return owned;
  }

  /** The vector of entries f(i). */
  template <Algebra A>
  typename A::Vector
  make_vector(const dealii::IndexSet                    &owned,
              const std::function<double(unsigned int)> &f)
  {
    typename A::Vector x(owned, MPI_COMM_WORLD);
    A::write_local(x, [&](double *local) {
      for (unsigned int i = 0; i < owned.n_elements(); ++i)
        local[i] = f(static_cast<unsigned int>(owned.nth_index_in_set(i)));
    });
    return x;
  }

  /** The matrix of the entries f(i, j) that differ from zero. */
  template <Algebra A>
  void
  make_matrix(const dealii::IndexSet                                  &owned,
              const std::function<double(unsigned int, unsigned int)> &f,
              typename A::Matrix                                      &S)
  {
    const unsigned int             n = static_cast<unsigned int>(owned.size());
    dealii::DynamicSparsityPattern pattern(n, n, owned);
    const auto                     for_all_entries = [&](const auto &visit) {
      for (const auto i : owned)
        for (unsigned int j = 0; j < n; ++j)
          if (i == j || f(static_cast<unsigned int>(i), j) != 0.)
            visit(static_cast<unsigned int>(i), j);
    };
    for_all_entries([&](const auto i, const auto j) { pattern.add(i, j); });
    S.reinit(owned, owned, pattern, MPI_COMM_WORLD);
    for_all_entries([&](const auto i, const auto j) { S.set(i, j, f(i, j)); });
    S.compress(dealii::VectorOperation::insert);
  }

  /** The symmetric tridiagonal matrix with one off-diagonal entry. */
  template <Algebra A>
  void
  make_tridiagonal(const dealii::IndexSet                    &owned,
                   const std::function<double(unsigned int)> &diagonal,
                   const double                               off_diagonal,
                   typename A::Matrix                        &S)
  {
    make_matrix<A>(
      owned,
      [&](const unsigned int i, const unsigned int j) {
        return i == j                   ? diagonal(i) :
               i + 1 == j || j + 1 == i ? off_diagonal :
                                          0.;
      },
      S);
  }
} // namespace percuss::test

#endif
