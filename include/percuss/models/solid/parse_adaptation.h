// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_parse_adaptation_h
#define percuss_models_solid_parse_adaptation_h

#include <percuss/input/case_file.h>
#include <percuss/models/solid/solid_description.h>

#include <string>

namespace percuss
{
  /** Reads 'Solid/adapt', "every 20 steps : 2 levels : tolerance 0.1 : at most
   * 5000 cells", of which the first two are needed. Throws InputError through
   * @p case_file. */
  MeshAdaptation
  parse_adaptation(const std::string &text, const CaseFile &case_file);

  /** Throws InputError for what does not go with a mesh that adapts. */
  void
  check_adaptation(const SolidParameters &section,
                   const RunParameters   &run,
                   const CaseFile        &case_file);
} // namespace percuss

#endif
