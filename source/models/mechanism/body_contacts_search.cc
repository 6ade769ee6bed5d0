// SPDX-License-Identifier: Apache-2.0

// Which points of bodies touch, or soon could, and their slots.

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/collision/covered_faces.h>
#include <percuss/collision/cylinder_manifold.h>
#include <percuss/models/mechanism/body_contacts.h>
#include <percuss/models/mechanism/obstacle_passage.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

namespace percuss
{
  namespace
  {
    /** A feature in fixed axes, in those of a frame. */
    template <int dim>
    ContactFeature<dim>
    in_frame(const Eigen::VectorXd &q,
             ContactFeature<dim>    feature,
             const int              frame)
    {
      using Vector          = Eigen::Vector<double, dim>;
      const Rotation<dim> R = frame_rotation<dim>(q, frame).conjugate();
      feature.point =
        rotate(R, Vector(feature.point - frame_origin<dim>(q, frame)));
      feature.direction = rotate(R, Vector(feature.direction));
      feature.towards   = rotate(R, Vector(feature.towards));
      return feature;
    }
  } // namespace

  template <int dim>
  auto
  BodyContacts<dim>::key_of(const unsigned int i,
                            const unsigned int j,
                            const unsigned int feature) -> Key
  {
    return (((Key{i} << 20) + j) << 24) + feature + 1;
  }

  template <int dim>
  std::array<std::size_t, 2>
  BodyContacts<dim>::bodies_of_key(const Key key)
  {
    return {static_cast<std::size_t>((key - 1) >> 44),
            static_cast<std::size_t>((key - 1) >> 24 & 0xfffff)};
  }

  template <int dim>
  std::string
  BodyContacts<dim>::bodies_of(const std::size_t row) const
  {
    const auto [i, j]       = bodies_of_key(slots[row / n_rows].key);
    const std::string first = "'" + bodies[i].name + "'";
    return i == j ? first : first + " and '" + bodies[j].name + "'";
  }

  template <int dim>
  void
  BodyContacts<dim>::renew(const Eigen::VectorXd &q,
                           const Eigen::VectorXd &v,
                           const double           h)
  {
    place(q);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      {
        reaches[i]           = reach(i, v, h);
        broad_phase.balls[i] = {poses.current[i].origin,
                                bodies[i].shape->extent() + reaches[i]};
      }
    found.clear();
    if (obstacle)
      find_obstacles(q, v, h);
    else
      {
        find_near_pairs();
        find_pairs(q);
      }
    add_nearest(q);
    std::ranges::sort(found, {}, &Slot::key);
    add_held(q);
    assign();
    gradients.forget();
  }

  template <int dim>
  auto
  BodyContacts<dim>::slot_of(const Eigen::VectorXd    &q,
                             const unsigned int        i,
                             const unsigned int        j,
                             const ManifoldPoint<dim> &point) const -> Slot
  {
    const int frame_a = bodies[i].frame,
              frame_b = obstacle ? base.frame : bodies[j].frame;
    return {key_of(i, j, point.feature),
            frame_a,
            frame_b,
            in_frame<dim>(q, point.a, frame_a),
            in_frame<dim>(q, point.b, frame_b),
            Vector(rotate(frame_rotation<dim>(q, frame_b).conjugate(),
                          point.normal)),
            obstacle && !obstacle->is_flat()};
  }

  template <int dim>
  void
  BodyContacts<dim>::place(const Eigen::VectorXd &q)
  {
    std::swap(poses.current, poses.previous);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      {
        const int  frame    = bodies[i].frame;
        const bool is_fixed = frame == FramePoint<dim>::ground;
        poses.current[i]    = {is_fixed ? bodies[i].origin :
                                          frame_origin<dim>(q, frame),
                            matrix_of<dim>(is_fixed ?
                                             bodies[i].rotation :
                                             frame_rotation<dim>(q, frame))};
      }
    if (obstacle)
      check_obstacle_passages(q);
    else if (poses.has_previous)
      check_passages();
    poses.has_previous = true;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      placed[i].place(poses.current[i].origin, poses.current[i].R);
  }

