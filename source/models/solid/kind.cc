// SPDX-License-Identifier: Apache-2.0
#include <percuss/constraints/geometry/rigid_shapes.h>
#include <percuss/input/item_text.h>
#include <percuss/models/obstacle_items.h>
#include <percuss/models/solid/kind.h>
#include <percuss/run/loaded_library.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    const std::string per_material =
      " One number, or one per material of the mesh, by name or id: "
      "'head: 210e9 | 2: 70e9'.";
    const std::string items_by_id =
      "'ID: ...' of names or ids of boundaries, separated by '|'";
    const std::string of_position =
      "expressions of x, y (and z), one per direction, separated by ','";

    /** "'plane: point ; normal' (to the body), ", and so on. */
    std::string
    forms_of_shapes()
    {
      std::string text;
      for (const ShapeKind<3> &kind : rigid_shapes<3>())
        text += "'" + obstacle_form(kind) + "' (" + kind.remark + "), ";
      return text;
    }

    /** The words of an obstacle's parts, in the order of its text; of an
     * unknown one any word. */
    std::vector<std::string>
    words_of_obstacle(const ItemSource &obstacle)
    {
      std::vector<std::string> words;
      for (const DeclaredItem &item : obstacle_items())
        if (item.kind == obstacle.name)
          for (const DeclaredWord &word : item.words)
            words.push_back(word.word);
      if (words.empty()) // parse_obstacles() refuses it
        {
          for (const ItemPart &part : obstacle.parts)
            if (part.word != "moved by")
              words.push_back(part.word);
          words.emplace_back("moved by");
        }
      return words;
    }

    /** The text of obstacles of a .json file: "KIND: V ; ... ; moved by: V". */
    std::string
    text_of_obstacles(const ItemList &obstacles)
    {
      std::string text;
      for (const ItemSource &obstacle : obstacles.items)
        {
          const std::string what =
            (obstacle.place.empty() ? "" : obstacle.place + ": ") + "The " +
            obstacle.name + " has ";
          const std::vector<std::string> words = words_of_obstacle(obstacle);
          for (const ItemPart &part : obstacle.parts)
            if (std::ranges::find(words, part.word) == words.end())
              throw InputError(what + "a part " +
                               item_text::in_quotes(part.word) +
                               "; it may have " + item_text::one_of(words) +
                               '.' + item_text::did_you_mean(part.word, words));
          text += (text.empty() ? "" : " | ") + obstacle.name + ": ";
          for (const std::string &word : words)
            {
              const bool is_motion = word == "moved by";
              const auto part =
                std::ranges::find(obstacle.parts, word, &ItemPart::word);
              if (part != obstacle.parts.end())
                text += (word == words.front() ? "" : " ; ") +
                        std::string(is_motion ? "moved by: " : "") +
                        part->value.text;
              else if (!is_motion)
                throw InputError(what + "no part " +
                                 item_text::in_quotes(word) +
                                 ", which it needs.");
            }
        }
      return text;
    }
  } // namespace

  void
  SolidParameters::add_pairs(Parameters &prm)
  {
    prm.section("Contact");
    prm.add("pairs",
            pairs,
            "Boundaries of deformable bodies that may touch each other, of "
            "solids: 'slave : master', names or ids, several of a "
            "side separated by ',', pairs by '|', as in 'ball : block'. The "
            "slave, whose nodes have the contacts, is the one that is written "
            "first: the one with the shorter faces, of equal ones the softer. "
            "Nodes and faces do not have to match (dual mortar method). "
            "'skin : self' is contact of boundaries with themselves, within a "
            "body that folds and between all bodies that have them, with "
            "finite sliding; 'all : self' of all that there are.");
    prm.add_words("pairs",
                  {{"self", "The slave's boundaries touch each other."},
                   {"all", "All boundaries."}});
    prm.add<bool>("sliding",
                  small_sliding,
                  "Of the contacts of 'pairs': finite, which are taken anew in "
                  "each step, for any motion; small, those of the start, for "
                  "bodies that slide by less than a face and turn by less than "
                  "0.1 rad while they touch, which the run checks: cheaper, "
                  "with a constant W.",
                  {{"finite", false}, {"small", true}});
  }

  void
  SolidParameters::add_to(Parameters &prm)
  {
    prm.section("Solid");
    prm.add("dimension",
            dimension,
            "Of the mesh: 2 or 3.",
            Range<unsigned int>{2, 3});
    prm.add<Kinematics>("kinematics",
                        settings.kinematics,
                        "What a mesh in the plane stands for: a slice that "
                        "cannot expand across the plane, a thin sheet, or half "
                        "of the section through the axis x = 0 of a body of "
                        "revolution, with x the radius.",
                        {{"plane strain", Kinematics::plane_strain},
                         {"plane stress", Kinematics::plane_stress},
                         {"axisymmetric", Kinematics::axisymmetric}});
    prm.add<ElasticLaw>("elastic law",
                        settings.law,
                        "linear: small strains; the others for finite strains "
                        "and rotations, in plane strain and in 3-D. J2 "
                        "plasticity, metals that flow, for bodies of "
                        "revolution, too, with explicit schemes.",
                        {{"linear", ElasticLaw::linear},
                         {"St. Venant-Kirchhoff",
                          ElasticLaw::st_venant_kirchhoff},
                         {"neo-Hookean", ElasticLaw::neo_hookean},
                         {"J2 plasticity", ElasticLaw::j2_plasticity}});
    prm.add("thickness",
            settings.thickness,
            "Of plane strain and plane stress [m].");
    prm.add("Young's modulus", youngs_modulus, "E [Pa]." + per_material);
    prm.add("Poisson's ratio",
            poissons_ratio,
            "nu [-], -1 < nu < 1/2." + per_material);
    prm.add("density", density, "rho [kg/m^3]." + per_material);
    prm.add(
      "Prony series",
      prony_series,
      "Relaxation of stress in the linear law: relative moduli of shear "
      "and bulk and relaxation times in s, 'g, k, tau; g, k, tau', of the "
      "moduli G_0, K_0 that E and nu give, those of a strain that is "
      "applied at once: G = G_0 (1 - sum g (1 - exp(-t/tau))). One "
      "series, or one per material, as in 'tread: 0.6, 0, 1e-3'. Empty: "
      "elastic.");
    prm.add(
      "yield stress",
      yield_stress,
      "k_0 [Pa] of 'elastic law = J2 plasticity', of von Mises' stress: "
      "k = k_0 + H alpha + R (1 - exp(-delta alpha)), alpha the equivalent "
      "plastic strain." +
        per_material);
    prm.add("hardening modulus",
            hardening_modulus,
            "H [Pa], linear hardening." + per_material);
    prm.add("hardening saturation",
            hardening_saturation,
            "R [Pa], by which the yield stress grows in the end (Voce)." +
              per_material);
    prm.add("hardening exponent",
            hardening_exponent,
            "delta [-], how fast; positive where there is a saturation." +
              per_material);
    prm.add("mesh generator",
            settings.generator,
            "A function of deal.II's GridGenerator, unless "
            "'Discretization/mesh file' names a file.");
    prm.add("mesh generator arguments",
            settings.generator_arguments,
            "Its arguments behind the mesh, separated by ':', those "
            "of a point or list by ','. The last one of "
            "subdivided_hyper_rectangle says whether the sides get "
            "the boundary ids 0 (left), 1 (right), 2 (bottom), 3 "
            "(top), in 3-D 4 (behind), 5 (in front).");
    prm.add("refinements",
            settings.refinements,
            "How often every cell is divided.");
    prm.add(
      "refine near",
      refine_near,
      "Local refinement: boundaries near which cells are divided further, "
      "how often, and within which distance: " +
        items_by_id +
        ", as in '3: 2 levels within 5 mm | foot: 1 level within 1 cm'. "
        "Neighbours of the small cells are divided, too, so that sizes "
        "differ by no more than 2. Of quadrilaterals and hexahedra of "
        "degree 1.");
    prm.add_words("refine near",
                  {{"levels", "How often, 1 to 8."},
                   {"level", "How often: once."},
                   {"within",
                    "The distance from the boundary, in m or with a "
                    "unit, of cells that are divided."}});
    prm.add(
      "adapt",
      adapt,
      "Adaptation of the mesh to the motion: how often, and how many times a "
      "cell of the mesh above is divided at most, as in 'every 20 steps : 2 "
      "levels'; after further ':' 'tolerance 0.1', the change of strain across "
      "a cell beyond which it is divided, as a share of the largest strain so "
      "far (0.3), and 'at most 5000 cells' (1000000). Cells whose contacts are "
      "closed, or about to close, are always divided. Of quadrilaterals and "
      "hexahedra of degree 1, with 'moreau-jean' and 'cd-lagrange', obstacles, "
      "on one rank. Empty: none.");
    prm.add_words("adapt",
                  {{"every", "The number of steps after which it is adapted."},
                   {"levels", "How often cells are divided, 1 to 6."},
                   {"level", "How often: once."},
                   {"tolerance", "Of the change of strain, 0.001 to 1."},
                   {"at most", "The largest number of cells."}});
    prm.add("mesh map",
            map,
            "Where the vertices of that mesh go, to grade it: " + of_position +
              ". Empty: they stay.");
    prm.add("boundary markers",
            boundary_markers,
            "New boundaries of faces whose centre satisfies a condition of x, "
            "y (and z): " +
              items_by_id + ", as in 'foot: y < 1e-6 | 7: x > 1'.");
    prm.add("polynomial degree",
            settings.degree,
            "Of the displacements; of triangles and tetrahedra 1.",
            Range<unsigned int>{1, 2});
    prm.add<bool>("mass matrix",
                  settings.lumped_mass,
                  "consistent, or lumped: diagonal, which makes explicit "
                  "schemes explicit and contact local.",
                  {{"consistent", false}, {"lumped", true}});
    prm.add("fixed displacements",
            fixed_displacements,
            "Directions in which boundaries cannot move: " + items_by_id +
              ", as in '0: x | clamp: x, y'.");
    prm.add_words("fixed displacements",
                  {{"x", "Along x, of bodies of revolution r."},
                   {"y", "Along y, of bodies of revolution z."},
                   {"z", "Along z, in space."}});
    prm.renamed("held", "fixed displacements");
    prm.add("tractions",
            tractions,
            "Loads on boundaries per undeformed area [Pa]: " + items_by_id +
              ", as in '3: 0, -1e5*t', expressions of x, y (z), t.");
    prm.add("gravity",
            gravity,
            "Acceleration [m/s^2], components separated by ','. "
            "Empty: none.");
    prm.add("initial displacement",
            initial_displacement,
            "[m], " + of_position + ". Empty: zero.");
    prm.add("initial velocity",
            initial_velocity,
            "[m/s], " + of_position + ". Empty: zero.");
    prm.add("Rayleigh damping mass",
            settings.mass_damping,
            "c_M [1/s] of C = c_M M + c_K K.",
            Range<double>{0.});
    prm.add("Rayleigh damping stiffness",
            settings.stiffness_damping,
            "c_K [s] of C = c_M M + c_K K, in the linear law.",
            Range<double>{0.});
    prm.add("contact boundaries",
            contact_boundaries,
            "Names or ids of boundaries, separated by ',', whose nodes may "
            "touch obstacles.");
    prm.add(
      "obstacles",
      obstacles,
      "Rigid obstacles separated by '|': " + forms_of_shapes() +
        "'expression: f(x, y, z, t)' (positive outside; its word in a .json "
        "file is f); each may move: "
        "'; moved by: ux, uy, uz', expressions of t. Lengths are in m, or "
        "have their unit, as in 'sphere: 0, 3 mm ; 2 mm'.",
      text_of_obstacles);
    prm.add(
      "obstacle forces",
      obstacle_forces,
      "Whether the last columns of history.csv are the resultant forces "
      "of the obstacles on the body [N], 'resultant[obstacle.x]' and so "
      "on, and those on the slaves of 'Contact/pairs', "
      "'resultant[pair.x]', friction included, with the normals at the end of the step. "
      "In the plane they are those of the thickness; of a body of "
      "revolution y is that of the whole and x the sum of the radial "
      "forces, which have no resultant.");
    add_pairs(prm);
  }

  std::unique_ptr<Model>
  SolidParameters::make(const RunParameters &run,
                        const CaseFile      &case_file) const
  {
    return make_loaded_model("percuss_make_solid", *this, run, case_file);
  }

  extern const ModelKind solid_kind{
    .name        = "solid",
    .description = "elastic bodies in 2-D and 3-D that strike rigid obstacles, "
                   "or each other (finite elements)",
    .section     = make_section<SolidParameters>,
    .has_friction      = true,
    .has_cohesion      = true,
    .has_boundary_mass = true,
    .is_distributed    = true,
    .items             = obstacle_items};
} // namespace percuss
