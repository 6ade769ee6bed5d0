// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_configuration_mechanism_parameters_h
#define percuss_configuration_mechanism_parameters_h

#include <deal.II/base/parameter_handler.h>

#include <string>

namespace percuss
{
  /** Section "Mechanism": texts are read by make_mechanism(). */
  struct MechanismParameters
  {
    std::string bodies, beams, joints, contacts, springs, loads;
    std::string gravity = "0, -9.81";

    /** Declares the section. */
    void
    add_parameters(dealii::ParameterHandler &prm);
  };
} // namespace percuss

#endif
