// SPDX-License-Identifier: Apache-2.0

// Two masses that fall on a floor.

#ifndef percuss_models_small_two_masses_h
#define percuss_models_small_two_masses_h

#include <percuss/models/small/two_mass_oscillator/exact_two_mass_oscillator.h>

namespace percuss::test
{
  using TwoMasses = ExactTwoMassOscillator::Parameters;

  const TwoMasses chen{.masses         = {1., 1.},
                       .stiffness      = 1e4,
                       .length         = 1.,
                       .radius         = 0.2,
                       .gravity        = 10.,
                       .restitution    = 0.8,
                       .initial_height = 1.001};

  const TwoMasses unequal{.masses             = {0.7, 2.5},
                          .stiffness          = 300.,
                          .length             = 0.5,
                          .radius             = 0.1,
                          .gravity            = 9.81,
                          .restitution        = 0.6,
                          .initial_height     = 0.4,
                          .initial_stretch    = 0.03,
                          .initial_velocities = {1.5, -2.}};

  inline TwoMasses
  with_restitution(TwoMasses p, const double restitution)
  {
    p.restitution = restitution;
    return p;
  }
} // namespace percuss::test

#endif
