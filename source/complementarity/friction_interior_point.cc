// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/cone_rows.h>
#include <percuss/complementarity/friction_interior_point.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr double interior_regularization = 1e-10; // ε
    constexpr double least_gap = 1e-14, gap_of_defect = 1e-3,
                     least_reduction = 1e-3, step_to_boundary = 0.99;

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

    // Θ = Q(J w) |y| / |x| with the scaling point w, Q(v) = 2 v v^T - J, |.|^2
    // the determinant.
    Eigen::Matrix3d
    scaling_of(const Eigen::VectorXd &x,
               const Eigen::VectorXd &y,
               const ConeRows        &law)
    {
      Eigen::Matrix3d theta = Eigen::Matrix3d::Zero();
      if (law.n == 1)
        {
          theta(0, 0) = y[law.first] / x[law.first];
          return theta;
        }
      const double x_length   = std::sqrt(determinant(x, law)),
                   y_length   = std::sqrt(determinant(y, law));
      const auto      x_block = x.segment(law.first, law.n) / x_length;
      const auto      y_block = y.segment(law.first, law.n) / y_length;
      Eigen::Vector3d v       = Eigen::Vector3d::Zero();
      v.head(law.n)           = y_block - x_block;
      v[0]                    = x_block[0] + y_block[0];
      v /= std::sqrt(2. * (1. + x_block.dot(y_block)));
      theta = 2. * v * v.transpose();
      theta.diagonal() += Eigen::Vector3d(-1., 1., 1.);
      theta *= y_length / x_length;
      return theta;
    }
  } // namespace

  void
  FrictionInteriorPoint::reserve(const unsigned int n_rows)
  {
    for (auto *vector :
         {&b, &P, &x, &y, &dP, &dx, &dy, &inverse, &velocity, &rhs})
      vector->setZero(n_rows);
    impulse_of_data.resize(n_rows);
    velocity_of_data.resize(n_rows);
    theta.reserve(n_rows);
  }

  void
  FrictionInteriorPoint::start(const Problem         &problem,
                               const Eigen::VectorXd &s,
                               const Eigen::VectorXd &b_scaled)
  {
    reserve(problem.size());
    b = b_scaled;
    for_each_block(problem.cones, [this](const Cone &cone) {
      const ConeRows law(cone);
      if (law.n == 0)
        return;
      x[law.first] = y[law.first] = 1.;
      P[law.first]                = 1. / law.mu;
    });
    evaluate(problem, s);
  }

  // velocity = W P + b + s, the gap and the defect of U.
  void
  FrictionInteriorPoint::evaluate(const Problem         &problem,
                                  const Eigen::VectorXd &s)
  {
    for (Eigen::Index i = 0; i < P.size(); ++i)
      impulse_of_data[static_cast<std::size_t>(i)] = P[i] / s[i];
    problem.W.apply(impulse_of_data, velocity_of_data);
    for (Eigen::Index i = 0; i < P.size(); ++i)
      velocity[i] = velocity_of_data[static_cast<std::size_t>(i)] / s[i] + b[i];
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
      if (law.n > 1)
        velocity[law.first] += law.mu * tangential_norm(y, law);
      const auto y_block = y.segment(law.first, law.n);
      gap += x.segment(law.first, law.n).dot(y_block);
      for (unsigned int k = 0; k < law.n; ++k)
        defect = std::max(defect,
                          std::abs(velocity[law.first + k] -
                                   (k == 0 ? law.mu : 1.) * y_block[k]));
    });
    gap /= std::max(n, 1u);
  }

  // The blocks of the system, and x^-1.
  void
  FrictionInteriorPoint::scale(const Problem        &problem,
                               FrictionLinearSystem &system)
  {
    system.reset(problem);
    theta.resize(system.blocks.size());
    std::size_t k = 0;
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      auto          &block = system.blocks[k];
      for (unsigned int i = 0; i < cone.n_rows; ++i)
        (i < law.n || cone.kind == Cone::Kind::bilateral ? block.B :
                                                           block.A)(i, i) = 1.;
      if (law.n > 0)
        {
          theta[k] = scaling_of(x, y, law);
          block.A.topLeftCorner(law.n, law.n) =
            theta[k].topLeftCorner(law.n, law.n);
          block.A.row(0).head(law.n) *= law.mu;
          block.A.col(0).head(law.n) *= law.mu;
          inverse.segment(law.first, law.n) =
            -x.segment(law.first, law.n) / determinant(x, law);
          inverse[law.first] =
            law.n > 1 ? -inverse[law.first] : 1. / x[law.first];
        }
      ++k;
    });
  }

  // dP, dx and dy for the given τ; returns the step to the boundary.
  double
  FrictionInteriorPoint::direction(const Problem              &problem,
                                   const FrictionLinearSystem &system,
                                   const double                target)
  {
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        {
          const unsigned int i = law.first + k;
          rhs[i] =
            k < law.n ?
              (k == 0 ? law.mu : 1.) * target * inverse[i] - velocity[i] :
              (cone.kind == Cone::Kind::bilateral ? -velocity[i] : 0.);
        }
    });
    system.solve(rhs, dP);
    double      step  = std::numeric_limits<double>::max();
    std::size_t block = 0;
    for_each_block(problem.cones, [&](const Cone &cone) {
      const ConeRows law(cone);
      if (law.n > 0)
        {
          auto dx_block = dx.segment(law.first, law.n);
          dx_block      = dP.segment(law.first, law.n);
          dx_block[0] *= law.mu;
          dy.segment(law.first, law.n) =
            target * inverse.segment(law.first, law.n) -
            y.segment(law.first, law.n);
          for (unsigned int i = 0; i < law.n; ++i)
            for (unsigned int j = 0; j < law.n; ++j)
              dy[law.first + i] -= theta[block](i, j) * dx_block[j];
          step = std::min({step,
                           step_to_the_boundary(x, dx, law),
                           step_to_the_boundary(y, dy, law)});
        }
      ++block;
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
    system.factorize(problem, s, interior_regularization);
    const double affine = std::min(1., direction(problem, system, 0.));
    const double target =
      std::max(gap * std::max(least_reduction, std::pow(1. - affine, 3)),
               gap_of_defect * defect);
    const double length =
      std::min(1., step_to_boundary * direction(problem, system, target));
    if (!(length > 0.) || !dP.allFinite())
      return false;
    P += length * dP;
    x += length * dx;
    y += length * dy;
    evaluate(problem, s);
    return std::isfinite(gap) && std::isfinite(defect);
  }
} // namespace percuss
