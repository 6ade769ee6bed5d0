// SPDX-License-Identifier: Apache-2.0

// The map from impulses to the state, against dense matrices: for few rows its
// columns are stored, for many it is one more solve per step.

#include "../mechanics/random_system.h"
#include "random_contacts.h"
#include "random_steppers.h"

#include <percuss/complementarity/lemke.h>

#include <gtest/gtest.h>

#include <ranges>

namespace percuss::test::impulse_response_test
{
  using System   = MechanicalSystem<SmallAlgebra<6>>;
  using Response = ImpulseResponse<SmallAlgebra<6>>;
  using Matrix   = Eigen::Matrix<double, 6, 6>;

  constexpr double h = 0.01;

  const RandomSystem   dense(4);
  const RandomContacts six(4, 6);

  /** Increments (dq, dv) per unit of G^T P, and what must be W. */
  struct Map
  {
    Matrix dq, dv;
  };

  Map
  moreau_jean_map(const double theta, const double sigma)
  {
    const Matrix S =
      dense.M + h * theta * dense.C + h * h * theta * sigma * dense.K;
    return {h * sigma * S.inverse(), S.inverse()};
  }

  // D = [I - gamma' S^-1 (h/2 K + C)] M^-1, S = M + gamma' C + beta' K
  Map
  alpha_map(const AlphaCoefficients &c)
  {
    const double gamma  = h * c.gamma * (1. - c.alpha_f) / (1. - c.alpha_m);
    const double beta   = h * h * c.beta * (1. - c.alpha_f) / (1. - c.alpha_m);
    const Matrix S      = dense.M + gamma * dense.C + beta * dense.K;
    const Matrix change = S.inverse() * (0.5 * h * dense.K + dense.C);
    const Matrix M      = dense.M.inverse();
    return {(0.5 * h * Matrix::Identity() - beta * change) * M,
            (Matrix::Identity() - gamma * change) * M};
  }

  void
  expect_map(TimeIntegrationScheme<System> &scheme, const Map &map)
  {
    SchemeWorkspace<SmallAlgebra<6>> workspace;
    State<SmallAlgebra<6>>           state;
    scheme.prepare(dense, h, state);
    const auto respond = [&](const auto &r, auto &d) {
      scheme.impulse_response({dense, h, state, workspace}, r, d);
    };

    for (const unsigned int m : {3u, 4u, 5u, 6u})
      {
        RandomContacts                    rows(4, m); // the first m of the six
        SmallVector<6>                    force;
        ImpulseIncrement<SmallAlgebra<6>> increment;
        ASSERT_EQ(rows.G, six.G.topRows(m));
        Response response;
        response.reinit(dense, m, true);
        std::vector<double> unit(m), u(m);
        Eigen::MatrixXd     computed(m, m);
        const JacobianAt    jacobian(rows, 0.);
        response.prepare(
          jacobian,
          state.q,
          std::views::iota(std::size_t{0}, unit.size()),
          unit,
          respond,
          [&](const auto j, const auto &d) {
            rows.velocity(state.q, 0., d.dv, u);
            computed.col(static_cast<Eigen::Index>(j)) =
              Eigen::Map<const Eigen::VectorXd>(u.data(), m);
          },
          force,
          increment);
        const Eigen::MatrixXd W = rows.G * map.dv * rows.G.transpose();
        EXPECT_LT((computed - W).norm(), 1e-13 * W.norm());

        std::vector<double> P{1., 0., -2., 3., 0.5, 1.5};
        P.resize(m);
        State<SmallAlgebra<6>> x;
        x.dq = 1.;
        x.v  = 2.;
        response.apply(jacobian, state.q, P, respond, force, increment, x);
        const SmallVector<6>::Entries r =
          rows.G.transpose() * Eigen::Map<const Eigen::VectorXd>(P.data(), m);
        EXPECT_LT((x.dq.entries - (map.dq * r).array().matrix() -
                   SmallVector<6>::Entries::Ones())
                    .norm(),
                  1e-13);
        EXPECT_LT((x.v.entries - map.dv * r -
                   SmallVector<6>::Entries::Constant(2.))
                    .norm(),
                  1e-12);
      }
  }

