// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_make_mechanism_h
#define percuss_models_mechanism_make_mechanism_h

#include <percuss/input/case_file.h>
#include <percuss/models/mechanism/mechanism_parameters.h>
#include <percuss/models/mechanism/planar_mechanism_description.h>
#include <percuss/models/mechanism/spatial_mechanism_description.h>

namespace percuss
{
  /** The mechanism of section "Mechanism"; coefficients of section "Contact"
   * hold where a contact has none. Throws InputError. */
  PlanarMechanismDescription
  make_planar_mechanism(const MechanismParameters &section,
                        const RunParameters       &run,
                        const CaseFile            &case_file);

  /** The same of section "Spatial mechanism". */
  SpatialMechanismDescription
  make_spatial_mechanism(const MechanismParameters &section,
                         const RunParameters       &run,
                         const CaseFile            &case_file);
} // namespace percuss

#endif
