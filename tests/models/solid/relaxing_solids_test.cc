// SPDX-License-Identifier: Apache-2.0

// Prony series: forces and stresses of held and of moving strains against
// closed forms, for steps that are short and long beside the relaxation times.

#include "simplex_box.h"
#include "solid_run.h"
#include "solids.h"

#include <percuss/base/exceptions.h>
#include <percuss/models/solid/cauchy_stress.h>

#include <cmath>

namespace percuss::test::relaxing_solids_test
{
  const PronySeries unequal{{0.5, 0., 0.7}, {0.2, 0.1, 3.}};
  const PronySeries equal{{0.5, 0.5, 0.7}, {0.25, 0.25, 1e-3}};

  /** E and nu where G and K are parts of those of a material. */
  static SolidMaterial
  with_parts(const SolidMaterial &material, const double g, const double k)
  {
    const double E = material.youngs_modulus, nu = material.poissons_ratio,
                 G = g * E / (2. * (1. + nu)),
                 K = k * E / (3. * (1. - 2. * nu));
    return {9. * K * G / (3. * K + G),
            (3. * K - 2. * G) / (2. * (3. * K + G)),
            material.density};
  }

  /** Moduli of shear and bulk over those at once, where each term has the part
   * part(tau) of its own. */
  template <class Function>
  SolidMaterial
  at_time(const SolidMaterial &material, const Function &part)
  {
    double g = 1., k = 1.;
    for (const RelaxationTerm &term : material.relaxation)
      {
        g -= term.shear * (1. - part(term.time));
        k -= term.bulk * (1. - part(term.time));
      }
    return with_parts(material, g, k);
  }

  /** Of all kinds of cells. */
  template <int dim>
  std::vector<SolidDescription<dim>>
  descriptions(const PronySeries &series)
  {
    std::vector<SolidDescription<dim>> result{box<dim>(), box<dim>()};
    result[1].degree = 2;
    result[1].map    = distorted<dim>;
    SolidDescription<dim> simplices;
    simplices.material = result[0].material;
    if constexpr (dim == 2)
      {
        simplices.mesh = simplex_box<dim>({2, 3}, 0.5);
        result.push_back(box<dim>());
        result.back().kinematics          = Kinematics::axisymmetric;
        result.back().generator_arguments = "2, 3 : 0, 0 : 2, 1 : true";
        if (series.front().shear == series.front().bulk)
          {
            result.push_back(box<dim>());
            result.back().kinematics = Kinematics::plane_stress;
          }
      }
    else
      simplices.mesh = simplex_box<dim>({2, 3, 1}, 0.5);
    result.push_back(simplices);
    for (SolidDescription<dim> &description : result)
      description.material.relaxation = series;
    return result;
  }

  template <int dim, class A>
  double
  difference_over_size(typename A::Vector x, const typename A::Vector &y)
  {
    x.add(-1., y);
    return x.linfty_norm() / y.linfty_norm();
  }

  template <class Case>
  class RelaxingSolids : public testing::Test
  {};
  TYPED_TEST_SUITE(RelaxingSolids, SolidCases);

  // A strain that is applied at once and held: s = K(t) q, with the moduli G(t),
  // K(t), after any steps; the energy lost is that of the dashpots.
  TYPED_TEST(RelaxingSolids, AHeldStrainRelaxes)
  {
    constexpr int dim = TypeParam::dim;
    using A           = typename TypeParam::Algebra;
    for (const PronySeries &series : {unequal, equal})
      for (const auto &description : descriptions<dim>(series))
        for (const double h : {1e-4, 0.3, 50.})
          {
            ElasticSolid<dim, A> solid(description, MPI_COMM_WORLD);
            const auto           q      = arbitrary(solid, 0.1);
            auto                &memory = solid.start_relaxation(h, q);
            constexpr int        n      = 7;
            for (int step = 0; step < n; ++step)
              {
                memory.begin_step();
                elastic_force(solid, q);
                memory.end_step(q);
              }
            auto relaxed     = description;
            relaxed.material = at_time(description.material, [&](double tau) {
              return std::exp(-n * h / tau);
            });
            const ElasticSolid<dim, A> elastic(relaxed, MPI_COMM_WORLD);
            const auto                 s = elastic_force(solid, q);
            EXPECT_LT((difference_over_size<dim, A>(s,
                                                    elastic_force(elastic, q))),
                      1e-12);
          }
  }

  // A strain that grows in proportion to time: the update is exact, f_j = K_j
  // tau_j (1 - exp(-t/tau_j)) v, whatever the step.
  TYPED_TEST(RelaxingSolids, AConstantRateHasNoError)
  {
    constexpr int dim = TypeParam::dim;
    using A           = typename TypeParam::Algebra;
    for (const PronySeries &series : {unequal, equal})
      for (const auto &description : descriptions<dim>(series))
        for (const double h : {1e-4, 0.3, 50.})
          {
            ElasticSolid<dim, A> solid(description, MPI_COMM_WORLD);
            const auto           v = arbitrary(solid, 0.1);
            auto                 q = v;
            q                      = 0.;
            auto         &memory   = solid.start_relaxation(h, q);
            constexpr int n        = 5;
            for (int step = 0; step < n; ++step)
              {
                memory.begin_step();
                q.add(h, v);
                elastic_force(solid, q);
                memory.end_step(q);
              }
            auto relaxed     = description;
            relaxed.material = at_time(description.material, [&](double tau) {
              return -std::expm1(-n * h / tau) * tau / (n * h);
            });
            const ElasticSolid<dim, A> elastic(relaxed, MPI_COMM_WORLD);
            const auto                 s = elastic_force(solid, q);
            EXPECT_LT((difference_over_size<dim, A>(s,
                                                    elastic_force(elastic, q))),
                      1e-12);
            // the springs and what the elements hold
            EXPECT_LT(solid.strain_energy(q, s), 0.5 * (q * s) * (1. + 1e-12));
            EXPECT_GT(solid.strain_energy(q, s), 0.);
          }
  }

