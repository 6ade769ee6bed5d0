// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/cone_complementarity_problem.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

namespace percuss
{
  namespace
  {
    // Below it rounding is not in proportion to the size of numbers.
    constexpr double smallest_data = std::numeric_limits<double>::min() /
                                     std::numeric_limits<double>::epsilon();
  } // namespace

  bool
  has_friction(const ConeComplementarityProblem &problem)
  {
    return std::any_of(problem.cones.begin(),
                       problem.cones.end(),
                       [](const Cone &cone) {
                         return cone.kind == Cone::Kind::second_order;
                       });
  }

  void
  gap_velocity(const ConeComplementarityProblem &problem,
               const std::span<const double>     p,
               const std::span<double>           u)
  {
    problem.W.apply(p, u);
    for (std::size_t i = 0; i < u.size(); ++i)
      u[i] += problem.b[i];
  }

  double
  data_scale(const ConeComplementarityProblem &problem)
  {
    const auto s       = problem.W.row_scale();
    double     largest = problem.least_scale;
    for (const Cone &cone : problem.cones)
      if (cone.kind != Cone::Kind::inactive)
        for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
             ++i)
          {
            const bool is_row = cone.kind != Cone::Kind::second_order;
            largest =
              std::max(largest,
                       std::abs(problem.b[i]) / s[is_row ? i : cone.first_row]);
          }
    return largest < smallest_data ? 0. : largest;
  }

  double
  natural_map_residual_of_pair(const ConeComplementarityProblem &problem,
                               const std::span<const double>     p,
                               const std::span<const double>     u)
  {
    assert(p.size() == problem.size() && u.size() == problem.size());
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    const auto s               = problem.W.row_scale();
    double     largest         = 0.;
    double     largest_impulse = 0.;
    for (const Cone &cone : problem.cones)
      {
        if (cone.kind == Cone::Kind::second_order)
          {
            const double s_N     = s[cone.first_row];
            const auto   p_block = p.subspan(cone.first_row, cone.n_rows);
            const double impulse = s_N * norm_of(p_block);
            const double defect =
              friction_defect(cone.friction_coefficient,
                              s_N,
                              p_block,
                              u.subspan(cone.first_row, cone.n_rows));
            if (!std::isfinite(defect) || !std::isfinite(impulse))
              return nan;
            largest         = std::max(largest, defect);
            largest_impulse = std::max(largest_impulse, impulse);
            continue;
          }
        for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
             ++i)
          {
            const double impulse  = s[i] * p[i];
            const double distance = row_defect(cone.kind, impulse, u[i] / s[i]);
            if (!std::isfinite(distance) || !std::isfinite(impulse))
              return nan;
            largest         = std::max(largest, distance);
            largest_impulse = std::max(largest_impulse, std::abs(impulse));
          }
      }
    const double b_scale = data_scale(problem);
    const double scale   = b_scale > 0. ? b_scale : largest_impulse;
    return largest < smallest_data ? 0. : largest / scale;
  }

  double
  natural_map_residual(const ConeComplementarityProblem &problem,
                       const std::span<const double>     p,
                       const std::span<double>           u)
  {
    gap_velocity(problem, p, u);
    return natural_map_residual_of_pair(problem, p, u);
  }

  double
  natural_map_residual(const ConeComplementarityProblem &problem,
                       const std::span<const double>     p)
  {
    std::vector<double> u(problem.size());
    return natural_map_residual(problem, p, u);
  }

  double
  rounding_of_velocity(const DelassusOperator       &W,
                       const std::span<const double> p)
  {
    constexpr double  units  = 4. * std::numeric_limits<double>::epsilon();
    const auto *const matrix = W.explicit_matrix();
    if (matrix == nullptr)
      return 0.;
    const auto s       = W.row_scale();
    double     largest = 0.;
    for (Eigen::Index i = 0; i < matrix->rows(); ++i)
      {
        double sum = 0.;
        for (DelassusOperator::Matrix::InnerIterator w(*matrix, i); w; ++w)
          sum += std::abs(w.value() * p[w.col()]);
        if (sum > 0.)
          largest = std::max(largest, sum / s[i]);
      }
    return units * largest;
  }
} // namespace percuss
