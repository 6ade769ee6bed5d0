// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/least_impulse.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace percuss
{
  namespace
  {
    constexpr double dependence = 1e-10; // of a row, of W_ii

    // ε over the mean W_NN of contacts: smaller ones where the data of contacts
    // that stick contradict each other by more than the tolerance, and some of
    // them slip in the end. That of joints over ε.
    constexpr double compliances[] = {1e-6, 1e-9, 1e-12}, of_joints = 1e-4;

    constexpr unsigned int max_systems_nearby = 3, max_systems = 8,
                           max_systems_apart = 40, max_rows_apart = 60;

    // Over the residual asked for, if it is that of rounding.
    constexpr double largest_residual_of_rounding = 1e3;

    // Of steps, over the impulses.
    constexpr double near_end = 1e-2, small_step = 1e-8, rounding = 1e-14;

    // Of |F| with E, over what E makes of the impulses, and of rounding.
    constexpr double accuracy_of_F = 1e-9, rounding_of_F = 2e-15;

    // Of T^k P, over the impulses.
    constexpr double       negligible = 1e-12, still_open = 1e-6;
    constexpr unsigned int max_powers = 30, max_rounds = 3,
                           max_corrections = 30;
  } // namespace

  bool
  LeastImpulse::is_needed(const Problem &problem)
  {
    const auto *const W = problem.W.explicit_matrix();
    if (W == nullptr)
      return false;
    const bool is_known = tested_identity == problem.W.identity();
    if (is_known && is_whole_regular)
      return false;
    const unsigned int m = problem.size();
    if (m <= max_rows)
      reserve(problem.W);
    tested_rows.resize(m, 2);
    live_rows.clear();
    bool is_same = is_known;
    for (const Cone &cone : problem.cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        {
          const unsigned char is_live = cone.kind != Cone::Kind::inactive;
          is_same                     = is_same && tested_rows[i] == is_live;
          tested_rows[i]              = is_live;
          if (is_live)
            live_rows.push_back(i);
        }
    if (is_same)
      return was_needed;
    was_needed = false;
    if (live_rows.size() < 2 || live_rows.size() > max_rows)
      {
        tested_identity  = problem.W.identity();
        is_whole_regular = false;
        return false;
      }
    const bool has_inactive = live_rows.size() < m;
    if (!is_known)
      {
        tested_identity  = problem.W.identity();
        is_whole_regular = false;
        // of a W that stays, as of linear systems
        if (has_inactive && m <= max_rows)
          {
            live_rows.resize(m);
            std::iota(live_rows.begin(), live_rows.end(), 0U);
            is_whole_regular = is_regular(*W);
            if (is_whole_regular)
              return false;
            live_rows.clear();
            for (unsigned int i = 0; i < m; ++i)
              if (tested_rows[i])
                live_rows.push_back(i);
          }
      }
    const bool regular = is_regular(*W);
    is_whole_regular   = regular && !has_inactive;
    was_needed         = !regular;
    return was_needed;
  }

  // Nothing for a problem as large as the last one.
  void
  LeastImpulse::reserve(const DelassusOperator &W)
  {
    const std::size_t m = W.size();
    if (impulse.size() == m)
      return;
    for (auto *const vector : {&E, &P, &start, &U, &F, &step, &image})
      vector->resize(static_cast<Eigen::Index>(m));
    impulse.resize(m);
    velocity.resize(m);
    live_rows.reserve(m);
    modes.reserve(m);
    system.reserve(W);
    equations.reserve(W.size());
    product.reserve(m);
  }

  // Row by row, up to the first one that depends on those before it.
  bool
  LeastImpulse::is_regular(const DelassusOperator::Matrix &W)
  {
    const auto n = static_cast<Eigen::Index>(live_rows.size());
    if (cholesky.rows() < n)
      cholesky.resize(n, n); // columns of L^T
    for (Eigen::Index i = 0; i < n; ++i)
      {
        auto column = cholesky.col(i).head(i + 1);
        column.setZero();
        auto live = live_rows.begin();
        for (DelassusOperator::Matrix::InnerIterator w(
               W, live_rows[static_cast<std::size_t>(i)]);
             w && w.col() <= live_rows[static_cast<std::size_t>(i)];
             ++w)
          {
            while (*live < w.col())
              ++live;
            if (*live == w.col())
              column[live - live_rows.begin()] = w.value();
          }
        const double diagonal = column[i];
        Eigen::Index first    = 0;
        while (first < i && column[first] == 0.)
          ++first;
        for (Eigen::Index j = first; j < i; ++j)
          {
            const auto n_common = j - first;
            column[j]           = (column[j] - cholesky.col(j)
                                       .segment(first, n_common)
                                       .dot(column.segment(first, n_common))) /
                        cholesky(j, j);
          }
        const double pivot =
          diagonal - column.segment(first, i - first).squaredNorm();
        if (!(pivot > dependence * diagonal))
          return false;
        column[i] = std::sqrt(pivot);
      }
    return true;
  }

  bool
  LeastImpulse::find(const Problem          &problem,
                     const std::span<double> p,
                     const double            largest_residual,
                     const bool              is_guess)
  {
    equations.load(problem);
    const auto m = static_cast<Eigen::Index>(problem.size());
    reserve(problem.W);
    n_systems = 0;
    for (Eigen::Index i = 0; i < m; ++i)
      {
        const double x = p[static_cast<std::size_t>(i)];
        start[i]       = x * equations.s[i] / equations.scale;
      }
    if (!start.allFinite())
      return false;
    for (const double epsilon : compliances)
      {
        P = start;
        set_compliances(problem, epsilon);
        if (!solve_with_compliances(problem,
                                    is_guess ? max_systems_nearby :
                                               max_systems) &&
            (is_guess || problem.size() > max_rows_apart ||
             !approach(problem, epsilon)))
          return false;
        if (go_to_limit(problem, largest_residual))
          {
            std::ranges::copy(impulse, p.begin());
            return true;
          }
      }
    return false;
  }

  // From P_E.
  bool
  LeastImpulse::go_to_limit(const Problem &problem,
                            const double   largest_residual)
  {
    if (depends_on_point && moved > small_step * P.norm())
      {
        evaluate(problem, true);
        factorize(problem);
      }
    bool had_open_part = true;
    for (unsigned int k = 0; k < max_rounds && had_open_part; ++k)
      if (!refine(problem) || !take_out_open_part(problem, had_open_part))
        return false;
    // Rounding must not leave an impulse where there is no contact.
    auto block = system.blocks.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      const bool is_open = block->B(0, 0) == 0.;
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        impulse[i] = is_open ? 0. : P[i] * equations.scale / equations.s[i];
      ++block;
    });
    residual = natural_map_residual(problem, impulse, velocity);
    return residual <= largest_residual ||
           (residual <= largest_residual_of_rounding * largest_residual &&
            residual * equations.scale <=
              rounding_of_velocity(problem.W, impulse));
  }

  // ε D in scaled units.
  void
  LeastImpulse::set_compliances(const Problem &problem, const double epsilon)
  {
    double       mean = 0.;
    unsigned int n    = 0;
    const auto   each = [&](const auto &visit) {
      for_each_block(problem.cones, [&](const Cone &cone) {
        if (cone.kind == Cone::Kind::unilateral ||
            cone.kind == Cone::Kind::second_order)
          visit(cone);
      });
    };
    each([&](const Cone &cone) {
      mean += equations.s[cone.first_row] * equations.s[cone.first_row];
      ++n;
    });
    mean /= std::max(n, 1u);
    E.setConstant(of_joints * epsilon);
    each([&](const Cone &cone) {
      const double s = equations.s[cone.first_row];
      E.segment(cone.first_row, cone.n_rows)
        .setConstant(epsilon * mean / (s * s));
    });
  }

  // U and F at P.
  void
  LeastImpulse::evaluate(const Problem &problem, const bool with_compliances)
  {
    product.apply(problem.W, equations.s, P, U);
    U += equations.b;
    if (with_compliances)
      U += E.cwiseProduct(P);
    equations.evaluate(problem.cones, P, U, F);
  }

  // At the point evaluated last, beside those of the factors.
  bool
  LeastImpulse::has_other_modes(const Problem &problem) const
  {
    bool result = false;
    auto mode   = modes.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      result = result || equations.mode(cone, P, U) != *mode;
      ++mode;
    });
    return result;
  }

  // J_E at the point evaluated last; B stays in the blocks.
  void
  LeastImpulse::factorize(const Problem &problem)
  {
    ++n_systems;
    moved            = 0.;
    depends_on_point = false;
    system.reset(problem);
    modes.clear();
    auto block = system.blocks.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      modes.push_back(equations.mode(cone, P, U));
      depends_on_point = depends_on_point ||
                         (cone.n_rows > 2 &&
                          modes.back() == ScaledFrictionProblem::Mode::sliding);
      equations.add_derivative(cone, P, U, *block);
      block->A += E[cone.first_row] * block->B;
      ++block;
    });
    system.factorize(problem, equations.s, 0.);
  }

  // y = B E x.
  void
  LeastImpulse::apply_compliance(const Problem         &problem,
                                 const Eigen::VectorXd &x,
                                 Eigen::VectorXd       &y) const
  {
    auto block = system.blocks.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      const auto i    = cone.first_row;
      const auto n    = cone.n_rows;
      y.segment(i, n) = E[i] * (block->B.topLeftCorner(n, n) * x.segment(i, n));
      ++block;
    });
  }

  // Full steps: on the way to the limit the impulses move far where W does not
  // know of them, and |F| there is as small as E. The factors stay as long as
  // steps fall by ten.
  bool
  LeastImpulse::solve_with_compliances(const Problem     &problem,
                                       const unsigned int max_factorizations)
  {
    const unsigned int limit         = n_systems + max_factorizations;
    double             last          = std::numeric_limits<double>::infinity();
    bool               needs_factors = true;
    for (;;)
      {
        evaluate(problem, true);
        const bool has_factors = std::isfinite(last);
        if (has_factors &&
            F.norm() <=
              accuracy_of_F * E.cwiseProduct(P).norm() + rounding_of_F)
          return true;
        if (needs_factors || has_other_modes(problem))
          {
            if (n_systems == limit)
              return false;
            factorize(problem);
          }
        system.solve(F, step);
        const double size = step.norm();
        if (!std::isfinite(size))
          return false;
        P -= step;
        moved += size;
        needs_factors = size > near_end * P.norm() || size > 0.1 * last;
        last          = size;
      }
  }

  // From contacts that are as compliant as W.
  bool
  LeastImpulse::approach(const Problem &problem, const double last)
  {
    P = start;
    for (double epsilon = 0.1; epsilon > 0.5 * last; epsilon *= 0.1)
      {
        set_compliances(problem, epsilon);
        if (n_systems >= max_systems_apart ||
            !solve_with_compliances(problem, max_systems))
          return false;
      }
    return true;
  }

  // F = 0 with W alone.
  bool
  LeastImpulse::refine(const Problem &problem)
  {
    double last = std::numeric_limits<double>::infinity();
    for (unsigned int k = 0; k < max_corrections; ++k)
      {
        evaluate(problem, false);
        system.solve(F, step);
        const double size = step.norm(), largest = P.norm();
        if (!std::isfinite(size))
          return false;
        P -= step;
        if (size <= rounding * largest || (k > 1 && size > 0.5 * last))
          return true;
        last = size;
      }
    return true;
  }

  // Π P = T^k P.
  bool
  LeastImpulse::take_out_open_part(const Problem &problem, bool &had_one)
  {
    const double largest = P.norm();
    double       last    = P.norm();
    step                 = P;
    had_one              = false;
    for (unsigned int k = 0; k < max_powers; ++k)
      {
        apply_compliance(problem, step, image);
        system.solve(image, step);
        const double size = step.norm();
        if (!std::isfinite(size))
          return false;
        if (size <= negligible * largest)
          return true;
        if (size > 0.9 * last)
          {
            P -= step;
            had_one = size > still_open * largest;
            return true;
          }
        last = size;
      }
    return false;
  }
} // namespace percuss
