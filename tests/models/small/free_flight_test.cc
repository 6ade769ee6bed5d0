// SPDX-License-Identifier: Apache-2.0

// Motion without contact, integrated by a method of the test's own: what the
// forces conserve, and what damping takes.

#include <percuss/models/small/discrete_arch/discrete_arch.h>
#include <percuss/models/small/linear_oscillator/linear_oscillator.h>
#include <percuss/models/small/rotating_spring/rotating_spring.h>
#include <percuss/models/small/slider_crank/slider_crank.h>
#include <percuss/models/small/two_mass_oscillator/two_mass_oscillator.h>
#include <percuss/models/small/van_der_pol_oscillator/van_der_pol_oscillator.h>

#include <gtest/gtest.h>

namespace percuss::test::free_flight_test
{
  /** The classical Runge-Kutta method for M v' = F - dV/dq - c, q' = v. */
  template <class Model>
  class FreeFlight
  {
  public:
    using A       = typename Model::AlgebraType;
    using Vector  = typename Model::Vector;
    using Entries = typename Vector::Entries;

    explicit FreeFlight(const Model &model)
      : q(model.initial_position())
      , v(model.initial_velocity())
      , model(model)
    {
      factorize_mass();
    }

    /** Kinetic, strain and potential energy [J]. */
    double
    energy() const
    {
      Vector p, s;
      model.momentum(q, v, p);
      model.elastic_force(q, s);
      return 0.5 * (v * p) + model.strain_energy(q, s) +
             model.load_potential(q);
    }

    /** Power of the damping [W]. */
    double
    damping_power() const
    {
      Vector d;
      model.damping_force(q, v, d);
      return -(v * d);
    }

    void
    step(const double h)
    {
      const Entries q_0 = q.entries, v_0 = v.entries;
      const Entries v_1 = v_0, a_1 = acceleration();
      const auto    stage =
        [&](const double c, const Entries &dq, const Entries &dv) {
          q.entries = q_0 + c * h * dq;
          v.entries = v_0 + c * h * dv;
          return acceleration();
        };
      const Entries a_2 = stage(0.5, v_1, a_1), v_2 = v.entries;
      const Entries a_3 = stage(0.5, v_2, a_2), v_3 = v.entries;
      const Entries a_4 = stage(1., v_3, a_3), v_4 = v.entries;
      q.entries = q_0 + h / 6. * (v_1 + 2. * v_2 + 2. * v_3 + v_4);
      v.entries = v_0 + h / 6. * (a_1 + 2. * a_2 + 2. * a_3 + a_4);
    }

    Vector q, v;

  private:
    void
    factorize_mass()
    {
      typename Model::Matrix M;
      State<A>               x;
      x.q = q;
      model.iteration_matrix({1., 0., 0.}, x, M);
      mass.factorize(M);
    }

    Entries
    acceleration()
    {
      if (!model.has_constant_mass())
        factorize_mass();
      Vector F, s, d, a;
      model.load(0., F);
      model.elastic_force(q, s);
      model.damping_force(q, v, d);
      F.add(-1., s, -1., d);
      mass.solve(a, F);
      return a.entries;
    }

    const Model             &model;
    typename A::LinearSolver mass;
  };

  TEST(FreeFlight, KeepsTheEnergyOfUndampedSystems)
  {
    const auto expect_conserved =
      [](auto flight, const double h, const double energy) {
        EXPECT_NEAR(flight.energy(), energy, 1e-15 * std::abs(energy));
        for (int k = 0; k < 5000; ++k)
          flight.step(h);
        EXPECT_NEAR(flight.energy(), energy, 1e-10 * std::abs(energy));
      };
    const RotatingSpring spring({});
    expect_conserved(FreeFlight(spring), 1e-3, 0.5 * 5. + 0.5 * 10. * 0.04);

    TwoMassOscillatorDescription masses;
    masses.lower_mass       = 2.;
    masses.initial_velocity = 40.;
    const TwoMassOscillator pair(masses);
    // 1/2 k x^2 + m g q of each, less the constant 1/2 k l^2
    FreeFlight flight(pair);
    flight.q[1] += 0.05;
    expect_conserved(flight,
                     1e-4,
                     0.5 * 3. * 1600. + 0.5 * 1e4 * 0.0025 +
                       10. * (2. * 1.001 + 2.051) - 0.5 * 1e4);

    LinearOscillatorDescription oscillator;
    oscillator.stiffness        = 4.;
    oscillator.rest_position    = 0.5;
    oscillator.force            = -1.;
    oscillator.initial_velocity = 3.;
    const LinearOscillator mass(oscillator);
    expect_conserved(FreeFlight(mass), 1e-3, 4.5 + 2. - 1.);
  }

