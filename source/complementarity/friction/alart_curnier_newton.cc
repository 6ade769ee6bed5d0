// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/friction/alart_curnier_newton.h>

#include <algorithm>

namespace percuss
{
  void
  AlartCurnierNewton::reserve(const unsigned int n_rows)
  {
    for (auto *const vector : {&P, &U, &F, &trial, &correction})
      vector->setZero(n_rows);
    system.blocks.reserve(n_rows);
  }

  void
  AlartCurnierNewton::start(ScaledFrictionProblem &new_problem,
                            const Eigen::VectorXd &point,
                            const Regularization  &new_regularization)
  {
    problem        = &new_problem;
    regularization = new_regularization;
    if (F.size() != point.size())
      reserve(static_cast<unsigned int>(point.size()));
    go_to(point);
  }

  void
  AlartCurnierNewton::go_to(const Eigen::VectorXd &point)
  {
    P = point;
    evaluate_here();
  }

  void
  AlartCurnierNewton::evaluate_here()
  {
    norm_of_F    = evaluate(P);
    is_evaluated = true;
  }

  FrictionMethod::Outcome
  AlartCurnierNewton::advance(const unsigned int, unsigned int &n_solves)
  {
    if (!find_correction(n_solves))
      return Outcome::stalled;
    for (double length = 1.; length > parameters.least_length; length *= 0.5)
      {
        trial             = P - length * correction;
        const double norm = evaluate(trial);
        if (norm <= (1. - parameters.sufficient_decrease * length) * norm_of_F)
          {
            P         = trial;
            norm_of_F = norm;
            return Outcome::goes_on;
          }
      }
    is_evaluated = false;
    return Outcome::stalled;
  }

  FrictionMethod::Outcome
  AlartCurnierNewton::take_full_step(unsigned int &n_solves)
  {
    if (!find_correction(n_solves))
      return Outcome::stalled;
    P -= correction;
    norm_of_F = evaluate(P);
    return Outcome::goes_on;
  }

  // r U and F of a point; returns |F|.
  double
  AlartCurnierNewton::evaluate(const Eigen::VectorXd &point)
  {
    problem->set_velocity(point, U);
    if (regularization.sigma > 0.)
      U += regularization.sigma * (point - *regularization.center);
    if (regularization.weight != 1.)
      U *= regularization.weight;
    problem->evaluate(problem->unscaled().cones, point, U, F);
    return F.norm();
  }

  // r B for B, with rows of the size that they had: pivots are chosen by it.
  void
  AlartCurnierNewton::weigh(const Cone                  &cone,
                            FrictionLinearSystem::Block &block)
  {
    block.B *= regularization.weight;
    for (unsigned int k = 0; k < cone.n_rows; ++k)
      {
        const double size =
          std::max(1., block.B.row(k).lpNorm<Eigen::Infinity>());
        block.A.row(k) /= size;
        block.B.row(k) /= size;
        rhs[cone.first_row + k] /= size;
      }
  }

  bool
  AlartCurnierNewton::find_correction(unsigned int &n_solves)
  {
    if (!is_evaluated)
      evaluate_here();
    system.reset(problem->unscaled());
    rhs        = F;
    auto block = system.blocks.begin();
    for_each_block(problem->unscaled().cones, [&](const Cone &cone) {
      problem->add_derivative(cone, P, U, *block);
      if (regularization.weight != 1.)
        weigh(cone, *block);
      ++block;
    });
    system.factorize(problem->unscaled(),
                     problem->s,
                     regularization.sigma + parameters.matrix_shift);
    system.solve(rhs, correction);
    ++n_solves;
    return correction.allFinite();
  }
} // namespace percuss
