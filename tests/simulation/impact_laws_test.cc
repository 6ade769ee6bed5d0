// SPDX-License-Identifier: Apache-2.0

// The impact laws on random contacts with friction, redundant ones, too: each
// against its own statement, and what its page says of energy and existence.

#include "../mechanics/random_system.h"
#include "random_contacts.h"
#include "random_steppers.h"
#include "scheme_family.h"

#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::impact_laws_test
{
  using System = MechanicalSystem<SmallAlgebra<6>>;
  using Rows   = Eigen::VectorXd;

  /** Free bodies that strike n_contacts closed contacts, each with the rows (N,
   * T1, T2); G has rank 6 at most. */
  struct RandomImpact
  {
    RandomImpact(const unsigned int           seed,
                 const unsigned int           n_contacts,
                 const ImpactLaw              law,
                 const double                 mu,
                 const std::array<double, 3> &e,
                 const double                 e_t = 0.)
      : system(seed, false, false)
      , contacts(seed, (mu > 0. ? 3 : 1) * n_contacts)
      , scheme(make_scheme<System>(scheme_named("moreau-jean")))
      , solver(make_solver("automatic",
                           static_cast<unsigned>(contacts.n_constraints())))
    {
      std::mt19937                     generator(seed + 1000);
      std::normal_distribution<double> normal;
      system.K.setZero();
      contacts.g_0.setConstant(-1.); // closed, whatever moves
      contacts.laws.clear();
      for (unsigned int k = 0; k < n_contacts; ++k)
        {
          const ContactCoefficients c{.restitution            = e[k % 3],
                                      .friction               = mu,
                                      .tangential_restitution = e_t,
                                      .law                    = law};
          contacts.laws.push_back(ContactLaw::normal(c, 2));
          if (mu > 0.)
            contacts.laws.insert(contacts.laws.end(),
                                 2,
                                 ContactLaw::tangential(c));
        }
      for (double &v : v_0.entries)
        v = normal(generator);
      // all the contacts close
      const unsigned int stride = mu > 0. ? 3 : 1;
      for (Eigen::Index i = 0; i < contacts.G.rows(); i += stride)
        if (contacts.G.row(i).dot(v_0.entries) > 0.)
          contacts.G.row(i) *= -1.;
    }

    /** One step: u+, and the energy of the motion before and after. */
    bool
    strike()
    {
      TimeStepper<System> stepper(system,
                                  *scheme,
                                  contacts,
                                  *solver,
                                  {Activation::Rule::explicit_forecast, 0.5},
                                  {0., 1e-6, 1.},
                                  q_0,
                                  v_0);
      u_before = contacts.G * v_0.entries;
      try
        {
          stepper.advance(1);
        }
      catch (const NumericalFailure &)
        {
          return false;
        }
      const auto &v     = stepper.state().v.entries;
      u_after           = contacts.G * v;
      const auto P      = stepper.record().impulse;
      impulse           = Eigen::Map<const Rows>(P.data(), u_after.size());
      const auto energy = [&](const auto &x) {
        return 0.5 * x.dot(system.M * x);
      };
      gain = (energy(v) - energy(v_0.entries)) / energy(v_0.entries);
      jump = (v - v_0.entries).dot(system.M * (v - v_0.entries)) /
             (2. * energy(v_0.entries));
      return true;
    }

    /** How far û = u+ + e u-, u_T+ + e_T u_T-, and P are from Coulomb's law. */
    double
    violation(const double mu, const Rows &u_hat) const
    {
      double worst = 0.;
      for (Eigen::Index i = 0; i < u_hat.size(); i += 3)
        {
          const Eigen::Vector2d P_T = impulse.segment<2>(i + 1),
                                u_T = u_hat.segment<2>(i + 1);
          worst                     = std::max({worst,
                                                std::abs(std::min(impulse[i], u_hat[i])),
                                                P_T.norm() - mu * impulse[i],
                                                (u_T.norm() * P_T + mu * impulse[i] * u_T).norm()});
        }
      return worst;
    }

    RandomSystem                                   system;
    RandomContacts                                 contacts;
    std::unique_ptr<TimeIntegrationScheme<System>> scheme;
    std::unique_ptr<ComplementaritySolver>         solver;
    SmallVector<6>                                 q_0, v_0;
    Rows                                           u_before, u_after, impulse;
    double                                         gain = 0., jump = 0.;
  };

  constexpr double tolerance = 1e-8; // of the solver, conditions of W

  constexpr std::array<double, 3> one_e{0.6, 0.6, 0.6}, many_e{0., 0.4, 1.};

  Rows
  velocity_of_friction(const RandomImpact          &impact,
                       const std::array<double, 3> &e,
                       const ImpactLaw              law,
                       const double                 e_t)
  {
    Rows u = impact.u_after;
    for (Eigen::Index i = 0; i < u.size(); ++i)
      {
        const double e_N = e[static_cast<std::size_t>(i / 3 % 3)];
        u[i] += impact.u_before[i] * (i % 3 == 0                ? e_N :
                                      law == ImpactLaw::moreau  ? e_N :
                                      law == ImpactLaw::fremond ? 1. :
                                                                  e_t);
      }
    return u;
  }

  TEST(ImpactLaws, OfOneVelocity)
  {
    for (const auto &[law, e_t] : {std::pair(ImpactLaw::newton, 0.),
                                   std::pair(ImpactLaw::newton, -0.3),
                                   std::pair(ImpactLaw::moreau, 0.),
                                   std::pair(ImpactLaw::fremond, 0.)})
      for (const auto &e : {one_e, many_e})
        for (const double mu : {0.3, 1.})
          for (unsigned int seed = 0; seed < 20; ++seed)
            {
              RandomImpact impact(seed, 1 + seed % 2, law, mu, e, e_t);
              ASSERT_TRUE(impact.strike());
              EXPECT_LT(
                impact.violation(mu, velocity_of_friction(impact, e, law, e_t)),
                tolerance);
              EXPECT_GT(impact.jump, 1e-6);
            }
  }

  TEST(ImpactLaws, AutomaticIsNewtonsOrMoreaus)
  {
    for (const double e_t : {0., 0.3})
      for (unsigned int seed = 0; seed < 5; ++seed)
        {
          RandomImpact chosen(seed, 2, ImpactLaw::automatic, 0.5, many_e, e_t),
            law(seed,
                2,
                e_t == 0. ? ImpactLaw::moreau : ImpactLaw::newton,
                0.5,
                many_e,
                e_t);
          ASSERT_TRUE(chosen.strike() && law.strike());
          EXPECT_EQ(chosen.u_after, law.u_after);
        }
  }

  // Two to eight contacts, 6 to 24 rows of rank 6.
  TEST(ImpactLaws, MoreausHasASolutionAndTakesEnergyAway)
  {
    for (const double mu : {0.1, 0.5, 1.})
      for (unsigned int seed = 0; seed < 100; ++seed)
        {
          RandomImpact impact(seed, 2 + seed % 7, ImpactLaw::moreau, mu, one_e);
          ASSERT_TRUE(impact.strike()) << seed << ' ' << mu;
          EXPECT_LE(impact.gain,
                    -(1. - 0.6) / (1. + 0.6) * impact.jump + tolerance);
        }
  }

  TEST(ImpactLaws, FremondsTakesEnergyAwayWhateverRestitution)
  {
    unsigned int n_solved = 0, n_newton_gains = 0;
    for (const double mu : {0.1, 0.5, 1.})
      for (unsigned int seed = 0; seed < 100; ++seed)
        {
          RandomImpact impact(
            seed, 1 + seed % 3, ImpactLaw::fremond, mu, many_e);
          if (impact.strike())
            {
              ++n_solved;
              EXPECT_LE(impact.gain, tolerance);
            }
          RandomImpact newton(
            seed, 1 + seed % 3, ImpactLaw::newton, mu, many_e);
          n_newton_gains += newton.strike() && newton.gain > 1e-6;
        }
    EXPECT_GT(n_solved, 200u);
    EXPECT_GT(n_newton_gains, 0u); // which is why there is another one
  }

  TEST(ImpactLaws, PoissonsOfOneContactWithoutFrictionIsNewtons)
  {
    for (unsigned int seed = 0; seed < 10; ++seed)
      {
        RandomImpact poisson(seed, 1, ImpactLaw::poisson, 0., one_e),
          newton(seed, 1, ImpactLaw::newton, 0., one_e);
        ASSERT_TRUE(poisson.strike() && newton.strike());
        EXPECT_NEAR(poisson.u_after[0], newton.u_after[0], 1e-12);
        EXPECT_NEAR(poisson.impulse[0], newton.impulse[0], 1e-12);
      }
  }

  // Three equal balls in a row, the first strikes: u = (v_2 - v_1, v_3 - v_2). In
  // compression they move together, P_c = (2/3, 1/3); e of the second contact is
  // zero, so that it gets e P_c of the first one alone.
  TEST(ImpactLaws, PoissonsInARowOfBalls)
  {
    for (const double e : {0., 0.5, 1.})
      {
        RandomImpact row(0, 2, ImpactLaw::poisson, 0., {e, 0., 0.});
        row.system.M.setIdentity();
        row.contacts.G.setZero();
        row.contacts.G.row(0) << -1., 1., 0., 0., 0., 0.;
        row.contacts.G.row(1) << 0., -1., 1., 0., 0., 0.;
        row.v_0.entries << 1., 0., 0., 0., 0., 0.;
        ASSERT_TRUE(row.strike());
        // P_c + e P_c of the first: u = (e (-2), e) 2/3, the second one opens not
        // but closes by e 2/3: P'_2 = e/3, which closes nothing else
        EXPECT_NEAR(row.impulse[0], 2. / 3. * (1. + e), 1e-9);
        EXPECT_NEAR(row.impulse[1], 1. / 3. * (1. + e), 1e-9);
        EXPECT_NEAR(row.u_after[0], e, 1e-9);
        EXPECT_NEAR(row.u_after[1], 0., 1e-9);
      }
  }

  // Where a contact sticks in both phases, both restitute.
  TEST(ImpactLaws, PoissonsOfAContactThatSticksReversesAllVelocities)
  {
    unsigned int n_sticking = 0;
    for (unsigned int seed = 0; seed < 10; ++seed)
      {
        RandomImpact impact(seed, 1, ImpactLaw::poisson, 100., one_e);
        ASSERT_TRUE(impact.strike());
        const auto           &G = impact.contacts.G;
        const Eigen::Matrix3d W = G * impact.system.M.inverse() * G.transpose();
        const Eigen::Vector3d P = -W.inverse() * impact.u_before;
        if (P.norm() > 100. * P[0])
          continue;
        ++n_sticking;
        EXPECT_LT((impact.u_after + 0.6 * impact.u_before).norm(), 1e-10);
      }
    EXPECT_GT(n_sticking, 4u);
  }

  // What presses contacts at rest is not restituted.
  TEST(ImpactLaws, PoissonsLeavesContactsAtRest)
  {
    for (unsigned int seed = 0; seed < 10; ++seed)
      {
        RandomImpact poisson(seed, 2, ImpactLaw::poisson, 0.3, one_e),
          newton(seed, 2, ImpactLaw::newton, 0.3, one_e);
        for (RandomImpact *const impact : {&poisson, &newton})
          {
            const RandomSystem loaded(seed);
            impact->system.F_c = loaded.F_c;
            impact->v_0        = 0.;
            ASSERT_TRUE(impact->strike());
          }
        EXPECT_LT((poisson.u_after - newton.u_after).norm(), 1e-12);
        EXPECT_GT(poisson.impulse.norm() + poisson.u_after.norm(), 1e-7);
      }
  }

  TEST(ImpactLaws, PoissonsWithOneRestitutionTakesEnergyAway)
  {
    for (unsigned int seed = 0; seed < 100; ++seed)
      for (const double mu : {0., 0.3})
        {
          RandomImpact impact(
            seed, 1 + seed % 6, ImpactLaw::poisson, mu, one_e);
          ASSERT_TRUE(impact.strike());
          if (mu == 0.)
            {
              EXPECT_LE(impact.gain, tolerance);
            }
          for (Eigen::Index i = 0; i<impact.u_after.size(); i += mu> 0. ? 3 : 1)
            {
              EXPECT_GE(impact.u_after[i], -tolerance);
              EXPECT_GE(impact.impulse[i], -tolerance);
            }
        }
  }
} // namespace percuss::test::impact_laws_test