  // Only one of two materials relaxes.
  TYPED_TEST(RelaxingSolids, MaterialsHaveSeriesOfTheirOwn)
  {
    constexpr int dim = TypeParam::dim;
    using A           = typename TypeParam::Algebra;
    std::array<unsigned int, dim> n;
    n.fill(2);
    const auto mesh = simplex_box<dim>(n, 0.5);
    for (std::size_t c = 0; c < mesh->cells.size(); c += 2)
      mesh->cells[c].id = 1;
    SolidDescription<dim> description;
    description.mesh      = mesh;
    description.materials = {{0, {200., 0.3, 4.}}, {1, {70., 0.2, 2.}}};
    description.materials[1].relaxation = unequal;
    constexpr double     h              = 0.4;
    ElasticSolid<dim, A> solid(description, MPI_COMM_WORLD);
    const auto           q      = arbitrary(solid, 0.1);
    auto                &memory = solid.start_relaxation(h, q);
    memory.begin_step();
    const auto s         = elastic_force(solid, q);
    auto       relaxed   = description;
    relaxed.materials[1] = at_time(description.materials[1], [&](double tau) {
      return std::exp(-h / tau);
    });
    const ElasticSolid<dim, A> elastic(relaxed, MPI_COMM_WORLD);
    EXPECT_LT((difference_over_size<dim, A>(s, elastic_force(elastic, q))),
              1e-12);
  }

  // Stresses in the files are those of the relaxed moduli.
  TYPED_TEST(RelaxingSolids, StressesAreRelaxed)
  {
    constexpr int dim = TypeParam::dim;
    using A           = typename TypeParam::Algebra;
    for (const PronySeries &series : {unequal, equal})
      {
        auto description                = box_of_degree<dim>(1);
        description.material.relaxation = series;
        dealii::Tensor<2, dim> H;
        dealii::Tensor<2, 3>   in_space;
        for (unsigned int i = 0; i < dim; ++i)
          for (unsigned int j = 0; j < dim; ++j)
            in_space[i][j] = H[i][j] = 0.01 * (1. + i - 0.4 * j);
        description.initial_displacement = linear_field(H);
        SolidRun<dim, A> run(description, 0);
        const double     h      = 0.9;
        const auto      &q      = run.stepper.x.q;
        auto            &memory = run.solid.start_relaxation(h, q);
        memory.begin_step();
        elastic_force(run.solid, q);
        memory.end_step(q);
        const auto sigma =
          cauchy_stress(at_time(description.material,
                                [&](double tau) { return std::exp(-h / tau); }),
                        description.kinematics,
                        ElasticLaw::linear,
                        in_space);
        const VtuFile file   = run.write("solution");
        const auto    stress = file.array("stress");
        for (std::size_t k = 0; k < stress.size(); ++k)
          ASSERT_NEAR(stress[k], sigma[k % 9 / 3][k % 3], 3e-6 * sigma.norm());
      }
  }

  // What has no meaning is refused, with the entry.
  TEST(PronySeries, AreChecked)
  {
    const auto refused = [](const auto &change) {
      auto description = box<2>();
      change(description);
      try
        {
          check(description);
        }
      catch (const InputError &error)
        {
          return error.entry == "Prony series";
        }
      return false;
    };
    const auto with = [&](const PronySeries &series) {
      return refused([&](auto &d) { d.material.relaxation = series; });
    };
    EXPECT_FALSE(with({{0.3, 0.2, 1.}, {0.7, 0.8, 2.}}));
    EXPECT_TRUE(with({{-0.1, 0., 1.}}));
    EXPECT_TRUE(with({{0.1, 1.1, 1.}}));
    EXPECT_TRUE(with({{0.1, 0.1, 0.}}));
    EXPECT_TRUE(with({{0.1, 0.1, std::nan("")}}));
    EXPECT_TRUE(with({{0.6, 0., 1.}, {0.6, 0., 2.}}));
    EXPECT_TRUE(refused([](auto &d) {
      d.material.relaxation = unequal;
      d.law                 = ElasticLaw::neo_hookean;
    }));
    EXPECT_TRUE(refused([](auto &d) {
      d.material.relaxation = unequal;
      d.kinematics          = Kinematics::plane_stress;
    }));
    EXPECT_TRUE(refused([](auto &d) {
      d.material.relaxation = unequal;
      d.lumped_mass         = true;
      d.boundary_mass       = BoundaryMass::none;
    }));
  }
} // namespace percuss::test::relaxing_solids_test