  // Only bodies that have come nearer than by half of what is in both can have
  // gone through each other.
  template <int dim>
  void
  BodyContacts<dim>::check_passages()
  {
    double longest = 0., smallest = inner_radii[0];
    for (std::size_t i = 0; i < bodies.size(); ++i)
      {
        const double extent = bodies[i].shape->extent();
        ways[i]             = bodies[i].frame == FramePoint<dim>::ground ?
                                0. :
                                Motion<dim>(poses.previous[i], poses.current[i])
                      .largest_way(extent);
        longest             = std::max(longest, ways[i]);
        smallest            = std::min(smallest, inner_radii[i]);
      }
    if (!(longest > 0.5 * smallest))
      return;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      broad_phase.balls[i] = {0.5 * (poses.previous[i].origin +
                                     poses.current[i].origin),
                              bodies[i].shape->extent() + 0.5 * ways[i]};
    broad_phase.near_pairs.for_each(
      broad_phase.balls, [&](const unsigned int i, const unsigned int j) {
        if (bodies[i].frame == bodies[j].frame ||
            !(ways[i] + ways[j] > 0.5 * (inner_radii[i] + inner_radii[j])))
          return;
        if (pass_through(finder,
                         placed[i],
                         placed[j],
                         Motion<dim>(poses.previous[i], poses.current[i]),
                         Motion<dim>(poses.previous[j], poses.current[j])))
          {
            const double way = ways[i] + ways[j];
            // whoever tries again is told again
            std::swap(poses.current, poses.previous);
            throw StepError(
              "Bodies '" + bodies[i].name + "' and '" + bodies[j].name +
                "' have gone through each other: they have moved by " +
                short_text(way) +
                " m in a step, of which contacts see the two ends",
              way,
              "Take a time step in which bodies move by less than their "
              "thickness: " +
                short_text(0.5 * (inner_radii[i] + inner_radii[j]) / way) +
                " times this one.");
          }
      });
  }

  // Only shapes of one point touch obstacles that can be passed.
  template <int dim>
  void
  BodyContacts<dim>::check_obstacle_passages(const Eigen::VectorXd &q)
  {
    std::swap(poses.base, poses.previous_base);
    poses.base = pose_of<dim>(q, base.frame);
    if (!poses.has_previous)
      return;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      {
        const auto &shape = *bodies[i].shape;
        if (bodies[i].frame == base.frame)
          continue;
        const ObstaclePassage passage =
          passage_through<dim>(*obstacle,
                               Motion<dim>(poses.previous_base, poses.base),
                               base.local,
                               shape.radius,
                               Motion<dim>(poses.previous[i], poses.current[i]),
                               shape.vertices[0]);
        if (passage.way > 0.)
          {
            // whoever tries again is told again
            std::swap(poses.current, poses.previous);
            std::swap(poses.base, poses.previous_base);
            throw_passage("Body '" + bodies[i].name + "' of contact '" + name +
                            "'",
                          passage);
          }
      }
  }

  // Twice the way of a step, as activation looks at forecasts, and what forces
  // of a step may add.
  template <int dim>
  double
  BodyContacts<dim>::reach(const std::size_t      body,
                           const Eigen::VectorXd &v,
                           const double           h) const
  {
    const int frame = bodies[body].frame;
    if (frame == FramePoint<dim>::ground)
      return 0.;
    const FrameVector<dim> w      = of_frame<dim>(v, frame);
    const double           extent = bodies[body].shape->extent();
    return 2. * h *
             (w.template head<dim>().norm() +
              extent * w.template tail<FramePoint<dim>::n_coordinates - dim>()
                         .norm()) +
           0.02 * extent;
  }

