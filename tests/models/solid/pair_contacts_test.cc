// SPDX-License-Identifier: Apache-2.0

// Rows of pairs of boundaries: gaps and their rates, momentum, uniform
// pressure, what is held, and what is refused.

#include "two_blocks.h"

#include <percuss/base/exceptions.h>
#include <percuss/models/solid/contact_fields.h>
#include <percuss/models/solid/parse_obstacles.h>

#include <algorithm>
#include <numeric>

namespace percuss::test::pair_contacts_test
{
  using Algebras = testing::Types<PETScAlgebra, TrilinosAlgebra>;
  using Point    = dealii::Point<2>;
  using Tensor   = dealii::Tensor<1, 2>;

  template <class A>
  class PairContactsTest : public testing::Test
  {};
  TYPED_TEST_SUITE(PairContactsTest, Algebras);

  TYPED_TEST(PairContactsTest, RowsHaveNamesAreasAndLaws)
  {
    using A               = TypeParam;
    auto description      = two_blocks(5, 7, 0.25);
    description.thickness = 0.2;
    const ElasticSolid<2, A> solid(description, MPI_COMM_WORLD);
    for (const double mu : {0., 0.3})
      {
        const auto   contacts = pair_contacts(solid, upper_is_slave, {0.5, mu});
        const size_t k        = mu > 0. ? 2 : 1;
        ASSERT_EQ(contacts->n_constraints(), 6 * k);
        EXPECT_TRUE(contacts->is_linear());
        EXPECT_FALSE(contacts->is_moving());
        double area = 0.;
        for (size_t row = 0; row < 6 * k; row += k)
          {
            EXPECT_EQ(contacts->name(row),
                      "pair, node " + std::to_string(row / k + 1));
            EXPECT_EQ(contacts->node(row), row / k);
            EXPECT_EQ(contacts->law(row).kind, ContactLaw::Kind::unilateral);
            EXPECT_EQ(contacts->law(row).restitution, 0.5);
            EXPECT_NEAR(contacts->normal(row)[1], -1., 1e-15);
            area += contacts->area(row);
            if (k == 2)
              {
                EXPECT_EQ(contacts->name(row + 1),
                          contacts->name(row) + " tangential");
                EXPECT_EQ(contacts->law(row + 1).kind,
                          ContactLaw::Kind::tangential);
              }
          }
        EXPECT_NEAR(area, 0.2, 1e-15);
      }
    const auto both = pair_contacts<2, A>(solid, {{{12}, {23}}, {{23}, {12}}});
    EXPECT_EQ(both->n_constraints(), 6u + 8u);
    EXPECT_EQ(both->name(6), "pair 2, node 1");
    EXPECT_EQ(both->pair(5), 0u);
    EXPECT_EQ(both->pair(6), 1u);
  }

  // Gaps are affine: of bodies that move apart and turn a little, exactly.
  TYPED_TEST(PairContactsTest, GapsAndVelocities)
  {
    using A = TypeParam;
    const ElasticSolid<2, A> solid(two_blocks(5, 7, 0.25), MPI_COMM_WORLD);
    for (const auto &pair : {upper_is_slave, lower_is_slave})
      {
        const auto          contacts = pair_contacts(solid, pair, {0., 0.3});
        const auto          m        = contacts->n_constraints();
        const bool          is_upper = pair == upper_is_slave;
        const auto          q        = field(solid, [](const Point &X) {
          return X[1] > 1.1 ? vector(0.03, 0.1 + 0.2 * X[0]) :
                                              vector(-0.01, -0.02 * X[0]);
        });
        std::vector<double> g(m), u(m), slide(m);
        contacts->gap(q, 0., g);
        contacts->velocity(q, 0., q, u);
        contacts->slide(q, slide);
        const ContactSide<2> &slave = contacts->pairs()[0].slave;
        for (size_t row = 0; row < m; row += 2)
          {
            const double x = slave.undeformed().nodes[contacts->node(row)][0];
            EXPECT_NEAR(g[row], 0.25 + 0.1 + 0.22 * x, 1e-14);
            EXPECT_EQ(g[row + 1], 0.);
            EXPECT_NEAR(u[row], 0.1 + 0.22 * x, 1e-14);
            // t is (1, 0) where n points down; of the master less the slave
            EXPECT_NEAR(u[row + 1], -0.04, 1e-14) << is_upper;
            EXPECT_NEAR(slide[row], -0.04, 1e-14);
            EXPECT_EQ(slide[row + 1], 0.);
          }
      }
  }

