// SPDX-License-Identifier: Apache-2.0

// Values of displacements at points.

#include "solids.h"

#include <percuss/base/exceptions.h>

#include <cmath>

namespace percuss::test::point_value_test
{
  using Solid2 = ElasticSolid<2, PETScAlgebra>;

  // Functionals reproduce the polynomials of the element at nodes, on edges
  // and inside, without the held entries; outside there is nothing.
  TEST(PointValue, ReproducesPolynomials)
  {
    for (const unsigned int degree : {1u, 2u})
      {
        SolidDescription<2> description       = box<2>(2);
        description.degree                    = degree;
        description.fixed_displacements[0][0] = true;
        const Solid2 solid(description, MPI_COMM_WORLD);
        const auto   f = [&](const dealii::Point<2> &X) {
          return dealii::Tensor<1, 2>(
            {X[0] * (1. + 2. * X[1]),
             degree == 1 ? 1. - X[1] + X[0] : X[1] * X[1] * X[0] * X[0]});
        };
        const auto u = field(solid, f);
        for (const double x : {0., 0.31, 0.5, 1., 1.77, 2.})
          for (const double y : {0., 0.25, 0.5, 0.81, 1.})
            for (const unsigned int i : {0u, 1u})
              {
                const dealii::Point<2> X(x, y);
                EXPECT_NEAR(value(solid, u, X, i), f(X)[i], 1e-13);
              }
        // a node, also of a point that is a little off; a held one
        EXPECT_EQ(solid.point_value({0.5 + 1e-10, 0.5}, 1).size(), 1u);
        EXPECT_EQ(solid.point_value({2. + 1e-10, 1.}, 0).size(), 1u);
        EXPECT_EQ(solid.point_value({0., 0.5}, 0).size(), 0u);
        EXPECT_EQ(solid.point_value({0., 0.5}, 1).size(), 1u);
        EXPECT_THROW(solid.point_value({2.001, 0.5}, 0), InputError);
        EXPECT_THROW(solid.point_value({-3., 0.5}, 0), InputError);
      }
  }

  // Curved cells: X itself is a field of the element.
  TEST(PointValue, FindsPointsInCurvedCells)
  {
    SolidDescription<2> description;
    description.generator           = "hyper_ball";
    description.generator_arguments = "0, 0 : 1 : false";
    description.degree              = 2;
    description.refinements         = 1;
    const Solid2 solid(description, MPI_COMM_WORLD);
    const auto   u = field(solid, [](const dealii::Point<2> &X) {
      return dealii::Tensor<1, 2>(X);
    });
    for (double angle = 0.; angle < 6.; angle += 0.37)
      for (const double r : {0., 0.4, 0.7, 0.99})
        {
          const dealii::Point<2> X(r * std::cos(angle), r * std::sin(angle));
          EXPECT_NEAR(value(solid, u, X, 0), X[0], 1e-9);
          EXPECT_NEAR(value(solid, u, X, 1), X[1], 1e-9);
        }
  }
} // namespace percuss::test::point_value_test
