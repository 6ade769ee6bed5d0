// SPDX-License-Identifier: Apache-2.0

// Lumped masses without inertia on a boundary: what moves rigidly moves as
// before.

#include "solids.h"

#include <percuss/algebra/eigenvalues.h>
#include <percuss/base/exceptions.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>

namespace percuss::test::boundary_mass_test
{
  template <class Case>
  class BoundaryMassOfSolids : public testing::Test
  {};
  TYPED_TEST_SUITE(BoundaryMassOfSolids, SolidCases);

  template <int dim>
  SolidDescription<dim>
  massless_left_side(
    const unsigned int n             = 3,
    const BoundaryMass boundary_mass = BoundaryMass::redistributed)
  {
    SolidDescription<dim> description = box<dim>(n);
    description.lumped_mass           = true;
    description.boundary_mass         = boundary_mass;
    description.massless_boundaries   = {0};
    return description;
  }

  // v^T M w for all products of linear fields v, w: the mass, its centre and
  // its inertia.
  TYPED_TEST(BoundaryMassOfSolids, RigidMotionsHaveTheSameMomentumAndEnergy)
  {
    constexpr int dim = TypeParam::dim;
    using Tensor      = typename TypeParam::Tensor;
    const auto linear = [](const int component, const int coordinate) {
      return [=](const dealii::Point<dim> &X) {
        Tensor v;
        v[component] = coordinate < 0 ? 1. : X[coordinate];
        return v;
      };
    };
    for (const auto &[boundary_mass, degree] :
         {std::pair(BoundaryMass::redistributed, 1u),
          std::pair(BoundaryMass::redistributed, 2u),
          std::pair(BoundaryMass::weighted, 1u),
          std::pair(BoundaryMass::weighted, 2u)})
      for (const bool is_distorted : {false, true})
        {
          if (dim == 3 && degree == 2 &&
              boundary_mass == BoundaryMass::weighted)
            continue; // takes long
          // the corrections of weighted masses are larger, and linear in 1/n
          SolidDescription<dim> description =
            massless_left_side<dim>(boundary_mass == BoundaryMass::weighted ?
                                      (dim == 2 ? 8 : 7) :
                                      3,
                                    boundary_mass);
          description.degree = degree;
          if (is_distorted)
            description.map = distorted<dim>;
          const typename TypeParam::Solid massless(description, MPI_COMM_WORLD);
          description.boundary_mass = BoundaryMass::kept;
          const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
          for (int i = 0; i < dim; ++i)
            for (int j = -1; j < dim; ++j)
              for (int k = -1; k < dim; ++k)
                {
                  const auto v = field(solid, linear(i, j)),
                             w = field(solid, linear(i, k));
                  EXPECT_NEAR(v * momentum(massless, w),
                              v * momentum(solid, w),
                              1e-12)
                    << degree << i << j << k;
                }
          EXPECT_NEAR(massless.total_mass(), solid.total_mass(), 1e-12);
        }
  }

  TYPED_TEST(BoundaryMassOfSolids, OnlyNodesOfTheBoundaryAreMassless)
  {
    constexpr int                   dim = TypeParam::dim;
    const typename TypeParam::Solid massless(massless_left_side<dim>(),
                                             MPI_COMM_WORLD);
    const auto                      one = field(massless, [](const auto &) {
      typename TypeParam::Tensor v;
      for (int i = 0; i < dim; ++i)
        v[i] = 1.;
      return v;
    });
    const auto at_left      = field(massless, [](const dealii::Point<dim> &X) {
      typename TypeParam::Tensor v;
      for (int i = 0; i < dim; ++i)
        v[i] = X[0] < 1e-8;
      return v;
    });
    const Eigen::VectorXd m = gather(massless, momentum(massless, one)),
                          left = gather(massless, at_left);
    double smallest            = 1e300;
    for (Eigen::Index i = 0; i < m.size(); ++i)
      if (left(i) > 0.5)
        EXPECT_EQ(m(i), 0.);
      else
        smallest = std::min(smallest, m(i));
    EXPECT_GT(smallest, 0.02 * m.maxCoeff());
  }

