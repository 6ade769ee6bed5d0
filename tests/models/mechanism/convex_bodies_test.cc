// SPDX-License-Identifier: Apache-2.0

// Contacts of bodies whose energy, momenta and identity close whether they are
// right or not: spin in smooth impacts, lost points, joints of flush bodies,
// passages, bonds beyond an edge, wheels.

#include "body_runs.h"

#include <percuss/base/exceptions.h>

#include <cstdlib>
#include <random>

namespace percuss::test::convex_bodies_test
{
  const ContactCoefficients smooth = law(0., 0.);

  // Two smooth bodies meet head-on, the second one spins: they change their
  // velocities, and the spin stays, in either order.
  TEST(ConvexBodies, SpinDoesNotEnterSmoothImpacts)
  {
    for (const bool reversed : {false, true})
      for (const double omega : {0., 100., -300.})
        {
          const std::string a =
            "a: shape disc 0.1 ; mass 1 ; at -0.2, 0, 0 ; velocity 1, 0, 0";
          const std::string b = "b: shape disc 0.1 ; mass 1 ; at 0.2, 0, 0 ; "
                                "velocity -1, 0, " +
                                exact(omega);
          auto run = planar_run(reversed ? b + '|' + a : a + '|' + b,
                                "all: bodies all",
                                law(1., 0.),
                                1e-3,
                                {0., 0.});
          run.stepper.advance(200);
          const Eigen::VectorXd &v = run.stepper.state().v.entries;
          const int              i = reversed ? 3 : 0, j = 3 - i;
          EXPECT_NEAR(v[i], -1., 1e-12) << omega;
          EXPECT_NEAR(v[j], 1., 1e-12) << omega;
          EXPECT_NEAR(v[j + 1], 0., 1e-12) << omega;
          EXPECT_NEAR(v[j + 2], omega, 1e-11);
        }
  }

  // In space: balls about any axis, and what spins about its own axis.
  TEST(ConvexBodies, SpinDoesNotEnterSmoothImpactsInSpace)
  {
    const std::string ball_at = "shape ball 0.1 ; mass 1 ; at -0.2, 0, 0 ; "
                                "velocity 1, 0, 0";
    for (const std::string other : {"shape ball 0.1",
                                    "shape capsule 0.1, 0.3",
                                    "shape cylinder 0.1, 0.3"})
      for (const bool reversed : {false, true})
        {
          const std::string a = "a: " + ball_at,
                            b = "b: " + other +
                                " ; mass 1 ; at 0.2, 0, 0 ; "
                                "velocity -1, 0, 0 ; "
                                "angular velocity 0, 0, 100";
          auto run = spatial_run(reversed ? b + '|' + a : a + '|' + b,
                                 "all: bodies all",
                                 law(1., 0.),
                                 1e-3,
                                 {0., 0., 0.});
          run.stepper.advance(200);
          const Eigen::VectorXd &v = run.stepper.state().v.entries;
          const int              i = reversed ? 6 : 0, j = 6 - i;
          EXPECT_NEAR(v[i], -1., 1e-10) << other;
          EXPECT_NEAR(v[j], 1., 1e-10) << other;
          EXPECT_NEAR(v[j + 5], 100., 1e-9) << other;
        }
  }

  TEST(ConvexBodies, ASmoothDiscRestsOnASpinningOne)
  {
    for (const std::string pair : {"a, b", "b, a"})
      {
        PlanarMechanismDescription d = parse_mechanism<2>(
          {"a: shape disc 0.1 ; mass 1 ; at 0, 0.2, 0 | b: shape disc 0.1 ; "
           "mass 1 ; at 0, 0, 0 ; velocity 0, 0, 100",
           "p: revolute ; ground 0, 0 ; b 0, 0 | g: prismatic ; ground 0, 0 ; "
           "direction 0, 1 ; a 0, 0",
           "c: bodies " + pair,
           "",
           ""},
          smooth);
        PlanarRun    run(d, scheme_named("moreau-jean"), 1e-3, of_bodies());
        const double E = run.ledger().energy.total();
        run.stepper.advance(1000);
        EXPECT_NEAR(run.stepper.state().v[5], 100., 1e-9);
        EXPECT_NEAR(run.stepper.state().q[1], 0.2, 1e-5);
        EXPECT_NEAR(run.ledger().energy.total(), E, 1e-4 * E);
      }
  }

