// SPDX-License-Identifier: Apache-2.0
#include <percuss/run/make_complementarity_solver.h>
#include <percuss/run/run_parameters.h>

namespace percuss
{
  namespace
  {
    template <class List>
    std::vector<std::string>
    listed(const List &list)
    {
      std::vector<std::string> names;
      for (const auto &item : list)
        names.emplace_back(item.name);
      return names;
    }

    void
    add_contact(ContactParameters &contact, Parameters &prm)
    {
      prm.section("Contact");
      prm.add("restitution coefficient",
              contact.restitution_coefficient,
              "Newton's e [-]: the velocities after and before an "
              "impact satisfy u+ = -e u-.",
              Range<double>{0., 1.});
      prm.add("friction coefficient",
              contact.friction_coefficient,
              "Coulomb's mu [-], of the rotating spring, the slider "
              "crank, mechanisms and solids. The other models have "
              "no tangential motion: 0.",
              not_negative);
      prm.add("tangential restitution coefficient",
              contact.tangential_restitution_coefficient,
              "e_T [-] of Coulomb's law: friction opposes "
              "u_T+ + e_T u_T-. Only where there is friction; "
              "negative of slip that goes on.",
              Range<double>{-1., 1.});
      prm.add("activation",
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
              {"automatic",
               "explicit forecast",
               "free-position forecast",
               "acary 2014"});
      prm.add<OpeningContacts>(
        "opening contacts",
        contact.opening_contacts,
        "What the impact law asks of a contact that is active "
        "although it opens, u_k > 0: u_{k+1} >= -u_k "
        "(reflecting), which brings in no energy, or u_{k+1} "
        ">= -e u_k, as of a closing one (newton), which does. "
        "automatic: reflecting where the energy identity of "
        "the scheme makes that a proof (moreau-jean and its "
        "dissipative variant, the alpha-family, cd-lagrange), "
        "newton elsewhere.",
        {{"automatic", OpeningContacts::automatic},
         {"reflecting", OpeningContacts::reflecting},
         {"newton", OpeningContacts::newton}});
      prm.add("forecast coefficient",
              contact.forecast_coefficient,
              "gamma [-] of the explicit forecast.",
              Range<double>{0., 2.});
      prm.add("solver",
              contact.solver,
              "Solver of the complementarity problem of a step.",
              listed(complementarity_solver_names()));
      prm.add<bool>(
        "nonlinear iteration",
        contact.is_nonsmooth_newton,
        "In models that iterate within a step: each iterate's contact problem "
        "is solved (sequential), or takes one change of its active set or one "
        "semismooth step per iterate, at the velocity level (nonsmooth "
        "newton).",
        {{"sequential", false}, {"nonsmooth newton", true}});
      prm.add<bool>(
        "normals",
        contact.normals_at_end,
        "Where curved gaps have their Jacobian G at the velocity level: at q_k "
        "+ h/2 v_k for both velocities of the impact law (midpoint; with "
        "joints at q_{k+1}), or at q_{k+1} for the velocity after and at q_k "
        "for the one before the impact (end of step).",
        {{"midpoint", false}, {"end of step", true}});
      prm.add<DelassusForm>(
        "Delassus operator",
        contact.form,
        "How W, from impulses to gap velocities, is held: "
        "assembled, all its entries, of at most 3000 rows; local, "
        "where impulses move single nodes only (explicit schemes "
        "with lumped mass); matrix-free, as a linear solve in each "
        "product. The last two are for solids without friction. "
        "automatic: local where it can be, assembled with few "
        "contacts.",
        {{"automatic", DelassusForm::automatic},
         {"assembled", DelassusForm::assembled},
         {"local", DelassusForm::local},
         {"matrix-free", DelassusForm::matrix_free}});
    }

