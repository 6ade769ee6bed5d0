// SPDX-License-Identifier: Apache-2.0

// solve() allocates nothing once its work space has the size of the problem.

#include "../count_allocations.h"
#include "friction_fixture.h"
#include "solver_fixture.h"

#include <algorithm>

#ifdef PERCUSS_COUNTS_ALLOCATIONS

using namespace percuss;

namespace allocation_test
{
  TEST(Allocation, IsCounted)
  {
    EXPECT_EQ(test::n_allocations_of([] { Eigen::VectorXd vector(100); }), 1u);
  }

  // The active set changes from call to call: factorizations included. The
  // redundant problems take the proximal iteration, or pivots with ties.
  void
  expect_no_allocation(ComplementaritySolver &solver,
                       const Eigen::MatrixXd &W,
                       std::mt19937          &generator)
  {
    const auto             n = static_cast<unsigned int>(W.rows());
    const ExplicitDelassus op(W);
    const auto             cones =
      make_cones(enumeration::Kinds(n, Cone::Kind::unilateral));
    std::vector<double> p(n, 0.);
    for (int k = 0; k < 4; ++k)
      {
        // In the range of W, so that the problem has a solution.
        const Eigen::VectorXd b = W * enumeration::random_vector(n, generator);
        SolverReport          report;
        const unsigned long   during = test::n_allocations_of([&] {
          report = solver.solve({op, {b.data(), n}, cones}, p);
        });
        EXPECT_TRUE(report.is_solution_usable());
        if (k > 0)
          {
            EXPECT_EQ(during, 0u) << solver.name() << ", " << n << " rows";
          }
      }
  }

  TEST(Allocation, SolveDoesNotAllocate)
  {
    std::mt19937 generator(27);
    for (const SolverDescription &description : solver_names())
      for (const int n : {1, 2, 10, 60, 250})
        {
          const auto solver = make_solver(description.name, n);
          // mprgp wants symmetry.
          expect_no_allocation(
            *solver,
            enumeration::random_matrix(description.name == "mprgp" ?
                                         enumeration::MatrixClass::spd :
                                         enumeration::MatrixClass::m_matrix,
                                       n,
                                       generator),
            generator);
          expect_no_allocation(*solver,
                               Eigen::MatrixXd::Identity(n, n),
                               generator);
          Eigen::MatrixXd G(n, 2);
          G.col(0).setOnes();
          G.col(1).setLinSpaced(-1., 1.);
          expect_no_allocation(*solver, G * G.transpose(), generator);
        }
  }

  // Modes and matrices change from call to call, as in a nonlinear model.
  TEST(Allocation, SolveWithFrictionDoesNotAllocate)
  {
    std::mt19937 generator(28);
    for (const SolverDescription &description : solver_names())
      for (const int n_contacts : {1, 3, 20})
        for (const int dim : {2, 3})
          {
            if (description.name == "lemke")
              continue;
            const auto          n = static_cast<unsigned int>(dim * n_contacts);
            const auto          rows   = static_cast<int>(n);
            const auto          solver = make_solver(description.name, n);
            const auto          cones  = friction::cones(dim, n_contacts, 0.4);
            ExplicitDelassus    W(Eigen::MatrixXd::Identity(n, n));
            std::vector<double> p(n, 0.);
            for (int k = 0; k < 6; ++k)
              {
                // Of half the rank, from the fourth call on.
                const Eigen::MatrixXd values =
                  friction::random_delassus(dim,
                                            n_contacts,
                                            k < 3 ? 2 * rows : (rows + 1) / 2,
                                            generator);
                const Eigen::VectorXd b =
                  values * enumeration::random_vector(rows, generator);
                const unsigned long during = test::n_allocations_of([&] {
                  W.set_values(values);
                  solver->solve({W, {b.data(), n}, cones}, p);
                });
                if (k > 0)
                  {
                    EXPECT_EQ(during, 0u)
                      << description.name << ", " << n << " rows";
                  }
              }
          }
  }

  // Islands of several sizes, in another order in each call; their work space is
  // that of the calls before.
  TEST(Allocation, IslandsDoNotAllocate)
  {
    std::mt19937              generator(29);
    std::vector<unsigned int> contacts{1, 1, 3, 5, 8, 3, 25};
    for (const int dim : {1, 3})
      {
        const int  n_contacts = 46;
        const auto n          = dim * n_contacts;
        const auto m          = static_cast<unsigned int>(n);
        const auto solver     = make_solver("automatic", m);
        const auto cones =
          dim == 1 ? make_cones(enumeration::Kinds(m, Cone::Kind::unilateral)) :
                     friction::cones(dim, n_contacts, 0.4);
        ExplicitDelassus    W(Eigen::MatrixXd::Identity(n, n));
        std::vector<double> p(m, 0.);
        for (int k = 0; k < 6; ++k)
          {
            std::shuffle(contacts.begin(), contacts.end(), generator);
            Eigen::MatrixXd values = Eigen::MatrixXd::Zero(n, n);
            for (int first = 0; const unsigned int size : contacts)
              {
                const int rows = dim * static_cast<int>(size);
                values.block(first, first, rows, rows) =
                  friction::random_delassus(dim,
                                            static_cast<int>(size),
                                            2 * rows,
                                            generator);
                first += rows;
              }
            const Eigen::VectorXd b =
              values * enumeration::random_vector(n, generator);
            SolverReport        report;
            const unsigned long during = test::n_allocations_of([&] {
              W.set_values(values);
              report = solver->solve({W, {b.data(), m}, cones}, p);
            });
            EXPECT_TRUE(report.is_solution_usable());
            if (k > 0)
              {
                EXPECT_EQ(during, 0u) << dim;
              }
          }
      }
  }
} // namespace allocation_test

#endif
