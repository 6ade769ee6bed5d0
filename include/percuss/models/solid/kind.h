// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_kind_h
#define percuss_models_solid_kind_h

#include <percuss/run/model.h>

#include <string>

namespace percuss
{
  /** Section "Solid": texts are read by make_solid(). */
  struct SolidParameters final : ModelParameters
  {
    unsigned int dimension           = 2;
    std::string  kinematics          = "plane strain";
    std::string  elastic_law         = "linear";
    double       thickness           = 1.;
    std::string  youngs_modulus      = "210e9";
    std::string  poissons_ratio      = "0.3";
    std::string  density             = "7800";
    std::string  generator           = "subdivided_hyper_rectangle";
    std::string  generator_arguments = "10, 10 : 0, 0 : 1, 1 : true";
    unsigned int refinements         = 0;
    std::string  map;
    std::string  boundary_markers;
    unsigned int polynomial_degree = 1;
    std::string  mass_matrix       = "lumped";
    std::string  held;
    std::string  tractions;
    std::string  gravity;
    std::string  initial_displacement;
    std::string  initial_velocity;
    double       mass_damping      = 0.;
    double       stiffness_damping = 0.;
    std::string  contact_boundaries;
    std::string  obstacles;
    bool         obstacle_forces = false;

    void
    add_to(Parameters &prm) override;

    /** Loads the library of models with deal.II. */
    std::unique_ptr<Model>
    make(const RunParameters &run, const CaseFile &case_file) const override;
  };

  extern const ModelKind solid_kind;
} // namespace percuss

#endif
