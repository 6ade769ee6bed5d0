// SPDX-License-Identifier: Apache-2.0

// Meshes of solids, good and bad, and descriptions that are refused.

#include "refusal.h"
#include "solids.h"

#include <percuss/base/exceptions.h>

#include <cstdio>
#include <fstream>
#include <limits>

namespace percuss::test::solid_mesh_test
{
  using Solid2 = ElasticSolid<2, PETScAlgebra>;
  using Solid3 = ElasticSolid<3, PETScAlgebra>;

  /** A change of a good description, and what the message has to name. */
  template <int dim>
  void
  expect_refusal(const std::function<void(SolidDescription<dim> &)> &change,
                 const std::string                                  &what)
  {
    SolidDescription<dim> description = box<dim>(2);
    change(description);
    const std::string message = refusal(description);
    EXPECT_NE(message.find(what), std::string::npos)
      << "expected '" << what << "' in: " << message;
  }

  template <int dim>
  void
  expect_refusals_of_values()
  {
    using Description = SolidDescription<dim>;
    const double nan  = std::numeric_limits<double>::quiet_NaN();
    for (const double nu : {0.5, 0.7, -1., -3., nan})
      expect_refusal<dim>(
        [&](Description &solid) { solid.material.poissons_ratio = nu; },
        "Poisson's ratio");
    for (const double value : {0., -1., nan})
      {
        expect_refusal<dim>(
          [&](Description &solid) { solid.material.youngs_modulus = value; },
          "Young's modulus");
        expect_refusal<dim>(
          [&](Description &solid) {
            solid.materials = {{0, {1., 0., 1.}}, {3, {1., 0., value}}};
          },
          "density of material 3");
      }
    expect_refusal<dim>([](Description &solid) { solid.degree = 3; }, "degree");
    expect_refusal<dim>([](Description &solid) { solid.mass_damping = -1.; },
                        "mass damping");
    expect_refusal<dim>(
      [](Description &solid) { solid.stiffness_damping = -1.; },
      "stiffness damping");
    expect_refusal<dim>(
      [](Description &solid) {
        solid.law               = ElasticLaw::neo_hookean;
        solid.stiffness_damping = 1.;
      },
      "rigid rotations");
    expect_refusal<dim>(
      [](Description &solid) {
        solid.kinematics =
          dim == 3 ? Kinematics::plane_strain : Kinematics::three_dimensional;
      },
      "dimensional. A 2-D mesh");
    expect_refusal<dim>([](Description &solid) { solid.generator.clear(); },
                        "neither");
    expect_refusal<dim>(
      [](Description &solid) { solid.mesh = std::make_shared<const Mesh>(); },
      "a mesh file and a generator");

    // what needs the mesh
    expect_refusal<dim>([](Description &solid) { solid.generator = "cub"; },
                        "'cub'");
    expect_refusal<dim>(
      [](Description &solid) { solid.generator_arguments = "1, 1"; },
      dim == 3 ? "needs 3 numbers of cells" : "fails in");
    expect_refusal<dim>(
      [](Description &solid) { solid.generator_arguments = "two"; },
      "must be 1, 2, 3");
    expect_refusal<dim>(
      [](Description &solid) {
        solid.generator_arguments.insert(solid.generator_arguments.find(", ") +
                                           2,
                                         "-");
      },
      "for a number of cells");
    expect_refusal<dim>(
      [](Description &solid) {
        solid.generator_arguments =
          dim == 2 ? "2, 0.02 : 0, 0 : 1, 1" : "2, 0, 2 : 0, 0, 0 : 1, 1, 1";
      },
      "for a number of cells, which must be 1, 2, 3");
    expect_refusal<dim>(
      [](Description &solid) {
        solid.generator           = "simplex";
        solid.generator_arguments = dim == 2 ? "0, 0 ; 1, 0" : "0, 0, 0";
      },
      dim == 2 ? "must have 3 points" : "must have 4 points");
#ifndef DEBUG // where deal.II asserts these preconditions itself
    expect_refusal<dim>(
      [](Description &solid) {
        solid.generator = "hyper_shell";
        solid.generator_arguments =
          dim == 2 ? "0, 0 : 2 : 1 : 4 : true" : "0, 0, 0 : 1 : 2 : 5 : true";
      },
      dim == 2 ? "inside out" : "gives no cells");
#endif
    expect_refusal<dim>(
      [](Description &solid) { solid.fixed_displacements[17].fill(true); },
      "fixed displacements on boundary 17");
    expect_refusal<dim>([](Description &solid) { solid.tractions[8] = {}; },
                        "a traction on boundary 8, but its mesh has the "
                        "boundary ids 0, 1, 2, 3");
    expect_refusal<dim>(
      [](Description &solid) {
        solid.materials = {{6, {1., 0., 1.}}, {5, {1., 0., 1.}}};
      },
      "but properties are given for 5, 6. Give them for ");
#ifndef DEBUG
    // one cell turned inside out by the map
    expect_refusal<dim>(
      [](Description &solid) {
        solid.map = [](const dealii::Point<dim> &X) {
          auto x = X;
          if (X[0] > 1.9)
            x[0] -= 0.8;
          return x;
        };
      },
      "inside out");
#endif
  }

