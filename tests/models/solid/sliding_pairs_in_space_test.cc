// SPDX-License-Identifier: Apache-2.0

// Finite sliding in space: rows that follow the bodies, balances of bricks that
// slide over many faces and turn, and the plane as a special case.

#include "two_bricks.h"

#include <random>

namespace percuss::test::sliding_pairs_in_space_test
{
  using A      = PETScAlgebra;
  using Point  = dealii::Point<3>;
  using Tensor = dealii::Tensor<1, 3>;
  using Matrix = Eigen::Matrix3d;

  /** A field of displacements or velocities. */
  template <class Field>
  A::Vector
  vector_of(const ElasticSolid<3, A> &solid, const Field &field)
  {
    A::Vector q = solid.initial_displacement();
    A::write_local(q, [&](double *const local) {
      for_each_vertex(
        solid, [&](const Point &X, const unsigned int id, const std::size_t i) {
          const Eigen::Vector3d value =
            field(Eigen::Vector3d(X[0], X[1], X[2]), id);
          for (int d = 0; d < 3; ++d)
            local[i + static_cast<std::size_t>(d)] = value[d];
        });
    });
    return q;
  }

  Matrix
  rotation(const double angle)
  {
    return Eigen::AngleAxisd(angle, Eigen::Vector3d(1., 2., -2.) / 3.)
      .toRotationMatrix();
  }

  // Wherever the upper brick has slid to, and however both have turned.
  TEST(SlidingPairsInSpace, RowsFollowTheBodies)
  {
    const ElasticSolid<3, A> solid(two_bricks(3, 5), MPI_COMM_WORLD);
    for (const auto &pairs : {upper_brick_is_slave, lower_brick_is_slave})
      {
        const auto contacts = pair_contacts<3, A>(solid, pairs, {0., 0.1}, 0.5);
        const std::size_t m = contacts->n_constraints();
        ASSERT_EQ(m, 3 * (pairs == upper_brick_is_slave ? 20u : 36u));
        std::vector<double> g(m), u(m);
        const auto          rest =
          vector_of(solid, [](const Eigen::Vector3d &, unsigned) {
            return Eigen::Vector3d::Zero();
          });
        for (const double slide : {0., 0.37, -0.81, 0.995})
          for (const double angle : {0., 0.3, 2.1})
            for (const double lift : {0., 0.02})
              {
                const Matrix          R = rotation(angle);
                const Eigen::Vector3d offset(slide, -0.6 * slide, lift);
                const auto            position = [&](const Eigen::Vector3d &X,
                                          const unsigned int     id) {
                  return Eigen::Vector3d(
                    R * (X + (id == 1 ? offset : Eigen::Vector3d::Zero())));
                };
                const auto q = vector_of(
                  solid, [&](const Eigen::Vector3d &X, const unsigned int id) {
                    return Eigen::Vector3d(position(X, id) - X);
                  });
                EXPECT_TRUE(contacts->renew_rows(q, rest, 0.1));
                contacts->gap(q, 0., g);
                // both turn, and the upper one slides
                const Eigen::Vector3d spin(0.3, -0.5, 0.8);
                const auto            v = vector_of(
                  solid, [&](const Eigen::Vector3d &X, const unsigned int id) {
                    const Eigen::Vector3d along(0.6, 0.8, 0.);
                    return Eigen::Vector3d(spin.cross(position(X, id)) +
                                           (id == 1 ? 1. : 0.) * (R * along));
                  });
                contacts->velocity(q, 0., v, u);
                double area = 0.;
                for (std::size_t row = 0; row < m; row += 3)
                  if (contacts->is_in_use(row))
                    {
                      area += contacts->area(row);
                      EXPECT_NEAR(g[row], lift, 1e-13);
                      EXPECT_NEAR(u[row], 0., 1e-13) << "rotation opens";
                      // friction sees the rotation times the gap
                      EXPECT_NEAR(std::hypot(u[row + 1], u[row + 2]),
                                  1.,
                                  lift + 1e-13);
                    }
                  else
                    {
                      EXPECT_EQ(g[row], contacts->far_gap());
                      EXPECT_EQ(u[row], 0.);
                    }
                EXPECT_NEAR(area,
                            (1. - std::abs(slide)) *
                              (1. - 0.6 * std::abs(slide)),
                            2e-3);
              }
      }
  }