  template <int dim>
  void
  BodyContacts<dim>::find_near_pairs()
  {
    broad_phase.pairs.clear();
    broad_phase.near_pairs.for_each(broad_phase.balls,
                                    [&](const unsigned int i,
                                        const unsigned int j) {
                                      broad_phase.pairs.push_back({i, j});
                                    });
    // neighbours, for what covers faces
    if (!has_faces || bodies.size() < 3)
      return;
    std::ranges::fill(broad_phase.first_neighbour, 0U);
    for (const auto &pair : broad_phase.pairs)
      for (const unsigned int i : pair)
        ++broad_phase.first_neighbour[i];
    for (std::size_t k = 1; k < broad_phase.first_neighbour.size(); ++k)
      broad_phase.first_neighbour[k] += broad_phase.first_neighbour[k - 1];
    broad_phase.neighbours.resize(2 * broad_phase.pairs.size());
    for (const auto &[i, j] : broad_phase.pairs)
      {
        broad_phase.neighbours[--broad_phase.first_neighbour[i]] = j;
        broad_phase.neighbours[--broad_phase.first_neighbour[j]] = i;
      }
  }

  template <int dim>
  void
  BodyContacts<dim>::find_pairs(const Eigen::VectorXd &q)
  {
    const auto neighbours = [&](const unsigned int i) {
      return std::span<const unsigned int>(broad_phase.neighbours)
        .subspan(broad_phase.first_neighbour[i],
                 broad_phase.first_neighbour[i + 1] -
                   broad_phase.first_neighbour[i]);
    };
    for (const auto &[i, j] : broad_phase.pairs)
      {
        if (bodies[i].frame == bodies[j].frame)
          continue;
        auto &of_pair =
          finder.find(placed[i], placed[j], reaches[i] + reaches[j]);
        if (of_pair.empty())
          continue;
        if (has_faces && bodies.size() > 2)
          remove_covered<dim>(
            of_pair, placed, i, j, neighbours(i), neighbours(j));
        for (const auto &point : of_pair)
          {
            if (found.size() > slots.size())
              return;
            found.push_back(slot_of(q, i, j, point));
          }
      }
  }

  template <int dim>
  void
  BodyContacts<dim>::find_on_obstacle(const std::size_t    body,
                                      const double         reach,
                                      const Rotation<dim> &R,
                                      const Vector        &p)
  {
    using Feature     = ContactFeature<dim>;
    const auto &shape = *bodies[body].shape;
    near_obstacle.clear();
    Feature on_obstacle;
    on_obstacle.kind = Feature::Kind::plane;
    if constexpr (dim == 3)
      if (shape.is_cylinder() && obstacle->is_flat())
        {
          const Vector n = obstacle->normal(Vector::Zero());
          find_of_cylinder_and_plane(
            placed[body],
            p -
              rotate(R, Vector(obstacle->signed_distance(Vector::Zero()) * n)),
            rotate(R, n),
            reach,
            near_obstacle);
          return;
        }
    const auto add = [&](Feature feature, const unsigned int number) {
      const Vector y = rotate(R.conjugate(), Vector(feature.point - p));
      const double d = obstacle->signed_distance(y);
      if (d - shape.radius > reach)
        return;
      on_obstacle.direction = rotate(R, obstacle->normal(y));
      on_obstacle.point     = feature.point - d * on_obstacle.direction;
      near_obstacle.emplace_back(feature,
                                 on_obstacle,
                                 on_obstacle.direction,
                                 number);
    };
    for (unsigned int k = 0; k < shape.vertices.size(); ++k)
      if (!shape.is_cylinder())
        add(placed[body].vertex_feature(k), k);
    if constexpr (dim == 3)
      if (shape.is_cylinder())
        { // points of both rims
          constexpr unsigned int n_around = 32;
          const Vector &t = placed[body].axis(), u = t.unitOrthogonal(),
                       w = t.cross(u);
          for (unsigned int k = 0; k < 2 * n_around; ++k)
            {
              const double angle = 2. * std::numbers::pi * (k / 2) / n_around;
              Feature      point;
              point.point =
                placed[body].vertex(k % 2) +
                shape.disc_radius * (std::cos(angle) * u + std::sin(angle) * w);
              add(point, k);
            }
        }
    keep_extreme_points(near_obstacle, shape.extent());
  }

