// SPDX-License-Identifier: Apache-2.0
#include <percuss/configuration/solid_parameters.h>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    const std::string per_material =
      " One number, or one per material id of the mesh: '1: 210e9 | 2: 70e9'.";
    const std::string items_by_id =
      "'ID: ...' of boundary ids, separated by '|'";
    const std::string of_position =
      "expressions of x, y (and z), one per direction, separated by ','";
  } // namespace

  void
  SolidParameters::add_parameters(ParameterHandler &prm)
  {
    prm.enter_subsection("Solid");
    prm.add_parameter("dimension",
                      dimension,
                      "Of the mesh: 2 or 3.",
                      Patterns::Integer(2, 3));
    prm.add_parameter("kinematics",
                      kinematics,
                      "What a mesh in the plane stands for: a slice that "
                      "cannot expand across the plane, a thin sheet, or half "
                      "of the section through the axis x = 0 of a body of "
                      "revolution, with x the radius.",
                      Patterns::Selection(
                        "plane strain|plane stress|axisymmetric"));
    prm.add_parameter("elastic law",
                      elastic_law,
                      "linear: small strains; the others for finite strains "
                      "and rotations, in plane strain and in 3-D.",
                      Patterns::Selection(
                        "linear|St. Venant-Kirchhoff|neo-Hookean"));
    prm.add_parameter("thickness",
                      thickness,
                      "Of plane strain and plane stress [m].",
                      Patterns::Double());
    prm.add_parameter("Young's modulus",
                      youngs_modulus,
                      "E [Pa]." + per_material);
    prm.add_parameter("Poisson's ratio",
                      poissons_ratio,
                      "nu [-], -1 < nu < 1/2." + per_material);
    prm.add_parameter("density", density, "rho [kg/m^3]." + per_material);
    prm.add_parameter("mesh generator",
                      generator,
                      "A function of deal.II's GridGenerator, unless "
                      "'Discretization/mesh file' names a Gmsh file.");
    prm.add_parameter("mesh generator arguments",
                      generator_arguments,
                      "Its arguments behind the mesh, separated by ':', those "
                      "of a point or list by ','. The last one of "
                      "subdivided_hyper_rectangle says whether the sides get "
                      "the boundary ids 0 (left), 1 (right), 2 (bottom), 3 "
                      "(top), in 3-D 4 (behind), 5 (in front).");
    prm.add_parameter("refinements",
                      refinements,
                      "How often every cell is divided.",
                      Patterns::Integer(0));
    prm.add_parameter("mesh map",
                      map,
                      "Where the vertices of that mesh go, to grade it: " +
                        of_position + ". Empty: they stay.");
    prm.add_parameter("boundary markers",
                      boundary_markers,
                      "New boundary ids for faces whose centre satisfies a "
                      "condition of x, y (and z): " +
                        items_by_id + ", as in '7: y < 1e-6'.");
    prm.add_parameter("polynomial degree",
                      polynomial_degree,
                      "Of the displacements.",
                      Patterns::Integer(1, 2));
    prm.add_parameter("mass matrix",
                      mass_matrix,
                      "consistent, or lumped: diagonal, which makes explicit "
                      "schemes explicit and contact local.",
                      Patterns::Selection("consistent|lumped"));
    prm.add_parameter("mass redistribution",
                      mass_redistribution,
                      "Give the (lumped) mass of the nodes on contact "
                      "boundaries to the nodes behind them, keeping the mass, "
                      "centre and inertia of each body: impacts then lose no "
                      "energy in single nodes, whatever the mesh. For "
                      "implicit schemes without accelerations.");
    prm.add_parameter("held",
                      held,
                      "Directions in which boundaries cannot move: " +
                        items_by_id + ", as in '0: x | 2: x, y'.");
    prm.add_parameter("tractions",
                      tractions,
                      "Loads on boundaries per undeformed area [Pa]: " +
                        items_by_id +
                        ", as in '3: 0, -1e5*t', expressions of x, y (z), t.");
    prm.add_parameter("gravity",
                      gravity,
                      "Acceleration [m/s^2], components separated by ','. "
                      "Empty: none.");
    prm.add_parameter("initial displacement",
                      initial_displacement,
                      "[m], " + of_position + ". Empty: zero.");
    prm.add_parameter("initial velocity",
                      initial_velocity,
                      "[m/s], " + of_position + ". Empty: zero.");
    prm.add_parameter("Rayleigh damping mass",
                      mass_damping,
                      "c_M [1/s] of C = c_M M + c_K K.",
                      Patterns::Double(0.));
    prm.add_parameter("Rayleigh damping stiffness",
                      stiffness_damping,
                      "c_K [s] of C = c_M M + c_K K, in the linear law.",
                      Patterns::Double(0.));
    prm.add_parameter("contact boundaries",
                      contact_boundaries,
                      "Boundary ids, separated by ',', whose nodes may touch "
                      "obstacles.");
    prm.add_parameter("obstacles",
                      obstacles,
                      "Rigid obstacles separated by '|': 'plane: point ; "
                      "normal to the body', 'sphere: centre ; radius' (in 2-D "
                      "a circle), 'cavity: centre ; radius' (the body is "
                      "inside), 'cylinder: point ; axis ; radius', "
                      "'cylindrical cavity: point ; axis ; radius', "
                      "'expression: f(x, y, z, t)' (positive outside); each "
                      "may move: '; moved by: ux, uy, uz', expressions of t.");
    prm.leave_subsection();
  }

  void
  LinearSolverParameters::add_parameters(ParameterHandler &prm)
  {
    prm.add_parameter("linear solver",
                      method,
                      "How systems of solids are solved. automatic: a "
                      "factorization of small ones, conjugate gradients of "
                      "large ones.",
                      Patterns::Selection(
                        "automatic|direct|conjugate gradients"));
    prm.add_parameter("preconditioner",
                      preconditioner,
                      "Of the conjugate gradients. automatic: multigrid where "
                      "the time step is many times that of a wave through an "
                      "element, else jacobi.",
                      Patterns::Selection(
                        "automatic|jacobi|incomplete factors|multigrid"));
    prm.add_parameter("linear solver tolerance",
                      tolerance,
                      "Bound of |b - S x| over |b| in the conjugate gradients.",
                      Patterns::Double(1e-15, 1e-2));
  }
} // namespace percuss