  // A ring that spins about a disc that rests in it, smooth.
  TEST(ConvexBodies, ASpinningRingDoesNotMoveASmoothDisc)
  {
    PlanarMechanismDescription d = parse_mechanism<2>(
      {"ring: mass 1 ; inertia 1 ; at 0, 0, 0 ; velocity 0, 0, 50 | a: shape "
       "disc 0.1 ; mass 1 ; at 0, -0.4, 0",
       "p: revolute ; ground 0, 0 ; ring 0, 0",
       "c: bodies a ; inside circle ring 0, 0 ; radius 0.5",
       "",
       ""},
      smooth);
    PlanarRun run(d, scheme_named("moreau-jean"), 1e-3, of_bodies());
    run.stepper.advance(500);
    EXPECT_NEAR(run.stepper.state().v[2], 50., 1e-9);
    EXPECT_NEAR(run.stepper.state().v.entries.segment<2>(3).norm(), 0., 1e-9);
  }

  // A cube on a cube, turned and off the middle: nothing tilts.
  TEST(ConvexBodies, ACubeOnACubeRests)
  {
    std::mt19937                     random(1);
    std::uniform_real_distribution<> between(-1., 1.);
    for (int i = 0; i < 60; ++i)
      {
        const double x = 0.1 * between(random), y = 0.1 * between(random),
                     turn = i % 4 == 0 ? 0. : 3. * between(random);
        auto run          = spatial_run(
          "low: shape box 0.3, 0.3, 0.3 ; mass 10 ; at 0, 0, 0.15 | "
                   "top: shape box 0.3, 0.3, 0.3 ; mass 10 ; at " +
            exact(x) + ", " + exact(y) + ", 0.45 ; rotation 0, 0, " +
            exact(turn),
          floor_3 + " | s: bodies low, top",
          law(0., 1.),
          2.5e-3,
          {0., 0., -9.81});
        run.stepper.advance(200);
        const Eigen::VectorXd   &q = run.stepper.state().q.entries;
        const Eigen::Quaterniond R = frame_rotation<3>(q, 1);
        EXPECT_NEAR(std::hypot(R.x(), R.y()), 0., 1e-7) << i;
        EXPECT_NEAR(q[9], 0.45, 1.1 * 2.5e-3 * 2.5e-3 * 9.81) << i;
        EXPECT_LT(run.stepper.state().v.entries.norm(), 1e-7) << i;
      }
  }

  // Bodies that lie flush on each other: gaps are rounding, of either sign.
  TEST(ConvexBodies, AFlushStackRests)
  {
    const double g = 9.81;
    for (const double turn : {0., 0.4, 1., 2.3, 4.})
      for (const double h : {1e-2, 1e-3})
        {
          const double s = std::sin(turn), c = std::cos(turn);
          std::string  bodies = "floor: fixed ; shape rectangle 3, 1 ; at " +
                               exact(0.5 * s) + ", " + exact(-0.5 * c) + ", " +
                               exact(turn);
          for (const double y : {0.05, 0.15, 0.25})
            bodies += " | box" + std::to_string(std::lround(100. * y)) +
                      ": shape rectangle 0.2, 0.1 ; mass 1 ; at " +
                      exact(-y * s) + ", " + exact(y * c) + ", " + exact(turn);
          auto run = planar_run(
            bodies, "all: bodies all", law(0., 0.5), h, {g * s, -g * c});
          for (int k = 0; k < 50; ++k)
            {
              run.stepper.advance(1);
              EXPECT_LT(run.stepper.state().v.entries.norm(), 1e-12)
                << turn << ' ' << h << ' ' << k;
            }
        }
  }