  template <int dim>
  void
  BodyContacts<dim>::find_obstacles(const Eigen::VectorXd &q,
                                    const Eigen::VectorXd &v,
                                    const double           h)
  {
    const Rotation<dim>    R = frame_rotation<dim>(q, base.frame);
    const Vector           p = position(q, base);
    const FrameVector<dim> w = of_frame<dim>(v, base.frame);
    for (unsigned int i = 0; i < bodies.size(); ++i)
      {
        if (bodies[i].frame == base.frame)
          continue;
        // the obstacle moves, too
        const double of_obstacle =
          2. * h *
          (w.template head<dim>().norm() +
           w.template tail<FramePoint<dim>::n_coordinates - dim>().norm() *
             (broad_phase.balls[i].centre - p).norm());
        find_on_obstacle(i, reaches[i] + of_obstacle, R, p);
        for (const auto &point : near_obstacle)
          found.push_back(slot_of(q, i, i, point));
      }
  }

  // The features of both that the search for contacts looks at have the points
  // that are nearest, but for corners of polytopes beside each other's faces:
  // those by projections to and fro.
  template <int dim>
  ManifoldPoint<dim>
  BodyContacts<dim>::nearest_of_pair(const unsigned int i, const unsigned int j)
  {
    constexpr double       infinity   = std::numeric_limits<double>::infinity();
    constexpr unsigned int n_most     = 20;
    constexpr unsigned int of_nearest = 7; // a kind of point
    const Placed          &a = placed[i], &b = placed[j];
    Vector                 x = a.origin(), p;
    for (unsigned int k = 0; k < n_most; ++k)
      {
        p              = b.foot(x).point;
        const Vector y = a.foot(p).point;
        if (std::exchange(x, y) == y)
          break;
      }
    ContactFeature<dim> of_a, of_b;
    of_a.point  = x;
    of_a.radius = a.shape().radius;
    of_b.point  = p;
    of_b.radius = b.shape().radius;
    ManifoldPoint<dim> nearest(of_a,
                               of_b,
                               x - p,
                               feature_number(of_nearest, 0, 0, false));
    for (const auto &point : finder.find(a, b, infinity))
      if (point.gap <= nearest.gap)
        nearest = point;
    return nearest;
  }