    void
    add_time(TimeParameters &time, SchemeParameters &scheme, Parameters &prm)
    {
      using Coupling = ContactTreatment::Coupling;

      prm.section("Time integration");
      prm.add("scheme",
              scheme.name,
              "Time integration scheme, see 'percuss list schemes'.",
              listed(schemes()));
      prm.add("time step", time.time_step, "h [s].", not_negative);
      prm.add("Courant number",
              time.courant_number,
              "c h/l [-] of elastic bars, with the smallest time "
              "l/c in which a wave crosses an element: sets the "
              "time step. 0: the time step is as given.",
              not_negative);
      prm.add("start time", time.start_time, "t_0 [s].");
      prm.add("end time", time.end_time, "[s]");
      prm.add<bool>("on failure",
                    time.halves_failures,
                    "Where a step fails: the run ends (stop), or the step "
                    "is made again as 2, 4, ... up to 1024 smaller ones, "
                    "and the next has the full size again (halve step), "
                    "with moreau-jean, moreau-jean-dissipative, "
                    "direct-projection and combined-projection.",
                    {{"stop", false}, {"halve step", true}});
      prm.add("theta",
              scheme.theta,
              "theta [-] of moreau-jean, moreau-jean-dissipative, "
              "direct-projection, combined-projection and "
              "schatzman-paoli.",
              Range<double>{0., 1.});
      prm.add<Coupling>("projection coupling",
                        scheme.projection_coupling,
                        "How the projections solve for the impulses P and the "
                        "position multipliers tau: as one problem (coupled), "
                        "in turn until they agree (decoupled), or in turn "
                        "once, which leaves a residual in the equation of "
                        "motion (one pass).",
                        {{"coupled", Coupling::coupled},
                         {"decoupled", Coupling::decoupled},
                         {"one pass", Coupling::one_pass}});
      prm.add<ProjectionMetric>(
        "projection metric",
        scheme.projection_metric,
        "The metric in which the projections move positions "
        "least: q += G^T tau (Euclidean), or "
        "q += S^{-1} G^T tau with the iteration matrix S "
        "(kinetic).",
        {{"Euclidean", ProjectionMetric::euclidean},
         {"kinetic", ProjectionMetric::kinetic}});
      prm.add<JointImpulses>(
        "joint impulses",
        scheme.joint_impulses,
        "Where the impulses of joints have their directions "
        "G: in the middle of a step, where they do no work to "
        "second order (midpoint), or at q_{k+1} (end of step), "
        "which loses energy in first order. Of the schemes "
        "with theta and of generalized-alpha, hht, newmark "
        "and krenk-hogsberg; generalized-alpha-ggl has joints "
        "in its smooth motion, and no choice.",
        {{"midpoint", JointImpulses::midpoint},
         {"end of step", JointImpulses::end_of_step}});
      prm.add<VariableMass>(
        "variable mass",
        scheme.variable_mass,
        "Where M depends on q, in the schemes with theta: M "
        "and the forces at q_{k+theta}, v_{k+theta} "
        "([A12] (18a)) (between), or M(q_{k+1}), with the "
        "forces of both ends weighted, which is of first "
        "order (end of step).",
        {{"between", VariableMass::between},
         {"end of step", VariableMass::end_of_step}});
      prm.add("spectral radius",
              scheme.spectral_radius,
              "rho [-] at infinite frequency of generalized-alpha "
              "and hht; it sets what is 'automatic' below.",
              Range<double>{0., 1.});
      const std::string automatic =
        " of the alpha-family [-], a number or 'automatic'.";
      prm.add("alpha_m", scheme.alpha_m, "alpha_m" + automatic);
      prm.add("alpha_f", scheme.alpha_f, "alpha_f" + automatic);
      prm.add("beta",
              scheme.beta,
              "beta" + automatic + " Automatic: (gamma + 1/2)^2 / 4.");
      prm.add("gamma",
              scheme.gamma,
              "gamma" + automatic + " Automatic: 1/2 + alpha_f - alpha_m.");
    }

