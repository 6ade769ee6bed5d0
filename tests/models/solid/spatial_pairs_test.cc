// SPDX-License-Identifier: Apache-2.0

// Rows of pairs of boundaries in space: gaps and their rates, momentum, uniform
// pressure; impacts with friction keep the balances.

#include "two_bricks.h"

#include <percuss/base/exceptions.h>
#include <percuss/complementarity/make_solver.h>
#include <percuss/models/solid/contact_fields.h>
#include <percuss/models/solid/parse_obstacles.h>

#include <algorithm>

namespace percuss::test::spatial_pairs_test
{
  using Algebras = testing::Types<PETScAlgebra, TrilinosAlgebra>;
  using Point    = dealii::Point<3>;
  using Tensor   = dealii::Tensor<1, 3>;

  template <class A>
  class SpatialPairs : public testing::Test
  {};
  TYPED_TEST_SUITE(SpatialPairs, Algebras);

  TYPED_TEST(SpatialPairs, RowsHaveNamesAreasAndLaws)
  {
    using A               = TypeParam;
    auto description      = two_bricks(3, 5, 0.25);
    description.thickness = 0.2; // of the plane only
    const ElasticSolid<3, A> solid(description, MPI_COMM_WORLD);
    for (const double mu : {0., 0.3})
      {
        const auto contacts =
          pair_contacts(solid, upper_brick_is_slave, {0.5, mu});
        const size_t k = mu > 0. ? 3 : 1;
        ASSERT_EQ(contacts->n_constraints(), 20 * k);
        double area = 0.;
        for (size_t row = 0; row < 20 * k; row += k)
          {
            const std::string name =
              "pair, node " + std::to_string(row / k + 1);
            EXPECT_EQ(contacts->name(row), name);
            EXPECT_EQ(contacts->law(row).kind, ContactLaw::Kind::unilateral);
            EXPECT_NEAR(contacts->normal(row)[2], -1., 1e-15);
            area += contacts->area(row);
            for (size_t i = 1; i < k; ++i)
              {
                EXPECT_EQ(contacts->name(row + i),
                          name + " tangential " + std::to_string(i));
                EXPECT_EQ(contacts->law(row + i).kind,
                          ContactLaw::Kind::tangential);
              }
          }
        EXPECT_NEAR(area, 1., 1e-14);
      }
    const auto both = pair_contacts<3, A>(solid, {{{14}, {25}}, {{25}, {14}}});
    EXPECT_EQ(both->n_constraints(), 20u + 36u);
    EXPECT_EQ(both->pair(20), 1u);
  }

  // Gaps are affine: of bodies that move apart and turn a little, exactly. Of
  // tangential velocities there are the two parts, however tangents are turned.
  TYPED_TEST(SpatialPairs, GapsAndVelocities)
  {
    using A = TypeParam;
    const ElasticSolid<3, A> solid(two_bricks(3, 5, 0.25), MPI_COMM_WORLD);
    for (const auto &pair : {upper_brick_is_slave, lower_brick_is_slave})
      {
        const auto          contacts = pair_contacts(solid, pair, {0., 0.3});
        const auto          m        = contacts->n_constraints();
        const auto          q        = field(solid, [](const Point &X) {
          return X[2] > 1.1 ?
                                   vector(0.03, 0.07, 0.1 + 0.2 * X[0] - 0.1 * X[1]) :
                                   vector(-0.01, 0.04, -0.02 * X[0]);
        });
        std::vector<double> g(m), u(m), slide(m);
        contacts->gap(q, 0., g);
        contacts->velocity(q, 0., q, u);
        contacts->slide(q, slide);
        const auto &slave = contacts->pairs()[0].slave;
        for (size_t row = 0; row < m; row += 3)
          {
            const auto  &X = slave.undeformed().nodes[contacts->node(row)];
            const double opening = 0.1 + 0.22 * X[0] - 0.1 * X[1];
            EXPECT_NEAR(g[row], 0.25 + opening, 1e-14);
            EXPECT_EQ(g[row + 1], 0.);
            EXPECT_EQ(g[row + 2], 0.);
            EXPECT_NEAR(u[row], opening, 1e-14);
            EXPECT_NEAR(std::hypot(u[row + 1], u[row + 2]), 0.05, 1e-14);
            EXPECT_NEAR(slide[row], 0.05, 1e-14);
            EXPECT_EQ(slide[row + 1], 0.);
          }
      }
  }

