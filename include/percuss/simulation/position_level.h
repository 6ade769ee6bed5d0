// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_position_level_h
#define percuss_simulation_position_level_h

#include <percuss/simulation/contact_step.h>

#include <vector>

namespace percuss
{
  /** 0 <= g_{k+1} + e g_{k-1}  perp  P >= 0 on all rows; where contacts are
   * forces, with Coulomb's friction against the slip of the step. */
  template <class System, class Scheme, class Constraints, class Solver>
  class PositionLevel
  {
  public:
    using Step   = ContactStep<System, Scheme, Constraints, Solver>;
    using Rows   = typename Step::Rows;
    using A      = typename Step::A;
    using Vector = typename Step::Vector;
    using Data   = typename Step::Data;
    using Array  = typename Step::Array;
    using Arrays = typename Step::Arrays;

    explicit PositionLevel(Step &step)
      : step(step)
      , arrays(step.arrays)
      , has_friction(
          std::ranges::any_of(step.arrays.cones,
                              [](const Cone &cone) { return cone.n_rows > 1; }))
    {}

    PERCUSS_ALWAYS_INLINE void
    resolve(State<A> &next, Data &data)
    {
      const Rows &rows = step.stepped.rows;
      step.constrained_gap(next, data, arrays.free_gap);
      if (has_friction)
        step.set_slip(next, data);
      bool is_open = true;
      for (Cone &cone : arrays.cones)
        {
          const std::size_t i = Rows::first_row(cone);
          arrays.b[i]         = arrays.free_gap[i];
          if (!rows.is_joint(i) &&
              step.stepped.treatment().restitution_of_positions)
            arrays.b[i] += rows.law(i).restitution * arrays.gap[i];
          for (std::size_t row = i + 1; row < i + cone.n_rows; ++row)
            arrays.b[row] = arrays.slip[row] - elastic_slip(row);
          rows.law(i).set_cone(cone, true);
          is_open = is_open && !rows.is_joint(i) && arrays.b[i] >= 0.;
        }
      step.active_contacts = 0;
      if (is_open)
        {
          std::ranges::fill(arrays.impulse, 0.);
          return;
        }
      if (step.stepped.treatment().known_contact_forces)
        set_known_forces();
      else if (step.delassus.selects_contacts())
        solve_selected(next, data);
      else
        {
          step.delassus.update(arrays.cones, data);
          step.check(
            step.delassus.solve(arrays.b, arrays.cones, arrays.impulse));
        }
      for (std::size_t i = 0; i < arrays.impulse.size(); ++i)
        step.active_contacts += arrays.impulse[i] != 0. && rows.is_contact(i);
      if (!step.delassus.selects_contacts()) // which has applied them
        step.response.apply_impulses(arrays.impulse, data, next);
    }

    /** The forces of contacts with compliances of the state @p x, where nothing
     * has slipped yet, as impulses of the step before the first one. */
    void
    set_initial_forces(const State<A> &x)
    {
      step.stepped.rows.constraints.gap(x.q,
                                        step.stepped.clock.start_time,
                                        arrays.b);
      for (Cone &cone : arrays.cones)
        step.stepped.rows.law(Rows::first_row(cone)).set_cone(cone, true);
      set_known_forces();
      arrays.old_impulse = arrays.impulse;
      std::ranges::fill(arrays.impulse, 0.);
    }

  private:
    // Impulses of the contacts that the free motion closes, or that had one;
    // then of those, too, that this solution closes: the solution of all rows.
    void
    solve_selected(State<A> &next, Data &data)
    {
      constexpr double tolerance = 1e-12;

      std::vector<char> takes_part(arrays.cones.size());
      double            size = 0.; // of a gap
      for (std::size_t c = 0; c < takes_part.size(); ++c)
        {
          const std::size_t i = Rows::first_row(arrays.cones[c]);
          takes_part[c]       = arrays.b[i] < 0. || arrays.impulse[i] != 0.;
          if (takes_part[c])
            size = std::max(size, std::abs(arrays.b[i]));
        }
      Array   change = step.stepped.rows.zeros(), applied = change;
      Vector &free_dq = data.shifted;
      free_dq.equ(1., next.dq);
      for (bool is_complete = false; !is_complete;)
        {
          for (std::size_t c = 0; c < takes_part.size(); ++c)
            step.stepped.rows.law(Rows::first_row(arrays.cones[c]))
              .set_cone(arrays.cones[c], takes_part[c]);
          step.delassus.update(arrays.cones, data);
          step.check(
            step.delassus.solve(arrays.b, arrays.cones, arrays.impulse));
          for (std::size_t i = 0; i < change.size(); ++i)
            change[i] = arrays.impulse[i] - applied[i];
          step.response.apply_impulses(change, data, next);
          applied             = arrays.impulse;
          Vector &by_contacts = data.workspace.point;
          by_contacts.equ(1., next.dq);
          by_contacts.add(-1., free_dq);
          step.stepped.rows.jacobian.velocity(
            step.stepped.position_configuration(data), by_contacts, change);
          is_complete = true;
          for (std::size_t c = 0; c < takes_part.size(); ++c)
            if (const std::size_t i = Rows::first_row(arrays.cones[c]);
                !takes_part[c] && arrays.b[i] + change[i] < -tolerance * size)
              {
                takes_part[c] = true;
                is_complete   = false;
              }
        }
    }

    /** Impulses that no motion of the step changes, of b. */
    // y = c lambda + g, whose solution needs no other contact: in the normal
    // direction, and in the tangential ones the projection to the cone.
    void
    set_known_forces()
    {
      const double h = step.stepped.clock.time_step;
      for (const Cone &cone : arrays.cones)
        {
          const std::size_t first = Rows::first_row(cone);
          const std::size_t end   = first + cone.n_rows;
          double            trial = 0.;
          for (std::size_t row = first; row < end; ++row)
            {
              arrays.impulse[row] =
                -h * arrays.b[row] / step.stepped.rows.compliance(row);
              trial +=
                row == first ? 0. : arrays.impulse[row] * arrays.impulse[row];
            }
          arrays.impulse[first] = std::max(0., arrays.impulse[first]);
          const double bound =
            cone.friction_coefficient * arrays.impulse[first];
          trial = std::sqrt(trial);
          if (trial > bound)
            for (std::size_t row = first + 1; row < end; ++row)
              arrays.impulse[row] *= bound / trial;
        }
    }

    /** c lambda_T of the step before, a slip that a contact takes back [m]. */
    double
    elastic_slip(const std::size_t row) const
    {
      return step.stepped.rows.is_compliant() ?
               step.stepped.rows.compliance(row) * arrays.old_impulse[row] /
                 step.stepped.clock.time_step :
               0.;
    }

    Step      &step;
    Arrays    &arrays;
    const bool has_friction;
  };
} // namespace percuss

#endif
