// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_mechanism_spatial_texts_h
#define percuss_tests_mechanism_spatial_texts_h

#include <percuss/models/mechanism/parse_mechanism.h>

namespace percuss::test
{
  inline const char *const two_solids =
    "crank: mass 2 ; inertia 0.5, 0.6, 0.7 ; at 1, 2, 3 |"
    "long rod: mass 3 ; inertia 1 1 1e-1 ; at 4, 6, 3 ; rotation 0, 0, pi/2";

  inline const char *const mesh =
    " ; section rectangle 0.2, 0.1 ; Young's modulus "
    "2e6 ; density 500 ; length 2";

  /** The mechanism of these texts, with the two bodies where none are. */
  inline SpatialMechanismDescription
  in_space(MechanismTexts             texts,
           const ContactCoefficients &contact_defaults = {})
  {
    if (texts.bodies.items.empty())
      texts.bodies = two_solids;
    return parse_mechanism<3>(texts, contact_defaults);
  }
} // namespace percuss::test

#endif
