// SPDX-License-Identifier: Apache-2.0

// The step response of a damped oscillator against the matrix exponential.

#include "event_stepping.h"

#include <percuss/models/small/linear_oscillator/step_response.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::step_response_test
{
  // delta/omega below, near and above the critical value, and the limits
  TEST(StepResponse, IsTheMatrixExponential)
  {
    struct Data
    {
      double delta, omega;
    };
    for (const auto &[delta, omega] : {Data{0., 0.},
                                       Data{0., 3.},
                                       Data{1e-9, 3.},
                                       Data{1., 3.},
                                       Data{3. * (1. - 1e-14), 3.},
                                       Data{3. * (1. - 1e-7), 3.},
                                       Data{3., 3.},
                                       Data{3. * (1. + 1e-14), 3.},
                                       Data{3. * (1. + 1e-7), 3.},
                                       Data{4.2, 3.},
                                       Data{4.3, 3.},
                                       Data{10., 3.},
                                       Data{10., 1e-5},
                                       Data{10., 0.},
                                       Data{1e-6, 0.}})
      {
        const StepResponse response(delta, omega);
        LongMatrix         A(3, 3);
        const long double  d = delta, w = omega;
        A << 0.L, 1.L, 0.L, -w * w, -2.L * d, 1.L, 0.L, 0.L, 0.L;
        for (const double t :
             {0., 1e-12, 1e-6, 1e-3, 0.01, 0.04, 0.06, 0.2, 0.34, 0.5, 1., 3.})
          {
            const LongMatrix exponential = EventStepping::flow(A, t);
            const auto [x, u, a]         = response(t);
            const double exact_x = static_cast<double>(exponential(0, 2));
            const double exact_u = static_cast<double>(exponential(1, 2));
            const double exact_a = static_cast<double>(exponential(1, 1));
            // the scale of an oscillation that passes through zero
            const double scale = response.oscillates ?
                                   std::min(t, std::exp(-delta * t) / omega) :
                                   0.;
            EXPECT_NEAR(x, exact_x, 5e-15 * exact_x)
              << delta << ' ' << omega << ' ' << t;
            EXPECT_NEAR(u, exact_u, 5e-15 * (std::abs(exact_u) + scale))
              << delta << ' ' << omega << ' ' << t;
            EXPECT_NEAR(a, exact_a, 5e-15) << delta << ' ' << omega << ' ' << t;
          }
      }
  }

  TEST(StepResponse, HasLimits)
  {
    // t^2/2 without stiffness and damping, statics in the end
    const auto [x, u, a] = StepResponse(0., 0.)(1e5);
    EXPECT_DOUBLE_EQ(x, 5e9);
    EXPECT_DOUBLE_EQ(u, 1e5);
    EXPECT_DOUBLE_EQ(a, 1.);
    for (const double delta : {0.01, 2., 100.})
      {
        EXPECT_NEAR(StepResponse(delta, 2.)(1e5).displacement, 0.25, 1e-15);
        EXPECT_NEAR(StepResponse(delta, 2.)(1e5).velocity, 0., 1e-15);
      }
    // terminal velocity 1/(2 delta)
    EXPECT_DOUBLE_EQ(StepResponse(5., 0.)(1e5).velocity, 0.1);
    EXPECT_NEAR(StepResponse(5., 0.)(1e5).displacement, 1e4 - 0.01, 1e-11);
    EXPECT_THROW(StepResponse(-1., 1.), std::invalid_argument);
    EXPECT_THROW(StepResponse(1., -1.), std::invalid_argument);
  }
} // namespace percuss::test::step_response_test