  // What stands on the floor is no joint, though its corner is in the floor.
  TEST(ConvexBodies, AWallOnAFloorIsFelt)
  {
    for (const char *const wall :
         {"shape rectangle 0.2, 0.5 ; at 0.1, 0.25, 0",
          "shape rectangle 0.2, 0.02 ; at 0.1, 0.01, 0",
          "shape polygon 0, 0, 0.3, 0, 0, 0.3 ; at 0.1, 0.1, 0",
          "shape polygon 0, 0, 0.3, 0.3, -0.1, 0.3 ; at 0.06666666666666667, "
          "0.2, 0"})
      for (const char *const slider :
           {"shape rectangle 0.2, 0.1 ; mass 1 ; at -0.5, 0.05, 0",
            "shape disc 0.1 ; mass 1 ; at -0.5, 0.1, 0"})
        {
          auto run = planar_run(
            std::string(
              "floor: fixed ; shape rectangle 3, 1 ; at 0, -0.5, 0 | wall: "
              "fixed ; ") +
              wall + " | slider: " + slider + " ; velocity 2, 0, 0",
            "all: bodies all",
            smooth,
            1e-3,
            {0., -9.81});
          run.stepper.advance(400);
          EXPECT_LT(run.stepper.state().v[0], 1.9) << wall << slider;
        }
  }

  // A corner that points down, on a joint or where a floor meets a wall that
  // goes on below it, is carried.
  TEST(ConvexBodies, ACornerOnAJointIsCarried)
  {
    const double half = std::hypot(0.1, 0.05); // of the diagonal
    const double turn = std::atan2(0.05, 0.1);
    for (
      const std::string floor :
      {"left: fixed ; shape rectangle 1, 1 ; at -0.5, -0.5, 0 | right: "
       "fixed ; shape rectangle 1, 1 ; at 0.5, -0.5, 0",
       "left: fixed ; shape polygon -1, 0, -0.5, -1, 0, 0 ; at -0.5, "
       "-0.3333333333333333, 0 | right: fixed ; shape polygon 0, 0, 0.5, -1, "
       "1, 0 ; at 0.5, -0.3333333333333333, 0",
       "floor: fixed ; shape rectangle 1, 1 ; at -0.5, -0.5, 0 | wall: fixed "
       "; shape rectangle 1, 4 ; at 0.5, 0, 0"})
      {
        const double away = floor.find("wall") == std::string::npos ? 0. : 1e-9;
        auto         run =
          planar_run(floor +
                       " | slider: shape rectangle 0.2, 0.1 ; mass 1 ; at " +
                       exact(-away) + ", " + exact(half) + ", " +
                       exact(0.5 * std::numbers::pi - turn) +
                       " ; velocity 0, -1, 0",
                     "all: bodies all",
                     law(0., 1.),
                     1e-3,
                     {0., 0.});
        run.stepper.advance(20);
        EXPECT_NEAR(run.stepper.state().q[1], half, 1.1e-3) << floor;
      }
  }

