// SPDX-License-Identifier: Apache-2.0

// Nodes and areas of boundaries: sums, positions, and a numbering that the
// number of ranks does not change.

#include "solid.h"

#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace percuss::test::contact_surface_test
{
  template <int dim>
  double
  total_area(const ContactSurface<dim> &surface)
  {
    double sum = 0.;
    for (const auto &node : surface.nodes())
      sum += node.area;
    return sum;
  }

  TEST(ContactSurface, AreasOfAStraightSide)
  {
    const Solid<2> linear(cube<2>(4), 1);
    const auto     Q1 = linear.surface({0});
    ASSERT_EQ(Q1.nodes().size(), 5u);
    for (unsigned int i = 0; i < 5; ++i)
      {
        EXPECT_NEAR(Q1.nodes()[i].position[0], 0., 1e-15);
        EXPECT_NEAR(Q1.nodes()[i].position[1], 0.25 * i, 1e-15);
        EXPECT_NEAR(Q1.nodes()[i].area, i == 0 || i == 4 ? 0.125 : 0.25, 1e-15);
      }

    // Simpson's rule
    const Solid<2>            quadratic(cube<2>(2), 2);
    const auto                Q2 = quadratic.surface({3});
    const std::vector<double> simpson{1., 4., 2., 4., 1.};
    ASSERT_EQ(Q2.nodes().size(), 5u);
    for (unsigned int i = 0; i < 5; ++i)
      {
        EXPECT_NEAR(Q2.nodes()[i].position[0], 0.25 * i, 1e-15);
        EXPECT_NEAR(Q2.nodes()[i].position[1], 1., 1e-15);
        EXPECT_NEAR(Q2.nodes()[i].area, simpson[i] / 12., 1e-15);
      }
  }

  TEST(ContactSurface, AreasAddUp)
  {
    for (const unsigned int degree : {1u, 2u})
      {
        const Solid<2> square(cube<2>(5), degree);
        EXPECT_NEAR(total_area(square.surface({1})), 1., 1e-14);
        EXPECT_NEAR(total_area(square.surface({0, 1, 2, 3})), 4., 1e-14);
        EXPECT_EQ(square.surface({0, 2}).nodes().size(), 10u * degree + 1u);

        const Solid<3> block(cube<3>(3), degree);
        EXPECT_NEAR(total_area(block.surface({4})), 1., 1e-14);
        EXPECT_NEAR(total_area(block.surface({0, 1, 2, 3, 4, 5})), 6., 1e-13);
        const unsigned int side = 3 * degree + 1;
        EXPECT_EQ(block.surface({4}).nodes().size(), side * side);
        EXPECT_EQ(block.surface({2, 4}).nodes().size(), 2 * side * side - side);
        const auto face = block.surface({4});
        for (const auto &node : face.nodes())
          EXPECT_GT(node.area, 0.);
      }
  }

  TEST(ContactSurface, NoIdsNoNodes)
  {
    EXPECT_TRUE(Solid<2>(cube<2>(2), 1).surface({}).nodes().empty());
  }

  // w = 2 pi r: the side x = 1 becomes a cylinder, y = 0 a disk.
  TEST(ContactSurface, WeightsOfASurfaceOfRevolution)
  {
    const auto circumference = [](const Point<2> &x) {
      return 2. * M_PI * x[0];
    };
    for (const unsigned int degree : {1u, 2u})
      {
        const Solid<2> square(cube<2>(3), degree);
        EXPECT_NEAR(total_area(square.surface({1}, circumference)),
                    2. * M_PI,
                    1e-13);
        EXPECT_NEAR(total_area(square.surface({2}, circumference)),
                    M_PI,
                    1e-13);
      }
    // with Q1 the node on the axis has int (1 - x/h) 2 pi x dx = pi h^2 / 3
    const Solid<2> square(cube<2>(4), 1);
    EXPECT_NEAR(square.surface({2}, circumference).nodes()[0].area,
                M_PI / 48.,
                1e-15);
  }

  // The error of the length or area of a curved boundary decreases with
  // h^2 (straight) and h^4 (quadratic).
  template <int dim>
  void
  check_order(const double exact)
  {
    for (const unsigned int degree : {1u, 2u})
      {
        std::vector<double> errors;
        for (const unsigned int refinements : {1u, 2u, 3u})
          {
            const Solid<dim> solid(half_ball<dim>(refinements), degree);
            const auto       round = solid.surface({0});
            errors.push_back(std::abs(total_area(round) - exact));
            for (const auto &node : round.nodes())
              EXPECT_NEAR(node.position.norm(), 1., 1e-12);
          }
        EXPECT_NEAR(std::log2(errors[1] / errors[2]), 2. * degree, 0.15)
          << "degree " << degree << ", error " << errors[2];
        EXPECT_LT(errors[2], degree == 1 ? 4e-2 : 1e-4);
      }
  }

  TEST(ContactSurface, HalfCircleToTheOrderOfTheMapping)
  {
    check_order<2>(M_PI);
  }

  TEST(ContactSurface, HalfSphereToTheOrderOfTheMapping)
  {
    check_order<3>(2. * M_PI);
  }

  /** The same mesh on one rank and on all: nodes equal to the last digit. */
  template <int dim>
  void
  check_ranks(const std::function<void(typename Solid<dim>::Mesh &)> &make_mesh,
              const unsigned int                                      degree,
              const std::set<dealii::types::boundary_id>             &ids)
  {
    const Solid<dim> alone(make_mesh, degree, MPI_COMM_SELF);
    const Solid<dim> shared(make_mesh, degree);
    const auto       expected = alone.surface(ids);
    const auto       surface  = shared.surface(ids);
    ASSERT_EQ(surface.nodes().size(), expected.nodes().size());
    for (std::size_t i = 0; i < surface.nodes().size(); ++i)
      {
        EXPECT_EQ(surface.nodes()[i].position, expected.nodes()[i].position);
        EXPECT_EQ(surface.nodes()[i].area, expected.nodes()[i].area);
      }

    // every node has one owner, whose degrees of freedom lie at its position
    std::vector<int> n_owners(surface.nodes().size(), 0);
    const auto       X = shared.template interpolate<PETScAlgebra>(
      [](const auto &x) { return x; });
    PETScAlgebra::read_local(X, [&](const double *local) {
      EXPECT_TRUE(std::ranges::is_sorted(surface.local_nodes()));
      for (const unsigned int i : surface.local_nodes())
        {
          ++n_owners[i];
          for (unsigned int d = 0; d < dim; ++d)
            EXPECT_NEAR(local[surface.locally_owned_dofs.index_within_set(
                          surface.nodes()[i].first_dof + d)],
                        surface.nodes()[i].position[d],
                        1e-14);
        }
    });
    std::vector<int> sums(n_owners.size());
    dealii::Utilities::MPI::sum(n_owners, MPI_COMM_WORLD, sums);
    for (const int n : sums)
      EXPECT_EQ(n, 1);
  }

  TEST(ContactSurface, DoesNotDependOnTheNumberOfRanks)
  {
    for (const unsigned int degree : {1u, 2u})
      {
        check_ranks<2>(cube<2>(7), degree, {0, 2});
        check_ranks<2>(half_ball<2>(3), degree, {0, 1});
        check_ranks<3>(cube<3>(4), degree, {1, 4, 5});
        check_ranks<3>(half_ball<3>(2), degree, {0});
      }
  }

  TEST(ContactSurface, OrderIsLexicographic)
  {
    // rounding of mapped coordinates does not disturb it: the flat side of the
    // half ball has x = 0 up to 1e-17
    const Solid<3> solid(half_ball<3>(2), 2);
    const auto     flat  = solid.surface({1});
    const auto    &nodes = flat.nodes();
    ASSERT_GT(nodes.size(), 100u);
    for (std::size_t i = 1; i < nodes.size(); ++i)
      {
        const Tensor<1, 3> step = nodes[i].position - nodes[i - 1].position;
        EXPECT_NEAR(step[0], 0., 1e-12);
        EXPECT_TRUE(step[1] > 1e-9 ||
                    (std::abs(step[1]) < 1e-9 && step[2] > 1e-9));
      }
  }

  // Blocks of different widths side by side that are not joined, in no order.
  TEST(ContactSurface, NodesAtTheSamePointAreDifferentNodes)
  {
    const auto blocks = [](Solid<2>::Mesh &mesh) {
      std::vector<Point<2>>            vertices;
      std::vector<dealii::CellData<2>> cells(5);
      unsigned int                     cell = 0;
      for (const unsigned int k : {3, 1, 4, 0, 2})
        {
          for (unsigned int i = 0; i < 4; ++i)
            {
              cells[cell].vertices[i] =
                static_cast<unsigned int>(vertices.size());
              const unsigned int j = k + i % 2;
              vertices.emplace_back(j * j, i / 2);
            }
          ++cell;
        }
      mesh.create_triangulation(vertices, cells, dealii::SubCellData());
      mesh.refine_global(3);
    };
    for (const unsigned int degree : {1u, 2u})
      {
        const Solid<2>     solid(blocks, degree);
        const unsigned int side = 8 * degree;
        EXPECT_EQ(solid.surface({0}).nodes().size(), 5 * 4 * side);
        EXPECT_NEAR(total_area(solid.surface({0})), 60., 1e-12);
        check_ranks<2>(blocks, degree, {0});
      }
  }

  TEST(ContactSurface, RefusesIdsThatTheMeshDoesNotHave)
  {
    const Solid<2> solid(cube<2>(2), 1);
    try
      {
        solid.surface({1, 7});
        ADD_FAILURE();
      }
    catch (const InputError &error)
      {
        const std::string message = error.what();
        EXPECT_NE(message.find("id 7"), std::string::npos) << message;
        EXPECT_NE(message.find("0 1 2 3."), std::string::npos) << message;
      }
  }
} // namespace percuss::test::contact_surface_test
