// SPDX-License-Identifier: Apache-2.0

// The right inverse R of the active rows of pairs, alone and beside obstacles,
// and runs whose steps are solved with it, or with a sparse W: those of an
// assembled W.

#include "two_blocks.h"
#include "two_bricks.h"

#include <percuss/models/solid/joined_contacts.h>
#include <percuss/models/solid/node_to_rigid_contacts.h>
#include <percuss/models/solid/parse_obstacles.h>

#include <gtest/gtest.h>

#include <random>

namespace percuss::test::mortar_nodal_rows_test
{
  using A = PETScAlgebra;

  A::Vector
  random_vector(const A::Vector &like, std::mt19937 &random)
  {
    std::uniform_real_distribution<> number(-1., 1.);
    A::Vector                        x(like);
    A::write_local(x, [&](double *const local) {
      for (std::size_t i = 0; i < x.locally_owned_size(); ++i)
        local[i] = number(random);
    });
    return x;
  }

  double
  norm(const A::Vector &x)
  {
    return std::sqrt(x * x);
  }

  A::Vector
  difference(const A::Vector &x, const A::Vector &y)
  {
    A::Vector d(x);
    d.add(-1., y);
    return d;
  }

  /** Whether G_A R = 1, and what follows from it, of any active set.
   * @param n_rows of a contact */
  void
  check_inverse(const ConstraintKinematics<A> &contacts,
                const A::Vector               &q,
                const unsigned int             n_rows)
  {
    const auto rows = contacts.nodal_rows();
    ASSERT_TRUE(rows);
    rows->update(q, 0.);
    ASSERT_TRUE(rows->have_own_nodes());
    const std::size_t m = contacts.n_constraints();
    std::mt19937      random(7); // the same on all ranks
    std::mt19937      of_rank(
      8 + dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD));
    const auto G = [&](const A::Vector &x) {
      std::vector<double> u(m);
      contacts.velocity(q, 0., x, u);
      return u;
    };
    const auto of_impulses = [&](const std::vector<double> &p) {
      A::Vector r(q);
      r = 0.;
      contacts.add_impulse(q, 0., p, r);
      return r;
    };
    std::uniform_real_distribution<> number(-1., 1.);
    for (unsigned int trial = 0; trial < 12; ++trial)
      {
        std::vector<unsigned char> active(m, 0);
        std::vector<double> c(m, std::numeric_limits<double>::quiet_NaN());
        std::vector<double> p(m, 0.), result(m);
        for (std::size_t row = 0; row < m; ++row)
          if (contacts.is_in_use(row) && (trial == 0 || random() % 4 > 0))
            {
              active[row] = 1;
              c[row]      = number(random);
              p[row]      = 1. + 0.5 * number(random);
            }
        const auto x = random_vector(q, of_rank), r = random_vector(q, of_rank);

        auto lift = x;
        lift      = 0.;
        rows->add_lift(active, c, lift);
        const auto G_lift = G(lift);
        auto       P_x    = x;
        rows->project(active, P_x);
        const auto G_P_x = G(P_x);
        for (std::size_t row = 0; row < m; ++row)
          if (active[row])
            {
              EXPECT_NEAR(G_lift[row], c[row], 1e-12);
              EXPECT_NEAR(G_P_x[row], 0., 1e-12);
            }
        auto P_P_x = P_x;
        rows->project(active, P_P_x);
        EXPECT_LT(norm(difference(P_P_x, P_x)), 1e-12);

        auto P_r = r;
        rows->constrain_forces(active, {}, P_r);
        EXPECT_NEAR(P_r * x, r * P_x, 1e-11) << "the transpose";
        auto nothing = of_impulses(p);
        EXPECT_GT(norm(nothing), 0.1);
        rows->multipliers(active, {}, nothing, result);
        for (std::size_t row = 0; row < m; ++row)
          EXPECT_NEAR(result[row], active[row] ? p[row] : 0., 1e-12);
        rows->constrain_forces(active, {}, nothing);
        EXPECT_LT(norm(nothing), 1e-12);

        // G_A of this rank, rows off A empty
        NodalRows<A>::SparseJacobian G_A;
        rows->active_rows(active, G_A);
        {
          const LocalEntries<const A::Vector> of_x(x);
          Eigen::Map<Eigen::VectorXd>(result.data(), G_A.rows()) =
            G_A * Eigen::Map<const Eigen::VectorXd>(&*of_x.data, G_A.cols());
        }
        dealii::Utilities::MPI::sum(result, MPI_COMM_WORLD, result);
        const auto G_x = G(x);
        for (std::size_t row = 0; row < m; ++row)
          EXPECT_NEAR(result[row], active[row] ? G_x[row] : 0., 1e-12);

        // contacts that slip: their friction goes with their normal impulse
        if (n_rows == 1)
          continue;
        std::vector<Slip>   slips;
        std::vector<double> forces(m, 0.);
        for (std::size_t row = 0; row < m; row += n_rows)
          {
            if (!contacts.is_in_use(row))
              continue;
            const bool sticks = random() % 2 == 0;
            active[row]       = 1;
            forces[row]       = number(random);
            Slip slip{static_cast<unsigned int>(row), n_rows - 1, 0.4};
            slip.direction = n_rows == 2 ? std::array<double, 2>{-1., 0.} :
                                           std::array<double, 2>{0.6, -0.8};
            for (unsigned int k = 1; k < n_rows; ++k)
              {
                active[row + k] = sticks ? 1 : 0;
                forces[row + k] = sticks ?
                                    number(random) :
                                    0.4 * slip.direction[k - 1] * forces[row];
              }
            if (!sticks)
              slips.push_back(slip);
          }
        EXPECT_TRUE(rows->are_separate(active, slips));
        auto force = of_impulses(forces);
        rows->multipliers(active, slips, force, result);
        for (const Slip &slip : slips)
          for (unsigned int k = 0; k < slip.n_tangential; ++k)
            forces[slip.first_row + 1 + k] = 0.;
        for (std::size_t row = 0; row < m; ++row)
          EXPECT_NEAR(result[row], forces[row], 1e-12) << row;
        EXPECT_GT(norm(force), 0.1);
        rows->constrain_forces(active, slips, force);
        EXPECT_LT(norm(force), 1e-12);
      }
  }

  TEST(MortarNodalRows, AreInvertedByOwnNodes)
  {
    const ElasticSolid<2, A> solid(two_blocks(5, 7), MPI_COMM_WORLD);
    const auto               q = solid.initial_displacement();
    for (const auto &pairs : {upper_is_slave, lower_is_slave})
      for (const double mu : {0., 0.3})
        for (const std::optional<double> place :
             {std::optional<double>(), std::optional<double>(0.5)})
          check_inverse(*pair_contacts<2, A>(solid, pairs, {0., mu}, place),
                        q,
                        mu == 0. ? 1 : 2);
  }

  TEST(MortarNodalRows, InSpace)
  {
    const ElasticSolid<3, A> solid(two_bricks(3, 2, 0., 0., 10.),
                                   MPI_COMM_WORLD);
    for (const double mu : {0., 0.3})
      check_inverse(*pair_contacts<3, A>(solid, upper_brick_is_slave, {0., mu}),
                    solid.initial_displacement(),
                    mu == 0. ? 1 : 3);
  }

  // An obstacle for the nodes of the master: R_1 first, then R_2.
  TEST(MortarNodalRows, BesideObstacles)
  {
    const ElasticSolid<2, A> solid(two_blocks(5, 7), MPI_COMM_WORLD);
    const auto               q = solid.initial_displacement();
    for (const double mu : {0., 0.3})
      for (const auto &pairs : {upper_is_slave, lower_is_slave})
        {
          const bool                      upper = pairs == upper_is_slave;
          const NodeToRigidContacts<2, A> obstacles(
            ContactSurface<2>(solid.dof_handler,
                              solid.mapping,
                              upper ? Ids{23, 22} : Ids{12, 13}),
            parse_obstacles<2>("plane: 0, -1 ; 0.2, 1"),
            solid.constraints,
            {0., mu});
          const auto contacts = pair_contacts<2, A>(solid, pairs, {0., mu});
          const JoinedContacts<A> joined(obstacles, *contacts, true);
          check_inverse(joined, q, mu == 0. ? 1 : 2);
          EXPECT_FALSE(
            JoinedContacts<A>(obstacles, *contacts, false).nodal_rows());
        }
  }

  // A node of a slave that is held along its normal has none of its own.
  TEST(MortarNodalRows, OfHeldNodesAreNone)
  {
    auto description                = two_blocks(5, 7);
    description.fixed_displacements = {
      {10u, {true, false}}}; // the left side, along x
    const ElasticSolid<2, A> solid(description, MPI_COMM_WORLD);
    const auto               q = solid.initial_displacement();
    check_inverse(*pair_contacts<2, A>(solid, upper_is_slave), q, 1);
    const auto contacts = pair_contacts<2, A>(solid, upper_is_slave, {0., 0.3});
    const auto rows     = contacts->nodal_rows();
    rows->update(q, 0.);
    EXPECT_FALSE(rows->have_own_nodes());
  }

  TEST(MortarNodalRows, NeedSlavesThatAreNoMasters)
  {
    const ElasticSolid<2, A> solid(two_blocks(5, 7), MPI_COMM_WORLD);
    const std::vector<std::pair<Ids, Ids>> both{{{12}, {23}}, {{23}, {12}}};
    EXPECT_FALSE((pair_contacts<2, A>(solid, both)->nodal_rows()));
  }
} // namespace percuss::test::mortar_nodal_rows_test