  // What slides over flush bodies side by side moves as on one plane.
  TEST(ConvexBodies, JointsOfFlushBodiesAreNotFelt)
  {
    std::mt19937                     random(2);
    std::uniform_real_distribution<> between(0., 1.);
    int                              n_wrong = 0;
    const char *const                text    = std::getenv("PERCUSS_TILINGS");
    const int                        n       = text ? std::atoi(text) : 200;
    for (int i = 0; i < n; ++i)
      {
        std::string bodies;
        double      x = -1.5;
        for (int k = 0; x < 1.5; ++k)
          {
            const double width = 0.05 + 0.6 * between(random),
                         thick = 0.05 + 0.3 * between(random);
            const double tip   = width * between(random); // of a triangle
            bodies += "floor" + std::to_string(k) + ": fixed ; shape ";
            if (i % 3 == 2)
              bodies += "polygon 0, 0, " + exact(tip) + ", " + exact(-thick) +
                        ", " + exact(width) + ", 0 ; at " +
                        exact(x + (tip + width) / 3.) + ", " +
                        exact(-thick / 3.) + ", 0 | ";
            else
              bodies += "rectangle " + exact(width) + ", " + exact(thick) +
                        " ; at " + exact(x + 0.5 * width) + ", " +
                        exact(-0.5 * thick) + ", 0 | ";
            x += width;
          }
        const double v = (i % 2 ? 1. : -1.) * (0.2 + 3. * between(random));
        // a box, a ball, a capsule that lies, a triangle
        static const std::pair<const char *, double> sliders[] = {
          {"shape rectangle 0.2, 0.1", 0.05},
          {"shape disc 0.1", 0.1},
          {"shape capsule 0.05, 0.2", 0.05},
          {"shape polygon -0.1, 0, 0.1, 0, 0, 0.1", 0.1 / 3.}};
        const auto &[shape, y] = sliders[i / 2 % 4];
        bodies += std::string("slider: ") + shape + " ; density 100 ; at " +
                  exact(0.2 * between(random) - (v > 0. ? 1. : -1.)) + ", " +
                  exact(y) + ", 0 ; velocity " + exact(v) + ", 0, 0";
        auto run =
          planar_run(bodies, "all: bodies all", smooth, 2e-3, {0., -9.81});
        run.stepper.advance(
          static_cast<unsigned long>(1.8 / std::abs(v) / 2e-3));
        const auto &q = run.stepper.state().q;
        n_wrong += std::abs(run.stepper.state().v[0] - v) > 1e-9 ||
                   std::abs(q[1] - y) > 1e-4 || std::abs(q[2]) > 1e-6;
      }
    EXPECT_EQ(n_wrong, 0);
  }

  std::string
  tetrahedron(const std::vector<Eigen::Vector3d> &corners)
  {
    std::string           text = "shape hull", before = " ";
    const Eigen::Vector3d centre =
      0.25 * (corners[0] + corners[1] + corners[2] + corners[3]);
    for (const auto &x : corners)
      for (const double one : x)
        {
          text += before + exact(one);
          before = ", ";
        }
    return text + " ; at " + exact(centre[0]) + ", " + exact(centre[1]) + ", " +
           exact(centre[2]);
  }

  TEST(ConvexBodies, JointsOfFlushBodiesAreNotFeltInSpace)
  {
    std::mt19937                     random(3);
    std::uniform_real_distribution<> between(0., 1.);
    int                              n_wrong = 0;
    const char *const                text    = std::getenv("PERCUSS_TILINGS");
    const int                        n       = text ? std::atoi(text) : 60;
    for (int i = 0; i < n; ++i)
      {
        std::string bodies;
        double      x = -1.2;
        for (int k = 0; x < 1.2; ++k)
          {
            const double width = 0.1 + 0.4 * between(random);
            double       y     = -0.9 + 0.2 * between(random);
            for (int l = 0; y < 0.9; ++l)
              {
                const double      length = 0.2 + 0.4 * between(random);
                const std::string name =
                  "floor" + std::to_string(k) + '_' + std::to_string(l);
                // a box, or two tetrahedra with a corner below
                if (i % 2 == 0)
                  bodies += name + ": fixed ; shape box " + exact(width) +
                            ", " + exact(length) + ", 0.2 ; at " +
                            exact(x + 0.5 * width) + ", " +
                            exact(y + 0.5 * length) + ", -0.1 | ";
                else
                  for (const bool upper : {false, true})
                    bodies += name + (upper ? 'u' : 'l') + ": fixed ; " +
                              tetrahedron({Eigen::Vector3d(x + width, y, 0.),
                                           Eigen::Vector3d(x, y + length, 0.),
                                           Eigen::Vector3d(x + upper * width,
                                                           y + upper * length,
                                                           0.),
                                           Eigen::Vector3d(x + 0.5 * width,
                                                           y + 0.5 * length,
                                                           -0.2)}) +
                              " | ";
                y += length;
              }
            x += width;
          }
        const double v = 0.5 + 2. * between(random);
        static const std::pair<const char *, double> sliders[] = {
          {"shape box 0.2, 0.2, 0.1", 0.05},
          {"shape ball 0.1", 0.1},
          {"shape cylinder 0.1, 0.1", 0.05}};
        const auto &[shape, z] = sliders[i % 3];
        bodies += std::string("slider: ") + shape +
                  " ; density 100 ; at -0.6, " + exact(0.2 * between(random)) +
                  ", " + exact(z) + " ; rotation 0, 0, " +
                  exact(between(random)) + " ; velocity " + exact(v) + ", " +
                  exact(0.2 * between(random)) + ", 0";
        auto run =
          spatial_run(bodies, "all: bodies all", smooth, 2e-3, {0., 0., -9.81});
        const double v_0 = run.stepper.state().v.entries.norm();
        run.stepper.advance(static_cast<unsigned long>(1. / v / 2e-3));
        const bool wrong =
          std::abs(run.stepper.state().v.entries.norm() - v_0) > 1e-9 ||
          std::abs(run.stepper.state().q[2] - z) > 1e-4;
        n_wrong += wrong;
        EXPECT_FALSE(wrong) << i << ' ' << shape;
      }
    EXPECT_EQ(n_wrong, 0);
  }

