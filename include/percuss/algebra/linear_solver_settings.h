// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_linear_solver_settings_h
#define percuss_algebra_linear_solver_settings_h

#include <percuss/algebra/linear_iterations.h>

#include <span>

namespace percuss
{
  /** How linear systems S x = b with symmetric positive definite S are solved;
   * small and diagonal matrices do not ask. */
  template <class Vector>
  struct LinearSolverSettings
  {
    enum class Method
    {
      /** One factorization in one space dimension: of S on one rank, of the
       * ranks' diagonal blocks, which precondition conjugate gradients, on
       * several. */
      bar,
      /** A factorization of S over all ranks. */
      direct,
      /** Conjugate gradients. */
      conjugate_gradients
    };

    enum class Preconditioner
    {
      /** Inverses of the diagonal blocks of the nodes. */
      jacobi,
      /** Incomplete factors of the ranks' diagonal blocks. */
      incomplete_factors,
      /** Algebraic multigrid, smoothed aggregation. */
      multigrid
    };

    Method         method         = Method::bar;
    Preconditioner preconditioner = Preconditioner::jacobi;

    /** Bound of |b - S x| over |b|, of the iteration. */
    double tolerance = 1e-12;

    /** Unknowns of a node. */
    unsigned int block_size = 1;

    /** What multigrid has to represent on every level: vectors with K y = 0
     * before any displacement is held. */
    std::span<const Vector> rigid_body_modes{};

    /** Where iterations are counted, if it is not null; outlives the solver. */
    LinearIterations *counter = nullptr;
  };
} // namespace percuss

#endif
