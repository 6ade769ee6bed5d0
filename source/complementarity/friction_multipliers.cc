// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/cone.h>
#include <percuss/complementarity/cone_rows.h>
#include <percuss/complementarity/friction_multipliers.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  namespace
  {
    constexpr double sigma = 1e-6;

    // ρ grows after a step of few systems that has brought little.
    constexpr double       first_rho = 0.1, largest_rho = 1e4, growth = 10.;
    constexpr double       little_progress = 0.3;
    constexpr unsigned int few_systems     = 2;

    // Of f within a step: of what the step before has left, and at least, beside
    // rounding.
    constexpr double       share_of_defect = 1e-2, rounding_of_slope = 1e-13;
    constexpr double       first_defect     = 1e-6;
    constexpr unsigned int max_newton_steps = 30;

    // What is left is to fall by that factor in so many.
    constexpr double       progress_of_multipliers = 0.9;
    constexpr unsigned int max_steps_in_vain       = 5;

    // Of f·dP at the length, over that at none; of |f|, after which a full step is
    // one.
    constexpr double       sufficient_slope = 0.1, sufficient_norm = 0.5;
    constexpr unsigned int max_lengths = 20;

    // x = D P.
    auto
    project(Eigen::VectorXd &x, const ConeRows &law)
    {
      auto block = x.segment(law.first, law.n);
      project_onto_second_order_cone(1., {block.data(), law.n});
      return block;
    }

    // An element of ∂proj_L.
    ConeMatrix
    slope_of_projection(const Eigen::VectorXd &x, const ConeRows &law)
    {
      const auto   n    = static_cast<Eigen::Index>(law.n) - 1;
      const auto   x_T  = x.segment(law.first + 1, n);
      const double x_0  = x[law.first];
      const double norm = n > 0 ? x_T.norm() : 0.;
      ConeMatrix   V    = ConeMatrix::Zero();
      if (norm <= x_0)
        V.topLeftCorner(n + 1, n + 1).setIdentity();
      else if (norm > -x_0)
        {
          TangentVector t               = TangentVector::Zero();
          t.head(n)                     = x_T / norm;
          V(0, 0)                       = 0.5;
          V.block(1, 0, n, 1).noalias() = 0.5 * t.head(n);
          V.block(0, 1, 1, n).noalias() = 0.5 * t.head(n).transpose();
          auto V_TT                     = V.block(1, 1, n, n);
          V_TT = (-0.5 * x_0 / norm) * t.head(n) * t.head(n).transpose();
          V_TT.diagonal().array() += 0.5 * (1. + x_0 / norm);
        }
      return V;
    }

    bool
    is_free(const Cone &cone, const ConeRows &law, const unsigned int k)
    {
      return k < law.n || cone.kind == Cone::Kind::bilateral;
    }
  } // namespace

  void
  FrictionMultipliers::start(const Problem         &problem,
                             const Eigen::VectorXd &s,
                             const Eigen::VectorXd &b_scaled,
                             const Eigen::VectorXd &slips,
                             const Eigen::VectorXd &impulse)
  {
    has_symmetric_matrix = is_symmetric(problem.W);
    q                    = b_scaled;
    P                    = impulse;
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      if (law.n > 1)
        q[law.first] += law.mu * slips[law.first];
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        if (!is_free(cone, law, k))
          P[law.first + k] = 0.;
    });
    product.apply(problem.W, s, P, U);
    y_c = U + q;
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      if (law.n == 0)
        return;
      y_c[law.first] /= law.mu;
      project(y_c, law);
    });
    center = P;
    project_impulse(problem);
    rho      = first_rho;
    defect   = first_defect;
    progress = {};
  }

  void
  FrictionMultipliers::project_impulse(const Problem &problem)
  {
    feasible = P;
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      if (law.n == 0)
        return;
      feasible[law.first] *= law.mu;
      project(feasible, law)[0] /= law.mu;
    });
  }

  bool
  FrictionMultipliers::step(const Problem         &problem,
                            const Eigen::VectorXd &s,
                            const unsigned int     max_systems,
                            unsigned int          &n_systems)
  {
    if (progress.n_in_vain == max_steps_in_vain || n_systems >= max_systems)
      return false;
    const double target =
      std::max(share_of_defect * std::min(defect, first_defect),
               rounding_of_slope);
    center                   = P;
    norm                     = evaluate(problem, s, P);
    const unsigned int start = n_systems;
    while (norm > target && n_systems < max_systems &&
           n_systems < start + max_newton_steps)
      {
        ++n_systems;
        if (!find_direction(problem, s))
          return false;
        follow_direction(problem, s);
      }
    const double before = defect;
    defect              = std::max({norm,
                                    (y - y_c).lpNorm<Eigen::Infinity>() / rho,
                                    sigma * (P - center).lpNorm<Eigen::Infinity>()});
    y_c                 = y;
    project_impulse(problem);
    if (n_systems <= start + few_systems && defect > little_progress * before)
      rho = std::min(growth * rho, largest_rho);
    progress.count(defect, progress_of_multipliers);
    return std::isfinite(defect);
  }

  // f and y at a point, and the x that is projected; returns the largest |f_i|.
  double
  FrictionMultipliers::evaluate(const Problem         &problem,
                                const Eigen::VectorXd &s,
                                const Eigen::VectorXd &point)
  {
    product.apply(problem.W, s, point, U);
    f = U + q + sigma * (point - center);
    x_c.setZero(point.size());
    y.setZero(point.size());
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        if (!is_free(cone, law, k))
          f[law.first + k] = 0.;
      if (law.n == 0)
        return;
      auto       x                = x_c.segment(law.first, law.n);
      const auto p                = point.segment(law.first, law.n);
      x                           = y_c.segment(law.first, law.n) - rho * p;
      x[0]                        = y_c[law.first] - rho * law.mu * p[0];
      y.segment(law.first, law.n) = x;
      const auto y_block          = project(y, law);
      f[law.first] -= law.mu * y_block[0];
      f.segment(law.first + 1, law.n - 1) -= y_block.tail(law.n - 1);
    });
    return f.lpNorm<Eigen::Infinity>();
  }

  // dP at P, which was evaluated last.
  bool
  FrictionMultipliers::find_direction(const Problem         &problem,
                                      const Eigen::VectorXd &s)
  {
    system.reset(problem);
    auto block = system.blocks.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      auto &[A, B] = *block++;
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        (is_free(cone, law, k) ? B : A)(k, k) = 1.;
      if (law.n == 0)
        return;
      ConeMatrix V = rho * slope_of_projection(x_c, law);
      V.row(0) *= law.mu;
      V.col(0) *= law.mu;
      A.topLeftCorner(law.n, law.n) = V.topLeftCorner(law.n, law.n);
    });
    if (has_symmetric_matrix)
      system.factorize_symmetric(problem, s, sigma);
    else
      system.factorize(problem, s, sigma);
    system.solve(f, dP);
    dP = -dP;
    return dP.allFinite();
  }

  // To where f·dP, which does not fall along it, has almost come to zero, by
  // secants kept between the lengths on both sides; or to the end, if that is
  // before it or |f| small enough there.
  void
  FrictionMultipliers::follow_direction(const Problem         &problem,
                                        const Eigen::VectorXd &s)
  {
    const double first_slope = f.dot(dP), first_norm = norm;
    double       before = 0., slope_before = first_slope, beyond = 0.,
           slope_beyond = 0., length = 1.;
    for (unsigned int n = 0; n < max_lengths; ++n)
      {
        trial              = P + length * dP;
        norm               = evaluate(problem, s, trial);
        const double slope = f.dot(dP);
        if (std::abs(slope) <= sufficient_slope * std::abs(first_slope) ||
            (n == 0 && (slope <= 0. || norm <= sufficient_norm * first_norm)))
          break;
        if (slope > 0.)
          {
            beyond       = length;
            slope_beyond = slope;
          }
        else
          {
            before       = length;
            slope_before = slope;
          }
        length =
          before +
          (beyond - before) *
            std::clamp(slope_before / (slope_before - slope_beyond), 0.1, 0.9);
      }
    P = trial;
  }
} // namespace percuss
