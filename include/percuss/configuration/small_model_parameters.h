// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_configuration_small_model_parameters_h
#define percuss_configuration_small_model_parameters_h

#include <percuss/discrete/bouncing_ball.h>
#include <percuss/discrete/discrete_arch.h>
#include <percuss/discrete/linear_oscillator.h>
#include <percuss/discrete/rotating_spring.h>
#include <percuss/discrete/slider_crank.h>
#include <percuss/discrete/two_mass_oscillator.h>
#include <percuss/discrete/van_der_pol_oscillator.h>

#include <deal.II/base/parameter_handler.h>

namespace percuss
{
  /** The sections of the models of module discrete, one each. */
  struct SmallModelParameters
  {
    BouncingBallDescription        bouncing_ball;
    LinearOscillatorDescription    linear_oscillator;
    TwoMassOscillatorDescription   two_mass_oscillator;
    VanDerPolOscillatorDescription van_der_pol_oscillator;
    RotatingSpringDescription      rotating_spring;
    DiscreteArchDescription        discrete_arch;
    SliderCrankDescription         slider_crank;

    /** End of a run of the arch, see 'Discrete arch/termination ratio'. */
    double termination_ratio = 0.;

    /**
     * Declares the sections. Their entries are called as the models call the
     * quantities in the messages of their constructors.
     */
    void
    add_parameters(dealii::ParameterHandler &prm);
  };
} // namespace percuss

#endif
