// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_active_row_solver_h
#define percuss_simulation_active_row_solver_h

#include <percuss/algebra/serialize_vector.h>
#include <percuss/complementarity/delassus_operator.h>
#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/time_integration/time_integration_scheme.h>

#include <cmath>

namespace percuss
{
  /**
   * The equality problem of an active set A where W = c G S^{-1} G^T and the
   * rows of G act on single nodes: the minimum of 1/2 z^T S z under
   *
   *     c G_A z = -b_A,     P_A = (G_A^+)^T S z,     u = c G z + b,
   *
   * by conjugate gradients in the null space of G_A, preconditioned by that of
   * S between two projections. The cost is that of one solution with S, while
   * iterating with W itself would cost one in every iteration; no matrix
   * changes with A. The last solution is the first guess of the next.
   *
   * Source: J. Nocedal, S. J. Wright, Numerical Optimization, 2006, Algorithm
   * 16.2 (projected conjugate gradients).
   *
   * Equations: doc/theory/solids.md (2).
   */
  template <Algebra A>
  class ActiveRowSolver
  {
  public:
    using Vector = typename A::Vector;

    /**
     * @param response solver of S, and c
     * @param rows     G
     * @param size     a vector of the right size and distribution
     */
    ActiveRowSolver(const DirectResponse<A> &response,
                    NodalRows<A>            &rows,
                    const Vector            &size)
      : response(response)
      , rows(rows)
      , z(size)
      , S_z(size)
      , residual(size)
      , preconditioned(size)
      , direction(size)
    {
      z = 0.;
    }

    /** Solves for @p p, zero off A, and @p u.
     * @param multiply_jacobian u = G z of (z, u) */
    template <class VelocityMap>
    DelassusOperator::RowSolution
    solve(const std::span<const unsigned char> active,
          const std::span<const double>        b,
          const VelocityMap                   &multiply_jacobian,
          const std::span<double>              p,
          const std::span<double>              u)
    {
      using Solution                        = DelassusOperator::RowSolution;
      constexpr double       tolerance      = 1e-11;
      constexpr unsigned int max_iterations = 5000;
      const double           c              = response.factor;
      for (std::size_t i = 0; i < b.size(); ++i)
        u[i] = -b[i] / c;
      rows.project(active, z);
      rows.add_lift(active, u, z);

      response.solver->vmult(S_z, z);
      response.solver->precondition(preconditioned, S_z);
      const double scale = S_z * preconditioned;
      residual.equ(-1., S_z);
      rows.project(active, residual);
      double delta = precondition(active);
      direction.equ(1., preconditioned);
      for (unsigned int k = 0;
           std::sqrt(std::abs(delta)) > tolerance * std::sqrt(scale);
           ++k)
        {
          if (k == max_iterations || !std::isfinite(delta))
            return Solution::failed;
          response.solver->vmult(preconditioned, direction);
          const double step = delta / (direction * preconditioned);
          z.add(step, direction);
          S_z.add(step, preconditioned);
          residual.add(-step, preconditioned);
          rows.project(active, residual);
          const double old_delta = delta;
          delta                  = precondition(active);
          direction.sadd(delta / old_delta, 1., preconditioned);
        }

      rows.multipliers(active, S_z, p);
      multiply_jacobian(z, u);
      for (std::size_t i = 0; i < b.size(); ++i)
        u[i] = active[i] ? 0. : c * u[i] + b[i];
      return Solution::solved;
    }

    /** Writes or reads the first guess. */
    void
    serialize(Archive &archive)
    {
      serialize_vector<A>(archive, z);
    }

  private:
    /** Sets preconditioned; returns its product with the residual. */
    double
    precondition(const std::span<const unsigned char> active)
    {
      response.solver->precondition(preconditioned, residual);
      rows.project(active, preconditioned);
      return residual * preconditioned;
    }

    const DirectResponse<A> response;
    NodalRows<A>           &rows;
    Vector                  z, S_z, residual, preconditioned, direction;
  };
} // namespace percuss

#endif