  // The master at any distance is seen if it comes near within two steps.
  TEST(SlidingPairsInSpace, RowsLookAsFarAsBodiesMove)
  {
    const ElasticSolid<3, A> solid(two_bricks(3, 5), MPI_COMM_WORLD);
    const auto               contacts =
      pair_contacts<3, A>(solid, upper_brick_is_slave, {}, 1.);
    const auto upper_at = [&](const double z) {
      return vector_of(solid, [&](const Eigen::Vector3d &, unsigned id) {
        return Eigen::Vector3d(0., 0., id == 1 ? z : 0.);
      });
    };
    contacts->renew_rows(upper_at(5.), upper_at(0.), 0.1);
    EXPECT_FALSE(contacts->is_in_use(0)) << "5 away, at rest";
    contacts->renew_rows(upper_at(5.), upper_at(-25.), 0.1);
    EXPECT_TRUE(contacts->is_in_use(0)) << "5 away, 2.5 in a step";
    std::vector<double> g(contacts->n_constraints());
    contacts->gap(upper_at(5.), 0., g);
    EXPECT_NEAR(g[0], 5., 1e-13);
  }

  struct Settings
  {
    std::string                      scheme;
    std::vector<std::pair<Ids, Ids>> pairs;
    double                           restitution = 0.;
    double                           friction    = 0.;
    ElasticLaw                       law         = ElasticLaw::linear;
    std::optional<double>            place       = 0.5;
    DelassusForm                     form        = DelassusForm::automatic;
    double                           spin        = 0.;
    double                           scale       = 1.; // of gap and velocities
  };

  /** A brick of 0.6 x 0.5 x 0.3 falls on a plate, free as well, and slides
   * obliquely over it. */
  struct Slide : SteppedPairs<3>
  {
    static constexpr double time_step = 0.02;

    explicit Slide(const Settings &settings)
      : SteppedPairs<3>(description(settings),
                        settings.pairs,
                        {settings.restitution, settings.friction},
                        settings.scheme,
                        time_step,
                        settings.place,
                        settings.form)
    {}

    static SolidDescription<3>
    description(const Settings &settings)
    {
      auto mesh = std::make_shared<Mesh>();
      add_brick(*mesh,
                {{0.1, 0.1, 0.011 * settings.scale},
                 {0.6, 0.5, 0.3},
                 {3, 3, 2},
                 1,
                 10,
                 10.});
      add_brick(*mesh, {{0., 0., -0.3}, {1.6, 1.2, 0.3}, {6, 5, 2}, 2, 20});
      SolidDescription<3> result;
      result.mesh             = mesh;
      result.materials        = {{1, {1., 0.3, 1.}}, {2, {1., 0.3, 1.}}};
      result.lumped_mass      = true;
      result.law              = settings.law;
      result.initial_velocity = [settings](const Point       &X,
                                           const unsigned int id) {
        const double w = id == 1 ? settings.spin : 0.;
        return settings.scale * vector(id == 1 ? 0.4 - w * (X[1] - 0.4) : 0.,
                                       id == 1 ? 0.2 + w * (X[0] - 0.4) : 0.,
                                       id == 1 ? -0.1 : 0.05);
      };
      return result;
    }

    /** Sum x x m v, of what the bodies are now. */
    Eigen::Vector3d
    moment_of_momentum() const
    {
      Eigen::Vector3d J = Eigen::Vector3d::Zero();
      A::read_local(stepper.state().momentum, [&](const double *const p) {
        A::read_local(stepper.state().q, [&](const double *const u) {
          for_each_vertex(
            solid, [&](const Point &X, unsigned int, const std::size_t i) {
              const Eigen::Vector3d x(X[0] + u[i],
                                      X[1] + u[i + 1],
                                      X[2] + u[i + 2]);
              J += x.cross(Eigen::Map<const Eigen::Vector3d>(p + i));
            });
        });
      });
      for (int d = 0; d < 3; ++d)
        J[d] = dealii::Utilities::MPI::sum(J[d], MPI_COMM_WORLD);
      return J;
    }
  };

