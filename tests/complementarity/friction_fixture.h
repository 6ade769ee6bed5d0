// SPDX-License-Identifier: Apache-2.0

// Coulomb's law stated mode by mode, random problems with friction, and the
// solution of a problem whose W is given.

#ifndef percuss_complementarity_friction_fixture_h
#define percuss_complementarity_friction_fixture_h

#include "enumeration.h"

#include <percuss/complementarity/friction/scaled_friction_problem.h>
#include <percuss/complementarity/make_solver.h>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string_view>
#include <vector>

namespace friction
{
  /** The violation of Coulomb's law by one contact: the least of those of the
   *  three modes. Written without cones, to check what is written with them. */
  inline double
  violation(const double mu, const Eigen::VectorXd &p, const Eigen::VectorXd &u)
  {
    const Eigen::VectorXd p_T = p.tail(p.size() - 1),
                          u_T = u.tail(u.size() - 1);
    const double take_off     = p.norm() + std::max(0., -u[0]);
    const double stick =
      u.norm() + std::max(0., -p[0]) + std::max(0., p_T.norm() - mu * p[0]);
    const double slip = std::abs(u[0]) + std::max(0., -p[0]) +
                        (u_T.norm() * p_T + mu * p[0] * u_T).norm() +
                        std::abs(p_T.norm() - mu * p[0]);
    return std::min({take_off, stick, slip});
  }

  /** G G^T with G random, dim * n_contacts rows, n_coordinates columns. */
  inline Eigen::MatrixXd
  random_delassus(const int     dim,
                  const int     n_contacts,
                  const int     n_coordinates,
                  std::mt19937 &generator)
  {
    std::normal_distribution<double> normal;
    const Eigen::MatrixXd            G =
      Eigen::MatrixXd::NullaryExpr(dim * n_contacts, n_coordinates, [&]() {
        return normal(generator);
      });
    return G * G.transpose();
  }

  inline std::vector<percuss::Cone>
  cones(const int dim, const int n_contacts, const double mu)
  {
    std::vector<percuss::Cone> result;
    for (int k = 0; k < n_contacts; ++k)
      result.push_back(
        percuss::Cone::second_order(static_cast<unsigned int>(dim * k),
                                    static_cast<unsigned int>(dim),
                                    mu));
    return result;
  }

  /** A problem as methods for friction take it. @p b and @p cones must outlive it. */
  class ScaledProblem
  {
  public:
    ScaledProblem(const Eigen::MatrixXd            &W,
                  const Eigen::VectorXd            &b,
                  const std::vector<percuss::Cone> &cones)
      : op(W)
    {
      scaled.load({op, {b.data(), static_cast<std::size_t>(b.size())}, cones});
    }

    const percuss::ExplicitDelassus op;
    percuss::ScaledFrictionProblem  scaled;
  };

  /** The largest |D P - proj_L(D P - y)|, D y = W P + b + (mu w, 0, 0), and entry of
   *  P or U in rows that are inactive or bilateral. */
  inline double
  residual_of_held(const ScaledProblem   &given,
                   const Eigen::VectorXd &w,
                   const Eigen::VectorXd &P)
  {
    const Eigen::VectorXd &s = given.scaled.s;
    Eigen::VectorXd        p = P.cwiseQuotient(s), u(P.size());
    const auto             n = static_cast<std::size_t>(P.size());
    given.op.apply({p.data(), n}, {u.data(), n});
    const Eigen::VectorXd U       = u.cwiseQuotient(s) + given.scaled.b;
    double                largest = 0.;
    for (const percuss::Cone &cone : given.scaled.unscaled().cones)
      {
        auto x = P.segment(cone.first_row, cone.n_rows).eval(),
             y = U.segment(cone.first_row, cone.n_rows).eval();
        if (cone.kind == percuss::Cone::Kind::second_order)
          {
            const double mu = cone.friction_coefficient;
            if (mu > 0.)
              {
                x[0] *= mu;
                y[0] = y[0] / mu + w[cone.first_row];
              }
            else
              y.tail(cone.n_rows - 1).setZero();
            Eigen::VectorXd z = x - y;
            percuss::project_onto_second_order_cone(
              mu > 0. ? 1. : 0.,
              {z.data(), static_cast<std::size_t>(z.size())});
            x -= z;
          }
        else
          for (unsigned int k = 0; k < cone.n_rows; ++k)
            x[k] = percuss::row_defect(cone.kind, x[k], y[k]);
        largest = std::max(largest, x.lpNorm<Eigen::Infinity>());
      }
    return largest;
  }

