// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_configuration_run_parameters_h
#define percuss_configuration_run_parameters_h

#include <percuss/base/clock.h>
#include <percuss/configuration/mechanism_parameters.h>
#include <percuss/configuration/small_model_parameters.h>
#include <percuss/configuration/solid_parameters.h>
#include <percuss/configuration/study_parameters.h>
#include <percuss/constraints/activation.h>
#include <percuss/simulation/contact_options.h>
#include <percuss/time_integration/scheme_parameters.h>

#include <deal.II/base/parameter_handler.h>

#include <span>
#include <string>
#include <string_view>

namespace percuss
{
  /** Section "Elastic bar"; lists have one item, or one per bar. */
  struct ElasticBarParameters
  {
    unsigned int number_of_bars       = 1;
    std::string  length               = "1";
    std::string  cross_section        = "1e-4";
    std::string  youngs_modulus       = "210e9";
    std::string  density              = "7800";
    std::string  obstacle             = "left";
    double       initial_gap          = 0.;
    double       initial_right_gap    = 0.;
    std::string  gaps_between_bars    = "0";
    std::string  initial_displacement = "0";
    std::string  initial_velocity     = "0";
    double       gravity              = 0.;
    std::string  left_end_force       = "0";
    std::string  right_end_force      = "0";
    std::string  number_of_elements   = "100";
    unsigned int polynomial_degree    = 1;
    std::string  mass_matrix          = "consistent";
    std::string  far_end              = "free";
    double       mass_damping         = 0.;
    double       stiffness_damping    = 0.;
  };

  struct ContactParameters
  {
    double      restitution_coefficient            = 0.;
    double      friction_coefficient               = 0.;
    double      tangential_restitution_coefficient = 0.;
    std::string activation                         = "automatic";
    std::string opening_contacts                   = "automatic";
    double      forecast_coefficient               = 0.5;
    std::string solver                             = "automatic";
    std::string nonlinear_iteration                = "sequential";
    std::string normals                            = "midpoint";
    std::string delassus_operator                  = "automatic";
  };

  struct TimeParameters
  {
    std::string scheme              = "moreau-jean";
    double      time_step           = 1e-6;
    double      courant_number      = 0.;
    double      start_time          = 0.;
    double      end_time            = 1e-3;
    std::string on_failure          = "stop";
    double      theta               = 0.5;
    std::string projection_coupling = "coupled";
    std::string projection_metric   = "Euclidean";
    std::string joint_impulses      = "midpoint";
    std::string variable_mass       = "between";
    double      spectral_radius     = 0.8;
    std::string alpha_m             = "automatic";
    std::string alpha_f             = "automatic";
    std::string beta                = "automatic";
    std::string gamma               = "automatic";
  };

  struct OutputParameters
  {
    std::string  directory           = "results";
    unsigned int history_interval    = 1;
    unsigned int field_interval      = 0;
    unsigned int checkpoint_interval = 0;
    bool         record_signals      = false;
    std::string  monitored_points;
  };

  /** Everything that a parameter file says about a run. */
  struct RunParameters
  {
    std::string            model = "elastic bar";
    ElasticBarParameters   bar;
    SolidParameters        solid;
    MechanismParameters    mechanism{2}, spatial_mechanism{3};
    SmallModelParameters   small_models;
    ContactParameters      contact;
    TimeParameters         time;
    std::string            linear_algebra = "PETSc";
    std::string            mesh_file;
    LinearSolverParameters linear_solver;
    OutputParameters       output;
    StudyParameters        study;

    /** Declares all entries; parsing then sets the members. */
    void
    add_parameters(dealii::ParameterHandler &prm);

    SchemeParameters
    scheme() const;

    Activation
    activation() const;

    Clock
    clock() const;

    ContactOptions
    contact_options() const;
  };

  /** Name and one line about every model. */
  struct ModelInformation
  {
    std::string_view name, description;
    bool             has_friction = false;
  };

  /** The models that 'Model/name' may name, in the order of the sections. */
  std::span<const ModelInformation>
  models();

  /** Whether the contacts of a model of models() have tangential motion. */
  bool
  has_friction(std::string_view model);

  /** A monitored point: NAME: x [@ bar]. */
  struct MonitoredPoint
  {
    std::string  name;
    double       x;   ///< distance from the left end of the bar [m]
    unsigned int bar; ///< from 0
  };
} // namespace percuss

#endif
