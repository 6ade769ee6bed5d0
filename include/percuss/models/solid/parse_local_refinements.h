// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_parse_local_refinements_h
#define percuss_models_solid_parse_local_refinements_h

#include <percuss/input/case_file.h>
#include <percuss/models/solid/solid_description.h>

#include <string>
#include <vector>

namespace percuss
{
  /** Reads 'Solid/refine near', "3: 2 levels within 5 mm | foot: 1 level within
   * 0.01"; lengths without a unit are in m. Throws InputError through
   * @p case_file. */
  std::vector<LocalRefinement>
  parse_local_refinements(const std::string &text,
                          const GroupIds    &boundary_names,
                          const CaseFile    &case_file);
} // namespace percuss

#endif
