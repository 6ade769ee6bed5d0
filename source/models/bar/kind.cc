// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/kind.h>
#include <percuss/run/loaded_library.h>

namespace percuss
{
  namespace
  {
    const std::string per_bar =
      " One value for all bars, or one per bar separated by ';'.";
    const std::string property = " Like the cross section." + per_bar;
  } // namespace

  void
  ElasticBarParameters::add_to(Parameters &prm)
  {
    prm.section("Elastic bar");
    prm.add("number of bars",
            number_of_bars,
            "Bars in a row along the x-axis, from left to right.",
            Range<unsigned int>{1});
    prm.add_numbers("length",
                    length,
                    "Length of the bar [m] (of a generated mesh)." + per_bar,
                    not_negative);
    prm.add("cross section",
            cross_section,
            "Area of the cross section [m^2]: a number, or an "
            "expression of the distance x [m] from the bar's left "
            "end and of the material id of the mesh (of a "
            "generated one the number of the bar, from 0), as in "
            "'if(x < 0.5, 1e-4, 2e-4)'." +
              per_bar);
    prm.add("Young's modulus",
            youngs_modulus,
            "Young's modulus [Pa]." + property);
    prm.add("density", density, "Mass density [kg/m^3]." + property);
    prm.add<ObstacleSides>(
      "obstacle",
      obstacle,
      "Where rigid obstacles stand: left of the first bar, "
      "right of the last one, on both sides, or nowhere (none).",
      {{"left", {true, false}},
       {"right", {false, true}},
       {"both", {true, true}},
       {"none", {false, false}}});
    prm.add("initial gap",
            initial_gap,
            "Distance [m] of the obstacle from the nearest end at "
            "the start; with obstacles on both sides, of the left "
            "one.",
            not_negative);
    prm.add("initial right gap",
            initial_right_gap,
            "Distance [m] of the right obstacle at the start if "
            "there are obstacles on both sides.",
            not_negative);
    prm.add_numbers("gaps between bars",
                    gaps_between_bars,
                    "Distances [m] between neighbouring bars at the start, "
                    "separated by ';', or one value for all.",
                    not_negative);
    prm.add("initial displacement",
            initial_displacement,
            "Displacement [m] at the start. The gaps at the start "
            "are those given, whatever it is." +
              property);
    prm.add("initial velocity",
            initial_velocity,
            "Velocity [m/s] at the start along the x-axis, "
            "negative towards an obstacle on the left." +
              property);
    prm.add("gravity",
            gravity,
            "Acceleration of gravity [m/s^2] along the x-axis, "
            "signed like the velocity.");
    prm.add("left end force",
            left_end_force,
            "Force [N] along the x-axis on the left end of the "
            "first bar: a number or an expression of the time t.");
    prm.add("right end force",
            right_end_force,
            "Force [N] along the x-axis on the right end of the "
            "last bar: a number or an expression of the time t.");
    prm.add_whole_numbers("number of elements",
                          number_of_elements,
                          "Elements of a generated mesh." + per_bar,
                          Range<unsigned int>{1});
    prm.add("polynomial degree",
            polynomial_degree,
            "Degree of the polynomials in an element.",
            Range<unsigned int>{1, 20});
    prm.add<BarMassMatrix>(
      "mass matrix",
      mass_matrix,
      "Consistent, or lumped by the quadrature whose points "
      "are the nodes, or both with the weights 1 : p (blended; "
      "p the polynomial degree), with which waves travel most exactly. "
      "automatic: lumped with central differences, which make waves "
      "faster, as a lumped mass makes them slower; blended with the other "
      "schemes. Waves of a consistent one are too fast, and contact forces "
      "overshoot by half.",
      {{"automatic", BarMassMatrix::automatic},
       {"consistent", BarMassMatrix::consistent},
       {"lumped", BarMassMatrix::lumped},
       {"blended", BarMassMatrix::blended}});
    prm.add<bool>("far end",
                  far_end_is_clamped,
                  "The end opposite to the obstacle (the right end of "
                  "the last bar where there is none).",
                  {{"free", false}, {"clamped", true}});
    prm.add("Rayleigh damping mass",
            mass_damping,
            "c_M [1/s] of the damping C = c_M M + c_K K.",
            not_negative);
    prm.add("Rayleigh damping stiffness",
            stiffness_damping,
            "c_K [s] of the damping C = c_M M + c_K K.",
            not_negative);
    prm.add("Prony series",
            prony_series,
            "Relaxation of stress: relative moduli and relaxation times in s, "
            "'g, tau and g, tau', of Young's modulus E_0 of a strain that is "
            "applied at once, E = E_0 (1 - sum g (1 - exp(-t/tau))); or none." +
              per_bar);
    prm.add("yield stress",
            yield_stress,
            "k_0 [Pa] of bars that yield, k = k_0 + H alpha + "
            "R (1 - exp(-delta alpha)), alpha the equivalent plastic strain; "
            "with explicit schemes; or none." +
              property);
    prm.add("hardening modulus",
            hardening_modulus,
            "H [Pa], linear hardening." + property);
    prm.add("hardening saturation",
            hardening_saturation,
            "R [Pa], by which the yield stress grows in the end (Voce)." +
              property);
    prm.add("hardening exponent",
            hardening_exponent,
            "delta [-], how fast; positive where there is a saturation." +
              property);
  }

  std::unique_ptr<Model>
  ElasticBarParameters::make(const RunParameters &run,
                             const CaseFile      &case_file) const
  {
    return make_loaded_model("percuss_make_elastic_bar", *this, run, case_file);
  }

  extern const ModelKind elastic_bar_kind{
    .name         = "elastic bar",
    .description  = "elastic bars in a row that strike each other and rigid "
                    "obstacles (finite elements)",
    .section      = make_section<ElasticBarParameters>,
    .has_cohesion = true,
    .has_boundary_mass = true,
    .is_distributed    = true};
} // namespace percuss
