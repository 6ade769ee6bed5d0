// SPDX-License-Identifier: Apache-2.0

// What is called in every step allocates nothing.

#include "../../count_allocations.h"
#include "all_spatial_rows.h"
#include "body_runs.h"
#include "obstacles.h"
#include "random_state.h"

#include <percuss/models/mechanism/mechanism_constraints.h>
#include <percuss/models/mechanism/planar_mechanism.h>
#include <percuss/models/mechanism/spatial_mechanism.h>

#include <gtest/gtest.h>

#include <cmath>

#ifdef PERCUSS_COUNTS_ALLOCATIONS

namespace percuss::test::allocation_test
{
  TEST(MechanismAllocation, NoneInAStep)
  {
    EXPECT_GT(n_allocations_of([] { std::vector<double> x(100, 1.); }), 0u);

    const PlanarPoint          a{0, {0.3, -0.2}}, b{1, {-0.4, 0.1}}, ground{};
    PlanarMechanismDescription d;
    d.bodies            = {{"a", {2., 0.3}, {1., 2., 0.5}, {0., 0., 0.}},
                           {"b", {3., 0.7}, {-1., 0.5, -0.4}, {0., 0., 0.}}};
    d.springs           = {{"s", a, b, 50., 0.8, 3., 2.}};
    d.torsional_springs = {{"t", -1, 1, 6., 0.2, 0.8}};
    d.loads = {{0, 0, 1., [](const double t) { return std::sin(t); }}};
    for (const auto kind : {PlanarJoint::Kind::fixed,
                            PlanarJoint::Kind::prismatic,
                            PlanarJoint::Kind::distance,
                            PlanarJoint::Kind::drive})
      {
        d.joints.push_back({{std::to_string(d.joints.size()), a, b}, kind});
        d.joints.back().length = 1.;
        d.joints.back().motion = {[](const double t) { return t; },
                                  [](const double) { return 1.; }};
      }
    for (const auto *const name : {"line", "circle", "inside circle"})
      {
        d.contacts.push_back({{"c" + std::to_string(d.contacts.size()),
                               a,
                               0.1,
                               d.contacts.empty() ? ground : b,
                               obstacle<2>(name, {1., 2.}, 0.7),
                               {0.5, 0.1, 0.}}});
      }
    const PlanarMechanism   mechanism(d);
    const PlanarConstraints constraints(d.joints, d.contacts);
    const std::size_t       m = constraints.n_constraints();
    std::vector<double>     p(m, 1.), u(m);
    State<BandedAlgebra>    x;
    reinit(mechanism, x);
    x.q                           = mechanism.initial_position();
    x.v                           = random_vector(6, 1);
    DenseVector                 y = x.v, z = x.v;
    DenseVector                 far = random_vector(24, 6);
    BandedMatrix                S;
    BandedAlgebra::LinearSolver solver;
    mechanism.iteration_matrix({1., 1., 1.}, x, S);
    solver.factorize(S);

    const auto evaluate_rows = [&](const DenseVector &q) {
      constraints.gap(q, 0.1, u);
      constraints.gap_rate(q, 0.1, u);
      constraints.velocity(q, 0., x.v, u);
      constraints.add_impulse(q, 0., p, y);
    };
    // rows keep their gradients at two configurations
    evaluate_rows(random_vector(6, 2));
    evaluate_rows(random_vector(6, 3));
    EXPECT_EQ(n_allocations_of([&] { evaluate_rows(x.q); }), 0u);
    // the nodes of a beam, a body before them
    PlanarContact at_beam         = d.contacts.front();
    at_beam.beam                  = BeamSide{1, {0., 1., 2., 3., 4., 5., 6.}};
    const DenseVector       nodes = random_vector(3 + 21, 5);
    const PlanarConstraints of_beam({}, {at_beam});
    const auto              evaluate_beam = [&](const DenseVector &q) {
      of_beam.gap(q, 0.1, {u.data(), 2});
      of_beam.velocity(q, 0., nodes, {u.data(), 2});
      of_beam.add_impulse(q, 0., {p.data(), 2}, far);
    };
    evaluate_beam(random_vector(3 + 21, 7));
    evaluate_beam(random_vector(3 + 21, 8));
    EXPECT_EQ(n_allocations_of([&] { evaluate_beam(nodes); }), 0u);
    EXPECT_EQ(n_allocations_of([&] {
                mechanism.load(0.3, x.load);
                evaluate_forces(mechanism, x);
                mechanism.iteration_matrix({1., 1., 1.}, x, S);
                mechanism.stiffness_product(x, y, z);
                mechanism.damping_product(x, y, z);
                (void) mechanism.strain_energy(x.q, x.elastic_force);
                (void) mechanism.load_potential(x.q);
                solver.factorize(S);
                solver.solve(z, y);
                solver.vmult(y, z);
                y.equ(1., z);
                y.add(1., z, 2., x.v);
                y.sadd(2., 1., z);
                y = 0.;
                y = z;
              }),
              0u);
  }