  /** Sliding speeds of all rows, as if each were a first one. */
  inline Eigen::VectorXd
  random_speeds(const Eigen::Index n, std::mt19937 &generator)
  {
    return enumeration::random_vector(static_cast<int>(n), generator)
      .cwiseAbs();
  }

  /** b = u - W p with u inside K*: the problem is strictly feasible, its
   *  solutions are neither p nor u. */
  inline Eigen::VectorXd
  strictly_feasible(const Eigen::MatrixXd            &W,
                    const std::vector<percuss::Cone> &cones,
                    std::mt19937                     &generator)
  {
    const auto      n = static_cast<int>(W.rows());
    Eigen::VectorXd u = 0.1 * enumeration::random_vector(n, generator);
    for (const percuss::Cone &cone : cones)
      u[cone.first_row] =
        0.01 + cone.friction_coefficient *
                 u.segment(cone.first_row + 1, cone.n_rows - 1).norm();
    return u - W * enumeration::random_vector(n, generator);
  }

  /** Calls f(W, b, cones) with @p n_each random problems for each number of rows
   *  of a contact, of contacts, for 0.3, 0.7 and 2 degrees of freedom per row and
   *  each friction: redundant contacts and others, strictly feasible. */
  template <class Function>
  void
  for_each_feasible_problem(const std::vector<int>    &dimensions,
                            const std::vector<int>    &numbers_of_contacts,
                            const std::vector<double> &frictions,
                            const int                  n_each,
                            std::mt19937              &generator,
                            const Function            &f)
  {
    for (const int dim : dimensions)
      for (const int n_contacts : numbers_of_contacts)
        for (const double share : {0.3, 0.7, 2.})
          for (const double mu : frictions)
            for (int k = 0; k < n_each; ++k)
              {
                const int n_dofs =
                  std::max(dim, static_cast<int>(share * dim * n_contacts));
                const Eigen::MatrixXd W =
                  random_delassus(dim, n_contacts, n_dofs, generator);
                const auto law = cones(dim, n_contacts, mu);
                f(W, strictly_feasible(W, law, generator), law);
              }
  }

  struct Solution
  {
    percuss::SolverReport report;
    Eigen::VectorXd       p;
    Eigen::VectorXd       u; // W p + b
  };

  inline Solution
  solve(percuss::ComplementaritySolver   &solver,
        const Eigen::MatrixXd            &W,
        const Eigen::VectorXd            &b,
        const std::vector<percuss::Cone> &cones,
        const Eigen::VectorXd            &guess)
  {
    const auto                      n = static_cast<std::size_t>(b.size());
    const percuss::ExplicitDelassus op(W);
    Solution                        solution{{}, guess, {}};
    solution.report =
      solver.solve({op, {b.data(), n}, cones}, {solution.p.data(), n});
    solution.u = W * solution.p + b;
    if (solution.report.is_solution_usable())
      {
        EXPECT_LE(solution.report.residual, 1e-10);
      }
    return solution;
  }

  inline Solution
  solve(const std::string_view            name,
        const Eigen::MatrixXd            &W,
        const Eigen::VectorXd            &b,
        const std::vector<percuss::Cone> &cones)
  {
    return solve(*percuss::make_solver(name, 0),
                 W,
                 b,
                 cones,
                 Eigen::VectorXd::Zero(b.size()));
  }
} // namespace friction

#endif
