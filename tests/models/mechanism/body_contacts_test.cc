// SPDX-License-Identifier: Apache-2.0

// Bodies of convex shape: against the mechanics of rigid bodies, invariance,
// momenta, energies, and at rest.

#include "../../count_allocations.h"
#include "mechanism_run.h"

#include <percuss/base/exceptions.h>

#include <charconv>
#include <random>

namespace percuss::test
{
  namespace
  {
    Activation
    of_bodies()
    {
      return {Activation::Rule::explicit_forecast, 0.5};
    }

    /** Bodies with one law in the plane, or in space. */
    PlanarRun
    planar_run(const std::string         &bodies,
               const std::string         &contacts,
               const ContactCoefficients &law,
               const double               h,
               const Eigen::Vector2d     &gravity,
               const std::string         &scheme = "moreau-jean")
    {
      PlanarMechanismDescription d =
        parse_planar_mechanism({bodies, "", contacts, "", ""},
                               parse_time_function,
                               law);
      d.gravity = gravity;
      return {d, scheme_named(scheme), h, of_bodies()};
    }

    SpatialRun
    spatial_run(const std::string         &bodies,
                const std::string         &contacts,
                const ContactCoefficients &law,
                const double               h,
                const Eigen::Vector3d     &gravity,
                const std::string         &scheme = "moreau-jean")
    {
      SpatialMechanismDescription d =
        parse_spatial_mechanism({bodies, "", contacts, "", ""},
                                parse_time_function,
                                law);
      d.gravity = gravity;
      return {d, scheme_named(scheme), h, of_bodies()};
    }

    ContactCoefficients
    law(const double e, const double mu)
    {
      ContactCoefficients result;
      result.restitution = e;
      result.friction    = mu;
      return result;
    }

    /** A number as it is. */
    std::string
    exact(const double x)
    {
      char buffer[40];
      return {buffer, std::to_chars(buffer, buffer + 40, x).ptr};
    }

    std::string
    text(const Eigen::VectorXd &x)
    {
      std::string result;
      for (const double entry : x)
        result += (result.empty() ? "" : ", ") + exact(entry);
      return result;
    }

    const std::string
      floor_2 = "floor: bodies all ; line ground 0, 0 ; normal 0, 1",
      floor_3 = "floor: bodies all ; plane ground 0, 0, 0 ; normal 0, 0, 1";

    /** The largest rise of the total energy in a step, in units of @p scale,
     * while @p visit is called after each of @p n steps. */
    template <class Run, class Visit>
    double
    largest_rise(Run &run, const int n, const double scale, const Visit &visit)
    {
      double largest = 0., last = run.ledger().energy.total();
      for (int k = 0; k < n; ++k)
        {
          run.stepper.advance(1);
          const double E = run.ledger().energy.total();
          largest        = std::max(largest, (E - last) / scale);
          last           = E;
          visit();
        }
      return largest;
    }
  } // namespace

  // A disc and a ball on an incline, as gravity that is turned: they roll with
  // g sin(a)/(1 + k^2/R^2), or slip with g (sin a - mu cos a).
  TEST(BodyContacts, RollingAndSlippingOnAnIncline)
  {
    const double alpha = 0.3, g = 9.81, T = 0.5;
    for (const double mu : {0.05, 0.5})
      for (const bool is_ball : {false, true})
        {
          const double s = g * std::sin(alpha), c = g * std::cos(alpha),
                       k     = is_ball ? 0.4 : 0.5; // k^2/R^2
          const bool   rolls = mu > k / (1. + k) * std::tan(alpha);
          const double a     = rolls ? s / (1. + k) : s - mu * c;
          double       v     = 0.;
          if (is_ball)
            {
              auto run =
                spatial_run("b: shape ball 0.1 ; mass 2 ; at 0, 0, 0.1",
                            floor_3,
                            law(0., mu),
                            1e-3,
                            {s, 0., -c});
              run.stepper.advance(500);
              v = run.stepper.state().v[0];
            }
          else
            {
              auto run = planar_run("b: shape disc 0.1 ; mass 2 ; at 0, 0.1, 0",
                                    floor_2,
                                    law(0., mu),
                                    1e-3,
                                    {s, -c});
              run.stepper.advance(500);
              v = run.stepper.state().v[0];
            }
          EXPECT_NEAR(v, a * T, 1e-3 * a * T) << mu << ' ' << is_ball;
        }
  }

