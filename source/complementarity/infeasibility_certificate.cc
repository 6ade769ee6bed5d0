// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/infeasibility_certificate.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace percuss
{
  namespace
  {
    constexpr double farkas_accuracy = 1e-8;

    void
    apply_transposed(const DelassusOperator       &W,
                     const std::span<const double> d,
                     const std::span<double>       image)
    {
      const auto *const matrix = W.explicit_matrix();
      if (matrix == nullptr)
        return W.apply(d, image);
      std::ranges::fill(image, 0.);
      for (Eigen::Index i = 0; i < matrix->rows(); ++i)
        for (DelassusOperator::Matrix::InnerIterator w(*matrix, i); w; ++w)
          image[w.col()] += w.value() * d[i];
    }

    /** Whether w·p > 0 for some impulses p of a cone. */
    bool
    can_rise(const Cone &cone, const std::span<const double> w)
    {
      double tangential = 0.;
      switch (cone.kind)
        {
          case Cone::Kind::unilateral:
            return std::ranges::any_of(w,
                                       [](const double x) { return x > 0.; });
          case Cone::Kind::bilateral:
            return std::ranges::any_of(w,
                                       [](const double x) { return x != 0.; });
          case Cone::Kind::second_order:
            for (const double x : w.subspan(1))
              tangential = std::hypot(tangential, x);
            return w[0] + cone.friction_coefficient * tangential > 0.;
          default:
            return false;
        }
    }
  } // namespace

  bool
  is_infeasibility_certificate(const ConeComplementarityProblem &problem,
                               const std::span<const double>     d,
                               const std::span<double>           work)
  {
    assert(d.size() == problem.size() && work.size() == problem.size());
    assert(!has_friction(problem));
    double power = 0.;
    for (std::size_t i = 0; i < d.size(); ++i)
      power += problem.b[i] * d[i];
    const double slope = -power / data_scale(problem);
    if (!(slope > 0.) || !std::isfinite(slope))
      return false;

    apply_transposed(problem.W, d, work);
    const auto s         = problem.W.row_scale();
    double     violation = 0.;
    for (const Cone &cone : problem.cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        {
          const double impulse = s[i] * d[i], velocity = work[i] / s[i];
          if (!std::isfinite(impulse) || !std::isfinite(velocity))
            return false;
          switch (cone.kind)
            {
              case Cone::Kind::unilateral:
                violation += std::max({0., -impulse, velocity});
                break;
              case Cone::Kind::bilateral:
                violation += std::abs(velocity);
                break;
              default: // p = 0 and u free
                violation += std::abs(impulse);
            }
        }
    return violation <= farkas_accuracy * slope;
  }

  std::optional<unsigned int>
  infeasible_row(const ConeComplementarityProblem &problem,
                 const double                      least_defect)
  {
    const auto *const matrix = problem.W.explicit_matrix();
    if (matrix == nullptr)
      return {};
    const auto          s       = problem.W.row_scale();
    const double        largest = least_defect * data_scale(problem);
    std::vector<double> row(problem.size());
    for (const Cone &cone : problem.cones)
      for (unsigned int i = cone.first_row; i < cone.first_row + cone.n_rows;
           ++i)
        {
          const double b = problem.b[i];
          if (cone.kind == Cone::Kind::inactive ||
              (cone.kind == Cone::Kind::second_order && i > cone.first_row) ||
              (cone.kind != Cone::Kind::bilateral && !(b < 0.)) ||
              !(std::abs(b) > s[i] * largest))
            continue;
          std::ranges::fill(row, 0.);
          for (DelassusOperator::Matrix::InnerIterator w(*matrix, i); w; ++w)
            row[w.col()] = b < 0. ? w.value() : -w.value();
          if (!std::ranges::any_of(problem.cones, [&](const Cone &other) {
                return can_rise(other, {&row[other.first_row], other.n_rows});
              }))
            return i;
        }
    return {};
  }
} // namespace percuss
