// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_kind_h
#define percuss_models_solid_kind_h

#include <percuss/run/model.h>

#include <string>

namespace percuss
{
  /** What a mesh of dimension dim stands for; the last in 3-D, others in 2-D.
   */
  enum class Kinematics
  {
    plane_strain,     ///< u_z = 0, a slice of the given thickness
    plane_stress,     ///< sigma_zz = 0, a thin sheet of the given thickness
    axisymmetric,     ///< x = r >= 0, y = z (the axis); integrals are those of
                      ///< the full turn, 2 pi r dr dz
    three_dimensional ///< dim = 3
  };

  /** Stress of a strain, lambda and mu being Lame's constants. */
  enum class ElasticLaw
  {
    linear,              ///< sigma = lambda tr(eps) I + 2 mu eps, small strains
    st_venant_kirchhoff, ///< S = lambda tr(E) I + 2 mu E, finite rotations
    neo_hookean,         ///< psi = mu/2 (I_C - 3 - 2 ln J) + lambda/2 (ln J)^2
    j2_plasticity        ///< PlasticKernels, finite strains
  };

  /** What of a solid needs no mesh: declared once, here, for the section of the
   * parameter file and for SolidDescription. */
  struct SolidSettings
  {
    Kinematics   kinematics = Kinematics::plane_strain;
    ElasticLaw   law        = ElasticLaw::linear;
    double       thickness  = 1.; ///< [m] > 0, in plane strain and stress
    std::string  generator  = {}; ///< a function of dealii::GridGenerator
    std::string  generator_arguments = {}; ///< 10, 4 : 0, 0 : 1, 0.4 : true
    unsigned int refinements  = 0;     ///< of every cell, one after the other
    unsigned int degree       = 1;     ///< of the polynomials, 1 or 2
    bool         lumped_mass  = false; ///< diagonal and positive, see CellMass
    double       mass_damping = 0.;    ///< c_M >= 0 of C = c_M M + c_K K [1/s]
    double stiffness_damping  = 0.;    ///< c_K >= 0 [s], of the linear law only
  };

  /** Section "Solid": texts are read by make_solid(). */
  struct SolidParameters final : ModelParameters
  {
    SolidSettings settings{.generator           = "subdivided_hyper_rectangle",
                           .generator_arguments = "10, 10 : 0, 0 : 1, 1 : true",
                           .lumped_mass         = true};

    unsigned int dimension      = 2;
    std::string  youngs_modulus = "210e9";
    std::string  poissons_ratio = "0.3";
    std::string  density        = "7800";
    std::string  prony_series;
    std::string  yield_stress;
    std::string  hardening_modulus    = "0";
    std::string  hardening_saturation = "0";
    std::string  hardening_exponent   = "0";
    std::string  refine_near;
    std::string  adapt;
    std::string  map;
    std::string  boundary_markers;
    std::string  fixed_displacements;
    std::string  tractions;
    std::string  gravity;
    std::string  initial_displacement;
    std::string  initial_velocity;
    std::string  contact_boundaries;
    std::string  obstacles;
    bool         obstacle_forces = false;
    std::string  pairs;                 ///< of section "Contact"
    bool         small_sliding = false; ///< of section "Contact"

    void
    add_to(Parameters &prm) override;

    /** Loads the library of models with deal.II. */
    std::unique_ptr<Model>
    make(const RunParameters &run, const CaseFile &case_file) const override;

  private:
    void
    add_pairs(Parameters &prm);
  };

  extern const ModelKind solid_kind;
} // namespace percuss

#endif