  TEST(FreeFlight, KeepsTheEnergyOfTheArch)
  {
    DiscreteArchDescription d;
    d.damping = 0.;
    d.load    = 0.;
    const DiscreteArch arch(d);
    FreeFlight         flight(arch);
    for (int i = 0; i < 20; ++i)
      flight.v[i] = 0.01 * std::cos(2. * i); // snaps several times
    const double energy = flight.energy();
    double       strain = 0., lowest = 1.;
    for (int k = 0; k < 20000; ++k)
      {
        flight.step(0.02);
        strain = std::max(strain, arch.strain_energy(flight.q, {}));
        lowest = std::min(lowest, flight.q[9]);
      }
    EXPECT_NEAR(flight.energy(), energy, 1e-6 * energy);
    EXPECT_GT(strain, 0.3 * energy);
    EXPECT_LT(lowest, -0.03);
  }

  TEST(FreeFlight, KeepsTheEnergyOfTheSliderCrank)
  {
    SliderCrankDescription d;
    d.slider_velocity = 20.;
    const SliderCrank crank(d);
    FreeFlight        flight(crank);
    const double      energy = flight.energy();
    double            lowest = energy;
    for (int k = 0; k < 10000; ++k) // the crank turns once
      {
        flight.step(1e-5);
        lowest = std::min(lowest, energy - crank.strain_energy(flight.q, {}));
      }
    EXPECT_NEAR(flight.energy(), energy, 1e-10 * energy);
    EXPECT_LT(lowest, 0.97 * energy); // weight has work to do
    EXPECT_NEAR(flight.q[2], 2., 1e-12);
  }

  TEST(FreeFlight, LosesWhatDampingTakes)
  {
    const auto expect_balance = [](auto flight, const double h) {
      const double energy = flight.energy();
      double       work   = 0.;
      for (int k = 0; k < 1000; ++k) // by the trapezoidal rule
        {
          work += 0.5 * h * flight.damping_power();
          flight.step(h);
          work += 0.5 * h * flight.damping_power();
        }
      EXPECT_GT(std::abs(work), 0.1 * std::abs(energy));
      EXPECT_NEAR(flight.energy() - energy, work, 2e-5 * std::abs(energy));
      return work;
    };
    LinearOscillatorDescription oscillator;
    oscillator.damping = 0.5;
    const LinearOscillator mass(oscillator);
    EXPECT_LT(expect_balance(FreeFlight(mass), 3e-3), 0.);

    // inside its amplitude Van der Pol's oscillator is fed, outside it is not
    VanDerPolOscillatorDescription d;
    d.initial_position = 0.1;
    d.initial_velocity = 0.;
    d.damping_ratio    = 0.5;
    const VanDerPolOscillator fed(d);
    EXPECT_GT(expect_balance(FreeFlight(fed), 2e-3), 0.);
    d.initial_position = -3.;
    const VanDerPolOscillator damped(d);
    EXPECT_LT(expect_balance(FreeFlight(damped), 1e-3), 0.);
  }

  TEST(FreeFlight, OfACentralForceKeepsTheAngularMomentum)
  {
    const RotatingSpring spring({});
    FreeFlight           flight(spring);
    for (int k = 0; k < 5000; ++k)
      flight.step(1e-3);
    EXPECT_NEAR(flight.q[0] * flight.v[1] - flight.q[1] * flight.v[0],
                1.6,
                1e-12);
  }

  // the limit cycle without obstacle, whatever the start
  TEST(FreeFlight, OfVanDerPolReachesTwiceItsAmplitude)
  {
    for (const double damping_ratio : {0.1, 5.})
      {
        VanDerPolOscillatorDescription d;
        d.amplitude         = 0.5;
        d.angular_frequency = 2.;
        d.damping_ratio     = damping_ratio;
        d.mass              = 3.;
        const VanDerPolOscillator oscillator(d);
        FreeFlight                flight(oscillator);
        double                    highest = 0.;
        for (int k = 0; k < 100000; ++k)
          {
            flight.step(2e-3);
            if (k >= 80000)
              highest = std::max(highest, flight.q[0]);
          }
        // 2.000092 for 0.1, 2.02151 for 5, in x_0
        EXPECT_NEAR(highest, damping_ratio < 1. ? 1.00005 : 1.01075, 2e-5);
      }
  }
} // namespace percuss::test::free_flight_test
