// SPDX-License-Identifier: Apache-2.0

// The assembled M, K and F entry by entry, nodes from left to right.

#include "nodes.h"

namespace percuss::test::dense_matrices_test
{
  using Eigen::MatrixXd;
  using Eigen::VectorXd;

  template <class A>
  class DenseBar : public testing::Test
  {};
  TYPED_TEST_SUITE(DenseBar, BarAlgebras);

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
        row.lumping = 1.;
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
} // namespace percuss::test::dense_matrices_test
