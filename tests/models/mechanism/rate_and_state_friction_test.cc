// SPDX-License-Identifier: Apache-2.0

// Rate-and-state friction of a mass that slides: the bound of its time step, the
// stiffness below which a spring makes it stick and slip, its energy, and steps
// that are made again in smaller ones.

#include "mechanism_run.h"

#include <percuss/base/exceptions.h>
#include <percuss/constraints/rate_and_state.h>
#include <percuss/simulation/halving_stepper.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <random>
#include <sstream>
#include <vector>

namespace percuss::test::rate_and_state_friction_test
{
  constexpr double weight = 10.; // of 1 kg

  struct Friction
  {
    double mu = 0.6, a = 0.01, b = 0.015, speed = 1e-3, slip = 1e-3;

    std::string
    words() const
    {
      std::ostringstream text;
      text.precision(17);
      text << "friction " << mu << " ; direct effect " << a
           << " ; evolution effect " << b << " ; reference speed " << speed
           << " ; characteristic slip " << slip;
      return text.str();
    }

    double
    steady(const double v) const
    {
      return mu + (a - b) * std::log(v / speed);
    }
  };

  /** What has become of the contacts with such friction. */
  const RateAndStateRecord &
  states_of(const StepRecord &record)
  {
    return dynamic_cast<const RateAndState &>(*record.laws.at(0)).record();
  }

  std::string
  text(const double x)
  {
    std::ostringstream number;
    number.precision(17);
    number << x;
    return number.str();
  }

  /** A block of 1 kg with v that a force pulls, or a spring at a body that goes
   * on with v. */
  PlanarMechanismDescription
  block(const Friction    &friction,
        const double       v,
        const double       force,
        const std::string &bodies  = "",
        const std::string &springs = "")
  {
    return planar({"block: mass 1 ; inertia 1 ; at 0, 0, 0 ; velocity " +
                     text(v) + ", 0, 0" + bodies,
                   "",
                   "c: point ; block 0, 0 ; line ground 0, 0 ; normal 0, 1 ; " +
                     friction.words(),
                   springs,
                   "block: force " + text(force) + ", " + text(-weight)},
                  0.);
  }

  PlanarMechanismDescription
  pulled_block(const Friction &friction,
               const double    v,
               const double    v_of_driver,
               const double    stiffness)
  {
    const double force = weight * friction.steady(v_of_driver);
    return block(friction,
                 v,
                 0.,
                 " | driver: mass 1e12 ; inertia 1 ; at 10, 0, 0 ; velocity " +
                   text(v_of_driver) + ", 0, 0",
                 "s: block 0, 0 ; driver 0, 0 ; stiffness " + text(stiffness) +
                   " ; free length " + text(10. - force / stiffness));
  }

  double
  speed_of(const PlanarRun &run)
  {
    return run.stepper.state().v[0];
  }

  // A force that is constant; h a N/(m v) beside 2 + h b N/(m v) tanh(v h/(2 D)).
  TEST(RateAndStateFriction, SlidesSteadilyUpToTheBoundOfTheStep)
  {
    const double v = 0.02;
    for (const double ratio : {0.03, 1., 30.}) // v h/D
      for (const double b : {0., 0.006})
        for (const double share : {0.3, 0.97, 1.03})
          {
            Friction friction;
            friction.b     = b;
            friction.speed = v / 3.;
            const double h =
              share * 2. * v /
              (weight * (friction.a - b * std::tanh(ratio / 2.)));
            friction.slip      = v * h / ratio;
            const double force = weight * friction.steady(v);
            PlanarRun    fine(block(friction, v, force),
                           scheme_named("moreau-jean"),
                           h / 50.);
            fine.stepper.advance(100000);
            EXPECT_NEAR(speed_of(fine), v, 1e-8 * v);

            PlanarRun run(block(friction, 1.001 * v, force),
                          scheme_named("moreau-jean"),
                          h);
            run.stepper.take_states(fine.stepper);
            run.stepper.advance(2000);
            const unsigned long int n_alternating =
              states_of(run.stepper.record()).n_alternating;
            if (share < 1.)
              {
                EXPECT_NEAR(speed_of(run), v, 1e-8 * v) << ratio << ' ' << b;
                EXPECT_EQ(n_alternating, 0u);
              }
            else
              {
                EXPECT_GT(std::abs(speed_of(run) - v), 0.05 * v)
                  << ratio << ' ' << b;
                EXPECT_GT(n_alternating, 100u) << ratio << ' ' << b;
              }
            EXPECT_LE(run.ledger().cumulative.contact, 0.);
          }
  }