  // A step up of a millimetre is no joint.
  TEST(ConvexBodies, AStepUpIsFelt)
  {
    for (const double step : {1e-3, 1e-4})
      {
        auto run = planar_run(
          "low: fixed ; shape rectangle 1, 0.2 ; at -0.5, -0.1, 0 | high: fixed "
          "; shape rectangle 1, 0.2 ; at 0.5, " +
            exact(step - 0.1) +
            ", 0 | slider: shape rectangle 0.2, 0.1 ; mass 1 ; at -0.3, 0.05, "
            "0 ; velocity 2, 0, 0",
          "all: bodies all",
          smooth,
          1e-3,
          {0., -9.81});
        run.stepper.advance(200);
        EXPECT_LT(run.stepper.state().q[0], 0.) << step;
      }
  }

  template <class Run>
  std::string
  message_of(Run &&run, const unsigned long n)
  {
    try
      {
        run.stepper.advance(n);
      }
    catch (const StepError &error)
      {
        return error.what();
      }
    return "none";
  }

  TEST(ConvexBodies, PassagesEndTheStep)
  {
    const auto law_of = law(0.5, 0.);
    // through a wall; discs through each other; a turning stick through a disc
    for (
      const auto &[bodies, names] :
      {std::pair<std::string, std::string>{
         "ball: shape disc 0.02 ; mass 0.1 ; at 0, 0, 0 ; velocity 150, 0, 0 "
         "| wall: fixed ; shape rectangle 0.02, 1 ; at 1.03, 0, 0",
         "'ball' and 'wall'"},
       {"a: shape disc 0.1 ; mass 1 ; at -0.75, 0, 0 ; velocity 1000, 0, "
        "0 | b: shape disc 0.1 ; mass 1 ; at 0.75, 0.01, 0 ; velocity -1000, "
        "0, 0",
        "'a' and 'b'"},
       {"stick: shape rectangle 2, 0.01 ; mass 1 ; at 0, 0, -1.3 ; velocity "
        "0, 0, 1500 | disc: shape disc 0.05 ; mass 1 ; at 0.8, 0, 0",
        "'stick' and 'disc'"}})
      {
        const std::string message = message_of(
          planar_run(bodies, "c: bodies all", law_of, 1e-3, {0., 0.}), 100);
        EXPECT_NE(message.find(names), std::string::npos) << message;
        EXPECT_NE(message.find("gone through"), std::string::npos) << message;
        // with a step in which they do not
        EXPECT_EQ(message_of(
                    planar_run(bodies, "c: bodies all", law_of, 2e-5, {0., 0.}),
                    2000),
                  "none");
      }
    EXPECT_NE(
      message_of(
        spatial_run("ball: shape ball 0.02 ; mass 0.1 ; at 0, 0, 0 ; velocity "
                    "150, 0, 0 | wall: fixed ; shape box 0.02, 1, 1 ; at 1.03, "
                    "0, 0",
                    "c: bodies all",
                    law_of,
                    1e-3,
                    {0., 0., 0.}),
        100)
        .find("gone through"),
      std::string::npos);
  }

