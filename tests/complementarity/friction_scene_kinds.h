// SPDX-License-Identifier: Apache-2.0

// Kinds of scenes with friction: chains, stacks, spheres and capsules in a box,
// rockfall, granular flow on a wall; the same for the same seed.

#ifndef percuss_complementarity_friction_scene_kinds_h
#define percuss_complementarity_friction_scene_kinds_h

#include "friction_scene.h"

namespace friction_collection
{
  /** Balls in a row on the ground against a wall; the last one comes with
   *  1 m/s. */
  inline Scene
  chain(const int dim, const int n, const double mu, const double mass_ratio)
  {
    Scene scene{"chain", dim};
    for (int k = 0; k < n; ++k)
      {
        Body ball{{2. * k, 0., 0.}};
        ball.mass = std::pow(mass_ratio, n > 1 ? (k * 7 % n) / (n - 1.) : 0.);
        if (k == n - 1)
          ball.velocity.x() = -1.;
        scene.bodies.push_back(ball);
        scene.contacts.push_back(
          {k, k - 1, {2. * k - 1., 0., 0.}, Vector3::UnitX(), mu});
        scene.contacts.push_back(
          {k, -1, {2. * k, 0., -1.}, Vector3::UnitZ(), mu});
      }
    return scene;
  }

  /** Boxes one on the other, n_side points (or their square) on each face. */
  inline Scene
  tower(const int          dim,
        const int          n_boxes,
        const int          n_side,
        const double       mu,
        const double       mass_ratio,
        const double       restitution,
        const unsigned int seed)
  {
    Random random(seed);
    Scene  scene{"tower", dim};
    scene.restitution = restitution;
    for (int k = 0; k < n_boxes; ++k)
      {
        Body box{{0., 0., k + 0.5}};
        box.mass     = std::pow(mass_ratio, random(-0.5, 0.5));
        box.inertia  = Vector3::Constant(1. / 6.);
        box.velocity = 0.3 * random.vector();
        box.spin     = 0.3 * random.vector();
        scene.bodies.push_back(box);
        for (int i = 0; i < n_side; ++i)
          for (int j = 0; j < (dim == 3 ? n_side : 1); ++j)
            {
              const double x = n_side > 1 ? i / (n_side - 1.) - 0.5 : 0.;
              const double y =
                dim == 3 && n_side > 1 ? j / (n_side - 1.) - 0.5 : 0.;
              scene.contacts.push_back(
                {k, k - 1, {x, y, 1. * k}, Vector3::UnitZ(), mu});
            }
      }
    return scene;
  }

  /** A wall of bricks, each on two others, at rest or shaken. */
  inline Scene
  masonry(const int          n_layers,
          const int          n_wide,
          const double       mu,
          const double       shake,
          const unsigned int seed)
  {
    Random           random(seed);
    Scene            scene{"masonry", 3};
    std::vector<int> below;
    for (int layer = 0; layer < n_layers; ++layer)
      {
        std::vector<int> here;
        for (int k = 0; k < n_wide; ++k)
          {
            const double x = 2. * k + layer % 2;
            Body         brick{{x, 0., layer + 0.5}};
            brick.inertia   = {1. / 6., 5. / 12., 5. / 12.};
            brick.velocity  = shake * random.vector();
            const int index = static_cast<int>(scene.bodies.size());
            scene.bodies.push_back(brick);
            for (const double side : {-1., 1.})
              for (const double end : {0.1, 0.9})
                for (const double y : {-0.5, 0.5})
                  {
                    const int neighbour = k + (side > 0.) - 1 + layer % 2;
                    if (layer > 0 && (neighbour < 0 || neighbour >= n_wide))
                      continue;
                    scene.contacts.push_back({index,
                                              layer > 0 ? below[neighbour] : -1,
                                              {x + side * end, y, 1. * layer},
                                              Vector3::UnitZ(),
                                              mu});
                  }
            if (k > 0)
              for (const double y : {-0.5, 0.5})
                for (const double z : {0., 1.})
                  scene.contacts.push_back({index,
                                            index - 1,
                                            {x - 1., y, layer + z},
                                            Vector3::UnitX(),
                                            mu});
            here.push_back(index);
          }
        below = here;
      }
    return scene;
  }

  /** Contacts of spheres whose surfaces are closer than a twentieth of the
   *  radius, and with the walls x, y = 0, z = 0 and, where it has any, above. */
  inline void
  add_sphere_contacts(Scene                     &scene,
                      const std::vector<double> &radius,
                      const Vector3             &corner,
                      Random                    &random,
                      const Range               &mu)
  {
    const int  n   = static_cast<int>(scene.bodies.size());
    const auto add = [&](const int k, const int other, const Vector3 &normal) {
      scene.contacts.push_back({k,
                                other,
                                scene.bodies[k].position - radius[k] * normal,
                                normal,
                                random(mu)});
    };
    for (int k = 0; k < n; ++k)
      {
        const Vector3 &x = scene.bodies[k].position;
        for (int other = 0; other < k; ++other)
          {
            const Vector3 distance = x - scene.bodies[other].position;
            const double  sum      = radius[k] + radius[other];
            if (distance.squaredNorm() > 1.1025 * sum * sum)
              continue;
            add(k, other, distance.normalized());
          }
        for (int axis = 0; axis < 3; ++axis)
          for (const double side : {1., -1.})
            if ((scene.dim == 3 || axis != 1) &&
                side * x[axis] + (side < 0. ? corner[axis] : 0.) <
                  1.05 * radius[k])
              add(k, -1, side * Vector3::Unit(axis));
      }
  }

