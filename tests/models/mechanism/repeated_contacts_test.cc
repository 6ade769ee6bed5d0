// SPDX-License-Identifier: Apache-2.0

// Contacts that are written twice.

#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/parse_mechanism.h>
#include <percuss/models/mechanism/repeated_contacts.h>

#include <gtest/gtest.h>

namespace percuss
{
  namespace repeated_contacts_test
  {
    const std::string ball = "a: shape ball 1 ; mass 1 ; at 0, 0, 2",
                      disc = "a: shape disc 1 ; mass 1 ; at 0, 2, 0";

    template <int dim>
    MechanismDescription<dim>
    parsed(const std::string &bodies, const std::string &contacts)
    {
      return parse_mechanism<dim>({bodies, "", contacts, "", ""});
    }

    template <int dim>
    std::string
    message(const std::string &bodies, const std::string &contacts)
    {
      try
        {
          parsed<dim>(bodies, contacts);
          return "";
        }
      catch (const InputError &error)
        {
          return error.what();
        }
    }

    TEST(RepeatedContacts, OfAPoint)
    {
      const std::string plane = "plane ground 0, 0, 0 ; normal 0, 0, 1";
      const std::string first = "c: point ; a 1, 0, 0 ; " + plane + " | ";
      for (const std::string &same :
           {plane, std::string("plane ground 7, 8, 0 ; normal 0, 0, 3")})
        EXPECT_NE(message<3>(ball, first + "d: point ; a 1, 0, 0 ; " + same)
                    .find("Contact 'd: point ; a 1, 0, 0 ; " + same +
                          "': The same point touches the same obstacle in "
                          "contact 'c'"),
                  std::string::npos);
      for (const std::string &other :
           {"point ; a 1, 0, 0.1 ; " + plane,
            "ball ; a 1, 0, 0 ; ball radius 0.1 ; " + plane,
            std::string("point ; a 1, 0, 0 ; plane ground 0, 0, 1e-3 ; normal "
                        "0, 0, 1"),
            std::string("point ; a 1, 0, 0 ; plane ground 0, 0, 0 ; normal 0, "
                        "0, -1"),
            std::string("point ; a 1, 0, 0 ; box ground 0, 0, -1 ; half "
                        "lengths 9, 9, 1")})
        EXPECT_EQ(message<3>(ball, first + "d: " + other), "") << other;
    }

    TEST(RepeatedContacts, OfRoundObstacles)
    {
      const std::string first =
        "c: bodies a ; inside cylinder ground 0, 0, 0 ; axis 0, 0, 1 ; radius "
        "3 | d: bodies a ; inside cylinder ground ";
      EXPECT_NE(message<3>(ball, first + "0, 0, 5 ; axis 0, 0, -2 ; radius 3")
                  .find("Body 'a' touches the same inside cylinder in contact "
                        "'c'"),
                std::string::npos);
      EXPECT_EQ(message<3>(ball,
                           first + "0, 0, 0 ; axis 0, 0, 1 ; radius 3.01"),
                "");
      EXPECT_EQ(message<3>(ball, first + "0, 0, 0 ; axis 0, 1, 0 ; radius 3"),
                "");
    }

    TEST(RepeatedContacts, OfAPointAndAShapeAreWarnedOf)
    {
      const std::string shape = "c: bodies a ; line ground 0, 0 ; normal 0, 1 ",
                        point = "| d: disc ; a 0, 0 ; disc radius 1 ; line "
                                "ground 0, 0 ; normal 0, ";
      const auto warnings =
        warnings_of_repeated_contacts(parsed<2>(disc, shape + point + "1"));
      ASSERT_EQ(warnings.size(), 1u);
      EXPECT_NE(warnings[0].find("contact 'd' is one of body 'a', which "
                                 "touches the same line with its shape in "
                                 "contact 'c'"),
                std::string::npos)
        << warnings[0];
      EXPECT_TRUE(
        warnings_of_repeated_contacts(parsed<2>(disc, shape + point + "-1"))
          .empty());
      // a part of its own
      const std::string nose = "| d: disc ; a 0.5, 0 ; disc radius 0.6 ; line "
                               "ground 0, 0 ; normal 0, 1";
      EXPECT_TRUE(
        warnings_of_repeated_contacts(parsed<2>(disc, shape + nose)).empty());
    }
  } // namespace repeated_contacts_test
} // namespace percuss
