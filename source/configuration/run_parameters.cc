// SPDX-License-Identifier: Apache-2.0
#include <percuss/configuration/run_parameters.h>
#include <percuss/parallel_algebra/make_complementarity_solver.h>

#include <algorithm>
#include <array>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    const std::string per_bar =
      " One value for all bars, or one per bar separated by ';'.";
    const std::string property = " Like the cross section." + per_bar;

    Patterns::Double
    number()
    {
      return Patterns::Double();
    }

    Patterns::Double
    not_negative()
    {
      return Patterns::Double(0.);
    }

    /** "automatic" or a number. */
    Patterns::Anything
    automatic_or_number()
    {
      return Patterns::Anything();
    }

    /** The names of a list joined by '|'. */
    template <class Names, class Name>
    std::string
    selection(const Names &names, Name &&name)
    {
      std::string result;
      for (const auto &item : names)
        result += (result.empty() ? "" : "|") + std::string(name(item));
      return result;
    }

    void
    add_bar(ElasticBarParameters &bar, ParameterHandler &prm)
    {
      prm.enter_subsection("Elastic bar");
      prm.add_parameter("number of bars",
                        bar.number_of_bars,
                        "Bars in a row along the x-axis, from left to right.",
                        Patterns::Integer(1));
      prm.add_parameter("length",
                        bar.length,
                        "Length of the bar [m] (of a generated mesh)." +
                          per_bar,
                        Patterns::List(not_negative(), 1, 1000000, ";"));
      prm.add_parameter("cross section",
                        bar.cross_section,
                        "Area of the cross section [m^2]: a number, or an "
                        "expression of the distance x [m] from the bar's left "
                        "end and of the material id of the mesh (of a "
                        "generated one the number of the bar, from 0), as in "
                        "'if(x < 0.5, 1e-4, 2e-4)'." +
                          per_bar);
      prm.add_parameter("Young's modulus",
                        bar.youngs_modulus,
                        "Young's modulus [Pa]." + property);
      prm.add_parameter("density",
                        bar.density,
                        "Mass density [kg/m^3]." + property);
      prm.add_parameter("obstacle",
                        bar.obstacle,
                        "Where rigid obstacles stand: left of the first bar, "
                        "right of the last one, on both sides, or nowhere.",
                        Patterns::Selection("left|right|both|none"));
      prm.add_parameter("initial gap",
                        bar.initial_gap,
                        "Distance [m] of the obstacle from the nearest end at "
                        "the start; with obstacles on both sides, of the left "
                        "one.",
                        not_negative());
      prm.add_parameter("initial right gap",
                        bar.initial_right_gap,
                        "Distance [m] of the right obstacle at the start if "
                        "there are obstacles on both sides.",
                        not_negative());
      prm.add_parameter("gaps between bars",
                        bar.gaps_between_bars,
                        "Distances [m] between neighbouring bars at the start, "
                        "separated by ';', or one value for all.",
                        Patterns::List(not_negative(), 1, 1000000, ";"));
      prm.add_parameter("initial displacement",
                        bar.initial_displacement,
                        "Displacement [m] at the start. The gaps at the start "
                        "are those given, whatever it is." +
                          property);
      prm.add_parameter("initial velocity",
                        bar.initial_velocity,
                        "Velocity [m/s] at the start along the x-axis, "
                        "negative towards an obstacle on the left." +
                          property);
      prm.add_parameter("gravity",
                        bar.gravity,
                        "Acceleration of gravity [m/s^2] along the x-axis, "
                        "signed like the velocity.",
                        number());
      prm.add_parameter("left end force",
                        bar.left_end_force,
                        "Force [N] along the x-axis on the left end of the "
                        "first bar: a number or an expression of the time t.");
      prm.add_parameter("right end force",
                        bar.right_end_force,
                        "Force [N] along the x-axis on the right end of the "
                        "last bar: a number or an expression of the time t.");
      prm.add_parameter("number of elements",
                        bar.number_of_elements,
                        "Elements of a generated mesh." + per_bar,
                        Patterns::List(Patterns::Integer(1), 1, 1000000, ";"));
      prm.add_parameter("polynomial degree",
                        bar.polynomial_degree,
                        "Degree of the polynomials in an element.",
                        Patterns::Integer(1, 20));
      prm.add_parameter("mass matrix",
                        bar.mass_matrix,
                        "Consistent, or lumped by the quadrature whose points "
                        "are the nodes.",
                        Patterns::Selection("consistent|lumped"));
      prm.add_parameter("far end",
                        bar.far_end,
                        "The end opposite to the obstacle (the right end of "
                        "the last bar where there is none).",
                        Patterns::Selection("free|clamped"));
      prm.add_parameter("Rayleigh damping mass",
                        bar.mass_damping,
                        "c_M [1/s] of the damping C = c_M M + c_K K.",
                        not_negative());
      prm.add_parameter("Rayleigh damping stiffness",
                        bar.stiffness_damping,
                        "c_K [s] of the damping C = c_M M + c_K K.",
                        not_negative());
      prm.leave_subsection();
    }

    void
    add_contact(ContactParameters &contact, ParameterHandler &prm)
    {
      prm.enter_subsection("Contact");
      prm.add_parameter("restitution coefficient",
                        contact.restitution_coefficient,
                        "Newton's e [-]: the velocities after and before an "
                        "impact satisfy u+ = -e u-.",
                        Patterns::Double(0., 1.));
      prm.add_parameter("friction coefficient",
                        contact.friction_coefficient,
                        "Coulomb's mu [-], of the rotating spring, the slider "
                        "crank, mechanisms and solids. The other models have "
                        "no tangential motion: 0.",
                        not_negative());
      prm.add_parameter("tangential restitution coefficient",
                        contact.tangential_restitution_coefficient,
                        "e_T [-] of Coulomb's law: friction opposes "
                        "u_T+ + e_T u_T-. Only where there is friction; "
                        "negative of slip that goes on.",
                        Patterns::Double(-1., 1.));
      prm.add_parameter("activation",
                        contact.activation,
                        "Which contacts take part in a step: those with "
                        "g_k + gamma h u_k <= 0 (explicit forecast), "
                        "g(q_free) <= 0 (free-position forecast), or "
                        "g_k + h u_k <= 0 and u_k <= 0 (acary 2014). "
                        "automatic: the free-position forecast of "
                        "generalized-alpha-ggl, whose rule it is, the explicit "
                        "forecast elsewhere. The schemes at the position level "
                        "and combined-projection need no rule, cd-lagrange has "
                        "its own, g(q_{k+1}) <= 0. What is 1e-8 of the way of "
                        "a step counts as zero: a tie is an impact.",
                        Patterns::Selection("automatic|explicit forecast|"
                                            "free-position forecast|"
                                            "acary 2014"));
      prm.add_parameter("opening contacts",
                        contact.opening_contacts,
                        "What the impact law asks of a contact that is active "
                        "although it opens, u_k > 0: u_{k+1} >= -u_k "
                        "(reflecting), which brings in no energy, or u_{k+1} "
                        ">= -e u_k, as of a closing one (newton), which does. "
                        "automatic: reflecting where the energy identity of "
                        "the scheme makes that a proof (moreau-jean and its "
                        "dissipative variant, the alpha-family, cd-lagrange), "
                        "newton elsewhere.",
                        Patterns::Selection("automatic|reflecting|newton"));
      prm.add_parameter("forecast coefficient",
                        contact.forecast_coefficient,
                        "gamma [-] of the explicit forecast.",
                        Patterns::Double(0., 2.));
      prm.add_parameter("solver",
                        contact.solver,
                        "Solver of the complementarity problem of a step.",
                        Patterns::Selection(
                          selection(complementarity_solver_names(),
                                    [](const auto &s) { return s.name; })));
      prm.add_parameter(
        "nonlinear iteration",
        contact.nonlinear_iteration,
        "In models that iterate within a step: each iterate's contact problem "
        "is solved (sequential), or takes one change of its active set or one "
        "semismooth step per iterate, at the velocity level (nonsmooth "
        "newton).",
        Patterns::Selection("sequential|nonsmooth newton"));
      prm.add_parameter(
        "normals",
        contact.normals,
        "Where curved gaps have their Jacobian G at the velocity level: at q_k "
        "+ h/2 v_k for both velocities of the impact law (midpoint; with "
        "joints at q_{k+1}), or at q_{k+1} for the velocity after and at q_k "
        "for the one before the impact (end of step).",
        Patterns::Selection("midpoint|end of step"));
      prm.add_parameter(
        "Delassus operator",
        contact.delassus_operator,
        "How W, from impulses to gap velocities, is held: "
        "assembled, all its entries, of at most 3000 rows; local, "
        "where impulses move single nodes only (explicit schemes "
        "with lumped mass); matrix-free, as a linear solve in each "
        "product. The last two are for solids without friction. "
        "automatic: local where it can be, assembled with few "
        "contacts.",
        Patterns::Selection("automatic|assembled|local|matrix-free"));
      prm.leave_subsection();
    }

    void
    add_time(TimeParameters &time, ParameterHandler &prm)
    {
      prm.enter_subsection("Time integration");
      prm.add_parameter("scheme",
                        time.scheme,
                        "Time integration scheme, see 'percuss list schemes'.",
                        Patterns::Selection(selection(
                          schemes(), [](const auto &s) { return s.name; })));
      prm.add_parameter("time step", time.time_step, "h [s].", not_negative());
      prm.add_parameter("Courant number",
                        time.courant_number,
                        "c h/l [-] of elastic bars, with the smallest time "
                        "l/c in which a wave crosses an element: sets the "
                        "time step. 0: the time step is as given.",
                        not_negative());
      prm.add_parameter("start time", time.start_time, "t_0 [s].", number());
      prm.add_parameter("end time", time.end_time, "[s]", number());
      prm.add_parameter("on failure",
                        time.on_failure,
                        "Where a step fails: the run ends (stop), or the step "
                        "is made again as 2, 4, ... up to 1024 smaller ones, "
                        "and the next has the full size again (halve step), "
                        "with moreau-jean, moreau-jean-dissipative, "
                        "direct-projection and combined-projection.",
                        Patterns::Selection("stop|halve step"));
      prm.add_parameter("theta",
                        time.theta,
                        "theta [-] of moreau-jean, moreau-jean-dissipative, "
                        "direct-projection, combined-projection and "
                        "schatzman-paoli.",
                        Patterns::Double(0., 1.));
      prm.add_parameter("projection coupling",
                        time.projection_coupling,
                        "How the projections solve for the impulses P and the "
                        "position multipliers tau: as one problem (coupled), "
                        "in turn until they agree (decoupled), or in turn "
                        "once, which leaves a residual in the equation of "
                        "motion (one pass).",
                        Patterns::Selection("coupled|decoupled|one pass"));
      prm.add_parameter("projection metric",
                        time.projection_metric,
                        "The metric in which the projections move positions "
                        "least: q += G^T tau (Euclidean), or "
                        "q += S^{-1} G^T tau with the iteration matrix S "
                        "(kinetic).",
                        Patterns::Selection("Euclidean|kinetic"));
      prm.add_parameter("joint impulses",
                        time.joint_impulses,
                        "Where the impulses of joints have their directions "
                        "G: in the middle of a step, where they do no work to "
                        "second order (midpoint), or at q_{k+1} (end of step), "
                        "which loses energy in first order. Of the schemes "
                        "with theta and of generalized-alpha, hht, newmark "
                        "and krenk-hogsberg; generalized-alpha-ggl has joints "
                        "in its smooth motion, and no choice.",
                        Patterns::Selection("midpoint|end of step"));
      prm.add_parameter("variable mass",
                        time.variable_mass,
                        "Where M depends on q, in the schemes with theta: M "
                        "and the forces at q_{k+theta}, v_{k+theta} "
                        "([A12] (18a)) (between), or M(q_{k+1}), with the "
                        "forces of both ends weighted, which is of first "
                        "order (end of step).",
                        Patterns::Selection("between|end of step"));
      prm.add_parameter("spectral radius",
                        time.spectral_radius,
                        "rho [-] at infinite frequency of generalized-alpha "
                        "and hht; it sets what is 'automatic' below.",
                        Patterns::Double(0., 1.));
      const std::string automatic =
        " of the alpha-family [-], a number or 'automatic'.";
      prm.add_parameter("alpha_m",
                        time.alpha_m,
                        "alpha_m" + automatic,
                        automatic_or_number());
      prm.add_parameter("alpha_f",
                        time.alpha_f,
                        "alpha_f" + automatic,
                        automatic_or_number());
      prm.add_parameter("beta",
                        time.beta,
                        "beta" + automatic + " Automatic: (gamma + 1/2)^2 / 4.",
                        automatic_or_number());
      prm.add_parameter("gamma",
                        time.gamma,
                        "gamma" + automatic +
                          " Automatic: 1/2 + alpha_f - alpha_m.",
                        automatic_or_number());
      prm.leave_subsection();
    }

    void
    add_output(OutputParameters &output, ParameterHandler &prm)
    {
      prm.enter_subsection("Output");
      prm.add_parameter("output directory",
                        output.directory,
                        "Created where it does not exist, relative to the "
                        "working directory; --output overrides it.");
      prm.add_parameter("history interval",
                        output.history_interval,
                        "Time steps between rows of history.csv; 0: only the "
                        "first and the last.",
                        Patterns::Integer(0));
      prm.add_parameter("field interval",
                        output.field_interval,
                        "Time steps between fields for ParaView; 0: only the "
                        "first and the last. Of elastic bars; the other "
                        "models have no fields and ignore it.",
                        Patterns::Integer(0));
      prm.add_parameter("checkpoint interval",
                        output.checkpoint_interval,
                        "Time steps between checkpoints; 0: none.",
                        Patterns::Integer(0));
      prm.add_parameter("record signals",
                        output.record_signals,
                        "Whether to leave signals.h5, the motion of contacts "
                        "and monitored points at every step, with which other "
                        "runs can be compared ('Study/reference').");
      prm.add_parameter(
        "monitored points",
        output.monitored_points,
        "Points whose position and velocity history.csv records, separated by "
        "';'. Of elastic bars 'NAME: x', x the distance [m] from the left end "
        "of the first bar, or 'NAME: x @ 2' of the second; of solids 'NAME: "
        "x, y' or 'NAME: x, y, z' in the undeformed state. Of the other models "
        "it records all coordinates.");
      prm.leave_subsection();
    }
  } // namespace

  std::span<const ModelInformation>
  models()
  {
    static constexpr auto list = std::to_array<ModelInformation>({
      {"elastic bar",
       "elastic bars in a row that strike each other and rigid obstacles "
       "(finite elements)"},
      {"solid",
       "elastic bodies in 2-D and 3-D that strike rigid obstacles (finite "
       "elements)",
       true},
      {"mechanism",
       "rigid bodies and flexible beams in the plane with joints, springs, and "
       "contacts with play",
       true},
      {"spatial mechanism",
       "rigid bodies and flexible rods in space with joints, springs, and "
       "contacts with play",
       true},
      {"bouncing ball", "a ball that falls on the floor"},
      {"linear oscillator",
       "a mass on a spring, with damper and load, above an obstacle"},
      {"two-mass oscillator",
       "two balls joined by a spring that fall on the floor"},
      {"van der pol oscillator", "a self-excited mass below an obstacle"},
      {"rotating spring",
       "a mass on a spring that turns inside a circle, with friction",
       true},
      {"discrete arch", "an arch of springs that snaps onto an obstacle"},
      {"slider crank",
       "a rigid slider-crank in its three angles, the slider with play in its "
       "guide",
       true},
    });
    return list;
  }

  bool
  has_friction(const std::string_view model)
  {
    return std::ranges::find(models(), model, &ModelInformation::name)
      ->has_friction;
  }

  void
  RunParameters::add_parameters(ParameterHandler &prm)
  {
    prm.enter_subsection("Model");
    prm.add_parameter("name",
                      model,
                      "What is computed, see 'percuss list models'; its data "
                      "stand in the section of the same name.",
                      Patterns::Selection(selection(
                        models(), [](const auto &m) { return m.name; })));
    prm.leave_subsection();
    add_bar(bar, prm);
    solid.add_parameters(prm);
    mechanism.add_parameters(prm);
    spatial_mechanism.add_parameters(prm);
    small_models.add_parameters(prm);
    add_contact(contact, prm);
    add_time(time, prm);
    prm.enter_subsection("Discretization");
    prm.add_parameter("linear algebra",
                      linear_algebra,
                      "The library that holds matrices and vectors of "
                      "elastic bars and solids.",
                      Patterns::Selection("PETSc|Trilinos"));
    prm.add_parameter("mesh file",
                      mesh_file,
                      "Gmsh file (.msh), of lines on the x-axis whose "
                      "connected parts are the bars, or of the "
                      "quadrilaterals or hexahedra of a solid. Empty: the mesh "
                      "is generated.");
    linear_solver.add_parameters(prm);
    prm.leave_subsection();
    add_output(output, prm);
    study.add_parameters(prm);
  }

  ContactOptions
  RunParameters::contact_options() const
  {
    ContactOptions options;
    options.form =
      contact.delassus_operator == "assembled"   ? DelassusForm::assembled :
      contact.delassus_operator == "local"       ? DelassusForm::local :
      contact.delassus_operator == "matrix-free" ? DelassusForm::matrix_free :
                                                   DelassusForm::automatic;
    options.opening =
      contact.opening_contacts == "reflecting" ? OpeningContacts::reflecting :
      contact.opening_contacts == "newton"     ? OpeningContacts::newton :
                                                 OpeningContacts::automatic;
    options.normals_at_end = contact.normals == "end of step";
    return options;
  }

  Activation
  RunParameters::activation() const
  {
    const std::string     &name      = contact.activation;
    const bool             is_of_ggl = time.scheme == "generalized-alpha-ggl";
    const Activation::Rule rule =
      name == "acary 2014" ? Activation::Rule::acary_2014 :
      name == "free-position forecast" || (name == "automatic" && is_of_ggl) ?
                             Activation::Rule::free_position_forecast :
                             Activation::Rule::explicit_forecast;
    return Activation(rule, contact.forecast_coefficient);
  }
} // namespace percuss
