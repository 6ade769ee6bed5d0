// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction_newton.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  namespace
  {
    constexpr unsigned int max_restarts         = 10;
    constexpr unsigned int n_sweeps_per_restart = 10;
  } // namespace

  FrictionNewton::FrictionNewton(const unsigned int      n_rows,
                                 const SolverParameters &options)
    : parameters(options)
  {
    reserve(n_rows);
  }

  void
  FrictionNewton::reserve(const unsigned int n_rows)
  {
    if (W.rows() == n_rows)
      return;
    smoother =
      ProjectedGaussSeidel(n_rows,
                           {parameters.tolerance, n_sweeps_per_restart});
    factorization = Eigen::PartialPivLU<Eigen::MatrixXd>(n_rows);
    for (auto *vector : {&s, &rho, &b, &P, &U, &F, &trial, &correction})
      vector->resize(n_rows);
    W.resize(n_rows, n_rows);
    jacobian.resize(n_rows, n_rows);
    velocity.resize(n_rows);
  }

  SolverReport
  FrictionNewton::solve(const ConeComplementarityProblem &problem,
                        const std::span<double>           p)
  {
    if (problem.W.explicit_matrix() == nullptr)
      return unsupported_problem();
    load(problem);
    SolverReport report{SolverStatus::singular, 0, 0.};
    for (unsigned int n_restarts = 0;; ++n_restarts)
      {
        start_from(problem, p);
        double norm = evaluate(problem, P);
        while (true)
          {
            report.residual = residual_of_iterate(problem, p);
            if (report.residual <= parameters.tolerance)
              {
                report.status = SolverStatus::converged;
                return report;
              }
            if (report.iterations >= parameters.max_iterations)
              {
                report.status = SolverStatus::iteration_limit;
                return report;
              }
            ++report.iterations;
            if (!step(problem, norm))
              break;
          }
        if (n_restarts == max_restarts)
          return report;
        const SolverReport sweeps = smoother.solve(problem, p);
        report.iterations += sweeps.iterations;
        report.residual = sweeps.residual;
        if (sweeps.status != SolverStatus::iteration_limit)
          {
            report.status = sweeps.status;
            return report;
          }
      }
  }

  void
  FrictionNewton::load(const Problem &problem)
  {
    reserve(problem.size());
    scale                = data_scale(problem);
    const auto row_scale = problem.W.row_scale();
    for (const Cone &cone : problem.cones)
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        s[cone.first_row + k] =
          row_scale[cone.kind == Cone::Kind::second_order ? cone.first_row :
                                                            cone.first_row + k];
    W.setZero();
    const auto &matrix = *problem.W.explicit_matrix();
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
      {
        for (DelassusOperator::Matrix::InnerIterator w(matrix, i); w; ++w)
          W(i, w.col()) = w.value() / (s[i] * s[w.col()]);
        b[i] = problem.b[i] / (s[i] * scale);
      }
    rho.setOnes();
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::second_order && cone.n_rows > 1)
        {
          const auto   n = cone.n_rows - 1;
          const double mean =
            W.diagonal().segment(cone.first_row + 1, n).mean();
          if (mean > 1e-8)
            rho.segment(cone.first_row + 1, n).setConstant(1. / mean);
        }
  }

  void
  FrictionNewton::start_from(const Problem                &problem,
                             const std::span<const double> p)
  {
    for (unsigned int i = 0; i < problem.size(); ++i)
      P[i] = std::isfinite(p[i]) ? p[i] * s[i] / scale : 0.;
  }

  // U and F of an impulse; returns |F|.
  double
  FrictionNewton::evaluate(const Problem         &problem,
                           const Eigen::VectorXd &impulse)
  {
    U.noalias() = W * impulse;
    U += b;
    for (const Cone &cone : problem.cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        {
          if (cone.kind == Cone::Kind::second_order && i == cone.first_row)
            {
              const auto   n = cone.n_rows - 1;
              const double radius =
                cone.friction_coefficient * std::max(0., impulse[i] - U[i]);
              auto       F_T = F.segment(i + 1, n);
              const auto P_T = impulse.segment(i + 1, n);
              F_T =
                P_T - rho.segment(i + 1, n).cwiseProduct(U.segment(i + 1, n));
              const double norm = F_T.norm();
              if (norm > radius)
                F_T *= radius / norm;
              F_T  = P_T - F_T;
              F[i] = std::min(impulse[i], U[i]);
              break;
            }
          F[i] = impulse[i] - project_row(cone.kind, impulse[i] - U[i]);
        }
    return F.norm();
  }

  // The rows of A + B (W + ε) at the point evaluated last, which is P.
  void
  FrictionNewton::assemble_jacobian(const Problem &problem)
  {
    constexpr double regularization = 1e-12;
    const auto       identity_row   = [this](const unsigned int i) {
      jacobian.row(i).setZero();
      jacobian(i, i) = 1.;
    };
    const auto velocity_row = [this](const unsigned int i,
                                     const double       factor) {
      jacobian.row(i) = factor * W.row(i);
      jacobian(i, i) += factor * regularization;
    };
    for (const Cone &cone : problem.cones)
      {
        const unsigned int N = cone.first_row;
        if (cone.kind != Cone::Kind::second_order)
          {
            for (unsigned int i = N; i < N + cone.n_rows; ++i)
              if (cone.kind == Cone::Kind::bilateral ||
                  (cone.kind == Cone::Kind::unilateral && P[i] > U[i]))
                velocity_row(i, 1.);
              else
                identity_row(i);
            continue;
          }

        const double x_N = P[N] - U[N];
        if (!(x_N > 0.))
          {
            for (unsigned int i = N; i < N + cone.n_rows; ++i)
              identity_row(i);
            continue;
          }
        velocity_row(N, 1.);
        const unsigned int n = cone.n_rows - 1;
        double             x[2], norm = 0.;
        for (unsigned int k = 0; k < n; ++k)
          {
            const unsigned int i = N + 1 + k;
            x[k]                 = P[i] - rho[i] * U[i];
            norm                 = std::hypot(norm, x[k]);
          }
        const double mu = cone.friction_coefficient;
        if (norm <= mu * x_N)
          {
            for (unsigned int i = N + 1; i < N + cone.n_rows; ++i)
              velocity_row(i, rho[i]);
            continue;
          }
        // F_T = P_T - mu x_N t,  t = x / |x|:
        // dF_T = dP_T - mu t (dP_N - dU_N)
        //        - mu x_N / |x| (1 - t t^T) (dP_T - rho dU_T).
        for (unsigned int k = 0; k < n; ++k)
          {
            identity_row(N + 1 + k);
            auto         row = jacobian.row(N + 1 + k);
            const double t_k = x[k] / norm;
            row += mu * t_k * W.row(N);
            row[N] += mu * t_k * (regularization - 1.);
            for (unsigned int l = 0; l < n; ++l)
              {
                const unsigned int j = N + 1 + l;
                const double       turn =
                  mu * x_N / norm * ((k == l ? 1. : 0.) - t_k * x[l] / norm);
                row += turn * rho[j] * W.row(j);
                row[j] += turn * (rho[j] * regularization - 1.);
              }
          }
      }
  }

  // One Newton step from P, of which U, F and |F| are known. False if no
  // length of it reduces |F|; the point evaluated last is then not P.
  bool
  FrictionNewton::step(const Problem &problem, double &norm)
  {
    assemble_jacobian(problem);
    factorization.compute(jacobian);
    correction = factorization.solve(F);
    if (!correction.allFinite())
      return false;
    for (double length = 1.; length > 1e-3; length *= 0.5)
      {
        trial                   = P - length * correction;
        const double trial_norm = evaluate(problem, trial);
        if (trial_norm <= (1. - 1e-4 * length) * norm)
          {
            P    = trial;
            norm = trial_norm;
            return true;
          }
      }
    return false;
  }

  double
  FrictionNewton::residual_of_iterate(const Problem          &problem,
                                      const std::span<double> p)
  {
    // Rounding must not leave an impulse where there is no contact.
    for (const Cone &cone : problem.cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        p[i] = cone.kind == Cone::Kind::inactive ? 0. : P[i] * scale / s[i];
    return natural_map_residual(problem, p, velocity);
  }
} // namespace percuss
