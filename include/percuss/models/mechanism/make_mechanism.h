// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_make_mechanism_h
#define percuss_models_mechanism_make_mechanism_h

#include <percuss/input/case_file.h>
#include <percuss/models/mechanism/mechanism_parameters.h>
#include <percuss/models/mechanism/parse_mechanism.h>

namespace percuss
{
  /** The mechanism of section "Mechanism", or "Spatial mechanism"; coefficients
   * of section "Contact" hold where a contact has none. Throws InputError. */
  template <int dim>
  MechanismDescription<dim>
  make_mechanism(const MechanismParameters &section,
                 const RunParameters       &run,
                 const CaseFile            &case_file);
} // namespace percuss

#endif
