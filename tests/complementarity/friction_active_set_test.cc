// SPDX-License-Identifier: Apache-2.0

// Newton's method with friction where W is not formed: the laws hold, for any
// number of contacts and coefficient; few linear systems, independent of the
// number of contacts; what AutomaticSolver does where it fails.

#include "friction_fixture.h"

#include <percuss/complementarity/friction/friction_active_set.h>

#include <gtest/gtest.h>

#include <utility>

namespace friction_active_set_test
{
  using namespace percuss;

  /** W of the global form, whose equations of contacts are solved exactly. */
  class FormlessDelassus final : public DelassusOperator
  {
  public:
    explicit FormlessDelassus(Eigen::MatrixXd matrix)
      : W(std::move(matrix))
    {
      set_row_scale(std::vector<double>(static_cast<std::size_t>(W.rows()),
                                        std::sqrt(W.diagonal().mean())),
                    true);
    }

    void
    apply(const std::span<const double> p,
          const std::span<double>       u) const override
    {
      map(u) = W * map(p);
    }

    // A p + B u = 0 in each row, u = W p + b
    RowSolution
    solve_contacts(const std::span<const unsigned char> active,
                   const std::span<const Slip>          slips,
                   const std::span<const double>        b,
                   double,
                   const std::span<double> p,
                   const std::span<double> u) const override
    {
      if (!knows_contacts)
        return RowSolution::unavailable;
      const auto      n = W.rows();
      Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n), B = A;
      for (Eigen::Index i = 0; i < n; ++i)
        (active[static_cast<std::size_t>(i)] ? B : A)(i, i) = 1.;
      for (const Slip &slip : slips)
        {
          const Eigen::Index N = slip.first_row;
          for (unsigned int k = 0; k < slip.n_tangential; ++k)
            {
              A(N + 1 + k, N) = -slip.friction_coefficient * slip.direction[k];
              if (slip.n_tangential == 2)
                for (unsigned int j = 0; j < 2; ++j)
                  B(N + 1 + k, N + 1 + j) =
                    slip.kappa * ((j == k ? 1. : 0.) -
                                  slip.direction[k] * slip.direction[j]);
            }
        }
      map(p) = (A + B * W).partialPivLu().solve(-B * map(b));
      map(u) = W * map(p) + map(b);
      return RowSolution::solved;
    }

    bool knows_contacts = true;

  private:
    static Eigen::Map<const Eigen::VectorXd>
    map(const std::span<const double> x)
    {
      return {x.data(), static_cast<Eigen::Index>(x.size())};
    }
    static Eigen::Map<Eigen::VectorXd>
    map(const std::span<double> x)
    {
      return {x.data(), static_cast<Eigen::Index>(x.size())};
    }

