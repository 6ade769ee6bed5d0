// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_configuration_mechanism_run_h
#define percuss_tests_configuration_mechanism_run_h

// Time steps of mechanisms with joints and contacts, from their texts.

#include <percuss/complementarity/make_solver.h>
#include <percuss/models/mechanism/mechanism_constraints.h>
#include <percuss/models/mechanism/parse_mechanism.h>
#include <percuss/models/mechanism/planar_mechanism.h>
#include <percuss/models/mechanism/spatial_mechanism.h>
#include <percuss/simulation/banded_stepper.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

namespace percuss::test
{
  using DenseSystem = MechanicalSystem<BandedAlgebra>;
  using DenseScheme = TimeIntegrationScheme<DenseSystem>;

  inline SchemeParameters
  scheme_named(const std::string  &name,
               const double        rho   = 0.8,
               const JointImpulses where = JointImpulses::midpoint)
  {
    SchemeParameters p;
    p.name            = name;
    p.spectral_radius = rho;
    p.joint_impulses  = where;
    return p;
  }

  inline PlanarMechanismDescription
  planar(const MechanismTexts &texts, const double gravity)
  {
    PlanarMechanismDescription d = parse_mechanism<2>(texts);
    d.gravity                    = {0., -gravity};
    return d;
  }

  inline SpatialMechanismDescription
  spatial(const MechanismTexts &texts, const double gravity)
  {
    SpatialMechanismDescription d = parse_mechanism<3>(texts);
    d.gravity                     = {0., 0., -gravity};
    return d;
  }

  /** A run of a mechanism, PlanarMechanism or SpatialMechanism. */
  template <class Mechanism, class Constraints>
  struct MechanismRun
  {
    template <class Description>
    MechanismRun(const Description      &description,
                 const SchemeParameters &scheme,
                 const double            h,
                 const Activation       &activation =
                   Activation(Activation::Rule::free_position_forecast, 0.5))
      : mechanism(description)
      , constraints(description.joints,
                    description.contacts,
                    description.body_contacts)
      , scheme(make_scheme<DenseSystem>(scheme))
      , solver(
          make_solver("automatic",
                      static_cast<unsigned int>(constraints.n_constraints())))
      , stepper(mechanism,
                *this->scheme,
                constraints,
                *solver,
                activation,
                Clock{0., h, 1e9 * h},
                mechanism.initial_position(),
                mechanism.initial_velocity())
    {}

    const EnergyRecord &
    ledger() const
    {
      return *stepper.record().energy_record;
    }

    /** E - W - E_0 of the works of loads and dampers [J]. */
    double
    energy_error() const
    {
      return ledger().energy.total() - ledger().initial_energy.total() -
             ledger().cumulative.external - ledger().cumulative.damping;
    }

    /** Largest |energy_error()| over @p n steps. */
    double
    largest_energy_error(const long n)
    {
      double largest = 0.;
      for (long k = 0; k < n; ++k)
        {
          stepper.advance(1);
          largest = std::max(largest, std::abs(energy_error()));
        }
      return largest;
    }

    double
    joint_gap() const
    {
      return stepper.record().contacts->max_joint_gap;
    }

    const Mechanism                        mechanism;
    const Constraints                      constraints;
    std::unique_ptr<DenseScheme>           scheme;
    std::unique_ptr<ComplementaritySolver> solver;
    TimeStepper<DenseSystem, DenseScheme, ConstraintKinematics<BandedAlgebra>>
      stepper;
  };

  using PlanarRun  = MechanismRun<PlanarMechanism, PlanarConstraints>;
  using SpatialRun = MechanismRun<SpatialMechanism, SpatialConstraints>;
} // namespace percuss::test

#endif
