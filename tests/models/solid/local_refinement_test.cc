// SPDX-License-Identifier: Apache-2.0

// Cells that are divided near a boundary, and the nodes that hang there.

#include "refined_boxes.h"
#include "refusal.h"

#include <percuss/base/exceptions.h>
#include <percuss/finite_element/entry_numbers.h>
#include <percuss/models/solid/contact_surface.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <Eigen/Eigenvalues>

#include <cmath>
#include <cstdint>
#include <set>

namespace percuss::test::local_refinement_test
{
  template <class Case>
  class LocalRefinements : public testing::Test
  {};
  TYPED_TEST_SUITE(LocalRefinements, SolidCases);

  template <int dim>
  dealii::Tensor<2, dim>
  gradient()
  {
    dealii::Tensor<2, dim> H;
    for (unsigned int i = 0; i < dim; ++i)
      for (unsigned int j = 0; j < dim; ++j)
        H[i][j] = 0.01 * (1. + 2. * i - j + 3. * i * j);
    return H;
  }

  // Cells of all sizes are there, nodes hang inside, in space on the boundary,
  // too, and they are in the middle of others.
  TYPED_TEST(LocalRefinements, NodesHangInTheMiddle)
  {
    constexpr int                   dim = TypeParam::dim;
    const typename TypeParam::Solid solid(graded_box<dim>(), MPI_COMM_WORLD);
    EXPECT_TRUE(solid.mesh.has_hanging_nodes);
    const auto [shortest, longest] = solid.mesh.edge_lengths();
    EXPECT_NEAR(shortest, 0.125, 0.03);
    EXPECT_GT(longest, 0.4);
    for (const auto &cell : solid.dof_handler.active_cell_iterators())
      if (cell->is_locally_owned() && cell->center()[dim - 1] < 0.5)
        {
          EXPECT_GE(cell->level(), cell->center()[0] > 1.75 ? 1 : 0);
          EXPECT_LE(cell->level(), 1);
        }
    const typename TypeParam::Solid uniform(box<dim>(8), MPI_COMM_WORLD);
    EXPECT_LT(solid.n_dofs(), 0.7 * double(uniform.n_dofs()));

    // C x of the positions that are left is the positions
    const auto X         = field(solid, [](const dealii::Point<dim> &Y) {
      return dealii::Tensor<1, dim>(Y);
    });
    const auto all       = solid.with_hanging_nodes(X);
    double     n_hanging = 0., error = 0.;
    TypeParam::Algebra::read_local(all, [&](const double *const x) {
      for_each_node(solid, [&](const auto &Y, auto i, bool hangs, bool) {
        n_hanging += hangs;
        for (unsigned int d = 0; d < dim; ++d)
          error = std::max(error, std::abs(x[i + d] - Y[d]));
      });
    });
    EXPECT_GE(dealii::Utilities::MPI::sum(n_hanging, MPI_COMM_WORLD), 8.);
    EXPECT_LT(error, 1e-14);
  }

  // Distances are those of the mapped mesh: here all cells are near.
  TYPED_TEST(LocalRefinements, DistancesAreThoseOfTheMappedMesh)
  {
    constexpr int         dim   = TypeParam::dim;
    SolidDescription<dim> small = box<dim>(2);
    small.local_refinements     = {{{1}, 1, 0.3}};
    small.map = [](const dealii::Point<dim> &X) { return 0.1 * X; };
    const typename TypeParam::Solid solid(small, MPI_COMM_WORLD),
      uniform(box<dim>(4), MPI_COMM_WORLD);
    EXPECT_FALSE(solid.mesh.has_hanging_nodes);
    EXPECT_EQ(solid.n_dofs(), uniform.n_dofs());
  }

