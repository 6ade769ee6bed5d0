// SPDX-License-Identifier: Apache-2.0

// M, K and F of elastic bars against closed forms, on both algebras.

#include <percuss/base/exceptions.h>
#include <percuss/models/bar/elastic_bar.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

namespace percuss::test::bar_matrices_test
{
  using Algebras = testing::Types<PETScAlgebra, TrilinosAlgebra>;

  template <class A>
  class BarMatrices : public testing::Test
  {};
  TYPED_TEST_SUITE(BarMatrices, Algebras);

  constexpr double E = 9., area = 0.5, rho = 4., L = 2.;

  BarRowDescription
  one_bar(const unsigned int n_elements, const unsigned int degree = 1)
  {
    BarDescription bar;
    bar.length         = L;
    bar.n_elements     = n_elements;
    bar.cross_section  = area;
    bar.youngs_modulus = E;
    bar.density        = rho;
    BarRowDescription row;
    row.bars     = {bar};
    row.degree   = degree;
    row.left_gap = 1.;
    return row;
  }

  /** Nodal interpolant of a function of the distance from the left end. */
  template <Algebra A>
  typename A::Vector
  interpolant(BarRowDescription description, const BarProperty::Function &f)
  {
    for (BarDescription &bar : description.bars)
      bar.initial_displacement = BarProperty(f);
    return ElasticBar<A>(description, MPI_COMM_WORLD).initial_displacement();
  }

  /** x^T M y and x^T K y */
  template <Algebra A>
  double
  mass_product(const ElasticBar<A>      &bar,
               const typename A::Vector &x,
               const typename A::Vector &y)
  {
    typename A::Vector z;
    bar.reinit(z);
    bar.momentum(y, y, z);
    return x * z;
  }

  template <Algebra A>
  double
  stiffness_product(const ElasticBar<A>      &bar,
                    const typename A::Vector &x,
                    const typename A::Vector &y)
  {
    typename A::Vector z;
    bar.reinit(z);
    bar.elastic_force(y, z);
    return x * z;
  }

  // [A12] (71): M = rho A l/6 (2 1; 1 2), K = E A/l (1 -1; -1 1)
  TYPED_TEST(BarMatrices, OfLinearElementsAreThoseOfThePaper)
  {
    const unsigned int          n = 5;
    const double                l = L / n;
    const ElasticBar<TypeParam> bar(one_bar(n), MPI_COMM_WORLD);
    const auto                  hat = [&](const unsigned int node) {
      return interpolant<TypeParam>(
        one_bar(n), [=](const double x, unsigned int) {
          return std::max(0., 1. - std::abs(x / l - node));
        });
    };
    const auto   end = hat(0), inner = hat(1), next = hat(2);
    const double m = rho * area * l / 6., k = E * area / l;
    EXPECT_NEAR(mass_product(bar, end, end), 2. * m, 1e-14);
    EXPECT_NEAR(mass_product(bar, end, inner), m, 1e-14);
    EXPECT_NEAR(mass_product(bar, inner, inner), 4. * m, 1e-14);
    EXPECT_NEAR(mass_product(bar, end, next), 0., 1e-14);
    EXPECT_NEAR(stiffness_product(bar, end, end), k, 1e-12);
    EXPECT_NEAR(stiffness_product(bar, end, inner), -k, 1e-12);
    EXPECT_NEAR(stiffness_product(bar, inner, inner), 2. * k, 1e-12);
  }

  TYPED_TEST(BarMatrices, TotalsAndLinearFieldsAreExactInEveryDegree)
  {
    const auto one    = [](double, unsigned int) { return 1.; };
    const auto linear = [](const double x, unsigned int) { return 0.01 * x; };
    for (const unsigned int degree : {1u, 2u, 3u, 4u})
      for (const bool lumped : {false, true})
        {
          BarRowDescription description = one_bar(3, degree);
          description.lumping           = lumped ? 1. : 0.;
          description.gravity           = -10.;
          const ElasticBar<TypeParam> bar(description, MPI_COMM_WORLD);
          const auto   rigid   = interpolant<TypeParam>(description, one);
          const auto   stretch = interpolant<TypeParam>(description, linear);
          const double mass    = rho * area * L;
          EXPECT_NEAR(mass_product(bar, rigid, rigid), mass, 1e-13);
          EXPECT_NEAR(stiffness_product(bar, rigid, rigid), 0., 1e-12);
          EXPECT_NEAR(stiffness_product(bar, stretch, stretch),
                      E * area * 1e-4 * L,
                      1e-14);
          EXPECT_NEAR(bar.load_potential(rigid), 10. * mass, 1e-12);
        }
  }

  // Rayleigh's quotient of cos(pi x/L) interpolated: (pi c/L)^2, order 2 p.
  TYPED_TEST(BarMatrices, FirstFrequencyConvergesWithTwiceTheDegree)
  {
    const double exact = std::pow(M_PI / L, 2) * E / rho;
    for (const unsigned int degree : {1u, 2u, 3u})
      {
        double error[2];
        for (const unsigned int i : {0u, 1u})
          {
            const BarRowDescription     description = one_bar(4u << i, degree);
            const ElasticBar<TypeParam> bar(description, MPI_COMM_WORLD);
            const auto                  mode =
              interpolant<TypeParam>(description,
                                     [](const double x, unsigned int) {
                                       return std::cos(M_PI * x / L);
                                     });
            error[i] = std::abs(stiffness_product(bar, mode, mode) /
                                  mass_product(bar, mode, mode) -
                                exact);
          }
        EXPECT_NEAR(std::log2(error[0] / error[1]), 2. * degree, 0.15);
      }
  }