  // Forces on both bodies are opposite, and have no torque where gaps are zero:
  // also where faces are covered in part, at any angle.
  TYPED_TEST(SpatialPairs, ImpulsesAreInBalance)
  {
    using A = TypeParam;
    for (const double degrees : {0., 10., 37.})
      for (const double gap : {0., 0.25})
        for (const auto &pair : {upper_brick_is_slave, lower_brick_is_slave})
          {
            const ElasticSolid<3, A> solid(two_bricks(3, 5, gap, 0.1, degrees),
                                           MPI_COMM_WORLD);
            const auto contacts = pair_contacts(solid, pair, {0., 0.3});
            std::vector<double> P(contacts->n_constraints());
            double              normal = 0.;
            for (size_t row = 0; row < P.size(); ++row)
              {
                P[row] = 1. + std::sin(5. * row);
                normal += row % 3 == 0 ? P[row] : 0.;
              }
            typename A::Vector r;
            solid.reinit(r);
            contacts->add_impulse(r, 0., P, r);
            const auto modes = solid.rigid_body_modes();
            ASSERT_EQ(modes.size(), 6u);
            for (size_t k = 0; k < (gap == 0. ? 6u : 3u); ++k)
              EXPECT_NEAR(modes[k] * r, 0., 3e-14 * normal) << degrees << k;
            std::vector<double> R(3);
            contacts->resultants(P, R);
            EXPECT_NEAR(R[2],
                        pair == upper_brick_is_slave ? normal : -normal,
                        1e-13);
            for (unsigned int d = 0; d < 3 && gap > 0.; ++d)
              {
                const auto of_slave = field(solid, [&](const Point &X) {
                  Tensor e;
                  e[d] = (X[2] > 1.1) == (pair == upper_brick_is_slave);
                  return e;
                });
                EXPECT_NEAR(of_slave * r, R[d], 1e-13);
              }
          }
  }

  /** sigma_zz = -1, other stresses 0, u = 0 at X = 0. */
  Tensor
  compressed(const SolidMaterial &m, const Point &X)
  {
    const double nu = m.poissons_ratio, E = m.youngs_modulus;
    return vector(nu / E * X[0], nu / E * X[1], -1. / E * X[2]);
  }

  // The patch test: with lambda_j = D_j p the uniform stress of both bodies is in
  // equilibrium, their faces in contact. Bricks that are turned against each
  // other have it where each node of the master is covered: in the lower one.
  TYPED_TEST(SpatialPairs, UniformPressure)
  {
    using A               = TypeParam;
    unsigned int n_turned = 0;
    for (const auto &[n, m] : {std::pair(3u, 5u), {4u, 7u}, {5u, 3u}})
      for (const double degrees : {0., 10., 37.})
        for (const auto &pair : {upper_brick_is_slave, lower_brick_is_slave})
          {
            if (degrees > 0. && pair == lower_brick_is_slave)
              continue;
            auto mesh = std::make_shared<Mesh>();
            // turned by 37 degrees, 1.5 times as wide it covers the cube
            const double size = degrees > 0. ? 1.5 : 1.;
            add_brick(*mesh,
                      {{0.5 - 0.5 * size, 0.5 - 0.5 * size, 1.},
                       {size, size, 0.5},
                       {n, n + 1, 2},
                       1,
                       10,
                       degrees,
                       0.1});
            add_brick(*mesh,
                      {{0., 0., 0.}, {1., 1., 1.}, {m, m, 3}, 2, 20, 0., 0.1});
            auto description                    = two_bricks(1, 1);
            description.mesh                    = mesh;
            description.fixed_displacements[24] = {false, false, true};
            description.tractions[15].value     = [](const Point &, double) {
              return vector(0., 0., -1.);
            };
            const ElasticSolid<3, A> solid(description, MPI_COMM_WORLD);
            const auto               contacts = pair_contacts(solid, pair);
            const auto              &upper    = description.materials.at(1);
            const auto              &lower    = description.materials.at(2);
            const double             z = (compressed(lower, Point(0., 0., 1.)) -
                              compressed(upper, Point(0., 0., 1.)))[2];
            auto                     q = field(solid, [&](const Point &X) {
              return compressed(lower, X);
            });
            dealii::IndexSet         of_upper(solid.dof_handler.n_dofs());
            for (const auto &cell : solid.dof_handler.active_cell_iterators())
              if (cell->is_locally_owned() && cell->material_id() == 1)
                for (const unsigned int v : cell->vertex_indices())
                  for (unsigned int d = 0; d < 3; ++d)
                    {
                      const auto dof = cell->vertex_dof_index(v, d);
                      of_upper.add_index(dof);
                      if (solid.dof_handler.locally_owned_dofs().is_element(
                            dof))
                        q(dof) = compressed(upper, cell->vertex(v))[d] +
                                 (d == 2 ? z : 0.);
                    }
            q.compress(dealii::VectorOperation::insert);

            std::vector<double> g(contacts->n_constraints()), lambda(g.size());
            contacts->gap(q, 0., g);
            double area = 0.;
            for (size_t row = 0; row < g.size(); ++row)
              {
                EXPECT_NEAR(g[row], 0., 1e-14);
                lambda[row] = contacts->area(row);
                area += lambda[row];
              }
            if (degrees > 0. && area < 1. - 1e-9)
              continue; // a node of which hardly anything is covered
            EXPECT_NEAR(area, 1., 1e-13);
            n_turned += degrees > 0.;
            auto r = load(solid, 0.);
            contacts->add_impulse(r, 0., lambda, r);
            r.add(-1., elastic_force(solid, q));
            solid.constraints.set_zero(r);
            if (degrees > 0.)
              for (const auto dof : solid.dof_handler.locally_owned_dofs())
                if (of_upper.is_element(dof))
                  r(dof) = 0.;
            r.compress(dealii::VectorOperation::insert);
            EXPECT_LT(r.linfty_norm(), 3e-15)
              << n << ':' << m << ' ' << degrees;
          }
    EXPECT_GE(n_turned, 3u);
  }

