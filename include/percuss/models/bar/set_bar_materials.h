// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_set_bar_materials_h
#define percuss_models_bar_set_bar_materials_h

#include <percuss/models/bar/bar_lists.h>
#include <percuss/models/bar/kind.h>

#include <vector>

namespace percuss
{
  /** The Prony series and the hardening of the bars. */
  void
  set_bar_materials(const ElasticBarParameters  &p,
                    const BarLists              &lists,
                    std::vector<BarDescription> &bars);

  /** Throws InputError for what is not available for bars that remember. */
  void
  check_bar_materials(const BarRowDescription &row, const CaseFile &case_file);
} // namespace percuss

#endif
