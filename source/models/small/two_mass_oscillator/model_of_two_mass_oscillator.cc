// SPDX-License-Identifier: Apache-2.0
#include <percuss/discrete/obstacles.h>
#include <percuss/models/small/small_model.h>
#include <percuss/models/small/two_mass_oscillator/exact_two_mass_oscillator.h>
#include <percuss/models/small/two_mass_oscillator/two_mass_oscillator.h>

#include <array>

namespace percuss
{
  namespace
  {
    SmallVector<2>
    two_numbers(const std::array<double, 2> &values)
    {
      return SmallVector<2>(SmallVector<2>::Entries(values[0], values[1]));
    }

    struct TwoMassOscillatorSection final : ModelParameters
    {
      void
      add_to(Parameters &prm) override
      {
        prm.section("Two-mass oscillator");
        prm.add("lower mass", d.lower_mass, "m_1 [kg].");
        prm.add("upper mass", d.upper_mass, "m_2 [kg].");
        prm.add("radius",
                d.radius,
                "R [m] of the lower ball; the gap is the height of its "
                "centre less R.");
        prm.add("stiffness",
                d.stiffness,
                "k [N/m] of the spring between the balls.");
        prm.add("damping",
                d.damping,
                "c [N s/m] of a damper beside the spring.");
        prm.add("spring length",
                d.spring_length,
                "Length [m] of the unstretched spring, and distance of the "
                "centres at the start.");
        prm.add("initial height",
                d.initial_height,
                "Height of the lower centre above the floor [m] at the "
                "start.");
        prm.add("initial velocity",
                d.initial_velocity,
                "Velocity [m/s] of both balls at the start, upwards "
                "positive.");
        prm.add("gravity",
                d.gravity,
                "Acceleration of gravity [m/s^2], signed like the "
                "velocity.");
      }

      std::unique_ptr<Model>
      make(const RunParameters &run, const CaseFile &case_file) const override
      {
        using Contacts   = CoordinateObstacles<2, 1>;
        using Oscillator = SmallModel<TwoMassOscillator, Contacts>;

        const double      e = run.contact.coefficients.restitution;
        Oscillator::Exact exact;
        if (d.damping == 0. && d.gravity < 0. && d.stiffness > 0.)
          exact = [d = d, e](const double end) -> ExactMotion<SmallVector<2>> {
            const ExactTwoMassOscillator motion({{d.lower_mass, d.upper_mass},
                                                 d.stiffness,
                                                 d.spring_length,
                                                 d.radius,
                                                 -d.gravity,
                                                 e,
                                                 d.initial_height,
                                                 0.,
                                                 {d.initial_velocity,
                                                  d.initial_velocity}},
                                                end);
            return {[motion](const double t) {
                      return std::pair(two_numbers(motion.position(t)),
                                       two_numbers(motion.velocity(t)));
                    },
                    times_of(motion.impacts()),
                    motion.valid_until(),
                    {}};
          };
        return std::make_unique<Oscillator>(
          make_small_system<TwoMassOscillator>(d,
                                               "Two-mass oscillator",
                                               case_file),
          Contacts({{{"floor", 0, 1., d.radius}}}, e),
          exact);
      }

      TwoMassOscillatorDescription d;
    };
  } // namespace

  extern const ModelKind two_mass_oscillator_kind{
    .name        = "two-mass oscillator",
    .description = "two balls joined by a spring that fall on the floor",
    .section     = make_section<TwoMassOscillatorSection>};
} // namespace percuss
