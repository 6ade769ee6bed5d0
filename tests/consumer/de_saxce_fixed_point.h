// SPDX-License-Identifier: Apache-2.0
#ifndef bowl_de_saxce_fixed_point_h
#define bowl_de_saxce_fixed_point_h

#include <percuss/complementarity/friction/friction_method.h>
#include <percuss/complementarity/friction/scaled_friction_problem.h>
#include <percuss/run/make_complementarity_solver.h>

#include <algorithm>
#include <limits>
#include <memory>

/**
 * The fixed point iteration of De Saxce and Feng,
 *
 *     P <- proj_K(P - r (U + mu |U_T| e_N)),   U = W P + b,
 *
 * K Coulomb's cone. With r below 2 over the largest eigenvalue of W it converges
 * where mu is small; r is 1/|W|_inf here, in the scaled unknowns.
 *
 * Source: G. De Saxce, Z.-Q. Feng, Math. Comput. Modelling 28 (1998) 225-245.
 */
class DeSaxceFixedPoint final : public percuss::FrictionMethod
{
public:
  std::string_view
  name() const override
  {
    return "de-saxce-fixed-point";
  }

  void
  start(percuss::ScaledFrictionProblem &problem,
        const Eigen::VectorXd          &P) override
  {
    this->problem = &problem;
    point         = P;
    step          = 1. / bound(problem);
  }

  Outcome
  advance(const unsigned int max_solves, unsigned int &n_solves) override
  {
    const unsigned int n = std::min(max_solves, sweeps);
    n_solves += n;
    for (unsigned int sweep = 0; sweep < n; ++sweep)
      {
        problem->set_velocity(point, velocity);
        for (const percuss::Cone &cone : problem->unscaled().cones)
          project(cone);
      }
    return Outcome::goes_on;
  }

  const Eigen::VectorXd &
  impulse() const override
  {
    return point;
  }

private:
  static constexpr unsigned int sweeps =
    20; // between two looks at the residual

  /** max_i sum_j |W_ij|/(s_i s_j). */
  static double
  bound(const percuss::ScaledFrictionProblem &problem)
  {
    const auto           &W    = *problem.unscaled().W.explicit_matrix();
    const Eigen::VectorXd t    = problem.s.cwiseInverse();
    const Eigen::VectorXd sums = t.cwiseProduct(W.cwiseAbs() * t);
    return std::max(sums.maxCoeff(), std::numeric_limits<double>::min());
  }

  void
  project(const percuss::Cone &cone)
  {
    const Eigen::Index i = cone.first_row, n = cone.n_rows;
    point.segment(i, n) -= step * velocity.segment(i, n);
    if (cone.kind != percuss::Cone::Kind::second_order)
      {
        for (Eigen::Index row = i; row < i + n; ++row)
          point[row] = percuss::project_row(cone.kind, point[row]);
        return;
      }
    point[i] -=
      step * cone.friction_coefficient * velocity.segment(i + 1, n - 1).norm();
    percuss::project_onto_second_order_cone(cone.friction_coefficient,
                                            {point.data() + i,
                                             static_cast<std::size_t>(n)});
  }

  percuss::ScaledFrictionProblem *problem = nullptr;
  Eigen::VectorXd                 point, velocity;
  double                          step = 0.;
};

/** The method as a solver, 'Contact/solver = de-saxce-fixed-point'. */
class DeSaxceSolver final : public percuss::ComplementaritySolver
{
public:
  using ComplementaritySolver::ComplementaritySolver;

  std::string_view
  name() const override
  {
    return method.name();
  }

  bool
  reads_entries() const override
  {
    return true;
  }

  std::unique_ptr<percuss::ComplementaritySolver>
  make_another(unsigned int) const override
  {
    return std::make_unique<DeSaxceSolver>(parameters);
  }

private:
  percuss::SolverReport
  do_solve(const percuss::ConeComplementarityProblem &given,
           const std::span<double>                    p) override
  {
    if (!given.W.explicit_matrix())
      return percuss::unsupported_problem();
    problem.load(given);
    problem.scale_impulse(p, guess);
    method.start(problem, guess);
    percuss::SolverReport report{percuss::SolverStatus::iteration_limit, 0, 0.};
    while ((report.residual = problem.residual(method.impulse())) >
             parameters.tolerance &&
           report.iterations < parameters.max_iterations)
      method.advance(parameters.max_iterations - report.iterations,
                     report.iterations);
    problem.unscale_impulse(method.impulse(), p);
    if (report.residual <= parameters.tolerance)
      report.status = percuss::SolverStatus::converged;
    report.solved_by = name();
    return report;
  }

  DeSaxceFixedPoint              method;
  percuss::ScaledFrictionProblem problem;
  Eigen::VectorXd                guess;
};

inline constexpr percuss::OwnSolver de_saxce_solver{
  .name        = "de-saxce-fixed-point",
  .description = "the fixed point of De Saxce and Feng, for small friction",
  .make        = [](unsigned int, const percuss::SolverParameters &parameters)
    -> std::unique_ptr<percuss::ComplementaritySolver> {
    return std::make_unique<DeSaxceSolver>(parameters);
  }};

#endif
