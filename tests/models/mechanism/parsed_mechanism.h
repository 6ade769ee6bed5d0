// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_models_mechanism_parsed_mechanism_h
#define percuss_tests_models_mechanism_parsed_mechanism_h

#include <percuss/models/mechanism/parse_mechanism.h>

#include <gtest/gtest.h>

#include <string>

namespace percuss::test
{
  inline const char *const two_bodies =
    "crank: mass 2 ; inertia 0.5 ; at 1, 2, 0.3 ; velocity 0.1, 0.2, 0.3 |"
    "long rod: at 4 6 pi/2 ; mass 3 ; inertia 1e-1";

  /** A mechanism from texts; of two bodies if none are given. */
  inline PlanarMechanismDescription
  parsed(MechanismTexts texts, const ContactCoefficients &contact_defaults = {})
  {
    if (texts.bodies.items.empty())
      texts.bodies = two_bodies;
    return parse_mechanism<2>(texts, contact_defaults);
  }

  /** That text is refused with a message that has these words. */
  inline void
  expect_error(const MechanismTexts &texts, const std::string &message)
  {
    try
      {
        parsed(texts);
        FAIL() << message;
      }
    catch (const InputError &error)
      {
        EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
          << "found:    " << error.what() << "\nexpected: " << message;
      }
  }
} // namespace percuss::test

#endif
