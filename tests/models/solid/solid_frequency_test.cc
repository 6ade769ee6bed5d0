// SPDX-License-Identifier: Apache-2.0

// The bound of the frequencies from single cells.

#include "solids.h"

#include <percuss/algebra/eigenvalues.h>

#include <cmath>

namespace percuss::test::solid_frequency_test
{
  template <class Case>
  class SolidFrequency : public testing::Test
  {};
  TYPED_TEST_SUITE(SolidFrequency, SolidCases);

  // The largest eigenvalue of the assembled matrices lies below the bound, on a
  // regular mesh closely.
  TYPED_TEST(SolidFrequency, BoundIsOneAndNotFarOff)
  {
    constexpr int dim = TypeParam::dim;
    for (const bool regular : {true, false})
      for (const unsigned int degree : {1u, 2u})
        for (const bool lumped : {false, true})
          for (const bool held : {false, true})
            {
              if (dim == 3 && degree == 2 && (held || !regular))
                continue; // takes long
              SolidDescription<dim> description = box<dim>(dim == 2    ? 3 :
                                                           degree == 1 ? 2 :
                                                                         1);
              description.degree                = degree;
              description.lumped_mass           = lumped;
              if (!regular)
                description.map = distorted<dim>;
              if (held)
                description.fixed_displacements[0].fill(true);
              // dense matrices need no communication
              const typename TypeParam::Solid solid(description, MPI_COMM_SELF);
              typename TypeParam::Algebra::Matrix K;
              solid.iteration_matrix({0., 0., 1.}, {}, K);
              Eigen::MatrixXd k = dense_matrix(solid, K),
                              m = dense_matrix(solid, solid.mass_matrix());
              for (const auto &line : solid.constraints.get_lines())
                { // the number there means nothing
                  const auto i = static_cast<Eigen::Index>(line.index);
                  k(i, i)      = 0.;
                }
              const double exact =
                std::sqrt(largest_generalized_eigenvalue(k, m));
              const double bound = solid.frequency_bound();
              EXPECT_GE(bound, exact * (1. - 1e-12));
              EXPECT_LT(bound, (regular ? 1.3 : 1.5) * exact);
              EXPECT_NEAR(typename TypeParam::Solid(description, MPI_COMM_WORLD)
                            .frequency_bound(),
                          bound,
                          2e-8 * bound);
            }
  }

  // One square of side a, Q1, lumped, nu = 0: the largest eigenvalue of a
  // square's K_e is E, that of M_e^-1 K_e E/(rho a^2/4).
  TEST(SolidFrequency, OfOneSquareIsInClosedForm)
  {
    SolidDescription<2> description;
    description.generator           = "hyper_cube";
    description.generator_arguments = "0 : 0.5 : false";
    description.material            = {200., 0., 4.};
    description.lumped_mass         = true;
    const ElasticSolid<2, PETScAlgebra> solid(description, MPI_COMM_WORLD);
    EXPECT_NEAR(solid.frequency_bound(),
                std::sqrt(200. / (4. * 0.25 / 4.)),
                1e-6);
  }
} // namespace percuss::test::solid_frequency_test
