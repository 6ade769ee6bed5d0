// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/infeasibility_certificate.h>

#include <algorithm>
#include <cassert>
#include <cmath>

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
} // namespace percuss
