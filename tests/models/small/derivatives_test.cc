// SPDX-License-Identifier: Apache-2.0

// Forces against differences of energies, tangents against differences of
// forces, rows of G against differences of gaps.

#include <percuss/discrete/obstacles.h>
#include <percuss/models/small/bouncing_ball/bouncing_ball.h>
#include <percuss/models/small/discrete_arch/discrete_arch.h>
#include <percuss/models/small/linear_oscillator/linear_oscillator.h>
#include <percuss/models/small/rotating_spring/rotating_spring.h>
#include <percuss/models/small/slider_crank/slider_guide.h>
#include <percuss/models/small/two_mass_oscillator/two_mass_oscillator.h>
#include <percuss/models/small/van_der_pol_oscillator/van_der_pol_oscillator.h>

#include <gtest/gtest.h>

#include <random>

namespace percuss::test::derivatives_test
{
  template <class Model>
  typename Model::Vector
  random_vector(const unsigned int seed, const double size)
  {
    std::mt19937                     generator(seed);
    std::normal_distribution<double> normal(0., size);
    typename Model::Vector           x;
    x.entries =
      Model::Vector::Entries::NullaryExpr([&]() { return normal(generator); });
    return x;
  }

  /** A state near the start, with its forces. */
  template <class Model>
  State<SmallAlgebra<Model::n_coordinates>>
  random_state(const Model &model, const unsigned int seed, const double size)
  {
    State<SmallAlgebra<Model::n_coordinates>> x;
    x.q = model.initial_position();
    x.q.add(1., random_vector<Model>(seed, size));
    x.v = random_vector<Model>(seed + 100, 1.);
    evaluate_forces(model, x);
    return x;
  }

  template <class Model>
  void
  expect_consistent_derivatives(const Model &model, const double size)
  {
    const double eps = 1e-6 * size;
    for (unsigned int seed = 1; seed <= 3; ++seed)
      {
        const auto             x = random_state(model, seed, size);
        typename Model::Matrix S, K, C, M;
        typename Model::Vector s, d, p;
        const double           scale = x.elastic_force.entries.norm() + 1e-8;
        model.iteration_matrix({0., 0., 1.}, x, K);
        model.iteration_matrix({0., 1., 0.}, x, C);
        model.iteration_matrix({1., 0., 0.}, x, M);
        model.iteration_matrix({2., 3., 5.}, x, S);
        EXPECT_LT((S - 2. * M - 3. * C - 5. * K).norm(), 1e-13 * S.norm());
        for (int i = 0; i < Model::n_coordinates; ++i)
          {
            auto above = x, below = x;
            above.q[i] += eps;
            below.q[i] -= eps;
            evaluate_forces(model, above);
            evaluate_forces(model, below);
            EXPECT_NEAR((model.strain_energy(above.q, above.elastic_force) -
                         model.strain_energy(below.q, below.elastic_force)) /
                          (2. * eps),
                        x.elastic_force[i],
                        1e-7 * scale);
            const typename Model::Vector::Entries column =
              (above.elastic_force.entries + above.damping_force.entries -
               below.elastic_force.entries - below.damping_force.entries) /
              (2. * eps);
            EXPECT_LT((column - K.col(i)).norm(), 1e-6 * (K.norm() + 1e-12));

            // at most quadratic in v
            auto faster = x, slower = x;
            faster.v[i] += 1.;
            slower.v[i] -= 1.;
            evaluate_forces(model, faster);
            evaluate_forces(model, slower);
            EXPECT_LT((0.5 * (faster.damping_force.entries -
                              slower.damping_force.entries) -
                       C.col(i))
                        .norm(),
                      1e-13 * (C.norm() + 1e-300));
            EXPECT_LT(
              (faster.momentum.entries - x.momentum.entries - M.col(i)).norm(),
              1e-13 * M.norm());
          }
        model.stiffness_product(x, x.v, s);
        EXPECT_LT((s.entries - K * x.v.entries).norm(),
                  1e-13 * (K.norm() + 1.) * x.v.entries.norm());
        model.damping_product(x, x.v, d);
        EXPECT_LT((d.entries - C * x.v.entries).norm(),
                  1e-13 * (C.norm() + 1.) * x.v.entries.norm());
      }
  }

