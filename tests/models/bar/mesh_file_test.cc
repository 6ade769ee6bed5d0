// SPDX-License-Identifier: Apache-2.0

// Meshes from Gmsh, good and bad.

#include "nodes.h"

#include <percuss/base/exceptions.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace percuss::test::mesh_file_test
{
  template <class A>
  class MeshFile : public testing::Test
  {};
  TYPED_TEST_SUITE(MeshFile, BarAlgebras);

  /** A Gmsh file of these elements between nodes at 0, 1, 2, 3, 5, 6. */
  void
  write_mesh(const std::string &name, const std::string &elements)
  {
    if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0)
      std::ofstream(name) << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
                             "$Nodes\n6\n11 5 0 0\n3 2 0 0\n9 0 0 0\n"
                             "4 3 0 0\n2 1 0 0\n7 6 0 0\n$EndNodes\n"
                             "$Elements\n"
                          << std::ranges::count(elements, '\n') << '\n'
                          << elements << "$EndElements\n";
    MPI_Barrier(MPI_COMM_WORLD);
  }

  // Nodes and elements in any order, elements in either direction.
  TYPED_TEST(MeshFile, GivesTheMatricesOfTheGeneratedMesh)
  {
    const std::string name =
      "dense_bar_" + std::string(TypeParam::name) + "_" +
      std::to_string(dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD)) +
      ".msh";
    BarRowDescription generated    = row_of({bar_of(3., 3), bar_of(1., 1)});
    generated.gaps_between_bars[0] = 2.;
    generated.degree               = 2;
    BarRowDescription from_file    = generated;
    from_file.mesh_file            = name;
    const ElasticBar<TypeParam> a(generated, MPI_COMM_WORLD);
    const Nodes<TypeParam>      nodes(a);

    for (const std::string elements : {"1 1 2 1 1 3 4\n2 1 2 2 2 11 7\n"
                                       "3 1 2 1 1 9 2\n4 1 2 1 1 2 3\n",
                                       "1 1 2 1 1 4 3\n2 1 2 2 2 7 11\n"
                                       "3 1 2 1 1 9 2\n4 1 2 1 1 3 2\n"})
      {
        write_mesh(name, elements);
        const ElasticBar<TypeParam> b(from_file, MPI_COMM_WORLD);
        const Nodes<TypeParam>      others(b);
        EXPECT_LT((others.coordinates - nodes.coordinates).norm(), 1e-14);
        EXPECT_LT((others.mass() - nodes.mass()).norm(), 1e-14);
        EXPECT_LT((others.stiffness() - nodes.stiffness()).norm(), 1e-12);
        MPI_Barrier(MPI_COMM_WORLD);
      }

    // no mesh, and meshes whose elements overlap
    for (const std::string elements : {"one two three\n",
                                       // 0-2 and 1-2, 0-1 and 0-2: folded
                                       "1 1 2 1 1 9 3\n2 1 2 2 2 11 7\n"
                                       "3 1 2 1 1 2 3\n4 1 2 1 1 3 4\n",
                                       "1 1 2 1 1 9 3\n2 1 2 2 2 11 7\n"
                                       "3 1 2 1 1 2 3\n",
                                       "1 1 2 1 1 9 2\n2 1 2 2 2 11 7\n"
                                       "3 1 2 1 1 9 3\n"})
      {
        write_mesh(name, elements);
        EXPECT_THROW(ElasticBar<TypeParam>(from_file, MPI_COMM_WORLD),
                     InputError);
        MPI_Barrier(MPI_COMM_WORLD);
      }
    // of the last mesh the bar 5-6 alone can be followed
    from_file.bars.pop_back();
    from_file.gaps_between_bars.clear();
    EXPECT_THROW(ElasticBar<TypeParam>(from_file, MPI_COMM_WORLD), InputError);
    MPI_Barrier(MPI_COMM_WORLD);

    if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0)
      std::remove(name.c_str());
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_THROW(ElasticBar<TypeParam>(from_file, MPI_COMM_WORLD), InputError);
  }
} // namespace percuss::test::mesh_file_test
