// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_impulse_response_h
#define percuss_simulation_impulse_response_h

#include <percuss/mechanics/mechanical_system.h>

#include <Eigen/Core>

#include <span>
#include <vector>

namespace percuss
{
  /**
   * The scheme's map from the impulses P (m) of a step to increments of the
   * state, and the Delassus matrix that follows from it:
   *
   *     (q, v, a) += sum_j P_j (dq, dv, da)_j,    W_ij = G_i (dv)_j.
   *
   * For a linear system and a constant step the map is constant. The columns of
   * a few rows are stored (m <= max_stored_columns, 3 n m numbers); with more
   * rows each step applies the scheme's map to G^T P, one more solve instead of
   * memory and work in proportion to m.
   */
  template <Algebra A>
  class ImpulseResponse
  {
  public:
    static constexpr std::size_t max_stored_columns = 4;

    /** Computes W, and the columns where they are stored. */
    template <class System, class Scheme, class Constraints, class Workspace>
    void
    prepare(const System      &system,
            const Scheme      &scheme,
            const Constraints &constraints,
            const double       h,
            Workspace         &w)
    {
      const std::size_t m     = constraints.n_constraints();
      const bool        store = m <= max_stored_columns;
      columns.resize(store ? m : 1);
      for (auto &column : columns)
        reinit(system, column);
      system.reinit(r);
      W.resize(static_cast<Eigen::Index>(m), static_cast<Eigen::Index>(m));

      std::vector<double> unit(m, 0.), velocity(m);
      for (std::size_t j = 0; j < m; ++j)
        {
          ImpulseIncrement<A> &column = columns[store ? j : 0];
          unit[j]                     = 1.;
          r                           = 0.;
          constraints.add_impulse(unit, r);
          unit[j] = 0.;
          scheme.impulse_response(system, h, r, column, w);
          constraints.velocity(column.dv, velocity);
          for (std::size_t i = 0; i < m; ++i)
            W(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
              velocity[i];
        }
    }

    /** Adds the increments by @p P to @p next. */
    template <class System, class Scheme, class Constraints, class Workspace>
    void
    apply(const System           &system,
          const Scheme           &scheme,
          const Constraints      &constraints,
          const double            h,
          std::span<const double> P,
          State<A>               &next,
          Workspace              &w)
    {
      if (P.size() <= max_stored_columns)
        {
          for (std::size_t j = 0; j < P.size(); ++j)
            if (P[j] != 0.)
              add(P[j], columns[j], next);
        }
      else
        {
          r = 0.;
          constraints.add_impulse(P, r);
          scheme.impulse_response(system, h, r, columns[0], w);
          add(1., columns[0], next);
        }
    }

    Eigen::MatrixXd W; ///< (m x m) [1/kg]

  private:
    static void
    add(const double P, const ImpulseIncrement<A> &d, State<A> &next)
    {
      next.q.add(P, d.dq);
      next.v.add(P, d.dv);
      next.a.add(P, d.da);
    }

    std::vector<ImpulseIncrement<A>> columns;
    typename A::Vector               r;
  };
} // namespace percuss

#endif