  // Forces on both bodies are opposite, and have no torque where gaps are zero.
  TYPED_TEST(PairContactsTest, ImpulsesAreInBalance)
  {
    using A = TypeParam;
    for (const double gap : {0., 0.25})
      for (const auto &[n, m] : {std::pair(5u, 7u), {7u, 5u}, {3u, 11u}})
        for (const auto &pair : {upper_is_slave, lower_is_slave})
          {
            const ElasticSolid<2, A> solid(two_blocks(n, m, gap),
                                           MPI_COMM_WORLD);
            const auto contacts = pair_contacts(solid, pair, {0., 0.3});
            std::vector<double> P(contacts->n_constraints());
            double              normal = 0.;
            for (size_t row = 0; row < P.size(); ++row)
              {
                P[row] = 1. + std::sin(5. * row);
                if (row % 2 == 0)
                  normal += P[row];
              }
            typename A::Vector r;
            solid.reinit(r);
            contacts->add_impulse(r, 0., P, r);
            const auto modes = solid.rigid_body_modes();
            EXPECT_NEAR(modes[0] * r, 0., 1e-14 * modes[0].linfty_norm());
            EXPECT_NEAR(modes[1] * r, 0., 1e-14 * modes[1].linfty_norm());
            // tangential ones turn by the distance between the bodies
            if (gap == 0.)
              {
                EXPECT_NEAR(modes[2] * r, 0., 1e-14);
              }
            const auto          of_slave = field(solid, [&](const Point &X) {
              return vector(0.,
                            (X[1] > 1. + 0.5 * gap ||
                             (gap == 0. && X[1] > 1.01)) ==
                                (pair == upper_is_slave) ?
                                       1. :
                                       0.);
            });
            std::vector<double> R(2);
            contacts->resultants(P, R);
            EXPECT_NEAR(R[1], pair == upper_is_slave ? normal : -normal, 1e-14);
            if (gap > 0.)
              {
                EXPECT_NEAR(of_slave * r, R[1], 1e-14);
              }
          }
  }

  /** The plane strain field with sigma_yy = -1, sigma_xx = 0, u_x(0, .) = 0 and
   * u_y = 0 at y_0, but for a constant. */
  Tensor
  compressed(const SolidMaterial &m, const Point &X)
  {
    const double nu = m.poissons_ratio, E = m.youngs_modulus;
    return vector(nu * (1. + nu) / E * X[0], -(1. - nu * nu) / E * X[1]);
  }