  TEST(SolidDescription, WrongValuesAreRefusedOnAllRanks)
  {
    EXPECT_EQ(refusal(box<2>(1)), "accepted");
    EXPECT_EQ(refusal(box<3>(1)), "accepted");
    expect_refusals_of_values<2>();
    expect_refusals_of_values<3>();

    using Description = SolidDescription<2>;
    expect_refusal<2>([](Description &solid) { solid.thickness = 0.; },
                      "thickness");
    for (const Kinematics kinematics :
         {Kinematics::plane_stress, Kinematics::axisymmetric})
      for (const ElasticLaw law :
           {ElasticLaw::st_venant_kirchhoff, ElasticLaw::neo_hookean})
        expect_refusal<2>(
          [&](Description &solid) {
            solid.kinematics = kinematics;
            solid.law        = law;
          },
          "Finite strains are not available");
    expect_refusal<2>(
      [](Description &solid) {
        solid.kinematics = Kinematics::axisymmetric;
        solid.map        = [](const dealii::Point<2> &X) {
          return X - dealii::Tensor<1, 2>({0.25, 0.});
        };
      },
      "r = -0.25, z = ");
  }

  // Ids by place, in the mesh as it is after refinement and map.
  TEST(SolidMesh, MarksTheBoundaryOfTheMappedMesh)
  {
    SolidDescription<2> description = box<2>(1);
    description.refinements         = 2;
    description.map                 = [](const dealii::Point<2> &X) {
      return dealii::Point<2>(3. * X[0], 0.5 * X[1]);
    };
    description.boundary_markers = {
      {10, [](const dealii::Point<2> &X) { return X[1] > 0.499; }},
      {11,
       [](const dealii::Point<2> &X) { return X[1] > 0.499 && X[0] > 4.5; }}};
    for (const unsigned int id : {10u, 11u})
      description.tractions[id] = {
        [=](const dealii::Point<2> &, double) {
          return dealii::Tensor<1, 2>({id == 10 ? 1. : 0., id == 11 ? 1. : 0.});
        },
        false};
    const Solid2 solid(description, MPI_COMM_WORLD);
    for (const unsigned int i : {0u, 1u})
      EXPECT_NEAR(field(solid,
                        [&](const dealii::Point<2> &) {
                          return dealii::Tensor<1, 2>(
                            dealii::Point<2>::unit_vector(i));
                        }) *
                    load(solid, 0.),
                  i == 0 ? 4.5 : 1.5,
                  1e-13);
    EXPECT_NEAR(solid.mesh.edge_lengths().shortest, 0.125, 1e-15);
    EXPECT_NEAR(solid.mesh.edge_lengths().longest, 0.75, 1e-15);
    EXPECT_NEAR(solid.total_mass(), 4. * 3., 1e-13);
  }

  // ---------------------------------------------------------------- Gmsh