  // Sticking, sliding and open contacts beside a joint: as long as these are the
  // same, and as a pendulum of two turns.
  TEST(MechanismAllocation, NoneInARunWhoseContactsStay)
  {
    MechanismTexts texts;
    texts.bodies = "block: mass 1 ; inertia 0.1 ; at 0, 0.05, 0 ; velocity 1, "
                   "0, 0 | rod: mass 1 ; inertia 0.1 ; at 5, 0, 0.3";
    texts.joints = "pin: revolute ; ground 4.5, 0 ; rod -0.5, 0";
    const auto contacts = [](const std::string &friction) {
      return "A: point ; block -0.1, -0.05 ; line ground 0, 0 ; normal 0, 1 ; " +
             friction +
             " | B: point ; block 0.1, -0.05 ; line ground 0, 0 ; normal 0, 1 ; " +
             friction +
             " | far: point ; block 0, 0 ; line ground 100, 0 ; normal -1, 0 ; " +
             friction;
    };
    const std::string constant = "friction 0.3";
    const std::string of_state =
      constant + " ; direct effect 0.01 ; evolution effect 0.015 ; "
                 "reference speed 0.1 ; characteristic slip 0.01";
    for (const auto &[name, friction] :
         {std::pair("moreau-jean", constant),
          std::pair("generalized-alpha", constant),
          std::pair("moreau-jean", of_state)})
      {
        texts.contacts = contacts(friction);
        MechanismRun<PlanarMechanism, PlanarConstraints> run(
          planar(texts, 9.81), scheme_named(name), 1e-3);
        run.stepper.advance(50);
        const auto problems = run.stepper.record().contacts->n_problems;
        EXPECT_EQ(n_allocations_of([&] { run.stepper.advance(50); }), 0u)
          << name;
        EXPECT_GT(run.stepper.record().contacts->n_problems, problems);
        EXPECT_EQ(run.stepper.record().active_contacts, 2u);
      }
  }

  TEST(MechanismAllocation, NoneOfRowsInSpace)
  {
    const SpatialConstraints constraints = all_spatial_rows::all_kinds();
    std::vector<double>      p(constraints.n_constraints(), 1.), u = p;
    DenseVector              v = random_vector(18, 2), r = v;
    const auto               evaluate = [&](const DenseVector &q) {
      constraints.gap(q, 0.1, u);
      constraints.gap_rate(q, 0.1, u);
      constraints.velocity(q, 0., v, u);
      constraints.add_impulse(q, 0., p, r);
    };
    const DenseVector q = random_frames(3, 1);
    evaluate(random_frames(3, 3)); // the first two configurations that are kept
    evaluate(random_frames(3, 4));
    EXPECT_EQ(n_allocations_of([&] { evaluate(q); }), 0u);
  }

  TEST(MechanismAllocation, NoneInAStepInSpace)
  {
    SpatialMechanismDescription d;
    const Eigen::Vector3d       J(0.5, 0.6, 0.7);
    d.bodies = {{"a", 2., J.asDiagonal(), {1., 2., 0.5}}};
    MechanismBeam<3> rod;
    rod.beam.section    = {5., 3., 0.7, 1.1, 0.13, 2.5, 0.4, 0.5, 0.1};
    rod.beam.n_elements = 3;
    rod.beam.degree     = 3;
    d.beams             = {rod};
    d.springs           = {
                {"s", {0, {0.3, -0.2, 0.1}}, {2, {0., 0.1, 0.}}, 50., 0.8, 3.}};
    d.loads = {{0, 4, 1., [](const double t) { return std::sin(t); }}};
    const SpatialMechanism mechanism(d);
    const auto             n = static_cast<Eigen::Index>(mechanism.n_dofs());
    State<BandedAlgebra>   x, next;
    reinit(mechanism, x);
    x.q            = mechanism.initial_position();
    x.v            = random_vector(n, 1);
    x.dq           = random_vector(n, 2, 0.1);
    next           = x;
    DenseVector  y = x.v, z = x.v, recorded = x.v;
    BandedMatrix S;
    mechanism.iteration_matrix({1., 1., 1.}, x, S);
    EXPECT_EQ(n_allocations_of([&] {
                mechanism.load(0.3, x.load);
                mechanism.retract(x.q, x.dq, next.q);
                evaluate_forces(mechanism, next);
                mechanism.iteration_matrix({1., 1., 1.}, next, S);
                mechanism.stiffness_product(next, y, z);
                mechanism.damping_product(next, y, z);
                (void) mechanism.strain_energy(next.q, next.elastic_force);
                (void) mechanism.load_potential(next.q);
                (void) mechanism.damping_work(x, next);
                mechanism.record_positions(next.q, recorded);
              }),
              0u);
  }

  TEST(BodyContacts, NothingIsAllocatedInAStep)
  {
    auto d = parse_mechanism<3>(
      {"a: shape box 0.2, 0.2, 0.1 ; mass 1 ; at 0, 0, 0.05 | b: shape box 0.2, "
       "0.2, 0.1 ; mass 1 ; at 0, 0, 0.15 | c: shape ball 0.1 ; mass 1 ; at 0, "
       "0, 0.3",
       "",
       floor_3 + " | all: bodies all",
       "",
       ""},
      law(0., 0.5));
    const SpatialMechanism   mechanism(d);
    const SpatialConstraints constraints(d.joints, d.contacts, d.body_contacts);
    std::vector<double>      p(constraints.n_constraints(), 1.), u(p);
    DenseVector              r = mechanism.initial_velocity();
    constraints.renew_rows(mechanism.initial_position(), r, 1e-3);
    EXPECT_EQ(n_allocations_of([&] {
                constraints.renew_rows(mechanism.initial_position(),
                                       mechanism.initial_velocity(),
                                       1e-3);
                constraints.gap(mechanism.initial_position(), 0., u);
              }),
              0u);
    constraints.velocity(mechanism.initial_position(), 0., r, u);
    EXPECT_EQ(n_allocations_of([&] {
                constraints.velocity(mechanism.initial_position(), 0., r, u);
                constraints.add_impulse(mechanism.initial_position(), 0., p, r);
              }),
              0u);
  }
} // namespace percuss::test::allocation_test

#endif
