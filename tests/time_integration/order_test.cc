// SPDX-License-Identifier: Apache-2.0

// Order of convergence of the schemes for M v' + C v + K q = F_c + F_1 sin(7 t)
// against the exact solution: with s = sin(7 t), c = cos(7 t) the system is
// y' = B y, y = (q, v, s, c, 1), hence y(T) = exp(T B) y(0).

#include "../mechanics/random_system.h"

#include <percuss/time_integration/make_scheme.h>

#include <gtest/gtest.h>

#include <unsupported/Eigen/MatrixFunctions>
#include <vector>

namespace percuss::test::order_test
{
  using System = MechanicalSystem<SmallAlgebra<6>>;
  using Vector = System::Vector;

  struct Motion
  {
    Vector q, v;
  };

  Motion
  start()
  {
    Motion x;
    x.q.entries << 0.1, -0.2, 0., 0.3, 0.1, -0.1;
    x.v.entries << 1., 0., -1., 0.5, 2., -0.5;
    return x;
  }

  Motion
  exact_motion(const RandomSystem &system, const double T)
  {
    const auto      M = system.M.lu();
    Eigen::MatrixXd B = Eigen::MatrixXd::Zero(15, 15);
    B.block<6, 6>(0, 6).setIdentity();
    B.block<6, 6>(6, 0)  = -M.solve(system.K);
    B.block<6, 6>(6, 6)  = -M.solve(system.C);
    B.block<6, 1>(6, 12) = M.solve(system.F_1.entries);
    B.block<6, 1>(6, 14) = M.solve(system.F_c.entries);
    B(12, 13)            = 7.;
    B(13, 12)            = -7.;

    Eigen::VectorXd y(15);
    y << start().q.entries, start().v.entries, 0., 1., 1.;
    const Eigen::VectorXd y_T = Eigen::MatrixXd((T * B).exp()) * y;
    Motion                x;
    x.q.entries = y_T.head<6>();
    x.v.entries = y_T.segment<6>(6);
    return x;
  }

  Motion
  computed_motion(const RandomSystem     &system,
                  const SchemeParameters &parameters,
                  const double            T,
                  const unsigned int      n_steps)
  {
    const double                     h      = T / n_steps;
    const auto                       scheme = make_scheme<System>(parameters);
    SchemeHistory<SmallAlgebra<6>>   history;
    SchemeWorkspace<SmallAlgebra<6>> workspace;
    State<SmallAlgebra<6>>           x, next;
    reinit(system, workspace);
    x.q = start().q;
    x.v = start().v;
    system.load(0., x.load);
    evaluate_forces(system, x);
    scheme->prepare(system, h, x);
    scheme->initialize(system, h, x);
    const ContactEffect<SmallAlgebra<6>> no_contact;
    const Step<System> step{system, h, x, next, no_contact, history, workspace};
    for (unsigned int k = 1; k <= n_steps; ++k)
      {
        next.t = k * h;
        system.load(next.t, next.load);
        scheme->predict(step);
        scheme->residual(step, true);
        scheme->correct(step);
        system.retract(x.q, next.dq, next.q);
        evaluate_forces(system, next);
        x = next;
      }
    return {x.q, x.v};
  }

  struct Case
  {
    std::string      name;
    SchemeParameters parameters;
    double           order;
    bool             damped = true;
  };