  // Two discs, and two balls, that meet obliquely and spin: impulses P along n
  // and P_T against the slip u_T, at most mu P; |P_T| = |u_T|/W_T stops it.
  TEST(BodyContacts, ObliqueImpact)
  {
    for (const double mu : {0.05, 1.})
      for (const double e : {0., 0.5, 1.})
        {
          ContactCoefficients of_pair    = law(e, mu);
          of_pair.law                    = ImpactLaw::newton;
          of_pair.tangential_restitution = 0.;
          auto run                       = planar_run(
            "a: shape disc 1 ; mass 2 ; at 0, 0, 0 ; velocity 3, 1, 2 "
                                  "| b: shape disc 0.5 ; mass 1 ; at 1.51, 0, 0",
            "pair: bodies a, b",
            of_pair,
            1e-3,
            {0., 0.});
          run.stepper.advance(10);
          const auto  &v   = run.stepper.state().v;
          const double x   = 1e-2;            // normals turn by that at most
          const double u_T = -(1. + 2. * 1.); // of b relative to a
          const double P   = (1. + e) * 3. / (1. / 2. + 1.);
          const double W_T = 3. * (1. / 2. + 1.); // of discs, 3/m
          const double P_T = std::min(mu * P, -u_T / W_T);
          EXPECT_NEAR(v[0], 3. - P / 2., x * 3.);
          EXPECT_NEAR(v[3], P, x * 3.);
          EXPECT_NEAR(v[1], 1. - P_T / 2., x * 3.);
          EXPECT_NEAR(v[4], P_T, x * 3.);
          EXPECT_NEAR(v[2], 2. - P_T * 1. / 1., x * 3.);
          EXPECT_NEAR(v[5], -P_T * 0.5 / 0.125, x * 12.);
        }

    ContactCoefficients of_pair    = law(0.5, 1.);
    of_pair.law                    = ImpactLaw::newton;
    of_pair.tangential_restitution = 0.;
    auto run                       = spatial_run(
      "a: shape ball 1 ; mass 2 ; at 0, 0, 0 ; velocity 3, 1, 0.5 | "
                            "b: shape ball 0.5 ; mass 1 ; at 1.51, 0, 0",
      "pair: bodies a, b",
      of_pair,
      1e-3,
      {0., 0., 0.});
    run.stepper.advance(10);
    const auto  &v   = run.stepper.state().v;
    const double P_T = 1. / (3.5 * 1.5); // per velocity: of balls W_T = 7/2m
    EXPECT_NEAR(v[6], 3., 0.03);
    EXPECT_NEAR(v[7], P_T, 0.03);
    EXPECT_NEAR(v[8], 0.5 * P_T, 0.03);
  }

  // Free bodies of random shape that collide keep both momenta, to what their
  // impulses have in common as lines of action; the energy never rises.
  TEST(BodyContacts, FreeCollisionsKeepMomenta)
  {
    std::mt19937                     random(3);
    std::uniform_real_distribution<> between(-1., 1.);
    std::string                      bodies;
    for (int i = 0; i < 8; ++i)
      {
        const Eigen::Vector3d x(i % 2 ? 0.6 : -0.6,
                                i / 2 % 2 ? 0.6 : -0.6,
                                i / 4 ? 0.6 : -0.6);
        Eigen::VectorXd points(36), w(3);
        for (double &entry : points)
          entry = 0.45 * between(random);
        for (double &entry : w)
          entry = 3. * between(random);
        bodies += (bodies.empty() ? "b" : " | b") + std::to_string(i) +
                  ": shape hull " + text(points) + " ; density 1 ; at " +
                  text(x) + " ; rotation " + text(w) + " ; velocity " +
                  text(-2. * x + 0.1 * w) + " ; angular velocity " + text(w);
      }
    const auto momenta = [](const SpatialRun                  &run,
                            const SpatialMechanismDescription &d) {
      Eigen::Matrix<double, 6, 1> p = Eigen::Matrix<double, 6, 1>::Zero();
      const Eigen::VectorXd      &q = run.stepper.state().q.entries;
      for (int i = 0; i < 8; ++i)
        {
          const auto v = of_frame<3>(run.stepper.state().v.entries, i);
          const Eigen::Vector3d mv =
            d.bodies[static_cast<std::size_t>(i)].mass * v.head<3>();
          p.head<3>() += mv;
          p.tail<3>() +=
            frame_origin<3>(q, i).cross(mv) +
            rotate(frame_rotation<3>(q, i),
                   Eigen::Vector3d(
                     d.bodies[static_cast<std::size_t>(i)].inertia *
                     v.tail<3>()));
        }
      return p;
    };
    for (const double e : {0., 0.7})
      for (const double h : {1e-3, 5e-4})
        {
          auto d = parse_spatial_mechanism(
            {bodies, "", "all: bodies all ; friction 0.3", "", ""},
            parse_time_function,
            law(e, 0.));
          d.gravity = Eigen::Vector3d::Zero();
          SpatialRun   run(d, scheme_named("moreau-jean"), h, of_bodies());
          const auto   before = momenta(run, d);
          const double E      = run.ledger().energy.total();
          const double rise  = largest_rise(run, std::lround(1. / h), E, [] {});
          const auto   after = momenta(run, d);
          EXPECT_GT(run.stepper.record().contacts->total_impulse, 0.5);
          EXPECT_NEAR((after - before).head<3>().norm(), 0., 1e-13);
          // of second order: of free rotation, and of the angular momentum of
          // impulses at the middle of a step
          EXPECT_LT((after - before).tail<3>().norm(), 100. * h * h) << e;
          EXPECT_LT(rise, 1e-5);
          EXPECT_LT(run.ledger().energy.total(), 0.9 * E);
        }
  }

