// SPDX-License-Identifier: Apache-2.0

// Static solutions against exact ones, with their orders; curved meshes; ranks
// and algebras.

#include "solids.h"

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/numerics/vector_tools_integrate_difference.h>

#include <cmath>

namespace percuss::test::solid_accuracy_test
{
  using dealii::numbers::PI;
  constexpr double E = 200., nu = 0.3, rho = 4.;
  constexpr double mu = E / (2. * (1. + nu));

  /** L2 norm of u - u_h over the mesh. */
  template <int dim, class A, class Function>
  double
  l2_error(const ElasticSolid<dim, A> &solid,
           const typename A::Vector   &u,
           const Function             &exact)
  {
    dealii::LinearAlgebra::distributed::Vector<double> values(
      solid.dof_handler.locally_owned_dofs(),
      solid.constraints.get_local_lines(),
      solid.communicator);
    A::read_local(u, [&](const double *const entries) {
      std::copy_n(entries, values.locally_owned_size(), values.begin());
    });
    values.update_ghost_values();
    dealii::Vector<double> of_cells(solid.mesh.triangulation.n_active_cells());
    dealii::VectorTools::integrate_difference(solid.mapping,
                                              solid.dof_handler,
                                              values,
                                              VectorField<dim, Function>(exact),
                                              of_cells,
                                              dealii::QGauss<dim>(
                                                solid.description.degree + 3),
                                              dealii::VectorTools::L2_norm);
    return dealii::VectorTools::compute_global_error(
      solid.mesh.triangulation, of_cells, dealii::VectorTools::L2_norm);
  }

  /** The order between two errors of meshes with the factor two between. */
  static double
  order(const double coarse, const double fine)
  {
    return std::log2(coarse / fine);
  }

  // u = grad phi, phi = cosh(k x) cos y (cos z) harmonic: div u = 0, no body
  // force, sigma = 2 mu grad grad phi, u_i = 0 on the planes x_i = 0.
  template <int dim>
  struct HarmonicField
  {
    static double
    k()
    {
      return std::sqrt(dim - 1.);
    }

    static dealii::Tensor<1, dim>
    u(const dealii::Point<dim> &X)
    {
      dealii::Tensor<1, dim> g;
      const double           z = dim == 3 ? X[dim - 1] : 0.;
      g[0] = k() * std::sinh(k() * X[0]) * std::cos(X[1]) * std::cos(z);
      g[1] = -std::cosh(k() * X[0]) * std::sin(X[1]) * std::cos(z);
      if (dim == 3)
        g[dim - 1] = -std::cosh(k() * X[0]) * std::cos(X[1]) * std::sin(z);
      return g;
    }

    /** sigma e_i by the Hessian, differences of u at machine accuracy. */
    static dealii::Tensor<1, dim>
    traction(const dealii::Point<dim> &X, const unsigned int i)
    {
      const double                 h = 1e-3; // differences of fourth order
      const dealii::Tensor<1, dim> e = dealii::Point<dim>::unit_vector(i);
      return 2. * mu *
             (8. * (u(X + h * e) - u(X - h * e)) -
              (u(X + 2. * h * e) - u(X - 2. * h * e))) /
             (12. * h);
    }
  };

  template <class Case>
  class SolidAccuracy : public testing::Test
  {};
  TYPED_TEST_SUITE(SolidAccuracy, SolidCases);

  TYPED_TEST(SolidAccuracy, StaticSolutionsConvergeWithDegreePlusOne)
  {
    constexpr int dim = TypeParam::dim;
    if (dim == 3 &&
        std::is_same_v<typename TypeParam::Algebra, TrilinosAlgebra>)
      return; // takes long
    using Exact = HarmonicField<dim>;
    for (const unsigned int degree : {1u, 2u})
      {
        SolidDescription<dim> description = box<dim>();
        description.degree                = degree;
        description.thickness             = 0.3;
        // graded towards the end x = 2, the planes stay
        description.map = [](const dealii::Point<dim> &X) {
          dealii::Point<dim> x = X;
          x[0] += 0.1 * X[0] * (2. - X[0]);
          x[1] += 0.1 * X[1] * (1. - X[1]) * (1. + X[0]);
          return x;
        };
        for (unsigned int i = 0; i < dim; ++i)
          {
            description.fixed_displacements[2 * i][i] = true;
            description.tractions[2 * i + 1] = {[i](const dealii::Point<dim> &X,
                                                    double) {
                                                  return Exact::traction(X, i);
                                                },
                                                false};
          }
        double error[2];
        for (const unsigned int j : {0u, 1u})
          {
            description.refinements = j + (dim == 2 ? 2 : 1);
            const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
            error[j] = l2_error(solid, static_solution(solid), Exact::u);
          }
        EXPECT_NEAR(order(error[0], error[1]), degree + 1., 0.25);
      }
  }