  // The patch test: with lambda_j = D_j p the uniform stress of both bodies is in
  // equilibrium, their faces in contact.
  TYPED_TEST(PairContactsTest, UniformPressure)
  {
    using A = TypeParam;
    for (const auto &[n, m] :
         {std::pair(5u, 7u), {7u, 5u}, {3u, 11u}, {8u, 8u}})
      for (const double distortion : {0., 0.1})
        for (const auto &pair : {upper_is_slave, lower_is_slave})
          {
            auto description      = two_blocks(n, m, 0., distortion);
            description.thickness = 0.7;
            description.fixed_displacements[22] = {false, true};
            description.tractions[13].value     = [](const Point &, double) {
              return vector(0., -1.);
            };
            const ElasticSolid<2, A> solid(description, MPI_COMM_WORLD);
            const auto               contacts = pair_contacts(solid, pair);
            const auto              &upper    = description.materials.at(1);
            const auto              &lower    = description.materials.at(2);
            const double             y = (compressed(lower, Point(0., 1.)) -
                              compressed(upper, Point(0., 1.)))[1];
            // the sides of both bodies at y = 1 are at one place
            auto                   q = field(solid, [&](const Point &X) {
              return compressed(lower, X);
            });
            std::set<unsigned int> of_upper;
            for (const auto &cell : solid.dof_handler.active_cell_iterators())
              if (cell->is_locally_owned() && cell->material_id() == 1)
                for (const unsigned int v : cell->vertex_indices())
                  for (unsigned int d = 0; d < 2; ++d)
                    {
                      const auto dof = cell->vertex_dof_index(v, d);
                      const auto u   = compressed(upper, cell->vertex(v))[d] +
                                     (d == 1 ? y : 0.);
                      if (solid.dof_handler.locally_owned_dofs().is_element(
                            dof))
                        q(dof) = u;
                    }
            q.compress(dealii::VectorOperation::insert);

            std::vector<double> g(contacts->n_constraints()), lambda(g.size());
            contacts->gap(q, 0., g);
            for (size_t row = 0; row < g.size(); ++row)
              {
                EXPECT_NEAR(g[row], 0., 1e-14);
                lambda[row] = contacts->area(row);
              }
            auto r = load(solid, 0.);
            contacts->add_impulse(r, 0., lambda, r);
            r.add(-1., elastic_force(solid, q));
            solid.constraints.set_zero(r);
            EXPECT_LT(r.linfty_norm(), 2e-15) << n << ':' << m;
          }
  }

  TYPED_TEST(PairContactsTest, HeldDisplacementsDoNotMove)
  {
    using A                             = TypeParam;
    auto description                    = two_blocks(5, 7, 0.25);
    description.fixed_displacements[23] = {false, true};
    description.fixed_displacements[10] = {true, true};
    const ElasticSolid<2, A> solid(description, MPI_COMM_WORLD);
    const auto contacts = pair_contacts(solid, upper_is_slave, {0., 0.3});
    EXPECT_EQ(contacts->n_constraints(), 2u * 5u); // the corner is held
    EXPECT_EQ(contacts->name(0), "pair, node 2");
    typename A::Vector r;
    solid.reinit(r);
    contacts->add_impulse(r,
                          0.,
                          std::vector<double>(contacts->n_constraints(), 1.),
                          r);
    auto free = r;
    solid.constraints.set_zero(free);
    free.add(-1., r);
    EXPECT_EQ(free.linfty_norm(), 0.);

    auto held                    = two_blocks(5, 7, 0.25);
    held.fixed_displacements[23] = {false, true};
    held.fixed_displacements[12] = {false, true};
    const ElasticSolid<2, A> nothing_moves(held, MPI_COMM_WORLD);
    EXPECT_THROW(pair_contacts(nothing_moves, upper_is_slave), InputError);
  }

  // Initial displacements count: rows are those of the start.
  TYPED_TEST(PairContactsTest, StartOfTheMotion)
  {
    using A = TypeParam;
    for (const double lift : {0., 1e-13, -1e-13, 1e-3, -1e-3, -1e-2})
      {
        auto description                 = two_blocks(5, 7, 0.25);
        description.initial_displacement = [&](const Point &X,
                                               unsigned int id) {
          return id == 1 ? vector(0.4, -0.25 + lift) : 0. * X;
        };
        const ElasticSolid<2, A> solid(description, MPI_COMM_WORLD);
        if (lift < -2e-3) // of faces of 1/7 and 1/5
          {
            EXPECT_THROW(pair_contacts(solid, lower_is_slave), InputError);
            continue;
          }
        const auto contacts = pair_contacts(solid, lower_is_slave);
        EXPECT_EQ(contacts->n_constraints(), 6u); // x from 0.4 on
        std::vector<double> g(6);
        contacts->gap(solid.initial_displacement(), 0., g);
        for (const double gap : g)
          if (std::abs(lift) < 1e-10)
            {
              EXPECT_NEAR(gap, 0., 1e-17);
            }
          else
            {
              EXPECT_NEAR(gap, lift, 1e-14);
            }
      }
  }

