// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_discrete_static_arch_h
#define percuss_tests_discrete_static_arch_h

#include <percuss/models/small/discrete_arch/discrete_arch.h>

#include <Eigen/Dense>

#include <array>
#include <cmath>

namespace percuss::test
{
  /**
   * The arch at rest on its obstacle, by another way than the model's: a local
   * minimum of the strain energy under y_i >= -d_c, found by a projected Newton
   * method (D. P. Bertsekas, SIAM J. Control Optim. 20, 1982) from the arch
   * mirrored in the line of its supports. The energy is written anew here, with
   * the angles of the bars instead of those between them; gradient and Hessian
   * are its differences of fourth order, in long double.
   */
  class StaticArch
  {
  public:
    using Number = long double;
    using Column = Eigen::Matrix<Number, 20, 1>;
    using Square = Eigen::Matrix<Number, 20, 20>;

    explicit StaticArch(const DiscreteArchDescription &description)
      : d(description)
    {
      const Number pi = std::acos(Number(-1.));
      for (int i = 0; i <= 11; ++i)
        {
          const Number angle = pi / 2 + d.sector * (Number(0.5) - i / 11.L);
          nodes[static_cast<std::size_t>(i)] = {
            d.radius * std::cos(angle),
            d.radius * (std::sin(angle) - std::cos(d.sector / 2.L))};
        }
      length = 2 * d.radius * std::sin(d.sector / 22.L);
      for (int i = 0; i < 10; ++i)
        {
          const auto &node = nodes[static_cast<std::size_t>(i + 1)];
          q[2 * i]         = node[0];
          q[2 * i + 1]     = std::max(-node[1], -Number(d.obstacle_distance));
        }
      minimize();
    }

    /** Contact force at inner node 1 to 10, upwards [N]. */
    double
    reaction(const int node) const
    {
      return is_fixed(2 * node - 1) ? static_cast<double>(g[2 * node - 1]) : 0.;
    }

    double
    total_reaction() const
    {
      double sum = 0.;
      for (int node = 1; node <= 10; ++node)
        sum += reaction(node);
      return sum;
    }

    Column q;                    ///< positions, ordered as in the model [m]
    Number residual         = 0; ///< norm of the forces on what can move [N]
    Number lowest_stiffness = 0; ///< lowest eigenvalue of K there [N/m]

  private:
    Number
    energy(const Column &x) const
    {
      Number V = 0, last_angle = 0;
      auto   last = nodes[0];
      for (int bar = 0; bar < 11; ++bar)
        {
          const std::array<Number, 2> next =
            bar == 10 ? nodes[11] :
                        std::array<Number, 2>{x[2 * bar], x[2 * bar + 1]};
          const Number dx = next[0] - last[0], dy = next[1] - last[1];
          const Number stretch = std::hypot(dx, dy) - length;
          V += d.bar_stiffness * stretch * stretch / 2;
          const Number angle = std::atan(dy / dx); // no bar stands upright
          if (bar > 0)
            {
              const Number bend = angle - last_angle + d.sector / 11.L;
              V += d.hinge_stiffness * bend * bend / 2;
            }
          last_angle = angle;
          last       = next;
        }
      return V;
    }

    template <class Function>
    auto
    difference(const Function &f, Column x, const int i) const
    {
      const Number eps = length * 1e-3L, x_i = x[i];
      const auto   at = [&](const int k) {
        x[i] = x_i + k * eps;
        return f(x);
      };
      using Value      = decltype(f(x)); // not an expression of temporaries
      const Value near = (at(1) - at(-1)) * (2 / (3 * eps));
      const Value far  = (at(2) - at(-2)) / (12 * eps);
      return Value(near - far);
    }

    Column
    gradient(const Column &x) const
    {
      Column result;
      for (int i = 0; i < 20; ++i)
        result[i] =
          difference([&](const Column &y) { return energy(y); }, x, i);
      return result;
    }

    /** On the obstacle and pressed against it. */
    bool
    is_fixed(const int i) const
    {
      return i % 2 == 1 && q[i] <= -Number(d.obstacle_distance) && g[i] > 0;
    }

    void
    minimize()
    {
      for (int iteration = 0; iteration < 200; ++iteration)
        {
          g = gradient(q);
          Square K;
          for (int i = 0; i < 20; ++i)
            K.col(i) =
              difference([&](const Column &y) { return gradient(y); }, q, i);
          K        = ((K + K.transpose()) / 2).eval();
          Column r = g;
          for (int i = 0; i < 20; ++i)
            if (is_fixed(i))
              {
                r[i] = 0;
                K.row(i).setZero();
                K.col(i).setZero();
                K(i, i) = 1e3L * d.bar_stiffness;
              }
          residual = r.norm();
          const Eigen::SelfAdjointEigenSolver<Square> modes(K);
          lowest_stiffness = modes.eigenvalues()[0];
          const Column magnitude =
            modes.eigenvalues().cwiseAbs().cwiseMax(1e-9L);
          const Column dq =
            -modes.eigenvectors() *
            (modes.eigenvectors().transpose() * r).cwiseQuotient(magnitude);
          if (dq.norm() < 1e-13L * length)
            return;
          const Number V = energy(q);
          for (Number step = 1; step > 1e-6L; step /= 2)
            {
              Column trial =
                q + step * std::min(Number(1), length / 4 / dq.norm()) * dq;
              for (int i = 1; i < 20; i += 2)
                trial[i] = std::max(trial[i], -Number(d.obstacle_distance));
              if (energy(trial) < V)
                {
                  q = trial;
                  break;
                }
            }
        }
    }

    const DiscreteArchDescription         d;
    std::array<std::array<Number, 2>, 12> nodes; // unloaded
    Number                                length = 0;
    Column                                g; // gradient of the energy
  };
} // namespace percuss::test

#endif
