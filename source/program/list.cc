// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/program/commands.h>
#include <percuss/run/make_complementarity_solver.h>
#include <percuss/run/run_parameters.h>
#include <percuss/time_integration/scheme_parameters.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <utility>

namespace percuss
{
  namespace
  {
    const char *const list_help =
      R"(usage: percuss list [models|schemes|solvers|laws|references|cases]

Names that parameter files use, one a line with what it is; without a word all
of them.
)";

    using Lines = std::vector<std::pair<const char *, const char *>>;

    // exact solutions, with which summary.json compares wherever they apply
    const Lines references{
      {"impacting bar",
       "uniform undamped bars by d'Alembert, with walls and gravity, e = 0"},
      {"bouncing ball", "its parabolas and impacts, until it rests and after"},
      {"linear oscillator", "between impacts in closed form, constant load"},
      {"two-mass oscillator", "between impacts in closed form"}};

    const Lines cases{
      {"impacting_bar/acary.prm", "steel bar on a wall, [A12] 6.2"},
      {"impacting_bar/doyen.prm", "bouncing bar, [C13] 5.3"},
      {"impacting_bar/row_of_bars.prm", "three bars that touch are struck"},
      {"impacting_bar/hopkinson_bar.prm",
       "split Hopkinson bar, a specimen that flows"},
      {"impacting_bar/glued_plate.prm",
       "a plate that is glued to a bar flies off"},
      {"bar_scaling/scaling.prm", "time per step of long bars"},
      {"solids/bar_2d.prm", "the bouncing bar as a solid in the plane"},
      {"solids/bar_3d.prm", "the bouncing bar as a solid in space"},
      {"solids/hertz_ball_on_block.prm", "Hertz' contact, of revolution"},
      {"solids/hertz_ball_on_plane.prm", "Hertz' contact of an elastic ball"},
      {"solids/hertz_cylinder_on_plane.prm", "and of an elastic cylinder"},
      {"solids/refined_hertz_cylinder.prm",
       "the same with small cells near the contact alone"},
      {"solids/adaptive_bar.prm",
       "a pulse in a bar, small cells that follow it"},
      {"solids/rod_3d.prm", "a rod with free sides strikes a wall, in space"},
      {"solids/block_on_ball.prm", "a block falls on a ball, in space"},
      {"solids/hammer.prm", "two materials, a mesh from Gmsh"},
      {"solids/bracket.prm", "tetrahedra from Gmsh, finite strains, friction"},
      {"solids/taylor_bar.prm", "a bar of copper, J2 plasticity"},
      {"solids/rubber_ball.prm", "a ball of rubber rebounds, Prony series"},
      {"solids/disk_on_block.prm", "two deformable bodies, friction"},
      {"solids/ball_on_block.prm", "the same in space, of tetrahedra"},
      {"solids/two_disks.prm", "disks of rubber that slide and spin, friction"},
      {"solids/folding_ring.prm",
       "a rubber ring falls and folds, contact with itself"},
      {"solids/split_hopkinson_bar.prm",
       "a specimen between two bars, strain gauges, of revolution"},
      {"solids/struck_stack.prm",
       "a block is knocked out of a stack, friction"},
      {"mechanisms/slider_crank.prm",
       "slider-crank with a loose slider, [A12] 6.4, [C13] 5.6.1"},
      {"mechanisms/flexible_slider_crank.prm",
       "the same with a flexible crank and rod, [C13] 5.6.2"},
      {"mechanisms/rotating_beam.prm",
       "a flexible beam swings against a stop, [C13] 5.4"},
      {"mechanisms/rigid_pendulum.prm",
       "pendulum in redundant coordinates, [C13] 5.5"},
      {"mechanisms/rocking_block.prm",
       "a block rocks and comes to rest, [A12] Example 3"},
      {"mechanisms/pendulum_in_ring.prm",
       "a rod hung into a turning ring, [A12] 6.3"},
      {"mechanisms/slider_and_roller.prm",
       "a slider comes to rest on a driven roller, [A12] Fig. 8"},
      {"mechanisms/slider_crank_clearance.prm",
       "slider-crank with a loose journal, too, [A12] 6.4.2"},
      {"mechanisms/circuit_breaker.prm",
       "a latch opens in milliseconds, in the spirit of [A12] 6.5"},
      {"mechanisms/two_beams.prm", "two leaves of a spring touch"},
      {"mechanisms/spatial_slider_crank.prm",
       "the slider-crank in space with a loose crank pin, [A12] 6.4.2"},
      {"mechanisms/newtons_cradle.prm", "a ball strikes four others"},
      {"mechanisms/touching_balls.prm", "a ball strikes two that touch"},
      {"mechanisms/hertz_chain.prm", "a ball strikes four, contacts of Hertz"},
      {"mechanisms/dropped_box.prm", "a box bounces on its corners and rests"},
      {"mechanisms/box_stack.prm", "ten boxes fall on each other and stand"},
      {"mechanisms/stone_arch.prm", "seven stones hold each other"},
      {"mechanisms/mortar_pillar.prm",
       "a pillar with mortar breaks at its foot"},
      {"mechanisms/stick_slip.prm", "a block on a spring sticks and slips"},
      {"mechanisms/dominoes.prm", "fifteen dominoes fall in a row"},
      {"mechanisms/falling_bodies.prm", "bodies of all shapes fall"},
      {"mechanisms/balls_in_a_box.prm", "27 frictional spheres come to rest"},
      {"mechanisms/rolling_ball.prm", "a ball slides, spins, rolls and stops"},
      {"mechanisms/falling_spheres.prm", "a thousand smooth spheres fall"},
      {"mechanisms/spinning_top.prm", "a top on a plane with friction"},
      {"mechanisms/swinging_rod.prm",
       "a flexible rod in space strikes a wall along its length"},
      {"small_systems/bouncing_ball_c13.prm", "bouncing ball, [C13] 5.1"},
      {"small_systems/bouncing_ball_a12.prm",
       "bouncing ball with projections, [A12] Figs. 4-7"},
      {"small_systems/linear_oscillator.prm",
       "damped oscillator against an obstacle"},
      {"small_systems/two_mass_oscillator.prm",
       "two balls joined by a spring, [C13] 5.2"},
      {"small_systems/van_der_pol.prm",
       "self-excited oscillator against an obstacle, [D19]"},
      {"small_systems/rotating_spring.prm",
       "rotating spring against an obstacle, [D19]"},
      {"small_systems/rotating_spring_friction.prm", "the same with friction"},
      {"small_systems/discrete_arch.prm", "flexible arch on an obstacle"},
      {"small_systems/slider_crank.prm",
       "slider-crank in minimal coordinates, [A12] 6.4.1"},
      {"refinement_studies/chen_ball.prm", "study, [C13] Fig. 5"},
      {"refinement_studies/chen_two_masses.prm", "study, [C13] Fig. 7"},
      {"refinement_studies/chen_pendulum.prm", "study, [C13] Fig. 15"},
      {"refinement_studies/clamped_beam.prm",
       "study, a clamped beam, 2 to 256 elements"},
      {"refinement_studies/rotating_beam.prm",
       "study, a rotating beam, 2 to 256 elements"},
      {"refinement_studies/spectrum.prm", "spectra of schemes, [C13] Fig. 1"},
      {"refinement_studies/acary_ball.prm", "study, [A12] Figs. 2, 3"},
      {"refinement_studies/acary_oscillator.prm", "study, [A12] Fig. 2"},
      {"refinement_studies/peak_force_elements.prm", "study, [A12] Fig. 13"},
      {"refinement_studies/peak_force_time_step.prm", "study, [A12] Fig. 14"},
      {"refinement_studies/di_stasio_ball.prm", "study, [D19] Figs. 8, 9"},
      {"refinement_studies/di_stasio_van_der_pol.prm",
       "study, [D19] Figs. 12, 13"},
      {"refinement_studies/impacting_bar.prm",
       "three schemes on the bar of [C13] 5.3"},
      {"refinement_studies/impacting_bar_schemes.prm",
       "every scheme on that bar, degree 1 to 4"},
      {"scheme_comparison/bar.prm", "the bar of doc/which_scheme.md"},
      {"scheme_comparison/schemes.prm", "study, every scheme on it"},
      {"scheme_comparison/courant_number.prm", "study, its largest force"},
      {"scheme_comparison/mesh.prm", "study, mesh and time step together"},
      {"scheme_comparison/boundary_mass.prm", "study, small time steps"},
      {"scheme_comparison/degree.prm", "study, degree 1 to 4"},
      {"scheme_comparison/many_impacts.prm", "study, energy between two walls"},
      {"scheme_comparison/weights.prm",
       "study, who has the contact node's mass"},
      {"scheme_comparison/methods.prm", "study, 36 ways to enforce contact"},
      {"scheme_comparison/block.prm", "study, a block in plane strain"}};

