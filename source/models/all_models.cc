// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/all_models.h>

namespace percuss
{
  extern const ModelKind elastic_bar_kind;
  extern const ModelKind solid_kind;
  extern const ModelKind planar_mechanism_kind, spatial_mechanism_kind;
  extern const ModelKind bouncing_ball_kind;
  extern const ModelKind linear_oscillator_kind;
  extern const ModelKind two_mass_oscillator_kind;
  extern const ModelKind van_der_pol_oscillator_kind;
  extern const ModelKind rotating_spring_kind;
  extern const ModelKind discrete_arch_kind;
  extern const ModelKind slider_crank_kind;

  std::vector<const ModelKind *>
  all_models()
  {
    return {&elastic_bar_kind,
            &solid_kind,
            &planar_mechanism_kind,
            &spatial_mechanism_kind,
            &bouncing_ball_kind,
            &linear_oscillator_kind,
            &two_mass_oscillator_kind,
            &van_der_pol_oscillator_kind,
            &rotating_spring_kind,
            &discrete_arch_kind,
            &slider_crank_kind};
  }
} // namespace percuss
