// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction/sliding_speed_flow.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace percuss
{
  namespace
  {
    // 1 of the first attempt, then numbers between 0 and 2, other ones for each
    // attempt n, spread evenly.
    double
    first_share(const unsigned int n, const unsigned int i)
    {
      const double x =
        std::numbers::phi * (i + 1.) * (n + 1.) + std::numbers::sqrt2 * n;
      return n == 0 ? 1. : 2. * (x - std::floor(x));
    }
  } // namespace

  void
  SlidingSpeedFlow::start(ScaledFrictionProblem &new_problem,
                          const Eigen::VectorXd &first_P,
                          const unsigned int     attempt)
  {
    problem     = &new_problem;
    P           = first_P;
    sigma       = parameters.shifts[attempt % parameters.shifts.size()];
    norm        = std::numeric_limits<double>::infinity();
    progress    = {};
    is_at_start = true;
    contacts.clear();
    for (const Cone &cone : problem->unscaled().cones)
      if (cone.kind == Cone::Kind::second_order && cone.n_rows > 1 &&
          cone.friction_coefficient > 0.)
        contacts.push_back(
          {cone.first_row, cone.n_rows - 1, cone.friction_coefficient});
    w.resize(static_cast<Eigen::Index>(contacts.size()));
    g.resize(w.size());
    held.setZero(P.size());
    rhs.setZero(P.size());
    problem->set_velocity(P, U);
    for (std::size_t i = 0; i < contacts.size(); ++i)
      w[static_cast<Eigen::Index>(i)] =
        attempt % 2 == 1 ?
          0. :
          speed(contacts[i], U) * first_share(attempt, contacts[i].first);
  }

  double
  SlidingSpeedFlow::speed(const Contact         &contact,
                          const Eigen::VectorXd &U) const
  {
    return U.segment(contact.first + 1, contact.n_tangential).norm();
  }

  FrictionMethod::Outcome
  SlidingSpeedFlow::advance(const unsigned int max_solves,
                            unsigned int      &n_solves)
  {
    if (progress.n_without_decrease == parameters.max_in_vain)
      return Outcome::stalled;
    const unsigned int last = n_solves + max_solves;
    if (!is_at_start)
      {
        last_w = w;
        find_direction(n_solves);
        dw *=
          std::min(1., parameters.largest_step * norm / (sigma * dw.norm()));
        if (!dw.allFinite())
          return Outcome::stalled;
        w = (w + dw).cwiseMax(0.);
      }
    bool is_found = find_speeds(last, n_solves);
    for (unsigned int n = 0;
         !is_found && !is_at_start && n < parameters.max_reductions;
         ++n)
      {
        w        = last_w + parameters.reduction * (w - last_w);
        is_found = find_speeds(last, n_solves);
      }
    if (!is_found)
      return Outcome::stalled;
    is_at_start = false;
    P           = interior_point.impulse();
    norm        = (w - g).norm();
    progress.count(norm, parameters.progress);
    return norm > 0. ? Outcome::goes_on : Outcome::stalled;
  }

  // g of w; whether the convex problem is solved.
  bool
  SlidingSpeedFlow::find_speeds(const unsigned int last, unsigned int &n_solves)
  {
    for (std::size_t i = 0; i < contacts.size(); ++i)
      held[contacts[i].first] = w[static_cast<Eigen::Index>(i)];
    const auto is_reached = [this](const double accuracy) {
      return interior_point.mean_gap() <= accuracy * accuracy &&
             interior_point.largest_defect() <= 0.1 * accuracy;
    };
    const double accuracy = std::clamp(parameters.share_of_norm * norm,
                                       parameters.least_accuracy,
                                       parameters.largest_accuracy);
    interior_point.start(*problem, held);
    for (unsigned int n = 0; n < parameters.max_interior_points &&
                             n_solves < last && !is_reached(accuracy);
         ++n)
      {
        U = interior_point.gap_velocity();
        ++n_solves;
        if (!interior_point.step())
          break;
      }
    for (std::size_t i = 0; i < contacts.size(); ++i)
      g[static_cast<Eigen::Index>(i)] =
        speed(contacts[i], interior_point.gap_velocity());
    return is_reached(parameters.largest_accuracy);
  }

  // dw of the implicit Euler step at the w whose g was found last:
  //   (1 + σ) dw = g - w + t·(W dP)_T,   (W + D Θ D + ε) dP = -mu dw e_N.
  void
  SlidingSpeedFlow::find_direction(unsigned int &n_solves)
  {
    FrictionLinearSystem &system  = interior_point.linear_system();
    auto                  block   = system.blocks.begin();
    auto                  contact = contacts.begin();
    for_each_block(problem->unscaled().cones, [&](const Cone &cone) {
      auto &B = (block++)->B;
      if (contact == contacts.end() || cone.first_row != contact->first)
        return;
      const auto   n      = contact->n_tangential;
      const double length = speed(*contact, U),
                   share  = contact->mu / (1. + sigma);
      const auto i        = contact++ - contacts.begin();
      rhs[cone.first_row] = -share * (g[i] - w[i]);
      if (length > 0.)
        B.row(0).segment(1, n) =
          share / length * U.segment(cone.first_row + 1, n).transpose();
    });
    ++n_solves;
    system.factorize(problem->unscaled(),
                     problem->s,
                     interior_point.matrix_shift());
    system.solve(rhs, dP);
    problem->set_velocity(dP, dU);
    dU -= problem->b;
    dw = g - w;
    for (std::size_t i = 0; i < contacts.size(); ++i)
      {
        const auto U_T =
          U.segment(contacts[i].first + 1, contacts[i].n_tangential);
        const double length = U_T.norm();
        if (length > 0.)
          dw[static_cast<Eigen::Index>(i)] +=
            U_T.dot(
              dU.segment(contacts[i].first + 1, contacts[i].n_tangential)) /
            length;
      }
    dw /= 1. + sigma;
  }
} // namespace percuss
