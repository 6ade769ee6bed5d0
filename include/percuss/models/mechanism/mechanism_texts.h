// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_mechanism_texts_h
#define percuss_models_mechanism_mechanism_texts_h

#include <string>

namespace percuss
{
  /** The texts of a mechanism; any may be blank, but not both the bodies and
   * the beams, which are rods in space. */
  struct MechanismTexts
  {
    std::string bodies, joints, contacts, springs, loads, beams = {};
  };
} // namespace percuss

#endif
