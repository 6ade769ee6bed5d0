// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction_slip_newton.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace percuss
{
  namespace
  {
    // Of the convex problem: it begins where a mean x·y as large was met for the
    // slips before, unless that leads nowhere, and ends where the root of it is
    // small beside |w - g|, and small enough for a solution. What is left is to be
    // halved in so many.
    constexpr unsigned int max_inner_points = 60, max_inner_in_vain = 6;
    constexpr double       progress_of_points = 0.5;
    constexpr double       warm_gap = 1e-2, largest_inner_gap = 1e-8;
    constexpr double       largest_gap_of_solution = 1e-3; // else it has none
    constexpr double       inner_accuracy = 1e-3, inner_accuracy_of_flow = 1e-2;

    // Where x·y is at rounding, so are the factors of its system.
    constexpr double least_gap_of_slopes = 1e-12;

    // Steps from one w: by Newton's method, where |w - g| has to be smaller in
    // the end, and by the flow.
    constexpr double       shifts_of_newton[] = {0., 0.2, 0.2};
    constexpr double       sufficient_norm    = 0.9;
    constexpr unsigned int n_newton_steps     = std::size(shifts_of_newton),
                           n_steps            = n_newton_steps + 5;

    // Of the flow, over that of g' = 1.
    constexpr double largest_step = 3.;

    // Where a convex problem has not been solved, so far from the w before, time
    // after time.
    constexpr double       share_of_unsolved = 0.25;
    constexpr unsigned int max_returns       = 4;

    // Of |w - g|, which is to be halved in so many.
    constexpr unsigned int max_slips_in_vain         = 18;
    constexpr unsigned int max_slips_in_vain_of_flow = 30;
    constexpr double       progress_of_slips         = 0.5;
  } // namespace

  void
  FrictionSlipNewton::start(const Problem         &problem,
                            const Eigen::VectorXd &s,
                            const Eigen::VectorXd &b_scaled,
                            const Eigen::VectorXd &slips,
                            const double           flow_shift,
                            const unsigned int     fixed_points)
  {
    b              = b_scaled;
    shift_of_flow  = flow_shift;
    n_fixed_points = fixed_points;
    contacts.clear();
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::second_order && cone.n_rows > 1 &&
          cone.friction_coefficient > 0.)
        contacts.push_back(
          {cone.first_row, cone.n_rows - 1, cone.friction_coefficient});
    const auto m = static_cast<Eigen::Index>(contacts.size());
    w.resize(m);
    g.resize(m);
    held.setZero(s.size());
    rhs.setZero(s.size());
    for (Eigen::Index i = 0; i < m; ++i)
      w[i] = std::abs(slips[contacts[static_cast<std::size_t>(i)].first]);
    norm           = 0.;
    n_tried        = 0;
    progress       = {};
    is_at_start    = true;
    has_warm_point = false;
  }

  bool
  FrictionSlipNewton::step(const Problem         &problem,
                           const Eigen::VectorXd &s,
                           const unsigned int     max_systems,
                           unsigned int          &n_systems)
  {
    const unsigned int max_in_vain =
      follows_flow() ? max_slips_in_vain_of_flow : max_slips_in_vain;
    if (contacts.empty() || progress.n_in_vain == max_in_vain ||
        n_systems >= max_systems)
      return false;
    if (!is_at_start)
      choose_slips(problem, s);
    if (!w.allFinite())
      return false;
    bool is_solved = find_velocities(problem, s, max_systems, n_systems);
    for (unsigned int n = 0; !is_solved && !is_at_start && n < max_returns; ++n)
      {
        w         = solved_w + share_of_unsolved * (w - solved_w);
        is_solved = find_velocities(problem, s, max_systems, n_systems);
      }
    if (!is_solved)
      return false;
    solved_w = w;
    norm     = (w - g).norm();
    if (is_at_start || n_tried == n_steps ||
        (n_tried <= n_newton_steps && norm <= sufficient_norm * kept_norm))
      n_tried = 0;
    is_at_start = false;
    progress.count(norm, progress_of_slips);
    return std::isfinite(norm);
  }

  // The next w; n_tried is then the number of those since the last progress.
  void
  FrictionSlipNewton::choose_slips(const Problem         &problem,
                                   const Eigen::VectorXd &s)
  {
    if (n_fixed_points > 0)
      {
        --n_fixed_points;
        w = g;
        return;
      }
    if (follows_flow())
      {
        find_direction(problem, s, shift_of_flow);
        direction *=
          std::min(1.,
                   largest_step * norm / (shift_of_flow * direction.norm()));
        w = (w - direction).cwiseMax(0.);
        return;
      }
    if (n_tried == 0)
      {
        kept_w    = w;
        kept_g    = g;
        kept_norm = norm;
      }
    const double *const shift =
      n_tried < n_newton_steps ? shifts_of_newton + n_tried :
      n_tried > n_newton_steps ? &shift_of_flow :
                                 nullptr; // the factors are of another w
    ++n_tried;
    if (shift != nullptr)
      find_direction(problem, s, *shift);
    if (shift == nullptr || !direction.allFinite())
      {
        n_tried = std::max(n_tried, n_newton_steps + 1);
        w       = 0.5 * (kept_w + kept_g);
      }
    else if (n_tried <= n_newton_steps)
      w = (w - direction).cwiseAbs();
    else
      w = (w - direction).cwiseMax(0.);
  }

  // g of w. Whether the convex problem was solved.
  bool
  FrictionSlipNewton::find_velocities(const Problem         &problem,
                                      const Eigen::VectorXd &s,
                                      const unsigned int     max_systems,
                                      unsigned int          &n_systems)
  {
    for (std::size_t i = 0; i < contacts.size(); ++i)
      held[contacts[i].first] = w[static_cast<Eigen::Index>(i)];
    const double accuracy =
      std::min((follows_flow() ? inner_accuracy_of_flow : inner_accuracy) *
                 norm,
               largest_gap_of_solution);
    double left = std::numeric_limits<double>::infinity();
    if (has_warm_point)
      {
        interior_point = warm_point;
        left =
          iterate_interior_points(problem, s, accuracy, max_systems, n_systems);
      }
    if (!(left <= largest_inner_gap))
      {
        has_warm_point = false;
        interior_point.start(problem, s, b, 1., 1.);
        left =
          iterate_interior_points(problem, s, accuracy, max_systems, n_systems);
      }
    const Eigen::VectorXd &U = interior_point.gap_velocity();
    for (std::size_t i = 0; i < contacts.size(); ++i)
      g[static_cast<Eigen::Index>(i)] =
        U.segment(contacts[i].first + 1, contacts[i].n_tangential).norm();
    return left <= largest_gap_of_solution;
  }

  void
  FrictionSlipNewton::finish(const Problem         &problem,
                             const Eigen::VectorXd &s,
                             const unsigned int     max_systems,
                             unsigned int          &n_systems)
  {
    interior_point.hold_slips(problem, s, &held);
    iterate_interior_points(problem, s, 0., max_systems, n_systems);
  }

  // Of the convex problem of the slips held. Returns what is left of its
  // equations.
  double
  FrictionSlipNewton::iterate_interior_points(const Problem         &problem,
                                              const Eigen::VectorXd &s,
                                              const double           accuracy,
                                              const unsigned int max_systems,
                                              unsigned int      &n_systems)
  {
    interior_point.hold_slips(problem, s, &held);
    velocity_of_slopes = interior_point.gap_velocity();
    Progress inner;
    bool     is_warm = true; // still
    for (unsigned int n = 0;
         n < max_inner_points && inner.n_in_vain < max_inner_in_vain &&
         n_systems < max_systems;
         ++n)
      {
        ++n_systems;
        if (!interior_point.step(problem, s, systems[1 - of_slopes]))
          break;
        const double gap    = interior_point.mean_gap(),
                     defect = interior_point.largest_defect();
        if (n == 0 || gap > least_gap_of_slopes)
          {
            of_slopes          = 1 - of_slopes;
            velocity_of_slopes = interior_point.gap_velocity();
          }
        if (is_warm && gap < warm_gap && defect < 10. * warm_gap)
          {
            warm_point     = interior_point;
            has_warm_point = true;
            is_warm        = false;
          }
        if (gap < accuracy * accuracy && defect < 0.1 * accuracy)
          break;
        inner.count(gap + defect, progress_of_points);
      }
    return interior_point.mean_gap() + interior_point.largest_defect();
  }

  // direction = (1 + shift - g')^-1 (w - g) = -dw at the w whose g was found last:
  //   (1 + shift) dw = g - w + t·(W dP)_T,   (W + D Θ D + ε) dP = -mu dw e_N,
  // without dw.
  void
  FrictionSlipNewton::find_direction(const Problem         &problem,
                                     const Eigen::VectorXd &s,
                                     const double           shift)
  {
    FrictionLinearSystem  &system  = systems[of_slopes];
    const Eigen::VectorXd &U       = velocity_of_slopes;
    auto                   block   = system.blocks.begin();
    auto                   contact = contacts.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      auto &B = (block++)->B;
      if (contact == contacts.end() || cone.first_row != contact->first)
        return;
      const auto   n      = contact->n_tangential;
      const auto   U_T    = U.segment(contact->first + 1, n);
      const double length = U_T.norm(), mu = contact->mu;
      const auto   i      = contact++ - contacts.begin();
      rhs[cone.first_row] = -mu / (1. + shift) * (g[i] - w[i]);
      if (length > 0.)
        B.row(0).segment(1, n) = mu / (1. + shift) / length * U_T.transpose();
    });
    system.factorize(problem, s, FrictionInteriorPoint::regularization);
    system.solve(rhs, dP);
    rhs.setZero();
    product.apply(problem.W, s, dP, dU);
    direction = w - g;
    for (std::size_t i = 0; i < contacts.size(); ++i)
      {
        const auto   n      = contacts[i].n_tangential;
        const auto   U_T    = U.segment(contacts[i].first + 1, n);
        const double length = U_T.norm();
        if (length > 0.)
          direction[static_cast<Eigen::Index>(i)] -=
            U_T.dot(dU.segment(contacts[i].first + 1, n)) / length;
      }
    direction /= 1. + shift;
  }
} // namespace percuss
