// SPDX-License-Identifier: Apache-2.0
#include <percuss/discrete/obstacles.h>
#include <percuss/models/small/small_model.h>
#include <percuss/models/small/van_der_pol_oscillator/van_der_pol_oscillator.h>

namespace percuss
{
  namespace
  {
    struct VanDerPolOscillatorSection final : ModelParameters
    {
      void
      add_to(Parameters &prm) override
      {
        prm.section("Van der Pol oscillator");
        prm.add("mass", d.mass, "m [kg].");
        prm.add("damping ratio",
                d.damping_ratio,
                "xi [-] of x'' - xi omega_0 (1 - x^2/x_0^2) x' + omega_0^2 x "
                "= 0.");
        prm.add("angular frequency", d.angular_frequency, "omega_0 [rad/s].");
        prm.add("amplitude",
                d.amplitude,
                "x_0 [m]; below it the damping feeds energy in.");
        prm.add("obstacle position",
                d.obstacle_position,
                "Position [m] of the obstacle, above the mass.");
        prm.add("initial position",
                d.initial_position,
                "Position [m] at the start, not above the obstacle.");
        prm.add("initial velocity",
                d.initial_velocity,
                "Velocity [m/s] at the start, positive towards the "
                "obstacle.");
      }

      std::unique_ptr<Model>
      make(const RunParameters &run, const CaseFile &case_file) const override
      {
        using Contacts = CoordinateObstacles<1, 1>;

        return std::make_unique<SmallModel<VanDerPolOscillator, Contacts>>(
          make_small_system<VanDerPolOscillator>(d,
                                                 "Van der Pol oscillator",
                                                 case_file),
          Contacts({{{"obstacle", 0, -1., d.obstacle_position}}},
                   run.contact.coefficients.restitution));
      }

      VanDerPolOscillatorDescription d;
    };
  } // namespace

  extern const ModelKind van_der_pol_oscillator_kind{
    .name        = "van der pol oscillator",
    .description = "a self-excited mass below an obstacle",
    .section     = make_section<VanDerPolOscillatorSection>};
} // namespace percuss
