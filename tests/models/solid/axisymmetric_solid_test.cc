// SPDX-License-Identifier: Apache-2.0

// Bodies of revolution.

#include "solids.h"

#include <cmath>

namespace percuss::test::axisymmetric_solid_test
{
  using dealii::numbers::PI;
  using Solid2       = ElasticSolid<2, PETScAlgebra>;
  constexpr double E = 200., nu = 0.3, rho = 4.;
  constexpr double mu = E / (2. * (1. + nu));

  // Rings 1 < r < 3 or cylinders r < 2 of height 1: mass, with the loads in
  // full turns; the lumped mass has something for the axis, too.
  TEST(Axisymmetric, MassAndLoadsAreThoseOfFullTurns)
  {
    for (const double inner : {0., 1.})
      for (const unsigned int degree : {1u, 2u})
        for (const bool lumped : {false, true})
          {
            SolidDescription<2> description = box<2>(2);
            description.kinematics          = Kinematics::axisymmetric;
            description.degree              = degree;
            description.lumped_mass         = lumped;
            description.thickness           = 17.; // not used
            description.gravity[1]          = -2.;
            description.tractions[1] = {[](const dealii::Point<2> &, double) {
                                          return dealii::Tensor<1, 2>({0., 5.});
                                        },
                                        false};
            description.map          = [&](const dealii::Point<2> &X) {
              return X + dealii::Tensor<1, 2>({inner, 0.});
            };
            const Solid2 solid(description, MPI_COMM_WORLD);
            const double outer  = 2. + inner;
            const double volume = PI * (outer * outer - inner * inner);
            EXPECT_NEAR(solid.total_mass(), rho * volume, 1e-11);
            const auto modes = solid.rigid_body_modes();
            ASSERT_EQ(modes.size(), 1u);
            const auto &z = modes[0];
            EXPECT_NEAR(z * momentum(solid, z), rho * volume, 1e-11);
            EXPECT_NEAR(z * load(solid, 0.),
                        -2. * rho * volume + 5. * 2. * PI * outer,
                        1e-11);
            const auto s = elastic_force(solid, z);
            EXPECT_LT(std::sqrt(s * s), 1e-10);
            if (lumped)
              {
                const Eigen::VectorXd m =
                  gather(solid,
                         momentum(solid, field(solid, [](const auto &) {
                                    return dealii::Tensor<1, 2>({1., 1.});
                                  })));
                EXPECT_GT(m.minCoeff(), 1e-3 * m.maxCoeff());
                EXPECT_EQ(solid.mass_matrix().n_nonzero_elements(),
                          solid.n_dofs());
              }
            // dV of u = (a r, b z): eps = (a, a, b) everywhere
            const double a = 0.02, b = 0.01, tr = 2. * a + b;
            const double lambda = E * nu / ((1. + nu) * (1. - 2. * nu));
            EXPECT_NEAR(
              energy(solid,
                     field(solid,
                           [&](const dealii::Point<2> &X) {
                             return dealii::Tensor<1, 2>({a * X[0], b * X[1]});
                           })),
              volume * (0.5 * lambda * tr * tr + mu * (2. * a * a + b * b)),
              1e-11);
            EXPECT_GT(solid.frequency_bound(), 1.);
          }
  }
} // namespace percuss::test::axisymmetric_solid_test
