// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_solid_pair_scale_h
#define percuss_tests_solid_pair_scale_h

#include "two_bricks.h"

#include <cmath>
#include <memory>
#include <string>

namespace percuss::test
{
  /** A block on another one of the same thickness, 4 n cells in 0.8 on 3 n cells
   * in 1, in space turned by 10 degrees: Young's moduli 1 and contrast, waves of
   * all lengths in both. Slabs are as high as so many layers of cells of the
   * upper one, blocks 1. */
  struct PairScale
  {
    std::string  scheme;
    double       contrast; ///< of the lower one, which is the master
    bool         slides;   ///< finite sliding
    unsigned int n;
    unsigned int n_layers = 0; ///< of both slabs in space, of blocks 0

    bool
    is_explicit() const
    {
      return scheme == "cd-lagrange";
    }

    /** Courant number 1 of the softer block, of explicit schemes 0.4 of the
     * stiffer one [s]. */
    double
    time_step() const
    {
      const double squared_speed = (is_explicit() ? contrast : 1.) * 0.7 / 0.52;
      return (is_explicit() ? 0.4 : 1.) / (4. * n) / std::sqrt(squared_speed);
    }

    template <int dim>
    SolidDescription<dim>
    description(const double distance) const
    {
      auto mesh = std::make_shared<Mesh>();
      if constexpr (dim == 2)
        {
          add_block(*mesh,
                    {{0.1, 1. + distance}, {0.8, 1.}, {4 * n, 4 * n}, 1, 10},
                    0.);
          add_block(*mesh, {{0., 0.}, {1., 1.}, {3 * n, 3 * n}, 2, 20}, 0.);
        }
      else
        {
          const unsigned int layers = n_layers > 0 ? n_layers : 2 * n;
          const double       height = n_layers > 0 ? 0.2 * layers / n : 1.;
          add_brick(*mesh,
                    {{0.1, 0.1, 1. + distance},
                     {0.8, 0.8, height},
                     {4 * n, 4 * n, layers},
                     1,
                     10,
                     10.});
          add_brick(*mesh,
                    {{0., 0., 1. - height},
                     {1., 1., height},
                     {3 * n, 3 * n, layers},
                     2,
                     20});
        }
      SolidDescription<dim> solid;
      solid.mesh        = mesh;
      solid.lumped_mass = true;
      solid.materials   = {{1, {1., 0.3, 1.}}, {2, {contrast, 0.3, 1.}}};
      solid.linear_solver.method =
        LinearSolverChoice::Method::conjugate_gradients;
      solid.initial_velocity = [](const dealii::Point<dim> &X, unsigned int) {
        dealii::Tensor<1, dim> v;
        for (unsigned int d = 0; d < dim; ++d)
          for (const double k : {3., 11., 37., 97.})
            v[d] +=
              3e-4 *
              std::sin(k * (X[0] + 1.3 * X[1] - 0.7 * X[dim - 1] + 0.4 * d));
        if (X[dim - 1] > 1.)
          {
            v[0] += 0.002;
            v[dim - 1] -= 0.01;
          }
        return v;
      };
      return solid;
    }

    template <int dim>
    std::unique_ptr<SteppedPairs<dim>>
    run(const double distance) const
    {
      return std::make_unique<SteppedPairs<dim>>(
        description<dim>(distance),
        dim == 2 ? upper_is_slave : upper_brick_is_slave,
        ContactCoefficients(),
        scheme,
        time_step(),
        slides ? std::optional<double>(0.5) : std::nullopt);
    }
  };

  /** Products with S and systems of some steps, per step. */
  struct LinearWork
  {
    double products = 0., systems = 0.;

    LinearWork(const IterationStatistics &before,
               const IterationStatistics &after,
               const unsigned int         n_steps)
      : products(static_cast<double>(after.sum_linear_iterations -
                                     before.sum_linear_iterations) /
                 n_steps)
      , systems(
          static_cast<double>(after.n_linear_solves - before.n_linear_solves) /
          n_steps)
    {}
  };
} // namespace percuss::test

#endif
