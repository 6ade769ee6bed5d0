// SPDX-License-Identifier: Apache-2.0

// M, K, C and F of linear solids against closed forms, on both algebras.

#include "solids.h"

#include <percuss/algebra/eigenvalues.h>

#include <Eigen/LU>

#include <cmath>

namespace percuss::test::solid_matrices_test
{
  template <class Case>
  class SolidMatrices : public testing::Test
  {};
  TYPED_TEST_SUITE(SolidMatrices, SolidCases);

  constexpr double E = 200., nu = 0.3, rho = 4.;
  constexpr double mu     = E / (2. * (1. + nu));
  constexpr double lambda = E * nu / ((1. + nu) * (1. - 2. * nu));

  template <int dim>
  auto
  unit_field(const unsigned int i)
  {
    return [i](const dealii::Point<dim> &) {
      return dealii::Tensor<1, dim>(dealii::Point<dim>::unit_vector(i));
    };
  }

  // e^T M e = rho V for every translation, on distorted cells, lumped or not;
  // the lumped one is diagonal and stored so, and so is a multiple of it.
  TYPED_TEST(SolidMatrices, MassIsDensityTimesVolume)
  {
    constexpr int dim = TypeParam::dim;
    for (const unsigned int degree : {1u, 2u})
      {
        SolidDescription<dim> description = box<dim>(2);
        description.degree                = degree;
        description.thickness             = dim == 2 ? 0.3 : 1.;
        description.mass_damping          = 0.25;
        const double factor               = description.thickness;
        description.map                   = [](const dealii::Point<dim> &X) {
          dealii::Point<dim> x = X;
          x[1] *= 1. + 0.5 * X[0];
          return x;
        };
        const double mass = rho * factor * 3.; // int 1 + X/2 over (0, 2)
        for (const bool lumped : {false, true})
          {
            description.lumped_mass = lumped;
            const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
            EXPECT_NEAR(solid.total_mass(), mass, 1e-12);
            for (unsigned int i = 0; i < dim; ++i)
              {
                const auto one = field(solid, unit_field<dim>(i));
                EXPECT_NEAR(one * momentum(solid, one), mass, 1e-12);
                for (unsigned int j = 0; j < i; ++j)
                  EXPECT_NEAR(field(solid, unit_field<dim>(j)) *
                                momentum(solid, one),
                              0.,
                              1e-13);
              }
            if (!lumped)
              continue;
            typename TypeParam::Algebra::Matrix S;
            solid.iteration_matrix({2., 3., 0.}, {}, S);
            EXPECT_EQ(solid.mass_matrix().n_nonzero_elements(), solid.n_dofs());
            EXPECT_EQ(S.n_nonzero_elements(), solid.n_dofs());
            const Eigen::VectorXd m =
              gather(solid, momentum(solid, field(solid, [](const auto &) {
                                       dealii::Tensor<1, dim> u;
                                       for (unsigned int i = 0; i < dim; ++i)
                                         u[i] = 1.;
                                       return u;
                                     })));
            EXPECT_GT(m.minCoeff(), 1e-3 * m.maxCoeff());
            // 2 M + 3 C, C = M/4
            const auto v = arbitrary(solid, 1.);
            auto       p = momentum(solid, v), Sv = p;
            TypeParam::Algebra::vmult(S, Sv, v);
            Sv.add(-2.75, p);
            EXPECT_LT(std::sqrt(Sv * Sv), 1e-13);
          }
      }
  }

