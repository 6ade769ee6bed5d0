// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_active_row_iterations_templates_h
#define percuss_simulation_active_row_iterations_templates_h

#include <percuss/simulation/active_row_solver.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace percuss
{
  // z, and S_z = S z - f, the force of the rows. In the iteration this is known
  // by the residual alone: it takes no pass over memory.
  template <Algebra A>
  template <class EndsEarly>
  bool
  ActiveRowSolver<A>::conjugate_gradients(const RowSet     active,
                                          const double     tolerance,
                                          const EndsEarly &ends_early)
  {
    Estimate &e = estimate;
    e.has_ended = false;

    if (work)
      work->has_product = false;
    set_force_of_rows();
    const double scale = energy_of_forces();
    if (e.is_wanted)
      {
        e.p.resize(active.size());
        e.part.resize(active.size());
        rows.multipliers(active, {}, S_z, e.p);
      }
    residual.equ(-1., S_z);
    constrain_force(active, residual, &Compliant::rho);
    if (compliant)
      for (std::size_t i = 0; i < compliant->rho.size(); ++i)
        compliant->rho[i] += compliant->P[i];
    double delta = precondition(active);
    direction.equ(1., preconditioned);
    if (compliant)
      compliant->restart();
    const double size  = std::sqrt(scale + delta);
    const double least = tolerance * size;
    unsigned int k     = 0;
    for (; std::sqrt(std::abs(delta)) > least; ++k)
      {
        if (k == max_iterations || !std::isfinite(delta))
          return false;
        if (e.is_wanted && std::sqrt(std::abs(delta)) < early_error * size)
          {
            e.is_wanted = false;
            if (compliant)
              {
                set_force_of_compliant_rows();
                e.p = compliant->P;
              }
            if (ends_early())
              {
                e.has_ended = true;
                count_products(k);
                return true;
              }
          }
        Vector &image = preconditioned;
        response.solver->vmult(image, direction);
        double energy = direction * image;
        if (compliant)
          energy += compliant->energy();
        const double step = delta / energy;
        if (e.is_wanted && !compliant)
          {
            rows.multipliers(active, {}, image, e.part);
            for (std::size_t i = 0; i < e.p.size(); ++i)
              e.p[i] += step * e.part[i];
          }
        constrain_force(active, image, &Compliant::image);
        if (compliant)
          compliant->advance(step);
        for_entries(
          [step](double &z_i, double &r, const double &d, const double &S_d) {
            z_i += step * d;
            r -= step * S_d;
          },
          z,
          residual,
          std::as_const(direction),
          std::as_const(image));
        const double old_delta = delta;
        delta                  = precondition(active);
        direction.sadd(delta / old_delta, 1., preconditioned);
        if (compliant)
          compliant->turn(delta / old_delta);
      }
    if (compliant)
      set_force_of_compliant_rows();
    else if (k > 0)
      set_force_of_rows();
    count_products(k);
    return true;
  }

  // The operator F (S + c t^T kappa Q t) with the preconditioner B of S on the
  // right; z and the force S z + t^T kappa Q (c t z + b_T) in S_z.
  template <Algebra A>
  bool
  ActiveRowSolver<A>::biconjugate_gradients(const RowSet active,
                                            const Slips  slips,
                                            const std::span<const double> b,
                                            const double tolerance,
                                            const double compliance)
  {
    if (!work)
      work.emplace(z);
    auto      &w         = *work;
    const auto constrain = [&](Vector &r) {
      rows.constrain_forces(active, slips, r);
    };
    const auto multiply = [&](Vector &r, const Vector &x) {
      response.solver->vmult(r, x);
      rows.add_resistance(slips, response.factor, {}, x, r);
      constrain(r);
    };
    const auto precondition = [&](Vector &x, const Vector &r) {
      response.solver->precondition(x, r);
      rows.precondition_resistance(slips, compliance, x);
      rows.project(active, x);
    };
    double       scale      = 0.;
    unsigned int k          = 0;
    bool         is_reached = false; // but for rounding, which may wait
    while (true)                     // begins anew where it breaks down
      {
        if (!w.has_product)
          response.solver->vmult(w.product, z);
        w.has_product = false;
        S_z           = w.product;
        rows.add_resistance(slips, response.factor, b, z, S_z);
        if (is_reached)
          {
            w.keep(active, b);
            count_products(2 * k);
            return true;
          }
        response.solver->precondition(preconditioned, S_z);
        scale = std::max(scale, std::sqrt(std::abs(S_z * preconditioned)));
        residual.equ(-1., S_z);
        constrain(residual);
        precondition(w.shadow, residual);
        if (std::sqrt(std::abs(w.shadow * residual)) <= tolerance * scale)
          {
            count_products(2 * k);
            return true;
          }
        direction    = 0.;
        w.image      = 0.;
        double alpha = 1., omega = 1., old_rho = 1.;
        while (true)
          {
            const double rho  = w.shadow * residual;
            const double beta = rho / old_rho * (alpha / omega);
            if (++k > max_iterations || !std::isfinite(rho))
              return false;
            if (!std::isfinite(beta))
              break;
            direction.add(-omega, w.image);
            direction.sadd(beta, 1., residual);
            precondition(w.ahead, direction);
            multiply(w.image, w.ahead);
            alpha = rho / (w.shadow * w.image);
            if (!std::isfinite(alpha))
              break;
            z.add(alpha, w.ahead);
            residual.add(-alpha, w.image);
            precondition(preconditioned, residual);
            if (std::sqrt(std::abs(residual * preconditioned)) <=
                0.5 * tolerance * scale)
              {
                is_reached = tolerance > tightest;
                break; // and looks at the last residual itself
              }
            multiply(w.ahead, preconditioned);
            omega = (w.ahead * residual) / (w.ahead * w.ahead);
            if (!std::isfinite(omega) || omega == 0.)
              break;
            z.add(omega, preconditioned);
            residual.add(-omega, w.ahead);
            old_rho = rho;
          }
      }
  }
} // namespace percuss

#endif
