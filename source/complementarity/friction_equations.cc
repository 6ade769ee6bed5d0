// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction_equations.h>

#include <algorithm>

namespace percuss
{
  void
  FrictionEquations::reserve(const unsigned int n_rows)
  {
    for (auto *const vector : {&s, &b, &rho})
      vector->resize(n_rows);
  }

  void
  FrictionEquations::load(const ConeComplementarityProblem &problem)
  {
    reserve(problem.size());
    rho.setOnes();
    scale                = data_scale(problem);
    const auto row_scale = problem.W.row_scale();
    for (const Cone &cone : problem.cones)
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        s[cone.first_row + k] =
          row_scale[cone.kind == Cone::Kind::second_order ? cone.first_row :
                                                            cone.first_row + k];
    for (unsigned int i = 0; i < problem.size(); ++i)
      b[i] = problem.b[i] / (s[i] * scale);
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::second_order && cone.n_rows > 1)
        {
          const unsigned int first = cone.first_row + 1, n_T = cone.n_rows - 1;
          double             mean = 0.;
          for (unsigned int i = first; i < first + n_T; ++i)
            mean += problem.W.explicit_matrix()->coeff(i, i) /
                    (s[i] * s[i] * static_cast<double>(n_T));
          if (mean > 1e-8)
            rho.segment(first, n_T).setConstant(1. / mean);
        }
  }

  void
  FrictionEquations::evaluate(const std::span<const Cone> cones,
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

  FrictionEquations::Mode
  FrictionEquations::mode(const Cone            &cone,
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
                                                       Mode::slipping;
  }

  void
  FrictionEquations::add_derivative(const Cone                  &cone,
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
