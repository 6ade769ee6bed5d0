// SPDX-License-Identifier: Apache-2.0
#include <percuss/discrete/obstacles.h>
#include <percuss/models/small/rotating_spring/rotating_spring.h>
#include <percuss/models/small/small_model.h>

namespace percuss
{
  namespace
  {
    struct RotatingSpringSection final : ModelParameters
    {
      void
      add_to(Parameters &prm) override
      {
        prm.section("Rotating spring");
        prm.add("mass", d.mass, "m [kg].");
        prm.add("stiffness",
                d.stiffness,
                "k [N/m] of the spring from the origin to the mass.");
        prm.add("spring length",
                d.spring_length,
                "Length [m] of the unstretched spring.");
        prm.add("boundary radius",
                d.boundary_radius,
                "Radius [m] of the circle about the origin that the mass "
                "cannot leave.");
        prm.add("initial x", d.initial_x, "Coordinate x [m] at the start.");
        prm.add("initial y", d.initial_y, "Coordinate y [m] at the start.");
        prm.add("initial x velocity",
                d.initial_x_velocity,
                "Velocity along x [m/s] at the start.");
        prm.add("initial y velocity",
                d.initial_y_velocity,
                "Velocity along y [m/s] at the start.");
      }

      std::unique_ptr<Model>
      make(const RunParameters &run, const CaseFile &case_file) const override
      {
        const auto spring =
          make_small_system<RotatingSpring>(d, "Rotating spring", case_file);
        const double               R = d.boundary_radius;
        const ContactCoefficients &c = run.contact.coefficients;
        if (c.friction == 0.)
          return std::make_unique<
            SmallModel<RotatingSpring, CircularBoundary<1>>>(
            spring, CircularBoundary<1>(R, c));
        return std::make_unique<
          SmallModel<RotatingSpring, CircularBoundary<2>>>(
          spring, CircularBoundary<2>(R, c));
      }

      RotatingSpringDescription d;
    };
  } // namespace

  extern const ModelKind rotating_spring_kind{
    .name = "rotating spring",
    .description =
      "a mass on a spring that turns inside a circle, with friction",
    .section      = make_section<RotatingSpringSection>,
    .has_friction = true};
} // namespace percuss
