// SPDX-License-Identifier: Apache-2.0

// Two masses that fall on a floor: the example of [C13], tiny steps with the
// matrix exponential, the energy.

#include "event_stepping.h"
#include "two_masses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace percuss::test::two_mass_oscillator_test
{
  /** Gap, its rate, q_2, v_2, one. */
  EventStepping
  stepping(const TwoMasses &p)
  {
    const long double k = p.stiffness, m_1 = p.masses[0], m_2 = p.masses[1];
    const long double rest = static_cast<long double>(p.length) + p.radius;
    EventStepping     result;
    result.A = LongMatrix::Zero(5, 5);
    result.A << 0.L, 1.L, 0.L, 0.L, 0.L,                        //
      -k / m_1, 0.L, k / m_1, 0.L, -p.gravity - k / m_1 * rest, //
      0.L, 0.L, 0.L, 1.L, 0.L,                                  //
      k / m_2, 0.L, -k / m_2, 0.L, -p.gravity + k / m_2 * rest, //
      0.L, 0.L, 0.L, 0.L, 0.L;
    result.y.resize(5);
    const long double height = p.initial_height;
    result.y << height - p.radius, p.initial_velocities[0],
      height + p.length + p.initial_stretch, p.initial_velocities[1], 1.L;
    result.restitution = p.restitution;
    return result;
  }

  double
  energy(const TwoMasses &p, const ExactTwoMassOscillator &motion, double t)
  {
    const auto [q_1, q_2] = motion.position(t);
    const auto [v_1, v_2] = motion.velocity(t);
    const double x        = q_2 - q_1 - p.length;
    return 0.5 * (p.masses[0] * v_1 * v_1 + p.masses[1] * v_2 * v_2) +
           0.5 * p.stiffness * x * x +
           p.gravity * (p.masses[0] * q_1 + p.masses[1] * q_2);
  }

  TEST(ExactTwoMassOscillator, HasTheFirstImpactsOfItsExample)
  {
    const ExactTwoMassOscillator exact(chen, 1.1);
    ASSERT_GE(exact.impacts().size(), 3u);
    EXPECT_NEAR(exact.impacts()[0].time, 0.40024992, 1e-8);
    EXPECT_NEAR(exact.impacts()[1].time, 0.41970756, 1e-8);
    EXPECT_NEAR(exact.impacts()[2].time, 1.00586691, 1e-8);
    // until the first one nothing but a fall, the spring unstretched
    EXPECT_NEAR(exact.impacts()[0].time, std::sqrt(0.1602), 1e-15);
    for (const double t : {0., 0.1, 0.4})
      {
        EXPECT_NEAR(exact.gap(t), 0.801 - 5. * t * t, 1e-15);
        EXPECT_NEAR(exact.position(t)[0], 1.001 - 5. * t * t, 1e-15);
        EXPECT_NEAR(exact.position(t)[1], 2.001 - 5. * t * t, 1e-15);
        EXPECT_NEAR(exact.velocity(t)[0], -10. * t, 1e-15);
        EXPECT_NEAR(exact.velocity(t)[1], -10. * t, 1e-15);
      }
  }

  // Impacts of the decimal data in quadruple precision: k, t_k, u_k. The
  // rounding of the data in double precision is multiplied by them. [C13] sees
  // the impact at 3.46 s before the last accumulation.
  TEST(ExactTwoMassOscillator, FollowsQuadruplePrecision)
  {
    struct Impact
    {
      std::size_t k;
      double      time, velocity, tolerance;
    };
    const ExactTwoMassOscillator exact(chen, 10.);
    for (const auto &[k, time, velocity, tolerance] :
         {Impact{3, 1.031532702747203, -1.3606866074782324, 1e-14},
          Impact{4, 1.385561338836913, -2.7863350771357633, 1e-13},
          Impact{6, 1.923115756414889, -2.4507294887544346, 3e-13},
          Impact{8, 2.222407992057553, -0.89943556435421301, 2e-11},
          Impact{10, 2.253476855173190, -0.84358366689419328, 5e-11},
          Impact{12, 2.512870482570726, -1.5201874357775988, 1e-10},
          Impact{15, 2.852675310594904, -1.2381097437265725, 1e-9},
          Impact{20, 3.123635681292724, -0.31841086110125727, 1e-6},
          Impact{25, 3.269350426889138, -0.32560520549002364, 5e-5},
          Impact{30, 3.351644593620117, -0.066713411567423331, 1e-4}})
      {
        EXPECT_NEAR(exact.impacts()[k].time, time, tolerance) << k;
        EXPECT_NEAR(exact.impacts()[k].velocity_before, velocity, tolerance)
          << k;
        for (const double estimate : {1e-13, 1e-11, 1e-9, 1e-7, 1e-5})
          if (time < exact.accurate_until(estimate))
            {
              EXPECT_NEAR(exact.impacts()[k].time, time, estimate * time);
              EXPECT_NEAR(exact.impacts()[k].velocity_before,
                          velocity,
                          5. * estimate);
            }
      }
    EXPECT_GT(exact.accurate_until(1e-8), 2.5);
    EXPECT_LT(exact.accurate_until(1e-8), 3.);
    EXPECT_LT(exact.accurate_until(1e-12), 2.2);
    EXPECT_EQ(ExactTwoMassOscillator(chen, 1.).accurate_until(1e-12), 1.);

    ASSERT_EQ(exact.closed_contacts().size(), 2u);
    EXPECT_NEAR(exact.closed_contacts()[0].begin, 3.361338975, 1e-4);
    EXPECT_NEAR(exact.closed_contacts()[0].end, 3.376267482, 1e-4);
    EXPECT_NEAR(exact.closed_contacts()[1].begin, 3.531399559, 1e-4);
    EXPECT_EQ(exact.closed_contacts()[1].end,
              std::numeric_limits<double>::infinity());
    // the ones between the two contacts
    std::vector<double> times;
    for (const ImpactEvent &impact : exact.impacts())
      if (impact.time > 3.37 && impact.velocity_before < -0.1)
        times.push_back(impact.time);
    ASSERT_GE(times.size(), 3u);
    EXPECT_NEAR(times[0], 3.413518437, 1e-4);
    EXPECT_NEAR(times[1], 3.430737203, 1e-4);
    EXPECT_NEAR(times[2], 3.460347778, 1e-4);
  }

  TEST(ExactTwoMassOscillator, AgreesWithTinySteps)
  {
    struct Case
    {
      TwoMasses parameters;
      double    end;
    };
    std::size_t n_impacts = 0;
    for (const auto &[p, end] : {Case{chen, 1.9},
                                 Case{with_restitution(chen, 1.), 1.9},
                                 Case{with_restitution(chen, 0.1), 1.2},
                                 Case{unequal, 0.9},
                                 Case{with_restitution(unequal, 1.), 3.}})
      {
        const ExactTwoMassOscillator exact(p, end);
        EventStepping                steps = stepping(p);
        for (double t = 0.; t < end; t += 0.0173)
          {
            steps.advance_to(t, 1e-4L);
            if (steps.stopped)
              break;
            const auto q = exact.position(t), v = exact.velocity(t);
            ASSERT_NEAR(exact.gap(t), static_cast<double>(steps.y[0]), 1e-12)
              << t;
            ASSERT_NEAR(q[0], exact.gap(t) + p.radius, 1e-15);
            ASSERT_NEAR(v[0], static_cast<double>(steps.y[1]), 1e-10) << t;
            ASSERT_NEAR(q[1], static_cast<double>(steps.y[2]), 1e-12) << t;
            ASSERT_NEAR(v[1], static_cast<double>(steps.y[3]), 1e-10) << t;
          }
        for (std::size_t k = 0; k < steps.impacts.size(); ++k)
          {
            ++n_impacts;
            EXPECT_NEAR(exact.impacts()[k].time, steps.impacts[k].time, 1e-12);
            EXPECT_NEAR(exact.impacts()[k].velocity_before,
                        steps.impacts[k].velocity_before,
                        1e-10);
          }
      }
    EXPECT_GT(n_impacts, 30u);
  }

  TEST(ExactTwoMassOscillator, ObeysTheImpactLawAndIsContinuous)
  {
    for (const TwoMasses &p : {chen, unequal, with_restitution(chen, 0.)})
      {
        const ExactTwoMassOscillator exact(p, 3.);
        double                       previous = 0.;
        for (const auto &[t, before, after] : exact.impacts())
          {
            EXPECT_LE(before, 0.);
            EXPECT_NEAR(after, -p.restitution * before, 1e-15);
            EXPECT_NEAR(exact.gap(t), 0., 1e-14);
            const double dt = 1e-9;
            if (t - previous > 1e-3 && before < -1e-3)
              {
                const auto q        = exact.position(t),
                           q_before = exact.position(t - dt);
                const auto v        = exact.velocity(t),
                           v_before = exact.velocity(t - dt);
                EXPECT_NEAR(q_before[0], q[0] - before * dt, 1e-14);
                EXPECT_NEAR(q_before[1], q[1] - v[1] * dt, 1e-14);
                EXPECT_NEAR(v_before[0], before, 1e-6);
                EXPECT_NEAR(v_before[1], v[1], 1e-6);
                EXPECT_NEAR(v[0], after, 1e-9);
              }
            previous = t;
          }
      }
  }

  // Only impacts change the energy, by -(1 - e^2) m_1 u^2/2.
  TEST(ExactTwoMassOscillator, LosesEnergyInImpactsOnly)
  {
    for (const double e : {0., 0.5, 0.8, 1.})
      for (const TwoMasses &base : {chen, unequal})
        {
          const TwoMasses              p = with_restitution(base, e);
          const ExactTwoMassOscillator exact(p, 10.);
          const double                 scale = energy(p, exact, 0.);
          double                       loss  = 0.;
          std::size_t                  k     = 0;
          for (double t = 0.; t < 10.; t += 0.00317)
            {
              for (; k < exact.impacts().size() && exact.impacts()[k].time <= t;
                   ++k)
                loss += 0.5 * p.masses[0] * (1. - e * e) *
                        std::pow(exact.impacts()[k].velocity_before, 2);
              ASSERT_NEAR(energy(p, exact, t), scale - loss, 1e-12 * scale)
                << e << ' ' << t;
              ASSERT_GE(exact.gap(t), 0.);
              ASSERT_GE(exact.contact_force(t), 0.);
            }
          EXPECT_GT(k, 5u);
        }
  }

  TEST(ExactTwoMassOscillator, RefusesWrongDataAndTimes)
  {
    const auto refused = [](const TwoMasses &p) {
      EXPECT_THROW(ExactTwoMassOscillator(p, 1.), std::invalid_argument);
    };
    TwoMasses bad = chen;
    bad.masses[1] = 0.;
    refused(bad);
    bad           = chen;
    bad.stiffness = 0.;
    refused(bad);
    bad         = chen;
    bad.gravity = 0.;
    refused(bad);
    refused(with_restitution(chen, 1.1));
    bad                = chen;
    bad.initial_height = 0.1;
    refused(bad);
    EXPECT_THROW(ExactTwoMassOscillator(chen, -1.), std::invalid_argument);

    const ExactTwoMassOscillator exact(chen, 1.);
    EXPECT_EQ(exact.valid_until(), 1.);
    EXPECT_NO_THROW(exact.gap(std::nextafter(1., 2.)));
    EXPECT_THROW(exact.gap(1.1), std::domain_error);
    EXPECT_THROW(exact.position(-0.1), std::domain_error);
  }
} // namespace percuss::test::two_mass_oscillator_test
