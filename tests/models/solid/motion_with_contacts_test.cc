// SPDX-License-Identifier: Apache-2.0

// Steps that solve their motion along with the impulses, beside steps that solve
// the free motion first.

#include "solids.h"

#include <percuss/complementarity/make_solver.h>
#include <percuss/finite_element/parallel_steppers.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/parse_obstacles.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

namespace percuss::test::motion_with_contacts
{
  using A     = PETScAlgebra;
  using Solid = ElasticSolid<3, A>;

  constexpr unsigned int n = 4; // 2 n^3 elements

  /** A block that falls on an obstacle, turning, and is pressed on it; its steps
   * have a Courant number of 1. */
  struct Block
  {
    Block(const std::string &scheme_name,
          const std::string &obstacle,
          const double       restitution)
      : solid(description(), MPI_COMM_WORLD)
      , surface(solid.dof_handler,
                solid.mapping,
                {0},
                [](const dealii::Point<3> &) { return 1.; })
      , contacts(surface,
                 parse_obstacles<3>(obstacle),
                 solid.constraints,
                 {restitution, 0.})
      , scheme(make_scheme<MechanicalSystem<A>>(parameters(scheme_name)))
      , solver(make_solver("automatic",
                           static_cast<unsigned int>(contacts.n_constraints())))
      , stepper(solid,
                *scheme,
                contacts,
                *solver,
                {Activation::Rule::explicit_forecast, 0.5},
                {0., 1. / (n * std::sqrt(200. * 0.7 / (1.3 * 0.4) / 4.)), 1e3},
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
      solid.gravity[0]          = -2.;
      solid.linear_solver.method =
        LinearSolverChoice::Method::conjugate_gradients;
      solid.initial_velocity = [](const dealii::Point<3> &X, unsigned int) {
        return dealii::Tensor<1, 3>(
          {-1. + 0.3 * (X[1] - 0.5 * X[2]), -0.3 * X[0], 0.15 * X[0]});
      };
      return solid;
    }

    LinearIterations
    count() const
    {
      return *solid.linear_iterations();
    }

    Solid                                                       solid;
    ContactSurface<3>                                           surface;
    NodeToRigidContacts<3, A>                                   contacts;
    std::unique_ptr<TimeIntegrationScheme<MechanicalSystem<A>>> scheme;
    std::unique_ptr<ComplementaritySolver>                      solver;
    TimeStepper<MechanicalSystem<A>>                            stepper;
  };

  double
  difference(const A::Vector &x, const A::Vector &y)
  {
    A::Vector z = x;
    z.add(-1., y);
    return z.linfty_norm() / (1e-300 + y.linfty_norm());
  }

  using Case = std::tuple<std::string, std::string, double>;

  class MotionWithContacts : public testing::TestWithParam<Case>
  {};

  INSTANTIATE_TEST_SUITE_P(
    Schemes,
    MotionWithContacts,
    testing::Combine(testing::Values("moreau-jean", "generalized-alpha"),
                     testing::Values("plane: -0.02, 0, 0 ; 1, 0, 0",
                                     "sphere: -3.02, 0.4, 0.4 ; 3"),
                     testing::Values(0., 0.3, 1.)));

  // Both solve to 1e-12 and better, of what moves; sixty steps add that up.
  TEST_P(MotionWithContacts, IsThatOfSeparateSolutions)
  {
    const auto &[scheme, obstacle, e] = GetParam();
    Block        together(scheme, obstacle, e), apart(scheme, obstacle, e);
    unsigned int n_observed = 0;
    apart.solver->observe([&](const ConeComplementarityProblem &,
                              std::span<const double>,
                              const SolverReport &) { ++n_observed; });
    std::size_t least = 1000, most = 0, n_changes = 0, last = 0;
    for (unsigned int k = 0; k < 60; ++k)
      {
        together.stepper.advance(1);
        apart.stepper.advance(1);
        const auto  &a = together.stepper.record(), &b = apart.stepper.record();
        const double largest = std::ranges::max(b.impulse);
        for (std::size_t i = 0; i < b.impulse.size(); ++i)
          ASSERT_NEAR(a.impulse[i], b.impulse[i], 1e-9 * largest) << k;
        const auto n_closed = static_cast<std::size_t>(
          std::ranges::count_if(b.impulse, [](double P) { return P > 0.; }));
        n_changes += n_closed != last;
        last  = n_closed;
        least = std::min(least, n_closed);
        most  = std::max(most, n_closed);
      }
    const auto &x = together.stepper.state(), &y = apart.stepper.state();
    EXPECT_LT(difference(x.q, y.q), 1e-9);
    EXPECT_LT(difference(x.v, y.v), 1e-9);
    EXPECT_LT(difference(x.a, y.a), 1e-9);
    EXPECT_EQ(least, 0u); // at the start
    EXPECT_GT(most, 3u);
    EXPECT_GT(n_changes, 5u);
    EXPECT_GT(n_observed, 10u);
    EXPECT_EQ(together.stepper.record().contacts->n_fallbacks, 0u);
  }

  // One for each active set, the motion included.
  TEST_P(MotionWithContacts, SolvesOncePerActiveSet)
  {
    const auto &[scheme, obstacle, e] = GetParam();
    Block block(scheme, obstacle, e);
    for (unsigned int k = 0; k < 40; ++k)
      {
        const auto          before = block.count().solves;
        const unsigned long problems =
          block.stepper.record().contacts->n_problems;
        block.stepper.advance(1);
        const auto &record = block.stepper.record();
        const bool  active = record.contacts->n_problems > problems;
        EXPECT_EQ(block.count().solves - before,
                  active ? record.solver_iterations : 1u)
          << k;
      }
  }
} // namespace percuss::test::motion_with_contacts