  // What is dropped rests, whatever its shape, e and mu; nothing penetrates by
  // more than the way of a step, and the ledger's identity holds.
  TEST(BodyContacts, DroppedHullsComeToRest)
  {
    std::mt19937                     random(7);
    std::uniform_real_distribution<> between(-1., 1.);
    for (const double e : {0., 0.4})
      for (const double mu : {0.2, 0.8})
        {
          std::string bodies;
          for (int i = 0; i < 6; ++i)
            {
              Eigen::VectorXd points(20);
              for (double &entry : points)
                entry = 0.1 * between(random);
              bodies += (i ? " | b" : "b") + std::to_string(i) +
                        ": shape polygon " + text(points) +
                        " ; density 100 ; at " + exact(0.05 * between(random)) +
                        ", " + exact(0.2 + 0.3 * i) + ", " +
                        exact(3. * between(random));
            }
          const double h = 1e-3;
          auto         run =
            planar_run(bodies,
                       floor_2 +
                         " | heap: bodies all | left: bodies all ; line "
                         "ground -0.3, 0 ; normal 1, 0 | right: bodies "
                         "all ; line ground 0.3, 0 ; normal -1, 0",
                       law(e, mu),
                       h,
                       {0., -9.81});
          const double scale   = run.ledger().energy.total();
          double       fastest = 0.;
          const double rise    = largest_rise(run, 2500, scale, [&] {
            fastest =
              std::max(fastest,
                       run.stepper.state().v.entries.cwiseAbs().maxCoeff());
          });
          EXPECT_LT(rise, 1e-5) << e << ' ' << mu;
          EXPECT_LT(run.ledger().energy.kinetic, 1e-6 * scale)
            << e << ' ' << mu;
          EXPECT_LT(run.stepper.record().contacts->max_penetration, 8. * h);
          EXPECT_LT(run.ledger().max_relative_residual, 1e-12);
        }
  }

