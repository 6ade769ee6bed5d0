// SPDX-License-Identifier: Apache-2.0
#include <percuss/complementarity/first_guess.h>
#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <vector>

namespace percuss
{
  namespace first_guess_test
  {
    /** Balls in a row, each on the next one, with friction: m contacts. */
    struct Row
    {
      explicit Row(const unsigned int m)
        : W([m] {
          Eigen::SparseMatrix<double, Eigen::RowMajor> matrix(3 * m, 3 * m);
          for (unsigned int i = 0; i < 3 * m; ++i)
            {
              matrix.insert(i, i) = 2.;
              if (i >= 3)
                matrix.insert(i, i - 3) = -1.;
              if (i + 3 < 3 * m)
                matrix.insert(i, i + 3) = -1.;
            }
          return matrix;
        }())
        , b(3 * m)
      {
        for (unsigned int i = 0; i < m; ++i)
          {
            cones.push_back(Cone::second_order(3 * i, 3, 0.4));
            b[3 * i]     = -1.;
            b[3 * i + 1] = 0.3 * i;
          }
      }

      ConeComplementarityProblem
      view() const
      {
        return {W, b, cones};
      }

      ExplicitDelassus    W;
      std::vector<Cone>   cones;
      std::vector<double> b;
    };

    TEST(FirstGuess, IsNeverWorseThanNone)
    {
      const Row           row(5);
      const auto          problem = row.view();
      const std::size_t   n       = problem.size();
      std::vector<double> solution(n, 0.);
      ASSERT_TRUE(make_solver("automatic", n)
                    ->solve(problem, solution)
                    .is_solution_usable());
      for (const char *const name :
           {"automatic", "semismooth-newton", "projected-gauss-seidel"})
        for (const double factor : {-1e9, 0., 0.9, 1., 1e3, 1e9, 1e300})
          {
            std::vector<double> p = solution;
            for (double &entry : p)
              entry *= factor;
            const auto residuals = take_better_guess(problem, p);
            EXPECT_EQ(residuals.is_guess_better(), factor >= 0. && factor <= 1.)
              << factor;
            const SolverReport report = make_solver(name, n)->solve(problem, p);
            EXPECT_TRUE(report.is_solution_usable()) << name << ' ' << factor;
          }
    }

    TEST(FirstGuess, StaysWhereItIsGood)
    {
      const Row           row(3);
      std::vector<double> p(row.view().size(), 0.);
      ASSERT_TRUE(
        make_solver("automatic", p.size())->solve(row.view(), p).status ==
        SolverStatus::converged);
      const std::vector<double> solution = p;
      take_better_guess(row.view(), p);
      EXPECT_EQ(p, solution);
      p[0] = std::numeric_limits<double>::quiet_NaN();
      EXPECT_FALSE(take_better_guess(row.view(), p).is_guess_better());
      EXPECT_EQ(p, std::vector<double>(p.size(), 0.));
    }
  } // namespace first_guess_test
} // namespace percuss
