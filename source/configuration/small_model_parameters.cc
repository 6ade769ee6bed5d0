// SPDX-License-Identifier: Apache-2.0
#include <percuss/configuration/small_model_parameters.h>

#include <initializer_list>
#include <limits>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** An entry of the current section, and what it sets. */
    struct Entry
    {
      const char *name;
      double     &value;
      const char *documentation;
      double      minimum = std::numeric_limits<double>::lowest();
    };

    void
    add_section(ParameterHandler                   &prm,
                const char                         *section,
                const std::initializer_list<Entry> &entries)
    {
      // the ranges are checked by the models
      prm.enter_subsection(section);
      for (const Entry &entry : entries)
        prm.add_parameter(entry.name,
                          entry.value,
                          entry.documentation,
                          Patterns::Double(entry.minimum));
      prm.leave_subsection();
    }
  } // namespace

  void
  SmallModelParameters::add_parameters(ParameterHandler &prm)
  {
    add_section(prm,
                "Bouncing ball",
                {{"mass", bouncing_ball.mass, "m [kg]."},
                 {"radius",
                  bouncing_ball.radius,
                  "R [m]; the gap is the height of the centre less R."},
                 {"initial height",
                  bouncing_ball.initial_height,
                  "Height of the centre above the floor [m] at the start."},
                 {"initial velocity",
                  bouncing_ball.initial_velocity,
                  "Velocity [m/s] at the start, upwards positive."},
                 {"gravity",
                  bouncing_ball.gravity,
                  "Acceleration of gravity [m/s^2], signed like the "
                  "velocity."}});

    add_section(prm,
                "Linear oscillator",
                {{"mass", linear_oscillator.mass, "m [kg]."},
                 {"damping", linear_oscillator.damping, "c [N s/m]."},
                 {"stiffness", linear_oscillator.stiffness, "k [N/m]."},
                 {"rest position",
                  linear_oscillator.rest_position,
                  "Position [m] at which the spring is unstretched."},
                 {"force", linear_oscillator.force, "Constant force F [N]."},
                 {"load amplitude",
                  linear_oscillator.load_amplitude,
                  "A [N] of the load A cos(Omega t + phi)."},
                 {"load angular frequency",
                  linear_oscillator.load_angular_frequency,
                  "Omega [rad/s]."},
                 {"load phase", linear_oscillator.load_phase, "phi [rad]."},
                 {"obstacle position",
                  linear_oscillator.obstacle_position,
                  "Position [m] of the obstacle, below the mass."},
                 {"initial position",
                  linear_oscillator.initial_position,
                  "Position [m] at the start, not below the obstacle."},
                 {"initial velocity",
                  linear_oscillator.initial_velocity,
                  "Velocity [m/s] at the start, negative towards the "
                  "obstacle."}});

    add_section(prm,
                "Two-mass oscillator",
                {{"lower mass", two_mass_oscillator.lower_mass, "m_1 [kg]."},
                 {"upper mass", two_mass_oscillator.upper_mass, "m_2 [kg]."},
                 {"radius",
                  two_mass_oscillator.radius,
                  "R [m] of the lower ball; the gap is the height of its "
                  "centre less R."},
                 {"stiffness",
                  two_mass_oscillator.stiffness,
                  "k [N/m] of the spring between the balls."},
                 {"damping",
                  two_mass_oscillator.damping,
                  "c [N s/m] of a damper beside the spring."},
                 {"spring length",
                  two_mass_oscillator.spring_length,
                  "Length [m] of the unstretched spring, and distance of the "
                  "centres at the start."},
                 {"initial height",
                  two_mass_oscillator.initial_height,
                  "Height of the lower centre above the floor [m] at the "
                  "start."},
                 {"initial velocity",
                  two_mass_oscillator.initial_velocity,
                  "Velocity [m/s] of both balls at the start, upwards "
                  "positive."},
                 {"gravity",
                  two_mass_oscillator.gravity,
                  "Acceleration of gravity [m/s^2], signed like the "
                  "velocity."}});

    add_section(prm,
                "Van der Pol oscillator",
                {{"mass", van_der_pol_oscillator.mass, "m [kg]."},
                 {"damping ratio",
                  van_der_pol_oscillator.damping_ratio,
                  "xi [-] of x'' - xi omega_0 (1 - x^2/x_0^2) x' + omega_0^2 x "
                  "= 0."},
                 {"angular frequency",
                  van_der_pol_oscillator.angular_frequency,
                  "omega_0 [rad/s]."},
                 {"amplitude",
                  van_der_pol_oscillator.amplitude,
                  "x_0 [m]; below it the damping feeds energy in."},
                 {"obstacle position",
                  van_der_pol_oscillator.obstacle_position,
                  "Position [m] of the obstacle, above the mass."},
                 {"initial position",
                  van_der_pol_oscillator.initial_position,
                  "Position [m] at the start, not above the obstacle."},
                 {"initial velocity",
                  van_der_pol_oscillator.initial_velocity,
                  "Velocity [m/s] at the start, positive towards the "
                  "obstacle."}});

    add_section(prm,
                "Rotating spring",
                {{"mass", rotating_spring.mass, "m [kg]."},
                 {"stiffness",
                  rotating_spring.stiffness,
                  "k [N/m] of the spring from the origin to the mass."},
                 {"spring length",
                  rotating_spring.spring_length,
                  "Length [m] of the unstretched spring."},
                 {"boundary radius",
                  rotating_spring.boundary_radius,
                  "Radius [m] of the circle about the origin that the mass "
                  "cannot leave."},
                 {"initial x",
                  rotating_spring.initial_x,
                  "Coordinate x [m] at the start."},
                 {"initial y",
                  rotating_spring.initial_y,
                  "Coordinate y [m] at the start."},
                 {"initial x velocity",
                  rotating_spring.initial_x_velocity,
                  "Velocity along x [m/s] at the start."},
                 {"initial y velocity",
                  rotating_spring.initial_y_velocity,
                  "Velocity along y [m/s] at the start."}});

    add_section(
      prm,
      "Discrete arch",
      {{"radius", discrete_arch.radius, "R [m] of the arch."},
       {"sector",
        discrete_arch.sector,
        "Angle [rad] between the ends, seen from the centre."},
       {"bar stiffness",
        discrete_arch.bar_stiffness,
        "k [N/m] of the eleven bars."},
       {"hinge stiffness",
        discrete_arch.hinge_stiffness,
        "kappa [N m] of the hinges between the bars."},
       {"obstacle distance",
        discrete_arch.obstacle_distance,
        "Distance [m] of the obstacle below the supports."},
       {"nodal mass",
        discrete_arch.nodal_mass,
        "Mass [kg] of each of the ten inner nodes."},
       {"damping", discrete_arch.damping, "mu [1/s] of the damping mu M v."},
       {"load",
        discrete_arch.load,
        "Largest load [N] on the two central nodes together, "
        "downwards; it grows and falls like sin^2."},
       {"load duration",
        discrete_arch.load_duration,
        "Time [s] after which there is no load."},
       {"termination ratio",
        termination_ratio,
        "The run ends when, after the load, the viscous impulse "
        "|h c| of a step falls below this fraction [-] of the "
        "contact impulse |G^T P|; 0: at the end time.",
        0.}});

    add_section(
      prm,
      "Slider crank",
      {{"crank length", slider_crank.crank_length, "l_1 [m]."},
       {"rod length", slider_crank.rod_length, "l_2 [m]."},
       {"half length",
        slider_crank.half_length,
        "a [m], half of the slider along its guide."},
       {"half width",
        slider_crank.half_width,
        "b [m], half of the slider across its guide."},
       {"clearance",
        slider_crank.clearance,
        "c [m], play above and below the slider."},
       {"crank mass", slider_crank.crank_mass, "m_1 [kg]."},
       {"rod mass", slider_crank.rod_mass, "m_2 [kg]."},
       {"slider mass", slider_crank.slider_mass, "m_3 [kg]."},
       {"crank inertia",
        slider_crank.crank_inertia,
        "J_1 [kg m^2] about the centre of mass."},
       {"rod inertia", slider_crank.rod_inertia, "J_2 [kg m^2]."},
       {"slider inertia", slider_crank.slider_inertia, "J_3 [kg m^2]."},
       {"gravity", slider_crank.gravity, "g [m/s^2], downwards positive."},
       {"crank angle",
        slider_crank.crank_angle,
        "theta_1 [rad] with the axis of the guide at the start."},
       {"rod angle", slider_crank.rod_angle, "theta_2 [rad]."},
       {"slider angle", slider_crank.slider_angle, "theta_3 [rad]."},
       {"crank velocity",
        slider_crank.crank_velocity,
        "dtheta_1/dt [rad/s] at the start."},
       {"rod velocity", slider_crank.rod_velocity, "dtheta_2/dt [rad/s]."},
       {"slider velocity",
        slider_crank.slider_velocity,
        "dtheta_3/dt [rad/s]."}});
  }
} // namespace percuss
