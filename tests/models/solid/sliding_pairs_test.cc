// SPDX-License-Identifier: Apache-2.0

// Finite sliding: rows that follow the bodies, balances of blocks that slide over
// many faces and turn, and where in a step the rows are taken.

#include "two_blocks.h"

#include <percuss/complementarity/make_solver.h>

#include <random>
#include <tuple>

namespace percuss::test::sliding_pairs_test
{
  using A     = PETScAlgebra;
  using Point = dealii::Point<2>;

  /** A field of displacements or velocities. */
  template <class Field>
  A::Vector
  vector_of(const ElasticSolid<2, A> &solid, const Field &field)
  {
    A::Vector q = solid.initial_displacement();
    A::write_local(q, [&](double *const local) {
      for_each_vertex(
        solid, [&](const Point &X, const unsigned int id, const std::size_t i) {
          const auto value = field(X, id);
          local[i]         = value[0];
          local[i + 1]     = value[1];
        });
    });
    return q;
  }

  /** Turned about the origin by @p angle, after the upper block has moved. */
  dealii::Tensor<1, 2>
  turned(const Point       &X,
         const unsigned int id,
         const double       angle,
         const double       slide,
         const double       lift)
  {
    const double         x = X[0] + (id == 1 ? slide : 0.);
    const double         y = X[1] + (id == 1 ? lift : 0.);
    dealii::Tensor<1, 2> u;
    u[0] = std::cos(angle) * x - std::sin(angle) * y - X[0];
    u[1] = std::sin(angle) * x + std::cos(angle) * y - X[1];
    return u;
  }

  // Wherever the upper block has slid to, and however both have turned: gaps are
  // those of the two planes, as far as they are opposite.
  TEST(SlidingPairs, RowsFollowTheBodies)
  {
    const ElasticSolid<2, A> solid(two_blocks(5, 7), MPI_COMM_WORLD);
    for (const auto &pairs : {upper_is_slave, lower_is_slave})
      {
        const auto contacts = pair_contacts<2, A>(solid, pairs, {0., 0.1}, 0.5);
        const std::size_t m = contacts->n_constraints();
        ASSERT_EQ(m, pairs == upper_is_slave ? 12u : 16u);
        std::vector<double> g(m), u(m);
        const auto rest = vector_of(solid, [](const Point &, unsigned) {
          return dealii::Tensor<1, 2>();
        });
        for (const double slide : {0., 0.37, -0.81, 0.995})
          for (const double angle : {0., 0.3, 2.1, 4.})
            for (const double lift : {0., 0.02})
              {
                const auto q =
                  vector_of(solid, [&](const Point &X, unsigned id) {
                    return turned(X, id, angle, slide, lift);
                  });
                EXPECT_TRUE(contacts->renew_rows(q, rest, 0.1));
                contacts->gap(q, 0., g);
                // both turn about the origin, the upper one slides by 1
                const auto v =
                  vector_of(solid, [&](const Point &X, unsigned id) {
                    const auto x = X + turned(X, id, angle, slide, lift);
                    dealii::Tensor<1, 2> w;
                    w[0] = -x[1] + (id == 1 ? std::cos(angle) : 0.);
                    w[1] = x[0] + (id == 1 ? std::sin(angle) : 0.);
                    return w;
                  });
                contacts->velocity(q, 0., v, u);
                unsigned int n_in_use = 0;
                for (std::size_t row = 0; row < m; row += 2)
                  if (contacts->is_in_use(row))
                    {
                      ++n_in_use;
                      EXPECT_NEAR(g[row], lift, 1e-13);
                      EXPECT_NEAR(u[row], 0., 1e-13) << "rotation opens";
                      // friction sees the rotation times the gap
                      EXPECT_NEAR(std::abs(u[row + 1]), 1., lift + 1e-13);
                    }
                  else
                    {
                      EXPECT_EQ(g[row], contacts->far_gap());
                      EXPECT_EQ(u[row], 0.);
                    }
                const double       part = 1. - std::abs(slide);
                const unsigned int n    = pairs == upper_is_slave ? 5 : 7;
                EXPECT_GE(n_in_use, std::floor(part * n) + 1.);
                EXPECT_LE(n_in_use, std::ceil(part * n) + 1.);
              }
      }
  }

