// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/cone_rows.h>
#include <percuss/complementarity/friction_homotopy.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr int n_tangential = Cone::max_rows - 1;

    constexpr double least_log_tau = -58.; // τ = 6e-26

    // Of P, which has no bound where the problem has no solution.
    constexpr double largest_impulse = 1e7;

    constexpr double homotopy_regularization = 1e-13; // ε

    // Of the length of steps.
    constexpr double first_length = 0.3, least_length = 1e-9,
                     largest_step_of_log_tau = 5.;

    // Of the angle between tangents one after the other, and the length from
    // which it is looked at: another part of the curve may be near, or another
    // curve, which is closed.
    constexpr double least_cosine = 0.9, least_length_of_turns = 1e-6;

    // Of the way back to the curve: each correction halves |F| at least, up to
    // |F| <= accuracy τ^(1/2) + rounding.
    constexpr unsigned int max_corrections      = 5;
    constexpr double       sufficient_fall      = 0.5;
    constexpr double       accuracy_of_rounding = 2e-13;

    /** (l + (l² + 4τ)^(1/2)) / 2 and its derivatives. */
    struct SmoothedPlus
    {
      SmoothedPlus(const double l, const double tau)
        : root(std::sqrt(l * l + 4. * tau))
        , value(l > 0. ? 0.5 * (l + root) : 2. * tau / (root - l))
        , of_l(l > 0. ? 0.5 * (1. + l / root) : 2. * tau / (root * (root - l)))
        , of_tau(1. / root)
      {}

      double root, value, of_l, of_tau;
    };

    /** σ_τ(w) of n rows in Jordan's algebra, and its derivatives. */
    struct SmoothedProjection
    {
      SmoothedProjection(const ConeVector  &w,
                         const unsigned int n,
                         const double       tau)
      {
        const double length = w.tail<n_tangential>().norm();
        if (n > 1 && length > 0.)
          direction = w.tail<n_tangential>() / length;
        const SmoothedPlus lower(w[0] - length, tau), upper(w[0] + length, tau);
        value[0] = 0.5 * (lower.value + upper.value);
        value.tail<n_tangential>() =
          0.5 * (upper.value - lower.value) * direction;
        of_tau[0] = 0.5 * (lower.of_tau + upper.of_tau);
        of_tau.tail<n_tangential>() =
          0.5 * (upper.of_tau - lower.of_tau) * direction;
        const double mean = 0.5 * (upper.of_l + lower.of_l),
                     half = 0.5 * (upper.of_l - lower.of_l);
        const double across =
          length > 1e-150 ? (upper.value - lower.value) / (2. * length) : mean;
        of_w(0, 0)                        = mean;
        of_w.block<1, n_tangential>(0, 1) = half * direction.transpose();
        of_w.block<n_tangential, 1>(1, 0) = half * direction;
        of_w.bottomRightCorner<n_tangential, n_tangential>() =
          (mean - across) * direction * direction.transpose();
        of_w.diagonal().tail<n_tangential>().array() += across;
      }

      TangentVector direction = TangentVector::Zero();
      ConeVector    value, of_tau;
      ConeMatrix    of_w;
    };

    /** x, y and what y depends on, of a contact at a point (P, τ). */
    struct ContactPoint
    {
      ContactPoint(const ConeRows        &rows,
                   const Eigen::VectorXd &P,
                   const Eigen::VectorXd &U,
                   const double           tau)
      {
        x.head(rows.n) = P.segment(rows.first, rows.n);
        y.head(rows.n) = U.segment(rows.first, rows.n);
        if (rows.n == 1)
          return;
        slip = std::sqrt(y.tail<n_tangential>().squaredNorm() + tau);
        x[0] *= rows.mu;
        y[0] = y[0] / rows.mu + (1. - tau) * slip;
      }

      ConeVector x = ConeVector::Zero(), y = ConeVector::Zero();
      double     slip = 0.;
    };
  } // namespace

  void
  FrictionHomotopy::start(const Problem         &problem,
                          const Eigen::VectorXd &s,
                          const Eigen::VectorXd &b_scaled,
                          const double           largest_error)
  {
    for (auto *vector :
         {&r, &P, &slope_of_P, &tangent_P, &trial, &U, &F, &F_lambda, &a, &c})
      vector->setZero(problem.size());
    b                    = b_scaled;
    accuracy             = largest_error;
    lambda               = 0.;
    length               = first_length;
    first_sign           = 0;
    is_at_start          = true;
    unsigned int n_cones = 0;
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows rows(cone);
      if (rows.n == 0)
        return;
      P[rows.first] = 1. / rows.mu;
      ++n_cones;
    });
    n_contacts = std::max(n_cones, 1u);
    evaluate(problem, s, P, lambda);
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows rows(cone);
      for (unsigned int i = rows.first; i < rows.first + cone.n_rows; ++i)
        r[i] = (i == rows.first && rows.n > 0 ? rows.mu : 0.) - U[i];
    });
  }

  // U and F of a point, which becomes the trial; returns the largest |F_i|.
  double
  FrictionHomotopy::evaluate(const Problem         &problem,
                             const Eigen::VectorXd &s,
                             const Eigen::VectorXd &point,
                             const double           log_tau)
  {
    const double tau = std::exp(log_tau);
    product.apply(problem.W, s, point, U);
    U += b;
    U += tau * r; // not lost beside b, with which W P cancels
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows rows(cone);
      auto           F_block = F.segment(cone.first_row, cone.n_rows);
      F_block                = (cone.kind == Cone::Kind::bilateral ? U : point)
                  .segment(cone.first_row, cone.n_rows);
      if (rows.n == 0)
        return;
      const ContactPoint       contact(rows, point, U, tau);
      const SmoothedProjection sigma(contact.x - contact.y, rows.n, tau);
      F_block.head(rows.n) = (contact.x - sigma.value).head(rows.n);
    });
    return F.size() > 0 ? F.lpNorm<Eigen::Infinity>() : 0.;
  }

  // dF = A dP + B dU with dU = W dP, and dF/dλ, at the point evaluated last.
  void
  FrictionHomotopy::linearize(const Problem         &problem,
                              const Eigen::VectorXd &s,
                              FrictionLinearSystem  &system)
  {
    const double tau = std::exp(trial_lambda);
    system.reset(problem);
    F_lambda.setZero();
    auto block = system.blocks.begin();
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows rows(cone);
      const auto     n    = rows.n;
      auto          &A    = block->A;
      auto          &B    = block->B;
      const bool     is_U = cone.kind == Cone::Kind::bilateral;
      ++block;
      (is_U ? B : A).setIdentity();
      if (is_U)
        F_lambda[cone.first_row] = tau * r[cone.first_row];
      if (n == 0)
        return;
      const ContactPoint       contact(rows, trial, U, tau);
      const SmoothedProjection sigma(contact.x - contact.y, n, tau);
      ConeMatrix               y_of_U   = ConeMatrix::Identity();
      ConeVector               y_lambda = ConeVector::Zero();
      y_lambda.head(n)                  = tau * r.segment(rows.first, n);
      if (n > 1)
        {
          y_of_U(0, 0) = 1. / rows.mu;
          y_of_U.block(0, 1, 1, n - 1) =
            (1. - tau) / contact.slip * contact.y.segment(1, n - 1).transpose();
          y_lambda = y_of_U * y_lambda;
          y_lambda[0] +=
            tau * ((1. - tau) / (2. * contact.slip) - contact.slip);
        }
      ConeMatrix of_x = ConeMatrix::Identity() - sigma.of_w;
      of_x.col(0) *= rows.mu;
      A.topLeftCorner(n, n) = of_x.topLeftCorner(n, n);
      B.topLeftCorner(n, n) = (sigma.of_w * y_of_U).topLeftCorner(n, n);
      F_lambda.segment(rows.first, n) =
        (sigma.of_w * y_lambda - tau * sigma.of_tau).head(n);
    });
    system.factorize(problem, s, homotopy_regularization);
    system.solve(F_lambda, c);
  }

  // Of the trial; of length one, along (c, -1): τ falls where the determinant of J
  // has the sign that it has at the start, so that the curve is not followed back
  // where a turn has been stepped over.
  void
  FrictionHomotopy::find_tangent(const Problem         &problem,
                                 const Eigen::VectorXd &s,
                                 FrictionLinearSystem  &system)
  {
    evaluate(problem, s, trial, trial_lambda);
    linearize(problem, s, system);
    weight            = std::exp(-trial_lambda) / n_contacts;
    const double size = std::sqrt(weight * c.squaredNorm() + 1.);
    const int    sign = system.sign_of_determinant();
    if (first_sign == 0)
      first_sign = sign;
    tangent_lambda = -sign * first_sign / size;
    slope_of_P     = -c;
    tangent_P      = tangent_lambda * slope_of_P;
  }

  // From the trial to the curve; returns the number of corrections, more than
  // the largest if it was not reached.
  unsigned int
  FrictionHomotopy::correct(const Problem         &problem,
                            const Eigen::VectorXd &s,
                            FrictionLinearSystem  &system,
                            const unsigned int     max_systems,
                            unsigned int          &n_systems)
  {
    double norm = evaluate(problem, s, trial, trial_lambda);
    double last = std::numeric_limits<double>::infinity();
    for (unsigned int k = 0;; ++k)
      {
        if (norm <=
            accuracy * std::exp(0.5 * trial_lambda) + accuracy_of_rounding)
          return k;
        if (k == max_corrections || n_systems >= max_systems ||
            !(norm <= sufficient_fall * last))
          return max_corrections + 1;
        linearize(problem, s, system);
        ++n_systems;
        system.solve(F, a);
        const double change = weight * tangent_P.dot(a) /
                              (tangent_lambda - weight * tangent_P.dot(c));
        trial -= a + change * c;
        trial_lambda += change;
        if (!trial.allFinite() || !(trial_lambda < 1.))
          return max_corrections + 1;
        last = norm;
        norm = evaluate(problem, s, trial, trial_lambda);
      }
  }

  bool
  FrictionHomotopy::step(const Problem         &problem,
                         const Eigen::VectorXd &s,
                         FrictionLinearSystem  &system,
                         const unsigned int     max_systems,
                         unsigned int          &n_systems)
  {
    if (is_at_start && n_systems < max_systems)
      {
        trial        = P;
        trial_lambda = lambda;
        find_tangent(problem, s, system);
        ++n_systems;
        is_at_start = false;
      }
    if (lambda < least_log_tau || !tangent_P.allFinite() ||
        tangent_lambda == 0.)
      return false;
    last_slope                  = slope_of_P;
    const double last_of_lambda = tangent_lambda, last_weight = weight;
    for (bool is_reached = false; !is_reached;)
      {
        length =
          std::min(length, largest_step_of_log_tau / std::abs(tangent_lambda));
        if (!(length > least_length) || n_systems >= max_systems)
          return false;
        const double tried = length;
        trial              = P + length * tangent_P;
        trial_lambda       = lambda + length * tangent_lambda;
        const unsigned int n =
          correct(problem, s, system, max_systems, n_systems);
        length *= n <= 1               ? 3. :
                  n == 2               ? 2. :
                  n == 3               ? 1.2 :
                  n <= max_corrections ? 0.7 :
                                         0.3;
        if (n > max_corrections || n_systems >= max_systems)
          continue;
        find_tangent(problem, s, system);
        ++n_systems;
        const double cosine =
          last_of_lambda *
          (last_weight * last_slope.dot(tangent_P) + tangent_lambda) /
          std::sqrt(last_weight * tangent_P.squaredNorm() +
                    tangent_lambda * tangent_lambda);
        is_reached = tried < least_length_of_turns || !(cosine < least_cosine);
        if (is_reached)
          continue;
        length         = 0.5 * tried;
        slope_of_P     = last_slope;
        tangent_lambda = last_of_lambda;
        tangent_P      = tangent_lambda * slope_of_P;
        weight         = last_weight;
      }
    P      = trial;
    lambda = trial_lambda;
    return P.lpNorm<Eigen::Infinity>() < largest_impulse;
  }
} // namespace percuss