  void
  check_balances(const Settings &settings, const unsigned int n)
  {
    Slide                       run(settings);
    const std::array<double, 3> at_start{run.momentum(0),
                                         run.momentum(1),
                                         run.momentum(2)};
    const double                mass = run.solid.total_mass();
    const std::size_t           m    = run.contacts->n_constraints();
    const unsigned int          step = settings.friction > 0. ? 3 : 1;
    std::vector<double>         before(m), after(m);
    double                      sum = 0.;
    for (unsigned int k = 0; k < n; ++k)
      {
        const State<A> &x = run.stepper.state();
        run.contacts->renew_rows(x.q, x.v, Slide::time_step);
        run.contacts->velocity(x.q, 0., x.v, before);
        run.stepper.advance(1);
        run.contacts->velocity(x.q, 0., run.stepper.state().v, after);
        for (unsigned int d = 0; d < 3; ++d)
          ASSERT_NEAR(run.momentum(d), at_start[d], 2e-14 * mass) << k;
        const auto P = run.stepper.record().impulse;
        for (std::size_t row = 0; row < m; row += step)
          {
            sum += P[row];
            ASSERT_GE(P[row], 0.);
            if (step == 3)
              {
                ASSERT_LE(std::hypot(P[row + 1], P[row + 2]),
                          settings.friction * P[row] + 1e-12 * mass);
              }
            if (settings.scheme == "moreau-jean")
              {
                ASSERT_LE(0.5 * P[row] * (before[row] + after[row]), 1e-15)
                  << k << ' ' << row;
              }
          }
      }
    EXPECT_GT(sum, 0.002);
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

  TEST(SlidingPairsInSpace, BalancesHold)
  {
    for (const std::string scheme :
         {"moreau-jean", "generalized-alpha", "cd-lagrange"})
      for (const auto &pairs : {upper_brick_is_slave, lower_brick_is_slave})
        for (const double e : {0., 1.})
          for (const double mu : {0., 0.3})
            {
              if (scheme != "moreau-jean" && (e == 1. || mu == 0.))
                continue;
              SCOPED_TRACE(scheme + ", e = " + std::to_string(e) +
                           ", mu = " + std::to_string(mu));
              check_balances({.scheme      = scheme,
                              .pairs       = pairs,
                              .restitution = e,
                              .friction    = mu},
                             steps_for_ranks(60));
            }
  }

  TEST(SlidingPairsInSpace, BalancesOfFiniteStrains)
  {
    for (const std::string scheme : {"moreau-jean", "cd-lagrange"})
      {
        SCOPED_TRACE(scheme);
        check_balances({.scheme   = scheme,
                        .pairs    = upper_brick_is_slave,
                        .friction = 0.1,
                        .law      = ElasticLaw::neo_hookean,
                        .spin     = 0.3},
                       steps_for_ranks(40));
      }
  }

  // Of rows at the forecast of the middle of a step the moment of momentum has
  // errors of second order, of those at its ends of first order.
  TEST(SlidingPairsInSpace, MomentOfMomentum)
  {
    const auto change = [](const std::string &scheme, const double place) {
      Slide      run({.scheme = scheme,
                      .pairs  = upper_brick_is_slave,
                      .law    = ElasticLaw::neo_hookean,
                      .place  = place,
                      .spin   = 0.3});
      const auto J = run.moment_of_momentum();
      run.stepper.advance(40);
      return (run.moment_of_momentum() - J).norm();
    };
    const double start = change("moreau-jean", 0.);
    EXPECT_GT(start, 1e-5);
    EXPECT_LT(change("moreau-jean", 0.5), 0.03 * start);
    EXPECT_LT(change("cd-lagrange", 1.), 1e-3 * change("cd-lagrange", 0.));
  }

  // Of a small motion finite sliding is small sliding, but for second order.
  TEST(SlidingPairsInSpace, OfSmallMotionsAreTheSame)
  {
    std::vector<double> differences;
    for (const double scale : {0.1, 0.01, 0.001})
      {
        const auto displacement = [&](const std::optional<double> &place) {
          Slide run({.scheme   = "moreau-jean",
                     .pairs    = upper_brick_is_slave,
                     .friction = 0.3,
                     .place    = place,
                     .scale    = scale});
          run.stepper.advance(30);
          return A::Vector(run.stepper.state().q);
        };
        A::Vector d = displacement({});
        EXPECT_GT(d.linfty_norm(), 0.1 * scale);
        d.add(-1., displacement(0.5));
        differences.push_back(d.linfty_norm() / scale);
      }
    EXPECT_GT(differences[0], 1e-6);
    EXPECT_LT(differences[1], 0.2 * differences[0]);
    EXPECT_LT(differences[2], 0.2 * differences[1]);
  }

  TEST(SlidingPairsInSpace, FormsOfTheContactProblemAgree)
  {
    using Form = DelassusForm;
    for (const auto &[scheme, form] :
         {std::pair{"cd-lagrange", Form::local},
          std::pair{"moreau-jean", Form::matrix_free}})
      for (const double mu : {0., 0.3})
        {
          const auto displacement = [&](const Form of_run) {
            Slide run({.scheme      = scheme,
                       .pairs       = upper_brick_is_slave,
                       .restitution = 0.5,
                       .friction    = mu,
                       .form        = of_run});
            run.stepper.advance(steps_for_ranks(20));
            return A::Vector(run.stepper.state().q);
          };
          A::Vector d = displacement(Form::assembled);
          EXPECT_GT(d.linfty_norm(), 0.03);
          d.add(-1., displacement(form));
          EXPECT_LT(d.linfty_norm(), 1e-10) << scheme << ", mu = " << mu;
        }
  }
} // namespace percuss::test::sliding_pairs_in_space_test