  // No energy and no force in rigid displacements, and K has no other null
  // space; the modes are independent.
  TYPED_TEST(SolidMatrices, RigidBodyModesAreTheNullSpaceOfTheStiffness)
  {
    constexpr int         dim         = TypeParam::dim;
    SolidDescription<dim> description = box<dim>();
    description.map                   = distorted<dim>;
    for (const unsigned int degree : {1u, 2u})
      {
        description.degree = degree;
        const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
        const auto                      modes = solid.rigid_body_modes();
        ASSERT_EQ(modes.size(), dim == 2 ? 3u : 6u);
        Eigen::MatrixXd products(modes.size(), modes.size());
        for (std::size_t i = 0; i < modes.size(); ++i)
          {
            const auto s = elastic_force(solid, modes[i]);
            EXPECT_LT(std::sqrt(s * s), 1e-11);
            for (std::size_t j = 0; j < modes.size(); ++j)
              products(static_cast<int>(i), static_cast<int>(j)) =
                modes[i] * modes[j];
          }
        EXPECT_GT(products.determinant(), 1e-3);
        if (degree == 2 && dim == 3)
          continue;
        // on one rank: no communication
        const typename TypeParam::Solid self(description, MPI_COMM_SELF);
        const Eigen::MatrixXd K = dense(self, [&](const auto &x, auto &y) {
          self.elastic_force(x, y);
        });
        EXPECT_LT((K - K.transpose()).norm(), 1e-11);
        const Eigen::VectorXd eigenvalues = symmetric_eigenvalues(K);
        EXPECT_LT(eigenvalues.head(modes.size()).cwiseAbs().maxCoeff(), 1e-11);
        EXPECT_GT(eigenvalues(static_cast<int>(modes.size())), 0.1);
      }
  }

  // u = H X on distorted cells: V = psi(H) times the volume, and forces on the
  // boundary only.
  TYPED_TEST(SolidMatrices, LinearDisplacementsPassThePatchTest)
  {
    constexpr int          dim = TypeParam::dim;
    dealii::Tensor<2, dim> H;
    for (unsigned int i = 0; i < dim; ++i)
      for (unsigned int j = 0; j < dim; ++j)
        H[i][j] = 0.01 * (1. + 2. * i - j + 3. * i * j);
    const auto   strain = 0.5 * (H + transpose(H));
    const double tr     = trace(strain);
    const auto   linear = [&](const dealii::Point<dim> &X) { return H * X; };

    for (const unsigned int degree : {1u, 2u})
      {
        SolidDescription<dim> description = box<dim>(2);
        description.degree                = degree;
        // the boundary stays where it is
        description.map = [](const dealii::Point<dim> &X) {
          dealii::Point<dim> x      = X;
          double             bubble = X[0] * (2. - X[0]);
          for (unsigned int i = 1; i < dim; ++i)
            bubble *= 4. * X[i] * (1. - X[i]);
          for (unsigned int i = 0; i < dim; ++i)
            x[i] += 0.1 * bubble * std::cos(X[0] + i);
          return x;
        };
        const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
        const auto                      q = field(solid, linear);
        const auto                      s = elastic_force(solid, q);
        const double                    psi =
          0.5 * lambda * tr * tr + mu * scalar_product(strain, strain);
        EXPECT_NEAR(solid.strain_energy(q, s), 2. * psi, 1e-12);

        const auto inside = field(solid, [](const dealii::Point<dim> &X) {
          bool is_inside = X[0] > 1e-9 && X[0] < 2. - 1e-9;
          for (unsigned int i = 1; i < dim; ++i)
            is_inside = is_inside && X[i] > 1e-9 && X[i] < 1. - 1e-9;
          dealii::Tensor<1, dim> u;
          for (unsigned int i = 0; i < dim; ++i)
            u[i] = is_inside ? 1. : 0.;
          return u;
        });
        EXPECT_GT(inside * inside, 0.5);
        EXPECT_LT((gather(solid, s).array() * gather(solid, inside).array())
                    .matrix()
                    .norm(),
                  1e-12);
      }
  }

  // Under t on the end x = 2: the P-wave modulus where the sides are held.
  TYPED_TEST(SolidMatrices, ColumnHasThePWaveModulus)
  {
    constexpr int         dim         = TypeParam::dim;
    SolidDescription<dim> description = box<dim>(2);
    for (unsigned int i = 1; i < dim; ++i)
      for (const unsigned int side : {2 * i, 2 * i + 1})
        description.fixed_displacements[side][i] = true;
    description.fixed_displacements[0][0] = true;
    description.tractions[1] = {[](const dealii::Point<dim> &, const double t) {
                                  dealii::Tensor<1, dim> load;
                                  load[0] = 3. * t;
                                  return load;
                                },
                                true};
    const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
    EXPECT_TRUE(solid.has_varying_load());
    const auto u = static_solution(solid, 2.);
    for (const double x : {0., 0.5, 1.3, 2.})
      {
        dealii::Point<dim> X;
        X[0] = x;
        X[1] = 0.7;
        EXPECT_NEAR(value(solid, u, X, 0), 6. * x / (lambda + 2. * mu), 1e-13);
        EXPECT_NEAR(value(solid, u, X, 1), 0., 1e-14);
      }
    EXPECT_NEAR(solid.wave_speed(), std::sqrt((lambda + 2. * mu) / rho), 1e-12);
  }

