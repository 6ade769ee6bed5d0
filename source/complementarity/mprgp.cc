// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/infeasibility_certificate.h>
#include <percuss/complementarity/mprgp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace percuss
{
  namespace
  {
    constexpr unsigned int n_power_iterations = 20;

    // a = step_factor / lambda; the proof allows 2.
    constexpr double step_factor = 1.8;

    // Relative to lambda: of rounding, no reason to go on to infinity.
    constexpr double no_curvature = 1e-15;

    // Products after which a certificate is looked for, and how accurately in
    // the sum over the rows.
    constexpr unsigned int first_proof     = 1000;
    constexpr double       proof_tolerance = 1e-9;

    constexpr double infinity = std::numeric_limits<double>::infinity();

    double
    dot(const std::span<const double> a, const std::span<const double> b)
    {
      double sum = 0.;
      for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
      return sum;
    }
  } // namespace

  MPRGP::MPRGP(const unsigned int n_rows, const SolverParameters &options)
    : ComplementaritySolver(options)
  {
    reserve(n_rows);
  }

  std::unique_ptr<ComplementaritySolver>
  MPRGP::make_another(const unsigned int n_rows) const
  {
    return std::make_unique<MPRGP>(n_rows, parameters);
  }

  void
  MPRGP::reserve(const unsigned int n_rows)
  {
    kind.resize(n_rows);
    for (auto *vector :
         {&x, &g, &c, &direction, &image, &iterate, &impulse, &velocity})
      vector->resize(n_rows);
  }

  SolverReport
  MPRGP::do_solve(const Problem &problem, const std::span<double> p)
  {
    if (has_friction(problem))
      return unsupported_problem();
    reserve(problem.size());
    examine(problem.W);
    if (!symmetric)
      return unsupported_problem();

    start(problem, p);
    unsigned int       n_products = 0;
    const SolverStatus status     = minimize_or_prove(problem, n_products);

    if (status == SolverStatus::infeasible)
      std::ranges::fill(x, 0.);
    if (status != SolverStatus::converged)
      evaluate_gradient(problem);
    std::ranges::copy(impulse, p.begin());
    return {status,
            n_products,
            natural_map_residual_of_pair(problem, impulse, velocity)};
  }

  // Minimizes; the longer this lasts, the more work goes into a certificate.
  SolverStatus
  MPRGP::minimize_or_prove(const Problem &problem, unsigned int &n_products)
  {
    SolverStatus status = SolverStatus::iteration_limit;
    while (status == SolverStatus::iteration_limit)
      {
        const unsigned int limit =
          std::min(parameters.max_iterations,
                   std::max(2 * n_products, first_proof));
        status = minimize(problem, parameters.tolerance, limit, n_products);
        if (status == SolverStatus::converged ||
            n_products >= parameters.max_iterations)
          return status;
        if (proves_infeasibility(problem, n_products))
          return SolverStatus::infeasible;
      }
    return status;
  }

  // The other problem, from zero, and back.
  bool
  MPRGP::proves_infeasibility(const Problem &problem, unsigned int &n_products)
  {
    const double       lambda_of_A = lambda;
    const unsigned int budget      = std::max(n_products, first_proof) / 2;
    const unsigned int limit =
      std::min(parameters.max_iterations, n_products + budget);
    x.swap(iterate);
    std::ranges::fill(x, 0.);
    weight = 1.;
    minimize(problem,
             proof_tolerance / static_cast<double>(x.size()),
             limit,
             n_products);
    weight = 0.;
    lambda = lambda_of_A;
    evaluate_gradient(problem);
    ++n_products;
    x.swap(iterate);
    return is_infeasibility_certificate(problem, impulse, velocity);
  }

  // Symmetry and lambda, of all the rows: valid whichever are inactive.
  void
  MPRGP::examine(const DelassusOperator &W)
  {
    if (W.identity() == examined)
      return;
    examined  = W.identity();
    symmetric = is_symmetric(W);
    lambda    = 0.;
    if (!symmetric)
      return;
    std::minstd_rand                       generator;
    std::uniform_real_distribution<double> uniform(-1., 1.);
    for (double &entry : direction)
      entry = uniform(generator);
    for (unsigned int k = 0; k < n_power_iterations; ++k)
      {
        const double norm = std::sqrt(dot(direction, direction));
        if (norm == 0.)
          break;
        for (double &entry : direction)
          entry /= norm;
        apply(W);
        lambda = std::sqrt(dot(image, image));
        direction.swap(image);
      }
    if (lambda == 0.)
      lambda = 1.; // W = 0: any step will do
  }

  void
  MPRGP::start(const Problem &problem, const std::span<const double> guess)
  {
    const auto s = problem.W.row_scale();
    scale        = data_scale(problem);
    for (const Cone &cone : problem.cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        {
          kind[i] = cone.kind;
          c[i]    = problem.b[i] / s[i] / scale;
          x[i]    = std::isfinite(guess[i]) ?
                      project_row(cone.kind, guess[i] * s[i] / scale) :
                      0.;
        }
  }

  // At the end, impulse and velocity are those of x if it has converged.
  SolverStatus
  MPRGP::minimize(const Problem     &problem,
                  const double       tolerance,
                  const unsigned int limit,
                  unsigned int      &n_products)
  {
    evaluate_gradient(problem);
    ++n_products;
    bool is_evaluated = true; // g not updated by images of directions
    begin_direction();
    while (true)
      {
        const double distance = defect();
        if (!std::isfinite(distance))
          return SolverStatus::singular;
        const bool is_small = distance <= tolerance;
        if (is_small && is_evaluated)
          return SolverStatus::converged;
        if (n_products >= limit)
          return SolverStatus::iteration_limit;
        ++n_products;
        if (is_small)
          {
            evaluate_gradient(problem);
            is_evaluated = true;
            begin_direction();
            continue;
          }

        const bool stays_in_face = is_proportional();
        if (!stays_in_face)
          chop_gradient();
        apply(problem.W);
        const double curvature = dot(direction, image);
        const double norm      = dot(direction, direction);
        lambda                 = std::max(lambda, curvature / norm);
        const double step      = curvature > no_curvature * lambda * norm ?
                                   dot(g, direction) / curvature :
                                   infinity;
        const double room      = stays_in_face ? longest_step() : infinity;
        if (step == infinity && room == infinity)
          return SolverStatus::singular;
        follow_direction(std::min(step, room));
        is_evaluated = step > room;
        if (is_evaluated)
          {
            expand(problem);
            ++n_products;
          }
        if (stays_in_face && !is_evaluated)
          continue_direction(curvature);
        else
          begin_direction();
      }
  }

  // u = W p + b, and g = (A + weight c c^T) x + c.
  void
  MPRGP::evaluate_gradient(const Problem &problem)
  {
    const auto s = problem.W.row_scale();
    for (std::size_t i = 0; i < x.size(); ++i)
      impulse[i] = x[i] * (scale / s[i]);
    gap_velocity(problem, impulse, velocity);
    const double slope = weight * dot(c, x);
    for (std::size_t i = 0; i < x.size(); ++i)
      g[i] = velocity[i] / s[i] / scale + slope * c[i];
  }

  // image = (A + weight c c^T) direction.
  void
  MPRGP::apply(const DelassusOperator &W)
  {
    const auto s = W.row_scale();
    for (std::size_t i = 0; i < x.size(); ++i)
      impulse[i] = direction[i] / s[i];
    W.apply(impulse, velocity);
    const double slope = weight == 0. ? 0. : weight * dot(c, direction);
    for (std::size_t i = 0; i < x.size(); ++i)
      image[i] = velocity[i] / s[i] + slope * c[i];
  }

  bool
  MPRGP::is_free(const std::size_t row) const
  {
    return kind[row] == Cone::Kind::bilateral ||
           (kind[row] == Cone::Kind::unilateral && x[row] > 0.);
  }

  // natural_map_residual() of x with the gradient g.
  double
  MPRGP::defect() const
  {
    double largest = 0.;
    for (std::size_t i = 0; i < x.size(); ++i)
      {
        const double distance = row_defect(kind[i], x[i], g[i]);
        if (!(distance <= largest))
          largest = distance; // NaN stays
      }
    return largest;
  }

  // |beta|^2 <= phi~·phi
  bool
  MPRGP::is_proportional() const
  {
    double free = 0., chopped = 0.;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (is_free(i))
        free += g[i] * (kind[i] == Cone::Kind::bilateral ?
                          g[i] :
                          std::min(x[i] * lambda / step_factor, g[i]));
      else if (kind[i] == Cone::Kind::unilateral && g[i] < 0.)
        chopped += g[i] * g[i];
    return chopped <= free;
  }

  // direction = phi
  void
  MPRGP::begin_direction()
  {
    for (std::size_t i = 0; i < x.size(); ++i)
      direction[i] = is_free(i) ? g[i] : 0.;
  }

  // direction = phi - (phi·image / curvature) direction, conjugate to the old.
  void
  MPRGP::continue_direction(const double curvature)
  {
    double product = 0.;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (is_free(i))
        product += g[i] * image[i];
    const double factor = product / curvature;
    for (std::size_t i = 0; i < x.size(); ++i)
      direction[i] = (is_free(i) ? g[i] : 0.) - factor * direction[i];
  }

  // direction = beta
  void
  MPRGP::chop_gradient()
  {
    for (std::size_t i = 0; i < x.size(); ++i)
      direction[i] = kind[i] == Cone::Kind::unilateral && !is_free(i) ?
                       std::min(g[i], 0.) :
                       0.;
  }

  // The largest step with  x - step direction  in K.
  double
  MPRGP::longest_step() const
  {
    double step = infinity;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (kind[i] == Cone::Kind::unilateral && direction[i] > 0.)
        step = std::min(step, x[i] / direction[i]);
    return step;
  }

  void
  MPRGP::follow_direction(const double step)
  {
    for (std::size_t i = 0; i < x.size(); ++i)
      {
        x[i] = project_row(kind[i], x[i] - step * direction[i]);
        g[i] -= step * image[i];
      }
  }

  // x <- proj_K(x - a phi)
  void
  MPRGP::expand(const Problem &problem)
  {
    const double length = step_factor / lambda;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (is_free(i))
        x[i] = project_row(kind[i], x[i] - length * g[i]);
    evaluate_gradient(problem);
  }
} // namespace percuss