  // u = H X on distorted cells: no forces inside, and the energy of the law.
  TYPED_TEST(LocalRefinements, LinearDisplacementsPassThePatchTest)
  {
    constexpr int dim = TypeParam::dim;
    for (const ElasticLaw law : {ElasticLaw::linear, ElasticLaw::neo_hookean})
      for (const bool lumped : {true, false})
        {
          SolidDescription<dim> description = graded_box<dim>(3);
          description.law                   = law;
          description.lumped_mass           = lumped;
          const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
          const auto                      H = gradient<dim>();
          const auto u     = field(solid, [&](const dealii::Point<dim> &X) {
            return dealii::Tensor<1, dim>(H * X);
          });
          const auto s     = elastic_force(solid, u);
          double     error = 0.;
          TypeParam::Algebra::read_local(s, [&](const double *const force) {
            for_each_node(solid, [&](const auto &, auto i, bool, bool is_held) {
              for (unsigned int d = 0; d < dim && !is_held; ++d)
                error = std::max(error, std::abs(force[i + d]));
            });
          });
          EXPECT_LT(error, 1e-12 * s.linfty_norm());

          SolidDescription<dim> coarse = box<dim>(1);
          coarse.law                   = law;
          const typename TypeParam::Solid one(coarse, MPI_COMM_WORLD);
          const double                    exact =
            energy(one, field(one, [&](const dealii::Point<dim> &X) {
                     return dealii::Tensor<1, dim>(H * X);
                   }));
          EXPECT_NEAR(energy(solid, u), exact, 1e-12 * exact);
        }
  }

  // K is symmetric, has no force of rigid displacements, and is the matrix that
  // is assembled; so is its diagonal that the preconditioner takes.
  TYPED_TEST(LocalRefinements, StiffnessIsSymmetric)
  {
    constexpr int         dim         = TypeParam::dim;
    SolidDescription<dim> description = graded_box<dim>();
    description.lumped_mass           = true;
    description.fixed_displacements   = {};
    description.linear_solver.method =
      LinearSolverChoice::Method::conjugate_gradients;
    description.linear_solver.preconditioner =
      LinearSolverChoice::Preconditioner::jacobi;
    const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
    const auto u = arbitrary(solid, 1.), v = arbitrary(solid, 1., 3);
    const auto Ku = elastic_force(solid, u), Kv = elastic_force(solid, v);
    EXPECT_NEAR(u * Kv, v * Ku, 1e-12 * std::abs(u * Kv));
    EXPECT_GT(std::abs(u * Kv), 1.);
    for (const auto &mode : solid.rigid_body_modes())
      EXPECT_LT(elastic_force(solid, mode).linfty_norm(), 1e-11);

    typename TypeParam::Algebra::Matrix K;
    solid.iteration_matrix({0., 0., 1.}, {}, K);
    auto product = u;
    TypeParam::Algebra::vmult(K, product, u);
    product.add(-1., Ku);
    EXPECT_LT(product.linfty_norm(), 1e-12 * Ku.linfty_norm());

    const auto S = solid.iteration_operator({0., 0., 1.}, {});
    ASSERT_TRUE(S.has_value());
    double error = 0.;
    TypeParam::Algebra::read_local(S->diagonal, [&](const double *const d) {
      const auto &owned = solid.dof_handler.locally_owned_dofs();
      for (const auto dof : owned)
        if (!solid.constraints.is_constrained(dof))
          error = std::max(error,
                           std::abs(d[owned.index_within_set(dof)] -
                                    K.diag_element(dof)));
    });
    EXPECT_LT(error, 1e-12 * S->diagonal.linfty_norm());
  }

  // Rigid translations have the mass, rotations the moment of momentum of the
  // consistent mass; weights are those of the mass.
  TYPED_TEST(LocalRefinements, MassIsThatOfTheBody)
  {
    constexpr int dim = TypeParam::dim;
    for (const bool lumped : {true, false})
      {
        SolidDescription<dim> description = graded_box<dim>(3);
        description.lumped_mass           = lumped;
        description.gravity[0]            = 3.;
        description.gravity[dim - 1]      = -9.;
        const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
        const double                    mass = solid.total_mass();
        // lumped, distorted hexahedra have theirs by the trapezoidal rule
        EXPECT_NEAR(mass, 4. * 2., dim == 3 && lumped ? 1e-3 : 1e-12);
        const auto weight = load(solid, 0.);
        for (unsigned int i = 0; i < dim; ++i)
          {
            const auto one = field(solid, [i](const dealii::Point<dim> &) {
              return dealii::Tensor<1, dim>(dealii::Point<dim>::unit_vector(i));
            });
            const auto p   = momentum(solid, one);
            EXPECT_NEAR(one * p, mass, 1e-12);
            EXPECT_NEAR(one * weight, mass * description.gravity[i], 1e-11);
            if (lumped)
              {
                auto expected = p; // masses times gravity
                expected *= description.gravity[i];
                double error = 0.;
                TypeParam::Algebra::read_local(weight, [&](const double *w) {
                  TypeParam::Algebra::read_local(
                    expected, [&](const double *e) {
                      for_each_node(solid,
                                    [&](const auto &, auto k, bool, bool) {
                                      error =
                                        std::max(error,
                                                 std::abs(w[k + i] - e[k + i]));
                                    });
                    });
                });
                EXPECT_LT(error, 1e-13);
              }
          }
      }
  }