  TEST(SmallSystems, HaveConsistentDerivatives)
  {
    expect_consistent_derivatives(BouncingBall({}), 1.);
    LinearOscillatorDescription oscillator;
    oscillator.damping       = 0.3;
    oscillator.rest_position = 0.7;
    expect_consistent_derivatives(LinearOscillator(oscillator), 1.);
    TwoMassOscillatorDescription masses;
    masses.damping    = 2.;
    masses.upper_mass = 3.;
    expect_consistent_derivatives(TwoMassOscillator(masses), 1.);
    VanDerPolOscillatorDescription van_der_pol;
    van_der_pol.mass      = 2.;
    van_der_pol.amplitude = 0.7;
    // the damping force is no gradient: K has its derivative, too
    expect_consistent_derivatives(VanDerPolOscillator(van_der_pol), 1.);
    expect_consistent_derivatives(RotatingSpring({}), 0.2);
    expect_consistent_derivatives(DiscreteArch({}), 0.01);
    expect_consistent_derivatives(SliderCrank({}), 1.);
  }

  // Lagrange's equations: c_i = (d(Mv)_i/dq) v - d(1/2 v^T M v)/dq_i
  TEST(SliderCrank, HasTheInertialForcesOfItsMassMatrix)
  {
    const SliderCrank model({});
    const auto        momentum = [&](const SmallVector<3> &q,
                              const SmallVector<3> &v) {
      SmallVector<3> p;
      model.momentum(q, v, p);
      return p;
    };
    constexpr double eps = 1e-5;
    for (unsigned int seed = 1; seed <= 5; ++seed)
      {
        const auto q         = random_vector<SliderCrank>(seed, 1.),
                   v         = random_vector<SliderCrank>(seed + 50, 1.);
        SmallVector<3> ahead = q, behind = q, c;
        ahead.add(eps, v);
        behind.add(-eps, v);
        model.damping_force(q, v, c);
        for (int i = 0; i < 3; ++i)
          {
            SmallVector<3> above = q, below = q;
            above[i] += eps;
            below[i] -= eps;
            const double rate =
              (momentum(ahead, v)[i] - momentum(behind, v)[i]) / (2. * eps);
            const double slope =
              (v * momentum(above, v) - v * momentum(below, v)) / (4. * eps);
            EXPECT_NEAR(c[i], rate - slope, 1e-11);
          }
      }
  }

  TEST(SliderCrank, IsThatOfItsBodies)
  {
    SliderCrankDescription d; // all values different
    d.crank_mass    = 0.3;
    d.crank_inertia = 2e-3;
    const SliderCrank model(d);
    for (unsigned int seed = 1; seed <= 5; ++seed)
      {
        const auto q = random_vector<SliderCrank>(seed, 1.),
                   v = random_vector<SliderCrank>(seed + 50, 1.);
        using Point  = Eigen::Vector2d;
        const auto e = [](const double angle) {
          return Point(std::cos(angle), std::sin(angle));
        };
        const auto  turned = [](const Point &x) { return Point(-x[1], x[0]); };
        const Point l_1    = d.crank_length * e(q[0]),
                    l_2    = d.rod_length * e(q[1]);
        const Point  u_1 = v[0] * turned(l_1), u_2 = v[1] * turned(l_2);
        const double kinetic =
          0.5 * (d.crank_mass * (0.5 * u_1).squaredNorm() +
                 d.rod_mass * (u_1 + 0.5 * u_2).squaredNorm() +
                 d.slider_mass * (u_1 + u_2).squaredNorm() +
                 d.crank_inertia * v[0] * v[0] + d.rod_inertia * v[1] * v[1] +
                 d.slider_inertia * v[2] * v[2]);
        SmallVector<3> p;
        model.momentum(q, v, p);
        EXPECT_NEAR(0.5 * (v * p), kinetic, 1e-14);
        EXPECT_NEAR(model.strain_energy(q, {}),
                    d.gravity * (d.crank_mass * 0.5 * l_1[1] +
                                 d.rod_mass * (l_1 + 0.5 * l_2)[1] +
                                 d.slider_mass * (l_1 + l_2)[1]),
                    1e-14);

        // corners and the velocities of the slider's points there
        const SliderGuide<8>  guide(d, {0.4, 0.01});
        std::array<double, 8> g, u;
        guide.gap(q, 0., g);
        guide.velocity(q, 0., v, u);
        const double wall      = d.half_width + d.clearance;
        const Point  corners[] = {{-d.half_length, -d.half_width},
                                  {d.half_length, -d.half_width},
                                  {d.half_length, d.half_width},
                                  {-d.half_length, d.half_width}};
        for (std::size_t i = 0; i < 4; ++i)
          {
            const Point r =
              corners[i][0] * e(q[2]) + corners[i][1] * turned(e(q[2]));
            const Point  x = l_1 + l_2 + r, w = u_1 + u_2 + v[2] * turned(r);
            const double side = i < 2 ? 1. : -1.;
            EXPECT_NEAR(g[2 * i], wall + side * x[1], 1e-14);
            EXPECT_EQ(g[2 * i + 1], 0.);
            EXPECT_NEAR(u[2 * i], side * w[1], 1e-14);
            EXPECT_NEAR(u[2 * i + 1], w[0], 1e-14);
          }
      }
  }