  // At q + a h v, and what moves by more than its distance in a step is seen.
  TEST(SlidingPairs, RowsAreThoseOfTheForecast)
  {
    const ElasticSolid<2, A> solid(two_blocks(5, 7), MPI_COMM_WORLD);
    for (const double a : {0., 0.5, 1.})
      {
        const auto contacts = pair_contacts<2, A>(solid, upper_is_slave, {}, a);
        const auto other = pair_contacts<2, A>(solid, upper_is_slave, {}, 0.5);
        const auto at    = [&](const double slide, const double lift) {
          return vector_of(solid, [&](const Point &X, unsigned id) {
            return turned(X, id, 0., slide, lift);
          });
        };
        const auto zero = at(0., 0.), q = at(0.2, 5.), v = at(3., -25.);
        contacts->renew_rows(q, v, 0.1);
        other->renew_rows(at(0.2 + a * 0.3, 5. - a * 2.5), v, 0.);
        std::vector<double>              u(6), expected(6);
        std::mt19937                     random(5);
        std::uniform_real_distribution<> number(-1., 1.);
        const auto w = vector_of(solid, [&](const Point &, unsigned) {
          dealii::Tensor<1, 2> value;
          value[0] = number(random);
          value[1] = number(random);
          return value;
        });
        contacts->velocity(q, 0., w, u);
        EXPECT_TRUE(contacts->is_in_use(0)) << "5 away, 2.5 in a step";
        EXPECT_FALSE(other->is_in_use(0)) << "5 away, at rest";
        const auto near = pair_contacts<2, A>(solid, upper_is_slave, {}, 0.5);
        near->renew_rows(at(0.2 + a * 0.3, 0.1), zero, 0.1);
        near->velocity(q, 0., w, expected);
        for (unsigned int i = 0; i < 6; ++i)
          EXPECT_NEAR(u[i], expected[i], 1e-12);
      }
  }

  struct Settings
  {
    std::string                      scheme;
    std::vector<std::pair<Ids, Ids>> pairs;
    double                           restitution = 0.;
    double                           friction    = 0.;
    ElasticLaw                       law         = ElasticLaw::linear;
    std::optional<double>            place       = 0.5;
    double                           speed = 1., spin = 0.;
    double                           pressure = 0.; // that holds them together
    double                           scale    = 1.; // of gap and velocities
    DelassusForm                     form     = DelassusForm::automatic;
  };

  /** A block of 0.6 x 0.4 with 6 faces falls on one of 2 x 0.4 with 13, free as
   * well, and slides. */
  struct Slide : SteppedPairs<2>
  {
    static constexpr double time_step = 0.02;

    explicit Slide(const Settings &settings)
      : SteppedPairs<2>(description(settings),
                        settings.pairs,
                        {settings.restitution, settings.friction},
                        settings.scheme,
                        time_step,
                        settings.place,
                        settings.form)
    {}

    static SolidDescription<2>
    description(const Settings &settings)
    {
      auto mesh = std::make_shared<Mesh>();
      add_block(*mesh,
                {{0.1, 0.011 * settings.scale}, {0.6, 0.4}, {6, 4}, 1, 10},
                0.);
      add_block(*mesh, {{0., -0.4}, {2., 0.4}, {13, 3}, 2, 20}, 0.);
      SolidDescription<2> result;
      result.mesh             = mesh;
      result.materials        = {{1, {1., 0.3, 1.}}, {2, {1., 0.3, 1.}}};
      result.lumped_mass      = true;
      result.law              = settings.law;
      result.initial_velocity = [settings](const dealii::Point<2> &X,
                                           const unsigned int      id) {
        const double         w = id == 1 ? settings.spin : 0.;
        dealii::Tensor<1, 2> v;
        v[0] = id == 1 ? 0.4 * settings.speed - w * (X[1] - 0.2) : 0.;
        v[1] = id == 1 ? -0.1 + w * (X[0] - 0.4) : 0.02;
        return settings.scale * v;
      };
      for (const auto &[id, sign, length] :
           {std::tuple{13u, -1., 0.6}, std::tuple{22u, 1., 2.}})
        result.tractions[id] = {[=](const dealii::Point<2> &, double) {
                                  dealii::Tensor<1, 2> t;
                                  t[1] = sign * settings.pressure / length;
                                  return t;
                                },
                                false};
      return result;
    }

