// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_bar_reference_h
#define percuss_models_bar_bar_reference_h

#include <percuss/models/bar/exact_bars.h>
#include <percuss/models/bar/make_bar.h>
#include <percuss/study/reference.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * The exact signals of bars.
   *
   * @param contacts names of the rows
   * @param points   monitored ones
   * @param left     coordinate of the left end of each bar [m]
   */
  Reference
  exact_reference(const std::shared_ptr<const ExactBars> &exact,
                  const std::vector<std::string>         &contacts,
                  std::span<const MonitoredPoint>         points,
                  const std::vector<double>              &left);
} // namespace percuss

#endif