  // The fields of the contact surface: nodes before obstacles, and slaves.
  TYPED_TEST(PairContactsTest, NodesShowTheirContact)
  {
    using A               = TypeParam;
    auto description      = two_blocks(5, 7, 0.25);
    description.thickness = 0.5;
    const ElasticSolid<2, A> solid(description, MPI_COMM_WORLD);
    const auto               surface = [&](const Ids &ids) {
      return ContactSurface<2>(solid.dof_handler, solid.mapping, ids);
    };
    const NodeToRigidContacts<2, A> obstacles(surface({22}),
                                              parse_obstacles<2>(
                                                "plane: 0, -0.1 ; 0, 1"),
                                              solid.constraints,
                                              {});
    const auto pairs = pair_contacts(solid, upper_is_slave, {0., 0.3});
    ASSERT_EQ(obstacles.n_constraints(), 8u);
    std::vector<double> gap(8 + 12, 0.1), impulse(8 + 12, 0.);
    gap[3]      = 0.;
    gap[8]      = 0.2;
    gap[10]     = -1e-9;
    impulse[10] = 3.;
    impulse[11] = -0.5; // tangential
    gap[12]     = 0.;
    StepRecord record;
    record.time_step = 0.01;
    record.gap       = gap;
    record.impulse   = impulse;
    const auto all   = surface({12, 22});
    const auto found = nodal_contacts(all, obstacles, *pairs, record);
    ASSERT_EQ(found.size(), 8u + 6u);
    for (size_t i = 0; i < found.size(); ++i)
      {
        const auto  &X       = all.nodes()[i].position;
        const bool   is_low  = X[1] < 0.5;
        const double number  = X[0] * (is_low ? 7. : 5.);
        const bool   is_3    = is_low && std::abs(number - 3.) < 1e-9;
        const bool   carries = !is_low && std::abs(number - 1.) < 1e-9;
        const bool   is_2    = !is_low && std::abs(number - 2.) < 1e-9;
        EXPECT_EQ(found[i].status,
                  carries      ? ContactStatus::active :
                  is_3 || is_2 ? ContactStatus::closed :
                                 ContactStatus::open);
        EXPECT_EQ(found[i].impulse, carries ? 3. : 0.);
        EXPECT_NEAR(found[i].pressure,
                    carries ? 3. / (0.01 * 0.2 * 0.5) : 0.,
                    1e-9);
        EXPECT_EQ(found[i].gap,
                  carries             ? -1e-9 :
                  is_3 || is_2        ? 0. :
                  is_low || X[0] > 0. ? 0.1 :
                                        0.2);
      }
  }

  TYPED_TEST(PairContactsTest, WhatIsRefused)
  {
    using A = TypeParam;
    const ElasticSolid<2, A> solid(two_blocks(5, 7, 0.25), MPI_COMM_WORLD);
    const auto message = [&](const Ids &slave, const Ids &master) {
      try
        {
          pair_contacts<2, A>(solid, {{slave, master}});
        }
      catch (const InputError &error)
        {
          return std::string(error.what());
        }
      return std::string();
    };
    EXPECT_NE(message({10}, {12}).find("share the node at 0 1.25"),
              std::string::npos);
    EXPECT_NE(message({12}, {12}).find("share the node"), std::string::npos);
    EXPECT_NE(message({13}, {22}).find("must face each other"),
              std::string::npos);
    EXPECT_NE(message({12}, {20}).find("must face each other"),
              std::string::npos);
    EXPECT_NE(message({99}, {12}).find("99"), std::string::npos);
    EXPECT_EQ(message({12}, {23}), "");
  }
} // namespace percuss::test::pair_contacts_test
