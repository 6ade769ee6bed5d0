// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_configuration_mechanism_parameters_h
#define percuss_configuration_mechanism_parameters_h

#include <percuss/mechanism/parse_mechanism.h>

#include <deal.II/base/parameter_handler.h>

#include <string>

namespace percuss
{
  /** Section "Mechanism", or "Spatial mechanism": its texts are read by
   * make_mechanism() and make_spatial_mechanism(). */
  struct MechanismParameters
  {
    /** @param dim 2 or 3 */
    explicit MechanismParameters(unsigned int dim);

    /** Declares the section. */
    void
    add_parameters(dealii::ParameterHandler &prm);

    const unsigned int dim;
    const std::string  section;
    MechanismTexts     texts;
    std::string        gravity;
  };
} // namespace percuss

#endif
