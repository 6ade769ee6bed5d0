// SPDX-License-Identifier: Apache-2.0

// Schemes that must coincide, on damped, driven systems through impacts.

#include "../mechanics/random_system.h"
#include "random_contacts.h"
#include "random_steppers.h"

#include <percuss/complementarity/lemke.h>

#include <gtest/gtest.h>

namespace percuss::test::scheme_equality_test
{
  using System = MechanicalSystem<SmallAlgebra<6>>;

  void
  expect_same_motion(TimeIntegrationScheme<System> &one,
                     TimeIntegrationScheme<System> &other,
                     const bool                     damped_and_loaded = true,
                     const double                   tolerance         = 1e-12)
  {
    const Activation activation(Activation::Rule::explicit_forecast, 0.5);
    const Clock      clock{0., 2e-3, 2.};
    for (const unsigned int seed : {1u, 2u, 3u, 4u})
      {
        const RandomSystem   system(seed, damped_and_loaded, damped_and_loaded);
        const RandomContacts contacts(seed, 3);
        Lemke                lemke(3), other_lemke(3);
        SmallVector<6>       q_0, v_0;
        v_0 = 1.;
        TimeStepper<System> x(
          system, one, contacts, lemke, activation, clock, q_0, v_0);
        TimeStepper<System> y(
          system, other, contacts, other_lemke, activation, clock, q_0, v_0);
        double size = 0.;
        for (int i = 0; i < 100; ++i)
          {
            x.advance(10);
            y.advance(10);
            size = std::max(size, x.state().v.entries.norm());
            EXPECT_LT((x.state().q.entries - y.state().q.entries).norm(),
                      tolerance * size);
            EXPECT_LT((x.state().v.entries - y.state().v.entries).norm(),
                      tolerance * size);
          }
        const double impulse = x.record().contacts->total_impulse;
        EXPECT_GT(impulse, 0.);
        EXPECT_NEAR(y.record().contacts->total_impulse,
                    impulse,
                    tolerance * impulse);
      }
  }

  TEST(SchemeEquality, DissipativeVariantIsNewmark)
  {
    MoreauJean<System>       variant(1., 0.5);
    GeneralizedAlpha<System> newmark(newmark_coefficients(0.5, 1.));
    expect_same_motion(variant, newmark);
  }

  TEST(SchemeEquality, MoreauJeanMidpointIsNewmarkTrapezoidal)
  {
    MoreauJean<System>       midpoint(0.5);
    GeneralizedAlpha<System> newmark(newmark_coefficients(0.25, 0.5));
    expect_same_motion(midpoint, newmark);
  }

  TEST(SchemeEquality, GeneralizedAlphaOfRadiusHalfIsHhtOfOneThird)
  {
    GeneralizedAlpha<System> alpha(generalized_alpha_coefficients(0.5));
    GeneralizedAlpha<System> hht(hht_coefficients(1. / 3.));
    expect_same_motion(alpha, hht);
  }

  TEST(SchemeEquality, KrenkHogsbergWithoutLoadsIsGeneralizedAlpha)
  {
    const AlphaCoefficients  c = generalized_alpha_coefficients(0.6);
    GeneralizedAlpha<System> alpha(c);
    GeneralizedAlpha<System> krenk_hogsberg(c, LoadWeights::inertia);
    expect_same_motion(alpha, krenk_hogsberg, false);
  }

  TEST(SchemeEquality, CoupledProjectionIsDecoupledProjection)
  {
    using Projection = ProjectedMoreauJean<System>;
    using Coupling   = ContactTreatment::Coupling;
    for (const ProjectionMetric metric :
         {ProjectionMetric::euclidean, ProjectionMetric::kinetic})
      for (const bool combined : {false, true})
        {
          Projection coupled(0.6, combined, Coupling::coupled, metric);
          Projection decoupled(0.6, combined, Coupling::decoupled, metric);
          expect_same_motion(coupled, decoupled, true, 1e-10);
        }
  }

  void
  expect_same_motion(const std::string &one,
                     const std::string &other,
                     const bool         damped_and_loaded)
  {
    SchemeParameters parameters;
    parameters.name = one;
    const auto x    = make_scheme<System>(parameters);
    parameters.name = other;
    const auto y    = make_scheme<System>(parameters);
    expect_same_motion(*x, *y, damped_and_loaded);
  }

  TEST(SchemeEquality, CarpenterImplicitIsNewmarkAtPositionLevel)
  {
    expect_same_motion("carpenter-implicit", "newmark-position-level", true);
  }

  TEST(SchemeEquality, CDLagrangeHasOneFormWithoutDamping)
  {
    expect_same_motion("cd-lagrange", "cd-lagrange-implicit", false);
  }

  // Both schemes without numerical dissipation are the midpoint rule when the
  // load is constant.
  TEST(SchemeEquality, GeneralizedAlphaOfRadiusOneKeepsTheEnergy)
  {
    const RandomSystem       system(1, false, false);
    const RandomContacts     contacts(1, 0);
    GeneralizedAlpha<System> scheme(generalized_alpha_coefficients(1.));
    Lemke                    lemke(1);
    SmallVector<6>           q_0, v_0;
    v_0 = 1.;
    TimeStepper<System> stepper(system,
                                scheme,
                                contacts,
                                lemke,
                                {Activation::Rule::explicit_forecast, 0.5},
                                {0., 2e-3, 2.},
                                q_0,
                                v_0);
    const double        energy = stepper.record().energy_record->energy.total();
    stepper.advance(10000);
    EXPECT_NEAR(stepper.record().energy_record->energy.total(),
                energy,
                1e-11 * energy);
  }
} // namespace percuss::test::scheme_equality_test
