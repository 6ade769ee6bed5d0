// SPDX-License-Identifier: Apache-2.0

// Energy, force and tangent of the finite-strain laws against each other.

#include "solids.h"

#include <percuss/base/exceptions.h>

#include <cmath>

namespace percuss::test::finite_strain_test
{
  template <class Case>
  class FiniteStrain : public testing::Test
  {};
  TYPED_TEST_SUITE(FiniteStrain, SolidCases);

  constexpr ElasticLaw finite_laws[] = {ElasticLaw::st_venant_kirchhoff,
                                        ElasticLaw::neo_hookean};

  template <int dim>
  SolidDescription<dim>
  distorted_box(const ElasticLaw law, const unsigned int degree)
  {
    SolidDescription<dim> solid = box<dim>();
    solid.law                   = law;
    solid.degree                = degree;
    solid.map                   = distorted<dim>;
    solid.thickness             = dim == 2 ? 0.3 : 1.;
    solid.fixed_displacements[0].fill(true);
    solid.fixed_displacements[3][0] = true;
    return solid;
  }

  // (V(q + e y) - V(q - e y))/2e = s.y and (s(q + e y) - s(q - e y))/2e = K y;
  // by fields of which held entries are zero.
  TYPED_TEST(FiniteStrain, ForceAndTangentAreDerivativesOfTheEnergy)
  {
    constexpr int dim = TypeParam::dim;
    using Vector      = typename TypeParam::Vector;
    for (const ElasticLaw law : finite_laws)
      for (const unsigned int degree : {1u, 2u})
        {
          SolidDescription<dim> description = distorted_box<dim>(law, degree);
          description.lumped_mass           = degree == 1;
          const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
          ASSERT_FALSE(solid.is_linear());
          State<typename TypeParam::Algebra> x;
          reinit(solid, x);
          x.q            = arbitrary(solid, 0.06);
          const Vector y = arbitrary(solid, 1., 1), z = arbitrary(solid, 1., 2);

          const double e    = 1e-5;
          Vector       plus = x.q, minus = x.q;
          plus.add(e, y);
          minus.add(-e, y);
          const Vector s     = elastic_force(solid, x.q);
          const double power = s * y;
          EXPECT_NEAR((energy(solid, plus) - energy(solid, minus)) / (2. * e),
                      power,
                      2e-8 * std::abs(power));

          Vector Ky, difference = elastic_force(solid, plus);
          difference.add(-1., elastic_force(solid, minus));
          difference.equ(1. / (2. * e), Vector(difference));
          solid.reinit(Ky);
          solid.stiffness_product(x, y, Ky);
          const double size = std::sqrt(Ky * Ky);
          difference.add(-1., Ky);
          EXPECT_LT(std::sqrt(difference * difference), 3e-8 * size);

          typename TypeParam::Algebra::Matrix K;
          solid.iteration_matrix({0., 0., 1.}, x, K);
          TypeParam::Algebra::vmult(K, difference, y);
          difference.add(-1., Ky);
          EXPECT_LT(std::sqrt(difference * difference), 1e-12 * size);

          // symmetric; weights; the pattern of S does not stick
          Vector Kz = z, Mz = momentum(solid, z);
          solid.stiffness_product(x, z, Kz);
          EXPECT_NEAR(y * Kz, z * Ky, 1e-11 * size);
          solid.iteration_matrix({3., 0., 0.}, x, K);
          solid.iteration_matrix({3., 0., 2.}, x, K);
          TypeParam::Algebra::vmult(K, difference, z);
          difference.add(-2., Kz, -3., Mz);
          EXPECT_LT(std::sqrt(difference * difference), 1e-11 * size);
        }
  }

  // A rotation by one radian is a nodal field: neither energy nor force.
  TYPED_TEST(FiniteStrain, RotationsCostNothing)
  {
    constexpr int dim = TypeParam::dim;
    for (const ElasticLaw law : finite_laws)
      for (const unsigned int degree : {1u, 2u})
        {
          SolidDescription<dim> description = distorted_box<dim>(law, degree);
          description.fixed_displacements.clear();
          const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
          const auto q = field(solid, [](const dealii::Point<dim> &X) {
            dealii::Tensor<1, dim> u;
            u[0] = (std::cos(1.) - 1.) * X[0] - std::sin(1.) * X[1] + 0.3;
            u[1] = std::sin(1.) * X[0] + (std::cos(1.) - 1.) * X[1];
            return u;
          });
          const auto s = elastic_force(solid, q);
          EXPECT_LT(std::sqrt(s * s), 1e-12);
          EXPECT_LT(std::abs(energy(solid, q)), 1e-14);
          EXPECT_GT(solid.strain_energy(arbitrary(solid, 0.01), s), 1e-4);
        }
  }

