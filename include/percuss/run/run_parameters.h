// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_run_parameters_h
#define percuss_run_run_parameters_h

#include <percuss/algebra/linear_solver_choice.h>
#include <percuss/base/clock.h>
#include <percuss/constraints/activation.h>
#include <percuss/constraints/contact_law.h>
#include <percuss/constraints/geometry/rigid_shapes.h>
#include <percuss/input/parameters.h>
#include <percuss/mechanics/boundary_mass.h>
#include <percuss/output/field_times.h>
#include <percuss/run/contact_method.h>
#include <percuss/run/make_complementarity_solver.h>
#include <percuss/run/study_parameters.h>
#include <percuss/simulation/contact_options.h>
#include <percuss/time_integration/scheme_parameters.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  struct ContactParameters
  {
    ContactCoefficients     coefficients;
    std::string             activation              = "automatic";
    double                  forecast_coefficient    = 0.5;
    std::string             solver                  = "automatic";
    double                  solver_tolerance        = 1e-10; ///< [-]
    double                  relaxation_gap_velocity = 0.;    ///< [m/s]
    bool                    is_nonsmooth_newton     = false;
    DelassusForm            form                    = DelassusForm::automatic;
    SeparatingContacts      separating_contacts = SeparatingContacts::automatic;
    bool                    jacobian_at_end     = false;
    BoundaryMass            boundary_mass       = BoundaryMass::kept;
    ContactMethodParameters method;
  };

  struct TimeParameters
  {
    double time_step       = 1e-6;
    double courant_number  = 0.; ///< 0: the time step is as given
    double start_time      = 0.;
    double end_time        = 1e-3;
    bool   halves_failures = false; ///< 'on failure' = halve step
  };

  /** What the models with meshes have in common. */
  struct DiscretizationParameters
  {
    enum class LinearAlgebra
    {
      automatic,
      petsc,
      trilinos
    };

    LinearAlgebra      linear_algebra = LinearAlgebra::automatic;
    std::string        mesh_file;
    LinearSolverChoice linear_solver;
  };

  struct OutputParameters
  {
    std::string                 directory = "results";
    std::optional<unsigned int> history_interval; ///< none: automatic
    unsigned int                field_interval      = 0;
    unsigned int                checkpoint_interval = 0;
    unsigned int                contact_problems    = 0;
    bool                        record_signals      = false;
    std::string                 monitored_points;
    FieldFormat                 field_format = FieldFormat::vtu;
  };

  /** What a parameter file says of every model. */
  struct RunParameters
  {
    ContactParameters        contact;
    SchemeParameters         scheme;
    TimeParameters           time;
    DiscretizationParameters discretization;
    OutputParameters         output;
    StudyParameters          study;

    /** Those that the program knows. */
    std::vector<SchemeInformation> schemes = schemes_of({});

    /** What a program has of its own, see Catalogue. */
    std::vector<MakeStatefulLaw> own_laws;
    std::vector<OwnSolver>       own_solvers;
    RigidShapes                  own_shapes;

    /** Declares the entries. */
    void
    add_to(Parameters &parameters);

    /** What is known of the chosen scheme. */
    const SchemeInformation &
    scheme_information() const
    {
      return *std::ranges::find(schemes, scheme.name, &SchemeInformation::name);
    }

    Activation
    activation() const;

    Clock
    clock() const
    {
      return {time.start_time, time.time_step, time.end_time};
    }

    ContactOptions
    contact_options() const
    {
      return {contact.form,
              contact.separating_contacts,
              contact.jacobian_at_end,
              own_laws};
    }
  };
} // namespace percuss

#endif
