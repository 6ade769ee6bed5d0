// SPDX-License-Identifier: Apache-2.0

// The assembled M, K and F entry by entry, nodes from left to right.

#include "nodes.h"

#include <percuss/base/exceptions.h>

#include <cstdio>
#include <fstream>

namespace percuss::test
{
  using Eigen::MatrixXd;
  using Eigen::VectorXd;

  template <class A>
  class DenseBar : public testing::Test
  {};
  using DenseAlgebras = testing::Types<PETScAlgebra, TrilinosAlgebra>;
  TYPED_TEST_SUITE(DenseBar, DenseAlgebras);

  /** rho A = 2, E A = 4.5. */
  BarDescription
  bar_of(const double length, const unsigned int n_elements)
  {
    BarDescription bar;
    bar.length         = length;
    bar.n_elements     = n_elements;
    bar.cross_section  = 0.5;
    bar.youngs_modulus = 9.;
    bar.density        = 4.;
    return bar;
  }

  BarRowDescription
  row_of(const std::vector<BarDescription> &bars)
  {
    BarRowDescription row;
    row.bars = bars;
    row.gaps_between_bars.assign(bars.size() - 1, 0.25);
    return row;
  }

  // [A12] (71), assembled: every entry, two bars of different elements.
  TYPED_TEST(DenseBar, LinearElementsOfTwoBarsAreUncoupledTridiagonalBlocks)
  {
    const ElasticBar<TypeParam> bars(row_of({bar_of(2., 4), bar_of(1., 3)}),
                                     MPI_COMM_WORLD);
    const Nodes<TypeParam>      nodes(bars);
    MatrixXd                    M = MatrixXd::Zero(9, 9), K = M;
    for (const int i : {0, 1, 2, 3, 5, 6, 7})
      {
        const double    l = i < 4 ? 0.5 : 1. / 3.;
        Eigen::Matrix2d mass, stiffness;
        mass << 2., 1., 1., 2.;
        stiffness << 1., -1., -1., 1.;
        M.block<2, 2>(i, i) += 2. * l / 6. * mass;
        K.block<2, 2>(i, i) += 4.5 / l * stiffness;
      }
    EXPECT_LT((nodes.mass() - M).norm(), 1e-14);
    EXPECT_LT((nodes.stiffness() - K).norm(), 1e-12);
    EXPECT_NEAR(nodes.coordinates(5), 2.25, 1e-15); // behind the gap

    EXPECT_LT((nodes.matrix([&](const auto &x, auto &y) {
                typename TypeParam::Matrix S;
                bars.iteration_matrix({2., 0., 3.}, S);
                TypeParam::vmult(S, y, x);
              }) -
               2. * M - 3. * K)
                .norm(),
              1e-12);
  }

  TYPED_TEST(DenseBar, LumpedMassIsDiagonalAndPositiveInEveryDegree)
  {
    for (const unsigned int degree : {1u, 2u, 3u, 4u})
      {
        BarRowDescription row = row_of({bar_of(2., 3)});
        row.degree            = degree;
        const ElasticBar<TypeParam> consistent(row, MPI_COMM_WORLD);
        row.lumped_mass = true;
        const ElasticBar<TypeParam> lumped(row, MPI_COMM_WORLD);
        const MatrixXd              M        = Nodes<TypeParam>(lumped).mass();
        const VectorXd              diagonal = M.diagonal();
        EXPECT_LT((M - MatrixXd(diagonal.asDiagonal())).norm(), 1e-14);
        EXPECT_GT(diagonal.minCoeff(), 0.01);
        EXPECT_NEAR(diagonal.sum(), 4., 1e-14);
        EXPECT_NEAR(Nodes<TypeParam>(consistent).mass().sum(), 4., 1e-13);
        // the quadrature weights of degree 2, 2/3 per element: 1/6, 4/6, 1/6
        if (degree == 2)
          {
            EXPECT_NEAR(diagonal(0), 2. * 2. / 3. / 6., 1e-14);
            EXPECT_NEAR(diagonal(1), 2. * 2. / 3. * 4. / 6., 1e-14);
            EXPECT_NEAR(diagonal(2), 2. * 2. / 3. * 2. / 6., 1e-14);
          }
      }
  }