  TEST(SmallSystems, LoadsAreThoseOfThePotential)
  {
    const BouncingBall ball({2., 0.1, 1., 0., -9.});
    SmallVector<1>     F, q;
    ball.load(3., F);
    q = 1.5;
    EXPECT_EQ(F[0], -18.);
    EXPECT_EQ(ball.load_potential(q), 27.);

    LinearOscillatorDescription d;
    d.stiffness              = 4.;
    d.rest_position          = 0.5;
    d.force                  = -1.;
    d.load_amplitude         = 3.;
    d.load_angular_frequency = 2.;
    d.load_phase             = 0.25;
    const LinearOscillator oscillator(d);
    oscillator.load(1.25, F);
    EXPECT_NEAR(F[0], 1. + 3. * std::cos(2.75), 1e-15);
    EXPECT_EQ(oscillator.load_potential(q), -1.5);
    EXPECT_TRUE(oscillator.has_varying_load());

    // at rest with the spring as long as the weight of the upper mass makes it
    TwoMassOscillatorDescription masses;
    masses.gravity = -10.;
    const TwoMassOscillator pair(masses);
    SmallVector<2>          load, x, s;
    pair.load(0., load);
    x[0] = 0.2;
    x[1] = 1.2 - 10. / 1e4;
    pair.elastic_force(x, s);
    EXPECT_NEAR(load[1] - s[1], 0., 1e-11);
    EXPECT_NEAR(load[0] - s[0], -20., 1e-11);
  }

  TEST(SmallSystems, RefuseValuesOutOfRange)
  {
    EXPECT_THROW(BouncingBall({0., 0., 1., 0., -9.}), InputError);
    EXPECT_THROW(BouncingBall({1., 2., 1., 0., -9.}), InputError);
    LinearOscillatorDescription oscillator;
    oscillator.initial_position = -1.;
    EXPECT_THROW(LinearOscillator{oscillator}, InputError);
    RotatingSpringDescription spring;
    spring.initial_x = 1.5;
    EXPECT_THROW(RotatingSpring{spring}, InputError);
    DiscreteArchDescription arch;
    arch.sector = 4.;
    EXPECT_THROW(DiscreteArch{arch}, InputError);
    SliderCrankDescription crank;
    crank.slider_angle = 0.03; // a corner is 1.5 mm above the others
    EXPECT_THROW(SliderCrank{crank}, InputError);
    crank.slider_angle = 0.01;
    EXPECT_NO_THROW(SliderCrank{crank});
    crank.crank_angle = 0.005;
    EXPECT_THROW(SliderCrank{crank}, InputError);
    crank            = {};
    crank.crank_mass = crank.rod_mass = 0.; // the slider's alone is singular
    crank.crank_inertia = crank.rod_inertia = 0.;
    EXPECT_THROW(SliderCrank{crank}, InputError);
    try
      {
        VanDerPolOscillatorDescription d;
        d.initial_position = 2.;
        VanDerPolOscillator{d};
        FAIL();
      }
    catch (const InputError &error)
      {
        EXPECT_STREQ(error.what(),
                     "initial position = 2: it must not be beyond the "
                     "obstacle.");
      }
  }

