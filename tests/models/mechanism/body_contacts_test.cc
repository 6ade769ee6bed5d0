// SPDX-License-Identifier: Apache-2.0

// Bodies of convex shape: against the mechanics of rigid bodies, invariance,
// momenta, texts.

#include "body_runs.h"

#include <percuss/base/exceptions.h>

#include <random>

namespace percuss::test::body_contacts_test
{
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
          auto d = parse_mechanism<3>(
            {bodies, "", "all: bodies all ; friction 0.3", "", ""}, law(e, 0.));
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

  TEST(BodyContacts, WrongTexts)
  {
    const auto message = [](const std::string &bodies,
                            const std::string &contacts) -> std::string {
      try
        {
          parse_mechanism<2>({bodies, "", contacts, "", ""});
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
    const std::string rod = "r: shape rod 1 ; mass 1 ; at 5, 0, 0 | " + two;
    for (const char *const contact :
         {"c: bodies all ; line ground 0, 0 ; normal 0, 1", "c: bodies a, r"})
      EXPECT_NE(message(rod, contact).find("'r' is a rod"), std::string::npos);
    EXPECT_EQ(message(rod, "c: bodies a ; line ground 0, 0 ; normal 0, 1"),
              "none");
    const std::string three =
      "a: shape disc 1 ; mass 1 ; at 0, 0, 0 | b: shape disc 1 ; mass 1 ; "
      "at 3, 0, 0 | w: shape disc 1 ; fixed ; at 6, 0, 0 | "
      "x: shape disc 1 ; fixed ; at 9, 0, 0";
    EXPECT_NE(message(three, "c: bodies all | d: bodies w, a")
                .find("'a' and 'w' touch in contact 'c'"),
              std::string::npos);
    EXPECT_EQ(message(three, "c: bodies a, w, x | d: bodies b, w, x"), "none");
    EXPECT_EQ(message(three,
                      "c: bodies all | d: bodies all ; line ground 0, -9 ; "
                      "normal 0, 1"),
              "none");
    // the same obstacle twice, however it is written; another one; fixed bodies
    const std::string line = " ; line ground 0, -9 ; normal 0, 1";
    for (const char *const same : {" ; line ground 0, -9 ; normal 0, 1",
                                   " ; line ground 5e3, -9 ; normal 0, 0.1"})
      EXPECT_NE(message(three,
                        "c: bodies all" + line + "| d: bodies w, b" + same)
                  .find("Body 'b' touches the same line in contact 'c'"),
                std::string::npos)
        << same;
    for (const char *const other : {" ; line ground 0, -9 ; normal 1e-6, 1",
                                    " ; line ground 0, -9.001 ; normal 0, 1",
                                    " ; line ground 0, -9 ; normal 0, -1",
                                    " ; circle ground 0, -109 ; radius 100",
                                    " ; line a 0, -9 ; normal 0, 1"})
      EXPECT_EQ(message(three, "c: bodies b" + line + "| d: bodies b" + other),
                "none")
        << other;
    EXPECT_EQ(message(three,
                      "c: bodies a, w" + line + "| d: bodies b, w" + line),
              "none");
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
    // corners that turn in, that cross, that go round twice; in either order
    for (const auto &[corners, corner] :
         {std::pair<std::string, std::string>{
            "0, 0, 1, 0, 1, 0.1, 0.1, 0.1, 0.1, 1, 0, 1", "4, (0.1, 0.1)"},
          {"0, 1, 0.1, 1, 0.1, 0.1, 1, 0.1, 1, 0, 0, 0", "3, (0.1, 0.1)"},
          {"0, 0, 1, 1, 1, 0, 0, 1.1", "2, (1, 1)"},
          {"0, 1, 0.588, -0.809, -0.951, 0.309, 0.951, 0.309, -0.588, -0.809",
           "3, (-0.951, 0.309)"}})
      for (const std::string body :
           {" ; mass 1 ; at 0, 0, 0", " ; fixed ; at 0, 0, 0"})
        EXPECT_NE(message("a: shape polygon " + corners + body, "")
                    .find("'a': It is not convex at its corner " + corner),
                  std::string::npos)
          << message("a: shape polygon " + corners + body, "");
    // on an edge, or one twice, they are no fault
    for (const std::string corners : {"0, 0, 0.5, 0, 1, 0, 1, 1, 0, 1, 0, 0",
                                      "0, 0, 0, 0.3, 0, 1, 1, 1, 1, 1, 1, 0",
                                      "0, 0, 0.1, 0.0333, 0.3, "
                                      "0.0999, 0, 1"})
      EXPECT_EQ(
        message("a: shape polygon " + corners + " ; mass 1 ; at 0, 0, 0", ""),
        "none");
  }
} // namespace percuss::test::body_contacts_test