  // Stacks and an arch stand; with projections without a gap.
  TEST(BodyContacts, TenBoxesStand)
  {
    for (const std::string scheme :
         {"moreau-jean", "generalized-alpha", "combined-projection"})
      for (const bool in_space : {false, true})
        {
          const bool is_projected = scheme == "combined-projection";
          if (in_space && is_projected)
            continue; // the same code, and slow
          const int   n = is_projected ? 4 : 10;
          std::string bodies;
          for (int i = 0; i < n; ++i)
            bodies +=
              (i ? " | b" : "b") + std::to_string(i) +
              (in_space ? ": shape box 0.2, 0.2, 0.1 ; mass 1 ; at 0, "
                          "0, " :
                          ": shape rectangle 0.2, 0.1 ; mass 1 ; at 0, ") +
              exact(0.05 + 0.1 * i) + (in_space ? "" : ", 0");
          const auto expect_rest = [&](auto run) {
            run.stepper.advance(100);
            EXPECT_LT(run.ledger().energy.kinetic, 1e-15) << scheme;
            EXPECT_EQ(run.stepper.record().active_contacts,
                      static_cast<unsigned int>((in_space ? 4 : 2) * n));
            EXPECT_LT(run.stepper.record().max_penetration,
                      is_projected ? 1e-13 : 1e-3 * 1e-3 * 9.82);
            // the floor carries all of it
            double floor = 0.;
            for (std::size_t i = 0; i < run.constraints.n_constraints(); ++i)
              if (run.constraints.name(i) == "floor" &&
                  run.constraints.law(i).is_contact())
                floor += run.stepper.record().impulse[i];
            EXPECT_NEAR(floor, n * 9.81 * 1e-3, 1e-9) << scheme;
          };
          if (in_space)
            expect_rest(spatial_run(bodies,
                                    floor_3 + " | boxes: bodies all",
                                    law(0., 0.5),
                                    1e-3,
                                    {0., 0., -9.81},
                                    scheme));
          else
            expect_rest(planar_run(bodies,
                                   floor_2 + " | boxes: bodies all",
                                   law(0., 0.5),
                                   1e-3,
                                   {0., -9.81},
                                   scheme));
        }
  }

  // Projections: the slots that are not used do not hide the others.
  TEST(BodyContacts, ProjectedBoxDoesNotPenetrate)
  {
    for (const std::string scheme :
         {"direct-projection", "combined-projection", "generalized-alpha-ggl"})
      {
        auto run =
          planar_run("a: shape rectangle 0.2, 0.1 ; mass 1 ; at 0, 0.2, "
                     "0.3",
                     floor_2,
                     law(0.3, 0.5),
                     1e-3,
                     {0., -9.81},
                     scheme);
        run.stepper.advance(800);
        EXPECT_LT(run.stepper.record().contacts->max_penetration, 1e-9)
          << scheme;
        EXPECT_LT(run.ledger().energy.kinetic, 1e-4) << scheme;
      }
  }

  // The order of the bodies and the units do not matter: a block that falls on
  // a tilted one on its way down a fixed step.
  TEST(BodyContacts, OrderAndUnitsDoNotMatter)
  {
    const auto run =
      [](const bool reversed, const double L, const double M, const double T) {
        const auto        length = [&](const double x) { return exact(x * L); };
        const std::string a      = "a: shape rectangle " + length(0.3) + ", " +
                              length(0.1) + " ; mass " + exact(2. * M) +
                              " ; at " + length(0.) + ", " + length(0.3) +
                              ", 0.2",
                          b = "b: shape rectangle " + length(0.1) + ", " +
                              length(0.2) + " ; mass " + exact(M) + " ; at " +
                              length(0.05) + ", " + length(0.6) + ", -0.3",
                          c = "c: shape disc " + length(0.06) + " ; mass " +
                              exact(M) + " ; at " + length(-0.1) + ", " +
                              length(0.5) + ", 0",
                          step = "step: fixed ; shape rectangle " +
                                 length(0.2) + ", " + length(0.1) + " ; at " +
                                 length(0.1) + ", " + length(0.05) + ", 0";
        auto result = planar_run(reversed ? c + '|' + step + '|' + b + '|' + a :
                                            a + '|' + b + '|' + c + '|' + step,
                                 floor_2 + " | all: bodies all",
                                 law(0.2, 0.4),
                                 1e-3 * T,
                                 {0., -9.81 * L / (T * T)});
        result.stepper.advance(600);
        Eigen::VectorXd q = result.stepper.state().q.entries;
        if (reversed)
          q.head<3>().swap(q.tail<3>());
        for (Eigen::Index i = 0; i < q.size(); ++i)
          if (i % 3 != 2)
            q[i] /= L;
        return q;
      };
    const Eigen::VectorXd q = run(false, 1., 1., 1.);
    EXPECT_LT((q - run(true, 1., 1., 1.)).norm(), 1e-6);
    EXPECT_LT((q - run(false, 1e3, 1e-3, 1e3)).norm(), 1e-6); // mm, t, ms
  }