  // Two halves in series: the strain energy of each is its own.
  TYPED_TEST(BarMatrices, PropertiesJumpBetweenElements)
  {
    BarRowDescription description      = one_bar(10, 2);
    description.bars[0].youngs_modulus = BarProperty(
      [](const double x, unsigned int) { return x < 1. ? E : 5 * E; });
    description.lumping         = 1.; // has quadrature points on the interface
    description.bars[0].density = BarProperty(
      [](const double x, unsigned int) { return x < 1. ? 1. : 3.; });
    const ElasticBar<TypeParam> bar(description, MPI_COMM_WORLD);
    const auto                  rigid =
      interpolant<TypeParam>(description,
                             [](double, unsigned int) { return 1.; });
    const auto stretch =
      interpolant<TypeParam>(description,
                             [](const double x, unsigned int) { return x; });
    EXPECT_NEAR(mass_product(bar, rigid, rigid), 4. * area, 1e-13);
    EXPECT_NEAR(stiffness_product(bar, stretch, stretch), 6. * E * area, 1e-11);
  }

  TYPED_TEST(BarMatrices, PointValuesReproducePolynomials)
  {
    const BarRowDescription     description = one_bar(4, 3);
    const ElasticBar<TypeParam> bar(description, MPI_COMM_WORLD);
    const auto                  cubic = [](const double x, unsigned int) {
      return x * x * x - 2. * x;
    };
    const auto u = interpolant<TypeParam>(description, cubic);
    for (const double x : {0., 0.3, 0.5, 1.7, 2.})
      {
        const SparseRows<TypeParam> row({bar.point_value(0, x)},
                                        bar.numbering.owned,
                                        MPI_COMM_WORLD);
        double                      value;
        row.vmult(u, {&value, 1});
        EXPECT_NEAR(value, cubic(x, 0), 1e-13);
      }
    EXPECT_DOUBLE_EQ(bar.coordinate(0, 0.5), 1.5); // the wall is at zero
    EXPECT_THROW(bar.point_value(0, 2.1), InputError);
    EXPECT_THROW(bar.point_value(0, -0.1), InputError);
  }

  TYPED_TEST(BarMatrices, EndForcesAndClampedEnds)
  {
    BarRowDescription description = one_bar(4);
    description.clamped_right     = true;
    description.left_force        = [](const double t) { return 3. * t; };
    ElasticBar<TypeParam>      bar(description, MPI_COMM_WORLD);
    typename TypeParam::Vector F;
    bar.reinit(F);
    bar.load(2., F);
    const auto rigid =
      interpolant<TypeParam>(description,
                             [](double, unsigned int) { return 1.; });
    EXPECT_NEAR(rigid * F, 6., 1e-14);
    // the interpolant of 1 has a zero at the clamped node
    const ElasticBar<TypeParam> free_bar(one_bar(4), MPI_COMM_WORLD);
    EXPECT_NEAR(stiffness_product(free_bar, rigid, rigid),
                E * area / (L / 4.),
                1e-12);
  }

  // Two bars, elements out of order, one of them turned round.
  TYPED_TEST(BarMatrices, OfAGmshFileAreThoseOfTheGeneratedMesh)
  {
    const std::string name =
      "two_bars_" + std::string(TypeParam::name) + "_" +
      std::to_string(dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD)) +
      ".msh";
    if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0)
      std::ofstream(name)
        << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n6\n1 1 0 0\n2 2 0 0\n"
           "3 3 0 0\n4 4 0 0\n5 5 0 0\n6 6 0 0\n$EndNodes\n$Elements\n4\n"
           "1 1 2 7 1 5 6\n2 1 2 5 1 2 3\n3 1 2 7 1 4 5\n4 1 2 5 1 1 2\n"
           "$EndElements\n";
    MPI_Barrier(MPI_COMM_WORLD);

    BarRowDescription generated = one_bar(2, 2);
    generated.bars              = {generated.bars[0], generated.bars[0]};
    generated.gaps_between_bars = {1.};
    generated.bars[1].density   = 7.;
    BarRowDescription from_file = generated;
    from_file.mesh_file         = name;
    from_file.bars[0].density   = BarProperty(
      [](double, const unsigned int id) { return id == 5 ? rho : 7.; });
    from_file.bars[1].density = from_file.bars[0].density;

    const auto f = [](const double x, unsigned int) { return x * x - 0.3; };
    const ElasticBar<TypeParam> a(generated, MPI_COMM_WORLD);
    const ElasticBar<TypeParam> b(from_file, MPI_COMM_WORLD);
    ASSERT_EQ(b.mesh.extents.size(), 2u);
    EXPECT_EQ(b.mesh.extents[1].left, 4.);
    EXPECT_EQ(a.mesh.extents[1].left, b.mesh.extents[1].left);
    const auto u = interpolant<TypeParam>(generated, f);
    const auto v = interpolant<TypeParam>(from_file, f);
    EXPECT_NEAR(mass_product(a, u, u), mass_product(b, v, v), 1e-12);
    EXPECT_NEAR(stiffness_product(a, u, u), stiffness_product(b, v, v), 1e-12);

    from_file.bars.pop_back();
    EXPECT_THROW(ElasticBar<TypeParam>(from_file, MPI_COMM_WORLD), InputError);
    MPI_Barrier(MPI_COMM_WORLD);
    if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0)
      std::remove(name.c_str());
  }
} // namespace percuss::test::bar_matrices_test
