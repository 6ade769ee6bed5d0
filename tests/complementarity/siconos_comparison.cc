// SPDX-License-Identifier: Apache-2.0

// The spatial problems of the friction collection solved by percuss and by
// Siconos 4.4, and how the times compare. Not part of the build; with Debian's
// package libsiconos-numerics-dev, after a build:
//   g++ -std=c++20 -O2 -DNDEBUG -Iinclude -I/usr/include/eigen3
//     -I/usr/include/siconos/numerics -I/usr/include/siconos/externals
//     -I/usr/include/siconos -I/usr/include/suitesparse
//     tests/complementarity/siconos_comparison.cc
//     build/release/libpercuss_{complementarity,algebra,base}.a
//     -lsiconos_numerics -lsiconos_externals -lcholmod -lklu -lumfpack

#include "friction_collection.h"

#include <percuss/complementarity/make_solver.h>

#include <Friction_cst.h>
#include <FrictionContactProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

using namespace percuss;
namespace collection = friction_collection;

namespace
{
  constexpr double accepted = 1e-10; // natural_map_residual(), of all
  constexpr double failed   = std::numeric_limits<double>::infinity();

  struct Method
  {
    const char *name;
    int         id; // of Siconos
    double      tolerance;
    int         max_iterations;
  };

  // Siconos measures |natural map| / |b|; where its own measure is 1e-10 but
  // ours is not, a smaller one.
  const Method methods[] = {
    {"percuss automatic", 0, 1e-10, 10000},
    {"percuss projected-gauss-seidel", 0, 1e-10, 20000},
    {"Siconos NSGS", SICONOS_FRICTION_3D_NSGS, 1e-12, 20000},
    {"Siconos NSN_AC", SICONOS_FRICTION_3D_NSN_AC, 1e-12, 1000},
    {"Siconos NSN_AC_TEST", SICONOS_FRICTION_3D_NSN_AC_TEST, 1e-12, 1000},
    {"Siconos PROX", SICONOS_FRICTION_3D_PROX, 1e-12, 1000},
    {"Siconos ADMM", SICONOS_FRICTION_3D_ADMM, 1e-12, 20000}};

  // Of the processor, so that other load does not count.
  double
  processor_time()
  {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) +
           1e-9 * static_cast<double>(t.tv_nsec);
  }

  template <class Solve>
  double
  time_of(const Solve &solve)
  {
    const double begin = processor_time();
    solve();
    return processor_time() - begin;
  }

  double
  time_of_siconos(const Method              &method,
                  const collection::Problem &problem,
                  std::vector<double>       &p)
  {
    const auto &W = *problem.W.explicit_matrix();
    const int   n = static_cast<int>(W.rows());
    auto       *M = NM_create(NM_SPARSE, n, n);
    NM_triplet_alloc(M, static_cast<int>(W.nonZeros()));
    for (int i = 0; i < n; ++i)
      for (collection::Sparse::InnerIterator w(W, i); w; ++w)
        NM_zentry(M, i, static_cast<int>(w.col()), w.value(), 0.);
    std::vector<double> q(problem.b.begin(), problem.b.end()), mu, u(n, 0.);
    for (const Cone &cone : problem.cones)
      mu.push_back(cone.friction_coefficient);
    auto *const data =
      frictionContactProblem_new_with_data(3, n / 3, M, q.data(), mu.data());
    auto *const options                      = solver_options_create(method.id);
    options->dparam[SICONOS_DPARAM_TOL]      = method.tolerance;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = method.max_iterations;
    return time_of([&]() { fc3d_driver(data, p.data(), u.data(), options); });
  }

  double
  time_of_solution(const Method &method, const collection::Problem &problem)
  {
    std::vector<double> p(static_cast<std::size_t>(problem.b.size()), 0.);
    double              time = 0.;
    if (method.id != 0)
      time = time_of_siconos(method, problem, p);
    else
      {
        const auto solver =
          make_solver(method.name + 8, static_cast<unsigned int>(p.size()));
        time = time_of([&]() { solver->solve(problem.view(), p); });
      }
    return natural_map_residual(problem.view(), p) <= accepted ? time : failed;
  }
} // namespace

// siconos_comparison [largest number of rows [every which problem [FILE.csv]]]
// FILE.csv: the seconds of each problem and method, inf where it has failed.
int
main(const int argc, char **argv)
{
  const int        largest = argc > 1 ? std::atoi(argv[1]) : 500;
  const int        every   = argc > 2 ? std::atoi(argv[2]) : 1;
  std::FILE *const csv     = argc > 3 ? std::fopen(argv[3], "w") : nullptr;
  std::vector<std::vector<double>> times;
  int                              index = 0;
  for (const collection::Scene &scene : collection::small_scenes())
    {
      const collection::Problem problem = scene.problem();
      if (scene.dim != 3 || problem.b.size() > largest || index++ % every != 0)
        continue;
      times.emplace_back();
      for (const Method &method : methods)
        times.back().push_back(time_of_solution(method, problem));
      if (!csv)
        continue;
      std::fprintf(csv,
                   "%s,%g,%d,%d",
                   scene.name.c_str(),
                   scene.contacts.front().mu,
                   static_cast<int>(problem.b.size()),
                   problem.n_dofs);
      for (const double time : times.back())
        std::fprintf(csv, ",%.3g", time);
      std::fprintf(csv, "\n");
      std::fflush(csv);
    }
  std::printf("%zu problems; the share that is solved within a factor of the "
              "time of the fastest\n%-20s %6s %6s %6s %6s %6s %6s\n",
              times.size(),
              "",
              "1",
              "2",
              "5",
              "10",
              "100",
              "any");
  for (std::size_t k = 0; k < std::size(methods); ++k)
    {
      std::printf("%-20s", methods[k].name);
      for (const double factor : {1., 2., 5., 10., 100., failed})
        {
          const auto n = std::count_if(
            times.begin(), times.end(), [&](const std::vector<double> &row) {
              const double best = *std::min_element(row.begin(), row.end());
              return row[k] < failed &&
                     (factor == failed || row[k] <= factor * best);
            });
          std::printf(" %6.3f",
                      static_cast<double>(n) /
                        static_cast<double>(times.size()));
        }
      std::printf("\n");
    }
}
