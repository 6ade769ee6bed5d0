// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/cone_rows.h>
#include <percuss/complementarity/friction/interior_point.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    // Where P and U of a contact come to the boundary together, both are the root
    // of the gap: it has to be the square of the residual.
    constexpr double least_gap = 1e-24, gap_of_defect = 1e-6;

    // P has no bound where the problem has no solution, and then all of b is lost
    // in the rounding of W P.
    constexpr double largest_interior_impulse = 1e7;

    constexpr double least_reduction = 1e-3, step_to_boundary = 0.99;

    double
    tangential_norm(const Eigen::VectorXd &x, const ConeRows &law)
    {
      return law.n > 1 ? x.segment(law.first + 1, law.n - 1).norm() : 0.;
    }

    double
    determinant(const Eigen::VectorXd &x, const ConeRows &law)
    {
      const double length = tangential_norm(x, law);
      return (x[law.first] - length) * (x[law.first] + length);
    }

    // The largest a with x + a dx in the cone.
    double
    step_to_the_boundary(const Eigen::VectorXd &x,
                         const Eigen::VectorXd &dx,
                         const ConeRows        &law)
    {
      const unsigned int i = law.first;
      double             step =
        dx[i] < 0. ? -x[i] / dx[i] : std::numeric_limits<double>::max();
      if (law.n == 1)
        return step;
      // det(x + a dx) = A a^2 + 2 B a + C, C > 0
      const auto   x_T = x.segment(i + 1, law.n - 1);
      const auto   d_T = dx.segment(i + 1, law.n - 1);
      const double A   = dx[i] * dx[i] - d_T.squaredNorm(),
                   B = x[i] * dx[i] - x_T.dot(d_T), C = determinant(x, law),
                   discriminant = B * B - A * C;
      if (discriminant >= 0.)
        {
          const double q = -(B + std::copysign(std::sqrt(discriminant), B));
          for (const double root : {q / A, C / q})
            if (root > 0.)
              step = std::min(step, root);
        }
      return step;
    }

    // Θ and its root of x and y: (|y| / |x|) Q(v), |.|^2 the determinant, with
    // the scaling point v; the root of Q(v) is Q of (v + e) / |v + e|.
    struct Scaling
    {
      Scaling(const Eigen::VectorXd &x,
              const Eigen::VectorXd &y,
              const ConeRows        &law);

      ConeMatrix theta, root;
    };

    // 2 v v^T - J, the quadratic representation of a v of determinant one.
    ConeMatrix
    quadratic_representation(const ConeVector &v)
    {
      ConeMatrix Q = 2. * v * v.transpose();
      Q.diagonal().array() += 1.;
      Q(0, 0) -= 2.;
      return Q;
    }

    Scaling::Scaling(const Eigen::VectorXd &x,
                     const Eigen::VectorXd &y,
                     const ConeRows        &law)
    {
      const double x_length = std::sqrt(determinant(x, law)),
                   y_length = std::sqrt(determinant(y, law));
      const auto x_block    = x.segment(law.first, law.n) / x_length;
      const auto y_block    = y.segment(law.first, law.n) / y_length;
      ConeVector v          = ConeVector::Zero();
      v.head(law.n)         = y_block - x_block;
      v[0]                  = x_block[0] + y_block[0];
      v /= std::sqrt(2. * (1. + x_block.dot(y_block)));
      theta = y_length / x_length * quadratic_representation(v);
      v[0] += 1.;
      v /= std::sqrt(2. * v[0]);
      root = std::sqrt(y_length / x_length) * quadratic_representation(v);
    }

    // (D - mu e_0 t^T) Z for each column of Z, t = y_T / |y_T|: what is left in
    // the equation of P where dy and the change of the slip belong together; t =
    // 0 where slips are held.
    template <class Matrix>
    Matrix
    without_slip(Matrix                 Z,
                 const Eigen::VectorXd &y,
                 const ConeRows        &law,
                 const bool             is_held)
    {
      const double length = is_held ? 0. : tangential_norm(y, law);
      if (length > 0.)
        Z.row(0) -= y.segment(law.first + 1, law.n - 1).transpose() / length *
                    Z.bottomRows(law.n - 1);
      Z.row(0) *= law.mu;
      return Z;
    }

    // z of λ ∘ z = r, in place.
    template <class Vector>
    void
    divide(const Vector &lambda, Vector &r)
    {
      const auto   n      = lambda.size() - 1;
      const double length = lambda.tail(n).norm();
      r[0]                = (lambda[0] * r[0] - lambda.tail(n).dot(r.tail(n))) /
             ((lambda[0] - length) * (lambda[0] + length));
      r.tail(n) = (r.tail(n) - r[0] * lambda.tail(n)) / lambda[0];
    }
  } // namespace

  void
  FrictionInteriorPoint::reserve(const unsigned int n_rows)
  {
    for (auto *vector : {&b, &P, &x, &y, &dP, &dx, &dy, &r, &velocity, &rhs})
      vector->setZero(n_rows);
    theta.reserve(n_rows);
    root.reserve(n_rows);
  }

  void
  FrictionInteriorPoint::start(const Problem         &problem,
                               const Eigen::VectorXd &s,
                               const Eigen::VectorXd &b_scaled,
                               const double           x_0,
                               const double           y_0)
  {
    reserve(problem.size());
    b                    = b_scaled;
    held_slips           = nullptr;
    has_symmetric_matrix = is_symmetric(problem.W);
    for_each_block(problem.cones, [=, this](const Cone &cone) {
      const ConeRows law(cone);
      if (law.n == 0)
        return;
      x[law.first] = x_0;
      y[law.first] = y_0;
      P[law.first] = x_0 / law.mu;
    });
    evaluate(problem, s);
  }

  void
  FrictionInteriorPoint::hold_slips(const Problem         &problem,
                                    const Eigen::VectorXd &s,
                                    const Eigen::VectorXd *slips)
  {
    held_slips = slips;
    evaluate(problem, s);
  }

  // velocity = W P + b, the gap and the defect of U.
  void
  FrictionInteriorPoint::evaluate(const Problem         &problem,
                                  const Eigen::VectorXd &s)
  {
    product.apply(problem.W, s, P, velocity);
    velocity += b;
    unsigned int n = 0;
    gap = defect = 0.;
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      if (law.n == 0)
        {
          if (cone.kind == Cone::Kind::bilateral)
            defect = std::max(defect, std::abs(velocity[law.first]));
          return;
        }
      ++n;
      gap += x.segment(law.first, law.n).dot(y.segment(law.first, law.n));
      const double slip = law.n == 1            ? 0. :
                          held_slips != nullptr ? (*held_slips)[law.first] :
                                                  tangential_norm(y, law);
      for (unsigned int k = 0; k < law.n; ++k)
        defect = std::max(defect,
                          std::abs(velocity[law.first + k] -
                                   (k == 0 ? law.mu * (y[law.first] - slip) :
                                             y[law.first + k])));
    });
    gap /= std::max(n, 1u);
  }

  // Θ, its root, and the blocks of the system.
  void
  FrictionInteriorPoint::scale(const Problem        &problem,
                               FrictionLinearSystem &system)
  {
    system.reset(problem);
    theta.resize(system.blocks.size());
    root.resize(system.blocks.size());
    std::size_t k = 0;
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      auto          &block = system.blocks[k];
      for (unsigned int i = 0; i < cone.n_rows; ++i)
        (i < law.n || cone.kind == Cone::Kind::bilateral ? block.B :
                                                           block.A)(i, i) = 1.;
      if (law.n > 0)
        {
          const Scaling scaling(x, y, law);
          theta[k] = scaling.theta;
          root[k]  = scaling.root;
          block.A.topLeftCorner(law.n, law.n) =
            without_slip(theta[k].topLeftCorner(law.n, law.n).eval(),
                         y,
                         law,
                         held_slips != nullptr);
          block.A.col(0).head(law.n) *= law.mu;
        }
      ++k;
    });
  }

  // r = Θ^1/2 (λ^-1 ∘ (τ e - dx̂ ∘ dŷ)),  λ = Θ^1/2 x,  with dx̂ = Θ^1/2 dx and
  // dŷ = Θ^-1/2 dy of the direction found last.
  void
  FrictionInteriorPoint::correct(const Problem &problem, const double target)
  {
    std::size_t block = 0;
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      const auto     k = block++;
      if (law.n == 0)
        return;
      const auto n = static_cast<Eigen::Index>(law.n);
      using Vector =
        Eigen::Matrix<double, Eigen::Dynamic, 1, 0, Cone::max_rows, 1>;
      const auto   R      = root[k].topLeftCorner(n, n);
      const Vector lambda = R * x.segment(law.first, n),
                   dx_hat = R * dx.segment(law.first, n),
                   // Θ^-1/2 dy = -λ - dx̂ where r = 0
        dy_hat = -lambda - dx_hat;
      Vector right(n);
      right[0] = target - dx_hat.dot(dy_hat);
      right.tail(n - 1) =
        -dx_hat[0] * dy_hat.tail(n - 1) - dy_hat[0] * dx_hat.tail(n - 1);
      divide(lambda, right);
      r.segment(law.first, n) = R * right;
    });
  }

  // dP, dx and dy with Θ dx + dy = r - y; returns the step to the boundary.
  double
  FrictionInteriorPoint::direction(const Problem              &problem,
                                   const FrictionLinearSystem &system)
  {
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        rhs[law.first + k] = k < law.n || cone.kind == Cone::Kind::bilateral ?
                               -velocity[law.first + k] :
                               0.;
      if (law.n > 0)
        rhs.segment(law.first, law.n) += without_slip(
          r.segment(law.first, law.n).eval(), y, law, held_slips != nullptr);
      if (law.n > 1 && held_slips != nullptr)
        rhs[law.first] -= law.mu * (*held_slips)[law.first];
    });
    system.solve(rhs, dP);
    double      step  = std::numeric_limits<double>::max();
    std::size_t block = 0;
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      const auto    &T = theta[block++];
      if (law.n == 0)
        return;
      const auto n             = static_cast<Eigen::Index>(law.n);
      dx.segment(law.first, n) = dP.segment(law.first, n);
      dx[law.first] *= law.mu;
      dy.segment(law.first, n) =
        r.segment(law.first, n) - y.segment(law.first, n) -
        T.topLeftCorner(n, n) * dx.segment(law.first, n);
      step = std::min({step,
                       step_to_the_boundary(x, dx, law),
                       step_to_the_boundary(y, dy, law)});
    });
    return step;
  }

  bool
  FrictionInteriorPoint::step(const Problem         &problem,
                              const Eigen::VectorXd &s,
                              FrictionLinearSystem  &system)
  {
    if (!(gap > least_gap))
      return false;
    scale(problem, system);
    if (held_slips != nullptr && has_symmetric_matrix)
      system.factorize_symmetric(problem, s, regularization);
    else
      system.factorize(problem, s, regularization);
    r.setZero();
    const double affine = std::min(1., direction(problem, system));
    correct(problem,
            std::max(gap * std::max(least_reduction, std::pow(1. - affine, 3)),
                     gap_of_defect * defect));
    const double length =
      std::min(1., step_to_boundary * direction(problem, system));
    if (!(length > 0.) || !dP.allFinite())
      return false;
    P += length * dP;
    x += length * dx;
    y += length * dy;
    evaluate(problem, s);
    return std::isfinite(gap) && std::isfinite(defect) &&
           P.lpNorm<Eigen::Infinity>() < largest_interior_impulse;
  }
} // namespace percuss