  // The frequency of the cells is a bound of those of the body.
  TEST(LocalRefinement, FrequencyIsBounded)
  {
    for (const bool lumped : {true, false})
      {
        SolidDescription<2> description = graded_box<2>();
        description.lumped_mass         = lumped;
        const ElasticSolid<2, PETScAlgebra> solid(description, MPI_COMM_SELF);
        Eigen::MatrixXd       K = dense(solid, [&](const auto &x, auto &y) {
          solid.elastic_force(x, y);
        });
        Eigen::MatrixXd       M = dense(solid, [&](const auto &x, auto &y) {
          solid.momentum(x, x, y);
        });
        const Eigen::VectorXd w_squared =
          Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(
            K, M, Eigen::EigenvaluesOnly)
            .eigenvalues();
        const double largest = std::sqrt(w_squared.maxCoeff());
        EXPECT_LE(largest, solid.frequency_bound() * (1. + 1e-12));
        EXPECT_GT(largest, 0.5 * solid.frequency_bound());
      }
  }

  // Any number of ranks has the same mesh, forces and masses.
  TYPED_TEST(LocalRefinements, RanksAgree)
  {
    constexpr int         dim         = TypeParam::dim;
    SolidDescription<dim> description = graded_box<dim>(dim == 2 ? 3 : 2);
    description.lumped_mass           = true;
    description.fixed_displacements[0].fill(true);
    description.tractions[1] = {[](const dealii::Point<dim> &X, double) {
                                  dealii::Tensor<1, dim> t;
                                  t[0] = 1. + X[1];
                                  return t;
                                },
                                true};
    const typename TypeParam::Solid solid(description, MPI_COMM_WORLD),
      alone(description, MPI_COMM_SELF);
    EXPECT_EQ(solid.n_dofs(), alone.n_dofs());
    EXPECT_NEAR(solid.frequency_bound(),
                alone.frequency_bound(),
                1e-12 * alone.frequency_bound());
    const auto compare = [](const double a, const double b) {
      EXPECT_NEAR(a, b, 1e-12 * std::abs(b));
      EXPECT_GT(std::abs(b), 1e-6);
    };
    const auto u = arbitrary(solid, 1.), u_1 = arbitrary(alone, 1.);
    const auto s = elastic_force(solid, u), s_1 = elastic_force(alone, u_1);
    compare(energy(solid, u), energy(alone, u_1));
    compare(s * s, s_1 * s_1);
    const auto p = momentum(solid, u), p_1 = momentum(alone, u_1);
    compare(p * p, p_1 * p_1);
    const auto F = load(solid, 1.), F_1 = load(alone, 1.);
    compare(F * F, F_1 * F_1);
    const auto q = static_solution(solid), q_1 = static_solution(alone);
    EXPECT_NEAR(q * q, q_1 * q_1, 1e-9 * (q_1 * q_1));
  }

  // u(X) of a linear displacement is exact where nodes hang and elsewhere.
  TYPED_TEST(LocalRefinements, PointsHaveTheirDisplacement)
  {
    constexpr int                   dim = TypeParam::dim;
    const typename TypeParam::Solid solid(graded_box<dim>(), MPI_COMM_WORLD);
    const auto                      H = gradient<dim>();
    const auto u = field(solid, [&](const dealii::Point<dim> &X) {
      return dealii::Tensor<1, dim>(H * X);
    });
    const typename TypeParam::Solid alone(graded_box<dim>(), MPI_COMM_SELF);
    std::vector<dealii::Point<dim>> points;
    for (const auto &cell : alone.dof_handler.active_cell_iterators())
      for (const unsigned int v : cell->vertex_indices())
        if (alone.constraints.is_constrained(cell->vertex_dof_index(v, 0)))
          { // it, which larger cells have too, and a point that they have not
            if (points.size() < 20)
              points.push_back(cell->vertex(v));
            points.push_back(cell->vertex(v) +
                             0.1 * (cell->center() - cell->vertex(v)));
          }
    ASSERT_GE(points.size(), 4u);
    points.push_back(dealii::Point<dim>::unit_vector(0) * 0.9);
    for (const auto &X : points)
      for (unsigned int i = 0; i < dim; ++i)
        EXPECT_NEAR(value(solid, u, X, i), (H * X)[i], 1e-12);
  }

