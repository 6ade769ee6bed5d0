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
  StepDelassus<System, Scheme, Constraints, Solver>::resize_two_levels()
  {
    part.rows.clear();
    part.gap_rows.clear();
    part.gaps.clear();
    const auto add = [this](const std::size_t row) {
      if (!stepped.rows.is_tangential(row))
        {
          part.gap_rows.push_back(row);
          part.gaps.push_back(part.rows.size());
        }
      part.rows.push_back(row);
    };
    if (selection)
      std::ranges::for_each(selection->rows(), add);
    else
      for (std::size_t row = 0; row < unit.size(); ++row)
        add(row);
    two_levels->resize(part.rows.size(), part.gaps);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::assemble_two_levels(
    Data &data)
  {
    TwoLevelProblem &problem = *two_levels;
    resize_two_levels();
    if (selection && assemble_sparse_levels(data))
      return;
    problem.make_room();
    // entries of the column <- column, of the rows
    const auto set = [this](const auto &rows, auto &&entries) {
      for (Eigen::Index i = 0; const std::size_t row : rows)
        entries[i++] = column[row];
    };
    const auto &rows = part.rows, &gap_rows = part.gap_rows;
    respond_to_units(rows,
                     data,
                     [&](const std::size_t k, const ImpulseIncrement<A> &d) {
                       const auto j = static_cast<Eigen::Index>(k);
                       measure(Level::velocity, d, data);
                       set(rows, problem.W11.col(j));
                       measure(Level::position, d, data);
                       set(gap_rows, problem.W21.col(j));
                     });
    const double     weight = friction_weight();
    Eigen::VectorXd &u = part.u, &g = part.change;
    u.resize(problem.W11.rows());
    g.resize(problem.W22.rows());
    Eigen::Index of_gap = 0;
    response.projections.prepare(
      stepped.rows.jacobian,
      stepped.position_configuration(data),
      weight != 0. ? rows : gap_rows,
      unit,
      response.of_projections(data),
      [&](const std::size_t k, const ImpulseIncrement<A> &d) {
        measure(Level::velocity, d, data);
        set(rows, u);
        measure(Level::position, d, data);
        set(gap_rows, g);
        if (weight != 0. && stepped.rows.is_tangential(rows[k]))
          {
            const auto j = static_cast<Eigen::Index>(k);
            problem.W11.col(j) += weight * u;
            problem.W21.col(j) += weight * g;
            return;
          }
        problem.W12.col(of_gap) = u;
        problem.W22.col(of_gap) = g;
        stepped.rows.jacobian.velocity(stepped.position_configuration(data),
                                       response.direct,
                                       column);
        set(gap_rows, problem.N22.col(of_gap++));
      },
      data.effect.projection,
      response.scratch);
    problem.set_up();
  }

  template <class System, class Scheme, class Constraints, class Solver>
  bool
  StepDelassus<System, Scheme, Constraints, Solver>::assemble_sparse_levels(
    Data &data)
  {
    if constexpr (requires(Vector r) { r.entries; })
      {
        using Matrix         = TwoLevelProblem::Matrix;
        const auto  rows     = selection->rows();
        const auto &jacobian = stepped.rows.jacobian;
        const auto &q        = stepped.position_configuration(data);
        if (!takes_sparse_parts(data) ||
            !jacobian.some_rows(q, part.gap_rows, levels.G_g))
          return false;
        levels.G_u               = sparse.G;
        const auto &G_of_impulse = impulse_rows(data);
        const auto  set_blocks   = [&](const auto &map, const Level level) {
          blocks->assemble(data.effect.impulse,
                           data.workspace.point,
                           [&](const Vector &r, Vector &z) {
                             map(r, response.scratch);
                             response.constrained_part(level,
                                                       response.scratch,
                                                       z);
                           });
        };
        const auto times_blocks = [&](const auto &G) {
          return Matrix(G * blocks->matrix().transpose());
        };
        const auto of_impulses    = response.of_impulses(data);
        const auto of_projections = response.of_projections(data);
        set_blocks(of_impulses, Level::velocity);
        levels.dv_P = times_blocks(G_of_impulse);
        set_blocks(of_impulses, Level::position);
        levels.dq_P = times_blocks(G_of_impulse);

        // of friction's displacements, which are its impulses times a weight
        Matrix G_displaced;
        if (const double weight = friction_weight(); weight != 0.)
          {
            Eigen::VectorXd of_row(levels.G_u.rows());
            for (Eigen::Index i = 0; const std::size_t row : rows)
              of_row[i++] = stepped.rows.is_tangential(row) ? weight : 0.;
            jacobian.some_rows(q, rows, G_displaced);
            G_displaced = of_row.asDiagonal() * G_displaced;
          }
        set_blocks(of_projections, Level::velocity);
        levels.dv_tau = times_blocks(levels.G_g);
        if (G_displaced.size() > 0)
          levels.dv_P += times_blocks(G_displaced);
        set_blocks(of_projections, Level::position);
        levels.dq_tau = times_blocks(levels.G_g);
        if (G_displaced.size() > 0)
          levels.dq_P += times_blocks(G_displaced);
        blocks->assemble(data.effect.impulse,
                         data.workspace.point,
                         [&](const Vector &r, Vector &z) {
                           of_projections(r, response.scratch);
                           z.equ(1., response.direct);
                         });
        levels.frozen_dq = times_blocks(levels.G_g);
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