  /** The root with the largest imaginary part of m V x^3 + (N a + m V^2/D) x^2 +
   * (k V + N V (a - b)/D) x + k V^2/D. */
  std::complex<double>
  root_of_slider(const Friction &f, const double V, const double k)
  {
    const double         omega = V / f.slip;
    std::complex<double> x(0., std::sqrt(k));
    for (int i = 0; i < 100; ++i)
      {
        const double c[] = {k * V * omega,
                            k * V + weight * omega * (f.a - f.b),
                            weight * f.a + V * omega,
                            V};
        x -= (((c[3] * x + c[2]) * x + c[1]) * x + c[0]) /
             ((3. * c[3] * x + 2. * c[2]) * x + c[1]);
      }
    return x;
  }

  // k_c = N (b - a)/D (1 + m V^2/(N a D)) = 100 N/m
  TEST(RateAndStateFriction, GrowsOrDecaysAsTheSliderOfTheory)
  {
    const Friction friction;
    const double   V = 1e-2, h = 1e-4;
    const double   critical =
      weight * (friction.b - friction.a) / friction.slip *
      (1. + V * V / (weight * friction.a * friction.slip));
    EXPECT_NEAR(root_of_slider(friction, V, critical).real(), 0., 1e-9);

    PlanarRun steady(pulled_block(friction, V, V, 5. * critical),
                     scheme_named("moreau-jean"),
                     h);
    steady.stepper.advance(100000);
    EXPECT_NEAR(speed_of(steady), V, 1e-7 * V);
    for (const double share : {0.8, 0.95, 1.05, 1.3})
      {
        PlanarRun run(pulled_block(friction, 1.001 * V, V, share * critical),
                      scheme_named("moreau-jean"),
                      h);
        run.stepper.take_states(steady.stepper);
        const auto swing = [&run, V](const int n_steps) {
          double largest = 0.;
          for (int i = 0; i < n_steps; ++i)
            {
              run.stepper.advance(1);
              largest = std::max(largest, std::abs(speed_of(run) - V));
            }
          return largest;
        };
        const std::complex<double> root =
          root_of_slider(friction, V, share * critical);
        const int period =
          static_cast<int>(std::lround(2. * M_PI / root.imag() / h));
        swing(period); // another root dies
        const double first = swing(period);
        swing(period);
        const double last = swing(period);
        EXPECT_NEAR(std::log(last / first) / (2. * period * h),
                    root.real(),
                    0.02)
          << share << ' ' << root.real();
      }
  }

  TEST(RateAndStateFriction, SticksAndSlipsOnASoftSpring)
  {
    const Friction friction;
    for (const char *const scheme :
         {"moreau-jean", "generalized-alpha", "cd-lagrange"})
      {
        PlanarRun    run(pulled_block(friction, 0., 1e-2, 30.),
                      scheme_named(scheme),
                      2e-4);
        unsigned int n_slips = 0, n_held = 0;
        double       last_work = 0.;
        bool         sticks    = true;
        for (int i = 0; i < 150000; ++i)
          {
            run.stepper.advance(1);
            const double work = run.ledger().cumulative.friction;
            EXPECT_LE(work, last_work + 1e-18);
            last_work      = work;
            const double v = speed_of(run);
            n_held += std::abs(v) < 1e-10;
            if (sticks && v > 2e-2)
              ++n_slips;
            if (v > 2e-2)
              sticks = false;
            else if (std::abs(v) < 1e-10)
              sticks = true;
          }
        EXPECT_GT(n_slips, 5u) << scheme;
        EXPECT_GT(n_held, 50000u) << scheme;
        EXPECT_LT(run.ledger().max_residual, 1e-12) << scheme;
        const RateAndStateRecord &r = states_of(run.stepper.record());
        EXPECT_GT(r.greatest_of_all, 0.6 + friction.b * std::log(2.));
        EXPECT_LT(r.least_of_all, 0.6);
      }
  }

  // whatever the coefficients, also where mu is 0 or the step far too long
  TEST(RateAndStateFriction, NeverBringsEnergyIn)
  {
    std::mt19937                           random(5);
    std::uniform_real_distribution<double> share(0., 1.);
    const auto between = [&](const double first, const double last) {
      return first * std::pow(last / first, share(random));
    };
    for (int i = 0; i < 60; ++i)
      {
        Friction friction;
        friction.mu                  = between(1e-2, 2.);
        friction.a                   = i % 5 == 0 ? 0. : between(1e-4, 0.3);
        friction.b                   = i % 5 == 1 ? 0. : between(1e-4, 0.3);
        friction.speed               = between(1e-6, 1.);
        friction.slip                = between(1e-6, 1.);
        PlanarMechanismDescription d = planar(
          {"A: shape rectangle 0.3, 0.2 ; mass 2 ; at 0, 0.15, 0.1 ; "
           "velocity " +
             text(between(1e-3, 5.)) + ", -1, 3",
           "",
           "c: bodies all ; line ground 0, 0 ; normal 0, 1 ; restitution " +
             text(i % 2 == 0 ? 0. : share(random)) + " ; " + friction.words(),
           "",
           ""},
          9.81);
        for (auto &contact : d.body_contacts)
          contact.parameters.law = ImpactLaw::fremond;
        for (const char *const scheme : {"moreau-jean", "cd-lagrange"})
          {
            PlanarRun run(d, scheme_named(scheme), between(1e-4, 1e-2));
            double    last = 0.;
            for (int k = 0; k < 500; ++k)
              {
                run.stepper.advance(1);
                const double work = run.ledger().cumulative.contact;
                EXPECT_LE(work, last + 1e-13) << i << ' ' << scheme;
                last = work;
              }
            EXPECT_LT(last, -1e-3);
            EXPECT_GE(states_of(run.stepper.record()).least_of_all, 0.);
          }
      }
  }

