// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/check_exact_bars.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace percuss
{
  namespace
  {
    void
    check(const ExactBar &bar, const std::size_t number)
    {
      const auto positive = [&](const char *name, const double value) {
        require_of_bars(value > 0. && std::isfinite(value),
                        "the ",
                        name,
                        " of bar ",
                        number,
                        " is ",
                        value,
                        "; it must be positive and finite.");
      };
      positive("length", bar.length);
      positive("cross section", bar.cross_section);
      positive("Young's modulus", bar.youngs_modulus);
      positive("density", bar.density);
      const auto finite = [](const double x) { return std::isfinite(x); };
      require_of_bars(std::ranges::all_of(bar.displacement, finite) &&
                        std::ranges::all_of(bar.velocity, finite),
                      "the initial displacement and velocity of bar ",
                      number,
                      " must have finite coefficients.");
    }

    /** u(0, x) must vanish up to rounding where the bar is clamped. */
    void
    check_clamped(const ExactBar &bar, const double x, const std::string &end)
    {
      const auto &[a_0, a_1, a_2] = bar.displacement;
      const double u              = a_0 + x * (a_1 + x * a_2);
      const double terms =
        std::abs(a_0) + x * (std::abs(a_1) + x * std::abs(a_2));
      require_of_bars(std::abs(u) <= 1e-12 * terms,
                      "the ",
                      end,
                      " end is clamped, but its initial displacement is ",
                      u,
                      "; set it to 0, or do not clamp this end.");
    }
  } // namespace

  void
  check_exact_bars(const ExactBarRow &row, const double end_time)
  {
    require_of_bars(!row.bars.empty(), "there are no bars; give one or more.");
    for (std::size_t b = 0; b < row.bars.size(); ++b)
      check(row.bars[b], b + 1);
    require_of_bars(std::isfinite(row.gravity), "the gravity must be finite.");

    const std::size_t n_contacts =
      row.bars.size() - 1 + row.left_obstacle + row.right_obstacle;
    require_of_bars(row.gaps.size() == n_contacts,
                    row.gaps.size(),
                    " initial gaps are given for ",
                    n_contacts,
                    " contacts; give one for each.");
    for (const double gap : row.gaps)
      require_of_bars(gap >= 0. && std::isfinite(gap),
                      "an initial gap is ",
                      gap,
                      "; gaps must be finite and not negative.");

    require_of_bars(
      !(row.clamped_left && row.left_obstacle) &&
        !(row.clamped_right && row.right_obstacle),
      "an end is clamped and has an obstacle; choose one of them.");
    if (row.clamped_left)
      check_clamped(row.bars.front(), 0., "left");
    if (row.clamped_right)
      check_clamped(row.bars.back(), row.bars.back().length, "right");
    require_of_bars(end_time > 0. && std::isfinite(end_time),
                    "the end time is ",
                    end_time,
                    "; it must be positive and finite.");
  }
} // namespace percuss
