// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/complementarity/delassus_operator.h>
#include <percuss/input/input_errors.h>
#include <percuss/run/check_run.h>
#include <percuss/run/make_complementarity_solver.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace percuss
{
  namespace
  {
    /** Whether the solver treats friction: it is asked with a contact that
     * slips. */
    bool
    treats_friction(const RunParameters &parameters)
    {
      const ExplicitDelassus W(Eigen::MatrixXd::Identity(2, 2));
      const double           b[]     = {-1., 1.};
      const Cone             cones[] = {Cone::second_order(0, 2, 0.1)};
      double                 p[]     = {0., 0.};
      return make_complementarity_solver(parameters.contact.solver,
                                         2,
                                         {},
                                         parameters.own_solvers)
               ->solve({W, b, cones}, p)
               .status != SolverStatus::unsupported;
    }

    void
    check_convex_relaxation(const RunParameters &p, const CaseFile &case_file)
    {
      if (!(p.contact.relaxation_gap_velocity > 0.))
        return;
      if (p.contact.solver != "automatic" &&
          p.contact.solver != "semismooth-newton")
        throw case_file.error(
          "Contact/relaxation gap velocity",
          "Solver '" + p.contact.solver +
            "' has no convex relaxation: set it to 0, or the "
            "solver to automatic or semismooth-newton.");
      if (p.contact.is_nonsmooth_newton)
        throw case_file.error("Contact/relaxation gap velocity",
                              "The convex relaxation replaces problems that "
                              "are solved: set 'nonlinear iteration' to "
                              "sequential, or this to 0.");
      if (p.contact.form == DelassusForm::local ||
          p.contact.form == DelassusForm::matrix_free)
        throw case_file.error(
          "Contact/relaxation gap velocity",
          "The convex relaxation needs the entries of W: set "
          "'Delassus operator' to automatic or assembled, "
          "or this to 0.");
    }

    void
    check_boundary_mass(const ModelKind     &model,
                        const RunParameters &p,
                        const CaseFile      &case_file)
    {
      if (!model.has_boundary_mass)
        throw case_file.error("Contact/boundary mass",
                              "The contacts of model '" +
                                std::string(model.name) +
                                "' are no nodes of a mesh: set it to 'kept'.");
      ErrorCollector errors;
      const auto     require_none = [&](const double e, const char *entry) {
        if (e != 0.)
          errors.add(
            case_file.error(entry,
                            "Massless contacts have no impacts: set it to 0, "
                                "or 'boundary mass' to 'kept'."));
      };
      require_none(p.contact.coefficients.restitution,
                   "Contact/restitution coefficient");
      require_none(p.contact.coefficients.tangential_restitution,
                   "Contact/tangential restitution coefficient");
      if (p.time.halves_failures)
        errors.add(case_file.error("Time integration/on failure",
                                   "Massless contacts keep their forces from "
                                   "step to step: set it to 'stop'."));
      if (p.contact.coefficients.law != ImpactLaw::automatic)
        errors.add(
          case_file.error("Contact/law",
                          "Massless contacts have no impacts: set it "
                          "to 'automatic', or 'boundary mass' to 'kept'."));
      errors.throw_all();
    }

    void
    check_contact_method(const ModelKind     &model,
                         const RunParameters &p,
                         const CaseFile      &case_file)
    {
      const ContactMethodParameters &m = p.contact.method;
      if (!model.has_boundary_mass)
        throw case_file.error("Contact/method",
                              "The contacts of model '" +
                                std::string(model.name) +
                                "' are no nodes of a mesh: set it to 'velocity "
                                "level'.");
      ErrorCollector errors;
      const auto     require = [&](const bool         condition,
                               const char        *entry,
                               const std::string &message) {
        if (!condition)
          errors.add(case_file.error(entry, message));
      };
      const std::string or_other = ", or 'Contact/method' to 'velocity level'.";
      const bool        is_force = m.has_compliance();
      require(p.contact.coefficients.restitution == 0.,
              "Contact/restitution coefficient",
              (is_force ? "Contacts that are forces have no impacts" :
                          "Forward increments restitute nothing") +
                std::string(": set it to 0") + or_other);
      require(p.contact.coefficients.tangential_restitution == 0.,
              "Contact/tangential restitution coefficient",
              "This contact method restitutes nothing: set it to 0" + or_other);
      require(p.contact.coefficients.law == ImpactLaw::automatic,
              "Contact/law",
              "This contact method has no law of impact: set it to "
              "'automatic'" +
                or_other);
      require(!p.time.halves_failures,
              "Time integration/on failure",
              "This contact method keeps more than positions and velocities "
              "from step to step: set it to 'stop'.");
      if (!is_force)
        {
          require(p.contact.boundary_mass == BoundaryMass::kept,
                  "Contact/boundary mass",
                  "Forward increments are impulses, which massless "
                  "contacts have not: set it to 'kept'.");
          errors.throw_all();
          return;
        }
      require(p.contact.form == DelassusForm::automatic ||
                p.contact.form == DelassusForm::assembled,
              "Contact/Delassus operator",
              "The compliances of contacts are added to the entries of W: set "
              "it to 'automatic'.");
      if (m.method == ContactMethod::penalty)
        {
          require(m.penalty_parameter > 0.,
                  "Contact/penalty parameter",
                  "It must be positive.");
          errors.throw_all();
          return;
        }
      require(m.nitsche_parameter > 0.,
              "Contact/Nitsche parameter",
              "It must be positive.");
      require(m.nitsche_theta == -1. || m.nitsche_theta == 0. ||
                m.nitsche_theta == 1.,
              "Contact/Nitsche theta",
              "It must be -1, 0 or 1.");
      errors.throw_all();
    }

    /** What is given of contacts that the model has not. */
    void
    check_coefficients(const ModelKind     &model,
                       const RunParameters &p,
                       const CaseFile      &case_file,
                       ErrorCollector      &errors)
    {
      for (const CoefficientEntry &entry : contact_coefficients)
        if (p.contact.coefficients.*entry.value != 0.)
          {
            using Kind        = CoefficientEntry::Kind;
            const auto refuse = [&](const std::string &why) {
              errors.add(case_file.error("Contact/" + entry.entry(),
                                         "Model '" + std::string(model.name) +
                                           "' " + why + ": set it to 0."));
            };
            if (entry.kind == Kind::length && !model.has_rolling)
              refuse("has no contacts at which bodies roll");
            if (entry.kind == Kind::speed && !model.has_friction)
              refuse("has neither friction nor an e that depends on the speed");
            if ((entry.kind == Kind::tangential || entry.kind == Kind::state) &&
                !model.has_friction)
              refuse("has no tangential motion at its contacts");
            if (entry.kind == Kind::cohesive && !model.has_cohesion)
              refuse("has no cohesive contacts");
          }
    }

    /** Entries of which one excludes the other. */
    void
    check_contradictions(const ModelKind     &model,
                         const RunParameters &p,
                         const CaseFile      &case_file,
                         ErrorCollector      &errors)
    {
      const auto refuse = [&](const bool         is_wrong,
                              const std::string &entry,
                              const std::string &message) {
        if (is_wrong)
          errors.add(case_file.error(entry, message));
      };
      const ContactCoefficients &c   = p.contact.coefficients;
      const auto [entry, what]       = c.contradiction();
      const SchemeInformation &about = p.scheme_information();
      refuse(!what.empty(),
             "Contact/" + std::string(entry),
             std::string(what) + '.');
      refuse(c.law != ImpactLaw::automatic && c.law != ImpactLaw::newton &&
               c.tangential_restitution != 0.,
             "Contact/tangential restitution coefficient",
             "It is one of the law 'newton': set it to 0, or "
             "choose 'Contact/law = newton'.");
      refuse(about.has_theta_or_beta && p.scheme.beta &&
               p.scheme.theta != SchemeParameters().theta,
             "Time integration/theta",
             "Scheme '" + p.scheme.name +
               "' has theta or beta, which is given, too: remove one of them.");
      if (p.contact.boundary_mass != BoundaryMass::kept)
        errors.in_turn([&] { check_boundary_mass(model, p, case_file); });
      if (p.contact.method.method != ContactMethod::velocity_level)
        errors.in_turn([&] { check_contact_method(model, p, case_file); });
      refuse(c.law == ImpactLaw::poisson && !model.has_friction,
             "Contact/law",
             "Model '" + std::string(model.name) +
               "' has Newton's law alone: set it to 'automatic'.");
      refuse(p.time.halves_failures &&
               about.family != SchemeFamily::moreau_jean,
             "Time integration/on failure",
             "Scheme '" + p.scheme.name +
               "' keeps more than positions and velocities from "
               "step to step, or needs a constant step: set it "
               "to 'stop'.");
    }
  } // namespace

  void
  check_run(const ModelKind     &model,
            const RunParameters &p,
            const CaseFile      &case_file)
  {
    ErrorCollector errors;
    if (!case_file.is_set("Model/name"))
      throw case_file.error("Model/name",
                            "A case has to name its model: write 'set name = "
                            "...' in subsection Model. 'percuss list models' "
                            "has the names.");
    if (!(p.time.end_time > p.time.start_time))
      errors.add(case_file.error("Time integration/end time",
                                 "It must be after the start time, " +
                                   short_text(p.time.start_time) + " s."));
    check_coefficients(model, p, case_file, errors);
    check_contradictions(model, p, case_file, errors);
    if (p.output.directory.empty())
      errors.add(case_file.error("Output/output directory",
                                 "It must name a directory."));
    errors.throw_all();
  }

  InputError
  error_of_scheme(const InputError    &error,
                  const RunParameters &p,
                  const CaseFile      &case_file)
  {
    if (error.entry.empty())
      return error;
    const std::string path = "Time integration/" + error.entry;
    return case_file.error(path,
                           "With scheme '" + p.scheme.name + "', " +
                             error.what() + ".");
  }

  InputError
  error_of_model(const InputError  &error,
                 const std::string &section,
                 const CaseFile    &case_file)
  {
    const std::string path = section + "/" + error.entry;
    if (!case_file.has_entry(path))
      return InputError("Section '" + section + "': " + error.what());
    std::string message = error.rule;
    message[0]          = static_cast<char>(std::toupper(message[0]));
    return case_file.error(path, message);
  }

  void
  check_contact_problems(const unsigned int   n_tangential,
                         const RunParameters &p,
                         const CaseFile      &case_file)
  {
    if (n_tangential > 2 && p.output.contact_problems > 0)
      throw case_file.error("Output/contact problems",
                            "Files of FCLIB have no rolling or spinning "
                            "friction, which contacts of this run have: set "
                            "it to 0.");
  }

  void
  check_contact_treatment(const ContactTreatment &treatment,
                          const RunParameters    &p,
                          const CaseFile         &case_file)
  {
    if (treatment.level == ContactTreatment::Level::position &&
        !treatment.contact_forces && p.contact.coefficients.friction != 0.)
      throw case_file.error("Contact/friction coefficient",
                            "Scheme '" + p.scheme.name +
                              "' writes contact at the position level, where "
                              "there is no friction: set it to 0, or choose a "
                              "scheme at the velocity level.");
    if (treatment.level == ContactTreatment::Level::position)
      for (const CoefficientEntry &entry : contact_coefficients)
        if (entry.kind == CoefficientEntry::Kind::speed &&
            p.contact.coefficients.*entry.value != 0.)
          throw case_file.error(
            "Contact/" + entry.entry(),
            "Scheme '" + p.scheme.name +
              "' writes contact at the position level, "
              "which knows no speed of contacts: set it to 0, or choose "
              "a scheme at the velocity level.");
    if (treatment.level != ContactTreatment::Level::velocity &&
        p.contact.coefficients.law == ImpactLaw::poisson)
      throw case_file.error("Contact/law",
                            "Scheme '" + p.scheme.name +
                              "' does not write contact at the velocity level "
                              "alone, where impacts have phases: set it to "
                              "'automatic', or choose another scheme.");
    if (p.contact.coefficients.friction != 0. && !treats_friction(p))
      throw case_file.error("Contact/solver",
                            "It does not treat friction: choose another one.");
    check_convex_relaxation(p, case_file);
  }

  void
  check_delassus_operator(const std::size_t       n_rows,
                          const bool              is_nodal,
                          const bool              is_friction,
                          const ContactTreatment &treatment,
                          const RunParameters    &p,
                          const CaseFile         &case_file)
  {
    constexpr std::size_t limit = 3000; // 72 MB, and its factors
    const DelassusForm    form  = p.contact.form;
    const auto            error = [&](const std::string &message) {
      return case_file.error("Contact/Delassus operator", message);
    };
    if (form == DelassusForm::matrix_free && is_friction &&
        (!is_nodal || treatment.level != ContactTreatment::Level::velocity))
      throw error("With friction it must be 'assembled' or 'automatic' here: "
                  "matrix-free it is for nodes of solids, and schemes that "
                  "write contact at the velocity level. Without friction, set "
                  "'Contact/friction coefficient' to 0.");
    const bool is_dense = form == DelassusForm::assembled ||
                          (form == DelassusForm::automatic && !is_nodal);
    if (treatment.level == ContactTreatment::Level::velocity ||
        treatment.known_contact_forces || !is_dense || n_rows <= limit)
      return; // the velocity level assembles active rows alone
    if (p.contact.method.has_compliance())
      throw case_file.error("Contact/method",
                            "Implicit schemes assemble W of at most " +
                              std::to_string(limit) + " rows; here are " +
                              std::to_string(n_rows) +
                              ". Choose a scheme of central differences, or "
                              "'velocity level'.");
    std::string message = "An assembled W of the position level is for at "
                          "most " +
                          std::to_string(limit) + " rows; here are " +
                          std::to_string(n_rows) + ". ";
    if (is_nodal)
      message += "Set it to 'automatic' or 'matrix-free'.";
    else
      message += "Choose a scheme at the velocity level, or let the model have "
                 "fewer contacts.";
    throw error(message);
  }
} // namespace percuss
