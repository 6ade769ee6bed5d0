// SPDX-License-Identifier: Apache-2.0

// The stress of each law in all kinematics, against solutions by hand.

#include <percuss/models/solid/cauchy_stress.h>

#include <gtest/gtest.h>

namespace percuss::test::cauchy_stress_test
{
  using Tensor    = dealii::Tensor<2, 3>;
  using Symmetric = dealii::SymmetricTensor<2, 3>;

  constexpr double E = 5., nu = 0.3, mu = E / (2. * (1. + nu)),
                   lambda = E * nu / ((1. + nu) * (1. - 2. * nu));
  const SolidMaterial material{E, nu, 1.};

  Tensor
  tensor(const double (&entries)[9])
  {
    Tensor H;
    for (unsigned int i = 0; i < 9; ++i)
      H[i / 3][i % 3] = entries[i];
    return H;
  }

  void
  expect_equal(const Symmetric &a, const Symmetric &b, const double tolerance)
  {
    EXPECT_LT((a - b).norm(), tolerance) << a << "\nnot\n" << b;
  }

  /** Hooke's law the other way round: eps = ((1 + nu) sigma - nu tr I)/E. */
  Symmetric
  strain(const Symmetric &sigma)
  {
    Symmetric eps = (1. + nu) / E * sigma;
    for (unsigned int i = 0; i < 3; ++i)
      eps[i][i] -= nu / E * trace(sigma);
    return eps;
  }

  TEST(CauchyStress, LinearLawInvertsHooke)
  {
    const auto stress = [](const Kinematics kinematics, const Tensor &H) {
      return cauchy_stress(material, kinematics, ElasticLaw::linear, H);
    };
    Tensor H = tensor({.1, .2, -.3, .05, -.2, .4, .1, .6, .3});
    expect_equal(strain(stress(Kinematics::three_dimensional, H)),
                 symmetrize(H),
                 1e-15);

    H                     = tensor({.1, .2, 0, .05, -.2, 0, 0, 0, 0.});
    const Symmetric sigma = stress(Kinematics::plane_strain, H);
    expect_equal(strain(sigma), symmetrize(H), 1e-15);
    EXPECT_NEAR(sigma[2][2], nu * (sigma[0][0] + sigma[1][1]), 1e-15);

    const Symmetric sheet = stress(Kinematics::plane_stress, H);
    EXPECT_EQ(sheet[2][2], 0.);
    Symmetric in_plane = strain(sheet);
    EXPECT_NEAR(in_plane[2][2], -nu / E * (sheet[0][0] + sheet[1][1]), 1e-15);
    in_plane[2][2] = 0.;
    expect_equal(in_plane, symmetrize(H), 1e-15);

    H[2][2] = 0.25; // u_r/r
    expect_equal(strain(stress(Kinematics::axisymmetric, H)),
                 symmetrize(H),
                 1e-15);
  }

  TEST(CauchyStress, UniaxialStretchAndShear)
  {
    const double a      = 1.4;
    const Tensor H      = tensor({a - 1., 0, 0, 0, 0, 0, 0, 0, 0});
    const double strain = (a * a - 1.) / 2.;
    for (const Kinematics kinematics :
         {Kinematics::plane_strain, Kinematics::three_dimensional})
      {
        Symmetric expected;
        expected[0][0] = a * (lambda + 2. * mu) * strain;
        expected[1][1] = expected[2][2] = lambda * strain / a;
        expect_equal(cauchy_stress(material,
                                   kinematics,
                                   ElasticLaw::st_venant_kirchhoff,
                                   H),
                     expected,
                     1e-14);

        expected[0][0] = (mu * (a * a - 1.) + lambda * std::log(a)) / a;
        expected[1][1] = expected[2][2] = lambda * std::log(a) / a;
        expect_equal(
          cauchy_stress(material, kinematics, ElasticLaw::neo_hookean, H),
          expected,
          1e-14);
      }

    const double gamma = 0.7;
    Symmetric    expected;
    expected[0][1] = mu * gamma;
    expected[0][0] = mu * gamma * gamma;
    expect_equal(cauchy_stress(material,
                               Kinematics::plane_strain,
                               ElasticLaw::neo_hookean,
                               tensor({0, gamma, 0, 0, 0, 0, 0, 0, 0})),
                 expected,
                 1e-14);
  }

  // sigma(Q F) = Q sigma(F) Q^T, and the linear law where strains are small
  TEST(CauchyStress, FiniteStrainsAreObjectiveAndLinearWhereSmall)
  {
    const Tensor I = dealii::unit_symmetric_tensor<3>();
    const Tensor H = tensor({.1, .2, -.3, .05, -.2, .4, .1, .3, .3});
    const double c = 0.6, s = 0.8;
    const Tensor Q = tensor({c, -s, 0, s, c, 0, 0, 0, 1.}) *
                     tensor({1., 0, 0, 0, c, -s, 0, s, c});
    for (const ElasticLaw law :
         {ElasticLaw::st_venant_kirchhoff, ElasticLaw::neo_hookean})
      {
        const auto stress = [&](const Tensor &gradient) {
          return cauchy_stress(material,
                               Kinematics::three_dimensional,
                               law,
                               gradient);
        };
        expect_equal(stress(Q * (I + H) - I),
                     symmetrize(Q * Tensor(stress(H)) * transpose(Q)),
                     1e-13);
        expect_equal(1e7 * stress(1e-7 * H),
                     cauchy_stress(material,
                                   Kinematics::three_dimensional,
                                   ElasticLaw::linear,
                                   H),
                     1e-5);
      }
  }

  TEST(CauchyStress, Invariants)
  {
    Symmetric sigma;
    sigma[0][0] = -3.; // uniaxial
    EXPECT_NEAR(von_mises_stress(sigma), 3., 1e-15);
    EXPECT_NEAR(pressure(sigma), 1., 1e-15);

    sigma[0][0] = 0.;
    sigma[0][1] = 2.; // shear
    EXPECT_NEAR(von_mises_stress(sigma), 2. * std::sqrt(3.), 1e-15);
    EXPECT_EQ(pressure(sigma), 0.);

    for (unsigned int i = 0; i < 3; ++i)
      sigma[i][i] -= 7.; // and a hydrostatic pressure
    EXPECT_NEAR(von_mises_stress(sigma), 2. * std::sqrt(3.), 1e-14);
    EXPECT_NEAR(pressure(sigma), 7., 1e-14);
  }
} // namespace percuss::test::cauchy_stress_test