    void
    add_discretization(DiscretizationParameters &p, Parameters &prm)
    {
      using Algebra        = DiscretizationParameters::LinearAlgebra;
      using Method         = LinearSolverChoice::Method;
      using Preconditioner = LinearSolverChoice::Preconditioner;

      prm.section("Discretization");
      prm.add<Algebra>("linear algebra",
                       p.linear_algebra,
                       "The library that holds matrices and vectors of "
                       "elastic bars and solids.",
                       {{"PETSc", Algebra::petsc},
                        {"Trilinos", Algebra::trilinos}});
      prm.add("mesh file",
              p.mesh_file,
              "Gmsh file (.msh), of lines on the x-axis whose "
              "connected parts are the bars, or of the "
              "quadrilaterals or hexahedra of a solid. Empty: the mesh "
              "is generated.");
      prm.add<Method>("linear solver",
                      p.linear_solver.method,
                      "How systems of solids are solved. automatic: a "
                      "factorization of small ones, conjugate gradients of "
                      "large ones.",
                      {{"automatic", Method::automatic},
                       {"direct", Method::direct},
                       {"conjugate gradients", Method::conjugate_gradients}});
      prm.add<Preconditioner>(
        "preconditioner",
        p.linear_solver.preconditioner,
        "Of the conjugate gradients. automatic: multigrid where the time step "
        "is many times that of a wave through an element, else jacobi.",
        {{"automatic", Preconditioner::automatic},
         {"jacobi", Preconditioner::jacobi},
         {"incomplete factors", Preconditioner::incomplete_factors},
         {"multigrid", Preconditioner::multigrid}});
      prm.add("linear solver tolerance",
              p.linear_solver.tolerance,
              "Bound of |b - S x| over |b| in the conjugate gradients.",
              Range<double>{1e-15, 1e-2});
    }

    void
    add_output(OutputParameters &output, Parameters &prm)
    {
      prm.section("Output");
      prm.add("output directory",
              output.directory,
              "Created where it does not exist, relative to the "
              "working directory; --output overrides it.");
      prm.add("history interval",
              output.history_interval,
              "Time steps between rows of history.csv; 0: only the "
              "first and the last.");
      prm.add("field interval",
              output.field_interval,
              "Time steps between fields for ParaView; 0: only the "
              "first and the last. Of elastic bars; the other "
              "models have no fields and ignore it.");
      prm.add("checkpoint interval",
              output.checkpoint_interval,
              "Time steps between checkpoints; 0: none.");
      prm.add("record signals",
              output.record_signals,
              "Whether to leave signals.h5, the motion of contacts "
              "and monitored points at every step, with which other "
              "runs can be compared ('Study/reference').");
      prm.add(
        "monitored points",
        output.monitored_points,
        "Points whose position and velocity history.csv records, separated by "
        "';'. Of elastic bars 'NAME: x', x the distance [m] from the left end "
        "of the first bar, or 'NAME: x @ 2' of the second; of solids 'NAME: "
        "x, y' or 'NAME: x, y, z' in the undeformed state. Of the other models "
        "it records all coordinates.");
    }
  } // namespace

  void
  RunParameters::add_to(Parameters &parameters)
  {
    add_contact(contact, parameters);
    add_time(time, scheme, parameters);
    add_discretization(discretization, parameters);
    add_output(output, parameters);
    study.add_to(parameters);
  }

  Activation
  RunParameters::activation() const
  {
    const std::string     &rule_name = contact.activation;
    const bool             is_of_ggl = scheme.name == "generalized-alpha-ggl";
    const Activation::Rule rule      = rule_name == "acary 2014" ?
                                         Activation::Rule::acary_2014 :
                                       rule_name == "free-position forecast" ||
                                      (rule_name == "automatic" && is_of_ggl) ?
                                         Activation::Rule::free_position_forecast :
                                         Activation::Rule::explicit_forecast;
    return Activation(rule, contact.forecast_coefficient);
  }
} // namespace percuss