    Eigen::MatrixXd W;
  };

  /** S^{-1} of a row of nodes of unit mass with springs between neighbours that
   * couple their normal and tangential motions: what nodes of a body answer in a
   * step, the longer waves go in it the larger r. */
  Eigen::MatrixXd
  row_of_nodes(const int dim, const int n_nodes, const double r)
  {
    const int       n = dim * n_nodes;
    Eigen::MatrixXd D = 0.3 * Eigen::MatrixXd::Ones(dim, dim);
    D.diagonal() << 1., Eigen::VectorXd::Constant(dim - 1, 0.6);
    Eigen::MatrixXd S = Eigen::MatrixXd::Identity(n, n);
    for (int i = 0; i + dim < n; i += dim)
      {
        S.block(i, i, dim, dim) += r * D;
        S.block(i + dim, i + dim, dim, dim) += r * D;
        S.block(i, i + dim, dim, dim) -= r * D;
        S.block(i + dim, i, dim, dim) -= r * D;
      }
    return S.inverse();
  }

  double
  largest_violation(const Eigen::MatrixXd     &W,
                    const Eigen::VectorXd     &b,
                    const int                  dim,
                    const double               mu,
                    const std::vector<double> &impulses)
  {
    const Eigen::Map<const Eigen::VectorXd> p(impulses.data(), b.size());
    const Eigen::VectorXd                   u       = W * p + b;
    double                                  largest = 0.;
    for (int i = 0; i < b.size(); i += dim)
      largest =
        std::max(largest,
                 friction::violation(mu, p.segment(i, dim), u.segment(i, dim)));
    return largest;
  }

  TEST(FrictionActiveSet, LawsHoldForAnyNumberAndCoefficient)
  {
    std::mt19937 generator(71);
    unsigned int most = 0;
    for (const int dim : {2, 3})
      for (const int n_nodes : {1, 2, 5, 20, 50})
        for (const double mu : {0., 0.1, 0.3, 1., 2.})
          for (const double r : {0.1, 1., 10.})
            for (int k = 0; k < 3; ++k)
              {
                const Eigen::MatrixXd W = row_of_nodes(dim, n_nodes, r);
                const Eigen::VectorXd b =
                  enumeration::random_vector(dim * n_nodes, generator);
                const FormlessDelassus op(W);
                const auto             n  = static_cast<std::size_t>(b.size());
                const auto          cones = friction::cones(dim, n_nodes, mu);
                std::vector<double> p(n, 0.);
                const SolverReport  report =
                  FrictionActiveSet().solve({op, {b.data(), n}, cones}, p);
                ASSERT_EQ(report.status, SolverStatus::converged)
                  << dim << " " << n_nodes << " " << mu << " " << r << ": "
                  << report.residual;
                EXPECT_LE(largest_violation(W, b, dim, mu, p), 1e-8);
                most = std::max(most, report.iterations);

                // and from there it is known at once, in the plane by one system
                const SolverReport again =
                  FrictionActiveSet().solve({op, {b.data(), n}, cones}, p);
                EXPECT_EQ(again.status, SolverStatus::converged);
                EXPECT_LE(again.iterations, dim == 2 ? 1u : 4u);
              }
    EXPECT_LE(most, 20u);
  }

  // A node of 50 to 1000 times the compliance of the others, which should often
  // stick, and slips at first: with the mean compliance alone, to and fro.
  TEST(FrictionActiveSet, LightNodesStick)
  {
    std::mt19937 generator(74);
    for (const double factor : {7., 30.})
      for (int k = 0; k < 100; ++k)
        {
          Eigen::MatrixXd W = row_of_nodes(3, 20, 1.);
          W.topRows(3) *= factor;
          W.leftCols(3) *= factor;
          const Eigen::VectorXd b = enumeration::random_vector(60, generator) -
                                    2. * Eigen::VectorXd::Unit(60, 0);
          const FormlessDelassus op(W);
          std::vector<double>    p(60, 0.);
          p[0]                     = 1.;
          p[1]                     = 0.6;
          const auto         cones = friction::cones(3, 20, 0.6);
          const SolverReport report =
            FrictionActiveSet().solve({op, {b.data(), 60}, cones}, p);
          ASSERT_EQ(report.status, SolverStatus::converged) << factor << k;
          EXPECT_LE(largest_violation(W, b, 3, 0.6, p), 1e-7);
        }
  }

  // Joints and frictionless contacts beside those with friction, open ones.
  TEST(FrictionActiveSet, TakesEveryKindOfCone)
  {
    std::mt19937 generator(72);
    for (int k = 0; k < 50; ++k)
      {
        const Eigen::MatrixXd   W = row_of_nodes(3, 4, 1.);
        const Eigen::VectorXd   b = enumeration::random_vector(12, generator);
        const std::vector<Cone> cones{Cone::second_order(0, 3, 0.4),
                                      Cone::bilateral(3),
                                      Cone::unilateral(4, 2),
                                      Cone::inactive(6, 3),
                                      Cone::second_order(9, 3, 0.7)};
        const FormlessDelassus  op(W);
        std::vector<double>     p(12, 0.), q(12, 0.);
        const SolverReport      report =
          FrictionActiveSet().solve({op, {b.data(), 12}, cones}, p);
        ASSERT_EQ(report.status, SolverStatus::converged);
        const ExplicitDelassus explicit_op(W);
        ASSERT_TRUE(make_solver("automatic", 12)
                      ->solve({explicit_op, {b.data(), 12}, cones}, q)
                      .is_solution_usable());
        for (std::size_t i = 0; i < 12; ++i)
          EXPECT_NEAR(p[i], q[i], 1e-9);
      }
  }

  // Without a method of the operator W is assembled; with it, it is not.
  TEST(FrictionActiveSet, AutomaticSolverAssemblesWhereItMust)
  {
    std::mt19937          generator(73);
    const Eigen::MatrixXd W     = row_of_nodes(3, 6, 1.);
    const Eigen::VectorXd b     = enumeration::random_vector(18, generator);
    const auto            cones = friction::cones(3, 6, 0.4);
    FormlessDelassus      op(W);
    std::vector<double>   p(18, 0.), q(18, 0.);
    const auto            solver = make_solver("automatic", 18);
    const SolverReport direct = solver->solve({op, {b.data(), 18}, cones}, p);
    EXPECT_EQ(direct.status, SolverStatus::converged);
    EXPECT_FALSE(direct.fell_back);
    op.knows_contacts = false;
    EXPECT_EQ(FrictionActiveSet().solve({op, {b.data(), 18}, cones}, q).status,
              SolverStatus::unsupported);
    const SolverReport assembled =
      solver->solve({op, {b.data(), 18}, cones}, q);
    EXPECT_EQ(assembled.status, SolverStatus::converged);
    EXPECT_TRUE(assembled.fell_back);
    for (std::size_t i = 0; i < 18; ++i)
      EXPECT_NEAR(p[i], q[i], 1e-9);
  }
} // namespace friction_active_set_test
