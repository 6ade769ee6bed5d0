// SPDX-License-Identifier: Apache-2.0

// Forces against differences of the energy, tangents against differences of
// forces, invariance under rigid motions, and figures by hand.

#include "random_state.h"

#include <percuss/models/mechanism/planar_mechanism.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace percuss::test::planar_mechanism_test
{
  using Eigen::Vector2d;
  using Eigen::Vector3d;

  PlanarMechanismDescription
  two_bodies()
  {
    PlanarMechanismDescription d;
    d.bodies = {{"crank", {2., 0.3}, {1., 2., 0.5}, {0.1, 0.2, 0.3}},
                {"rod", {3., 0.7}, {-1., 0.5, -0.4}, {0.4, 0.5, 0.6}}};
    return d;
  }

  PlanarMechanismDescription
  with_springs()
  {
    PlanarMechanismDescription d = two_bodies();
    d.springs = {{"a", {0, {0.3, -0.2}}, {1, {0.1, 0.4}}, 50., 0.8, 3., 2.},
                 {"b", {-1, {0.2, -2.}}, {1, {-0.3, 0.2}}, 20., 1.5, 0.5, -4.},
                 {"c", {0, {-0.1, 0.2}}, {-1, {4., 1.}}, 30., 0., 0., 0.},
                 {"d", {1, {-0.1, 0.2}}, {-1, {4., 1.}}, 0., 0., 7., 0.}};
    d.torsional_springs = {{"e", 0, 1, 6., 0.2, 0.8},
                           {"f", -1, 1, 2., 0.1, 0.}};
    return d;
  }

  TEST(PlanarMechanism, HasConstantMassesAndIsInFreeFall)
  {
    PlanarMechanismDescription d = two_bodies();
    d.gravity                    = {0.5, -9.};
    const PlanarMechanism mechanism(d);
    EXPECT_TRUE(mechanism.is_linear());
    EXPECT_FALSE(mechanism.is_elastic());
    EXPECT_FALSE(mechanism.is_damped());
    EXPECT_FALSE(mechanism.has_varying_load());
    EXPECT_EQ(mechanism.n_dofs(), 6u);
    Eigen::VectorXd M(6), F_0(6);
    M << 2., 2., 0.3, 3., 3., 0.7;
    F_0 << 1., -18., 0., 1.5, -27., 0.;
    EXPECT_EQ(mechanism.masses(), M);
    DenseVector F, p, s;
    mechanism.reinit(F);
    mechanism.load(1., F);
    EXPECT_EQ(F.entries, F_0);
    mechanism.momentum(mechanism.initial_position(),
                       mechanism.initial_velocity(),
                       p);
    EXPECT_DOUBLE_EQ(p[2], 0.3 * 0.3);
    EXPECT_DOUBLE_EQ(p[4], 3. * 0.5);
    EXPECT_DOUBLE_EQ(mechanism.load_potential(mechanism.initial_position()),
                     -(1. - 36. - 1.5 - 13.5));
    State<BandedAlgebra> x;
    reinit(mechanism, x);
    Eigen::MatrixXd S;
    S = iteration_matrix(mechanism, {2., 3., 5.}, x);
    EXPECT_EQ(S, Eigen::MatrixXd(2. * M.asDiagonal()));
    EXPECT_EQ(mechanism.coordinate_names()[4], "rod y");
    EXPECT_EQ(mechanism.coordinate_names()[2], "crank angle");
    EXPECT_EQ(mechanism.initial_position()[5], -0.4);
  }

  TEST(PlanarMechanism, SumsConstantAndVaryingLoads)
  {
    PlanarMechanismDescription d = two_bodies();
    d.gravity.setZero();
    d.loads = {{1, 0, 2.},
               {1, 2, -3.},
               {1, 0, 0., [](const double t) { return t * t; }},
               {1, 0, 0.5, [](const double t) { return -t; }}};
    const PlanarMechanism mechanism(d);
    EXPECT_TRUE(mechanism.has_varying_load());
    EXPECT_TRUE(mechanism.is_linear());
    DenseVector F;
    mechanism.reinit(F);
    mechanism.load(3., F);
    Eigen::VectorXd expected(6);
    expected << 0., 0., 0., 8.5, 0., -3.;
    EXPECT_EQ(F.entries, expected);
    // of the constant ones alone: a moment has one, too
    DenseVector q = random_vector(6, 3);
    EXPECT_DOUBLE_EQ(mechanism.load_potential(q), -2.5 * q[3] + 3. * q[5]);
  }

  TEST(PlanarMechanism, HasConsistentDerivatives)
  {
    const PlanarMechanism mechanism(with_springs());
    EXPECT_FALSE(mechanism.is_linear());
    EXPECT_TRUE(mechanism.is_elastic());
    EXPECT_TRUE(mechanism.is_damped());
    for (unsigned int seed = 1; seed <= 5; ++seed)
      {
        State<BandedAlgebra> x;
        reinit(mechanism, x);
        x.q =
          sum(mechanism.initial_position(), 1., random_vector(6, seed, 0.5));
        x.v = random_vector(6, 100 + seed);
        evaluate_forces(mechanism, x);
        Eigen::MatrixXd S, K, C, M;
        K = iteration_matrix(mechanism, {0., 0., 1.}, x);
        C = iteration_matrix(mechanism, {0., 1., 0.}, x);
        M = iteration_matrix(mechanism, {1., 0., 0.}, x);
        S = iteration_matrix(mechanism, {2., 3., 5.}, x);
        EXPECT_LT((S - 2. * M - 3. * C - 5. * K).norm(), 1e-13 * S.norm());
        EXPECT_EQ(M, Eigen::MatrixXd(mechanism.masses().asDiagonal()));
        EXPECT_LT((C - C.transpose()).norm(), 1e-14 * C.norm());
        EXPECT_GT((K - K.transpose()).norm(), 1e-3 * K.norm()); // of dampers
        const double eps = 1e-5;
        for (int i = 0; i < 6; ++i)
          {
            auto above = x, below = x;
            above.q[i] += eps;
            below.q[i] -= eps;
            evaluate_forces(mechanism, above);
            evaluate_forces(mechanism, below);
            EXPECT_NEAR((mechanism.strain_energy(above.q, above.elastic_force) -
                         mechanism.strain_energy(below.q,
                                                 below.elastic_force)) /
                          (2. * eps),
                        x.elastic_force[i],
                        1e-7 * x.elastic_force.entries.norm());
            const Eigen::VectorXd column =
              (above.elastic_force.entries + above.damping_force.entries -
               below.elastic_force.entries - below.damping_force.entries) /
              (2. * eps);
            EXPECT_LT((column - K.col(i)).norm(), 1e-7 * K.norm());
            auto faster = x;
            faster.v[i] += 1.;
            evaluate_forces(mechanism, faster);
            EXPECT_LT((faster.damping_force.entries - x.damping_force.entries -
                       C.col(i))
                        .norm(),
                      1e-13 * C.norm());
          }
        const DenseVector y = random_vector(6, 200 + seed);
        DenseVector       z;
        mechanism.reinit(z);
        mechanism.stiffness_product(x, y, z);
        EXPECT_LT((z.entries - K * y.entries).norm(), 1e-13 * K.norm());
        mechanism.damping_product(x, y, z);
        EXPECT_LT((z.entries - C * y.entries).norm(), 1e-13 * C.norm());
        EXPECT_GE(x.v * x.damping_force, 0.);
      }
  }

  // inner springs: no resultant, no moment, none against rigid motions
  TEST(PlanarMechanism, InnerForcesAreBalancedAndObjective)
  {
    PlanarMechanismDescription d = two_bodies();
    d.springs = {{"a", {0, {0.3, -0.2}}, {1, {0.1, 0.4}}, 50., 0.8, 3., 2.}};
    d.torsional_springs = {{"e", 0, 1, 6., 0.2, 0.8}};
    const PlanarMechanism mechanism(d);
    const DenseVector     q = sum(mechanism.initial_position(),
                              1.,
                              random_vector(6, 4, 0.5)),
                      v     = random_vector(6, 5);
    DenseVector s, f;
    mechanism.reinit(s);
    mechanism.reinit(f);
    mechanism.elastic_force(q, s);
    mechanism.damping_force(q, v, f);
    for (const DenseVector *force : {&s, &f})
      {
        const Vector3d a = force->entries.head<3>(),
                       b = force->entries.tail<3>();
        EXPECT_NEAR((a + b).head<2>().norm(), 0., 1e-13);
        EXPECT_NEAR(a[2] + b[2] + cross(q.entries.segment<2>(0), a.head<2>()) +
                      cross(q.entries.segment<2>(3), b.head<2>()),
                    0.,
                    1e-12);
      }
    DenseVector rigid = q; // rotation about the origin with the speed 1
    for (const int frame : {0, 3})
      {
        rigid.entries.segment<2>(frame) =
          quarter_turn(q.entries.segment<2>(frame));
        rigid[frame + 2] = 1.;
      }
    mechanism.damping_force(q, rigid, f);
    EXPECT_LT(f.entries.norm(), 1e-13);
  }

  TEST(PlanarMechanism, SpringsPullAsByHand)
  {
    PlanarMechanismDescription d;
    d.bodies  = {{"ball", {1., 1.}, {3., 4., 0.}, {0., 5., 2.}}};
    d.springs = {{"s", {0, {0., 0.}}, {-1, {0., 0.}}, 10., 4., 2., 3.}};
    d.torsional_springs = {{"t", -1, 0, 5., -0.4, 0.5}};
    const PlanarMechanism mechanism(d);
    const DenseVector     q = mechanism.initial_position(),
                      v     = mechanism.initial_velocity();
    DenseVector s, f;
    mechanism.reinit(s);
    mechanism.reinit(f);
    mechanism.elastic_force(q, s);
    mechanism.damping_force(q, v, f);
    // l = 5: tension 10 + 3; l' = 4
    EXPECT_LT((s.entries - Vector3d(0.6 * 13., 0.8 * 13., 2.)).norm(), 1e-14);
    EXPECT_LT((f.entries - Vector3d(0.6 * 8., 0.8 * 8., 1.)).norm(), 1e-14);
    EXPECT_NEAR(mechanism.strain_energy(q, s), 5. + 3. + 0.4, 1e-14);
  }

  TEST(PlanarMechanism, SpringsWithoutLengthNeedADirection)
  {
    PlanarMechanismDescription d;
    d.bodies         = {{"ball", {1., 1.}, {0., 0., 0.3}, {0., 0., 0.}}};
    d.springs        = {{"s", {0, {0., 0.}}, {-1, {0., 0.}}, 10.}};
    const auto force = [&] {
      const PlanarMechanism mechanism(d);
      State<BandedAlgebra>  x;
      reinit(mechanism, x);
      x.q = mechanism.initial_position();
      evaluate_forces(mechanism, x);
      Eigen::MatrixXd S;
      S = iteration_matrix(mechanism, {0., 0., 1.}, x);
      EXPECT_LT(
        (S.topLeftCorner<2, 2>() - 10. * Eigen::Matrix2d::Identity()).norm(),
        1e-14);
      return x.elastic_force.entries.norm();
    };
    EXPECT_EQ(force(), 0.);
    d.springs[0].free_length = 0.1;
    EXPECT_THROW(force(), StepError);
    d.springs[0].preload = 1.; // k l_0 = T_0: V' = k l
    EXPECT_EQ(force(), 0.);
    d.springs[0].damping = 1.;
    EXPECT_THROW(force(), StepError);
  }

  TEST(PlanarMechanism, MassPropertiesOfShapes)
  {
    const PlanarMassProperties rectangle =
      rectangle_mass(0.4, 0.3, 7000., 0.02);
    EXPECT_NEAR(rectangle.mass, 16.8, 1e-13);
    EXPECT_NEAR(rectangle.inertia, 16.8 * 0.25 / 12., 1e-14);
    const PlanarMassProperties disc = disc_mass(0.5, 8., 2.);
    EXPECT_NEAR(disc.mass, 4. * std::numbers::pi, 1e-13);
    EXPECT_NEAR(disc.inertia, 0.5 * std::numbers::pi, 1e-13);
    const PlanarMassProperties rod = rod_mass(3., 10., 0.1);
    EXPECT_NEAR(rod.mass, 3., 1e-14);
    EXPECT_NEAR(rod.inertia, 2.25, 1e-14);
  }

  void
  expect_refused(const PlanarMechanismDescription &d,
                 const std::string                &message)
  {
    try
      {
        const PlanarMechanism mechanism(d);
        FAIL() << message;
      }
    catch (const InputError &error)
      {
        EXPECT_EQ(std::string(error.what()), message);
      }
  }

  TEST(PlanarMechanism, RefusesWrongValues)
  {
    expect_refused({}, "The mechanism has neither bodies nor beams.");
    PlanarMechanismDescription d = two_bodies();
    d.bodies[1].name             = "crank";
    expect_refused(d,
                   "There are two bodies with the name 'crank'; give each its "
                   "own.");
    d                     = two_bodies();
    d.bodies[0].mass.mass = 0.;
    expect_refused(d, "The mass of body 'crank' is 0; it must be positive.");
    d                        = two_bodies();
    d.bodies[1].mass.inertia = -1.;
    expect_refused(d,
                   "The moment of inertia of body 'rod' is -1; it must be "
                   "positive.");
    d                       = two_bodies();
    d.bodies[1].position[0] = std::numeric_limits<double>::infinity();
    expect_refused(d, "The position of body 'rod' is inf; it must be finite.");
    d       = two_bodies();
    d.loads = {{1, 1, std::nan("")}};
    expect_refused(d, "The load of rod y is nan; it must be finite.");
    d                      = with_springs();
    d.springs[1].stiffness = -1.;
    expect_refused(d,
                   "The stiffness of spring 'b' is -1; it must not be "
                   "negative.");
    d                              = with_springs();
    d.torsional_springs[0].damping = -2.;
    expect_refused(d,
                   "The damping of spring 'e' is -2; it must not be "
                   "negative.");
    d                             = with_springs();
    d.torsional_springs[0].second = 0;
    expect_refused(d,
                   "Both ends of spring 'e' are in one frame, where nothing "
                   "moves; write one of them in another body, or on the "
                   "ground.");
  }
} // namespace percuss::test::planar_mechanism_test
