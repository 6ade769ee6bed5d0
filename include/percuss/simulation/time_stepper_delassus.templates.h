// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_delassus_templates_h
#define percuss_simulation_time_stepper_delassus_templates_h

#include <percuss/base/exceptions.h>
#include <percuss/simulation/time_stepper.h>

namespace percuss
{
  // TimeStepper: the responses of the scheme to impulses, and W, in the form
  // that size and system ask for.

  template <class System, class Scheme, class Constraints, class Solver>
  auto
  TimeStepper<System, Scheme, Constraints, Solver>::force_map(Data &data)
  {
    return [&](const Vector &r, ImpulseIncrement<A> &d) {
      scheme.force_response(tangents(data), r, d);
    };
  }

  template <class System, class Scheme, class Constraints, class Solver>
  auto
  TimeStepper<System, Scheme, Constraints, Solver>::impulse_map(
    Data      &data,
    const bool joints_react)
  {
    return [&, joints_react](const Vector &r, ImpulseIncrement<A> &d) {
      scheme.impulse_response(tangents(data), r, d);
      if (joint_forces && joints_react)
        joint_forces->react(data.configuration, force_map(data), d);
    };
  }

  template <class System, class Scheme, class Constraints, class Solver>
  auto
  TimeStepper<System, Scheme, Constraints, Solver>::projection_map(
    Data      &data,
    const bool joints_react)
  {
    return [&, joints_react](const Vector &r, ImpulseIncrement<A> &d) {
      scheme.projection_response(tangents(data), r, d, direct);
      if (treatment().coupling == ContactTreatment::Coupling::one_pass)
        { // frozen velocities
          d.dv = 0.;
          d.da = 0.;
          d.dq.equ(1., direct);
        }
      if (joint_forces && joints_react)
        joint_forces->react(data.configuration, force_map(data), d);
    };
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::add_impulse(
    const Data    &data,
    const Reduced &p,
    Vector        &r) const
  {
    if (!joints_at_midpoint())
      {
        jacobian.add_impulse(data.configuration, p, r);
        return;
      }
    for (std::size_t i = 0; i < p.size(); ++i)
      {
        of_joints[i]   = is_joint(i) ? p[i] : 0.;
        of_contacts[i] = is_joint(i) ? 0. : p[i];
      }
    jacobian.add_impulse(data.joint_configuration, of_joints, r);
    jacobian.add_impulse(data.configuration, of_contacts, r);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::prepare_responses(
    Data &data)
  {
    if constexpr (!A::is_small)
      {
        if (nodal_rows)
          nodal_rows->update(data.configuration, jacobian.time());
        if (form == DelassusForm::matrix_free)
          {
            W_global->renew_identity();
            return;
          }
        if (form == DelassusForm::local)
          {
            prepare_local_responses(data);
            return;
          }
      }
    if (joint_forces)
      joint_forces->prepare(data.configuration, force_map(data));
    const ImpulseRows impulse_rows{*this, data};
    const auto        set_column =
      [](Eigen::MatrixXd &W, const std::size_t j, const Reduced &entries) {
        for (std::size_t i = 0; i < entries.size(); ++i)
          W(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            entries[i];
      };
    // columns of u and g: G times the velocities and positions
    const auto measure_velocity = [&](const ImpulseIncrement<A> &d) {
      constrained_part(Level::velocity, d, data.workspace.point);
      jacobian.velocity(data.configuration, data.workspace.point, column);
    };
    const auto measure_position = [&](const ImpulseIncrement<A> &d) {
      constrained_part(Level::position, d, data.workspace.point);
      jacobian.velocity(position_configuration(data),
                        data.workspace.point,
                        column);
    };

    if (treatment().level != Level::both)
      {
        response.prepare(impulse_rows,
                         data.configuration,
                         unit,
                         impulse_map(data),
                         [&](const std::size_t          j,
                             const ImpulseIncrement<A> &d) {
                           if (treatment().level == Level::velocity)
                             measure_velocity(d);
                           else
                             measure_position(d);
                           set_column(W_dense, j, column);
                         });
        if (n_rows != 1) // whose solution needs no operator
          {
            if (W)
              W->set_values(W_dense); // allocates nothing
            else
              W.emplace(W_dense);
          }
        return;
      }

    TwoLevelProblem &problem = *two_levels;
    response.prepare(impulse_rows,
                     data.configuration,
                     unit,
                     impulse_map(data),
                     [&](const std::size_t j, const ImpulseIncrement<A> &d) {
                       measure_velocity(d);
                       set_column(problem.W11, j, column);
                       measure_position(d);
                       set_column(problem.W21, j, column);
                     });
    projection.prepare(jacobian,
                       position_configuration(data),
                       unit,
                       projection_map(data),
                       [&](const std::size_t j, const ImpulseIncrement<A> &d) {
                         measure_velocity(d);
                         set_column(problem.W12, j, column);
                         measure_position(d);
                         set_column(problem.W22, j, column);
                         jacobian.velocity(position_configuration(data),
                                           direct,
                                           column);
                         set_column(problem.N22, j, column);
                       });
    problem.set_up();
    W_dense = problem.W11;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  DelassusForm
  TimeStepper<System, Scheme, Constraints, Solver>::choose_form() const
  {
    if constexpr (A::is_small)
      return DelassusForm::assembled;
    else
      {
        if (treatment().level == Level::both)
          {
            constexpr std::size_t limit = 2000; // four matrices of m^2 numbers
            if (constraints.n_constraints() > limit)
              throw InputError(
                "A scheme that projects positions assembles its contact "
                "problem, for at most 2000 contacts; there are " +
                  std::to_string(constraints.n_constraints()) +
                  ". Take a scheme at the velocity level.",
                "Time integration/scheme");
            return DelassusForm::assembled;
          }
        const auto *const S = scheme.direct_response(clock.time_step).solver;
        const bool is_local = nodal_rows && S != nullptr && S->is_diagonal();
        if (form == DelassusForm::local && !is_local)
          throw InputError("Impulses move more than single nodes. It takes an "
                           "explicit scheme, a lumped mass matrix, no "
                           "stiffness damping in the iteration, and no "
                           "friction.",
                           "Contact/Delassus operator");
        if (form != DelassusForm::automatic)
          return form;
        if (is_local)
          return DelassusForm::local;
        // m responses, in every step if W changes
        const bool is_constant  = system.is_linear() && constraints.is_linear();
        const std::size_t limit = is_constant ? 500 : 16;
        return nodal_rows && constraints.n_constraints() > limit ?
                 DelassusForm::matrix_free :
                 DelassusForm::assembled;
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::constrained_part(
    const Level                level,
    const ImpulseIncrement<A> &d,
    Vector                    &z) const
  {
    const double           h = clock.time_step;
    const ContactTreatment t = treatment();
    if (level == Level::velocity)
      {
        z.equ(1., d.dv);
        z.add(t.velocity_shift * h, d.da);
      }
    else
      {
        z.equ(1., d.dq);
        z.add(t.position_shift * h,
              d.dv,
              t.position_shift * t.velocity_shift * h * h,
              d.da);
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::make_matrix_free_delassus()
  {
    if (nodal_rows)
      nodal_rows->update(data.configuration, jacobian.time());
    const auto multiply_jacobian = [this](const Vector           &z,
                                          const std::span<double> u) {
      jacobian.velocity(data.configuration, z, u);
    };
    W_global = std::make_unique<GlobalDelassus<Vector>>(
      static_cast<unsigned int>(constraints.n_constraints()),
      [this](const std::span<const double> p, Vector &r) {
        r = 0.;
        if constexpr (std::is_same_v<Reduced, std::vector<double>>)
          column.assign(p.begin(), p.end());
        add_impulse(data, column, r);
      },
      [this](const Vector &r, Vector &z) {
        impulse_map(data)(r, scratch);
        constrained_part(treatment().level, scratch, z);
      },
      multiply_jacobian,
      data.configuration);
    if (const auto direct = scheme.direct_response(clock.time_step);
        nodal_rows && direct.solver != nullptr)
      {
        row_solver = std::make_unique<ActiveRowSolver<A>>(direct,
                                                          *nodal_rows,
                                                          data.configuration);
        W_global->set_row_solver(
          [this, multiply_jacobian](const std::span<const unsigned char> active,
                                    const std::span<const double>        right,
                                    const std::span<double>              p,
                                    const std::span<double>              u) {
            return row_solver->solve(active, right, multiply_jacobian, p, u);
          });
      }
  }

  // The responses of the rows of one colour do not meet: one response for all
  // of them gives their columns.
  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::prepare_local_responses(
    Data &data)
  {
    const auto m             = static_cast<Eigen::Index>(unit.size());
    const auto first_of_node = [&](const Eigen::Index row) {
      return row - nodal_rows->color(static_cast<std::size_t>(row));
    };
    if (W_local.rows() != m)
      {
        std::vector<Eigen::Triplet<double>> entries;
        for (Eigen::Index i = 0; i < m; ++i)
          for (Eigen::Index j = first_of_node(i);
               j < m && first_of_node(j) == first_of_node(i);
               ++j)
            entries.emplace_back(i, j, 0.);
        W_local.resize(m, m);
        W_local.setFromTriplets(entries.begin(), entries.end());
      }
    for (unsigned int color = 0; color < nodal_rows->n_colors(); ++color)
      {
        for (std::size_t row = 0; row < unit.size(); ++row)
          unit[row] = nodal_rows->color(row) == color ? 1. : 0.;
        data.effect.impulse = 0.;
        jacobian.add_impulse(data.configuration, unit, data.effect.impulse);
        impulse_map(data)(data.effect.impulse, scratch);
        constrained_part(treatment().level, scratch, data.workspace.point);
        jacobian.velocity(data.configuration, data.workspace.point, column);
        for (Eigen::Index i = 0; i < m; ++i)
          {
            const Eigen::Index j = first_of_node(i) + color;
            if (j < m && first_of_node(j) == first_of_node(i))
              W_local.coeffRef(i, j) = column[static_cast<std::size_t>(i)];
          }
      }
    if (W)
      W->set_values(W_local);
    else
      W.emplace(W_local);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::remove_impulses(
    State<A> &next,
    Data     &data)
  {
    if (data.effect.acts)
      response.add_response(
        -1., data.effect.impulse, impulse_map(data, false), scratch, next);
    if (data.effect.projects)
      projection.add_response(-1.,
                              data.effect.projection,
                              projection_map(data, false),
                              scratch,
                              next);
    if (data.effect.holds)
      response.add_response(
        -1., data.effect.joint_force, force_map(data), scratch, next);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::add_reactions(Data &data)
  {
    ContactEffect<A> &effect = data.effect;
    if (effect.acts)
      {
        impulse_map(data, false)(effect.impulse, scratch);
        joint_forces->add_reaction(data.configuration,
                                   scratch,
                                   effect.joint_force);
      }
    if (effect.projects)
      {
        projection_map(data, false)(effect.projection, scratch);
        joint_forces->add_reaction(data.configuration,
                                   scratch,
                                   effect.joint_force);
      }
  }
} // namespace percuss

#endif
