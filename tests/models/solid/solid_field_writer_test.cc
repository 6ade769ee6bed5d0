// SPDX-License-Identifier: Apache-2.0

// The files of the bodies: uniform strains, materials, curved cells, failures.

#include "solid_run.h"

#include <percuss/models/solid/cauchy_stress.h>

#include <cmath>

namespace percuss::test::solid_field_writer_test
{
  template <class Space>
  class SolidFieldWriter : public testing::Test
  {
  public:
    static constexpr int dim = Space::dim;
    using Run                = SolidRun<dim, typename Space::AlgebraType>;
    using Point              = std::array<double, 3>;

    static constexpr double tolerance = 3e-6; // of single precision

    /** H X with H of space. */
    static Point
    product(const dealii::Tensor<2, 3> &H, const Point &X)
    {
      Point y{};
      for (unsigned int i = 0; i < dim; ++i)
        for (unsigned int j = 0; j < dim; ++j)
          y[i] += H[i][j] * X[j];
      return y;
    }

    static void
    expect_equal(const Point &a, const Point &b)
    {
      for (unsigned int d = 0; d < 3; ++d)
        EXPECT_NEAR(a[d], b[d], tolerance);
    }

    static void
    expect_uniform_stress(const VtuFile                       &file,
                          const dealii::SymmetricTensor<2, 3> &sigma)
    {
      const auto stress    = file.array("stress");
      const auto von_mises = file.array("von_mises_stress");
      const auto p         = file.array("pressure");
      const auto n_points  = file.points().size();
      ASSERT_EQ(stress.size(), 9 * n_points);
      ASSERT_EQ(von_mises.size(), n_points);
      ASSERT_EQ(p.size(), n_points);
      const double size = sigma.norm();
      for (std::size_t k = 0; k < n_points; ++k)
        {
          for (unsigned int i = 0; i < 9; ++i)
            ASSERT_NEAR(stress[9 * k + i],
                        sigma[i / 3][i % 3],
                        tolerance * size);
          ASSERT_NEAR(von_mises[k], von_mises_stress(sigma), tolerance * size);
          ASSERT_NEAR(p[k], -trace(sigma) / 3., tolerance * size);
        }
    }

    static void
    check_uniform_strain(
      const Kinematics                    kinematics,
      const ElasticLaw                    law,
      const unsigned int                  degree,
      const std::vector<LocalRefinement> &local_refinements = {})
    {
      dealii::Tensor<2, dim> H, L;
      for (unsigned int i = 0; i < dim; ++i)
        for (unsigned int j = 0; j < dim; ++j)
          {
            H[i][j] = 0.1 * std::cos(3. * i + j + 1.);
            L[i][j] = std::sin(2. * i + j);
          }
      if (kinematics == Kinematics::axisymmetric)
        H[0][1] = 0.; // u_r = H_rr r
      auto description                 = box_of_degree<dim>(degree);
      description.kinematics           = kinematics;
      description.law                  = law;
      description.initial_displacement = linear_field<dim>(H);
      description.initial_velocity     = linear_field<dim>(L);
      description.local_refinements    = local_refinements;
      const Run run(description, 1);
      EXPECT_EQ(run.solid.mesh.has_hanging_nodes, !local_refinements.empty());
      const VtuFile file = run.write("solution");

      dealii::Tensor<2, 3> H_space, L_space;
      for (unsigned int i = 0; i < dim; ++i)
        for (unsigned int j = 0; j < dim; ++j)
          {
            H_space[i][j] = H[i][j];
            L_space[i][j] = L[i][j];
          }
      if (kinematics == Kinematics::axisymmetric)
        H_space[2][2] = H[0][0];
      expect_uniform_stress(
        file, cauchy_stress(description.material, kinematics, law, H_space));

      const auto points       = file.points();
      const auto displacement = file.vectors("displacement");
      const auto velocity     = file.vectors("velocity");
      for (std::size_t k = 0; k < points.size(); ++k)
        {
          expect_equal(displacement[k], product(H_space, points[k]));
          expect_equal(velocity[k], product(L_space, points[k]));
        }
      for (const float rank : file.array("rank"))
        EXPECT_EQ(rank, static_cast<float>(this_rank()));

      const auto types = file.template array<std::uint8_t>("types");
      EXPECT_EQ(dealii::Utilities::MPI::sum(types.size(), MPI_COMM_WORLD),
                run.solid.mesh.triangulation.n_global_active_cells());
      for (const unsigned int type : types) // quadrilaterals or hexahedra
        EXPECT_EQ(type,
                  degree == 1 ? (dim == 2 ? 9U : 12U) : (dim == 2 ? 70U : 72U));
    }
  };
  TYPED_TEST_SUITE(SolidFieldWriter, Spaces);