  // Obstacles that are no bodies: what passes them in a step is told so, with
  // a step in which it does not; what rolls about one is not.
  TEST(ConvexBodies, PassagesOfObstaclesEndTheStep)
  {
    const auto        law_of = law(0.5, 0.);
    const std::string fast =
      "a: mass 1 ; inertia 1 ; at -1.06, 0, 0 ; velocity 100, 0, 0";
    const auto check = [](const std::string &long_step,
                          const std::string &short_step,
                          const std::string &name) {
      EXPECT_NE(long_step.find(name + " has gone through its obstacle"),
                std::string::npos)
        << long_step;
      EXPECT_EQ(short_step, "none") << name;
    };
    for (const auto &[contact, name] :
         {std::pair<std::string, std::string>{
            "post: point ; a 0, 0 ; circle ground 0, 0 ; radius 0.05",
            "The point of contact 'post'"},
          {"wall: disc ; a 0, 0 ; disc radius 0.05 ; box ground 0, 0.5 ; half "
           "lengths 0.01, 0.6",
           "The disc of contact 'wall'"}})
      {
        const auto with = [&](const double h, const unsigned long n) {
          return message_of(planar_run(fast, contact, law_of, h, {0., 0.}), n);
        };
        check(with(2e-3, 20), with(2e-4, 200), name);
      }
    // beside the middle, and the step ends inside, on the way out
    const auto beside = [&](const double h, const unsigned long n) {
      return message_of(
        planar_run(
          "a: mass 1 ; inertia 1 ; at -0.399, 0.006, 0 ; velocity 100, 0, 0",
          "c: disc ; a 0, 0 ; disc radius 0.005 ; circle ground 0, 0 ; radius "
          "0.01",
          law_of,
          h,
          {0., 0.}),
        n);
    };
    check(beside(2e-3, 4), beside(2e-5, 400), "The disc of contact 'c'");
    for (const std::string contact :
         {"c: bodies a ; sphere ground 0, 0, 0.02 ; radius 0.05",
          "c: bodies a ; box ground 0, 0, 0 ; half lengths 0.01, 1, 1",
          "c: bodies a ; cylinder ground 0, 0, 0 ; axis 0, 1, 0 ; radius "
          "0.05"})
      {
        const auto with = [&](const double h, const unsigned long n) {
          return message_of(
            spatial_run("a: shape ball 0.02 ; mass 1 ; at -1.06, 0, 0.02 ; "
                        "velocity 100, 0, 0",
                        contact,
                        law_of,
                        h,
                        {0., 0., 0.}),
            n);
        };
        check(with(2e-3, 20), with(2e-4, 200), "Body 'a' of contact 'c'");
      }
    // a point of a wheel that goes round its obstacle
    EXPECT_EQ(message_of(planar_run("a: mass 1 ; inertia 1 ; at 0, 0, 0 ; "
                                    "velocity 0, 0, 1500",
                                    "c: point ; a 0.06, 0 ; circle ground 0, 0 "
                                    "; radius 0.05",
                                    law_of,
                                    1e-3,
                                    {0., 0.}),
                         20),
              "none");
  }

  // What glues them ends where one has left the other's face.
  TEST(ConvexBodies, AGluedBlockFallsBeyondTheEdge)
  {
    ContactCoefficients glue = smooth;
    glue.cohesive_strength   = 1.;
    glue.fracture_energy     = 0.01;
    auto run =
      planar_run("table: fixed ; shape rectangle 0.1, 0.1 ; at 0, 0.05, "
                 "0 | a: shape rectangle 0.1, 0.1 ; mass 1 ; at 0, "
                 "0.15, 0 ; velocity 1, 0, 0",
                 "c: bodies all",
                 glue,
                 1e-3,
                 {0., -9.81});
    run.stepper.advance(1000);
    EXPECT_LT(run.stepper.state().q[1], -1.);
    EXPECT_LT(run.ledger().max_relative_residual, 1e-10);
  }