  // To first order all laws are the linear one, down to strains of 1e-9: no
  // digits are lost by cancellation.
  TYPED_TEST(FiniteStrain, SmallStrainsAreThoseOfTheLinearLaw)
  {
    constexpr int         dim = TypeParam::dim;
    SolidDescription<dim> description =
      distorted_box<dim>(ElasticLaw::linear, 2);
    const typename TypeParam::Solid linear(description, MPI_COMM_WORLD);
    for (const ElasticLaw law : finite_laws)
      {
        description.law = law;
        const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
        for (const double size : {1e-5, 1e-9})
          {
            const auto   q = arbitrary(solid, size);
            const double V = energy(linear, q);
            EXPECT_NEAR(energy(solid, q) / V, 1., 20. * size + 1e-13);
            auto         s     = elastic_force(linear, q);
            const double scale = std::sqrt(s * s);
            s.add(-1., elastic_force(solid, q));
            EXPECT_LT(std::sqrt(s * s), (20. * size + 1e-13) * scale);
          }
      }
  }

  // F = diag(stretch, 1, 1): P_11 = dpsi/dF_11 in closed form, force P_11 A.
  TYPED_TEST(FiniteStrain, UniaxialStretchHasTheStressOfTheLaw)
  {
    constexpr int dim = TypeParam::dim;
    const double  E = 200., nu = 0.3, l = 1.4;
    const double  mu     = E / (2. * (1. + nu));
    const double  lambda = E * nu / ((1. + nu) * (1. - 2. * nu));
    for (const ElasticLaw law : finite_laws)
      {
        SolidDescription<dim> description = box<dim>(2);
        description.law                   = law;
        const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
        const auto   stretch = field(solid, [=](const dealii::Point<dim> &X) {
          return (l - 1.) * X[0] * dealii::Point<dim>::unit_vector(0);
        });
        const auto   end     = field(solid, [](const dealii::Point<dim> &X) {
          return (X[0] > 1.99 ? 1. : 0.) * dealii::Point<dim>::unit_vector(0);
        });
        const bool   neo     = law == ElasticLaw::neo_hookean;
        const double strain  = 0.5 * (l * l - 1.);
        EXPECT_NEAR(elastic_force(solid, stretch) * end,
                    neo ? mu * (l - 1. / l) + lambda * std::log(l) / l :
                          l * (lambda + 2. * mu) * strain,
                    1e-11);
        EXPECT_NEAR(energy(solid, stretch),
                    2. * (neo ? 0.5 * mu * (l * l - 1. - 2. * std::log(l)) +
                                  0.5 * lambda * std::pow(std::log(l), 2) :
                                0.5 * (lambda + 2. * mu) * strain * strain),
                    1e-11);
      }
  }

  // One element is pushed through itself: refused on all ranks, with its place.
  TYPED_TEST(FiniteStrain, InvertedElementsAreRefusedOnAllRanks)
  {
    constexpr int dim = TypeParam::dim;
    for (const ElasticLaw law : finite_laws)
      {
        SolidDescription<dim> description = box<dim>(2);
        description.law                   = law;
        const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
        const auto q = field(solid, [](const dealii::Point<dim> &X) {
          return (X[0] > 1.99 ? -0.6 : 0.) * dealii::Point<dim>::unit_vector(0);
        });
        typename TypeParam::Vector s = q;
        try
          {
            solid.elastic_force(q, s);
            ADD_FAILURE() << "accepted";
          }
        catch (const StepError &error)
          {
            EXPECT_NE(std::string(error.what()).find("X = (1."),
                      std::string::npos)
              << error.what();
          }
        EXPECT_TRUE(std::isnan(solid.strain_energy(q, s)));
        // and the next, admissible state is not affected
        s = 0.;
        solid.elastic_force(s, s);
        EXPECT_EQ(s * s, 0.);
      }
  }
} // namespace percuss::test::finite_strain_test