  /** Writes squares [2 b, 2 b + 1] x [0, 1] of 4 x 4 cells, b = 0, 1; the left
   * sides have the boundary ids 1 + b. */
  void
  write_two_squares(const std::string &name)
  {
    constexpr int      n = 4;
    std::ostringstream nodes, elements;
    int                number = 0;
    for (int b = 0; b < 2; ++b)
      {
        const auto node = [&](const int i, const int j) {
          return 1 + b * (n + 1) * (n + 1) + j * (n + 1) + i;
        };
        for (int j = 0; j <= n; ++j)
          for (int i = 0; i <= n; ++i)
            nodes << node(i, j) << ' ' << 2. * b + i / double(n) << ' '
                  << j / double(n) << " 0\n";
        for (int j = 0; j < n; ++j)
          {
            elements << ++number << " 1 2 " << 1 + b << " 1 " << node(0, j)
                     << ' ' << node(0, j + 1) << '\n';
            for (int i = 0; i < n; ++i)
              elements << ++number << " 3 2 1 1 " << node(i, j) << ' '
                       << node(i + 1, j) << ' ' << node(i + 1, j + 1) << ' '
                       << node(i, j + 1) << '\n';
          }
      }
    if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0)
      std::ofstream(name) << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n"
                          << 2 * (n + 1) * (n + 1) << '\n'
                          << nodes.str() << "$EndNodes\n$Elements\n"
                          << number << '\n'
                          << elements.str() << "$EndElements\n";
    MPI_Barrier(MPI_COMM_WORLD);
  }

  // Of two bodies each keeps its mass; one that touches nothing keeps all.
  TEST(BoundaryMassOfSolidsOfBodies, NoMassGoesFromOneToAnother)
  {
    const std::string name =
      "two_squares_" +
      std::to_string(dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD)) +
      ".msh";
    write_two_squares(name);
    SolidDescription<2> description;
    description.material    = {200., 0.3, 4.};
    description.mesh        = std::make_shared<const Mesh>(read_mesh(name, 2));
    description.lumped_mass = true;
    for (const auto &ids : {std::set{1u}, std::set{1u, 2u}})
      {
        description.boundary_mass = BoundaryMass::kept;
        const ElasticSolid<2, PETScAlgebra> solid(description, MPI_COMM_WORLD);
        description.boundary_mass       = BoundaryMass::redistributed;
        description.massless_boundaries = ids;
        const ElasticSolid<2, PETScAlgebra> massless(description,
                                                     MPI_COMM_WORLD);
        for (const bool second : {false, true})
          for (const bool spins : {false, true})
            {
              const auto v = field(solid, [=](const dealii::Point<2> &X) {
                dealii::Tensor<1, 2> u;
                if ((X[0] > 1.5) == second)
                  u[1] = spins ? X[0] : 1.;
                return u;
              });
              EXPECT_NEAR(v * momentum(massless, v),
                          v * momentum(solid, v),
                          1e-12);
            }
        const auto bumpy  = field(solid, [](const dealii::Point<2> &X) {
          dealii::Tensor<1, 2> u;
          u[0] = X[0] > 1.5 ? std::sin(20. * X[0] + 30. * X[1]) : 0.;
          return u;
        });
        auto       change = momentum(massless, bumpy);
        change.add(-1., momentum(solid, bumpy));
        if (ids.size() == 1)
          EXPECT_LT(change.linfty_norm(), 1e-14);
        else
          EXPECT_GT(change.linfty_norm(), 1e-3);
      }
    MPI_Barrier(MPI_COMM_WORLD);
    if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0)
      std::remove(name.c_str());
  }

  // Gravity is M g with the new M: nothing strains a body in free fall.
  TYPED_TEST(BoundaryMassOfSolids, GravityAcceleratesAllNodesAlike)
  {
    constexpr int         dim         = TypeParam::dim;
    SolidDescription<dim> description = massless_left_side<dim>();
    for (int i = 0; i < dim; ++i)
      description.gravity[i] = 1. + i;
    const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
    auto                            difference = load(solid, 0.);
    difference.add(-1., momentum(solid, field(solid, [&](const auto &) {
                                   return description.gravity;
                                 })));
    EXPECT_LT(difference.linfty_norm(), 1e-14);
  }

  TYPED_TEST(BoundaryMassOfSolids, WhatCannotBeIsRefused)
  {
    constexpr int dim = TypeParam::dim;
    using Solid       = typename TypeParam::Solid;
    const auto make   = [](const SolidDescription<dim> &description) {
      const Solid solid(description, MPI_COMM_WORLD);
    };
    SolidDescription<dim> description = massless_left_side<dim>();
    description.lumped_mass           = false;
    EXPECT_THROW(make(description), InputError);
    description                     = massless_left_side<dim>();
    description.massless_boundaries = {77};
    EXPECT_THROW(make(description), InputError);
    description                     = massless_left_side<dim>(1);
    description.massless_boundaries = {0, 1, 2, 3, 4, 5};
    EXPECT_THROW(make(description), InputError);
  }

  // What is taken away, and K_c, the stiffness between the nodes without mass.
  TYPED_TEST(BoundaryMassOfSolids, StiffnessBetweenMasslessNodes)
  {
    constexpr int dim = TypeParam::dim;
    using Solid       = typename TypeParam::Solid;
    for (const ElasticLaw law : {ElasticLaw::linear, ElasticLaw::neo_hookean})
      for (const bool is_held : {false, true})
        {
          SolidDescription<dim> description =
            massless_left_side<dim>(2, BoundaryMass::none);
          description.law = law;
          if (is_held) // also nodes without mass
            description.fixed_displacements[2] = {true};
          const Solid solid(description, MPI_COMM_SELF);
          description.boundary_mass = BoundaryMass::kept;
          const Solid                        whole(description, MPI_COMM_SELF);
          State<typename TypeParam::Algebra> x;
          reinit(solid, x);

          typename TypeParam::Algebra::Matrix S, K;
          solid.iteration_matrix({3., 0., 0., 2.}, x, S);
          solid.iteration_matrix({0., 0., 1.}, x, K);
          Eigen::MatrixXd s = dense_matrix(solid, S),
                          k = dense_matrix(solid, K),
                          m = dense_matrix(whole, whole.mass_matrix());
          auto one = x.q, massless = x.q;
          one = 1.;
          solid.massless_part(one, massless);
          const Eigen::VectorXd c = gather(solid, massless);
          for (Eigen::Index i = 0; i < s.rows(); ++i)
            {
              const bool has_mass = c(i) == 0.;
              const bool is_fixed =
                solid.constraints.is_constrained(static_cast<unsigned int>(i));
              EXPECT_GT(s(i, i), 0.);
              for (Eigen::Index j = 0; j < s.rows() && !is_fixed; ++j)
                EXPECT_NEAR(s(i, j),
                            has_mass   ? 3. * m(i, j) :
                            c(j) == 0. ? 0. :
                            solid.constraints.is_constrained(
                              static_cast<unsigned int>(j)) ?
                                         0. :
                                         2. * k(i, j),
                            1e-10)
                  << i << ' ' << j;
            }
          EXPECT_GT(c.sum(), 0.);
        }
  }

  // The bound of the frequencies is that of the body held without mass.
  TYPED_TEST(BoundaryMassOfSolids, FrequencyBoundHolds)
  {
    constexpr int dim = TypeParam::dim;
    for (const BoundaryMass boundary_mass : {BoundaryMass::redistributed,
                                             BoundaryMass::weighted,
                                             BoundaryMass::none})
      {
        const typename TypeParam::Solid solid(
          massless_left_side<dim>(dim == 2 ? 8 : 4, boundary_mass),
          MPI_COMM_SELF);
        typename TypeParam::Algebra::Matrix K;
        solid.iteration_matrix({0., 0., 1.}, {}, K);
        const Eigen::MatrixXd k = dense_matrix(solid, K),
                              m = dense_matrix(solid, solid.mass_matrix());
        std::vector<Eigen::Index> moving;
        for (Eigen::Index i = 0; i < m.rows(); ++i)
          if (m(i, i) > 0.)
            moving.push_back(i);
        ASSERT_LT(moving.size(), static_cast<std::size_t>(m.rows()));
        const double exact = std::sqrt(
          largest_generalized_eigenvalue(k(moving, moving), m(moving, moving)));
        EXPECT_GE(solid.frequency_bound(), exact * (1. - 1e-12));
        EXPECT_LT(solid.frequency_bound(), 1.5 * exact);
      }
  }
} // namespace percuss::test::boundary_mass_test
