// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_step_delassus_both_templates_h
#define percuss_simulation_step_delassus_both_templates_h

#include <percuss/base/exceptions.h>
#include <percuss/simulation/step_delassus.h>

#include <algorithm>
#include <string>

namespace percuss
{
  // StepDelassus: the problem of both levels, where rows come and go of those
  // that are in use.

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::select_rows_in_use()
  {
    part.cones.assign(stepped.rows.joint_cones.begin(),
                      stepped.rows.joint_cones.end());
    for (Cone &cone : part.cones)
      cone.kind = stepped.rows.constraints.is_in_use(cone.first_row) ?
                    Cone::Kind::bilateral :
                    Cone::Kind::inactive;
    selection->add(part.cones);
    selection->remove_inactive(part.cones);
    if (n_rows_of_problem() > delassus_rows::both)
      throw NumericalFailure(
        "The projection of positions has " +
          std::to_string(n_rows_of_problem()) +
          " rows of joints and contacts; it is for at most " +
          std::to_string(delassus_rows::both),
        stepped.step + 1,
        stepped.end_time(),
        static_cast<double>(n_rows_of_problem()),
        "Take a scheme at the velocity level.");
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::assemble_two_levels(
    Data &data)
  {
    TwoLevelProblem &problem = *two_levels;
    const auto       m       = static_cast<Eigen::Index>(n_rows_of_problem());
    problem.resize(static_cast<unsigned int>(m));
    if (selection && assemble_sparse_levels(data))
      return;
    if (problem.W11.rows() != m)
      for (auto *const matrix : {&problem.W11,
                                 &problem.W12,
                                 &problem.W21,
                                 &problem.W22,
                                 &problem.N22})
        matrix->setZero(m, m);
    part.rows.clear();
    if (selection)
      part.rows.assign(selection->rows().begin(), selection->rows().end());
    else
      for (std::size_t row = 0; row < unit.size(); ++row)
        part.rows.push_back(row);
    respond_to_units(part.rows,
                     data,
                     [&](const std::size_t j, const ImpulseIncrement<A> &d) {
                       measure(Level::velocity, d, data);
                       set_column(problem.W11, j);
                       measure(Level::position, d, data);
                       set_column(problem.W21, j);
                     });
    response.projections.prepare(
      stepped.rows.jacobian,
      stepped.position_configuration(data),
      part.rows,
      unit,
      response.of_projections(data),
      [&](const std::size_t j, const ImpulseIncrement<A> &d) {
        measure(Level::velocity, d, data);
        set_column(problem.W12, j);
        measure(Level::position, d, data);
        set_column(problem.W22, j);
        stepped.rows.jacobian.velocity(stepped.position_configuration(data),
                                       response.direct,
                                       column);
        set_column(problem.N22, j);
      });
    if (const double weight = friction_weight(); weight != 0.)
      for (Eigen::Index j = 0; const std::size_t row : part.rows)
        {
          if (stepped.rows.is_tangential(row))
            {
              problem.W11.col(j) += weight * problem.W12.col(j);
              problem.W21.col(j) += weight * problem.W22.col(j);
            }
          ++j;
        }
    problem.set_up();
  }

  template <class System, class Scheme, class Constraints, class Solver>
  bool
  StepDelassus<System, Scheme, Constraints, Solver>::assemble_sparse_levels(
    Data &data)
  {
    if constexpr (requires(Vector r) { r.entries; })
      {
        const auto rows = selection->rows();
        if (!takes_sparse_parts(data) ||
            !stepped.rows.jacobian.some_rows(
              stepped.position_configuration(data), rows, levels.G_g))
          return false;
        levels.G_u               = sparse.G;
        const auto &G_of_impulse = impulse_rows(data);
        const auto  respond =
          [&](const auto &map, const Level level, const auto &G) {
            blocks->assemble(data.effect.impulse,
                             data.workspace.point,
                             [&](const Vector &r, Vector &z) {
                               map(r, response.scratch);
                               response.constrained_part(level,
                                                         response.scratch,
                                                         z);
                             });
            return TwoLevelProblem::Matrix(G * blocks->matrix().transpose());
          };
        const auto of_impulses    = response.of_impulses(data);
        const auto of_projections = response.of_projections(data);
        levels.dv_P   = respond(of_impulses, Level::velocity, G_of_impulse);
        levels.dq_P   = respond(of_impulses, Level::position, G_of_impulse);
        levels.dv_tau = respond(of_projections, Level::velocity, levels.G_g);
        levels.dq_tau = respond(of_projections, Level::position, levels.G_g);
        blocks->assemble(data.effect.impulse,
                         data.workspace.point,
                         [&](const Vector &r, Vector &z) {
                           of_projections(r, response.scratch);
                           z.equ(1., response.direct);
                         });
        levels.frozen_dq = levels.G_g * blocks->matrix().transpose();
        if (const double weight = friction_weight(); weight != 0.)
          {
            Eigen::VectorXd of_row(levels.G_u.rows());
            for (Eigen::Index i = 0; const std::size_t row : rows)
              of_row[i++] = stepped.rows.is_tangential(row) ? weight : 0.;
            levels.dv_P += of_row.asDiagonal() * levels.dv_tau;
            levels.dq_P += of_row.asDiagonal() * levels.dq_tau;
          }
        two_levels->set_up(levels);
        return true;
      }
    else
      return false;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  SolverReport
  StepDelassus<System, Scheme, Constraints, Solver>::solve_both(
    const Array             &b,
    const Array             &b_g,
    const Cones             &cones,
    const std::vector<char> &projected,
    const bool               hold_loaded,
    const double             gap_tolerance,
    Array                   &p,
    Array                   &tau)
  {
    const auto coupling = stepped.treatment().coupling;
    const auto set_gap  = [this](const auto &rows) {
      for (Eigen::Index i = 0; const std::size_t row : rows)
        both_gap[row] = two_levels->gap()[i++];
    };
    if (!selection)
      {
        const SolverReport report = two_levels->solve(b,
                                                      b_g,
                                                      cones,
                                                      projected,
                                                      hold_loaded,
                                                      coupling,
                                                      gap_tolerance,
                                                      p,
                                                      tau);
        set_gap(std::views::iota(std::size_t{0}, unit.size()));
        return report;
      }
    selection->gather(cones, part.cones);
    selection->gather(b, part.b);
    selection->gather(b_g, part.g);
    selection->gather(p, part.p);
    selection->gather(tau, part.tau);
    part.projected.clear();
    for (const std::size_t row : selection->rows())
      part.projected.push_back(projected[row]);
    const SolverReport report = two_levels->solve(part.b,
                                                  part.g,
                                                  part.cones,
                                                  part.projected,
                                                  hold_loaded,
                                                  coupling,
                                                  gap_tolerance,
                                                  part.p,
                                                  part.tau);
    selection->scatter(part.p, p);
    selection->scatter(part.tau, tau);
    both_gap = b_g;
    set_gap(selection->rows());
    return report;
  }
} // namespace percuss

#endif
