// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/cone.h>
#include <percuss/complementarity/cone_rows.h>
#include <percuss/complementarity/friction/augmented_lagrangian.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  namespace
  {
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
  AugmentedLagrangian::start(ScaledFrictionProblem &new_problem,
                             const Eigen::VectorXd &w,
                             const Eigen::VectorXd &impulse)
  {
    problem              = &new_problem;
    has_symmetric_matrix = is_symmetric(problem->unscaled().W);
    P                    = impulse;
    q.setZero(P.size());
    for_each_block(problem->unscaled().cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      if (law.n > 1)
        q[law.first] += law.mu * w[law.first];
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        if (!is_free(cone, law, k))
          P[law.first + k] = 0.;
    });
    problem->set_velocity(P, y_c);
    y_c += q;
    for_each_block(problem->unscaled().cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      if (law.n == 0)
        return;
      y_c[law.first] /= law.mu;
      project(y_c, law);
    });
    center = P;
    project_impulse();
    rho      = parameters.first_rho;
    defect   = parameters.first_defect;
    progress = {};
  }

  void
  AugmentedLagrangian::project_impulse()
  {
    feasible = P;
    for_each_block(problem->unscaled().cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      if (law.n == 0)
        return;
      feasible[law.first] *= law.mu;
      project(feasible, law)[0] /= law.mu;
    });
  }

  bool
  AugmentedLagrangian::step(const unsigned int max_solves,
                            unsigned int      &n_solves)
  {
    if (progress.n_without_decrease == parameters.max_in_vain ||
        n_solves >= max_solves)
      return false;
    const double target      = std::max(parameters.share_of_defect *
                                     std::min(defect, parameters.first_defect),
                                   parameters.rounding);
    center                   = P;
    norm                     = evaluate(P);
    const unsigned int start = n_solves;
    while (norm > target && n_solves < max_solves &&
           n_solves < start + parameters.max_solves)
      {
        ++n_solves;
        if (!find_direction())
          return false;
        follow_direction();
      }
    const double before = defect;
    defect =
      std::max({norm,
                (y - y_c).lpNorm<Eigen::Infinity>() / rho,
                parameters.sigma * (P - center).lpNorm<Eigen::Infinity>()});
    y_c = y;
    project_impulse();
    if (n_solves <= start + parameters.few_solves &&
        defect > parameters.little_progress * before)
      rho = std::min(parameters.growth * rho, parameters.largest_rho);
    progress.count(defect, parameters.progress);
    return std::isfinite(defect);
  }

  // f and y at a point, and the x that is projected; returns the largest |f_i|.
  double
  AugmentedLagrangian::evaluate(const Eigen::VectorXd &point)
  {
    problem->set_velocity(point, f);
    f += q + parameters.sigma * (point - center);
    x_c.setZero(point.size());
    y.setZero(point.size());
    for_each_block(problem->unscaled().cones, [&](const Cone &cone) {
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
  AugmentedLagrangian::find_direction()
  {
    system.reset(problem->unscaled());
    auto block = system.blocks.begin();
    for_each_block(problem->unscaled().cones, [&](const Cone &cone) {
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
      system.factorize_symmetric(problem->unscaled(),
                                 problem->s,
                                 parameters.sigma);
    else
      system.factorize(problem->unscaled(), problem->s, parameters.sigma);
    system.solve(f, dP);
    dP = -dP;
    return dP.allFinite();
  }

  // To where f·dP, which does not fall along it, has almost come to zero, by
  // secants kept between the lengths on both sides; or to the end, if that is
  // before it or |f| small enough there.
  void
  AugmentedLagrangian::follow_direction()
  {
    const double first_slope = f.dot(dP), first_norm = norm;
    double       before = 0., slope_before = first_slope, beyond = 0.,
           slope_beyond = 0., length = 1.;
    for (unsigned int n = 0; n < parameters.max_lengths; ++n)
      {
        trial              = P + length * dP;
        norm               = evaluate(trial);
        const double slope = f.dot(dP);
        if (std::abs(slope) <=
              parameters.sufficient_slope * std::abs(first_slope) ||
            (n == 0 &&
             (slope <= 0. || norm <= parameters.sufficient_norm * first_norm)))
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
