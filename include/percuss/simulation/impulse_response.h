// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_impulse_response_h
#define percuss_simulation_impulse_response_h

#include <percuss/base/always_inline.h>
#include <percuss/mechanics/mechanical_system.h>

#include <cstddef>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * A linear map of the scheme from m multipliers p to increments of the state:
   *
   *     (dq, v, a) += sum_j p_j (dq, dv, da)_j.
   *
   * For a linear system and a constant step the map is constant. The columns of
   * a few rows may be stored (m <= max_stored_columns, 3 n m numbers), by
   * prepare(); else each step applies the scheme's map to G^T p, one more solve
   * instead of memory and work in proportion to m.
   */
  template <Algebra A>
  class ImpulseResponse
  {
  public:
    using Vector = typename A::Vector;

    static constexpr std::size_t max_stored_columns = 4;

    /** @param prepares whether prepare() will be called: without it there are
     * no columns to store */
    template <class System>
    void
    reinit(const System &system, const std::size_t n_rows, const bool prepares)
    {
      stores_columns = prepares && n_rows <= max_stored_columns;
      columns.resize(stores_columns ? n_rows : 0);
      for (auto &column : columns)
        percuss::reinit(system, column);
    }

    /**
     * Computes the columns.
     * @param rows    whose columns; the multipliers of others must be zero
     * @param respond respond(r, column): the scheme's map
     * @param visit   visit(j, column): what the caller needs of the j-th
     * @param r, d    vectors to work in; d is the column where none is stored
     */
    template <class Constraints,
              class Rows,
              class Array,
              class Respond,
              class Visit>
    void
    prepare(const Constraints   &constraints,
            const Vector        &configuration,
            const Rows          &rows,
            Array               &unit, // m numbers to work with
            const Respond       &respond,
            const Visit         &visit,
            Vector              &r,
            ImpulseIncrement<A> &d)
    {
      for (double &entry : unit)
        entry = 0.;
      std::size_t j = 0;
      for (const std::size_t row : rows)
        {
          ImpulseIncrement<A> &column = stores_columns ? columns[row] : d;
          unit[row]                   = 1.;
          r                           = 0.;
          constraints.add_impulse(configuration, unit, r);
          unit[row] = 0.;
          respond(r, column);
          visit(j++, column);
        }
    }

    /** Adds the increments by @p p to @p next. Without stored columns @p r is the
     * impulse G^T p then, and @p d the increments. */
    template <class Constraints, class Array, class Respond>
    PERCUSS_ALWAYS_INLINE void
    apply(const Constraints   &constraints,
          const Vector        &configuration,
          const Array         &p,
          const Respond       &respond,
          Vector              &r,
          ImpulseIncrement<A> &d,
          State<A>            &next)
    {
      if (stores_columns)
        {
          for (std::size_t j = 0; j < p.size(); ++j)
            if (p[j] != 0.)
              add(p[j], columns[j], next);
        }
      else
        {
          r = 0.;
          constraints.add_impulse(configuration, p, r);
          respond(r, d);
          add(1., d, next);
        }
    }

    /** Adds @p factor times the increments by the impulse @p r. */
    template <class Respond>
    static void
    add_response(const double         factor,
                 const Vector        &r,
                 const Respond       &respond,
                 ImpulseIncrement<A> &d,
                 State<A>            &next)
    {
      respond(r, d);
      add(factor, d, next);
    }

    PERCUSS_ALWAYS_INLINE static void
    add(const double p, const ImpulseIncrement<A> &d, State<A> &next)
    {
      next.dq.add(p, d.dq);
      next.v.add(p, d.dv);
      next.a.add(p, d.da);
    }

  private:
    std::vector<ImpulseIncrement<A>> columns;
    bool                             stores_columns = false;
  };
} // namespace percuss

#endif