  TYPED_TEST(DenseBar, UniformStrainNeedsForcesAtTheEndsOnly)
  {
    for (const unsigned int degree : {1u, 2u, 3u, 4u})
      {
        BarRowDescription row = row_of({bar_of(2., 3)});
        row.degree            = degree;
        const ElasticBar<TypeParam> bars(row, MPI_COMM_WORLD);
        const Nodes<TypeParam>      nodes(bars);
        const Eigen::Index          n = nodes.coordinates.size();
        const MatrixXd              K = nodes.stiffness();
        VectorXd force                = K * (0.01 * nodes.coordinates), ends(n);
        ends.setZero();
        ends(0)     = -4.5 * 0.01;
        ends(n - 1) = 4.5 * 0.01;
        EXPECT_LT((force - ends).norm(), 1e-13);
        EXPECT_LT((K * VectorXd::Ones(n)).norm(), 1e-12);
        EXPECT_LT((K - K.transpose()).norm(), 1e-12);
      }
  }

  TYPED_TEST(DenseBar, LoadsAreTheWeightAndTheEndForces)
  {
    BarRowDescription row = row_of({bar_of(2., 4), bar_of(1., 2)});
    row.gravity           = -10.;
    row.left_force        = [](const double t) { return 3. * t; };
    row.right_force       = [](const double t) { return 5. * t * t; };
    const ElasticBar<TypeParam> bars(row, MPI_COMM_WORLD);
    const Nodes<TypeParam>      nodes(bars);
    typename TypeParam::Vector  F;
    bars.reinit(F);
    bars.load(0., F);
    const VectorXd weight = nodes.gather(F);
    VectorXd       expected(8); // rho A l g on the nodes, half at the ends
    expected << 5., 10., 10., 10., 5., 5., 10., 5.;
    EXPECT_LT((weight + expected).norm(), 1e-13);
    EXPECT_NEAR(bars.load_potential(nodes.scatter(nodes.coordinates)),
                -weight.dot(nodes.coordinates),
                1e-12);

    bars.load(2., F);
    const VectorXd ends = nodes.gather(F) - weight;
    EXPECT_NEAR(ends(0), 6., 1e-13);
    EXPECT_NEAR(ends(7), 20., 1e-13);
    EXPECT_NEAR(ends.squaredNorm(), 436., 1e-10); // and nowhere else
  }

  // Clamped on the left under its weight and a force P: exact at the nodes,
  // u = P x/(E A) + rho g (L x - x^2/2)/E; a force on the clamped end is
  // carried by the clamp.
  TYPED_TEST(DenseBar, ClampedEndStaysWhereItIs)
  {
    BarRowDescription row        = row_of({bar_of(2., 5)});
    row.clamped_left             = true;
    row.left_obstacle            = false;
    row.gravity                  = 3.;
    row.left_force               = [](double) { return 100.; };
    row.right_force              = [](double) { return 0.7; };
    row.bars[0].initial_velocity = 1.;
    const ElasticBar<TypeParam> bars(row, MPI_COMM_WORLD);
    const Nodes<TypeParam>      nodes(bars);

    typename TypeParam::Vector       F, u;
    typename TypeParam::Matrix       K;
    typename TypeParam::LinearSolver solver;
    bars.reinit(F);
    bars.reinit(u);
    bars.load(0., F);
    bars.iteration_matrix({0., 0., 1.}, K);
    solver.factorize(K);
    solver.solve(u, F);
    const VectorXd displacement = nodes.gather(u);
    for (int i = 0; i <= 5; ++i)
      {
        const double x = nodes.coordinates(i);
        EXPECT_NEAR(displacement(i),
                    0.7 * x / 4.5 + 4. * 3. * (2. * x - x * x / 2.) / 9.,
                    1e-12);
      }
    EXPECT_EQ(displacement(0), 0.);
    const VectorXd velocity = nodes.gather(bars.initial_velocity());
    EXPECT_EQ(velocity(0), 0.);
    EXPECT_EQ(velocity(1), 1.);
  }

  /** Writes @p lines of a Gmsh file of nodes at 0, 1, 2, 3, 5, 6. */
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
  TYPED_TEST(DenseBar, MeshFileGivesTheMatricesOfTheGeneratedMesh)
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
    if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0)
      std::remove(name.c_str());
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_THROW(ElasticBar<TypeParam>(from_file, MPI_COMM_WORLD), InputError);
  }
} // namespace percuss::test
