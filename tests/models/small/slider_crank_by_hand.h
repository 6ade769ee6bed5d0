// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_study_slider_crank_by_hand_h
#define percuss_tests_study_slider_crank_by_hand_h

#include <percuss/simulation/contact_options.h>

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace percuss::test
{
  /**
   * The slider-crank of [A12] 6.4.1 as a program for this one mechanism and
   * scheme would have it, of Eigen only: Moreau-Jean, theta = 1/2, normals at
   * q_k + h/2 v_k, contacts with g_k + gamma h u_k <= 0, Newton with M(q), and
   * the contact problem by trying the states of its contacts, the last ones
   * first.
   */
  class SliderCrankByHand
  {
  public:
    using Vector = Eigen::Vector3d;
    using Matrix = Eigen::Matrix3d;

    SliderCrankByHand(const double h, const double gamma, const double mu)
      : h(h)
      , gamma(gamma)
      , mu(mu)
      , f(force(q, v))
    {}

    void
    step()
    {
      const Vector   q_0 = q, v_0 = v, f_0 = f;
      const auto     g   = gaps(q_0);
      const Jacobian G   = jacobian(q_0 + 0.5 * h * v_0);
      Rows           G_A = G; // of the active contacts, then e u_k
      Reduced        impact(8);
      int            n = 0;
      for (int i = 0; i < 4; ++i)
        if (const double u = G.row(2 * i) * v_0;
            g[static_cast<std::size_t>(i)] + gamma * h * u <= 0.)
          {
            G_A.middleRows<2>(2 * n) = G.middleRows<2>(2 * i);
            impact.segment<2>(2 * n) << e * u, 0.;
            ++n;
          }
      G_A.conservativeResize(2 * n, 3);
      impact.conservativeResize(2 * n);

      Vector r = Vector::Zero(); // G^T P
      q += h * v_0;
      for (int iteration = 0;; ++iteration)
        {
          f                     = force(q, v);
          const Vector smooth   = -mass(q) * (v - v_0) - 0.5 * h * (f_0 + f);
          const double residual = (smooth + r).norm();
          if (iteration > 0 && residual <= 1e-12)
            return;
          if (iteration == 30)
            throw std::runtime_error("Newton's iteration does not converge");
          const Matrix S_inverse = tangent(q, v).inverse();
          v += S_inverse * smooth;
          if (n > 0)
            {
              const Operator W = G_A * S_inverse * G_A.transpose();
              r                = G_A.transpose() * solve(W, G_A * v + impact);
              v += S_inverse * r;
            }
          q = q_0 + 0.5 * h * (v_0 + v);
        }
    }

    Vector q = Vector::Zero(), v = Vector(150., -75., 0.);

  private:
    using Jacobian = Eigen::Matrix<double, 8, 3>;
    using Rows     = Eigen::Matrix<double, -1, 3, Eigen::ColMajor, 8, 3>;
    using Operator = Eigen::Matrix<double, -1, -1, Eigen::ColMajor, 8, 8>;
    using Reduced  = Eigen::Matrix<double, -1, 1, Eigen::ColMajor, 8, 1>;

    enum State
    {
      open,
      sticks,
      slides_forward,
      slides_back,
      n_states
    };
    using States = std::array<int, 4>;

    static constexpr double l_1 = 0.153, l_2 = 0.306, a = 0.05, b = 0.025,
                            c = 0.001, e = 0.4, m_1 = 0.038, m_2 = 0.038,
                            m_3 = 0.076, J_3 = 2.7e-6, gravity = 9.81;
    static constexpr double A_1 = 7.4e-5 + (0.25 * m_1 + m_2 + m_3) * l_1 * l_1,
                            A_2 = 5.9e-4 + (0.25 * m_2 + m_3) * l_2 * l_2,
                            D   = (0.5 * m_2 + m_3) * l_1 * l_2,
                            V_1 = (0.5 * m_1 + m_2 + m_3) * gravity * l_1,
                            V_2 = (0.5 * m_2 + m_3) * gravity * l_2;

    static Matrix
    mass(const Vector &q)
    {
      const double k = D * std::cos(q[0] - q[1]);
      Matrix       M;
      M << A_1, k, 0., k, A_2, 0., 0., 0., J_3;
      return M;
    }

    /** dV/dq + c(q, v) */
    static Vector
    force(const Vector &q, const Vector &v)
    {
      const double s = D * std::sin(q[0] - q[1]);
      return {V_1 * std::cos(q[0]) + s * v[1] * v[1],
              V_2 * std::cos(q[1]) - s * v[0] * v[0],
              0.};
    }

    /** M + h/2 C + h^2/4 K */
    Matrix
    tangent(const Vector &q, const Vector &v) const
    {
      const double k = D * std::cos(q[0] - q[1]),
                   s = h * D * std::sin(q[0] - q[1]), w = 0.25 * h * h;
      const double k_0 = w * k * v[1] * v[1], k_1 = w * k * v[0] * v[0];
      Matrix       S;
      S << A_1 + k_0 - w * V_1 * std::sin(q[0]), k + s * v[1] - k_0, 0.,
        k - s * v[0] - k_1, A_2 + k_1 - w * V_2 * std::sin(q[1]), 0., 0., 0.,
        J_3;
      return S;
    }

    static std::array<double, 4>
    gaps(const Vector &q)
    {
      const double y = l_1 * std::sin(q[0]) + l_2 * std::sin(q[1]),
                   s = a * std::sin(q[2]), k = b * std::cos(q[2]);
      return {b + c + y - k - s,
              b + c + y - k + s,
              b + c - y - k - s,
              b + c - y - k + s};
    }

    /** Normal and tangential row of each corner. */
    static Jacobian
    jacobian(const Vector &q)
    {
      const double x_1 = -l_1 * std::sin(q[0]), y_1 = l_1 * std::cos(q[0]),
                   x_2 = -l_2 * std::sin(q[1]), y_2 = l_2 * std::cos(q[1]),
                   s = std::sin(q[2]), k = std::cos(q[2]);
      Jacobian G;
      for (int i = 0; i < 4; ++i)
        {
          const double xi = (i == 0 || i == 3) ? -a : a, eta = i < 2 ? -b : b,
                       side = i < 2 ? 1. : -1.;
          G.row(2 * i) << side * y_1, side * y_2, side * (xi * k - eta * s);
          G.row(2 * i + 1) << x_1, x_2, -(xi * s + eta * k);
        }
      return G;
    }

    /** P of K* contains W P + b perp P in K. */
    Reduced
    solve(const Operator &W, const Reduced &b)
    {
      Reduced P;
      if (is_solution(W, b, last, P))
        return P;
      const int n_combinations = 1 << b.size(); // n_states per two rows
      for (int k = 0; k < n_combinations; ++k)
        {
          States states{};
          for (int i = 0, rest = k; 2 * i < b.size(); ++i, rest /= n_states)
            states[static_cast<std::size_t>(i)] = rest % n_states;
          if (is_solution(W, b, states, P))
            {
              last = states;
              return P;
            }
        }
      throw std::runtime_error("no state of the contacts is a solution");
    }

    bool
    is_solution(const Operator &W,
                const Reduced  &b,
                const States   &states,
                Reduced        &P) const
    {
      Operator   A         = W;
      Reduced    r         = -b;
      const auto force_law = [&](const Eigen::Index row, const double ratio) {
        A.row(row).setZero(); // P_row + ratio P_N = 0
        A(row, row & ~1) = ratio;
        A(row, row)      = 1.;
        r[row]           = 0.;
      };
      for (Eigen::Index N = 0; N < b.size(); N += 2)
        switch (states[static_cast<std::size_t>(N / 2)])
          {
            case open:
              force_law(N, 1.);
              force_law(N + 1, 0.);
              break;
            case slides_forward:
              force_law(N + 1, mu);
              break;
            case slides_back:
              force_law(N + 1, -mu);
              break;
          }
      P                     = A.partialPivLu().solve(r);
      const Reduced    u    = W * P + b;
      constexpr double tiny = 1e-11, tiny_impulse = 1e-14;
      for (Eigen::Index N = 0; N < b.size(); N += 2)
        {
          const int    state = states[static_cast<std::size_t>(N / 2)];
          const double slip  = u[N + 1];
          const bool   holds =
            state == open ?
                u[N] >= -tiny :
                P[N] >= -tiny_impulse &&
                (state == sticks ?
                     std::abs(P[N + 1]) <= mu * P[N] + tiny_impulse :
                     (state == slides_forward ? slip : -slip) >= -tiny);
          if (!holds)
            return false;
        }
      return true;
    }

    const double h, gamma, mu;
    Vector       f;
    States       last{};
  };

  /** Its law: u_{k+1} >= -e u_k of contacts that open, too. */
  inline constexpr ContactOptions law_as_printed{DelassusForm::automatic,
                                                 SeparatingContacts::newton,
                                                 false};
} // namespace percuss::test

#endif
