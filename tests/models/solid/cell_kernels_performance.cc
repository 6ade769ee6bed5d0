// SPDX-License-Identifier: Apache-2.0

// The sums over elements beside a product with the assembled matrix, in one run:
// nanoseconds per element for each law and instruction set.

#include "../../performance_record.h"
#include "simplex_box.h"
#include "solids.h"

#include <percuss/models/solid/solid_elements.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace percuss::test::cell_kernels_performance
{
  using Solid = ElasticSolid<3, PETScAlgebra>;

  template <class Function>
  double
  nanoseconds(const unsigned int n_elements, const Function &f)
  {
    std::vector<double> times;
    for (int repetition = 0; repetition < 9; ++repetition)
      {
        const auto begin = std::chrono::steady_clock::now();
        f();
        const std::chrono::duration<double> time =
          std::chrono::steady_clock::now() - begin;
        times.push_back(1e9 * time.count() / n_elements);
      }
    std::ranges::nth_element(times, times.begin() + 4);
    return times[4];
  }

  SolidDescription<3>
  block(const ElasticLaw law, const bool is_distorted)
  {
    SolidDescription<3> solid = box<3>(25); // 31,250 elements
    solid.law                 = law;
    if (is_distorted)
      solid.map = distorted<3>;
    return solid;
  }

  // The kernel of this processor takes at most half of the time of the matrix.
  TEST(CellKernelsPerformance, ForcesBesideAProductWithTheMatrix)
  {
    for (const bool is_distorted : {false, true})
      {
        const Solid         solid(block(ElasticLaw::linear, is_distorted),
                          MPI_COMM_WORLD);
        State<PETScAlgebra> x;
        reinit(solid, x);
        x.q                    = arbitrary(solid, 0.01);
        const unsigned int   n = solid.cells().n_cells();
        PETScAlgebra::Matrix K;
        solid.iteration_matrix({0., 0., 1.}, x, K);
        const double matrix =
          nanoseconds(n, [&] { PETScAlgebra::vmult(K, x.elastic_force, x.q); });
        const double kernel =
          nanoseconds(n, [&] { solid.elastic_force(x.q, x.elastic_force); });
        std::printf("%s: matrix %.0f, elements %.0f ns per element\n",
                    is_distorted ? "general" : "affine",
                    matrix,
                    kernel);
        record_ratio(std::string("forces of ") +
                       (is_distorted ? "general" : "affine") + " hexahedra",
                     "product with PETSc's matrix",
                     kernel / matrix);
        EXPECT_LT(kernel, (is_distorted ? 1. : 0.5) * matrix);
      }
  }

  TEST(CellKernelsPerformance, InstructionSetsAndLaws)
  {
    for (const ElasticLaw law : {ElasticLaw::linear,
                                 ElasticLaw::st_venant_kirchhoff,
                                 ElasticLaw::neo_hookean})
      for (const bool is_distorted : {false, true})
        {
          const auto  description = block(law, is_distorted);
          const Solid solid(description, MPI_COMM_WORLD);
          const dealii::Utilities::MPI::Partitioner partitioner(
            solid.dof_handler.locally_owned_dofs(),
            solid.constraints.get_local_lines(),
            MPI_COMM_WORLD);
          std::vector<double> q(solid.n_dofs(), 1e-3), s(solid.n_dofs(), 0.);
          for (const CellKernels &kernels :
               all_cell_kernels(3, 1, cell_law(description)))
            {
              const SolidElements<3> elements(description,
                                              solid.mapping,
                                              solid.dof_handler,
                                              partitioner,
                                              kernels);
              const unsigned int     n = elements.n_cells();
              std::printf("%s, %s, %u lanes: force %.0f",
                          law == ElasticLaw::linear ? "linear" :
                          law == ElasticLaw::neo_hookean ?
                                                      "neo-Hookean" :
                                                      "St. Venant-Kirchhoff",
                          is_distorted ? "general" : "affine",
                          kernels.n_lanes,
                          nanoseconds(n, [&] {
                            elements.add_force(q.data(), s.data());
                          }));
              if (law != ElasticLaw::linear)
                std::printf(", product %.0f, energy %.0f",
                            nanoseconds(n,
                                        [&] {
                                          elements.add_product(q.data(),
                                                               q.data(),
                                                               s.data());
                                        }),
                            nanoseconds(n, [&] {
                              elements.strain_energy(q.data());
                            }));
              std::printf(" ns per element\n");
            }
        }
  }

  // A tetrahedron costs less than a hexahedron, whatever the law.
  TEST(CellKernelsPerformance, Tetrahedra)
  {
    for (const ElasticLaw law : {ElasticLaw::linear,
                                 ElasticLaw::st_venant_kirchhoff,
                                 ElasticLaw::neo_hookean})
      {
        std::array<double, 2> times;
        for (const bool are_simplices : {false, true})
          {
            auto description =
              are_simplices ? box_of_simplices<3>(14) : block(law, false);
            description.law = law;
            const Solid         solid(description, MPI_COMM_WORLD);
            std::vector<double> q(solid.n_dofs(), 1e-3), s(solid.n_dofs(), 0.);
            times[are_simplices] = nanoseconds(solid.cells().n_cells(), [&] {
              solid.cells().add_force(q.data(), s.data());
            });
          }
        std::printf("hexahedra %.1f, tetrahedra %.1f ns per element\n",
                    times[0],
                    times[1]);
        EXPECT_LT(times[1], times[0]);
      }
  }
} // namespace percuss::test::cell_kernels_performance
