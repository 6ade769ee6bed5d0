// SPDX-License-Identifier: Apache-2.0

// Mechanisms in the plane with an implicit scheme, step by step.

#ifndef percuss_models_mechanism_newton_run_h
#define percuss_models_mechanism_newton_run_h

#include <percuss/complementarity/automatic_solver.h>
#include <percuss/models/mechanism/mechanism_constraints.h>
#include <percuss/models/mechanism/parse_mechanism.h>
#include <percuss/models/mechanism/planar_mechanism.h>
#include <percuss/simulation/banded_stepper.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace percuss::test
{
  using System = MechanicalSystem<BandedAlgebra>;
  using Scheme = TimeIntegrationScheme<System>;

  inline std::unique_ptr<Scheme>
  make_scheme(const std::string &name)
  {
    const auto alpha = generalized_alpha_coefficients(0.8);
    if (name == "moreau-jean")
      return std::make_unique<MoreauJean<System>>(0.5);
    if (name == "generalized-alpha")
      return std::make_unique<GeneralizedAlpha<System>>(alpha,
                                                        LoadWeights::stiffness,
                                                        Impulses::jump);
    if (name == "generalized-alpha-ggl")
      return std::make_unique<GeneralizedAlphaGGL<System>>(alpha);
    return std::make_unique<ProjectedMoreauJean<System>>(0.5, true);
  }

  const std::vector<std::string> schemes{"moreau-jean",
                                         "combined-projection",
                                         "generalized-alpha",
                                         "generalized-alpha-ggl"};

  /** Units of length, mass and time; by powers of two everything that has a
   * unit is scaled without rounding. */
  struct Units
  {
    std::string
    number(const double value,
           const int    l,
           const int    m = 0,
           const int    t = 0) const
    {
      std::ostringstream text;
      text.precision(17);
      text << value * std::pow(length, l) * std::pow(mass, m) *
                std::pow(time, t);
      return text.str();
    }

    double length = 1., mass = 1., time = 1.;
  };

  struct NewtonRun
  {
    NewtonRun(const MechanismTexts  &texts,
              const std::string     &scheme_name,
              const double           h,
              const double           gravity,
              ComplementaritySolver *other_solver = nullptr)
      : description(parse_mechanism<2>(texts, {0., 0., 0.}))
      , mechanism(with_gravity(description, gravity))
      , constraints(description.joints, description.contacts)
      , scheme(make_scheme(scheme_name))
      , solver(static_cast<unsigned int>(constraints.n_constraints()))
      , stepper(mechanism,
                *scheme,
                constraints,
                other_solver ? *other_solver : solver,
                Activation(Activation::Rule::explicit_forecast, 0.5),
                Clock{0., h, 1e6 * h},
                mechanism.initial_position(),
                mechanism.initial_velocity())
    {}

    static const PlanarMechanismDescription &
    with_gravity(PlanarMechanismDescription &d, const double gravity)
    {
      d.gravity = {0., -gravity};
      return d;
    }

    const State<BandedAlgebra> &
    state() const
    {
      return stepper.state();
    }

    /** Of the last node. */
    double
    tip() const
    {
      return state().q[state().q.size() - 2];
    }

    double
    joint_velocity() const
    {
      double largest = 0.;
      for (std::size_t i = 0; i < constraints.n_constraints(); ++i)
        if (constraints.law(i).kind == ContactLaw::Kind::bilateral)
          largest =
            std::max(largest, std::abs(stepper.record().contact_velocity[i]));
      return largest;
    }

    PlanarMechanismDescription description;
    const PlanarMechanism      mechanism;
    const PlanarConstraints    constraints;
    std::unique_ptr<Scheme>    scheme;
    AutomaticSolver            solver;
    TimeStepper<System>        stepper;
  };

  /** A steel leaf, clamped or hinged at its left end. */
  inline MechanismTexts
  beam(const unsigned int n_elements,
       const std::string &joint = "fixed",
       const Units       &u     = {})
  {
    MechanismTexts texts;
    texts.beams = "b: from 0, 0 ; length " + u.number(0.3, 1) + " ; elements " +
                  std::to_string(n_elements) + " ; section rectangle " +
                  u.number(0.02, 1) + ", " + u.number(0.02, 1) +
                  " ; Young's modulus " + u.number(210e9, -1, 1, -2) +
                  " ; density " + u.number(7800., -3, 1);
    texts.joints = "A: " + joint + " ; ground 0, 0 ; b.start 0, 0";
    return texts;
  }
} // namespace percuss::test

#endif
