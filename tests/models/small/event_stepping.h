// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_study_event_stepping_h
#define percuss_tests_study_event_stepping_h

#include <percuss/study/impact_event.h>

#include <Eigen/Dense>

#include <unsupported/Eigen/MatrixFunctions>

namespace percuss::test
{
  using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

  /**
   * Impacts of y' = A y, whose first component is the gap and whose second is
   * its rate, by tiny steps with the matrix exponential and bisection; constant
   * loads are components y_i = 1. An impact reverses the second component.
   * It stops at an impact slower than slowest, before flights get shorter than
   * steps.
   */
  struct EventStepping
  {
    LongMatrix               A;
    LongVector               y;
    long double              restitution;
    long double              t       = 0.L;
    std::vector<ImpactEvent> impacts = {};
    bool                     stopped = false;

    static constexpr double slowest = 0.05;

    static LongMatrix
    flow(const LongMatrix &A, const long double t)
    {
      return (A * t).exp();
    }

    void
    advance_to(const long double end, const long double step)
    {
      const LongMatrix one_step = flow(A, step);
      while (t < end && !stopped)
        {
          const bool        whole = t + step <= end;
          const long double h     = whole ? step : end - t;
          const LongVector  next  = (whole ? one_step : flow(A, h)) * y;
          if (next[0] >= 0.L)
            {
              y = next;
              t = whole ? t + h : end;
              continue;
            }
          long double before = 0.L, after = h;
          for (int i = 0; i < 64; ++i)
            {
              const long double middle = 0.5L * (before + after);
              ((flow(A, middle) * y)[0] >= 0.L ? before : after) = middle;
            }
          y    = (flow(A, before) * y).eval();
          y[0] = 0.L;
          t += before;
          const long double u = y[1];
          y[1]                = -restitution * u;
          impacts.push_back({static_cast<double>(t),
                             static_cast<double>(u),
                             static_cast<double>(y[1])});
          stopped = !(y[1] > slowest);
        }
    }
  };
} // namespace percuss::test

#endif
