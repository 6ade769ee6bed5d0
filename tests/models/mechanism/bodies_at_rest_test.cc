// SPDX-License-Identifier: Apache-2.0

// Bodies of convex shape fall, stack and come to rest.

#include "body_runs.h"

#include <random>

namespace percuss::test::bodies_at_rest_test
{
  // What is dropped rests, whatever its shape, e and mu; nothing penetrates by
  // more than the way of a step, and the ledger's identity holds.
  TEST(BodiesAtRest, DroppedHullsComeToRest)
  {
    std::mt19937                     random(7);
    std::uniform_real_distribution<> between(-1., 1.);
    for (const double e : {0., 0.4})
      for (const double mu : {0.2, 0.8})
        {
          std::string bodies;
          for (int i = 0; i < 6; ++i)
            {
              std::vector<Eigen::Vector2d> points(10);
              for (auto &point : points)
                for (double &entry : point)
                  entry = 0.1 * between(random);
              auto                  hull   = convex_hull<2>(points).vertices;
              const Eigen::Vector2d inside = (hull[0] + hull[1] + hull[2]) / 3.;
              std::ranges::sort(hull, {}, [&](const Eigen::Vector2d &x) {
                return std::atan2(x[1] - inside[1], x[0] - inside[0]);
              });
              Eigen::VectorXd corners(2 * hull.size());
              for (std::size_t k = 0; k < hull.size(); ++k)
                corners.segment<2>(2 * k) = hull[k];
              bodies += (i ? " | b" : "b") + std::to_string(i) +
                        ": shape polygon " + text(corners) +
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
  TEST(BodiesAtRest, TenBoxesStand)
  {
    for (const std::string scheme :
         {"moreau-jean", "generalized-alpha", "combined-projection"})
      for (const bool in_space : {false, true})
        {
          const bool  is_projected = scheme == "combined-projection";
          const int   n            = 10;
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
  TEST(BodiesAtRest, ProjectedBoxDoesNotPenetrate)
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

  // Discs in a ring, a box against a peg, a capsule, a cylinder: all shapes.
  TEST(BodiesAtRest, AllShapesRest)
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

    // without it, cylinders and capsules would roll on
    ContactCoefficients rough = law(0.2, 0.6);
    rough.rolling_friction    = 0.01;
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
                  rough,
                  1e-3,
                  {0., 0., -9.81});
    const double scale = heap.ledger().energy.total();
    const double rise  = largest_rise(heap, 1500, scale, [] {});
    EXPECT_LT(rise, 1e-4);
    EXPECT_LT(heap.ledger().energy.kinetic, 1e-4 * scale);
    EXPECT_LT(heap.stepper.record().contacts->max_penetration, 0.01);
  }
} // namespace percuss::test::bodies_at_rest_test