  // Mass of a ball (a disk): the boundary is followed with the order of the
  // mapping, 2 for degree 1, 4 for degree 2.
  template <int dim>
  void
  expect_the_mass_of_a_ball()
  {
    SolidDescription<dim> description;
    description.material  = {E, nu, rho};
    description.generator = "hyper_ball";
    description.generator_arguments =
      dim == 2 ? "0, 0 : 0.5 : false" : "0, 0, 0 : 0.5 : false";
    const double exact = rho * (dim == 2 ? PI * 0.25 : PI / 6.);
    for (const unsigned int degree : {1u, 2u})
      {
        double error[2];
        description.degree = degree;
        for (const unsigned int i : {0u, 1u})
          {
            description.refinements = i + 1;
            const ElasticSolid<dim, PETScAlgebra> solid(description,
                                                        MPI_COMM_WORLD);
            error[i] = std::abs(solid.total_mass() - exact);
          }
        EXPECT_NEAR(order(error[0], error[1]), 2. * degree, 0.5);
      }
  }

  TEST(CurvedMesh, FollowsTheBoundaryWithTheOrderOfTheMapping)
  {
    expect_the_mass_of_a_ball<2>();
    expect_the_mass_of_a_ball<3>();
  }

  // The same body by another algebra, and on other numbers of ranks.
  TYPED_TEST(SolidAccuracy, NeitherRanksNorTheAlgebraMatter)
  {
    constexpr int dim = TypeParam::dim;
    for (const unsigned int degree : {1u, 2u})
      for (const ElasticLaw law : {ElasticLaw::linear, ElasticLaw::neo_hookean})
        {
          SolidDescription<dim> description = box<dim>(2);
          description.degree                = degree;
          description.law                   = law;
          description.map                   = distorted<dim>;
          description.fixed_displacements[0].fill(true);
          description.gravity[1]       = -3.;
          description.tractions[1]     = {[](const dealii::Point<dim> &X,
                                         const double              t) {
                                        return t * (X - dealii::Point<dim>());
                                      },
                                          true};
          description.boundary_markers = {
            {7, [](const dealii::Point<dim> &X) { return X[1] < 0.1; }}};
          description.initial_velocity = [](const dealii::Point<dim> &X,
                                            const unsigned int) {
            return std::exp(X[1]) * (X - dealii::Point<dim>());
          };
          const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
          const ElasticSolid<dim, PETScAlgebra> other(description,
                                                      MPI_COMM_SELF);
          EXPECT_EQ(solid.n_dofs(), other.n_dofs());
          EXPECT_NEAR(solid.total_mass(), other.total_mass(), 1e-13);
          const auto q = arbitrary(solid, 0.05), y = arbitrary(solid, 1., 2);
          const auto p = arbitrary(other, 0.05), z = arbitrary(other, 1., 2);
          EXPECT_NEAR(energy(solid, q), energy(other, p), 1e-12);
          EXPECT_NEAR(elastic_force(solid, q) * y,
                      elastic_force(other, p) * z,
                      1e-11);
          EXPECT_NEAR(momentum(solid, q) * y, momentum(other, p) * z, 1e-12);
          EXPECT_NEAR(load(solid, 2.) * y, load(other, 2.) * z, 1e-12);
          EXPECT_NEAR(solid.initial_velocity() * y,
                      other.initial_velocity() * z,
                      1e-11);
          EXPECT_EQ(solid.mesh.edge_lengths().shortest,
                    other.mesh.edge_lengths().shortest);
          if (law == ElasticLaw::linear)
            {
              dealii::Point<dim> X;
              X[0]         = 1.234;
              X[1]         = 0.567;
              X[dim - 1]   = 0.567;
              const auto u = static_solution(solid), v = static_solution(other);
              EXPECT_NEAR(value(solid, u, X, 1), value(other, v, X, 1), 1e-12);
            }
        }
  }