  TYPED_TEST(SpatialPairs, WhatIsRefusedAndWhatIsHeld)
  {
    using A                             = TypeParam;
    auto description                    = two_bricks(3, 5, 0.25);
    description.fixed_displacements[25] = {false, false, true};
    description.fixed_displacements[10] = {true, true, true};
    const ElasticSolid<3, A> solid(description, MPI_COMM_WORLD);
    const auto contacts = pair_contacts(solid, upper_brick_is_slave);
    EXPECT_EQ(contacts->n_constraints(), 3u * 5u); // one edge is held
    const auto message = [&](const Ids &slave, const Ids &master) {
      try
        {
          pair_contacts<3, A>(solid, {{slave, master}});
        }
      catch (const InputError &error)
        {
          return std::string(error.what());
        }
      return std::string();
    };
    EXPECT_NE(message({10}, {14}).find("share the node at 0 0 1.25"),
              std::string::npos);
    EXPECT_NE(message({15}, {24}).find("must face each other"),
              std::string::npos);
    EXPECT_NE(message({14}, {20}).find("must face each other"),
              std::string::npos);
    auto overlapping                 = two_bricks(3, 5, 0.25);
    overlapping.initial_displacement = [](const Point &, unsigned int id) {
      return vector(0.1, 0.1, id == 1 ? -0.26 : 0.);
    };
    const ElasticSolid<3, A> other(overlapping, MPI_COMM_WORLD);
    EXPECT_THROW(pair_contacts(other, upper_brick_is_slave), InputError);
  }

  // The fields of the contact surface: the slave's nodes.
  TYPED_TEST(SpatialPairs, NodesShowTheirContact)
  {
    using A = TypeParam;
    const ElasticSolid<3, A>  solid(two_bricks(2, 3, 0.25), MPI_COMM_WORLD);
    const ContactSurface<3>   all(solid.dof_handler, solid.mapping, {14});
    NodeToRigidContacts<3, A> none(ContactSurface<3>(solid.dof_handler,
                                                     solid.mapping,
                                                     {}),
                                   {},
                                   solid.constraints,
                                   {});
    const auto pairs = pair_contacts(solid, upper_brick_is_slave, {0., 0.3});
    std::vector<double> gap(3 * 12, 0.1), impulse(3 * 12, 0.);
    gap[6]     = -1e-9;
    impulse[6] = 3.;
    impulse[7] = -0.5; // tangential
    StepRecord record;
    record.time_step = 0.01;
    record.gap       = gap;
    record.impulse   = impulse;
    const auto found = nodal_contacts(all, none, *pairs, record);
    ASSERT_EQ(found.size(), 12u);
    for (size_t i = 0; i < found.size(); ++i)
      {
        EXPECT_EQ(found[i].status,
                  i == 2 ? ContactStatus::active : ContactStatus::open);
        EXPECT_NEAR(found[i].pressure,
                    i == 2 ? 3. / 0.01 / pairs->area(6) : 0.,
                    1e-9);
      }
  }