    void
    line(const std::string_view name, const std::string_view text)
    {
      std::cout << "  " << std::left << std::setw(24) << name << "  " << text
                << '\n';
    }

    void
    list_one(const std::string &what, const Catalogue &catalogue)
    {
      if (what == "models")
        for (const ModelKind *const model : catalogue.models)
          line(model->name, model->description);
      else if (what == "schemes")
        for (const SchemeInformation &scheme :
             schemes_of(catalogue.own_schemes))
          line(scheme.name,
               std::string(scheme.is_consistent ?
                             "" :
                             "INCONSISTENT, kept only for comparison: ")
                 .append(scheme.equations)
                 .append("; parameters: ")
                 .append(scheme.parameters));
      else if (what == "solvers")
        {
          for (const auto &solver : complementarity_solver_names())
            line(solver.name, solver.description);
          for (const OwnSolver &solver : catalogue.own_solvers)
            line(solver.name, solver.description);
        }
      else if (what == "laws")
        for (const ImpactLawEntry &entry : impact_laws)
          line(entry.name, entry.equations);
      else
        for (const auto &[name, text] :
             what == "references" ? references : cases)
          line(name, text);
    }
    int
    list(const Arguments &arguments, const Catalogue &catalogue)
    {
      const std::vector<std::string> all{
        "models", "schemes", "solvers", "laws", "references", "cases"};
      if (arguments.size() > 1)
        throw InputError(
          "percuss list takes one word. See percuss list --help.");
      if (arguments.empty())
        {
          for (const std::string &what : all)
            {
              std::cout << what << ":\n";
              list_one(what, catalogue);
            }
          return 0;
        }
      if (std::find(all.begin(), all.end(), arguments[0]) == all.end())
        {
          const std::string meant = nearest(arguments[0], all);
          throw InputError("percuss list knows no '" + arguments[0] + "'. " +
                           (meant.empty() ? "See percuss list --help." :
                                            "Did you mean '" + meant + "'?"));
        }
      list_one(arguments[0], catalogue);
      return 0;
    }
  } // namespace

  extern const Command list_command{"list", list_help, list};
} // namespace percuss