  // Room for points that cohere beside those that are found.
  TEST(ConvexBodies, GluedPairsSlideAndPart)
  {
    ContactCoefficients glue     = law(0., 0.3);
    glue.cohesive_strength       = 30.;
    glue.fracture_energy         = 0.01;
    PlanarMechanismDescription d = parse_mechanism<2>(
      {"b: fixed ; shape rectangle 0.1, 0.1 ; at 0, 0.05, 0 | a: shape "
       "rectangle 0.08, 0.2 ; mass 1 ; at 0, 0.2, 0",
       "",
       "c: bodies a, b",
       "",
       "a: force 200*t, 0"},
      glue);
    PlanarRun run(d, scheme_named("moreau-jean"), 2e-4, of_bodies());
    run.stepper.advance(1500);
    EXPECT_GT(run.stepper.state().q[0], 0.1);
    EXPECT_LT(run.ledger().max_relative_residual, 1e-8);
  }

  TEST(ConvexBodies, ACapsuleLandsOnANarrowPlate)
  {
    auto run = planar_run("a: shape capsule 0.03, 0.12 ; mass 1 ; at 0, 0.085, "
                          "0.02 ; velocity 0, -1, 0.2 | b: fixed ; shape "
                          "rectangle 0.1, 0.1 ; at 0, 0, 0",
                          "c: bodies a, b",
                          law(0.3, 0.3),
                          2e-3,
                          {0., -9.81});
    run.stepper.advance(500);
    EXPECT_LT(run.stepper.state().v.entries.norm(), 1e-9);
    EXPECT_NEAR(run.stepper.state().q[1], 0.08, 2e-3);
  }

  // A wheel that is set down with the spin omega ends with the speed of omega
  // R/3, and keeps it: on a plane and on a body, at any step.
  TEST(ConvexBodies, AWheelRolls)
  {
    for (const bool on_body : {false, true})
      for (const double h : {1e-3, 4e-3})
        {
          auto run = spatial_run(
            "wheel: shape cylinder 0.25, 0.2 ; mass 8 ; at 0, 0, 0.25 ; rotation "
            "1.5707963267948966, 0, 0 ; angular velocity 0, 30, 0 | ground: "
            "fixed ; shape box 20, 2, 1 ; at 5, 0, -0.5",
            on_body ? "c: bodies wheel, ground" :
                      "c: bodies wheel ; plane ground 0, 0, 0 ; normal 0, 0, 1",
            law(0., 0.6),
            h,
            {0., 0., -9.81});
          run.stepper.advance(static_cast<unsigned long>(1.5 / h));
          EXPECT_NEAR(run.stepper.state().v[0], 2.5, 1e-3) << on_body;
          EXPECT_NEAR(run.stepper.state().q[2], 0.25, 2e-3) << on_body;
          const double E = run.ledger().energy.total();
          run.stepper.advance(static_cast<unsigned long>(1. / h));
          EXPECT_NEAR(run.ledger().energy.total(), E, 1e-9 * E) << on_body;
        }
  }

  // A cylinder on its end, and one that leans and falls over.
  TEST(ConvexBodies, ACylinderStandsAndFallsOver)
  {
    for (const bool leans : {false, true})
      {
        ContactCoefficients of_pair = law(0., 0.6);
        auto                run =
          spatial_run("a: shape cylinder 0.1, 0.4 ; mass 1 ; at 0, 0, " +
                        exact(leans ? 0.25 : 0.2) + " ; rotation " +
                        exact(leans ? 0.6 : 0.) +
                        ", 0, 0 | ground: "
                        "fixed ; shape box 4, 4, 1 ; at 0, 0, -0.5",
                      "c: bodies all",
                      of_pair,
                      1e-3,
                      {0., 0., -9.81});
        const double scale = run.ledger().energy.total();
        EXPECT_LT(largest_rise(run, 1500, scale, [] {}), 1e-6);
        EXPECT_NEAR(run.stepper.state().q[2], leans ? 0.1 : 0.2, 5e-3);
        if (!leans)
          {
            EXPECT_LT(run.stepper.state().v.entries.norm(), 1e-9);
          }
      }
  }
} // namespace percuss::test::convex_bodies_test