    /** Sum x x m v, of what the bodies are now. */
    double
    moment_of_momentum() const
    {
      double J = 0.;
      A::read_local(stepper.state().momentum, [&](const double *const p) {
        A::read_local(stepper.state().q, [&](const double *const u) {
          for_each_vertex(
            solid, [&](const Point &X, unsigned int, const std::size_t i) {
              J += (X[0] + u[i]) * p[i + 1] - (X[1] + u[i + 1]) * p[i];
            });
        });
      });
      return dealii::Utilities::MPI::sum(J, MPI_COMM_WORLD);
    }
  };

  /** What a run of @p n steps must have, whatever it is. */
  void
  check_balances(const Settings &settings, const unsigned int n)
  {
    Slide               run(settings);
    const double        along = run.momentum(0), across = run.momentum(1);
    const double        mass = run.solid.total_mass();
    const std::size_t   m    = run.contacts->n_constraints();
    const unsigned int  step = settings.friction > 0. ? 2 : 1;
    std::vector<double> before(m), after(m);
    double              sum = 0.;
    for (unsigned int k = 0; k < n; ++k)
      {
        const State<A> &x = run.stepper.state();
        run.contacts->renew_rows(x.q, x.v, Slide::time_step);
        run.contacts->velocity(x.q, 0., x.v, before);
        run.stepper.advance(1);
        run.contacts->velocity(x.q, 0., run.stepper.state().v, after);
        ASSERT_NEAR(run.momentum(0), along, 2e-14 * mass) << k;
        ASSERT_NEAR(run.momentum(1), across, 2e-14 * mass) << k;
        const auto P = run.stepper.record().impulse;
        for (std::size_t row = 0; row < m; row += step)
          {
            sum += P[row];
            ASSERT_GE(P[row], 0.);
            if (step == 2)
              {
                ASSERT_LE(std::abs(P[row + 1]),
                          settings.friction * P[row] * (1. + 1e-9) + 1e-17);
              }
            if (settings.scheme == "moreau-jean")
              {
                ASSERT_LE(0.5 * P[row] * (before[row] + after[row]), 1e-15)
                  << k << ' ' << row;
              }
          }
      }
    EXPECT_GT(sum, 0.005);
    const EnergyRecord &record = *run.stepper.record().energy_record;
    if (settings.law == ElasticLaw::linear)
      {
        EXPECT_LT(record.max_relative_residual, 1e-13);
      }
    EXPECT_LE(record.cumulative.contact, 1e-15);
    if (settings.restitution < 1. || settings.friction > 0.)
      {
        EXPECT_LT(record.cumulative.contact, -1e-5);
      }
  }

  // Six faces of the longer block in 120 steps.
  TEST(SlidingPairs, BalancesHold)
  {
    for (const std::string scheme : {"moreau-jean",
                                     "moreau-jean-dissipative",
                                     "generalized-alpha",
                                     "generalized-alpha-ggl",
                                     "combined-projection",
                                     "cd-lagrange"})
      for (const auto &pairs :
           {std::vector<std::pair<Ids, Ids>>{{{12}, {23}}},
            std::vector<std::pair<Ids, Ids>>{{{23, 20, 21}, {12, 10, 11}}}})
        for (const double e : {0., 0.5, 1.})
          for (const double mu : {0., 0.3})
            {
              if (scheme != "moreau-jean" && (e == 1. || mu == 0.))
                continue;
              if (scheme.starts_with("moreau") || e == 0.)
                {
                  SCOPED_TRACE(scheme + ", e = " + std::to_string(e) +
                               ", mu = " + std::to_string(mu));
                  check_balances({.scheme      = scheme,
                                  .pairs       = pairs,
                                  .restitution = e,
                                  .friction    = mu,
                                  .pressure    = 0.02},
                                 steps_for_ranks(120));
                }
            }
  }

