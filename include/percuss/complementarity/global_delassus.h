// SPDX-License-Identifier: Apache-2.0

// The Delassus operator in the global form:
//   f = G^T p,   S z = f,   u = G z    so that    u = G S^{-1} G^T p.

#ifndef percuss_complementarity_global_delassus_h
#define percuss_complementarity_global_delassus_h

#include <percuss/complementarity/delassus_operator.h>

#include <cassert>
#include <cmath>
#include <functional>
#include <random>
#include <utility>

namespace percuss
{
  /**
   * W = G S^{-1} G^T for any type `Vector` of the n-dimensional space in which
   * S is solved. The three maps are the caller's and must outlive the object,
   * as must whatever they refer to.
   *
   * apply() works in two vectors owned by the object and allocates nothing
   * itself; one object must not be applied by two threads at a time.
   *
   * @pre S symmetric positive definite; G has m = n_rows rows.
   *
   * Equations: doc/theory/complementarity.md (2).
   */
  template <class Vector>
  class GlobalDelassus final : public DelassusOperator
  {
  public:
    /** f = G^T p, from impulses [N s] to generalized momenta. */
    using ImpulseMap = std::function<void(std::span<const double>, Vector &)>;
    /** z = S^{-1} f. Arguments: f, z. */
    using Solve = std::function<void(const Vector &, Vector &)>;
    /** u = G z, from velocities to gap velocities [m/s]. */
    using VelocityMap = std::function<void(const Vector &, std::span<double>)>;

    /** As DelassusOperator::solve_rows(): A, b, p, u. */
    using RowSolve = std::function<RowSolution(std::span<const unsigned char>,
                                               std::span<const double>,
                                               std::span<double>,
                                               std::span<double>)>;

    /**
     * @param prototype a vector of the right size, copied twice.
     * @param row_scale the scales sqrt(W_ii) where they are known. If empty,
     *   all are set to sqrt(trace(W) / m) with the trace estimated by eight
     *   applications: z^T W z has the mean trace(W) over z_i = ±1 at random
     *   (M. F. Hutchinson, Commun. Stat. Simul. Comput. 19, 1990).
     */
    GlobalDelassus(const unsigned int  n_rows,
                   ImpulseMap          multiply_transposed_jacobian,
                   Solve               solve_iteration_matrix,
                   VelocityMap         multiply_jacobian,
                   const Vector       &prototype,
                   std::vector<double> row_scale = {})
      : impulse_map(std::move(multiply_transposed_jacobian))
      , solve(std::move(solve_iteration_matrix))
      , velocity_map(std::move(multiply_jacobian))
      , momentum(prototype)
      , velocity(prototype)
    {
      assert(row_scale.empty() || row_scale.size() == n_rows);
      if (row_scale.empty())
        row_scale.assign(n_rows, estimated_scale(n_rows));
      set_row_scale(std::move(row_scale), true);
    }

    /** Gives the operator a method of its own for rows of equations. */
    void
    set_row_solver(RowSolve method)
    {
      row_solver = std::move(method);
    }

    /** As DelassusOperator::solve_contacts(). */
    using ContactSolve =
      std::function<RowSolution(std::span<const unsigned char>,
                                std::span<const Slip>,
                                std::span<const double>,
                                double,
                                std::span<double>,
                                std::span<double>)>;

    /** Gives the operator a method of its own for contacts with friction. */
    void
    set_contact_solver(ContactSolve method)
    {
      contact_solver = std::move(method);
    }

    /** To be called when the maps have changed. */
    using DelassusOperator::renew_identity;

    RowSolution
    solve_rows(std::span<const unsigned char> active,
               std::span<const double>        b,
               std::span<double>              p,
               std::span<double>              u) const override
    {
      return row_solver ? row_solver(active, b, p, u) :
                          RowSolution::unavailable;
    }

    RowSolution
    solve_contacts(std::span<const unsigned char> active,
                   std::span<const Slip>          slips,
                   std::span<const double>        b,
                   const double                   tolerance,
                   std::span<double>              p,
                   std::span<double>              u) const override
    {
      return contact_solver ?
               contact_solver(active, slips, b, tolerance, p, u) :
               RowSolution::unavailable;
    }

    void
    apply(std::span<const double> p, std::span<double> u) const override
    {
      impulse_map(p, momentum);
      solve(momentum, velocity);
      velocity_map(velocity, u);
    }

  private:
    double
    estimated_scale(const unsigned int n_rows) const
    {
      constexpr unsigned int n_probes = 8;
      std::mt19937           generator(1);
      std::vector<double>    probe(n_rows), image(n_rows);
      double                 sum = 0.;
      for (unsigned int k = 0; k < n_probes; ++k)
        {
          for (double &entry : probe)
            entry = (generator() & 1u) != 0u ? 1. : -1.;
          apply(probe, image);
          for (unsigned int i = 0; i < n_rows; ++i)
            sum += probe[i] * image[i];
        }
      return sum == 0. ? 1. : std::sqrt(sum / (n_probes * n_rows));
    }

    ImpulseMap   impulse_map;
    Solve        solve;
    VelocityMap  velocity_map;
    RowSolve     row_solver;
    ContactSolve contact_solver;

    mutable Vector momentum;
    mutable Vector velocity;
  };
} // namespace percuss

#endif
