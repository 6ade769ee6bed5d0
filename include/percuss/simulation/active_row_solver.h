// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_active_row_solver_h
#define percuss_simulation_active_row_solver_h

#include <percuss/algebra/serialize_vector.h>
#include <percuss/complementarity/active_set_search.h>
#include <percuss/complementarity/delassus_operator.h>
#include <percuss/constraints/constraint_kinematics.h>
#include <percuss/simulation/row_compliance.h>
#include <percuss/time_integration/time_integration_scheme.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * The equality problem of an active set A where W = c G S^{-1} G^T and the
   * rows of G have nodes of their own, G_A R = 1 (NodalRows): the minimum of 1/2
   * z^T S z under
   *
   *     c G_A z = -b_A,     P_A = R^T S z,     u = c G z + b,
   *
   * by conjugate gradients in the null space of G_A, preconditioned by that of
   * S between two projections. The cost is that of one solution with S, while
   * iterating with W itself would cost one in every iteration; no matrix
   * changes with A. The last solution is the first guess of the next.
   *
   * Where W has another part, mass_factor G M^{-1} G^T with a diagonal M, rows of
   * A have the compliance C = mass_factor/c G_A M^{-1} G_A^T (RowCompliance):
   *
   *     S z = G_A^T P,     G_A z + C P = -b_A/c.
   *
   * Conjugate gradients in the pairs (z, P) with G_A z + C P = 0, where the
   * matrix of both equations is S and C, positive definite, with residuals r of
   * the first equation alone. rho = R^T r is kept apart from (1 - R G_A)^T r, and
   * the preconditioner gives, with B that of S,
   *
   *     dP = -rho + Y^{-1} C rho,
   *     dz = (1 - R G_A) B (1 - R G_A)^T r - R C dP.
   *
   * The motion of a step may be solved along with its impulses, where b lacks
   * it: a force f beside them, S z = G^T P + f, changes right-hand sides alone.
   *
   * Contacts that slip (Slip) have their normal rows in A. With F, what leaves
   * no normal force there and takes out its friction with it,
   * r <- (1 - a n^T/(n^T a)) r, a = n + mu t^T d, and no force in rows of A,
   *
   *     F (S z + t^T kappa Q (c t z + b_T)) = 0,
   *
   * trial functions in the null space of G_A, residuals in that of F: not
   * symmetric, and solved by stabilized biconjugate gradients.
   *
   * Source: J. Nocedal, S. J. Wright, Numerical Optimization, 2006, Algorithm
   * 16.2 (projected conjugate gradients); H. A. van der Vorst, SIAM J. Sci. Stat.
   * Comput. 13 (1992) 631-644 (stabilized biconjugate gradients).
   *
   * Equations: doc/theory/solids.md (2), (2a), (2b), (2c), (2d),
   * doc/theory/mortar_contact.md (8).
   */
  template <Algebra A>
  class ActiveRowSolver
  {
  public:
    using Vector   = typename A::Vector;
    using Solution = DelassusOperator::RowSolution;
    using RowSet   = std::span<const unsigned char>;
    using Slips    = std::span<const Slip>;

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
      , velocity(size)
    {
      z = 0.;
      if (response.mass_factor == 0.)
        return;
      response.solver->precondition(preconditioned, *response.mass);
      compliant.emplace(response.mass_factor / response.factor,
                        *response.mass,
                        preconditioned);
    }

    /** dv of the response to the impulses @p p, if the last solution was with
     * these; else null. */
    template <class Array>
    const Vector *
    velocity_of(const Array &p) const
    {
      return std::ranges::equal(p, impulse) ? &velocity : nullptr;
    }

    /** Solves for @p p, zero off A, and @p u.
     * @param multiply_jacobian u = G z of (z, u) */
    template <class VelocityMap>
    Solution
    solve(const RowSet                  active,
          const std::span<const double> b,
          const VelocityMap            &multiply_jacobian,
          const std::span<double>       p,
          const std::span<double>       u)
    {
      return solve(active, b, multiply_jacobian, {}, p, u);
    }

    /** The same, where @p is_wrong may end it early, if there is one: p and u are
     * then approximations, as dv() is. */
    template <class VelocityMap>
    Solution
    solve(const RowSet                    active,
          const std::span<const double>   b,
          const VelocityMap              &multiply_jacobian,
          const ActiveSetSearch::IsWrong &is_wrong,
          const std::span<double>         p,
          const std::span<double>         u)
    {
      const Slips none;
      impulse.clear();
      if (!rows.have_own_nodes())
        return Solution::unavailable;
      if (compliant)
        {
          rows.active_rows(active, compliant->G);
          compliant->begin(active);
        }
      impose(active, b, u);
      const auto ends_early = [&] {
        std::ranges::copy(estimate.p, p.begin());
        set_velocity(active, b, multiply_jacobian, u);
        return is_wrong(p, u);
      };
      estimate.is_wanted = is_wrong != nullptr;
      if (!conjugate_gradients(active, tolerance_of_rows, ends_early))
        return Solution::failed;
      if (estimate.has_ended)
        return Solution::solved;
      rows.multipliers(active, none, S_z, p);
      set_velocity(active, b, multiply_jacobian, u);
      impulse.assign(p.begin(), p.end());
      return Solution::solved;
    }

    /** Whether the force of the scheme's motion is known to S. */
    bool
    knows_motion() const
    {
      return response.force_factor > 0.;
    }

    /** The same with the scheme's @p force on the motion (DirectResponse), whose
     * velocity is not in b: dv() is then that of both. @pre knows_motion() */
    template <class VelocityMap>
    Solution
    solve(const Vector                   &force,
          const RowSet                    active,
          const std::span<const double>   b,
          const VelocityMap              &multiply_jacobian,
          const ActiveSetSearch::IsWrong &is_wrong,
          const std::span<double>         p,
          const std::span<double>         u)
    {
      other_force         = &force;
      const auto solution = solve(active, b, multiply_jacobian, is_wrong, p, u);
      other_force         = nullptr;
      return solution;
    }

    /** That of the last solution. */
    const Vector &
    dv() const
    {
      return velocity;
    }

    /**
     * The same with @p slips, to a relative @p tolerance, as
     * DelassusOperator::solve_contacts(). Unavailable where a contact slips at a
     * node that has another row in A.
     * @param compliance w of a row, for the preconditioner: mean W_ii
     */
    template <class VelocityMap>
    Solution
    solve(const RowSet                  active,
          const Slips                   slips,
          const std::span<const double> b,
          const double                  tolerance,
          const double                  compliance,
          const VelocityMap            &multiply_jacobian,
          const std::span<double>       p,
          const std::span<double>       u)
    {
      impulse.clear();
      if (compliant || !rows.have_own_nodes() ||
          !rows.are_separate(active, slips))
        return Solution::unavailable;
      if (!is_imposed(active, b))
        impose(active, b, u);
      if (slips.empty() ?
            !conjugate_gradients(active, tolerance, [] { return false; }) :
            !biconjugate_gradients(active, slips, b, tolerance, compliance))
        return Solution::failed;
      rows.multipliers(active, slips, S_z, p);
      set_velocity(active, b, multiply_jacobian, u);
      for (const Slip &slip : slips)
        {
          const std::size_t     T = slip.first_row + 1;
          std::array<double, 2> v{};
          if (slip.n_tangential == 2)
            v = slip.across(u[T], u[T + 1]);
          for (unsigned int k = 0; k < slip.n_tangential; ++k)
            p[T + k] = slip.friction_coefficient * p[slip.first_row] *
                         slip.direction[k] -
                       slip.kappa * v[k];
        }
      return Solution::solved;
    }

    /** Writes or reads the first guess. */
    void
    serialize(Archive &archive)
    {
      serialize_vector<A>(archive, z);
      if (compliant)
        archive(compliant->P);
    }

  private:
    /** The part of an iterate that rows with a compliance add to z. */
    struct Compliant
    {
      Compliant(const double ratio, const Vector &mass, const Vector &responses)
        : C(ratio, mass, responses)
      {}

      /** The first guess of P is the last solution. */
      void
      begin(const RowSet active)
      {
        C.set_rows(G);
        for (auto *const x : {&P, &rho, &dP, &G_dz, &d_P, &G_d, &image})
          x->resize(active.size(), 0.);
        for (std::size_t i = 0; i < P.size(); ++i)
          if (active[i] == 0)
            P[i] = 0.;
      }

      /** The direction is the preconditioned residual. */
      void
      restart()
      {
        d_P = dP;
        G_d = G_dz;
      }

      /** d_P^T C d_P. */
      double
      energy() const
      {
        return -std::inner_product(d_P.begin(), d_P.end(), G_d.begin(), 0.);
      }

      void
      advance(const double step)
      {
        for (std::size_t i = 0; i < P.size(); ++i)
          {
            P[i] += step * d_P[i];
            rho[i] -= step * (image[i] - d_P[i]);
          }
      }

      void
      turn(const double beta)
      {
        for (std::size_t i = 0; i < P.size(); ++i)
          {
            d_P[i] = beta * d_P[i] + dP[i];
            G_d[i] = beta * G_d[i] + G_dz[i];
          }
      }

      typename NodalRows<A>::SparseJacobian G; // G_A
      RowCompliance<A>                      C;
      std::vector<double>                   P, rho; // rho = R^T r
      std::vector<double> dP, G_dz; // of the preconditioned residual
      std::vector<double> d_P, G_d; // of the direction
      std::vector<double> image;    // R^T S d
    };

    static constexpr double       tolerance_of_rows = 1e-13;
    static constexpr double       tightest          = 1e-11; // with friction
    static constexpr unsigned int max_iterations    = 5000;

    /** Whether z is of a system with the same A and b, which has left S z: only
     *  the slips are other ones. */
    bool
    is_imposed(const RowSet active, const std::span<const double> b) const
    {
      return work && work->has_product &&
             std::ranges::equal(active, work->active) &&
             std::ranges::equal(b, work->b);
    }

    /** G_A z + C P = -b_A/c by z <- (1 - R G_A) z - R (b_A/c + C P), C = 0 where
     * rows have no compliance; @p u: scratch. */
    void
    impose(const RowSet                  active,
           const std::span<const double> b,
           const std::span<double>       u)
    {
      if (work)
        work->has_product = false;
      if (compliant)
        compliant->C.multiply(compliant->P, u);
      for (std::size_t i = 0; i < b.size(); ++i)
        u[i] = -b[i] / response.factor - (compliant ? u[i] : 0.);
      rows.project(active, z);
      rows.add_lift(active, u, z);
    }

    template <class VelocityMap>
    void
    set_velocity(const RowSet                  active,
                 const std::span<const double> b,
                 const VelocityMap            &multiply_jacobian,
                 const std::span<double>       u)
    {
      velocity.equ(response.factor, z);
      if (compliant)
        for_entries([f = response.mass_factor](
                      double       &v,
                      const double &force,
                      const double &mass) { v += f * force / mass; },
                    velocity,
                    std::as_const(S_z),
                    *response.mass);
      multiply_jacobian(velocity, u);
      for (std::size_t i = 0; i < b.size(); ++i)
        u[i] = active[i] ? 0. : u[i] + b[i];
    }

    /** Sets z, and S_z = S z - f, the force of the rows, beside no slips.
     * @param ends_early asked once, of an iterate whose error is early_error, where
     *   an estimate is wanted */
    template <class EndsEarly>
    bool
    conjugate_gradients(RowSet           active,
                        double           tolerance,
                        const EndsEarly &ends_early);

    /** The same beside @p slips, S_z the force S z + t^T kappa Q (c t z + b_T),
     * with w for the @p compliance of a row. */
    bool
    biconjugate_gradients(RowSet                  active,
                          Slips                   slips,
                          std::span<const double> b,
                          double                  tolerance,
                          double                  compliance);

    /** S_z = S z - f. */
    void
    set_force_of_rows()
    {
      response.solver->vmult(S_z, z);
      if (other_force != nullptr)
        S_z.add(-response.force_factor, *other_force);
    }

    /** The same, G_A^T P, where z has come so near that it need not be asked. */
    void
    set_force_of_compliant_rows()
    {
      S_z = 0.;
      compliant->C.add_forces(1., compliant->P, S_z);
    }

    /** S_z B S_z + f B f with the preconditioner B. */
    double
    energy_of_forces()
    {
      response.solver->precondition(preconditioned, S_z);
      double energy = S_z * preconditioned;
      if (other_force == nullptr)
        return energy;
      const double f = response.force_factor;
      response.solver->precondition(preconditioned, *other_force);
      return energy + f * f * (*other_force * preconditioned);
    }

    /** Of a system that is solved: where the solver of S counts. */
    void
    count_products(const unsigned int n) const
    {
      if constexpr (requires { response.solver->enter_iterations(n); })
        response.solver->enter_iterations(n);
    }

    /** Takes the force of rows, G_A^T rho, out of @p r; of compliant rows keeps
     * @p rho. */
    void
    constrain_force(const RowSet        active,
                    Vector             &r,
                    std::vector<double> Compliant::*rho)
    {
      if (!compliant)
        {
          rows.constrain_forces(active, {}, r);
          return;
        }
      rows.multipliers(active, {}, r, (*compliant).*rho);
      compliant->C.add_forces(-1., (*compliant).*rho, r);
    }

    /** Sets preconditioned, and what goes with it in compliant rows; returns its
     * product with the residual. */
    double
    precondition(const RowSet active)
    {
      response.solver->precondition(preconditioned, residual);
      double product = residual * preconditioned;
      rows.project(active, preconditioned);
      if (compliant)
        {
          auto &c = *compliant;
          c.C.precondition(c.rho, c.dP);
          c.C.multiply(c.dP, c.G_dz);
          for (std::size_t i = 0; i < c.G_dz.size(); ++i)
            {
              c.G_dz[i] = -c.G_dz[i];
              product += c.rho[i] * c.G_dz[i];
            }
          rows.add_lift(active, c.G_dz, preconditioned);
        }
      return product;
    }

    /** Of stabilized biconjugate gradients, made when they are needed; what a
     *  system leaves is for the next one of the same step. */
    struct Work
    {
      explicit Work(const Vector &size)
        : shadow(size)
        , image(size)
        , ahead(size)
        , product(size)
      {}

      void
      keep(const RowSet of_rows, const std::span<const double> given_b)
      {
        active.assign(of_rows.begin(), of_rows.end());
        b.assign(given_b.begin(), given_b.end());
        has_product = true;
      }

      Vector                     shadow, image, ahead;
      Vector                     product; // S z
      bool                       has_product = false;
      std::vector<unsigned char> active; // of the system that has left it
      std::vector<double>        b;
    };

    const DirectResponse<A> response;
    NodalRows<A>           &rows;
    Vector                  z, S_z, residual, preconditioned, direction;
    const Vector           *other_force = nullptr; // or none
    std::optional<Work>     work;

    Vector              velocity; // dv of the response to impulse
    std::vector<double> impulse;  // of the last solution; empty if none

    std::optional<Compliant> compliant;

    /** P of an iterate of conjugate_gradients(). */
    struct Estimate
    {
      bool                is_wanted = false, has_ended = false;
      std::vector<double> p, part;
    };
    Estimate estimate;
  };
} // namespace percuss

#include <percuss/simulation/active_row_iterations.templates.h>

#endif
