// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_step_delassus_selection_templates_h
#define percuss_simulation_step_delassus_selection_templates_h

#include <percuss/base/exceptions.h>
#include <percuss/simulation/step_delassus.h>

#include <string>

namespace percuss
{
  // StepDelassus: W of joints and active contacts alone.

  template <class System, class Scheme, class Constraints, class Solver>
  bool
  StepDelassus<System, Scheme, Constraints, Solver>::selects_rows() const
  {
    if (A::is_small || form != DelassusForm::assembled)
      return false;
    if (stepped.level() == Level::both)
      return !stepped.is_linear();
    const bool has_few =
      stepped.is_linear() && stepped.rows.size() <= delassus_rows::few;
    if (stepped.level() == Level::position)
      return !has_few && stepped.treatment().contact_forces &&
             stepped.treatment().position_shift == 0. &&
             !stepped.rows.is_compliant() && !stepped.rows.has_joints;
    return !has_few;
  }

  // A constant W changes only where it lacks rows. It loses others then, with
  // their columns: not more are kept than contacts that are closed together.
  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::select(const Cones &cones)
  {
    if (!selection->add(cones))
      return;
    is_current = false;
    if (!stepped.is_linear())
      return;
    selection->remove_inactive(cones);
    for (const Cone &cone : cones)
      if (cone.kind == Cone::Kind::inactive)
        for (unsigned int k = 0; k < cone.n_rows; ++k)
          columns[cone.first_row + k] = {};
  }

  template <class System, class Scheme, class Constraints, class Solver>
  bool
  StepDelassus<System, Scheme, Constraints, Solver>::takes_sparse_parts(
    Data &data)
  {
    const auto rows = selection->rows();
    return blocks && rows.size() > delassus_rows::many &&
           rows.size() > blocks->n_responses() && !stepped.joint_forces &&
           !stepped.rows.is_compliant() &&
           stepped.rows.jacobian.some_rows(data.configuration, rows, sparse.G);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  bool
  StepDelassus<System, Scheme, Constraints, Solver>::assemble_sparse(Data &data)
  {
    if constexpr (requires(Vector r) { r.entries; })
      {
        if (!takes_sparse_parts(data))
          return false;
        blocks->assemble(data.effect.impulse,
                         data.workspace.point,
                         [&](const Vector &r, Vector &z) {
                           response.of_impulses(data)(r, response.scratch);
                           response.constrained_part(stepped.level(),
                                                     response.scratch,
                                                     z);
                         });
        const Eigen::SparseMatrix<double> of_impulses =
          blocks->matrix() * impulse_rows(data).transpose();
        sparse.W = sparse.G * of_impulses;
        // the same in all iterates, as long as D is: what solvers know of it
        // stays; not of W that a checkpoint does not have
        if (!W)
          W.emplace(sparse.W);
        else if (!may_stay || !W->holds(sparse.W))
          W->set_values(sparse.W);
        sparse.of_impulses = of_impulses.transpose();
        W->set_factors(sparse.G, sparse.of_impulses);
        may_stay = true;
        return true;
      }
    else
      return false;
  }

  // G of the impulses, which for joints may be that of another configuration.
  template <class System, class Scheme, class Constraints, class Solver>
  auto
  StepDelassus<System, Scheme, Constraints, Solver>::impulse_rows(
    const Data &data) -> const Eigen::SparseMatrix<double, Eigen::RowMajor> &
  {
    if (!stepped.jacobian_points().joints_at_midpoint)
      return sparse.G;
    const auto rows = selection->rows();
    stepped.rows.jacobian.some_rows(data.joint_configuration,
                                    rows,
                                    sparse.G_impulse);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (!stepped.rows.is_joint(rows[i])) // entries at the same places
        std::copy(sparse.G.valuePtr() + sparse.G.outerIndexPtr()[i],
                  sparse.G.valuePtr() + sparse.G.outerIndexPtr()[i + 1],
                  sparse.G_impulse.valuePtr() +
                    sparse.G_impulse.outerIndexPtr()[i]);
    return sparse.G_impulse;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepDelassus<System, Scheme, Constraints, Solver>::assemble_selection(
    Data &data)
  {
    const auto rows = selection->rows();
    const auto k    = static_cast<Eigen::Index>(rows.size());
    if (rows.size() > delassus_rows::assembled)
      throw NumericalFailure(
        "The contact problem has " + std::to_string(rows.size()) +
          " rows of joints and active contacts; an "
          "assembled W is for at most " +
          std::to_string(delassus_rows::assembled),
        stepped.step + 1,
        stepped.end_time(),
        static_cast<double>(rows.size()),
        "Take moreau-jean or an explicit scheme, a coarser "
        "mesh where there is contact, or no friction.");
    matrix.resize(k, k); // the same size, in most steps
    const auto enter = [&](const Eigen::Index j, const Array &of_row) {
      for (Eigen::Index i = 0; i < k; ++i)
        matrix(i, j) = of_row[rows[static_cast<std::size_t>(i)]];
    };
    const bool is_constant = stepped.is_linear();
    part.rows.clear();
    for (const std::size_t row : rows)
      if (!is_constant || columns[row].empty())
        part.rows.push_back(row);
    respond_to_units(part.rows,
                     data,
                     [&](const std::size_t j, const ImpulseIncrement<A> &d) {
                       measure(stepped.level(), d, data);
                       if (is_constant)
                         columns[part.rows[j]] = column;
                       else
                         enter(static_cast<Eigen::Index>(j), column);
                     });
    if (is_constant)
      for (Eigen::Index j = 0; j < k; ++j)
        enter(j, columns[rows[static_cast<std::size_t>(j)]]);
  }
} // namespace percuss

#endif
