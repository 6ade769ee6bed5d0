// SPDX-License-Identifier: Apache-2.0

// A disc falls into a wedge of 90 degrees: two contacts without friction, W = 1/m
// I, each impulse m v / sqrt(2).

#include <percuss/complementarity/friction_contact_problem.h>
#include <percuss/complementarity/make_solver.h>

#include <cmath>
#include <iostream>

int
main()
{
  constexpr double mass = 2., speed = 3.;

  percuss::LocalFrictionProblem problem;
  problem.dimension = 2; // rows (N, T) of each contact
  problem.W.resize(4, 4);
  problem.W.setIdentity();
  problem.W *= 1. / mass;
  problem.q  = Eigen::Vector4d(-1., -1., -1., 1.) * speed / std::sqrt(2.);
  problem.mu = Eigen::Vector2d::Zero();

  const percuss::ConeProblemData data   = cone_problem(problem);
  Eigen::VectorXd                r      = Eigen::VectorXd::Zero(4);
  const auto                     solver = percuss::make_solver("automatic", 4);
  const percuss::SolverReport    report =
    solver->solve(data.view(), {r.data(), 4});
  std::cout << to_string(report.status) << ", " << r[0] << ", " << r[2] << '\n';
  const double error = std::hypot(r[0] - mass * speed / std::sqrt(2.),
                                  r[2] - mass * speed / std::sqrt(2.));
  return report.is_solution_usable() && error < 1e-10 ? 0 : 1;
}
