// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_configuration_spatial_run_h
#define percuss_tests_configuration_spatial_run_h

// Time steps of mechanisms without joints or contacts.

#include <percuss/complementarity/lemke.h>
#include <percuss/models/mechanism/planar_mechanism.h>
#include <percuss/models/mechanism/spatial_mechanism.h>
#include <percuss/simulation/banded_stepper.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>

namespace percuss::test
{
  class NoConstraints final : public ConstraintKinematics<BandedAlgebra>
  {
  public:
    std::size_t
    n_constraints() const override
    {
      return 0;
    }
    const std::string &
    name(std::size_t) const override
    {
      return none;
    }
    const ContactLaw &
    law(std::size_t) const override
    {
      return no_law;
    }
    void
    gap(const Vector &, double, std::span<double>) const override
    {}
    void
    velocity(const Vector &,
             double,
             const Vector &,
             std::span<double>) const override
    {}
    void
    add_impulse(const Vector &,
                double,
                std::span<const double>,
                Vector &) const override
    {}

  private:
    std::string none;
    ContactLaw  no_law{};
  };

  using System = MechanicalSystem<BandedAlgebra>;
  using Scheme = TimeIntegrationScheme<System>;

  inline std::unique_ptr<Scheme>
  moreau_jean()
  {
    return std::make_unique<MoreauJean<System>>(0.5, 0.5);
  }

  inline std::unique_ptr<Scheme>
  generalized_alpha(const double rho)
  {
    return std::make_unique<GeneralizedAlpha<System>>(
      generalized_alpha_coefficients(rho),
      LoadWeights::stiffness,
      Impulses::jump);
  }

  /** A run of free motion. */
  template <class Mechanism>
  struct FreeMotion
  {
    FreeMotion(const Mechanism        &mechanism,
               std::unique_ptr<Scheme> scheme,
               double                  h)
      : mechanism(mechanism)
      , scheme(std::move(scheme))
      , stepper(mechanism,
                *this->scheme,
                constraints,
                solver,
                Activation(Activation::Rule::explicit_forecast, 0.5),
                Clock{0., h, 1e6 * h},
                mechanism.initial_position(),
                mechanism.initial_velocity())
    {}

    const State<BandedAlgebra> &
    state() const
    {
      return stepper.state();
    }

    const Mechanism        &mechanism;
    std::unique_ptr<Scheme> scheme;
    NoConstraints           constraints;
    Lemke                   solver;
    TimeStepper<System>     stepper;
  };
} // namespace percuss::test

#endif
