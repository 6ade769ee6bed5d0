// SPDX-License-Identifier: Apache-2.0

// The forms of frictional contact problems: the same solution in all of them.

#include <percuss/complementarity/friction_contact_problem.h>
#include <percuss/complementarity/make_solver.h>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

using namespace percuss;

namespace friction_contact_problem_test
{
  Eigen::MatrixXd
  random_matrix(const int rows, const int columns, const unsigned int seed)
  {
    std::mt19937                     generator(seed);
    std::normal_distribution<double> normal;
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] {
      return normal(generator);
    });
  }

  // n degrees of freedom, 4 contacts, 2 joint rows.
  GlobalFrictionProblem
  global_problem(const unsigned int dimension, const int n = 15)
  {
    const int             m = 4 * static_cast<int>(dimension);
    const Eigen::MatrixXd L = random_matrix(n, n, 1);
    GlobalFrictionProblem problem;
    problem.dimension = dimension;
    problem.M =
      (L * L.transpose() + Eigen::MatrixXd::Identity(n, n)).sparseView();
    problem.H  = random_matrix(n, m, 2).sparseView();
    problem.G  = random_matrix(n, 2, 3).sparseView();
    problem.f  = random_matrix(n, 1, 4);
    problem.w  = -3. * random_matrix(m, 1, 5).cwiseAbs();
    problem.b  = 3. * random_matrix(2, 1, 6);
    problem.mu = Eigen::Vector4d(0.3, 0., 1., 0.1);
    return problem;
  }

  Eigen::VectorXd
  solution(const ConeComplementarityProblem &problem)
  {
    Eigen::VectorXd    p      = Eigen::VectorXd::Zero(problem.size());
    const SolverReport report = make_solver("automatic", problem.size())
                                  ->solve(problem, {p.data(), problem.size()});
    EXPECT_TRUE(report.is_solution_usable()) << to_string(report.status);
    return p;
  }

  TEST(FrictionContactProblem, LocalFormSolvesTheGlobalEquations)
  {
    for (const unsigned int d : {2u, 3u})
      {
        const GlobalFrictionProblem global  = global_problem(d);
        const LocalFrictionProblem  local   = local_form(global);
        const ConeProblemData       problem = cone_problem(local);
        const Eigen::VectorXd       p       = solution(problem.view());
        const Eigen::Index          m       = local.q.size();
        const Eigen::VectorXd       r = p.head(m), l = p.tail(2);
        const Eigen::VectorXd       v = global_velocity(global, r, l);
        EXPECT_GT(r.norm(), 0.1);
        EXPECT_GT(l.norm(), 0.1);
        EXPECT_LT(
          (global.M * v - global.H * r - global.G * l - global.f).norm(),
          1e-12);
        EXPECT_LT((global.G.transpose() * v + global.b).norm(), 1e-11);
        const Eigen::VectorXd u = global.H.transpose() * v + global.w;
        for (int k = 0; k < 4; ++k)
          EXPECT_LT(friction_defect(local.mu[k],
                                    1.,
                                    {r.data() + d * k, d},
                                    {u.data() + d * k, d}),
                    1e-9)
            << k;
      }
  }

  TEST(FrictionContactProblem, SingularMassIsSaid)
  {
    GlobalFrictionProblem problem = global_problem(2);
    problem.M                     = problem.M * 0.;
    EXPECT_THROW(local_form(problem), std::domain_error);
    Eigen::MatrixXd M = Eigen::MatrixXd::Identity(15, 15);
    M.bottomRightCorner(2, 2) << 1., 1., 1., 1.;
    problem.M = M.sparseView();
    EXPECT_THROW(local_form(problem), std::domain_error);
  }

  // A step with everything: a contact with friction, an open one, a joint row, a
  // contact without friction. @p skew: W is not symmetric.
  void
  compare_with_step(const double skew)
  {
    const unsigned int    m = 9;
    const Eigen::MatrixXd G = random_matrix(m, 12, 7),
                          A = random_matrix(m, m, 9);
    const Eigen::MatrixXd matrix =
      G * G.transpose() + skew * (A - A.transpose());
    const ExplicitDelassus W(matrix);
    const Eigen::VectorXd  b       = -random_matrix(m, 1, 8).cwiseAbs();
    const Cone             cones[] = {Cone::bilateral(0),
                                      Cone::second_order(1, 3, 0.4),
                                      Cone::second_order(4, 3, 0.2),
                                      Cone::inactive(7),
                                      Cone::unilateral(8)};
    Cone                   some[5];
    std::copy(cones, cones + 5, some);
    some[2].kind = Cone::Kind::inactive;
    const ConeComplementarityProblem step{W, {b.data(), m}, some};
    const LocalFormOfStep            form  = local_form(step);
    const LocalFrictionProblem      &local = form.problem;
    ASSERT_EQ(local.dimension, 3u);
    ASSERT_EQ(local.mu, Eigen::Vector2d(0.4, 0.));
    EXPECT_EQ(form.contact_rows, (std::vector<int>{1, 2, 3, 8, -1, -1}));
    EXPECT_EQ(local.s.size(), skew == 0. ? 1 : 0);
    const Eigen::VectorXd p = solution(step);
    const Eigen::VectorXd x = solution(cone_problem(local).view());
    const Eigen::VectorXd r = form.of_contacts({p.data(), m});
    EXPECT_GT(r.norm(), 0.1);
    EXPECT_LT((x.head(6) - r).norm(), 1e-8) << x << "\n\n" << p;
    Eigen::VectorXd u =
      local.W * x.head(6) + local.V * form.of_joints({p.data(), m}) + local.q;
    const Eigen::VectorXd exact = matrix * p + b;
    EXPECT_NEAR(u[0], exact[1], 1e-8);
    EXPECT_NEAR(u[2], exact[3], 1e-8);
    EXPECT_NEAR(u[3], exact[8], 1e-8);
  }

  TEST(FrictionContactProblem, StepsHaveTheSameSolution)
  {
    compare_with_step(0.);
    compare_with_step(0.1); // joints are eliminated
  }

  TEST(FrictionContactProblem, RowsWithoutFrictionGetTangentialOnes)
  {
    const ExplicitDelassus W(Eigen::Matrix2d{{2., 1.}, {1., 2.}});
    const double           b[]     = {-1., -3.};
    const Cone             cones[] = {Cone::unilateral(0, 2)};
    const LocalFormOfStep  form    = local_form({W, b, cones});
    EXPECT_EQ(form.problem.dimension, 2u);
    EXPECT_EQ(form.problem.mu, Eigen::Vector2d(0., 0.));
    EXPECT_EQ(Eigen::MatrixXd(form.problem.W),
              (Eigen::Matrix4d{{2., 0., 1., 0.},
                               {0., 2., 0., 0.},
                               {1., 0., 2., 0.},
                               {0., 0., 0., 2.}}));
    const Eigen::VectorXd r = solution(cone_problem(form.problem).view());
    EXPECT_LT((r - Eigen::Vector4d(0., 0., 1.5, 0.)).norm(), 1e-12);
  }
} // namespace friction_contact_problem_test
