// SPDX-License-Identifier: Apache-2.0

// Cells that are divided near a boundary, and the nodes that hang there.

#include "solids.h"

#include <percuss/algebra/eigenvalues.h>
#include <percuss/base/exceptions.h>
#include <percuss/complementarity/make_solver.h>
#include <percuss/finite_element/parallel_steppers.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/parse_obstacles.h>

#include <Eigen/Eigenvalues>

#include <cmath>
#include <numbers>
#include <set>

namespace percuss::test::local_refinement_test
{
  using Point2 = dealii::Point<2>;

  template <class Case>
  class LocalRefinements : public testing::Test
  {};
  TYPED_TEST_SUITE(LocalRefinements, SolidCases);

  /** Moves what is inside of the box of solids.h. */
  template <int dim>
  dealii::Point<dim>
  distorted_inside(const dealii::Point<dim> &X)
  {
    dealii::Point<dim> x      = X;
    double             bubble = 0.1;
    for (unsigned int d = 0; d < dim; ++d)
      bubble *= std::sin(std::numbers::pi * X[d] / (d == 0 ? 2. : 1.));
    for (unsigned int d = 0; d < dim; ++d)
      x[d] += bubble * std::cos(3. * X[d] + d);
    return x;
  }

  /** The box with small cells at x = 2 and, smaller, at the upper end of the
   * last direction; distorted. */
  template <int dim>
  SolidDescription<dim>
  graded_box(const unsigned int n_levels = 2)
  {
    SolidDescription<dim> solid = box<dim>(2);
    solid.local_refinements = {{{1}, 1, 0.3}, {{2 * dim - 1}, n_levels, 0.2}};
    solid.map               = distorted_inside<dim>;
    return solid;
  }

