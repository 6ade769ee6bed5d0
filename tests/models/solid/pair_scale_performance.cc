// SPDX-License-Identifier: Apache-2.0

// Two blocks whose meshes do not match, in contact and apart, with meshes that
// are refined: products with S, times of a step and of its rows.

#include "../../performance_record.h"
#include "pair_scale.h"

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace percuss::test::pair_scale_performance
{
  /** Of a step. */
  struct Measured
  {
    double       milliseconds;
    LinearWork   work;
    double       rows; ///< milliseconds, those of the search included
    unsigned int closed;
    std::size_t  n_dofs;
  };

  /** This rank's processor time. Steps are taken together, as between two rows
   * of history: a row of cd-lagrange solves a contact problem of its own. */
  template <int dim>
  Measured
  measure(const PairScale   &of,
          const double       distance,
          const unsigned int n_steps)
  {
    const auto run     = of.run<dim>(distance);
    auto      &stepper = run->stepper;
    stepper.advance(3);
    constexpr unsigned int n_times = 3;
    const auto             before  = stepper.record().iterations;
    const double           step =
      shortest_time(n_times, [&] { stepper.advance(n_steps); }) / n_steps;
    const LinearWork work(before,
                          stepper.record().iterations,
                          n_times * n_steps);
    const auto      &x    = stepper.state();
    const double     rows = !of.slides ? 0. : shortest_time(3, [&] {
      run->contacts->renew_rows(x.q, x.v, of.time_step());
    });
    return {1e3 * step,
            work,
            1e3 * rows,
            stepper.record().active_contacts,
            run->solid.n_dofs()};
  }

  bool
  prints()
  {
    return dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0;
  }

  template <int dim>
  void
  measure_and_print(const PairScale &of, const unsigned int n_steps = 2)
  {
    const Measured apart  = measure<dim>(of, 10., n_steps),
                   closed = measure<dim>(of, 0., n_steps);
    const double contacts = closed.work.products - apart.work.products;
    const double systems  = closed.work.systems - apart.work.systems;
    if (!prints())
      return;
    std::printf("| %u | %s | 1:%g | %s | %zu | %u | %.0f | %.1f x %.0f | %.2f |"
                " %.2f | %.2f | %.2f | %.0f |\n",
                static_cast<unsigned int>(dim),
                of.scheme.c_str(),
                of.contrast,
                of.slides ? "finite" : "small",
                closed.n_dofs,
                closed.closed,
                apart.work.products,
                systems,
                systems > 0. ? contacts / systems : 0.,
                systems > 0. ? contacts / systems / apart.work.products : 0.,
                apart.milliseconds,
                closed.milliseconds,
                closed.milliseconds / apart.milliseconds,
                100. * closed.rows / closed.milliseconds);
    std::fflush(stdout);
    std::ostringstream name;
    name << "step of a pair, " << dim << "-D, " << of.scheme << ", "
         << (of.slides ? "finite" : "small") << " sliding, 1:" << of.contrast
         << ", " << closed.n_dofs << " DoFs";
    record_ratio(name.str(), "apart", closed.milliseconds / apart.milliseconds);
  }

  void
  print_head()
  {
    if (prints())
      std::printf("| dim | scheme | E | sliding | DoFs | closed | products, "
                  "free motion | of contacts | ratio | ms apart | ms closed | "
                  "ratio | rows, %% |\n");
  }

  template <int dim>
  void
  measure_all(const std::vector<unsigned int> &sizes)
  {
    print_head();
    for (const std::string scheme :
         {"moreau-jean", "generalized-alpha", "cd-lagrange"})
      for (const double contrast : {1., 1e3})
        for (const bool slides : {false, true})
          for (const unsigned int n : sizes)
            measure_and_print<dim>({scheme, contrast, slides, n});
  }

  TEST(PairScalePerformance, Plane)
  {
    measure_all<2>({2, 4, 8, 16});
  }

  TEST(PairScalePerformance, Space)
  {
    measure_all<3>({1, 2, 4});
  }

  // What takes memory and minutes: asked for by "n layers scheme sliding
  // contrast steps", layers 0 of blocks, sliding finite or small.
  TEST(PairScalePerformance, Large)
  {
    const char *const asked = std::getenv("PERCUSS_LARGE_PAIR");
    if (asked == nullptr)
      GTEST_SKIP();
    std::istringstream words(asked);
    PairScale          of{"", 1., true, 0};
    std::string        sliding;
    unsigned int       n_steps = 0;
    ASSERT_TRUE(words >> of.n >> of.n_layers >> of.scheme >> sliding >>
                of.contrast >> n_steps);
    of.slides = sliding == "finite";
    print_head();
    measure_and_print<3>(of, n_steps);
  }
} // namespace percuss::test::pair_scale_performance