  /** The upper brick falls on the lower one, both free, and turns. */
  struct BrickImpact : SteppedPairs<3>
  {
    BrickImpact(const std::string                      &name,
                const std::vector<std::pair<Ids, Ids>> &pairs,
                const double                            restitution,
                const double                            friction)
      : SteppedPairs<3>(description(),
                        pairs,
                        {restitution, friction},
                        name,
                        0.04)
    {}

    static SolidDescription<3>
    description()
    {
      auto result             = two_bricks(2, 3, 0.011, 0.1, 20.);
      result.initial_velocity = [](const Point &X, const unsigned int id) {
        return id == 1 ? vector(0.04 - 0.05 * X[2], -0.03, -0.1 + 0.05 * X[0]) :
                         vector(0.01, 0., 0.02);
      };
      return result;
    }
  };

  // Momentum, without friction its moment, energy; Coulomb's law node by node.
  TEST(ImpactingSpatialPairs, BalancesHold)
  {
    for (const std::string scheme :
         {"moreau-jean", "generalized-alpha", "cd-lagrange"})
      for (const auto &pairs : {upper_brick_is_slave, lower_brick_is_slave})
        for (const double mu : {0., 0.05, 0.5})
          {
            BrickImpact         impact(scheme, pairs, mu > 0. ? 0. : 0.5, mu);
            const std::size_t   n    = mu > 0. ? 3 : 1;
            const double        mass = impact.solid.total_mass();
            std::vector<double> start, u(impact.contacts->n_constraints());
            for (std::size_t k = 0; k < 6; ++k)
              start.push_back(impact.momentum(k));
            double   sum    = 0.;
            unsigned slides = 0, sticks = 0;
            for (unsigned int step = 0; step < 30; ++step)
              {
                impact.stepper.advance(1);
                for (std::size_t k = 0; k < (mu > 0. ? 3u : 6u); ++k)
                  ASSERT_NEAR(impact.momentum(k), start[k], 3e-14 * mass)
                    << scheme << k;
                const auto P = impact.stepper.record().impulse;
                impact.contacts->velocity(impact.stepper.state().q,
                                          0.,
                                          impact.stepper.state().v,
                                          u);
                for (std::size_t row = 0; row < P.size(); row += n)
                  {
                    sum += P[row];
                    ASSERT_GE(P[row], 0.);
                    if (mu == 0. || P[row] < 1e-7)
                      continue;
                    const double P_T = std::hypot(P[row + 1], P[row + 2]);
                    ASSERT_LE(P_T, mu * P[row] * (1. + 1e-8));
                    if (scheme != "moreau-jean")
                      continue;
                    const double u_T = std::hypot(u[row + 1], u[row + 2]);
                    if (P_T < 0.99 * mu * P[row])
                      {
                        ++sticks;
                        EXPECT_NEAR(u_T, 0., 1e-9);
                      }
                    else if (u_T > 1e-4)
                      {
                        ++slides; // P_T = -mu P_N u_T/|u_T|
                        EXPECT_NEAR(P[row + 1] * u[row + 1] +
                                      P[row + 2] * u[row + 2],
                                    -mu * P[row] * u_T,
                                    1e-7 * mu * P[row] * u_T);
                      }
                  }
              }
            EXPECT_GT(sum, 0.01);
            if (scheme == "moreau-jean" && mu > 0.)
              {
                EXPECT_GT(mu < 0.1 ? slides : sticks, 10u);
              }
            const EnergyRecord &record = *impact.stepper.record().energy_record;
            EXPECT_LT(record.max_relative_residual, 1e-13) << scheme;
            EXPECT_LE(record.cumulative.contact, 1e-15);
          }
  }
} // namespace percuss::test::spatial_pairs_test
