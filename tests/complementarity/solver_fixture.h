// SPDX-License-Identifier: Apache-2.0

// A contact problem with its own storage, and its solution by a named solver.

#ifndef percuss_complementarity_solver_fixture_h
#define percuss_complementarity_solver_fixture_h

#include "enumeration.h"

#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

struct Result
{
  percuss::SolverReport report;
  Eigen::VectorXd       p;
};

inline std::vector<percuss::Cone>
make_cones(const enumeration::Kinds &kinds)
{
  std::vector<percuss::Cone> cones;
  for (unsigned int i = 0; i < kinds.size(); ++i)
    cones.push_back({kinds[i], i, 1, 0.});
  return cones;
}

inline Result
solve(percuss::ComplementaritySolver  &solver,
      const percuss::DelassusOperator &W,
      const Eigen::VectorXd           &b,
      const enumeration::Kinds        &kinds,
      const Eigen::VectorXd           &guess)
{
  const auto                                cones = make_cones(kinds);
  const percuss::ConeComplementarityProblem problem{
    W, {b.data(), static_cast<std::size_t>(b.size())}, cones};
  Result                  result{{}, guess};
  const std::span<double> p(result.p.data(), kinds.size());
  result.report = solver.solve(problem, p);
  if (result.report.is_solution_usable())
    {
      EXPECT_LE(result.report.residual, 1e-10);
      EXPECT_NEAR(natural_map_residual(problem, p),
                  result.report.residual,
                  1e-14);
    }
  return result;
}

/** Each test runs once with every solver that make_solver() knows. */
class EverySolver : public testing::TestWithParam<std::string>
{
protected:
  /** mprgp needs symmetry, unless W is diagonal. */
  bool
  treats(const Eigen::MatrixXd &W) const
  {
    return GetParam() != "mprgp" || W.isApprox(W.transpose());
  }

  Result
  solve(const Eigen::MatrixXd &W,
        const Eigen::VectorXd &b,
        enumeration::Kinds     kinds = {}) const
  {
    if (kinds.empty())
      kinds.assign(b.size(), percuss::Cone::Kind::unilateral);
    const auto solver = percuss::make_solver(GetParam(), 0);
    return ::solve(*solver,
                   percuss::ExplicitDelassus(W),
                   b,
                   kinds,
                   Eigen::VectorXd::Zero(b.size()));
  }
};

#endif
