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
  FrictionInteriorPoint::start(ScaledFrictionProblem &new_problem,
                               const Eigen::VectorXd &held_speeds)
  {
    problem              = &new_problem;
    w                    = &held_speeds;
    has_symmetric_matrix = is_symmetric(problem->unscaled().W);
    for (auto *vector : {&P, &x, &y, &dP, &dx, &dy, &r, &velocity, &rhs})
      vector->setZero(problem->size());
    for_each_block(problem->unscaled().cones, [this](const Cone &cone) {
      const ConeRows law(cone);
      if (law.n == 0)
        return;
      x[law.first] = 1.;
      y[law.first] = 1.;
      P[law.first] = 1. / law.mu;
    });
    evaluate();
  }

  // velocity = W P + b, the gap and the defect of U.
  void
  FrictionInteriorPoint::evaluate()
  {
    problem->set_velocity(P, velocity);
    unsigned int n = 0;
    gap = defect = 0.;
    for_each_block(problem->unscaled().cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      if (law.n == 0)
        {
          if (cone.kind == Cone::Kind::bilateral)
            defect = std::max(defect, std::abs(velocity[law.first]));
          return;
        }
      ++n;
      gap += x.segment(law.first, law.n).dot(y.segment(law.first, law.n));
      const double speed = law.n == 1 ? 0. : (*w)[law.first];
      for (unsigned int k = 0; k < law.n; ++k)
        defect = std::max(defect,
                          std::abs(velocity[law.first + k] -
                                   (k == 0 ? law.mu * (y[law.first] - speed) :
                                             y[law.first + k])));
    });
    gap /= std::max(n, 1u);
  }

  // Θ, its root, and the blocks of the system.
  void
  FrictionInteriorPoint::scale()
  {
    system.reset(problem->unscaled());
    theta.resize(system.blocks.size());
    root.resize(system.blocks.size());
    std::size_t k = 0;
    for_each_block(problem->unscaled().cones, [&](const Cone &cone) {
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
            theta[k].topLeftCorner(law.n, law.n);
          block.A.row(0) *= law.mu;
          block.A.col(0) *= law.mu;
        }
      ++k;
    });
  }

  // r = Θ^1/2 (λ^-1 ∘ (τ e - dx̂ ∘ dŷ)),  λ = Θ^1/2 x,  with dx̂ = Θ^1/2 dx and
  // dŷ = Θ^-1/2 dy of the direction found last.
  void
  FrictionInteriorPoint::correct(const double target)
  {
    std::size_t block = 0;
    for_each_block(problem->unscaled().cones, [&](const Cone &cone) {
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
  FrictionInteriorPoint::direction()
  {
    for_each_block(problem->unscaled().cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        rhs[law.first + k] = k < law.n || cone.kind == Cone::Kind::bilateral ?
                               -velocity[law.first + k] :
                               0.;
      if (law.n == 0)
        return;
      rhs[law.first] += law.mu * r[law.first];
      if (law.n > 1)
        {
          rhs[law.first] -= law.mu * (*w)[law.first];
          rhs.segment(law.first + 1, law.n - 1) +=
            r.segment(law.first + 1, law.n - 1);
        }
    });
    system.solve(rhs, dP);
    double      step  = std::numeric_limits<double>::max();
    std::size_t block = 0;
    for_each_block(problem->unscaled().cones, [&](const Cone &cone) {
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
  FrictionInteriorPoint::step()
  {
    if (!(gap > parameters.least_gap))
      return false;
    scale();
    if (has_symmetric_matrix)
      system.factorize_symmetric(problem->unscaled(),
                                 problem->s,
                                 parameters.matrix_shift);
    else
      system.factorize(problem->unscaled(),
                       problem->s,
                       parameters.matrix_shift);
    r.setZero();
    const double affine = std::min(1., direction());
    correct(std::max(gap * std::max(parameters.least_reduction,
                                    std::pow(1. - affine, 3)),
                     parameters.gap_of_defect * defect));
    const double length =
      std::min(1., parameters.step_to_boundary * direction());
    if (!(length > 0.) || !dP.allFinite())
      return false;
    P += length * dP;
    x += length * dx;
    y += length * dy;
    evaluate();
    return std::isfinite(gap) && std::isfinite(defect) &&
           P.lpNorm<Eigen::Infinity>() < parameters.largest_impulse;
  }
} // namespace percuss
