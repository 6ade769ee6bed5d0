// SPDX-License-Identifier: Apache-2.0
#include <percuss/run/make_complementarity_solver.h>
#include <percuss/run/run_parameters.h>

#include <algorithm>
#include <iterator>
#include <limits>

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
    add_contact(ContactParameters            &contact,
                const std::vector<OwnSolver> &own_solvers,
                Parameters                   &prm)
    {
      prm.section("Contact");
      for (const CoefficientEntry &entry : contact_coefficients)
        prm.add(entry.entry(),
                contact.coefficients.*entry.value,
                std::string(entry.documentation),
                Range<double>{entry.first, entry.last});
      std::vector<std::pair<std::string, ImpactLaw>> laws;
      for (const ImpactLawEntry &entry : impact_laws)
        laws.emplace_back(entry.name, entry.law);
      prm.add<ImpactLaw>(
        "law",
        contact.coefficients.law,
        "Of impacts with friction, see 'percuss list laws': which velocity "
        "friction opposes, u_T+ + e_T u_T- (newton, with the tangential "
        "restitution coefficient; moreau, e_T = e; fremond, e_T = 1), or two "
        "phases (poisson). automatic: newton where a tangential restitution "
        "coefficient is given, else moreau.",
        laws);
      prm.add<BoundaryMass>(
        "boundary mass",
        contact.boundary_mass,
        "Of contact nodes, in elastic bars, solids, and beams and rods of "
        "mechanisms: kept, or taken away, and given to their neighbours (redistributed), to the whole body "
        "(weighted) or to nobody (none; singular, where velocities have no "
        "part along the shape functions of contact nodes). Nodes without mass "
        "have no impacts: "
        "contact is a force, with a condition on the gaps, in all schemes, and "
        "there is no restitution. weighted makes the best contact forces.",
        {{"kept", BoundaryMass::kept},
         {"redistributed", BoundaryMass::redistributed},
         {"weighted", BoundaryMass::weighted},
         {"singular", BoundaryMass::singular},
         {"none", BoundaryMass::none}});
      prm.add<ContactMethod>(
        "method",
        contact.method.method,
        "How contact is written, in elastic bars and solids: as the scheme "
        "does, or as a force of the motion that lets bodies penetrate "
        "(penalty) or not (nitsche), or as Taylor and Flanagan's multipliers, "
        "which stop contacts that the next step would close (forward "
        "increment; with cd-lagrange or carpenter-explicit).",
        {{"velocity level", ContactMethod::velocity_level},
         {"nitsche", ContactMethod::nitsche},
         {"penalty", ContactMethod::penalty},
         {"forward increment", ContactMethod::forward_increment}});
      prm.add("Nitsche theta",
              contact.method.nitsche_theta,
              "-1, 0 or 1 (symmetric: contact has an energy).",
              Range<double>{-1., 1.});
      prm.add("Nitsche parameter",
              contact.method.nitsche_parameter,
              "gamma_0 [-]: the force per area is max(0, -gamma_0 E/l g - "
              "sigma), with the size l of the element behind the contact; in "
              "solids with lambda + 2 mu for E.",
              Range<double>{0., std::numeric_limits<double>::max()});
      prm.add("penalty parameter",
              contact.method.penalty_parameter,
              "[-]: the stiffness of a contact per area over E/l of the "
              "element behind it; in solids over (lambda + 2 mu)/l.",
              Range<double>{0., std::numeric_limits<double>::max()});
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
      prm.add<SeparatingContacts>(
        "separating contacts",
        contact.separating_contacts,
        "Restitution of a contact that is active although it "
        "separates, u_k > 0: u_{k+1} >= -u_k "
        "(reflecting), by which normal impulses bring in no energy, or u_{k+1} "
        ">= -e u_k, as of a closing one (newton), which does. "
        "automatic: reflecting where the energy identity of "
        "the scheme makes that a proof (moreau-jean and its "
        "dissipative variant, the alpha-family, cd-lagrange), "
        "newton elsewhere.",
        {{"automatic", SeparatingContacts::automatic},
         {"reflecting", SeparatingContacts::reflecting},
         {"newton", SeparatingContacts::newton}});
      prm.renamed("opening contacts", "separating contacts");
      prm.add("forecast coefficient",
              contact.forecast_coefficient,
              "gamma [-] of the explicit forecast.",
              Range<double>{0., 2.});
      std::vector<std::string> solvers = listed(complementarity_solver_names());
      std::ranges::copy(listed(own_solvers), std::back_inserter(solvers));
      prm.add("solver",
              contact.solver,
              "Solver of the complementarity problem of a step.",
              solvers);
      prm.add(
        "solver tolerance",
        contact.solver_tolerance,
        "What a contact problem may leave [-]: the residual of the "
        "natural map, impulses and velocities over the largest of the "
        "problem's data. Larger ones may let granular piles with much friction go "
        "on.",
        Range<double>{1e-14, 1e-3});
      prm.add(
        "relaxation gap velocity",
        contact.relaxation_gap_velocity,
        "Where the contact problem of a step with friction is not solved "
        "at once, its convex relaxation is, as long as no contact opens or "
        "closes faster in it [m/s]: impulses are in Coulomb's cone and "
        "against the sliding velocity, and take energy out. 0: no "
        "relaxation; half of what a fall gains in a time step cannot be "
        "seen, and makes granular piles of a thousand bodies quick. Solvers "
        "automatic and semismooth-newton, W assembled; else, with many "
        "contacts of solids, it has no effect.",
        Range<double>{0.});
      prm.renamed("largest dilation speed", "relaxation gap velocity");
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
        contact.jacobian_at_end,
        "Where curved gaps have their Jacobian G at the velocity level: at q_k "
        "+ h/2 v_k for both velocities of the impact law (midpoint; with "
        "joints at q_{k+1}), or at q_{k+1} for the velocity after and at q_k "
        "for the one before the impact (end of step).",
        {{"midpoint", false}, {"end of step", true}});
      prm.add<DelassusForm>(
        "Delassus operator",
        contact.form,
        "How W, from impulses to gap velocities, is held: "
        "assembled, the entries of active contacts, of at most 3000 "
        "rows; local, a sparse product where impulses stay at their nodes "
        "(explicit schemes with lumped mass); matrix-free, as a linear solve in "
        "each product. automatic: local where it can be, matrix-free "
        "with many contacts of solids.",
        {{"automatic", DelassusForm::automatic},
         {"assembled", DelassusForm::assembled},
         {"local", DelassusForm::local},
         {"matrix-free", DelassusForm::matrix_free}});
    }

    void
    add_time(TimeParameters                       &time,
             SchemeParameters                     &scheme,
             const std::vector<SchemeInformation> &schemes,
             Parameters                           &prm)
    {
      prm.section("Time integration");
      prm.add("scheme",
              scheme.name,
              "Time integration scheme, see 'percuss list schemes'.",
              listed(schemes));
      prm.add("time step", time.time_step, "h [s].", not_negative);
      prm.add(
        "Courant number",
        time.courant_number,
        "Sets the time step of elastic bars, beams and solids: its share of the "
        "critical one, 2/omega_max, in explicit schemes; in the others "
        "c h/l [-], with the smallest time l/c in which a wave crosses an "
        "element. The same where elements are equal, linear and lumped. "
        "0: the time step is as given.",
        not_negative);
      prm.add("start time", time.start_time, "t_0 [s].");
      prm.add("end time",
              time.end_time,
              "[s]. The last step is the first one that ends there or "
              "behind it, as the run says at its start.");
      prm.add<bool>("on failure",
                    time.halves_failures,
                    "Where a step fails: the run ends (stop), or the step "
                    "is made again as 2, 4, ... up to 1024 smaller ones, "
                    "and the next has the full size again (halve step), "
                    "with moreau-jean, moreau-jean-dissipative, "
                    "direct-projection and combined-projection.",
                    {{"stop", false}, {"halve step", true}});
      scheme.add_to(prm);
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
                       "elastic bars and solids. automatic: PETSc; bars of "
                       "linear elements in two passes over their nodes per "
                       "step, where the scheme is one of Moreau-Jean's or of "
                       "the generalized-alpha ones with impulses.",
                       {{"automatic", Algebra::automatic},
                        {"PETSc", Algebra::petsc},
                        {"Trilinos", Algebra::trilinos}});
      prm.add("mesh file",
              p.mesh_file,
              "File of Gmsh (.msh), Abaqus (.inp) or VTK (.vtu), of lines on "
              "the x-axis whose connected parts are the bars, or of the "
              "quadrilaterals, triangles, hexahedra or tetrahedra of a solid. "
              "Empty: the mesh is generated.");
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
              "first and the last. automatic: 1, or in long runs the first of "
              "2, 5, 10, 20, 50, ... with at most 20,000 rows and 15 MB. A row "
              "has the impulses of its step; cumulative works, and "
              "summary.json, are of all steps.");
      prm.add("field interval",
              output.field_interval,
              "Time steps between fields for ParaView; 0: only the "
              "first and the last. Of elastic bars, solids and bodies of "
              "convex shape in mechanisms; the other models have no fields "
              "and ignore it.");
      prm.add<FieldFormat>(
        "field format",
        output.field_format,
        "VTU: a file per process and time; XDMF: one HDF5 file per time, "
        "whatever the number of processes, and of bars and solids one of the "
        "mesh.",
        {{"VTU", FieldFormat::vtu}, {"XDMF", FieldFormat::xdmf}});
      prm.add(
        "checkpoint interval",
        output.checkpoint_interval,
        "Time steps between checkpoints, from which --resume goes on, and "
        "one at the end, for a later end time; 0: one where a signal "
        "ends the run.");
      prm.add(
        "contact problems",
        output.contact_problems,
        "Time steps between contact problems that are left as files of "
        "FCLIB in 'contact_problems', with W, q, mu and the solution: the "
        "last one of a step, without contacts that take no part; 0: none. "
        "Else that of a step whose contacts are not solved, too.");
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
    add_contact(contact, own_solvers, parameters);
    add_time(time, scheme, schemes, parameters);
    add_discretization(discretization, parameters);
    add_output(output, parameters);
    study.add_to(parameters);
  }

  Activation
  RunParameters::activation() const
  {
    const std::string     &rule_name = contact.activation;
    const bool             own  = scheme_information().forecasts_free_position;
    const Activation::Rule rule = rule_name == "acary 2014" ?
                                    Activation::Rule::acary_2014 :
                                  rule_name == "free-position forecast" ||
                                      (rule_name == "automatic" && own) ?
                                    Activation::Rule::free_position_forecast :
                                    Activation::Rule::explicit_forecast;
    return Activation(rule, contact.forecast_coefficient);
  }
} // namespace percuss
