// SPDX-License-Identifier: Apache-2.0

// A clamped thin beam under its weight for 1,000 periods of its first mode: the
// clamp does not drift, and the beam gains no energy.

#include "mechanism_run.h"

#include <gtest/gtest.h>

namespace percuss::test::clamped_beam_test
{
  TEST(ClampedBeam, ForAThousandPeriods)
  {
    const PlanarMechanismDescription d = planar(
      {"",
       "clamp: fixed ; ground 0, 0 ; beam.start 0, 0",
       "",
       "",
       "",
       "beam: from 0, 0 ; length 1 ; elements 4 ; section rectangle 0.01, 0.01 "
       "; Young's modulus 2.1e11 ; density 7800"},
      9.81);
    const double h = 1e-3, period = 0.12; // 2 pi/(1.875^2 sqrt(E I/(rho A)))
    for (const auto &scheme : {scheme_named("generalized-alpha-ggl", 1.),
                               scheme_named("generalized-alpha-ggl", 0.8),
                               scheme_named("moreau-jean")})
      {
        PlanarRun run(d, scheme, h);
        // of the free fall of its weight over the largest deflection
        const double scale   = 7.65 * 0.006;
        double       largest = 0., late_gap = 0.;
        const auto   n = std::lround(1000. * period / h);
        for (long k = 0; k < n; ++k)
          {
            run.stepper.advance(1);
            largest = std::max(largest, run.energy_error());
            if (k == n / 2)
              late_gap = run.joint_gap();
          }
        EXPECT_LT(run.joint_gap(), 1e-12) << scheme.name;
        EXPECT_LT(run.joint_gap(), late_gap + 1e-13) << scheme.name;
        EXPECT_LT(largest, 1e-6 * scale) << scheme.name;
      }
  }
} // namespace percuss::test::clamped_beam_test
