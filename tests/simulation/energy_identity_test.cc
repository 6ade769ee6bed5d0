// SPDX-License-Identifier: Apache-2.0

// Random linear systems with three contacts, damping and a varying load: the
// energy identity of every scheme closes on every step to rounding.

#include "../mechanics/random_system.h"
#include "random_contacts.h"
#include "random_steppers.h"

#include <percuss/complementarity/make_solver.h>

#include <gtest/gtest.h>

#include <functional>
#include <memory>

namespace percuss::test::energy_identity_test
{
  using System     = MechanicalSystem<SmallAlgebra<6>>;
  using Scheme     = TimeIntegrationScheme<System>;
  using MakeScheme = std::function<std::unique_ptr<Scheme>()>;

  struct Case
  {
    std::string name;
    MakeScheme  make;
  };

  std::vector<Case>
  cases()
  {
    const auto moreau_jean = [](const double theta, const double sigma) {
      return
        [=]() { return std::make_unique<MoreauJean<System>>(theta, sigma); };
    };
    const auto alpha = [](const AlphaCoefficients c,
                          const LoadWeights weights  = LoadWeights::stiffness,
                          const Impulses    impulses = Impulses::jump) {
      return [=]() {
        return std::make_unique<GeneralizedAlpha<System>>(c, weights, impulses);
      };
    };
    const auto named = [](const std::string &name, const double theta = 0.5) {
      SchemeParameters p;
      p.name  = name;
      p.theta = theta;
      return [=]() { return make_scheme<System>(p); };
    };
    const auto schatzman_paoli = [](const double beta) {
      SchemeParameters p;
      p.name = "schatzman-paoli";
      p.beta = beta;
      return [=]() { return make_scheme<System>(p); };
    };
    using Coupling        = ContactTreatment::Coupling;
    const auto projection = [](const double   theta,
                               const bool     combined,
                               const Coupling coupling = Coupling::coupled,
                               const ProjectionMetric metric =
                                 ProjectionMetric::euclidean) {
      return [=]() {
        return std::make_unique<ProjectedMoreauJean<System>>(theta,
                                                             combined,
                                                             coupling,
                                                             metric);
      };
    };
    return {
      {"MoreauJeanMidpoint", moreau_jean(0.5, 0.5)},
      {"MoreauJeanImplicit", moreau_jean(1., 1.)},
      {"MoreauJeanBetween", moreau_jean(0.7, 0.7)},
      {"DissipativeVariant", moreau_jean(0.8, 0.5)},
      {"GeneralizedAlphaNoDissipation",
       alpha(generalized_alpha_coefficients(1.))},
      {"GeneralizedAlpha", alpha(generalized_alpha_coefficients(0.8))},
      {"GeneralizedAlphaAsymptotic", alpha(generalized_alpha_coefficients(0.))},
      {"Hht", alpha(hht_coefficients(0.2))},
      {"NewmarkTrapezoidal", alpha(newmark_coefficients(0.25, 0.5))},
      {"NewmarkDissipative", alpha(newmark_coefficients(0.5, 0.8))},
      {"AnyCoefficients", alpha({-0.3, 0.25, 0.6, 0.9})},
      {"KrenkHogsberg",
       alpha(generalized_alpha_coefficients(0.8), LoadWeights::inertia)},
      {"KrenkHogsbergAsymptotic",
       alpha(generalized_alpha_coefficients(0.), LoadWeights::inertia)},
      {"KrenkHogsbergAnyCoefficients",
       alpha({-0.3, 0.25, 0.6, 0.9}, LoadWeights::inertia)},
      {"ImplicitNewmark", named("implicit-newmark")},
      {"HhtVelocityLevel", named("hht-velocity-level")},
      {"AnyCoefficientsWithImpulsesAsForces",
       alpha({-0.3, 0.25, 0.6, 0.9}, LoadWeights::stiffness, Impulses::force)},
      {"CarpenterImplicit", named("carpenter-implicit")},
      {"HhtPositionLevel", named("hht-position-level")},
      {"AnyCoefficientsAtPositionLevel",
       alpha({-0.3, 0.25, 0.6, 0.9},
             LoadWeights::stiffness,
             Impulses::force_at_position_level)},
      {"CDLagrange", named("cd-lagrange")},
      {"CDLagrangeImplicit", named("cd-lagrange-implicit")},
      {"CarpenterExplicit", named("carpenter-explicit")},
      {"SchatzmanPaoliExplicit", named("schatzman-paoli", 0.)},
      {"SchatzmanPaoli", named("schatzman-paoli", 0.6)},
      {"SchatzmanPaoliImplicit", named("schatzman-paoli", 1.)},
      {"SchatzmanPaoliWithBetaZero", schatzman_paoli(0.)},
      {"SchatzmanPaoliWithBeta", schatzman_paoli(0.25)},
      {"SchatzmanPaoliWithLargeBeta", schatzman_paoli(0.8)},
      {"DirectProjection", projection(0.7, false)},
      {"DirectProjectionDecoupled",
       projection(0.7, false, Coupling::decoupled)},
      {"DirectProjectionInOnePass", projection(0.7, false, Coupling::one_pass)},
      {"DirectProjectionKineticMetric",
       projection(0.7, false, Coupling::one_pass, ProjectionMetric::kinetic)},
      {"CombinedProjection", projection(0.5, true)},
      {"CombinedProjectionDecoupled",
       projection(0.7, true, Coupling::decoupled)},
      {"CombinedProjectionInOnePass",
       projection(0.7, true, Coupling::one_pass)},
      {"GeneralizedAlphaGGL", named("generalized-alpha-ggl")}};
  }