  // Discs in a ring, a box against a peg, a capsule, a cylinder: all shapes.
  TEST(BodyContacts, AllShapesRest)
  {
    auto ring =
      planar_run("a: shape disc 0.1 ; mass 1 ; at -0.2, 0, 0 | b: shape "
                 "capsule 0.05, 0.2 ; mass 1 ; at 0.1, 0, 0.5 | c: "
                 "shape polygon 0, 0, 0.2, 0, 0, 0.2 ; density 50 ; "
                 "at 0, 0.3, 0 | peg: fixed ; shape disc 0.05 ; at "
                 "0, -0.2, 0",
                 "ring: bodies a, b, c ; inside circle ground 0, 0 ; "
                 "radius 0.5 | all: bodies all",
                 law(0.3, 0.5),
                 1e-3,
                 {0., -9.81});
    ring.stepper.advance(3000);
    EXPECT_LT(ring.ledger().energy.kinetic, 1e-6);
    EXPECT_LT(ring.stepper.record().max_penetration, 0.01);

    auto heap =
      spatial_run("a: shape cylinder 0.1, 0.2 ; mass 1 ; at 0, 0, 0.2 "
                  "; rotation 0.2, 0.1, 0 | b: shape capsule 0.05, 0.2 "
                  "; mass 1 ; at 0.02, 0, 0.5 ; rotation 1.6, 0, 0 | "
                  "c: shape box 0.2, 0.2, 0.1 ; mass 1 ; at 0.1, 0.1, "
                  "0.7 ; rotation 0.3, 0.2, 0.1 | d: shape hull 0, 0, "
                  "0, 0.2, 0, 0, 0, 0.2, 0, 0, 0, 0.2 ; density 500 ; "
                  "at -0.1, 0, 0.9 | wall: fixed ; shape box 0.1, 2, "
                  "2 ; at -0.4, 0, 0",
                  floor_3 + " | all: bodies all",
                  law(0.2, 0.6),
                  1e-3,
                  {0., 0., -9.81});
    const double scale = heap.ledger().energy.total();
    const double rise  = largest_rise(heap, 1500, scale, [] {});
    EXPECT_LT(rise, 1e-4);
    EXPECT_LT(heap.ledger().energy.kinetic, 1e-4 * scale);
    EXPECT_LT(heap.stepper.record().contacts->max_penetration, 0.01);
  }

  TEST(BodyContacts, WrongTexts)
  {
    const auto message = [](const std::string &bodies,
                            const std::string &contacts) -> std::string {
      try
        {
          parse_planar_mechanism({bodies, "", contacts, "", ""},
                                 parse_time_function);
          return "none";
        }
      catch (const InputError &error)
        {
          return error.what();
        }
    };
    const std::string two =
      "a: shape disc 1 ; mass 1 ; at 0, 0, 0 | b: mass 1 ; "
      "inertia 1 ; at 0, 0, 0";
    EXPECT_NE(message(two, "c: bodies a, b").find("'b' has no shape"),
              std::string::npos);
    EXPECT_NE(message(two, "c: bodies a, d").find("no body 'd'"),
              std::string::npos);
    EXPECT_NE(message(two, "c: bodies all").find("needs two bodies"),
              std::string::npos);
    EXPECT_NE(
      message(two + "| d: fixed ; at 0, 0, 0", "").find("needs a shape"),
      std::string::npos);
    EXPECT_NE(message("a: shape polygon 0, 0, 1 ; mass 1 ; at 0, 0, 0", "")
                .find("3 coordinates"),
              std::string::npos);
    EXPECT_NE(message("a: shape polygon 0, 0, 1, 0, 2, 0 ; mass 1 ; at 0, 0, 0",
                      "")
                .find("on one line"),
              std::string::npos);
  }

#ifdef PERCUSS_COUNTS_ALLOCATIONS
  TEST(BodyContacts, NothingIsAllocatedInAStep)
  {
    auto d = parse_spatial_mechanism(
      {"a: shape box 0.2, 0.2, 0.1 ; mass 1 ; at 0, 0, 0.05 | b: shape box 0.2, "
       "0.2, 0.1 ; mass 1 ; at 0, 0, 0.15 | c: shape ball 0.1 ; mass 1 ; at 0, "
       "0, 0.3",
       "",
       floor_3 + " | all: bodies all",
       "",
       ""},
      parse_time_function,
      law(0., 0.5));
    const SpatialMechanism   mechanism(d);
    const SpatialConstraints constraints(d.joints, d.contacts, d.body_contacts);
    std::vector<double>      p(constraints.n_constraints(), 1.), u(p);
    DenseVector              r = mechanism.initial_velocity();
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
#endif
} // namespace percuss::test
