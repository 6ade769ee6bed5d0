// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_all_models_h
#define percuss_models_all_models_h

#include <percuss/run/model.h>

namespace percuss
{
  /** The models of the program `percuss`, in the order of its documentation.
   * The first is what 'Model/name' is unless it is given. */
  std::vector<const ModelKind *>
  all_models();
} // namespace percuss

#endif
