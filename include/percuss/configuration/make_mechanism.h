// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_configuration_make_mechanism_h
#define percuss_configuration_make_mechanism_h

#include <percuss/configuration/case_file.h>
#include <percuss/configuration/run_parameters.h>
#include <percuss/mechanism/mechanism_description.h>
#include <percuss/mechanism/spatial_mechanism_description.h>

namespace percuss
{
  /** The mechanism of section "Mechanism"; coefficients of section "Contact"
   * hold where a contact has none. Throws InputError. */
  MechanismDescription
  make_mechanism(const RunParameters &parameters, const CaseFile &case_file);

  /** The same of section "Spatial mechanism". */
  SpatialMechanismDescription
  make_spatial_mechanism(const RunParameters &parameters,
                         const CaseFile      &case_file);
} // namespace percuss

#endif
