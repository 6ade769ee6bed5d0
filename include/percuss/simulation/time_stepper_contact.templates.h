// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_contact_templates_h
#define percuss_simulation_time_stepper_contact_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/base/exceptions.h>
#include <percuss/simulation/time_stepper.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  // TimeStepper: from the free motion of an iterate to its impulses and their
  // response, at the velocity level, at the position level, or at both.

  template <class System, class Scheme, class Constraints, class Solver>
  auto
  TimeStepper<System, Scheme, Constraints, Solver>::impulse_map(Data &data)
  {
    return [&](const Vector &r, ImpulseIncrement<A> &d) {
      scheme.impulse_response(
        system, clock.time_step, data.iterate, r, d, data.workspace);
    };
  }

  template <class System, class Scheme, class Constraints, class Solver>
  auto
  TimeStepper<System, Scheme, Constraints, Solver>::projection_map(Data &data)
  {
    return [&](const Vector &r, ImpulseIncrement<A> &d) {
      scheme.projection_response(
        system, clock.time_step, data.iterate, r, d, direct, data.workspace);
      if (treatment().coupling == ContactTreatment::Coupling::one_pass)
        { // frozen velocities
          d.dv = 0.;
          d.da = 0.;
          d.dq.equ(1., direct);
        }
    };
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::prepare_responses(
    Data &data)
  {
    if constexpr (!A::is_small)
      {
        if (nodal_rows)
          nodal_rows->update(data.configuration);
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
    const auto set_column =
      [](Eigen::MatrixXd &W, const std::size_t j, const Reduced &column) {
        for (std::size_t i = 0; i < column.size(); ++i)
          W(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            column[i];
      };
    // columns of u and g: G times the velocities and positions
    const auto measure_velocity = [&](const ImpulseIncrement<A> &d) {
      constrained_part(Level::velocity, d, data.workspace.point);
      constraints.velocity(data.configuration, data.workspace.point, b);
    };
    const auto measure_position = [&](const ImpulseIncrement<A> &d) {
      constrained_part(Level::position, d, data.workspace.point);
      constraints.velocity(position_configuration(data),
                           data.workspace.point,
                           b);
    };

    if (treatment().level != Level::both)
      {
        response.prepare(constraints,
                         data.configuration,
                         unit,
                         impulse_map(data),
                         [&](const std::size_t          j,
                             const ImpulseIncrement<A> &d) {
                           if (treatment().level == Level::velocity)
                             measure_velocity(d);
                           else
                             measure_position(d);
                           set_column(W_dense, j, b);
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
    response.prepare(constraints,
                     data.configuration,
                     unit,
                     impulse_map(data),
                     [&](const std::size_t j, const ImpulseIncrement<A> &d) {
                       measure_velocity(d);
                       set_column(problem.W11, j, b);
                       measure_position(d);
                       set_column(problem.W21, j, b);
                     });
    projection.prepare(constraints,
                       position_configuration(data),
                       unit,
                       projection_map(data),
                       [&](const std::size_t j, const ImpulseIncrement<A> &d) {
                         measure_velocity(d);
                         set_column(problem.W12, j, b);
                         measure_position(d);
                         set_column(problem.W22, j, b);
                         constraints.velocity(position_configuration(data),
                                              direct,
                                              b);
                         set_column(problem.N22, j, b);
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
                "'Time integration/scheme': a scheme that "
                "projects positions assembles its contact "
                "problem, for at most 2000 contacts; there are " +
                std::to_string(constraints.n_constraints()) +
                ". Take a scheme at the velocity level.");
            return DelassusForm::assembled;
          }
        const auto *const S = scheme.direct_response(clock.time_step).solver;
        const bool is_local = nodal_rows && S != nullptr && S->is_diagonal();
        if (form == DelassusForm::local && !is_local)
          throw InputError("'Contact/Delassus operator' = local: impulses move "
                           "more than single nodes. It takes an explicit "
                           "scheme, a lumped mass matrix, no stiffness "
                           "damping in the iteration, and no friction.");
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
      nodal_rows->update(data.configuration);
    const auto multiply_jacobian = [this](const Vector           &z,
                                          const std::span<double> u) {
      constraints.velocity(data.configuration, z, u);
    };
    W_global = std::make_unique<GlobalDelassus<Vector>>(
      static_cast<unsigned int>(constraints.n_constraints()),
      [this](const std::span<const double> p, Vector &r) {
        r = 0.;
        constraints.add_impulse(data.configuration, p, r);
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
        constraints.add_impulse(data.configuration, unit, data.effect.impulse);
        impulse_map(data)(data.effect.impulse, scratch);
        constrained_part(treatment().level, scratch, data.workspace.point);
        constraints.velocity(data.configuration, data.workspace.point, b);
        for (Eigen::Index i = 0; i < m; ++i)
          {
            const Eigen::Index j = first_of_node(i) + color;
            if (j < m && first_of_node(j) == first_of_node(i))
              W_local.coeffRef(i, j) = b[static_cast<std::size_t>(i)];
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
        -1., data.effect.impulse, impulse_map(data), scratch, next);
    if (data.effect.projects)
      projection.add_response(
        -1., data.effect.projection, projection_map(data), scratch, next);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::constrained_velocity(
    const State<A> &x,
    const double    t,
    Data           &data,
    Reduced        &u)
  {
    const double shift = treatment().velocity_shift * clock.time_step;
    if (shift == 0.)
      constraints.velocity(data.configuration, x.v, u);
    else
      {
        Vector &V = data.workspace.point;
        V.equ(1., x.v);
        V.add(shift, x.a);
        constraints.velocity(data.configuration, V, u);
      }
    if (constraints.is_moving())
      {
        constraints.gap_rate(data.configuration, t + shift, rate);
        for (std::size_t i = 0; i < u.size(); ++i)
          u[i] += rate[i];
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::constrained_gap(
    const State<A> &x,
    Data           &data,
    Reduced        &g)
  {
    const double shift = treatment().position_shift * clock.time_step;
    Vector      &point = data.workspace.point;
    point.equ(1., x.q);
    if (shift != 0.)
      point.add(shift,
                x.v,
                shift * treatment().velocity_shift * clock.time_step,
                x.a);
    if (constraints.is_linear() || normal() != Normal::iterate)
      {
        constraints.gap(point, end_time() + shift, g);
        return;
      }
    // of the gaps linearized at the iterate
    point.add(-1., data.position_configuration);
    constraints.velocity(data.position_configuration, point, g);
    for (std::size_t i = 0; i < g.size(); ++i)
      g[i] += iterate_gap[i];
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::resolve_contact(
    State<A> &next,
    Data     &data)
  {
    if (treatment().level == Level::velocity)
      resolve_velocity_level(next, data);
    else if (treatment().level == Level::position)
      resolve_position_level(next, data);
    else
      resolve_both_levels(next, data);
    set_effect(data);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::resolve_velocity_level(
    State<A> &next,
    Data     &data)
  {
    constrained_velocity(next, end_time(), data, free_velocity);
    if (activation.needs_free_gap() || treatment().own_activation)
      constraints.gap(next.q, end_time(), free_gap);
    if (!activate())
      {
        data.effect.acts = false;
        return;
      }
    set_right_hand_side();
    solve_one_level();
    response.apply(
      constraints, data.configuration, impulse, impulse_map(data), next);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::resolve_position_level(
    State<A> &next,
    Data     &data)
  {
    constrained_gap(next, data, free_gap);
    bool is_open = true;
    for (Cone &cone : cones)
      {
        const std::size_t i   = first_row(cone);
        const ContactLaw &law = constraints.law(i);
        b[i]                  = free_gap[i];
        if (law.kind == ContactLaw::Kind::bilateral)
          cone.kind = Cone::Kind::bilateral;
        else
          {
            if (treatment().restitution_of_positions)
              b[i] += law.restitution * gap[i];
            cone.kind = Cone::Kind::unilateral;
          }
        is_open = is_open && cone.kind == Cone::Kind::unilateral && b[i] >= 0.;
      }
    step_record.active_contacts = 0;
    if (is_open)
      {
        std::ranges::fill(impulse, 0.);
        return;
      }
    solve_one_level();
    for (std::size_t i = 0; i < impulse.size(); ++i)
      step_record.active_contacts += impulse[i] != 0. && !is_joint(i);
    response.apply(
      constraints, data.configuration, impulse, impulse_map(data), next);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::resolve_both_levels(
    State<A> &next,
    Data     &data)
  {
    constrained_velocity(next, end_time(), data, free_velocity);
    constrained_gap(next, data, free_gap);
    const double tolerance = projection_tolerance();
    const bool   combined  = treatment().combined_activation;
    bool         is_open   = true;
    for (std::size_t i = 0; i < impulse.size(); ++i)
      {
        const bool has_gap =
          constraints.law(i).kind == ContactLaw::Kind::unilateral;
        projected[i] =
          is_joint(i) || (has_gap && (!combined || free_gap[i] <= tolerance ||
                                      (keeps_active_set && projected[i])));
        is_open &= !is_joint(i) && (!has_gap || (free_gap[i] > tolerance &&
                                                 !(combined && projected[i])));
        multiplier[i] = 0.;
      }

    // the set of Algorithm 2 grows until it is stationary
    for (bool grows = true; grows;)
      {
        grows           = false;
        bool any_active = false;
        if (!combined)
          any_active = activate();
        else
          {
            step_record.active_contacts = 0;
            for (Cone &cone : cones)
              {
                const std::size_t i         = first_row(cone);
                const bool        is_active = projected[i];
                set_cone(cone, constraints.law(i), is_active);
                any_active |= is_active;
                step_record.active_contacts += is_active && !is_joint(i);
                if (!is_active)
                  for (unsigned int row = 0; row < cone.n_rows; ++row)
                    impulse[i + row] = 0.;
              }
          }
        if (!any_active && is_open)
          {
            std::ranges::fill(impulse, 0.);
            return;
          }
        set_right_hand_side();
        check(two_levels->solve(b,
                                free_gap,
                                cones,
                                projected,
                                combined,
                                treatment().coupling,
                                tolerance,
                                impulse,
                                multiplier));
        if (combined)
          for (std::size_t i = 0; i < impulse.size(); ++i)
            if (!projected[i] &&
                constraints.law(i).kind == ContactLaw::Kind::unilateral &&
                two_levels->gap()[static_cast<Eigen::Index>(i)] <= tolerance)
              projected[i] = grows = true;
      }

    for (const double tau : multiplier)
      statistics.max_multiplier =
        std::max(statistics.max_multiplier, std::abs(tau));
    response.apply(
      constraints, data.configuration, impulse, impulse_map(data), next);
    projection.apply(constraints,
                     position_configuration(data),
                     multiplier,
                     projection_map(data),
                     next);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE bool
  TimeStepper<System, Scheme, Constraints, Solver>::activate()
  {
    const double tolerance =
      treatment().level == Level::both ? projection_tolerance() : 0.;

    bool any_active             = false;
    step_record.active_contacts = 0;
    for (Cone &cone : cones)
      {
        const std::size_t i   = first_row(cone);
        const ContactLaw &law = constraints.law(i);
        const bool        is_active =
          is_joint(i) ||
          (treatment().own_activation ? free_gap[i] <= 0. :
                                        activation.is_active(clock.time_step,
                                                             gap[i],
                                                             velocity[i],
                                                             free_gap[i],
                                                             velocity_scale,
                                                             tolerance));
        set_cone(cone, law, is_active);
        any_active |= is_active;
        step_record.active_contacts += is_active && !is_joint(i);
        if (!is_active && impulse[i] != 0.)
          for (std::size_t row = i; row < i + cone.n_rows; ++row)
            impulse[row] = 0.;
      }
    return any_active;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::set_cone(
    Cone             &cone,
    const ContactLaw &law,
    const bool        is_active)
  {
    if (!is_active)
      cone.kind = Cone::Kind::inactive;
    else if (law.kind == ContactLaw::Kind::bilateral)
      cone.kind = Cone::Kind::bilateral;
    else if (law.n_tangential == 0)
      cone.kind = Cone::Kind::unilateral;
    else
      {
        cone.kind                 = Cone::Kind::second_order;
        cone.friction_coefficient = law.friction;
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::set_right_hand_side()
  {
    for (std::size_t i = 0; i < b.size(); ++i)
      {
        const ContactLaw &law = constraints.law(i);
        b[i]                  = law.kind == ContactLaw::Kind::bilateral ?
                                  free_velocity[i] :
                                  free_velocity[i] + law.restitution * velocity[i];
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::solve_one_level()
  {
    if constexpr (n_rows == 1) // which needs no algorithm
      {
        const double P = -b[0] / W_dense.coeffRef(0, 0);
        impulse[0] =
          cones[0].kind == Cone::Kind::bilateral ? P : std::max(0., P);
        enter_solution({SolverStatus::converged, 1, 0.});
      }
    else if (form == DelassusForm::matrix_free)
      check(
        solver.solve(ConeComplementarityProblem{*W_global, b, cones}, impulse));
    else
      check(solver.solve(ConeComplementarityProblem{*W, b, cones}, impulse));
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::enter_solution(
    const SolverReport &report)
  {
    step_record.solver_iterations = report.iterations;
    ++statistics.n_problems;
    statistics.n_fallbacks += report.fell_back;
    statistics.sum_iterations += report.iterations;
    statistics.min_iterations =
      std::min(statistics.min_iterations, report.iterations);
    statistics.max_iterations =
      std::max(statistics.max_iterations, report.iterations);
    statistics.max_residual =
      std::max(statistics.max_residual, report.residual);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::check(
    const SolverReport &report)
  {
    if (!report.is_solution_usable())
      throw NumericalFailure("The contact problem was not solved (" +
                               std::string(solver.name()) + ": " +
                               std::string(to_string(report.status)) + ")",
                             step_record.step + 1,
                             clock.time(step_record.step + 1),
                             report.residual,
                             "Try another complementarity solver, or a "
                             "smaller time step.");
    enter_solution(report);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::set_effect(Data &data)
  {
    ContactEffect<A> &effect = data.effect;
    const auto        acts   = [](const Reduced &p) {
      return std::ranges::any_of(p, [](const double x) { return x != 0.; });
    };
    effect.acts     = acts(impulse);
    effect.projects = treatment().level == Level::both && acts(multiplier);
    if (effect.acts && (scheme.needs_impulse_vector() || !system.is_linear() ||
                        !constraints.is_linear()))
      {
        effect.impulse = 0.;
        constraints.add_impulse(data.configuration, impulse, effect.impulse);
      }
    if (effect.projects)
      {
        effect.projection = 0.;
        constraints.add_impulse(position_configuration(data),
                                multiplier,
                                effect.projection);
      }
  }
} // namespace percuss

#endif
