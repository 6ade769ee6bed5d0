// SPDX-License-Identifier: Apache-2.0

// Bodies with smaller cells at a boundary that strike something: energies, finite
// strains, and a wave that comes to the smaller cells.

#include "refined_boxes.h"
#include "striking_solid.h"

#include <cmath>

namespace percuss::test::refined_impacts_test
{
  using Point2 = dealii::Point<2>;

  template <class Case>
  class RefinedImpacts : public testing::Test
  {};
  TYPED_TEST_SUITE(RefinedImpacts, SolidCases);

  SchemeParameters
  named(const std::string &name)
  {
    SchemeParameters scheme;
    scheme.name = name;
    return scheme;
  }

  /** The box falls on a plane, or on a ball, with small cells at its bottom. */
  template <int dim, Algebra A>
  struct Fall : StrikingSolid<dim, A>
  {
    Fall(const SolidDescription<dim> &description,
         const std::string           &scheme_name,
         const std::string           &obstacle,
         const MPI_Comm               communicator = MPI_COMM_WORLD)
      : StrikingSolid<dim, A>(
          description,
          {named(scheme_name), obstacle, {0.4, 0.2}},
          [](const auto &solid) { return 0.8 / solid.frequency_bound(); },
          communicator)
    {}
  };

  template <int dim>
  SolidDescription<dim>
  falling_box(const ElasticLaw law)
  {
    SolidDescription<dim> solid = box<dim>(2);
    solid.local_refinements     = {{{2 * dim - 2}, 2, 0.2}};
    solid.law                   = law;
    solid.lumped_mass           = true;
    solid.initial_velocity      = oblique_fall<dim>();
    return solid;
  }

  // The energy identity closes in every scheme, with friction and both kinds of
  // obstacles, and ranks agree.
  TYPED_TEST(RefinedImpacts, EnergyIdentityCloses)
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
  TYPED_TEST(RefinedImpacts, FiniteStrains)
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
  TEST(RefinedBar, ReflectedWaveConverges)
  {
    const double coarse = reflection(8, 2), fine = reflection(16, 2);
    EXPECT_LT(coarse, 0.02);
    EXPECT_GT(coarse, 1e-6);
    EXPECT_LT(fine, 0.3 * coarse);
  }
} // namespace percuss::test::refined_impacts_test
