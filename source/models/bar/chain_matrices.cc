// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/chain_matrices.h>

namespace percuss
{
  std::array<std::vector<double>, 2>
  ChainMatrices::combination(const double m, const double k) const
  {
    const std::size_t                  n = size();
    std::array<std::vector<double>, 2> result{std::vector<double>(n),
                                              std::vector<double>(n, 0.)};
    auto &[diagonal, beside] = result;
    for (std::size_t i = 0; i < n; ++i)
      diagonal[i] = m * mass[i];
    for (std::size_t i = 0; i + 1 < n; ++i)
      {
        diagonal[i] += k * stiffness[i];
        diagonal[i + 1] += k * stiffness[i];
        beside[i] = m * coupling[i] - k * stiffness[i];
      }
    for (const std::size_t end : {0, 1})
      if (is_held[end])
        {
          diagonal[end == 0 ? 0 : n - 1] = 1.;
          beside[end == 0 ? 0 : n - 2]   = 0.;
        }
    return result;
  }

  std::vector<double>
  ChainMatrices::stiffness_product(const std::span<const double> x) const
  {
    std::vector<double> y(size(), 0.);
    for (std::size_t i = 0; i + 1 < size(); ++i)
      {
        const double force = stiffness[i] * (x[i + 1] - x[i]);
        y[i] -= force;
        y[i + 1] += force;
      }
    set_held(y);
    return y;
  }

  std::vector<double>
  ChainMatrices::mass_product(const std::span<const double> x) const
  {
    std::vector<double> y(size());
    for (std::size_t i = 0; i < size(); ++i)
      y[i] = mass[i] * x[i];
    for (std::size_t i = 0; i + 1 < size(); ++i)
      {
        y[i] += coupling[i] * x[i + 1];
        y[i + 1] += coupling[i] * x[i];
      }
    set_held(y);
    return y;
  }

  void
  ChainMatrices::set_held(const std::span<double> x) const
  {
    if (is_held[0])
      x.front() = 0.;
    if (is_held[1])
      x.back() = 0.;
  }
} // namespace percuss
