// SPDX-License-Identifier: Apache-2.0

// Whole steps of a bar between two obstacles, contacts and energies included,
// beside one solution of a tridiagonal system by LAPACK's dpttrs, in one run:
// microseconds of the processor, the shortest of several repetitions.

#include "../../performance_record.h"
#include "condensed_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

extern "C" {
void
dpttrf_(const int *n, double *d, double *e, int *info);
void
dpttrs_(const int    *n,
        const int    *n_right_hand_sides,
        const double *d,
        const double *e,
        double       *b,
        const int    *ldb,
        int          *info);
}

namespace percuss::test::condensed_bars_performance
{
  /** Of @p f(), which does something @p n times [us]. */
  template <class Function>
  double
  microseconds(const unsigned int n, const Function &f)
  {
    return 1e6 * shortest_time(9, f) / n;
  }

  /** One solution for n + 1 nodes. */
  double
  time_of_dpttrs(const int n_elements, const unsigned int n_repetitions)
  {
    const int           n = n_elements + 1, one = 1;
    int                 info = 0;
    std::vector<double> d(n, 2.), e(n, -0.5), b(n, 1.), x(n);
    dpttrf_(&n, d.data(), e.data(), &info);
    const auto copy   = [&] { std::ranges::copy(b, x.begin()); };
    const auto repeat = [&](const auto &f) {
      return microseconds(n_repetitions, [&] {
        for (unsigned int i = 0; i < n_repetitions; ++i)
          f();
      });
    };
    const double of_both = repeat([&] {
      copy();
      dpttrs_(&n, &one, d.data(), e.data(), x.data(), &n, &info);
    });
    return of_both - repeat(copy);
  }

  BarRowDescription
  bar_between_obstacles(const unsigned int n_elements)
  {
    BarRowDescription row = steel_bar(n_elements);
    row.right_obstacle    = true;
    row.right_gap         = 1e-6;
    return row;
  }

  /** Steps in which a wave crosses an element. */
  Clock
  clock_of(const unsigned int n_elements)
  {
    return {0., 1. / (5188.7 * n_elements), 1e3};
  }

  template <class Run>
  double
  time_of_steps(Run &run, const unsigned int n_steps)
  {
    run.stepper.advance(std::min(n_steps, 100u));
    return microseconds(n_steps, [&] { run.stepper.advance(n_steps); });
  }

  TEST(CondensedBarsPerformance, StepsBesideASolutionByLAPACK)
  {
    if (dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) > 1)
      return;
    SchemeParameters moreau_jean, alpha;
    moreau_jean.name = "moreau-jean";
    alpha.name       = "generalized-alpha";
    std::printf("elements   dpttrs  moreau-jean          generalized-alpha   "
                "with matrices [us]\n");
    for (const unsigned int n : {100u, 1000u, 10000u, 100000u, 1000000u})
      {
        const unsigned int n_steps = std::max(3u, 2000000u / n);
        const double of_solution = time_of_dpttrs(static_cast<int>(n), n_steps);
        const auto   of_scheme   = [&](const SchemeParameters &scheme) {
          CondensedRun run(bar_between_obstacles(n), scheme, clock_of(n));
          return time_of_steps(run, n_steps);
        };
        const double a = of_scheme(moreau_jean), b = of_scheme(alpha);
        std::printf("%8u %8.3g %8.3g (%4.2f solves) %8.3g (%4.2f times)",
                    n,
                    of_solution,
                    a,
                    a / of_solution,
                    b,
                    b / a);
        if (n <= 10000)
          {
            BarRun<PETScAlgebra> run(bar_between_obstacles(n),
                                     moreau_jean,
                                     clock_of(n));
            std::printf(" %8.3g", time_of_steps(run, n_steps / 10));
          }
        std::printf("\n");
        const std::string elements = std::to_string(n) + " elements";
        record_ratio("step of a bar, moreau-jean, " + elements,
                     "solution by dpttrs",
                     a / of_solution);
        record_ratio("step of a bar, generalized-alpha, " + elements,
                     "that by moreau-jean",
                     b / a);
        if (n >= 1000)
          {
            EXPECT_LT(a, (n <= 10000 ? 0.75 : 1.5) * of_solution);
            EXPECT_LT(b, 2.5 * a);
          }
      }
  }
} // namespace percuss::test::condensed_bars_performance