  using Solid2 = ElasticSolid<2, PETScAlgebra>;

  // A sheet under tension contracts by nu, and its modulus is E.
  TEST(PlaneStress, TensionHasYoungsModulus)
  {
    SolidDescription<2> description       = box<2>(2);
    description.kinematics                = Kinematics::plane_stress;
    description.fixed_displacements[0][0] = true;
    description.fixed_displacements[2][1] = true;
    description.tractions[1] = {[](const dealii::Point<2> &, double) {
                                  return dealii::Tensor<1, 2>({6., 0.});
                                },
                                false};
    description.thickness    = 1e-3; // does not matter here
    const Solid2 solid(description, MPI_COMM_WORLD);
    const auto   u = static_solution(solid);
    EXPECT_NEAR(value(solid, u, {2., 0.3}, 0), 6. * 2. / E, 1e-12);
    EXPECT_NEAR(value(solid, u, {1.1, 1.}, 1), -nu * 6. / E, 1e-12);
    EXPECT_NEAR(solid.wave_speed(), std::sqrt(E / (1. - nu * nu) / rho), 1e-12);
    EXPECT_NEAR(solid.total_mass(), rho * 2e-3, 1e-15);
  }

  // Lame: u_r = (1 + nu)/E p a^2/(b^2 - a^2) ((1 - 2 nu) r + b^2/r) of a tube
  // under internal pressure between walls, as a meridian and as a quarter.
  TEST(ThickWalledTube, ConvergesToLamesSolution)
  {
    const double a = 1., b = 2., p = 10.;
    const double c        = (1. + nu) / E * p * a * a / (b * b - a * a);
    const auto   radially = [&](const double r) {
      return c * ((1. - 2. * nu) * r + b * b / r);
    };
    for (const bool meridian : {true, false})
      for (const unsigned int degree : {1u, 2u})
        {
          SolidDescription<2> description;
          description.degree   = degree;
          description.material = {E, nu, rho};
          unsigned int inside  = 0;
          if (meridian)
            {
              description.kinematics          = Kinematics::axisymmetric;
              description.generator           = "subdivided_hyper_rectangle";
              description.generator_arguments = "1, 1 : 1, 0 : 2, 1 : true";
              description.fixed_displacements[2][1] =
                description.fixed_displacements[3][1] = true;
            }
          else
            {
              description.generator           = "quarter_hyper_shell";
              description.generator_arguments = "0, 0 : 1 : 2 : 2 : true";
              // inner, outer, x = 0, y = 0
              description.fixed_displacements[2][0] = true;
              description.fixed_displacements[3][1] = true;
            }
          description.tractions[inside] = {
            [=](const dealii::Point<2> &X, double) {
              if (meridian)
                return dealii::Tensor<1, 2>({p, 0.});
              return p / X.norm() * dealii::Tensor<1, 2>(X);
            },
            false};
          double error[2];
          for (const unsigned int i : {0u, 1u})
            {
              description.refinements = i + (meridian ? 3 : 2);
              const Solid2 solid(description, MPI_COMM_WORLD);
              const auto   u = static_solution(solid);
              error[i]       = l2_error(solid, u, [&](const auto &X) {
                if (meridian)
                  return dealii::Tensor<1, 2>({radially(X[0]), 0.});
                return radially(X.norm()) / X.norm() * dealii::Tensor<1, 2>(X);
              });
            }
          EXPECT_NEAR(order(error[0], error[1]), degree + 1., 0.3);
          EXPECT_LT(error[1], (degree == 1 ? 1e-2 : 1e-3) * radially(a));
        }
  }
} // namespace percuss::test::solid_accuracy_test
