// SPDX-License-Identifier: Apache-2.0

// Whole steps of a block of hexahedra on a plane, contact and energy balance
// included, beside one product with S and one solution with it, in one run.

#include "../../performance_record.h"
#include "solids.h"

#include <percuss/complementarity/make_solver.h>
#include <percuss/finite_element/parallel_steppers.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/parse_obstacles.h>

#include <cstdio>
#include <string>

namespace percuss::test::solid_steps_performance
{
  using A     = PETScAlgebra;
  using Solid = ElasticSolid<3, A>;

  constexpr unsigned int n = 24; // 2 n^3 elements

  /** At a Courant number of 0.5, which is stable in explicit steps [s]. */
  double
  time_step()
  {
    const double wave_speed = std::sqrt(200. * 0.7 / (1.3 * 0.4) / 4.);
    return 0.5 / n / wave_speed;
  }

  template <class Function>
  double
  milliseconds(const unsigned int repetitions, const Function &f)
  {
    return 1e3 * shortest_time(repetitions, f);
  }

  /** The block at a distance from a plane in front of it, with (n + 1)^2 nodes
   * that may touch, and its steps. */
  struct Block
  {
    Block(const std::string &scheme_name,
          const double       distance,
          const double       friction = 0.)
      : solid(description(), MPI_COMM_WORLD)
      , surface(solid.dof_handler,
                solid.mapping,
                {0},
                [](const dealii::Point<3> &) { return 1.; })
      , contacts(surface,
                 parse_obstacles<3>("plane: " + std::to_string(-distance) +
                                    ", 0, 0 ; 1, 0, 0"),
                 solid.constraints,
                 {0., friction})
      , scheme(make_scheme<MechanicalSystem<A>>(parameters(scheme_name)))
      , solver(make_solver("automatic",
                           static_cast<unsigned int>(contacts.n_constraints())))
      , stepper(solid,
                *scheme,
                contacts,
                *solver,
                {Activation::Rule::explicit_forecast, 0.5},
                {0., time_step(), 1e3},
                solid.initial_displacement(),
                solid.initial_velocity(),
                {})
    {}

    static SchemeParameters
    parameters(const std::string &name)
    {
      SchemeParameters scheme;
      scheme.name = name;
      return scheme;
    }

    static SolidDescription<3>
    description()
    {
      SolidDescription<3> solid = box<3>(n);
      solid.lumped_mass         = true;
      solid.linear_solver.method =
        LinearSolverChoice::Method::conjugate_gradients;
      solid.initial_velocity = [](const dealii::Point<3> &X, unsigned int) {
        dealii::Tensor<1, 3> v;
        v[0] = -0.01;
        v[1] = 0.001 * X[0];
        return v;
      };
      return solid;
    }

    /** Milliseconds of a step, once the front is loaded. */
    double
    step()
    {
      stepper.advance(3);
      const IterationStatistics before = stepper.record().iterations;
      const double time = milliseconds(n_steps, [&] { stepper.advance(1); });
      const IterationStatistics &after = stepper.record().iterations;
      n_solutions =
        static_cast<double>(after.n_linear_solves - before.n_linear_solves) /
        n_steps;
      n_products = static_cast<double>(after.sum_linear_iterations -
                                       before.sum_linear_iterations) /
                   n_steps;
      return time;
    }

    static constexpr unsigned int n_steps     = 12;
    double                        n_solutions = 0., n_products = 0.; // per step

    Solid                                                       solid;
    ContactSurface<3>                                           surface;
    NodeToRigidContacts<3, A>                                   contacts;
    std::unique_ptr<TimeIntegrationScheme<MechanicalSystem<A>>> scheme;
    std::unique_ptr<ComplementaritySolver>                      solver;
    TimeStepper<MechanicalSystem<A>>                            stepper;
  };

  TEST(SolidStepsPerformance, BesideOneSolution)
  {
    Block         block("moreau-jean", 1.);
    const auto   &solid = block.solid;
    const double  h     = time_step();
    const Weights weights{1., 0., 0.25 * h * h};
    State<A>      x;
    reinit(solid, x);
    x.v = arbitrary(solid, 1.);
    A::LinearSolver S;
    factorize(solid, weights, x, S);
    const double product  = milliseconds(20, [&] { S.vmult(x.momentum, x.v); });
    const double solution = milliseconds(5, [&] { S.solve(x.momentum, x.v); });
    const auto   n_products = S.n_iterations() / 5;
    A::Matrix    assembled;
    solid.iteration_matrix(weights, x, assembled);
    const double with_matrix =
      milliseconds(20, [&] { A::vmult(assembled, x.momentum, x.v); });
    const double per_element = 1e6 / (2. * n * n * n);
    std::printf("%u elements, %u DoFs, %u contact nodes\n"
                "product with S       %8.2f ms, %.0f ns per element"
                " (matrix of single entries %.2f ms)\n"
                "solution with S      %8.2f ms, %lu products\n",
                2 * n * n * n,
                static_cast<unsigned int>(solid.n_dofs()),
                (n + 1) * (n + 1),
                product,
                product * per_element,
                with_matrix,
                solution,
                n_products);

    for (const std::string scheme :
         {"cd-lagrange", "moreau-jean", "generalized-alpha"})
      {
        Block        far(scheme, 1.), near(scheme, 0.);
        const double free = far.step(), closed = near.step();
        std::printf("%-20s %8.2f ms, closed %.2f (%.2f times), %.2f solutions, "
                    "%.0f ns per element; systems and products %.1f, %.1f, "
                    "closed %.1f, %.1f\n",
                    scheme.c_str(),
                    free,
                    closed,
                    closed / free,
                    closed / solution,
                    closed * per_element,
                    far.n_solutions,
                    far.n_products,
                    near.n_solutions,
                    near.n_products);
        record_ratio("step of hexahedra with contact, " + scheme,
                     "solution with S",
                     closed / solution);
        record_ratio("step of hexahedra with contact, " + scheme,
                     "step without",
                     closed / free);
        if (scheme != "generalized-alpha") // whose W would be assembled
          {
            const double sliding = Block(scheme, 0., 0.3).step();
            record_ratio("step of hexahedra with friction, " + scheme,
                         "step without contact",
                         sliding / free);
            std::printf("%20s with friction %.2f ms (%.2f times)\n",
                        "",
                        sliding,
                        sliding / free);
          }
        if (scheme != "cd-lagrange")
          {
            EXPECT_LT(closed, 4. * solution) << scheme;
            EXPECT_EQ(near.n_solutions, 1.) << scheme;
            EXPECT_LT(near.n_products, 1.3 * far.n_products) << scheme;
          }
      }
  }
} // namespace percuss::test::solid_steps_performance