  static std::string
  file_name()
  {
    return "solid_" +
           std::to_string(
             dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD)) +
           ".msh";
  }

  /** A Gmsh file of six nodes, 0 to 2 by 0 to 1. */
  static void
  write_rectangle(const std::string &elements, const int n_elements)
  {
    MPI_Barrier(MPI_COMM_WORLD);
    if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0)
      std::ofstream(file_name())
        << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n6\n1 0 0 0\n2 1 0 0\n"
           "3 2 0 0\n4 0 1 0\n5 1 1 0\n6 2 1 0\n$EndNodes\n$Elements\n"
        << n_elements << '\n'
        << elements << "$EndElements\n";
    MPI_Barrier(MPI_COMM_WORLD);
  }

  // Two materials; the left end has the physical number 4. Nodes where they
  // meet take the initial value of the smaller id.
  TEST(SolidMesh, ReadsQuadrilateralsFromGmsh)
  {
    write_rectangle("1 1 2 4 1 1 4\n2 3 2 5 1 1 2 5 4\n3 3 2 2 1 2 3 6 5\n", 3);
    SolidDescription<2> description;
    description.mesh = std::make_shared<const Mesh>(read_mesh(file_name(), 2));
    description.materials        = {{5, {200., 0.3, 4.}}, {2, {300., 0.2, 7.}}};
    description.refinements      = 1;
    description.initial_velocity = [](const dealii::Point<2> &,
                                      const unsigned int material) {
      return dealii::Tensor<1, 2>({double(material), 0.});
    };
    description.tractions[4] = {[](const dealii::Point<2> &, double) {
                                  return dealii::Tensor<1, 2>({1., 0.});
                                },
                                false};
    const Solid2 solid(description, MPI_COMM_WORLD);
    EXPECT_NEAR(solid.total_mass(), 11., 1e-13);
    const auto v = solid.initial_velocity();
    EXPECT_EQ(value(solid, v, {0., 0.5}, 0), 5.);
    EXPECT_EQ(value(solid, v, {1., 0.5}, 0), 2.);
    EXPECT_EQ(value(solid, v, {2., 0.}, 0), 2.);
    EXPECT_EQ(value(solid, v, {2., 0.}, 1), 0.);
    EXPECT_NEAR(v * load(solid, 0.), 5., 1e-13);
    const auto zero = solid.initial_displacement();
    EXPECT_EQ(zero * zero, 0.);
    // of the two, not of an average: E (1 - nu)/((1 + nu)(1 - 2 nu))/rho
    EXPECT_NEAR(solid.wave_speed(),
                std::sqrt(200. * 0.7 / (1.3 * 0.4) / 4.),
                1e-12);
  }

  // Both ends are held; the left one, which is in two groups, has an id of its
  // own or one of theirs.
  TEST(SolidMesh, FacesInTwoGroups)
  {
    MPI_Barrier(MPI_COMM_WORLD);
    if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0)
      std::ofstream(file_name())
        << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n"
           "1 4 \"left\"\n1 6 \"held\"\n$EndPhysicalNames\n$Nodes\n6\n"
           "1 0 0 0\n2 1 0 0\n3 2 0 0\n4 0 1 0\n5 1 1 0\n6 2 1 0\n"
           "$EndNodes\n$Elements\n5\n1 1 2 4 1 1 4\n2 1 2 6 1 4 1\n"
           "3 1 2 6 1 3 6\n4 3 2 5 1 1 2 5 4\n5 3 2 5 1 2 5 6 3\n"
           "$EndElements\n";
    MPI_Barrier(MPI_COMM_WORLD);
    SolidDescription<2> description;
    description.mesh = std::make_shared<const Mesh>(read_mesh(file_name(), 2));
    const GroupIds &names = description.mesh->boundaries;
    const auto      left = ids_of("left", names), held = ids_of("held", names);
    ASSERT_EQ(left.size(), 1u);
    ASSERT_EQ(held.size(), 2u);
    EXPECT_TRUE(held.contains(6) && held.contains(*left.begin()));
    for (const unsigned int id : held)
      description.fixed_displacements[id] = {true, true};
    const Solid2 solid(description, MPI_COMM_WORLD);
    EXPECT_NEAR(solid.total_mass(), 2., 1e-13);
    // all of the four corners
    auto v = solid.initial_velocity();
    v      = 1.;
    solid.constraints.set_zero(v);
    EXPECT_NEAR(v * v, 4., 1e-13); // two free nodes, two directions
  }
} // namespace percuss::test::solid_mesh_test
