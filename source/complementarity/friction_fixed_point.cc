// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction_fixed_point.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr double       largest_proximity = 1e-6, least_proximity = 1e-12;
    constexpr unsigned int max_programs = 100;
    constexpr unsigned int max_steps    = 50; // of the interior-point method

    /** Of the fixed-point iteration, which may go to and fro. */
    double
    relaxation(const unsigned int k)
    {
      return k < 10 ? 1. : k < 40 ? 0.5 : 0.2;
    }

    /** x_0² - |x_T|², without cancellation. */
    template <class Vector>
    double
    determinant(const Vector &x)
    {
      const double norm = x.tail(x.size() - 1).norm();
      return (x[0] - norm) * (x[0] + norm);
    }
  } // namespace

  FrictionFixedPoint::FrictionFixedPoint(const SolverParameters &parameters)
    : parameters(parameters)
    , newton(0,
             {parameters.tolerance, std::min(parameters.max_iterations, 30u)})
  {}

  SolverReport
  FrictionFixedPoint::solve(const Problem &problem, const std::span<double> p)
  {
    if (problem.W.explicit_matrix() == nullptr)
      return unsupported_problem();
    load(problem);
    const double        units = data_scale(problem);
    SolverReport        report{SolverStatus::singular, 0, 0.};
    const std::size_t   m = p.size();
    std::vector<double> trial(m, 0.), u(m), polished(m);
    double              least = std::numeric_limits<double>::infinity();
    const auto          take  = [&](const std::vector<double> &candidate,
                          const double               residual) {
      if (residual < least)
        {
          least = residual;
          std::ranges::copy(candidate, p.begin());
        }
      return residual <= parameters.tolerance;
    };
    Eigen::VectorXd s(b.size()), center(b.size());
    s.setZero();
    center.setZero();
    double proximity     = largest_proximity,
           last_residual = std::numeric_limits<double>::infinity();
    const auto has_time  = [&]() {
      return report.iterations < parameters.max_iterations;
    };
    for (unsigned int k = 0; k < max_programs && has_time(); ++k)
      {
        A.diagonal().array() += proximity;
        q                       = b + s - proximity * center;
        const bool has_solution = solve_program();
        A.diagonal().array() -= proximity;
        if (!has_solution)
          break;
        ++report.iterations;
        center = x;
        std::ranges::fill(trial, 0.);
        for (std::size_t i = 0; i < rows.size(); ++i)
          trial[rows[i]] = x[static_cast<Eigen::Index>(i)] /
                           scale[static_cast<Eigen::Index>(i)];
        const double residual = natural_map_residual(problem, trial, u);
        if (residual > 0.5 * last_residual)
          proximity = std::max(0.1 * proximity, least_proximity);
        last_residual  = residual;
        bool is_solved = take(trial, residual);
        for (const Block &block : blocks)
          if (block.n > 1)
            {
              const double slip =
                norm_of({u.data() + block.row + 1,
                         static_cast<std::size_t>(block.n - 1)});
              const double next =
                block.friction * slip / (scale[block.first] * units * units);
              s[block.first] += relaxation(k) * (next - s[block.first]);
            }
        if (!is_solved && has_time())
          {
            polished                 = trial;
            const SolverReport again = newton.solve(problem, polished);
            report.iterations += again.iterations;
            is_solved =
              take(polished, natural_map_residual(problem, polished, u));
          }
        if (is_solved)
          {
            report.status = SolverStatus::converged;
            break;
          }
      }
    if (report.status != SolverStatus::converged && !has_time())
      report.status = SolverStatus::iteration_limit;
    report.residual = least;
    return report;
  }

  // In x_N = μ s_N p_N, x_T = s_N p_T a cone is {|x_T| <= x_N}.
  void
  FrictionFixedPoint::load(const Problem &problem)
  {
    rows.clear();
    blocks.clear();
    const auto add_rows = [&](const unsigned int first, const unsigned int n) {
      for (unsigned int i = first; i < first + n; ++i)
        rows.push_back(i);
    };
    const auto add_block = [&](const unsigned int first,
                               const unsigned int n,
                               const double       friction) {
      Block block;
      block.first    = static_cast<Eigen::Index>(rows.size());
      block.n        = static_cast<Eigen::Index>(n);
      block.row      = first;
      block.friction = friction;
      blocks.push_back(block);
      add_rows(first, n);
    };
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::bilateral)
        add_rows(cone.first_row, cone.n_rows);
    n_equations = static_cast<Eigen::Index>(rows.size());
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::unilateral)
        for (unsigned int i = 0; i < cone.n_rows; ++i)
          add_block(cone.first_row + i, 1, 0.);
      else if (cone.kind == Cone::Kind::second_order)
        {
          const double mu = cone.friction_coefficient;
          add_block(cone.first_row, mu > 0. ? cone.n_rows : 1, mu);
        }

    const auto n     = static_cast<Eigen::Index>(rows.size());
    const auto s     = problem.W.row_scale();
    const auto units = data_scale(problem);
    scale.resize(n);
    for (Eigen::Index i = 0; i < n_equations; ++i)
      scale[i] = s[rows[static_cast<std::size_t>(i)]];
    for (const Block &block : blocks)
      for (Eigen::Index i = 0; i < block.n; ++i)
        scale[block.first + i] =
          s[block.row] * (i == 0 && block.n > 1 ? block.friction : 1.);
    scale /= units;

    // x is s p / units, and z is u / (s units)
    std::vector<Eigen::Index> position(problem.size(), -1);
    for (Eigen::Index i = 0; i < n; ++i)
      position[rows[static_cast<std::size_t>(i)]] = i;
    A.setZero(n, n);
    b.resize(n);
    const auto &matrix = *problem.W.explicit_matrix();
    for (Eigen::Index i = 0; i < n; ++i)
      {
        const auto row = rows[static_cast<std::size_t>(i)];
        b[i]           = problem.b[row] / (scale[i] * units * units);
        for (DelassusOperator::Matrix::InnerIterator w(matrix, row); w; ++w)
          if (const auto j = position[static_cast<std::size_t>(w.col())];
              j >= 0)
            A(i, j) = w.value() / (scale[i] * scale[j] * units * units);
      }
    for (auto *vector : {&q, &x, &z, &dx, &dz, &defect, &target, &best})
      vector->resize(n);
  }

  // Nesterov and Todd's scaling H with H z = H^{-1} x, of each block.
  void
  FrictionFixedPoint::scale_blocks()
  {
    for (Block &block : blocks)
      {
        const auto n          = block.n;
        const auto xb         = x.segment(block.first, n),
                   zb         = z.segment(block.first, n);
        const double dx       = std::sqrt(determinant(xb)),
                     dz       = std::sqrt(determinant(zb));
        Eigen::Vector3d w     = Eigen::Vector3d::Zero();
        const double    gamma = std::sqrt(0.5 * (1. + xb.dot(zb) / (dx * dz)));
        w.head(n)             = xb / dx;
        w[0] += zb[0] / dz;
        for (Eigen::Index i = 1; i < n; ++i)
          w[i] -= zb[i] / dz;
        w /= 2. * gamma;
        const double eta = std::sqrt(dx / dz);
        auto        &H   = block.scaling;
        H.setIdentity();
        const Eigen::Vector2d t = w.tail<2>();
        H(0, 0)                 = w[0];
        H.block<1, 2>(0, 1)     = t.transpose();
        H.block<2, 1>(1, 0)     = t;
        H.bottomRightCorner<2, 2>() += t * t.transpose() / (1. + w[0]);
        block.inverse = H;
        block.inverse.block<1, 2>(0, 1) *= -1.;
        block.inverse.block<2, 1>(1, 0) *= -1.;
        H *= eta;
        block.inverse /= eta;
      }
  }

  // (A + H^{-2}) dx = target - defect, dz = A dx + defect off the equations.
  bool
  FrictionFixedPoint::find_direction()
  {
    const Eigen::VectorXd right = target - defect;
    dx                          = factorization.solve(right);
    dx += factorization.solve(right - system * dx);
    dz = A * dx + defect;
    dz.head(n_equations).setZero();
    return dx.allFinite() && dz.allFinite();
  }

  double
  FrictionFixedPoint::largest_step(const Eigen::VectorXd &point,
                                   const Eigen::VectorXd &direction) const
  {
    double step = 1e10;
    for (const Block &block : blocks)
      {
        const auto n      = block.n;
        const auto v      = point.segment(block.first, n),
                   d      = direction.segment(block.first, n);
        const double size = std::sqrt(determinant(v));
        const double v0   = v[0] / size;
        double       rho  = v0 * d[0];
        for (Eigen::Index i = 1; i < n; ++i)
          rho -= v[i] / size * d[i];
        double norm = 0.;
        for (Eigen::Index i = 1; i < n; ++i)
          norm =
            std::hypot(norm, d[i] - (rho + d[0]) / (v0 + 1.) * v[i] / size);
        if (norm > rho)
          step = std::min(step, size / (norm - rho));
      }
    return step;
  }

  bool
  FrictionFixedPoint::solve_program()
  {
    const auto n_cones = static_cast<double>(blocks.size());
    x.setZero();
    z.setZero();
    const double start = std::max(1., q.lpNorm<Eigen::Infinity>());
    for (const Block &block : blocks)
      x[block.first] = z[block.first] = start;
    double least = std::numeric_limits<double>::infinity();
    for (unsigned int k = 0; k < max_steps; ++k)
      {
        defect             = A * x + q - z;
        const double mu    = x.dot(z) / n_cones;
        const double error = std::max(mu, defect.lpNorm<Eigen::Infinity>());
        if (!std::isfinite(error))
          break;
        if (error < least)
          {
            least = error;
            best  = x;
          }
        if (error < 1e-15 || error > 1e6 * least)
          break;

        scale_blocks();
        system = A;
        for (const Block &block : blocks)
          {
            const Eigen::Matrix3d square = block.inverse * block.inverse;
            system.block(block.first, block.first, block.n, block.n) +=
              square.topLeftCorner(block.n, block.n);
          }
        factorization.compute(system);

        // predictor: aims at zero; H^{-1} (-λ) = -z
        target = -z;
        if (!find_direction())
          break;
        const double ahead =
          std::min({1., largest_step(x, dx), largest_step(z, dz)});
        const double ratio =
          (x + ahead * dx).dot(z + ahead * dz) / (n_cones * mu);
        const double sigma = std::pow(std::clamp(ratio, 0., 1.), 3);

        // corrector: λ∘y = σμ e - λ∘λ - (H^{-1} dx)∘(H dz), target = H^{-1} y
        target.head(n_equations).setZero();
        for (const Block &block : blocks)
          {
            const auto      n = block.n;
            Eigen::Vector3d part(0., 0., 0.), dual(0., 0., 0.),
              lambda(0., 0., 0.);
            part.head(n)   = dx.segment(block.first, n);
            dual.head(n)   = dz.segment(block.first, n);
            lambda.head(n) = x.segment(block.first, n);
            part           = block.inverse * part;
            dual           = block.scaling * dual;
            lambda         = block.inverse * lambda;
            Eigen::Vector3d r;
            r[0]        = sigma * mu - part.dot(dual);
            r.tail<2>() = -part[0] * dual.tail<2>() - dual[0] * part.tail<2>();
            const double    det = determinant(lambda);
            Eigen::Vector3d y;
            y[0] = (lambda[0] * r[0] - lambda.tail<2>().dot(r.tail<2>())) / det;
            y.tail<2>() = (r.tail<2>() - y[0] * lambda.tail<2>()) / lambda[0];
            y           = block.inverse * (y - lambda);
            target.segment(block.first, n) = y.head(n);
          }
        if (!find_direction())
          break;
        const double step =
          std::min(1.,
                   0.99 * std::min(largest_step(x, dx), largest_step(z, dz)));
        if (!(step > 1e-8))
          break;
        x += step * dx;
        z += step * dz;
      }
    x = best;
    return std::isfinite(least);
  }
} // namespace percuss