  // Numbers of the entries in checkpoints are different, on all ranks together,
  // and the same on any number of ranks.
  TYPED_TEST(LocalRefinements, EntriesHaveNumbersOfTheirOwn)
  {
    constexpr int         dim   = TypeParam::dim;
    SolidDescription<dim> small = box<dim>(2);
    small.local_refinements     = {{{0}, 2, 0.3}}; // its cells come first
    const typename TypeParam::Solid solid(small, MPI_COMM_WORLD),
      alone(small, MPI_COMM_SELF);
    std::set<std::uint64_t> all;
    for (const auto &of_rank :
         all_gather(MPI_COMM_WORLD, entry_numbers(solid.dof_handler)))
      all.insert(of_rank.begin(), of_rank.end());
    EXPECT_EQ(all.size(), solid.n_dofs());
    const auto here = entry_numbers(alone.dof_handler);
    EXPECT_EQ(all, std::set<std::uint64_t>(here.begin(), here.end()));
  }

  template <int dim>
  void
  expect_refusal(const std::function<void(SolidDescription<dim> &)> &change,
                 const std::string                                  &what)
  {
    SolidDescription<dim> description = graded_box<dim>();
    EXPECT_EQ(refusal(description), "accepted");
    change(description);
    const std::string message = refusal(description, "refine near");
    EXPECT_NE(message.find(what), std::string::npos) << message;
  }

  template <int dim>
  void
  expect_refusals()
  {
    using Description = SolidDescription<dim>;
    expect_refusal<dim>([](Description &solid) { solid.degree = 2; },
                        "polynomial degree");
    expect_refusal<dim>(
      [](Description &solid) {
        solid.lumped_mass         = true;
        solid.boundary_mass       = BoundaryMass::none;
        solid.massless_boundaries = {2 * dim - 2}; // not divided equally
      },
      "boundary mass");
    for (const double distance : {0., -1., std::nan("")})
      expect_refusal<dim>(
        [&](Description &solid) {
          solid.local_refinements[0].distance = distance;
        },
        "distance");
    for (const unsigned int levels : {0u, 9u})
      expect_refusal<dim>(
        [&](Description &solid) { solid.local_refinements[0].levels = levels; },
        "levels");
    expect_refusal<dim>(
      [](Description &solid) { solid.local_refinements[0].boundaries = {77}; },
      "no face on boundary 77");
  }

  TEST(LocalRefinement, SaysWhatIsNotAvailable)
  {
    expect_refusals<2>();
    expect_refusals<3>();
  }

  // In space nodes of a contact boundary must not hang; in the plane none does.
  TEST(LocalRefinement, ContactNodesDoNotHang)
  {
    const SolidDescription<3>           graded = graded_box<3>();
    const ElasticSolid<3, PETScAlgebra> solid(graded, MPI_COMM_WORLD);
    const auto                          surface = [&](const unsigned int id) {
      return ContactSurface<3>(solid.dof_handler, solid.mapping, {id})
        .nodes()
        .size();
    };
    EXPECT_EQ(surface(5), 17u * 9u); // small everywhere
    EXPECT_THROW(surface(3), InputError);
    const ElasticSolid<2, PETScAlgebra> plane(graded_box<2>(), MPI_COMM_WORLD);
    for (const unsigned int id : {0u, 1u, 2u, 3u})
      {
        const ContactSurface<2> nodes(plane.dof_handler, plane.mapping, {id});
        for (const auto &node : nodes.nodes())
          EXPECT_FALSE(
            plane.dof_handler.locally_owned_dofs().is_element(node.first_dof) &&
            plane.constraints.is_constrained(node.first_dof));
      }
  }
} // namespace percuss::test::local_refinement_test