  // Forces: gravity is rho V g, a traction t A, pressure of a cube nothing in
  // sum; a held component carries what acts on it.
  TYPED_TEST(SolidMatrices, LoadsHaveTheirResultants)
  {
    constexpr int dim = TypeParam::dim;
    for (const unsigned int degree : {1u, 2u})
      for (const bool lumped : {false, true})
        {
          SolidDescription<dim> description = box<dim>(2);
          description.degree                = degree;
          description.lumped_mass           = lumped;
          description.thickness             = dim == 2 ? 0.3 : 1.;
          const double factor               = description.thickness;
          for (unsigned int i = 0; i < dim; ++i)
            description.gravity[i] = 1. + i;
          description.tractions[1] = {[](const dealii::Point<dim> &X,
                                         const double              t) {
                                        dealii::Tensor<1, dim> load;
                                        load[0] = 5. * t;
                                        load[1] = 7. * X[1] * X[1] * t;
                                        return load;
                                      },
                                      true};
          description.tractions[3] = {[](const dealii::Point<dim> &,
                                         const double t) {
                                        dealii::Tensor<1, dim> load;
                                        load[1] = 11. * (1. + t);
                                        return load;
                                      },
                                      false}; // t is ignored
          const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
          const auto                      x = field(solid, unit_field<dim>(0));
          const auto                      y = field(solid, unit_field<dim>(1));
          EXPECT_NEAR(x * load(solid, 0.), 8. * factor, 1e-12);
          EXPECT_NEAR(x * load(solid, 2.), (8. + 10.) * factor, 1e-12);
          EXPECT_NEAR(y * load(solid, 3.), (16. + 22. + 7.) * factor, 1e-12);
          EXPECT_NEAR(solid.load_potential(y), -(16. + 22.) * factor, 1e-12);

          // a body in free fall has one acceleration: F = M g
          description.tractions.clear();
          const typename TypeParam::Solid falling(description, MPI_COMM_WORLD);
          EXPECT_FALSE(falling.has_varying_load());
          auto difference = load(falling, 0.);
          difference.add(
            -1.,
            momentum(falling, field(falling, [&](const dealii::Point<dim> &) {
                       return description.gravity;
                     })));
          EXPECT_LT(std::sqrt(difference * difference), 1e-13);

          description.fixed_displacements[0].fill(true);
          const typename TypeParam::Solid hanging(description, MPI_COMM_WORLD);
          const auto   F = gather(hanging, load(hanging, 0.));
          const double on_held =
            gather(falling, load(falling, 0.)).sum() - F.sum();
          EXPECT_GT(on_held, 0.05);
          for (const auto &line : hanging.constraints.get_lines())
            EXPECT_EQ(F(static_cast<int>(line.index)), 0.);
        }
  }

  // S = w_M M + w_C C + w_K K and C v, with K of the elastic forces.
  TYPED_TEST(SolidMatrices, IterationMatrixIsTheWeightedSum)
  {
    constexpr int dim = TypeParam::dim;
    for (const bool lumped : {false, true})
      {
        SolidDescription<dim> description     = box<dim>(2);
        description.lumped_mass               = lumped;
        description.mass_damping              = 0.5;
        description.stiffness_damping         = 0.125;
        description.fixed_displacements[0][1] = true;
        const typename TypeParam::Solid     solid(description, MPI_COMM_WORLD);
        typename TypeParam::Algebra::Matrix S;
        solid.iteration_matrix({1., 0., 0.}, {}, S); // another pattern
        solid.iteration_matrix({2., 3., 4.}, {}, S);
        const auto v = arbitrary(solid, 1.), Kv = elastic_force(solid, v),
                   Mv = momentum(solid, v);
        auto Sv = v, Cv = v;
        TypeParam::Algebra::vmult(S, Sv, v);
        const double size = std::sqrt(Sv * Sv);
        Sv.add(-(4. + 3. * 0.125), Kv, -(2. + 3. * 0.5), Mv);
        EXPECT_LT(std::sqrt(Sv * Sv), 1e-13 * size);
        EXPECT_TRUE(solid.is_damped());
        solid.damping_force(v, v, Cv);
        Cv.add(-0.125, Kv, -0.5, Mv);
        EXPECT_LT(std::sqrt(Cv * Cv), 1e-13 * size);
        // what is held does not make S singular
        typename TypeParam::Algebra::LinearSolver solver;
        solver.factorize(S);
        solver.solve(Sv, Kv);
        EXPECT_TRUE(std::isfinite(Sv * Sv));
      }
  }

