// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_kind_h
#define percuss_models_bar_kind_h

#include <percuss/run/model.h>

#include <string>

namespace percuss
{
  /** The sides of the row of bars on which obstacles stand. */
  struct ObstacleSides
  {
    bool left = true, right = false;

    bool
    operator==(const ObstacleSides &) const = default;
  };

  enum class BarMassMatrix
  {
    automatic, ///< the one whose waves have the speed that the scheme asks for
    consistent,
    lumped,
    blended ///< both with the weights 1 : degree
  };

  /** Section "Elastic bar"; lists have one item, or one per bar. */
  struct ElasticBarParameters final : ModelParameters
  {
    unsigned int  number_of_bars       = 1;
    std::string   length               = "1";
    std::string   cross_section        = "1e-4";
    std::string   youngs_modulus       = "210e9";
    std::string   density              = "7800";
    ObstacleSides obstacle             = {};
    double        initial_gap          = 0.;
    double        initial_right_gap    = 0.;
    std::string   gaps_between_bars    = "0";
    std::string   initial_displacement = "0";
    std::string   initial_velocity     = "0";
    double        gravity              = 0.;
    std::string   left_end_force       = "0";
    std::string   right_end_force      = "0";
    std::string   number_of_elements   = "100";
    unsigned int  polynomial_degree    = 1;
    BarMassMatrix mass_matrix          = BarMassMatrix::automatic;
    bool          far_end_is_clamped   = false;
    double        mass_damping         = 0.;
    double        stiffness_damping    = 0.;
    std::string   prony_series         = "none";
    std::string   yield_stress         = "none";
    std::string   hardening_modulus    = "0";
    std::string   hardening_saturation = "0";
    std::string   hardening_exponent   = "0";

    void
    add_to(Parameters &prm) override;

    /** Loads the library of models with deal.II. */
    std::unique_ptr<Model>
    make(const RunParameters &run, const CaseFile &case_file) const override;
  };

  extern const ModelKind elastic_bar_kind;
} // namespace percuss

#endif
