// SPDX-License-Identifier: Apache-2.0

// The active sets of a map that answers with the solution of a set: the solution
// of the complementarity problem, whatever is said of the first sets early.

#include "enumeration.h"

#include <percuss/complementarity/active_set_search.h>
#include <percuss/complementarity/delassus_operator.h>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace active_set_search_test
{
  using namespace percuss;

  enum class Early
  {
    nothing,       // is asked
    approximation, // with errors of early_error
    nonsense
  };

  struct Answers
  {
    std::vector<double> p;
    unsigned int        n_exact = 0, n_early = 0; // systems
  };

  Answers
  solve(const Eigen::MatrixXd &W, const Eigen::VectorXd &b, const Early early)
  {
    const auto             n = static_cast<std::size_t>(b.size());
    const ExplicitDelassus op(W);
    std::vector<Cone>      cones;
    for (unsigned int i = 0; i < n; ++i)
      cones.push_back(Cone::unilateral(i));
    Answers                          result{std::vector<double>(n, 0.)};
    std::mt19937                     random(5);
    std::uniform_real_distribution<> number(-1., 1.);
    const auto as_vector = [n](const std::span<double> x) {
      return Eigen::Map<Eigen::VectorXd>(x.data(),
                                         static_cast<Eigen::Index>(n));
    };
    ActiveSetSearch search;
    const auto      report = search.solve(
      {op, {b.data(), n}, cones},
      1e-9,
      [&](const std::span<const unsigned char> A,
          const ActiveSetSearch::IsWrong      &is_wrong,
          const std::span<double>              p,
          const std::span<double>              u) {
        Eigen::MatrixXd matrix = W;
        Eigen::VectorXd right  = -b;
        for (std::size_t i = 0; i < n; ++i)
          if (!A[i])
            {
              const auto k = static_cast<Eigen::Index>(i);
              matrix.row(k).setZero();
              matrix(k, k) = 1.;
              right[k]     = 0.;
            }
        const Eigen::VectorXd exact = matrix.partialPivLu().solve(right);
        const Eigen::VectorXd gap   = W * exact + b;
        as_vector(p)                = exact;
        as_vector(u)                = gap;
        if (early != Early::nothing)
          {
            const double error =
              early == Early::nonsense ? 1. : early_error * exact.norm();
            for (std::size_t i = 0; i < n; ++i)
              (A[i] ? p : u)[i] += error * number(random);
            if (is_wrong(p, u))
              {
                ++result.n_early;
                return true;
              }
          }
        as_vector(p) = exact;
        as_vector(u) = gap;
        ++result.n_exact;
        return true;
      },
      result.p);
    EXPECT_TRUE(report);
    return result;
  }

  TEST(ActiveSetSearch, DoesNotDependOnWhatIsSaidEarly)
  {
    std::mt19937 random(3);
    unsigned int n_exact = 0, n_early = 0, without = 0;
    for (const int n : {1, 2, 10, 40})
      for (int k = 0; k < 20; ++k)
        {
          Eigen::MatrixXd W = Eigen::MatrixXd::Identity(n, n);
          for (int i = 0; i + 1 < n; ++i)
            W(i, i + 1) = W(i + 1, i) = 0.4;
          const Eigen::VectorXd b     = enumeration::random_vector(n, random);
          const auto            exact = solve(W, b, Early::nothing);
          for (int i = 0; i < n; ++i)
            {
              const double p = exact.p[static_cast<std::size_t>(i)];
              double       u = b[i];
              for (int j = 0; j < n; ++j)
                u += W(i, j) * exact.p[static_cast<std::size_t>(j)];
              EXPECT_NEAR(std::min(p, u), 0., 1e-11);
            }
          for (const Early early : {Early::approximation, Early::nonsense})
            {
              const auto result = solve(W, b, early);
              for (std::size_t i = 0; i < exact.p.size(); ++i)
                EXPECT_NEAR(result.p[i], exact.p[i], 1e-12);
              if (early == Early::approximation)
                {
                  n_exact += result.n_exact;
                  n_early += result.n_early;
                }
              else
                {
                  EXPECT_LE(result.n_early, 5u);
                }
            }
          without += exact.n_exact;
        }
    EXPECT_LE(n_exact, without / 2);
    EXPECT_LE(n_exact + n_early, without + without / 10);
  }
} // namespace active_set_search_test
