// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction/scaled_friction_problem.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  void
  ScaledFrictionProblem::reserve(const unsigned int n_rows)
  {
    for (auto *const vector : {&s, &b, &rho})
      vector->resize(n_rows);
    unscaled_impulse.resize(n_rows);
    unscaled_velocity.resize(n_rows);
    product.reserve(n_rows);
  }

  void
  ScaledFrictionProblem::load(const ConeComplementarityProblem &given)
  {
    problem.emplace(given);
    reserve(given.size());
    rho.setOnes();
    scale                = data_scale(given);
    const auto row_scale = given.W.row_scale();
    for (const Cone &cone : given.cones)
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        s[cone.first_row + k] =
          row_scale[cone.kind == Cone::Kind::second_order ? cone.first_row :
                                                            cone.first_row + k];
    for (unsigned int i = 0; i < given.size(); ++i)
      b[i] = given.b[i] / (s[i] * scale);
    for (const Cone &cone : given.cones)
      if (cone.kind == Cone::Kind::second_order && cone.n_rows > 1)
        {
          const unsigned int first = cone.first_row + 1, n_T = cone.n_rows - 1;
          double             mean = 0.;
          for (unsigned int i = first; i < first + n_T; ++i)
            mean += given.W.explicit_matrix()->coeff(i, i) /
                    (s[i] * s[i] * static_cast<double>(n_T));
          if (mean > 1e-8)
            rho.segment(first, n_T).setConstant(1. / mean);
        }
  }

  void
  ScaledFrictionProblem::scale_impulse(const std::span<const double> p,
                                       Eigen::VectorXd              &P) const
  {
    P.resize(s.size());
    for (Eigen::Index i = 0; i < P.size(); ++i)
      {
        const double x = p[static_cast<std::size_t>(i)];
        P[i]           = std::isfinite(x) ? x * s[i] / scale : 0.;
      }
  }

  // Rounding must not leave an impulse where there is no contact.
  void
  ScaledFrictionProblem::unscale_impulse(const Eigen::VectorXd  &P,
                                         const std::span<double> p) const
  {
    for (const Cone &cone : problem->cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        p[i] = cone.kind == Cone::Kind::inactive ? 0. : P[i] * scale / s[i];
  }

  double
  ScaledFrictionProblem::residual(const Eigen::VectorXd &P)
  {
    unscale_impulse(P, unscaled_impulse);
    gap_velocity(*problem, unscaled_impulse, unscaled_velocity);
    return natural_map_residual_of_pair(*problem,
                                        unscaled_impulse,
                                        unscaled_velocity);
  }

  void
  ScaledFrictionProblem::evaluate(const std::span<const Cone> cones,
                                  const Eigen::VectorXd      &P,
                                  const Eigen::VectorXd      &U,
                                  Eigen::VectorXd            &F) const
  {
    for (const Cone &cone : cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        {
          if (cone.kind == Cone::Kind::second_order && i == cone.first_row)
            {
              const auto   n = cone.n_rows - 1;
              const double radius =
                cone.friction_coefficient * std::max(0., P[i] - U[i]);
              auto       F_T = F.segment(i + 1, n);
              const auto P_T = P.segment(i + 1, n);
              F_T =
                P_T - rho.segment(i + 1, n).cwiseProduct(U.segment(i + 1, n));
              const double length = F_T.norm();
              if (length > radius)
                F_T *= radius / length;
              F_T  = P_T - F_T;
              F[i] = std::min(P[i], U[i]);
              break;
            }
          F[i] = P[i] - project_row(cone.kind, P[i] - U[i]);
        }
  }

  ScaledFrictionProblem::Mode
  ScaledFrictionProblem::mode(const Cone            &cone,
                              const Eigen::VectorXd &P,
                              const Eigen::VectorXd &U) const
  {
    const unsigned int N = cone.first_row, n = cone.n_rows - 1;
    const double       x_N = P[N] - U[N];
    if (cone.kind == Cone::Kind::inactive ||
        (cone.kind != Cone::Kind::bilateral && !(x_N > 0.)))
      return Mode::open;
    if (cone.kind != Cone::Kind::second_order || n == 0)
      return Mode::closed;
    const double length =
      (P.segment(N + 1, n) -
       rho.segment(N + 1, n).cwiseProduct(U.segment(N + 1, n)))
        .norm();
    return length <= cone.friction_coefficient * x_N ? Mode::closed :
                                                       Mode::sliding;
  }

  void
  ScaledFrictionProblem::add_derivative(const Cone                  &cone,
                                        const Eigen::VectorXd       &P,
                                        const Eigen::VectorXd       &U,
                                        FrictionLinearSystem::Block &d) const
  {
    const unsigned int N = cone.first_row, n = cone.n_rows - 1;
    const Mode         m = mode(cone, P, U);
    if (m == Mode::open)
      {
        d.A.diagonal().setOnes();
        return;
      }
    d.B(0, 0) = 1.;
    if (cone.kind != Cone::Kind::second_order || n == 0)
      return;
    const double r    = rho[N + 1];
    auto         A_TT = d.A.block(1, 1, n, n), B_TT = d.B.block(1, 1, n, n);
    if (m == Mode::closed)
      {
        B_TT.diagonal().setConstant(r);
        return;
      }
    const double  mu = cone.friction_coefficient, x_N = P[N] - U[N];
    TangentVector t = TangentVector::Zero();
    t.head(n)       = P.segment(N + 1, n) -
                rho.segment(N + 1, n).cwiseProduct(U.segment(N + 1, n));
    const double length = t.norm();
    // F_T = P_T - mu x_N t,  t = x / |x|, x = P_T - rho U_T:
    // dF_T = dP_T - mu t (dP_N - dU_N)
    //        - mu x_N / |x| (1 - t t^T) (dP_T - rho dU_T).
    t /= length;
    const double turn = mu * x_N / length;
    for (unsigned int k = 0; k < n; ++k)
      {
        d.A(k + 1, 0) = -mu * t[k];
        d.B(k + 1, 0) = mu * t[k];
        for (unsigned int l = 0; l < n; ++l)
          {
            const double along = turn * t[k] * t[l];
            A_TT(k, l)         = along;
            B_TT(k, l)         = -r * along;
          }
        A_TT(k, k) += 1. - turn;
        B_TT(k, k) += r * turn;
      }
  }
} // namespace percuss
