// SPDX-License-Identifier: Apache-2.0

// Lumped masses without inertia on a boundary: what moves rigidly moves as
// before.

#include "solids.h"

#include <percuss/base/exceptions.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>

namespace percuss::test
{
  template <class Case>
  class MassRedistribution : public testing::Test
  {};
  TYPED_TEST_SUITE(MassRedistribution, SolidCases);

  template <int dim>
  SolidDescription<dim>
  massless_left_side(const unsigned int n = 3)
  {
    SolidDescription<dim> description = box<dim>(n);
    description.lumped_mass           = true;
    description.massless_boundaries   = {0};
    return description;
  }

  // v^T M w for all products of linear fields v, w: the mass, its centre and
  // its inertia.
  TYPED_TEST(MassRedistribution, RigidMotionsHaveTheSameMomentumAndEnergy)
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
    for (const unsigned int degree : {1u, 2u})
      for (const bool is_distorted : {false, true})
        {
          SolidDescription<dim> description = massless_left_side<dim>();
          description.degree                = degree;
          if (is_distorted)
            description.map = distorted<dim>;
          const typename TypeParam::Solid massless(description, MPI_COMM_WORLD);
          description.massless_boundaries.clear();
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

  TYPED_TEST(MassRedistribution, OnlyNodesOfTheBoundaryAreMassless)
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
  TEST(MassRedistributionOfBodies, NoMassGoesFromOneToAnother)
  {
    const std::string name =
      "two_squares_" +
      std::to_string(dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD)) +
      ".msh";
    write_two_squares(name);
    SolidDescription<2> description;
    description.material    = {200., 0.3, 4.};
    description.mesh_file   = name;
    description.lumped_mass = true;
    for (const auto &ids : {std::set{1u}, std::set{1u, 2u}})
      {
        description.massless_boundaries.clear();
        const ElasticSolid<2, PETScAlgebra> solid(description, MPI_COMM_WORLD);
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
  TYPED_TEST(MassRedistribution, GravityAcceleratesAllNodesAlike)
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

  TYPED_TEST(MassRedistribution, WhatCannotBeIsRefused)
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

    const Solid solid(massless_left_side<dim>(), MPI_COMM_WORLD);
    EXPECT_THROW(solid.linear_solver_settings({1., 0., 0.}), InputError);
    EXPECT_NO_THROW(solid.linear_solver_settings({1., 0., 1.}));
  }
} // namespace percuss::test