  TYPED_TEST(SolidFieldWriter, UniformStrainHasTheStressOfTheLaw)
  {
    for (const unsigned int degree : {1, 2})
      if constexpr (TypeParam::dim == 2)
        {
          for (const auto kinematics : {Kinematics::plane_strain,
                                        Kinematics::plane_stress,
                                        Kinematics::axisymmetric})
            this->check_uniform_strain(kinematics, ElasticLaw::linear, degree);
          for (const auto law :
               {ElasticLaw::st_venant_kirchhoff, ElasticLaw::neo_hookean})
            this->check_uniform_strain(Kinematics::plane_strain, law, degree);
        }
      else
        for (const auto law : {ElasticLaw::linear,
                               ElasticLaw::st_venant_kirchhoff,
                               ElasticLaw::neo_hookean})
          this->check_uniform_strain(Kinematics::three_dimensional,
                                     law,
                                     degree);
  }

  // Small cells where x = 0; nodes hang behind them.
  TYPED_TEST(SolidFieldWriter, HangingNodesMoveWithTheirEdges)
  {
    for (const auto law : {ElasticLaw::linear, ElasticLaw::neo_hookean})
      this->check_uniform_strain(TypeParam::dim == 2 ?
                                   Kinematics::plane_strain :
                                   Kinematics::three_dimensional,
                                 law,
                                 1,
                                 {{{0}, 2, 0.05}});
  }

  // A unit square in [0, 1] and one in [1, 2]: the stress jumps between them.
  TYPED_TEST(SolidFieldWriter, MaterialsHaveTheirOwnStress)
  {
    if constexpr (TypeParam::dim == 2)
      {
        const std::string mesh = testing::TempDir() + "two_materials_" +
                                 TypeParam::AlgebraType::name + "_" +
                                 std::to_string(n_ranks()) + ".msh";
        if (this_rank() == 0)
          std::ofstream(mesh)
            << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n6\n1 0 0 0\n"
               "2 1 0 0\n3 2 0 0\n4 0 1 0\n5 1 1 0\n6 2 1 0\n$EndNodes\n"
               "$Elements\n3\n1 1 2 7 1 1 2\n2 3 2 5 1 1 2 5 4\n"
               "3 3 2 8 1 2 3 6 5\n$EndElements\n";
        MPI_Barrier(MPI_COMM_WORLD);

        SolidDescription<2> description;
        description.mesh = std::make_shared<const Mesh>(read_mesh(mesh, 2));
        description.refinements  = 1;
        description.materials[5] = {2., 0., 1.};
        description.materials[8] = {6., 0., 1.};
        dealii::Tensor<2, 2> H;
        H[0][0]                          = 0.5;
        description.initial_displacement = linear_field<2>(H);
        const typename TestFixture::Run run(description, 7);

        const VtuFile file           = run.write("solution");
        const auto    points         = file.points();
        const auto    stress         = file.array("stress");
        const auto    material       = file.array("material");
        unsigned int  n_at_interface = 0;
        for (std::size_t k = 0; k < points.size(); ++k)
          {
            EXPECT_EQ(material[k] == 5.F, stress[9 * k] == 1.F);
            EXPECT_EQ(material[k] == 8.F, stress[9 * k] == 3.F);
            if (points[k][0] == 1.)
              ++n_at_interface;
            else
              {
                EXPECT_EQ(material[k], points[k][0] < 1. ? 5.F : 8.F);
              }
          }
        EXPECT_EQ(dealii::Utilities::MPI::sum(n_at_interface, MPI_COMM_WORLD),
                  2U * 4U); // two points of each cell beside it
      }
  }