  std::vector<Case>
  cases()
  {
    const auto theta = [](const std::string &name, const double value) {
      SchemeParameters p;
      p.name  = name;
      p.theta = value;
      return p;
    };
    const auto rho = [](const std::string &name, const double value) {
      SchemeParameters p;
      p.name            = name;
      p.spectral_radius = value;
      return p;
    };
    const auto beta = [](const std::string &name, const double value) {
      SchemeParameters p;
      p.name = name;
      p.beta = value;
      return p;
    };
    const auto named = [](const std::string &name) {
      SchemeParameters p;
      p.name = name;
      return p;
    };
    SchemeParameters newmark, damped_newmark, consistent;
    newmark.name         = "newmark";
    damped_newmark       = newmark;
    damped_newmark.gamma = 0.6;
    consistent.name      = "generalized-alpha";
    consistent.alpha_m   = -0.2;
    consistent.alpha_f   = 0.1;
    return {
      {"MoreauJeanMidpoint", theta("moreau-jean", 0.5), 2.},
      {"MoreauJeanBetween", theta("moreau-jean", 0.8), 1.},
      {"MoreauJeanImplicit", theta("moreau-jean", 1.), 1.},
      {"DissipativeMidpoint", theta("moreau-jean-dissipative", 0.5), 2.},
      {"DissipativeVariant", theta("moreau-jean-dissipative", 1.), 1.},
      {"NewmarkTrapezoidal", newmark, 2.},
      {"NewmarkDissipative", damped_newmark, 1.},
      {"Hht", rho("hht", 0.5), 2.},
      {"HhtLittleDissipation", rho("hht", 0.9), 2.},
      {"GeneralizedAlphaAsymptotic", rho("generalized-alpha", 0.), 2.},
      {"GeneralizedAlphaHalf", rho("generalized-alpha", 0.5), 2.},
      {"GeneralizedAlpha", rho("generalized-alpha", 0.8), 2.},
      {"GeneralizedAlphaConservative", rho("generalized-alpha", 1.), 2.},
      {"GeneralizedAlphaByWeights", consistent, 2.},
      {"KrenkHogsberg", rho("krenk-hogsberg", 0.), 1.},
      {"KrenkHogsbergConservative", rho("krenk-hogsberg", 1.), 2.},
      {"GeneralizedAlphaGGL", rho("generalized-alpha-ggl", 0.8), 2.},
      {"DirectProjection", theta("direct-projection", 0.5), 2.},
      {"CombinedProjectionImplicit", theta("combined-projection", 1.), 1.},
      {"ImplicitNewmark", named("implicit-newmark"), 1.},
      {"HhtVelocityLevel", rho("hht-velocity-level", 0.8), 2.},
      {"HhtPositionLevel", rho("hht-position-level", 0.8), 2.},
      {"NewmarkPositionLevel", named("newmark-position-level"), 2.},
      {"CarpenterImplicit", named("carpenter-implicit"), 2.},
      // explicit damping, and forces ahead of their time, cost an order
      {"CDLagrange", named("cd-lagrange"), 1.},
      {"CDLagrangeUndamped", named("cd-lagrange"), 2., false},
      {"CDLagrangeImplicit", named("cd-lagrange-implicit"), 2.},
      {"CarpenterExplicit", named("carpenter-explicit"), 1.},
      {"CarpenterExplicitUndamped", named("carpenter-explicit"), 2., false},
      {"SchatzmanPaoli", theta("schatzman-paoli", 0.5), 1.},
      {"SchatzmanPaoliWithBeta", beta("schatzman-paoli", 0.25), 2.},
      {"SchatzmanPaoliWithSmallBeta", beta("schatzman-paoli", 1. / 12.), 2.},
      {"SchatzmanPaoliExplicit", theta("schatzman-paoli", 0.), 1.},
      {"SchatzmanPaoliExplicitUndamped",
       theta("schatzman-paoli", 0.),
       2.,
       false}};
  }

  class Order : public testing::TestWithParam<Case>
  {};

  TEST_P(Order, OfPositionAndVelocity)
  {
    for (const unsigned int seed : {1u, 2u})
      {
        const RandomSystem system(seed, GetParam().damped);
        const Motion       exact  = exact_motion(system, 1.);
        const auto         errors = [&](const unsigned int n_steps) {
          Motion x =
            computed_motion(system, GetParam().parameters, 1., n_steps);
          x.q.add(-1., exact.q);
          x.v.add(-1., exact.v);
          return std::pair(x.q.entries.norm(), x.v.entries.norm());
        };
        const auto [q_coarse, v_coarse] = errors(64000);
        const auto [q_fine, v_fine]     = errors(128000);
        EXPECT_NEAR(std::log2(q_coarse / q_fine), GetParam().order, 0.05);
        EXPECT_NEAR(std::log2(v_coarse / v_fine), GetParam().order, 0.05);
      }
  }

  INSTANTIATE_TEST_SUITE_P(Schemes,
                           Order,
                           testing::ValuesIn(cases()),
                           [](const auto &test) { return test.param.name; });
} // namespace percuss::test::order_test
