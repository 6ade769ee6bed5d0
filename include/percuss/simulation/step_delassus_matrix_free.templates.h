// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_step_delassus_matrix_free_templates_h
#define percuss_simulation_step_delassus_matrix_free_templates_h

#include <percuss/simulation/step_delassus.h>

#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace percuss
{
  // StepDelassus: W as a linear solve in each product, and the two solvers that
  // take rows as conditions on it.

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::make_matrix_free()
  {
    const auto &jacobian = stepped.rows.jacobian;
    const Data &data     = stepper_data;
    if (nodal_rows)
      nodal_rows->update(data.configuration, jacobian.time());
    const auto multiply_jacobian = [this](const Vector           &z,
                                          const std::span<double> u) {
      stepped.rows.jacobian.velocity(stepper_data.configuration, z, u);
    };
    matrix_free = std::make_unique<GlobalDelassus<Vector>>(
      static_cast<unsigned int>(stepped.rows.size()),
      [this](const std::span<const double> p, Vector &r) {
        r = 0.;
        if constexpr (std::is_same_v<Array, std::vector<double>>)
          column.assign(p.begin(), p.end());
        response.add_impulse(stepper_data, column, r);
      },
      [this](const Vector &r, Vector &z) {
        response.of_impulses(stepper_data)(r, response.scratch);
        response.constrained_part(stepped.level(), response.scratch, z);
      },
      multiply_jacobian,
      data.configuration);
    if (const auto direct =
          stepped.scheme.direct_response(stepped.clock.time_step);
        nodal_rows && direct.solver != nullptr)
      {
        row_solver = std::make_unique<ActiveRowSolver<A>>(direct,
                                                          *nodal_rows,
                                                          data.configuration);
        matrix_free->set_row_solver(
          [this, multiply_jacobian](const std::span<const unsigned char> active,
                                    const std::span<const double>        right,
                                    const std::span<double>              p,
                                    const std::span<double>              u) {
            return row_solver->solve(active, right, multiply_jacobian, p, u);
          });
        if (direct.mass_factor != 0.)
          return;
        const double s          = matrix_free->row_scale().front();
        const double compliance = s * s;
        matrix_free->set_contact_solver(
          [this,
           multiply_jacobian,
           compliance](const std::span<const unsigned char> active,
                       const std::span<const Slip>          slips,
                       const std::span<const double>        right,
                       const double                         tolerance,
                       const std::span<double>              p,
                       const std::span<double>              u) {
            return row_solver->solve(active,
                                     slips,
                                     right,
                                     tolerance,
                                     compliance,
                                     multiply_jacobian,
                                     p,
                                     u);
          });
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  bool
  StepDelassus<System, Scheme, Constraints, Solver>::solves_motion() const
  {
    if constexpr (A::is_small)
      return false;
    else
      return row_solver && row_solver->knows_motion() &&
             stepped.level() == Level::velocity && !stepped.rows.has_friction &&
             !stepped.rows.has_joints && !stepped.rows.has_phases &&
             solver.admits_motion();
  }

  template <class System, class Scheme, class Constraints, class Solver>
  std::optional<SolverReport>
  StepDelassus<System, Scheme, Constraints, Solver>::solve_with_motion(
    const Vector &force,
    const Array  &b,
    const Cones  &cones,
    Array        &p)
  {
    const auto multiply_jacobian = [this](const Vector           &z,
                                          const std::span<double> u) {
      stepped.rows.jacobian.velocity(stepper_data.configuration, z, u);
    };
    return sets.solve(
      {*matrix_free, b, cones},
      solver.tolerance(),
      [&](const std::span<const unsigned char> active,
          const ActiveSetSearch::IsWrong      &is_wrong,
          const std::span<double>              impulse,
          const std::span<double>              u) {
        return row_solver->solve(
                 force, active, b, multiply_jacobian, is_wrong, impulse, u) ==
               ActiveRowSolver<A>::Solution::solved;
      },
      p);
  }
} // namespace percuss

#endif