  TEST(ImpulseResponse, IsTheDenseMapOfMoreauJean)
  {
    MoreauJean<System> midpoint(0.5), implicit(1.), variant(1., 0.5);
    expect_map(midpoint, moreau_jean_map(0.5, 0.5));
    expect_map(implicit, moreau_jean_map(1., 1.));
    expect_map(variant, moreau_jean_map(1., 0.5));
  }

  TEST(ImpulseResponse, IsTheDenseMapOfTheAlphaFamily)
  {
    for (const AlphaCoefficients &c : {generalized_alpha_coefficients(0.8),
                                       generalized_alpha_coefficients(0.),
                                       newmark_coefficients(0.3, 0.7),
                                       AlphaCoefficients{-0.3, 0.2, 0.6, 0.9}})
      {
        GeneralizedAlpha<System> scheme(c);
        expect_map(scheme, alpha_map(c));
      }
  }

  // Three rows that never close beside three that do change nothing but the
  // path through the code.
  TEST(ImpulseResponse, GivesTheSameMotionStoredAndSolved)
  {
    RandomContacts many(4, 6), few(4, 3);
    for (int row = 3; row < 6; ++row)
      many.g_0(row) = 1e6;
    GeneralizedAlpha<System> scheme(generalized_alpha_coefficients(0.8));
    GeneralizedAlpha<System> other_scheme(generalized_alpha_coefficients(0.8));
    Lemke                    lemke(6), other_lemke(3);
    const Activation activation(Activation::Rule::explicit_forecast, 0.5);
    const Clock      clock{0., 2e-3, 4.};
    SmallVector<6>   q_0, v_0;
    v_0 = 1.;
    TimeStepper<System> solved(
      dense, scheme, many, lemke, activation, clock, q_0, v_0);
    TimeStepper<System> stored(
      dense, other_scheme, few, other_lemke, activation, clock, q_0, v_0);
    for (int i = 0; i < 20; ++i)
      {
        solved.advance(100);
        stored.advance(100);
        EXPECT_LT((solved.state().q.entries - stored.state().q.entries).norm(),
                  1e-12);
        EXPECT_LT((solved.state().v.entries - stored.state().v.entries).norm(),
                  1e-11);
      }
    EXPECT_GT(stored.record().contacts->n_problems, 20u);
    EXPECT_NEAR(solved.record().contacts->total_impulse,
                stored.record().contacts->total_impulse,
                1e-11);
  }

  // Six contacts on six degrees of freedom close and open with their laws.
  TEST(ImpulseResponse, SixContactsObeyTheirLaws)
  {
    MoreauJean<System> scheme(0.5);
    Lemke              lemke(6);
    SmallVector<6>     q_0, v_0;
    v_0 = 1.;
    TimeStepper<System> stepper(dense,
                                scheme,
                                six,
                                lemke,
                                {Activation::Rule::explicit_forecast, 0.5},
                                {0., 2e-3, 4.},
                                q_0,
                                v_0);
    unsigned int        most = 0;
    for (int k = 0; k < 2000; ++k)
      {
        const auto               &record = stepper.record();
        const std::vector<double> before(record.contact_velocity.begin(),
                                         record.contact_velocity.end());
        stepper.advance(1);
        unsigned int n = 0;
        for (std::size_t row = 0; row < 6; ++row)
          {
            ASSERT_GE(record.impulse[row], 0.);
            if (record.impulse[row] == 0.)
              continue;
            ++n;
            ASSERT_NEAR(record.contact_velocity[row],
                        -six.law(row).restitution * before[row],
                        1e-11);
          }
        most = std::max(most, n);
      }
    EXPECT_GE(most, 2u);
    EXPECT_LT(stepper.record().energy_record->max_relative_residual, 1e-12);
  }
} // namespace percuss::test::impulse_response_test