  /** Leaves unsolved what it is told to. */
  class FailingSolver final : public ComplementaritySolver
  {
  public:
    explicit FailingSolver(const bool &fails)
      : ComplementaritySolver([] {
        SolverParameters parameters;
        parameters.takes_least_impulse = false; // it would do the work
        return parameters;
      }())
      , fails(fails)
      , solver(make_solver("automatic", 4))
    {}

    std::string_view
    name() const override
    {
      return "failing";
    }
    std::unique_ptr<ComplementaritySolver>
    make_another(const unsigned int) const override
    {
      return std::make_unique<FailingSolver>(fails);
    }

  protected:
    SolverReport
    do_solve(const ConeComplementarityProblem &problem,
             const std::span<double>           p) override
    {
      if (fails)
        return {SolverStatus::iteration_limit, 1, 1.};
      return solver->solve(problem, p);
    }

  private:
    const bool                            &fails;
    std::unique_ptr<ComplementaritySolver> solver;
  };

  struct Objects
  {
    std::unique_ptr<DenseScheme>            scheme;
    std::unique_ptr<FailingSolver>          solver;
    std::unique_ptr<Stepper<BandedAlgebra>> stepper;
  };

  TEST(RateAndStateFriction, GoesOnInStepsThatAreHalved)
  {
    const Friction friction;
    auto           d = pulled_block(friction, 0.02, 1e-2, 50.);
    d.contacts.push_back(d.contacts[0]); // one would need no solver
    d.contacts[0].point.local[0] = -0.1;
    d.contacts[1].point.local[0] = 0.1;
    d.contacts[1].name           = "other";
    const PlanarMechanism   mechanism(d);
    const PlanarConstraints constraints(d.joints, d.contacts, {});
    const double            h     = 1e-3;
    bool                    fails = false;
    const bool              never = false;
    const auto              make  = [&](const Clock                 &clock,
                          const BandedAlgebra::Vector &q,
                          const BandedAlgebra::Vector &v) {
      Objects objects;
      objects.scheme = make_scheme<DenseSystem>(scheme_named("moreau-jean"));
      objects.solver = std::make_unique<FailingSolver>(
        clock.time_step < 0.9 * h ? never : fails);
      objects.stepper = std::make_unique<TimeStepper<DenseSystem, DenseScheme>>(
        mechanism,
        *objects.scheme,
        constraints,
        *objects.solver,
        Activation(Activation::Rule::free_position_forecast, 0.5),
        clock,
        q,
        v);
      return objects;
    };
    const auto start = [&] {
      return make({0., h, 1e9},
                  mechanism.initial_position(),
                  mechanism.initial_velocity());
    };
    Objects                                objects = start(), first = start();
    HalvingStepper<BandedAlgebra, Objects> halving(std::move(objects.stepper),
                                                   make);
    halving.advance(100);
    fails = true;
    halving.advance(1);
    fails = false;
    EXPECT_EQ(halving.record().iterations.n_halved_steps, 1u);
    const double state = states_of(halving.record()).oldest;

    first.stepper->advance(100);
    Objects second = make({100. * h, h / 2., 1e9},
                          first.stepper->state().q,
                          first.stepper->state().v);
    second.stepper->take_states(*first.stepper);
    second.stepper->advance(2);
    EXPECT_EQ(states_of(second.stepper->record()).oldest, state);
    EXPECT_NE(states_of(first.stepper->record()).oldest, state);
    Objects third = make({101. * h, h, 1e9},
                         second.stepper->state().q,
                         second.stepper->state().v);
    third.stepper->take_states(*second.stepper);
    third.stepper->advance(50);
    halving.advance(50);
    EXPECT_NEAR(states_of(halving.record()).oldest,
                states_of(third.stepper->record()).oldest,
                1e-13);
    EXPECT_NEAR(halving.state().v[0], third.stepper->state().v[0], 1e-13);
  }
} // namespace percuss::test::rate_and_state_friction_test