  /** Spheres of nearly equal radius, close-packed in a box; impact: [m/s], of
   *  all of them, downwards and at random. */
  inline Scene
  packing(const int          dim,
          const int          n_wide,
          const int          n_layers,
          const Range       &mu,
          const double       mass_ratio,
          const double       impact,
          const unsigned int seed)
  {
    Random              random(seed);
    Scene               scene{"packing", dim};
    std::vector<double> radius;
    for (int layer = 0; layer < n_layers; ++layer)
      for (int i = 0; i < n_wide; ++i)
        for (int j = 0; j < (dim == 3 ? n_wide : 1); ++j)
          {
            const double shift = layer % 2;
            Body         ball{{1. + 2. * i + shift,
                       dim == 3 ? 1. + 2. * j + shift : 0.,
                               1. + layer * (dim == 3 ? std::numbers::sqrt2 :
                                                        std::numbers::sqrt3)}};
            ball.position += 0.02 * random.vector();
            if (dim == 2)
              ball.position.y() = 0.;
            ball.mass     = std::pow(mass_ratio, random(-0.5, 0.5));
            ball.velocity = impact * (0.3 * random.vector() - Vector3::UnitZ());
            ball.spin     = impact * random.vector();
            scene.bodies.push_back(ball);
            radius.push_back(1.);
          }
    const double wide = 2. * n_wide + 1.;
    add_sphere_contacts(scene, radius, {wide, wide, 1e9}, random, mu);
    return scene;
  }

  /** Capsules lying side by side in a box: two points on each line of contact,
   *  one where they touch the ends. */
  inline Scene
  capsules(const int          n_wide,
           const int          n_layers,
           const double       mu,
           const double       impact,
           const unsigned int seed)
  {
    Random random(seed);
    Scene  scene{"capsules", 3};
    Scene  section = packing(2, n_wide, n_layers, {mu, mu}, 1., impact, seed);
    for (Body &body : section.bodies)
      {
        body.inertia      = {1.5, 0.5, 1.5};
        body.position.y() = random(-0.5, 0.5);
        body.velocity.y() = impact * random(-0.3, 0.3);
      }
    scene.bodies = section.bodies;
    for (const Contact &line : section.contacts)
      for (const double end : {-2., 2.})
        {
          Contact point   = line;
          point.point.y() = end + random(-0.5, 0.5);
          scene.contacts.push_back(point);
        }
    for (int k = 0; k < static_cast<int>(scene.bodies.size()); k += 3)
      scene.contacts.push_back(
        {k,
         -1,
         scene.bodies[k].position - 3. * Vector3::UnitY(),
         Vector3::UnitY(),
         mu});
    return scene;
  }

  /** Rocks on rough ground, each with n_points contacts whose normals lean up
   *  to the given angle, some rocks on the one before. */
  inline Scene
  rockfall(const int          dim,
           const int          n_rocks,
           const int          n_points,
           const Range       &mu,
           const double       lean,
           const unsigned int seed)
  {
    Random random(seed);
    Scene  scene{"rockfall", dim};
    for (int k = 0; k < n_rocks; ++k)
      {
        Body rock{{3. * k, 0., 1.}};
        rock.mass     = std::pow(10., random(-2., 2.));
        rock.inertia  = {0.3, 0.4, 0.5};
        rock.velocity = 3. * random.vector() - 3. * Vector3::UnitZ();
        rock.spin     = 3. * random.vector();
        scene.bodies.push_back(rock);
        for (int i = 0; i < n_points; ++i)
          {
            const double turn = random(0., 2. * std::numbers::pi),
                         tilt = random(-lean, lean);
            Vector3 normal(std::sin(tilt), std::cos(tilt) * 0., std::cos(tilt));
            Vector3 arm(random(-1., 1.), 0., -random(0.5, 1.));
            if (dim == 3)
              {
                normal.y() = normal.x() * std::sin(turn);
                normal.x() *= std::cos(turn);
                arm.y() = random(-1., 1.);
              }
            const bool is_on_rock = k > 0 && i % 5 == 4;
            scene.contacts.push_back({k,
                                      is_on_rock ? k - 1 : -1,
                                      rock.position + arm,
                                      normal,
                                      random(mu)});
          }
      }
    return scene;
  }

  /** A layer of spheres sliding down a plane inclined by the given angle into a
   *  wall. */
  inline Scene
  granular_flow(const int          n_long,
                const int          n_wide,
                const int          n_layers,
                const double       mu,
                const double       angle,
                const unsigned int seed)
  {
    Scene               scene{"flow", 3};
    Random              random(seed);
    std::vector<double> radius;
    for (int layer = 0; layer < n_layers; ++layer)
      for (int i = 0; i < n_long; ++i)
        for (int j = 0; j < n_wide; ++j)
          {
            Body ball{{1.01 + 2.05 * i + layer % 2 + random(-0.1, 0.1),
                       1.01 + 2.05 * j + layer % 2 + random(-0.1, 0.1),
                       1. + 1.42 * layer + random(-0.05, 0.05)}};
            radius.push_back(random(0.9, 1.05));
            ball.mass = std::pow(radius.back(), 3);
            ball.inertia *= radius.back() * radius.back();
            ball.velocity = {-(1. + layer) + random(-0.2, 0.2),
                             random(-0.2, 0.2),
                             random(-0.2, 0.2)};
            ball.spin     = random.vector();
            scene.bodies.push_back(ball);
          }
    scene.gravity = 9.81 * Vector3(-std::sin(angle), 0., -std::cos(angle));
    add_sphere_contacts(scene, radius, {1e9, 1e9, 1e9}, random, {0.5 * mu, mu});
    return scene;
  }
} // namespace friction_collection

#endif