  template <int dim>
  void
  BodyContacts<dim>::add_nearest(const Eigen::VectorXd &q)
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double           least = infinity, within = infinity;
    for (const Slot &slot : found)
      least =
        std::min(least,
                 closest(slot, q).distance - slot.a.radius - slot.b.radius);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (bodies[i].frame != FramePoint<dim>::ground)
        within = std::min(within, reaches[i]);
    if (least <= within || found.size() >= slots.size())
      return;
    std::optional<Slot> nearest;
    const auto          offer = [&](const unsigned int        i,
                           const unsigned int        j,
                           const ManifoldPoint<dim> &point) {
      if (point.gap < least)
        {
          least   = point.gap;
          nearest = slot_of(q, i, j, point);
        }
    };
    if (obstacle)
      {
        const Rotation<dim> R = frame_rotation<dim>(q, base.frame);
        const Vector        p = position(q, base);
        for (unsigned int i = 0; i < bodies.size(); ++i)
          {
            const Vector y =
              rotate(R.conjugate(), Vector(poses.current[i].origin - p));
            if (bodies[i].frame == base.frame ||
                obstacle->signed_distance(y) - bodies[i].shape->extent() >=
                  least)
              continue;
            find_on_obstacle(i, infinity, R, p);
            for (const auto &point : near_obstacle)
              offer(i, i, point);
          }
      }
    else
      { // a distance that the nearest pair is within, found by doubling it
        const std::size_t n_pairs = bodies.size() * (bodies.size() - 1) / 2;
        std::size_t       n_seen  = 0;
        double            reach   = least < infinity ? least : within;
        for (; reach < infinity && n_seen < n_pairs; reach *= 2.)
          {
            for (std::size_t i = 0; i < bodies.size(); ++i)
              broad_phase.balls[i].radius =
                bodies[i].shape->extent() + 0.5 * reach;
            n_seen = 0;
            broad_phase.near_pairs.for_each(
              broad_phase.balls,
              [&](const unsigned int i, const unsigned int j) {
                ++n_seen;
                if (bodies[i].frame != bodies[j].frame &&
                    (broad_phase.balls[i].centre - broad_phase.balls[j].centre)
                          .norm() -
                        bodies[i].shape->extent() - bodies[j].shape->extent() <
                      least)
                  offer(i, j, nearest_of_pair(i, j));
              });
            if (least <= reach)
              break;
          }
      }
    if (nearest)
      found.push_back(*nearest);
  }

  template <int dim>
  void
  BodyContacts<dim>::hold(const std::span<const unsigned char> rows)
  {
    for (std::size_t i = 0; i < slots.size(); ++i)
      held[i] = rows[i * n_rows];
  }

  template <int dim>
  void
  BodyContacts<dim>::add_held(const Eigen::VectorXd &q)
  {
    const std::size_t n_found = found.size();
    auto              point   = found.begin();
    std::ranges::fill(released, 0);
    for (const auto &[key, slot] : by_key)
      {
        const auto end = found.begin() + static_cast<long>(n_found);
        while (point != end && point->key < key)
          ++point;
        if (held[slot] == 0 || (point != end && point->key == key))
          continue;
        if (!is_on_both(slots[slot], key, q))
          released[slot] = 1;
        else if (found.size() <= slots.size()) // else assign() throws
          found.push_back(slots[slot]);
      }
    if (found.size() > n_found)
      std::ranges::sort(found, {}, &Slot::key);
  }

  template <int dim>
  bool
  BodyContacts<dim>::is_on_both(const Slot            &slot,
                                const Key              key,
                                const Eigen::VectorXd &q) const
  {
    const auto c  = closest(slot, q);
    const auto is = [&](const std::size_t body, const Vector &x) {
      constexpr double tolerance = 1e-6;
      const double     size      = bodies[body].shape->extent();
      return placed[body].foot(x).distance <= tolerance * size;
    };
    const auto [i, j] = bodies_of_key(key);
    return is(i, c.x) && (obstacle || is(j, c.p));
  }

  template <int dim>
  void
  BodyContacts<dim>::throw_no_room() const
  {
    throw StepError("There are more than " + std::to_string(slots.size()) +
                      " points at which bodies touch or soon could",
                    static_cast<double>(found.size()),
                    "Take a smaller time step, if bodies move farther than "
                    "their size in one; else they are packed too closely.");
  }

  template <int dim>
  void
  BodyContacts<dim>::assign()
  {
    if (found.size() > slots.size())
      throw_no_room();
    std::swap(by_key, old_by_key);
    by_key.clear();
    for (std::size_t i = 0; i < n_used; ++i)
      slots[i].key = 0;
    // those of the last step keep their slots
    auto old = old_by_key.begin();
    for (const Slot &point : found)
      {
        while (old != old_by_key.end() && old->first < point.key)
          ++old;
        if (old != old_by_key.end() && old->first == point.key)
          {
            slots[old->second] = point;
            by_key.emplace_back(point.key, old->second);
          }
        else
          by_key.emplace_back(point.key, slots.size());
      }
    unsigned int next = 0;
    for (std::size_t k = 0; k < found.size(); ++k)
      if (by_key[k].second == slots.size())
        {
          while (next < slots.size() &&
                 (slots[next].key != 0 || released[next] != 0))
            ++next;
          if (next == slots.size())
            throw_no_room();
          slots[next]      = found[k];
          by_key[k].second = next;
        }
    n_used = 0;
    for (const auto &[key, slot] : by_key)
      n_used = std::max<std::size_t>(n_used, slot + 1);
  }

  template std::string BodyContacts<2>::bodies_of(std::size_t) const;
  template std::string BodyContacts<3>::bodies_of(std::size_t) const;
  template void
  BodyContacts<2>::renew(const Eigen::VectorXd &,
                         const Eigen::VectorXd &,
                         double);
  template void
  BodyContacts<3>::renew(const Eigen::VectorXd &,
                         const Eigen::VectorXd &,
                         double);
} // namespace percuss