  TEST(SlidingPairs, BalancesOfFiniteStrains)
  {
    for (const std::string scheme : {"moreau-jean", "cd-lagrange"})
      for (const double e : {0., 1.})
        {
          SCOPED_TRACE(scheme + ", e = " + std::to_string(e));
          check_balances({.scheme      = scheme,
                          .pairs       = upper_is_slave,
                          .restitution = e,
                          .friction    = 0.1,
                          .law         = ElasticLaw::neo_hookean,
                          .spin        = 0.3},
                         steps_for_ranks(60));
        }
  }

  // A sparse W, or solutions in the null space of the active rows, give what an
  // assembled W does.
  TEST(SlidingPairs, FormsOfTheContactProblemAgree)
  {
    const auto displacement = [](Settings settings, const DelassusForm form) {
      settings.form = form;
      Slide run(settings);
      run.stepper.advance(steps_for_ranks(25));
      return A::Vector(run.stepper.state().q);
    };
    using Form = DelassusForm;
    for (const auto &[scheme, form] :
         {std::pair{"cd-lagrange", Form::local},
          std::pair{"moreau-jean", Form::matrix_free},
          std::pair{"generalized-alpha", Form::matrix_free}})
      for (const auto &pairs : {upper_is_slave, lower_is_slave})
        for (const auto law : {ElasticLaw::linear, ElasticLaw::neo_hookean})
          for (const double mu : {0., 0.3})
            for (const std::optional<double> place :
                 {std::optional<double>(), std::optional<double>(0.5)})
              {
                if ((!place && law != ElasticLaw::linear) ||
                    (mu > 0. && scheme == std::string("generalized-alpha")))
                  continue;
                const Settings settings{.scheme      = scheme,
                                        .pairs       = pairs,
                                        .restitution = 0.5,
                                        .friction    = mu,
                                        .law         = law,
                                        .place       = place,
                                        .pressure    = 0.02};
                const auto     q = displacement(settings, form);
                auto           d = displacement(settings, Form::assembled);
                EXPECT_GT(d.linfty_norm(), 0.03);
                d.add(-1., q);
                EXPECT_LT(d.linfty_norm(), 1e-10)
                  << scheme << ", mu = " << mu << (place ? ", finite" : "");
              }
  }

  // Of rows at the forecast of the middle of a step the moment of momentum has
  // errors of second order, of those at its ends of first order.
  TEST(SlidingPairs, MomentOfMomentum)
  {
    const auto change = [](const std::string &scheme, const double place) {
      Slide        run({.scheme = scheme,
                        .pairs  = {{{12}, {23}}},
                        .law    = ElasticLaw::neo_hookean,
                        .place  = place,
                        .spin   = 0.3});
      const double J = run.moment_of_momentum();
      run.stepper.advance(60);
      return run.moment_of_momentum() - J;
    };
    const double start  = change("moreau-jean", 0.),
                 end    = change("moreau-jean", 1.),
                 middle = change("moreau-jean", 0.5);
    EXPECT_LT(start * end, 0.);
    EXPECT_LT(std::abs(middle), 0.02 * std::abs(start));
    const double cd_1 = change("cd-lagrange", 1.),
                 cd_0 = change("cd-lagrange", 0.);
    EXPECT_LT(std::abs(cd_1), 1e-3 * std::abs(cd_0));
  }

  // Of a small motion finite sliding is small sliding, but for second order.
  TEST(SlidingPairs, OfSmallMotionsAreTheSame)
  {
    std::vector<double> differences;
    for (const double scale : {0.1, 0.01, 0.001})
      {
        const auto displacement = [&](const std::optional<double> &place) {
          Slide run({.scheme   = "moreau-jean",
                     .pairs    = upper_is_slave,
                     .friction = 0.3,
                     .place    = place,
                     .scale    = scale});
          run.stepper.advance(50);
          return A::Vector(run.stepper.state().q);
        };
        A::Vector d = displacement({});
        EXPECT_GT(d.linfty_norm(), 0.1 * scale);
        d.add(-1., displacement(0.5));
        differences.push_back(d.linfty_norm() / scale);
      }
    EXPECT_GT(differences[0], 1e-5);
    EXPECT_LT(differences[1], 0.15 * differences[0]);
    EXPECT_LT(differences[2], 0.15 * differences[1]);
  }
} // namespace percuss::test::sliding_pairs_test