  // The operator that the iteration sees is the matrix: products, and the
  // diagonal where that is of the undeformed body; in finite strains, too.
  TYPED_TEST(SolidMatrices, OperatorIsTheIterationMatrix)
  {
    using A           = typename TypeParam::Algebra;
    constexpr int dim = TypeParam::dim;
    using Choice      = LinearSolverChoice;
    const Weights weights{2., 3., 4.};
    for (const unsigned int degree : {1u, 2u})
      for (const bool lumped : {false, true})
        for (const auto kinematics : {dim == 2 ? Kinematics::plane_strain :
                                                 Kinematics::three_dimensional,
                                      Kinematics::axisymmetric})
          for (const ElasticLaw law :
               {ElasticLaw::linear, ElasticLaw::neo_hookean})
            {
              if (kinematics == Kinematics::axisymmetric &&
                  (dim == 3 || law != ElasticLaw::linear))
                continue;
              SolidDescription<dim> description     = box<dim>(2);
              description.degree                    = degree;
              description.kinematics                = kinematics;
              description.law                       = law;
              description.lumped_mass               = lumped;
              description.mass_damping              = 0.5;
              description.fixed_displacements[0][1] = true;
              description.map                       = distorted<dim>;
              if (law == ElasticLaw::linear)
                description.stiffness_damping = 0.125;
              if (kinematics == Kinematics::axisymmetric)
                description.map = [](const dealii::Point<dim> &X) {
                  dealii::Point<dim> x = distorted<dim>(X);
                  x[0] += 0.3;
                  return x;
                };
              auto &solver          = description.linear_solver;
              solver.method         = Choice::Method::conjugate_gradients;
              solver.preconditioner = Choice::Preconditioner::jacobi;
              const typename TypeParam::Solid solid(description,
                                                    MPI_COMM_WORLD);
              State<A>                        x;
              x.q          = arbitrary(solid, 0.02);
              const auto S = solid.iteration_operator(weights, x);
              ASSERT_EQ(S.has_value(), lumped); // M is a matrix otherwise
              if (!lumped)
                continue;
              typename A::Matrix matrix;
              solid.iteration_matrix(weights, x, matrix);
              const auto y  = arbitrary(solid, 1., 1);
              auto       Sy = y, difference = y;
              S->multiply(y, Sy);
              A::vmult(matrix, difference, y);
              const double size = std::sqrt(Sy * Sy);
              difference.add(-1., Sy);
              EXPECT_LT(std::sqrt(difference * difference), 1e-13 * size);

              const double tolerance =
                law == ElasticLaw::linear ? 1e-12 : 0.3; // undeformed
              for (const auto i : solid.dof_handler.locally_owned_dofs())
                if (!solid.constraints.is_constrained(i))
                  {
                    ASSERT_NEAR(S->diagonal[i] / matrix.diag_element(i),
                                1.,
                                tolerance);
                  }
                else
                  {
                    ASSERT_GT(double(S->diagonal[i]), 0.);
                  }
            }
    // where entries are asked for, there is none
    SolidDescription<dim> description  = box<dim>(2);
    auto                 &solver       = description.linear_solver;
    const auto            has_operator = [&] {
      const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
      return solid.iteration_operator(weights, {}).has_value();
    };
    EXPECT_FALSE(has_operator()); // small: a factorization
    solver.method         = Choice::Method::conjugate_gradients;
    solver.preconditioner = Choice::Preconditioner::incomplete_factors;
    EXPECT_FALSE(has_operator());
    solver.preconditioner = Choice::Preconditioner::multigrid;
    EXPECT_FALSE(has_operator());
  }
} // namespace percuss::test::solid_matrices_test
