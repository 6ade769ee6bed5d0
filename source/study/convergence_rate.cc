// SPDX-License-Identifier: Apache-2.0
#include <percuss/study/convergence_rate.h>

#include <cassert>
#include <cmath>
#include <vector>

namespace percuss
{
  std::optional<double>
  fitted_rate(const std::span<const double> x,
              const std::span<const double> errors)
  {
    assert(x.size() == errors.size());
    std::vector<double> u, w;
    double              mean_u = 0., mean_w = 0.;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i] > 0. && errors[i] > 0. && std::isfinite(x[i]) &&
          std::isfinite(errors[i]))
        {
          u.push_back(std::log(x[i]));
          w.push_back(std::log(errors[i]));
          mean_u += u.back();
          mean_w += w.back();
        }
    const double n          = static_cast<double>(u.size());
    double       covariance = 0., variance = 0.;
    for (std::size_t i = 0; i < u.size(); ++i)
      {
        covariance += (u[i] - mean_u / n) * (w[i] - mean_w / n);
        variance += (u[i] - mean_u / n) * (u[i] - mean_u / n);
      }
    if (!(variance > 1e-20)) // abscissas that differ by rounding
      return {};
    return covariance / variance;
  }

  std::optional<double>
  observed_rate(const double x_0,
                const double error_0,
                const double x_1,
                const double error_1)
  {
    const double x[] = {x_0, x_1}, errors[] = {error_0, error_1};
    if (!(error_0 > 0. && error_1 > 0.))
      return {};
    return fitted_rate(x, errors);
  }
} // namespace percuss