  template <int n, class Contacts>
  void
  expect_jacobian(const Contacts &contacts, const SmallVector<n> &q)
  {
    const std::size_t   m = contacts.n_constraints();
    std::vector<double> above(m), below(m), u(m), unit(m, 0.);
    for (std::size_t row = 0; row < m; ++row)
      {
        SmallVector<n> G_row;
        unit[row] = 1.;
        contacts.add_impulse(q, 0., unit, G_row);
        unit[row] = 0.;
        for (int i = 0; i < n; ++i)
          {
            SmallVector<n> v, a = q, b = q;
            v[i] = 1.;
            contacts.velocity(q, 0., v, u);
            EXPECT_NEAR(u[row], G_row[i], 1e-14);
            if (contacts.law(row).kind == ContactLaw::Kind::tangential)
              continue;
            a[i] += 1e-5;
            b[i] -= 1e-5;
            contacts.gap(a, 0., above);
            contacts.gap(b, 0., below);
            EXPECT_NEAR(u[row], (above[row] - below[row]) / 2e-5, 1e-9);
          }
      }
  }

  TEST(Obstacles, RowsAreDerivativesOfTheGaps)
  {
    using Rows = CoordinateObstacles<3, 2>;
    const Rows     obstacles({Rows::Obstacle{"low", 2, 1., 0.5},
                              Rows::Obstacle{"high", 0, -1., 2.}},
                         0.4);
    SmallVector<3> q;
    q.entries << 0.3, 0.7, 1.1;
    expect_jacobian<3>(obstacles, q);
    std::array<double, 2> g;
    obstacles.gap(q, 0., g);
    EXPECT_NEAR(g[0], 0.6, 1e-15);
    EXPECT_NEAR(g[1], 1.7, 1e-15);
    EXPECT_EQ(obstacles.law(1).restitution, 0.4);

    expect_jacobian<3>(SliderGuide<4>({}, {0.4}), q);
    const SliderGuide<8> guide({}, {0.4, 0.2, 0.1});
    expect_jacobian<3>(guide, q);
    EXPECT_EQ(guide.law(2).n_tangential, 1u);
    EXPECT_EQ(guide.law(2).friction, 0.2);
    EXPECT_EQ(guide.law(3).restitution, 0.1);
    EXPECT_EQ(guide.name(3), "lower front tangential");
    EXPECT_EQ(SliderGuide<4>({}, {0.4}).name(3), "upper rear");

    SmallVector<2> x;
    x.entries << 0.4, -0.3; // no unit vector
    expect_jacobian<2>(CircularBoundary<1>(1.4, {1.}), x);
    const CircularBoundary<2> rough(1.4, {0.5, 0.2, 0.1});
    expect_jacobian<2>(rough, x);
    rough.gap(x, 0., g);
    EXPECT_NEAR(g[0], 0.9, 1e-15);
    EXPECT_EQ(rough.law(0).n_tangential, 1u);
    EXPECT_EQ(rough.law(0).friction, 0.2);
    EXPECT_EQ(rough.law(1).restitution, 0.1);
    // the tangent turns counter-clockwise and is normal to the radius
    SmallVector<2> t;
    rough.add_impulse(x, 0., std::array<double, 2>{0., 1.}, t);
    EXPECT_NEAR(t * x, 0., 1e-15);
    EXPECT_NEAR(t * t, 1., 1e-15);
    EXPECT_GT(x[0] * t[1] - x[1] * t[0], 0.);
  }
} // namespace percuss::test::derivatives_test
