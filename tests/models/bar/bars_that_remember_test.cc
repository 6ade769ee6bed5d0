// SPDX-License-Identifier: Apache-2.0

// Bars with Prony series and with yield stresses, against closed forms: strains
// that are held, and strains that grow, shrink and turn round.

#include "bar_run.h"

#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::bars_that_remember_test
{
  template <class A>
  class BarsThatRemember : public testing::Test
  {};
  using Algebras = testing::Types<PETScAlgebra, TrilinosAlgebra>;
  TYPED_TEST_SUITE(BarsThatRemember, Algebras);

  /** Two bars of several elements, the first one clamped. */
  static BarRowDescription
  two_bars(const unsigned int degree)
  {
    BarRowDescription row = steel_bar(3);
    row.bars.assign(2, row.bars[0]);
    row.bars[1].n_elements = 4;
    row.bars[1].youngs_modulus =
      BarProperty([](const double x, unsigned int) { return 70e9 * (1. + x); });
    for (BarDescription &bar : row.bars)
      bar.initial_displacement = BarProperty(
        [](const double x, unsigned int) { return 1e-3 * x * (1. + x); });
    row.gaps_between_bars = {1e-3};
    row.left_obstacle     = false;
    row.clamped_left      = true;
    row.degree            = degree;
    return row;
  }

  template <class Vector>
  double
  relative_difference(Vector x, const Vector &y)
  {
    x.add(-1., y);
    return x.linfty_norm() / y.linfty_norm();
  }

  template <Algebra A>
  typename A::Vector
  force(const ElasticBar<A> &bars, const typename A::Vector &q)
  {
    typename A::Vector s;
    bars.reinit(s);
    bars.elastic_force(q, s);
    return s;
  }

  // A strain that is applied at once and held: s = K(t) q after any steps.
  TYPED_TEST(BarsThatRemember, AHeldStrainRelaxes)
  {
    using Series          = std::vector<BarRelaxationTerm>;
    const Series long_one = {{0.5, 0.7}, {0.2, 1e-3}}, other = {{0.3, 0.7}};
    for (const auto &[first, second] : {std::pair(long_one, long_one),
                                        std::pair(long_one, other),
                                        std::pair(Series(), other)})
      for (const unsigned int degree : {1, 3})
        for (const double h : {1e-4, 0.3, 50.})
          {
            BarRowDescription row  = two_bars(degree);
            row.bars[0].relaxation = first;
            row.bars[1].relaxation = second;
            ElasticBar<TypeParam> bars(row, MPI_COMM_WORLD);
            const auto            q      = bars.initial_displacement();
            auto                 &memory = bars.start_relaxation(h, q);
            constexpr int         n      = 7;
            for (int step = 0; step < n; ++step)
              {
                memory.begin_step();
                force(bars, q);
                memory.end_step(q);
              }
            BarRowDescription relaxed = two_bars(degree);
            for (std::size_t b = 0; b < 2; ++b)
              {
                double share = 1.;
                for (const auto &[g, tau] : row.bars[b].relaxation)
                  share += g * std::expm1(-n * h / tau);
                relaxed.bars[b].youngs_modulus =
                  BarProperty([share, E = row.bars[b].youngs_modulus](
                                const double x, const unsigned int material) {
                    return share * E(x, material);
                  });
              }
            const ElasticBar<TypeParam> elastic(relaxed, MPI_COMM_WORLD);
            const auto                  s = force(elastic, q);
            EXPECT_LT(relative_difference(force(bars, q), s), 1e-12);

            // the stress of the fields, E_0 times the slope of this vector
            const ElasticBar<TypeParam> at_once(two_bars(degree),
                                                MPI_COMM_WORLD);
            EXPECT_LT(relative_difference(force(at_once, bars.stressed(q)), s),
                      1e-12);
          }
  }

  /** sigma of a strain after others, by many small steps. */
  static double
  stress_after(const std::vector<double> &strains,
               const double               E,
               const Hardening           &k)
  {
    double           plastic = 0., alpha = 0., strain = 0.;
    constexpr double n = 20000.;
    for (const double end : strains)
      {
        const double step = (end - strain) / n;
        for (double i = 0.; i < n; ++i)
          {
            strain += step;
            const double sigma = E * (strain - plastic);
            const double over  = std::abs(sigma) - k(alpha);
            if (over > 0.)
              {
                const double gamma = over / (E + k.slope(alpha));
                plastic += std::copysign(gamma, sigma);
                alpha += gamma;
              }
          }
      }
    return E * (strain - plastic);
  }

  // Uniform strains that turn round: each step is exact, however long, as long as
  // it does not turn.
  TYPED_TEST(BarsThatRemember, ABarFlowsAsItsHardeningSays)
  {
    constexpr double E = 210e9, area = 1e-4;
    for (const Hardening &k : {Hardening{400e6, 0., 0., 0.},
                               Hardening{400e6, 20e9, 0., 0.},
                               Hardening{400e6, 1e9, 200e6, 100.}})
      for (const unsigned int degree : {1, 2, 4})
        {
          BarRowDescription row              = two_bars(degree);
          row.bars[0].hardening.yield_stress = k.yield_stress;
          row.bars[0].hardening.modulus      = k.modulus;
          row.bars[0].hardening.saturation   = k.saturation;
          row.bars[0].hardening.exponent     = k.exponent;
          for (BarDescription &bar : row.bars)
            bar.initial_displacement =
              BarProperty([](const double x, unsigned int) { return x; });
          ElasticBar<TypeParam>       bars(row, MPI_COMM_WORLD);
          const auto                  unit = bars.initial_displacement();
          const SparseRows<TypeParam> end({bars.point_value(0, bars.length(0))},
                                          bars.numbering.owned,
                                          MPI_COMM_WORLD);
          BarPlasticity<TypeParam>   &memory = *bars.plasticity();

          std::vector<double> strains;
          double              energy = 0., work = 0.;
          for (const double strain : {1e-3, 6e-3, 4e-3, -5e-3, -4e-3, 8e-3})
            {
              strains.push_back(strain);
              auto q = unit;
              q *= strain;
              const auto            s = force(bars, q);
              std::array<double, 1> F;
              end.vmult(s, F);
              const double sigma = stress_after(strains, E, k);
              EXPECT_NEAR(F[0] / area, sigma, 2e-4 * k.yield_stress) << strain;

              // the second bar is elastic; both are one metre long
              const double of_other = 70e9 * 1.5 * area * strain * strain / 2.;
              energy                = bars.strain_energy(q, s) - of_other;
              EXPECT_NEAR(energy,
                          area * F[0] / area * F[0] / area / E / 2.,
                          1e-10 * (energy + of_other));
              EXPECT_GE(memory.plastic_work(), 0.);
              work += memory.plastic_work();
              memory.end_step(q);
            }
          const double alpha = memory.largest_plastic_strain();
          EXPECT_NEAR(work, area * k.work(0., alpha), 1e-9 * work);
          EXPECT_GT(alpha, 0.015);

          memory.reset(unit);
          EXPECT_EQ(memory.largest_plastic_strain(), 0.);
        }
  }
} // namespace percuss::test::bars_that_remember_test
