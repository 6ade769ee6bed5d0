// SPDX-License-Identifier: Apache-2.0

// Friction that depends on the sliding speed: steady sliding on a slope, holding
// and letting go on a spring, coefficients that contradict each other.

#include "mechanism_run.h"

#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>

namespace percuss::test::friction_of_speed_test
{
  constexpr double weight = 10.; // of 1 kg

  PlanarMechanismDescription
  block(const std::string &friction,
        const double       slope,
        const std::string &springs = "")
  {
    PlanarMechanismDescription d =
      planar({"block: mass 1 ; inertia 0.1 ; at 0, 0, 0",
              "",
              "c: point ; block 0, 0 ; line ground 0, 0 ; normal 0, 1 ; " +
                friction,
              springs,
              ""},
             0.);
    d.gravity = {weight * std::sin(slope), -weight * std::cos(slope)};
    return d;
  }

  SpatialMechanismDescription
  block_in_space(const std::string &friction, const double slope)
  {
    SpatialMechanismDescription d = spatial(
      {"block: mass 1 ; inertia 0.1, 0.1, 0.1 ; at 0, 0, 0",
       "",
       "c: point ; block 0, 0, 0 ; plane ground 0, 0, 0 ; normal 0, 0, 1 ; " +
         friction,
       "",
       ""},
      0.);
    d.gravity = {0.6 * weight * std::sin(slope),
                 0.8 * weight * std::sin(slope),
                 -weight * std::cos(slope)};
    return d;
  }

  // v = v_s ln((mu - mu_0)/(mu - tan alpha)), whatever scheme and step
  TEST(FrictionOfSpeed, SlidesSteadilyOnASlope)
  {
    const std::string friction =
      "friction 0.5 ; static friction 0.2 ; Stribeck speed 0.7";
    const double slope = std::atan(0.4), v = 0.7 * std::log(0.3 / 0.1);
    for (const char *const scheme :
         {"moreau-jean", "generalized-alpha", "cd-lagrange"})
      for (const double h : {1e-3, 1e-2})
        {
          PlanarRun run(block(friction, slope), scheme_named(scheme), h);
          run.stepper.advance(static_cast<unsigned long int>(20. / h));
          EXPECT_NEAR(run.stepper.state().v[0], v, 1e-6 * v) << scheme << h;
          SpatialRun in_space(block_in_space(friction, slope),
                              scheme_named(scheme),
                              h);
          in_space.stepper.advance(static_cast<unsigned long int>(20. / h));
          EXPECT_NEAR(in_space.stepper.state().v[0], 0.6 * v, 1e-6 * v);
          EXPECT_NEAR(in_space.stepper.state().v[1], 0.8 * v, 1e-6 * v);
        }
  }

  // Held up to mu_0 N, also beyond mu N; let go, it comes to (2 mu - mu_0) N.
  TEST(FrictionOfSpeed, HoldsAndLetsGo)
  {
    const std::string friction =
      "friction 0.3 ; static friction 0.5 ; Stribeck speed 1e-4";
    const auto spring_of = [](const double force) { // k = 100
      return "s: block 0, 0 ; ground 10, 0 ; stiffness 100 ; free length " +
             std::to_string(10. - force / 100.);
    };
    PlanarRun held(block(friction, 0., spring_of(0.499 * weight)),
                   scheme_named("moreau-jean"),
                   1e-4);
    held.stepper.advance(10000);
    EXPECT_NEAR(held.stepper.state().q[0], 0., 1e-12);
    PlanarRun free(block(friction, 0., spring_of(0.501 * weight)),
                   scheme_named("moreau-jean"),
                   1e-4);
    free.stepper.advance(20000);
    const double moved = 2. * (0.501 - 0.3) * weight / 100.;
    EXPECT_NEAR(free.stepper.state().q[0], moved, 0.01 * moved);
    EXPECT_NEAR(free.stepper.state().v[0], 0., 1e-10);
    EXPECT_LE(free.ledger().cumulative.contact, 0.);
  }

  TEST(FrictionOfSpeed, CoefficientsBelongTogether)
  {
    for (const char *const wrong : {"static friction 0.5 ; Stribeck speed 1",
                                    "friction 0.3 ; static friction 0.5",
                                    "friction 0.3 ; Stribeck speed 1"})
      EXPECT_THROW(PlanarRun(block(wrong, 0.),
                             scheme_named("moreau-jean"),
                             0.1),
                   InputError)
        << wrong;
  }
} // namespace percuss::test::friction_of_speed_test