  // Edges inside the ball are straight, those of its surface are arcs.
  TYPED_TEST(SolidFieldWriter, CellsOfDegreeTwoAreCurved)
  {
    constexpr int         dim = TypeParam::dim;
    SolidDescription<dim> description;
    description.generator = "hyper_ball";
    description.generator_arguments =
      dim == 2 ? "0, 0 : 2 : true" : "0, 0, 0 : 2 : true";
    description.refinements = 1;
    description.degree      = 2;
    const typename TestFixture::Run run(description, 0);
    const VtuFile                   file         = run.write("solution");
    unsigned int                    n_on_surface = 0;
    for (const auto &X : file.points())
      n_on_surface += std::abs(std::hypot(X[0], X[1], X[2]) - 2.) < 1e-6;
    const unsigned int n_faces = dim == 2 ? 4 * 2 : 6 * 4;
    EXPECT_EQ(dealii::Utilities::MPI::sum(n_on_surface, MPI_COMM_WORLD),
              n_faces * (dim == 2 ? 3U : 9U));
  }

  bool
  contains(const std::string &file_name, const std::string &part)
  {
    return text_of(file_name).find(part) != std::string::npos;
  }

  TYPED_TEST(SolidFieldWriter, LeavesSeriesOfFiles)
  {
    const typename TestFixture::Run run(box_of_degree<TypeParam::dim>(1), 0);
    auto                            writer = run.writer();
    for (const unsigned int step : {0, 4, 9})
      writer.observe(run.record(step));

    std::set<std::string> expected{"solution", "solution.pvd", "contact.pvd"},
      found;
    for (const std::string block : {"solution", "contact"})
      for (const unsigned int step : {0, 4, 9})
        {
          const std::string joined = "solution/" + block + "_0000000" +
                                     std::to_string(step) +
                                     (n_ranks() == 1 ? ".vtu" : ".pvtu");
          expected.insert(joined);
          std::ostringstream entry;
          entry << "timestep=\"" << step * run.time_step
                << "\" group=\"\" part=\"0\" file=\"" << joined << '"';
          EXPECT_TRUE(
            contains(run.directory + '/' + block + ".pvd", entry.str()));
          for (unsigned int rank = 0; rank < n_ranks(); ++rank)
            {
              const std::string piece = run.file_name(block, step, rank)
                                          .substr(run.directory.size() + 1);
              const bool has_cells = run.has_cells(block, rank);
              if (has_cells)
                expected.insert(piece);
              if (n_ranks() > 1)
                {
                  EXPECT_EQ(contains(run.directory + '/' + joined,
                                     "Source=\"" +
                                       piece.substr(piece.find('/') + 1) + '"'),
                            has_cells);
                }
            }
        }
    for (const auto &entry :
         std::filesystem::recursive_directory_iterator(run.directory))
      found.insert(
        std::filesystem::relative(entry.path(), run.directory).string());
    EXPECT_EQ(found, expected);
    MPI_Barrier(MPI_COMM_WORLD);
  }

  TYPED_TEST(SolidFieldWriter, FailuresReachAllRanks)
  {
    const typename TestFixture::Run run(box_of_degree<TypeParam::dim>(1), 0);
    for (const std::string block : {"solution", "contact"})
      {
        auto         writer = run.writer();
        unsigned int last   = n_ranks() - 1; // only this one fails
        while (!run.has_cells(block, last))
          --last;
        const auto file = run.file_name(block, 3, last);
        if (this_rank() == 0)
          std::filesystem::create_symlink("/dev/full", file);
        MPI_Barrier(MPI_COMM_WORLD);
        try
          {
            writer.observe(run.record(3));
            ADD_FAILURE() << "no exception";
          }
        catch (const std::runtime_error &error)
          {
            EXPECT_EQ(error.what(),
                      "Writing '" + file + "' failed: is the disk full?");
          }
        MPI_Barrier(MPI_COMM_WORLD);
        if (this_rank() == 0)
          std::filesystem::remove(file);
      }

    if (this_rank() == 0)
      {
        std::filesystem::remove_all(run.directory + "/solution");
        std::ofstream(run.directory + "/solution") << "in the way";
      }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_THROW(run.writer(), std::runtime_error);
  }
} // namespace percuss::test::solid_field_writer_test