  /** Calls visit(X, i, whether the vertex hangs, whether it is of the boundary)
   * of the vertices of this rank, i the first of dim entries. */
  template <class S, class Visit>
  void
  for_each_node(const S &solid, const Visit &visit)
  {
    const auto &owned = solid.dof_handler.locally_owned_dofs();
    std::set<dealii::types::global_dof_index> done;
    for (const auto &cell : solid.dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const unsigned int v : cell->vertex_indices())
          if (const auto dof = cell->vertex_dof_index(v, 0);
              owned.is_element(dof) && done.insert(dof).second)
            {
              const auto X       = cell->vertex(v);
              bool       is_free = true;
              for (unsigned int d = 0; d < X.dimension; ++d)
                is_free =
                  is_free && X[d] > 1e-10 && X[d] < (d == 0 ? 2. : 1.) - 1e-10;
              visit(X,
                    owned.index_within_set(dof),
                    solid.constraints.is_constrained(dof),
                    !is_free);
            }
  }

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
    for_each_node(alone, [&](const auto &X, auto, bool hangs, bool) {
      if (hangs && points.size() < 12)
        points.push_back(X);
    });
    ASSERT_GE(points.size(), 4u);
    points.push_back(dealii::Point<dim>::unit_vector(0) * 0.9);
    for (const auto &X : points)
      for (unsigned int i = 0; i < dim; ++i)
        EXPECT_NEAR(value(solid, u, X, i), (H * X)[i], 1e-12);
  }

  SchemeParameters
  named(const std::string &name)
  {
    SchemeParameters scheme;
    scheme.name = name;
    return scheme;
  }

  /** The box falls on a plane, or on a ball, with small cells at its bottom. */
  template <int dim, Algebra A>
  struct Fall
  {
    Fall(const SolidDescription<dim> &description,
         const std::string           &scheme_name,
         const std::string           &obstacle,
         const MPI_Comm               communicator = MPI_COMM_WORLD)
      : solid(description, communicator)
      , surface(solid.dof_handler,
                solid.mapping,
                {2 * dim - 2},
                [this](const dealii::Point<dim> &X) {
                  return volume_factor(solid.description, X);
                })
      , contacts(surface,
                 parse_obstacles<dim>(obstacle),
                 solid.constraints,
                 {0.4, 0.2})
      , scheme(make_scheme<MechanicalSystem<A>>(named(scheme_name)))
      , solver(make_solver("automatic",
                           static_cast<unsigned int>(contacts.n_constraints())))
      , stepper(solid,
                *scheme,
                contacts,
                *solver,
                {Activation::Rule::explicit_forecast, 0.5},
                {0., 0.4 * 2. / solid.frequency_bound(), 1e3},
                solid.initial_displacement(),
                solid.initial_velocity(),
                {DelassusForm::automatic})
    {}

    ElasticSolid<dim, A>                                        solid;
    ContactSurface<dim>                                         surface;
    NodeToRigidContacts<dim, A>                                 contacts;
    std::unique_ptr<TimeIntegrationScheme<MechanicalSystem<A>>> scheme;
    std::unique_ptr<ComplementaritySolver>                      solver;
    TimeStepper<MechanicalSystem<A>>                            stepper;
  };

  template <int dim>
  SolidDescription<dim>
  falling_box(const ElasticLaw law)
  {
    SolidDescription<dim> solid = box<dim>(2);
    solid.local_refinements     = {{{2 * dim - 2}, 2, 0.2}};
    solid.law                   = law;
    solid.lumped_mass           = true;
    solid.initial_velocity = [](const dealii::Point<dim> &X, unsigned int) {
      dealii::Tensor<1, dim> v;
      v[0]       = 0.3 + 0.1 * X[dim - 1];
      v[dim - 1] = -1. - 0.2 * X[0]; // it turns
      return v;
    };
    return solid;
  }

  // The energy identity closes in every scheme, with friction and both kinds of
  // obstacles, and ranks agree.
  TYPED_TEST(LocalRefinements, EnergyIdentityCloses)
  {
    constexpr int dim = TypeParam::dim;
    using A           = typename TypeParam::Algebra;
    const std::string floor =
      dim == 2 ? "plane: 0, -0.01 ; 0, 1" : "plane: 0, 0, -0.01 ; 0, 0, 1";
    const std::string ball =
      dim == 2 ? "sphere: 1, -1.01 ; 1" : "sphere: 1, 0.5, -1.01 ; 1";
    constexpr unsigned long int n_steps = dim == 2 ? 60 : 15;
    for (const char *const scheme :
         {"moreau-jean", "cd-lagrange", "generalized-alpha"})
      for (const std::string &obstacle : {floor, ball})
        {
          Fall<dim, A> fall(falling_box<dim>(ElasticLaw::linear),
                            scheme,
                            obstacle);
          EXPECT_TRUE(fall.solid.mesh.has_hanging_nodes);
          fall.stepper.advance(n_steps);
          EXPECT_GT(fall.stepper.record().contacts->total_impulse, 0.)
            << scheme;
          EXPECT_LT(fall.stepper.record().energy_record->max_relative_residual,
                    1e-12)
            << scheme << obstacle;
          Fall<dim, A> alone(falling_box<dim>(ElasticLaw::linear),
                             scheme,
                             obstacle,
                             MPI_COMM_SELF);
          alone.stepper.advance(n_steps);
          EXPECT_NEAR(fall.stepper.record().contacts->total_impulse,
                      alone.stepper.record().contacts->total_impulse,
                      1e-10)
            << scheme;
        }
  }

  // In finite strains central differences are energy's to second order, and the
  // matrix-free tangent is the matrix that is assembled.
  TYPED_TEST(LocalRefinements, FiniteStrains)
  {
    constexpr int dim = TypeParam::dim;
    using A           = typename TypeParam::Algebra;
    const SolidDescription<dim> description =
      falling_box<dim>(ElasticLaw::neo_hookean);
    const typename TypeParam::Solid solid(description, MPI_COMM_WORLD);
    State<A>                        x;
    reinit(solid, x);
    x.q          = arbitrary(solid, 0.02);
    const auto y = arbitrary(solid, 1., 2);
    auto       z = y, Ky = y;
    solid.stiffness_product(x, y, z);
    typename A::Matrix K;
    solid.iteration_matrix({0., 0., 1.}, x, K);
    A::vmult(K, Ky, y);
    Ky.add(-1., z);
    EXPECT_LT(Ky.linfty_norm(), 1e-12 * z.linfty_norm());

    // dV/dq . y by differences
    const double step = 1e-5;
    auto         more = x.q, less = x.q;
    more.add(step, y);
    less.add(-step, y);
    const double dV = (energy(solid, more) - energy(solid, less)) / (2. * step);
    EXPECT_NEAR(dV, elastic_force(solid, x.q) * y, 1e-6 * std::abs(dV));
  }

  /** The largest velocity that a pulse of the width @p 0.6 leaves behind where
   * cells of the size 0.5/n become a quarter of it, over that of the pulse. */
  double
  reflection(const unsigned int n, const unsigned int levels)
  {
    SolidDescription<2> bar;
    bar.material            = {1., 0., 1.}; // waves have the speed one
    bar.generator           = "subdivided_hyper_rectangle";
    bar.generator_arguments = std::to_string(8 * n) + ", " + std::to_string(n) +
                              " : 0, 0 : 4, 0.5 : true";
    if (levels > 0)
      bar.local_refinements = {{{1}, levels, 1.99}};
    bar.lumped_mass         = true;
    bar.fixed_displacements = {{2, {{false, true}}}, {3, {{false, true}}}};
    // u = f(x - t) to the right, f' a bell of the size one
    const auto bell = [](const double x) {
      const double s = (x - 1.) / 0.6;
      return std::abs(s) < 1. ? std::pow(1. - s * s, 4) : 0.;
    };
    bar.initial_velocity = [bell](const Point2 &X, unsigned int) {
      dealii::Tensor<1, 2> v;
      v[0] = bell(X[0]);
      return v;
    };
    bar.initial_displacement = [bell](const Point2 &X, unsigned int) {
      constexpr int        n_intervals = 400; // u = int_x v, Simpson's rule
      const double         b = 2., size = (b - X[0]) / n_intervals;
      dealii::Tensor<1, 2> u;
      for (int i = 0; i < n_intervals && size > 0.; ++i)
        u[0] += size / 6. *
                (bell(X[0] + i * size) + 4. * bell(X[0] + (i + 0.5) * size) +
                 bell(X[0] + (i + 1) * size));
      return u;
    };
    Fall<2, PETScAlgebra> fall(bar, "cd-lagrange", "plane: 0, -9 ; 0, 1");
    const auto            n_steps =
      static_cast<unsigned long int>(1.9 / fall.stepper.record().time_step);
    fall.stepper.advance(n_steps);
    double largest = 0.;
    PETScAlgebra::read_local(fall.stepper.state().v, [&](const double *v) {
      for_each_node(fall.solid, [&](const auto &X, auto i, bool, bool) {
        if (X[0] < 1.7)
          largest = std::max(largest, std::abs(v[i]));
      });
    });
    return dealii::Utilities::MPI::max(largest, MPI_COMM_WORLD);
  }

  // A wave that comes to smaller cells is reflected to second order at least:
  // the rest is dispersion, which uniform cells have as well.
  TEST(LocalRefinement, ReflectedWaveConverges)
  {
    const double coarse = reflection(8, 2), fine = reflection(16, 2);
    EXPECT_LT(coarse, 0.02);
    EXPECT_GT(coarse, 1e-6);
    EXPECT_LT(fine, 0.3 * coarse);
  }

  /** The message of the InputError, which all ranks throw. */
  template <int dim>
  std::string
  refusal(const SolidDescription<dim> &description)
  {
    try
      {
        ElasticSolid<dim, PETScAlgebra>(description, MPI_COMM_WORLD);
      }
    catch (const InputError &error)
      {
        EXPECT_EQ(error.entry, "refine near");
        return error.what();
      }
    return "accepted";
  }

  template <int dim>
  void
  expect_refusal(const std::function<void(SolidDescription<dim> &)> &change,
                 const std::string                                  &what)
  {
    SolidDescription<dim> description = graded_box<dim>();
    EXPECT_EQ(refusal(description), "accepted");
    change(description);
    const std::string message = refusal(description);
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
        solid.massless_boundaries = {1};
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
          EXPECT_FALSE(plane.constraints.is_constrained(node.first_dof));
      }
  }
} // namespace percuss::test::local_refinement_test