  class EnergyIdentity : public testing::TestWithParam<Case>
  {};

  TEST_P(EnergyIdentity, ClosesOnEveryStepThroughImpacts)
  {
    for (const unsigned int seed : {1u, 2u, 3u})
      {
        const RandomSystem   system(seed);
        const RandomContacts contacts(seed, 3);
        const auto           scheme = GetParam().make();
        const auto           solver = make_solver("automatic", 3);
        SmallVector<6>       q_0, v_0;
        v_0.entries.setOnes();
        const Clock         clock{0., 2e-3, 4.};
        TimeStepper<System> stepper(
          system,
          *scheme,
          contacts,
          *solver,
          Activation(Activation::Rule::explicit_forecast, 0.5),
          clock,
          q_0,
          v_0);
        // schemes that gain energy at impacts soon have few of them, and later
        // so much energy that the energy balance ends the run
        const auto level         = scheme->contact_treatment().level;
        const bool loses_contact = scheme->needs_impulse_vector() &&
                                   level != ContactTreatment::Level::both;
        stepper.advance(loses_contact ? 1000 : 2000);

        const StepRecord &record = stepper.record();
        EXPECT_GE(record.contacts->n_problems, loses_contact ? 2u : 12u);
        EXPECT_EQ(record.energy_record->cumulative.projection != 0.,
                  level == ContactTreatment::Level::both);
        EXPECT_GT(record.contacts->total_impulse, 0.);
        EXPECT_LT(record.energy_record->max_relative_residual, 2e-13);
        // and the energies of the states themselves tell the same
        const EnergyRecord &energy_record = *record.energy_record;
        EXPECT_NEAR(energy_record.energy.algorithmic -
                      energy_record.initial_energy.algorithmic,
                    energy_record.cumulative.total(),
                    1e-10 * energy_record.initial_energy.total());
        EXPECT_NE(record.energy_record->cumulative.external, 0.);
        EXPECT_LT(record.energy_record->cumulative.damping, 0.);
        EXPECT_NE(record.energy_record->cumulative.contact, 0.);
      }
  }

  INSTANTIATE_TEST_SUITE_P(Schemes,
                           EnergyIdentity,
                           testing::ValuesIn(cases()),
                           [](const auto &test) { return test.param.name; });
} // namespace percuss::test::energy_identity_test
