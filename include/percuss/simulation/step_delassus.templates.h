// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_step_delassus_templates_h
#define percuss_simulation_step_delassus_templates_h

#include <percuss/simulation/serialize_delassus.h>
#include <percuss/simulation/step_delassus.h>
#include <percuss/simulation/step_delassus_both.templates.h>
#include <percuss/simulation/step_delassus_matrix_free.templates.h>
#include <percuss/simulation/step_delassus_selection.templates.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace percuss
{
  template <class System, class Scheme, class Constraints, class Solver>
  StepDelassus<System, Scheme, Constraints, Solver>::StepDelassus(
    Response &response,
    Solver   &solver,
    Data     &data)
    : stepped(response.stepped)
    , response(response)
    , solver(solver)
    , stepper_data(data)
    , form(stepped.options.form)
    , unit(stepped.rows.zeros())
    , column(unit)
  {}

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::start()
  {
    const std::size_t m = stepped.rows.size();
    if (!A::is_small)
      nodal_rows = stepped.rows.constraints.nodal_rows();
    form                 = choose_form();
    const bool is_needed = !stepped.treatment().known_contact_forces;
    response.impulses.reinit(stepped.system,
                             m,
                             form == DelassusForm::assembled && is_needed);
    if (!is_needed)
      {
        is_current = true;
        return;
      }
    if (selects_rows())
      {
        selection.emplace(m);
        if (stepped.level() == Level::both)
          select_rows_in_use();
        else
          selection->add(stepped.rows.joint_cones);
        if (stepped.is_linear())
          columns.resize(m);
        else if (const auto of_system = stepped.system.uncoupled_blocks();
                 !of_system.empty())
          blocks.emplace(of_system);
      }
    else if (form == DelassusForm::assembled)
      matrix.setZero(static_cast<Eigen::Index>(m),
                     static_cast<Eigen::Index>(m));
    if (stepped.level() == Level::both)
      {
        response.projections.reinit(stepped.system, m, true);
        two_levels =
          std::make_unique<TwoLevelProblem>(solver, stepped.clock.time_step);
        resize_two_levels();
        both_gap = stepped.rows.zeros();
      }
    if constexpr (A::is_small)
      {
        is_current = !two_levels || n_rows_of_problem() > 0;
        if (is_current)
          prepare(stepper_data);
      }
    else if (form == DelassusForm::matrix_free)
      make_matrix_free();
    else if (form == DelassusForm::local)
      find_local_response();
  }

  // Which degrees of freedom rows act on must not change: those of single
  // nodes, or of a constant G.
  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::find_local_response()
  {
    const bool is_constant =
      (stepped.system.is_linear() || stepped.is_explicit()) &&
      (stepped.rows.constraints.is_linear() ||
       (nodal_rows && nodal_rows->act_on_single_nodes()));
    if (stepped.level() != Level::velocity || stepped.rows.has_joints ||
        !is_constant)
      return;
    Data                    &data = stepper_data;
    std::vector<std::size_t> all_rows(unit.size()), dofs;
    std::iota(all_rows.begin(), all_rows.end(), std::size_t{0});
    stepped.rows.jacobian.some_rows(data.configuration, all_rows, sparse.G);
    for (Eigen::Index k = 0; k < sparse.G.nonZeros(); ++k)
      dofs.push_back(static_cast<std::size_t>(sparse.G.innerIndexPtr()[k]));
    std::ranges::sort(dofs);
    dofs.erase(std::unique(dofs.begin(), dofs.end()), dofs.end());

    Vector &one = data.effect.impulse, &mass = data.workspace.point;
    one = 1.;
    response.of_impulses(data)(one, response.scratch);
    stepped.system.momentum(data.configuration, one, mass);
    one = 0.;
    response.local.emplace(std::move(dofs),
                           response.scratch,
                           stepped.velocity_shift(),
                           mass);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  DelassusForm
  StepDelassus<System, Scheme, Constraints, Solver>::choose_form() const
  {
    if constexpr (A::is_small)
      return DelassusForm::assembled;
    else
      {
        const std::size_t m = stepped.rows.size();
        if (stepped.level() == Level::both)
          {
            if (m > delassus_rows::both && stepped.is_linear())
              throw InputError(
                "A scheme that projects positions assembles its contact "
                "problem, for at most 2000 contacts; there are " +
                  std::to_string(m) + ". Take a scheme at the velocity level.",
                "Time integration/scheme");
            return DelassusForm::assembled;
          }
        const auto direct =
          stepped.scheme.direct_response(stepped.clock.time_step);
        const auto *const S = direct.solver;
        const bool        is_local =
          S != nullptr && S->is_diagonal() && knows_entries();
        if (form == DelassusForm::local && !is_local)
          throw InputError("Impulses spread beyond their nodes. It takes an "
                           "explicit scheme, a lumped mass matrix, contacts "
                           "with mass, and no stiffness damping in the "
                           "iteration.",
                           "Contact/Delassus operator");
        if (form != DelassusForm::automatic)
          return form;
        if (is_local)
          return DelassusForm::local;
        if (stepped.rows.is_compliant()) // which are added to the entries of W
          return DelassusForm::assembled;
        if (stepped.rows.has_friction)
          return nodal_rows && S != nullptr &&
                     m > (stepped.is_linear() ? delassus_rows::few :
                                                delassus_rows::responses) &&
                     direct.mass_factor == 0. &&
                     stepped.level() == Level::velocity &&
                     !solver.reads_entries() ?
                   DelassusForm::matrix_free :
                   DelassusForm::assembled;
        // m responses, in every step if W changes; where S is iterated upon, the
        // solution for an active set is no dearer than the response to it
        const bool        iterates = S != nullptr && S->iterates();
        const std::size_t limit    = iterates ? 0 :
                                     !stepped.is_linear() ?
                                                delassus_rows::responses :
                                                delassus_rows::few;
        return nodal_rows && m > limit && !solver.reads_entries() ?
                 DelassusForm::matrix_free :
                 DelassusForm::assembled;
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  bool
  StepDelassus<System, Scheme, Constraints, Solver>::knows_entries() const
  {
    if constexpr (ranks_share<Vector>)
      {
        Eigen::SparseMatrix<double, Eigen::RowMajor> none;
        return stepped.rows.jacobian.some_rows(stepper_data.configuration,
                                               std::span<const std::size_t>(),
                                               none);
      }
    else
      return false;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE SolverReport
  StepDelassus<System, Scheme, Constraints, Solver>::solve(const Array &b,
                                                           const Cones &cones,
                                                           Array       &p)
  {
    if constexpr (Rows::fixed_size == 1) // which needs no algorithm
      {
        solve_single_row(b, cones, p);
        return {SolverStatus::converged, 1, 0.};
      }
    else if (form == DelassusForm::matrix_free)
      return solver.solve(ConeComplementarityProblem{*matrix_free, b, cones},
                          p);
    else if (selection)
      {
        selection->gather(cones, part.cones);
        selection->gather(b, part.b);
        selection->gather(p, part.p);
        const SolverReport report =
          solver.solve(ConeComplementarityProblem{*W, part.b, part.cones},
                       part.p);
        selection->scatter(part.p, p);
        return report;
      }
    else
      return solver.solve(ConeComplementarityProblem{*W, b, cones}, p);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::apply(const Array &p,
                                                           Array       &u)
  {
    if (form == DelassusForm::matrix_free)
      matrix_free->apply(p, u);
    else if (selection)
      {
        selection->gather(p, part.p);
        part.b.resize(part.p.size());
        W->apply(part.p, part.b);
        selection->scatter(part.b, u);
      }
    else
      W->apply(p, u);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::prepare(Data &data)
  {
    if constexpr (!A::is_small)
      {
        if (form == DelassusForm::local)
          {
            assemble_local(data);
            return;
          }
        if (nodal_rows)
          nodal_rows->update(data.configuration, stepped.rows.jacobian.time());
        if (form == DelassusForm::matrix_free)
          {
            matrix_free->renew_identity();
            return;
          }
      }
    if (stepped.joint_forces)
      stepped.joint_forces->prepare(data.configuration,
                                    response.of_forces(data));
    if (stepped.level() == Level::both)
      assemble_two_levels(data);
    else
      assemble_one_level(data);
  }

  // Its identity tells solvers whether they have seen this W.
  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::serialize(Archive &archive)
  {
    archive.section("Delassus operator");
    archive(is_current);
    if (selection)
      selection->serialize(archive);
    serialize_places(archive, W, is_current);
    if (two_levels)
      {
        resize_two_levels();
        two_levels->serialize_places(archive, is_current);
      }
    if (archive.is_reading() && is_current)
      prepare(stepper_data);
    if (W)
      W->serialize(archive);
    if (matrix_free)
      matrix_free->serialize(archive);
    if constexpr (!A::is_small)
      if (row_solver)
        row_solver->serialize(archive);
    if (two_levels)
      two_levels->serialize(archive);
    solver.serialize(archive);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::measure(
    const Level                level,
    const ImpulseIncrement<A> &d,
    Data                      &data)
  {
    Vector &z = data.workspace.point;
    response.constrained_part(level, d, z);
    stepped.rows.jacobian.velocity(level == Level::velocity ?
                                     data.configuration :
                                     stepped.position_configuration(data),
                                   z,
                                   column);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::set_column(
    Eigen::MatrixXd  &matrix,
    const std::size_t j) const
  {
    const auto k = static_cast<Eigen::Index>(j);
    if (!selection)
      for (std::size_t i = 0; i < column.size(); ++i)
        matrix(static_cast<Eigen::Index>(i), k) = column[i];
    else
      for (Eigen::Index i = 0; const std::size_t row : selection->rows())
        matrix(i++, k) = column[row];
  }

  template <class System, class Scheme, class Constraints, class Solver>
  template <class SomeRows, class Visit>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::respond_to_units(
    const SomeRows &rows,
    Data           &data,
    const Visit    &visit)
  {
    response.impulses.prepare(typename Response::ImpulseRows{response, data},
                              data.configuration,
                              rows,
                              unit,
                              response.of_impulses(data),
                              visit,
                              data.effect.impulse,
                              response.scratch);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::assemble_one_level(
    Data &data)
  {
    if (selection && assemble_sparse(data))
      return;
    if (selection)
      assemble_selection(data);
    else
      respond_to_units(std::views::iota(std::size_t{0}, unit.size()),
                       data,
                       [&](const std::size_t j, const ImpulseIncrement<A> &d) {
                         measure(stepped.level(), d, data);
                         set_column(matrix, j);
                       });
    if (stepped.rows.is_compliant()) // c lambda = c/h P
      for (std::size_t i = 0; i < unit.size(); ++i)
        matrix.diagonal()[static_cast<Eigen::Index>(i)] +=
          stepped.rows.compliance(i) / stepped.clock.time_step;
    if (Rows::fixed_size == 1) // whose solution needs no operator
      return;
    if (W && W->size() == static_cast<std::size_t>(matrix.rows()))
      W->set_values(matrix); // allocates nothing
    else
      W.emplace(matrix);
  }

  // G and D of the degrees of freedom of this rank give its part of W.
  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::assemble_local(Data &data)
  {
    const double h = stepped.clock.time_step;
    if (!diagonal)
      {
        diagonal.emplace();
        stepped.system.reinit(diagonal->D);
      }
    if (diagonal->time_step != h ||
        !(stepped.system.is_linear() || stepped.is_explicit()))
      {
        data.effect.impulse = 1.;
        response.of_impulses(data)(data.effect.impulse, response.scratch);
        response.constrained_part(stepped.level(),
                                  response.scratch,
                                  diagonal->D);
        data.effect.impulse = 0.;
        diagonal->time_step = h;
      }
    std::vector<std::size_t> all_rows(unit.size());
    std::iota(all_rows.begin(), all_rows.end(), std::size_t{0});
    stepped.rows.jacobian.some_rows(data.configuration, all_rows, sparse.G);
    sparse.G.makeCompressed();
    {
      const LocalEntries<const Vector> D(diagonal->D);
      sparse.products.set(
        sparse.G,
        [&](const int column) { return (&*D.data)[column]; },
        sparse.W);
    }
    if constexpr (ranks_share<Vector>)
      sum_over_ranks(sparse.W, diagonal->D);
    if (W)
      W->set_values(sparse.W);
    else
      W.emplace(sparse.W);
  }
} // namespace percuss

#endif
