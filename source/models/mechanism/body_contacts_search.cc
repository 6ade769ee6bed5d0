// SPDX-License-Identifier: Apache-2.0

// Which points of bodies touch, or soon could, and their slots.

#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/body_contacts.h>

#include <algorithm>
#include <string>

namespace percuss
{
  namespace
  {
    template <int dim>
    Eigen::Matrix<double, dim, dim>
    matrix_of(const Rotation<dim> &R)
    {
      Eigen::Matrix<double, dim, dim> A;
      if constexpr (dim == 2)
        A << R.cosine, -R.sine, R.sine, R.cosine;
      else
        A = R.toRotationMatrix();
      return A;
    }
  } // namespace

  template <int dim>
  auto
  BodyContacts<dim>::key_of(const unsigned int i,
                            const unsigned int j,
                            const unsigned int feature) -> Key
  {
    return (((Key{i} << 20) + j) << 13) + feature + 1;
  }

  template <int dim>
  void
  BodyContacts<dim>::renew(const Eigen::VectorXd &q,
                           const Eigen::VectorXd &v,
                           const double           h)
  {
    for (std::size_t i = 0; i < bodies.size(); ++i)
      {
        const int    frame    = bodies[i].frame;
        const bool   is_fixed = frame == FramePoint<dim>::ground;
        const Vector X =
          is_fixed ? bodies[i].origin : frame_origin<dim>(q, frame);
        placed[i].place(X,
                        matrix_of<dim>(is_fixed ?
                                         bodies[i].rotation :
                                         frame_rotation<dim>(q, frame)));
        reaches[i] = reach(i, v, h);
        balls[i]   = {X, bodies[i].shape->extent() + reaches[i]};
      }
    found.clear();
    if (obstacle)
      find_obstacles(q, v, h);
    else
      find_pairs(q);
    std::ranges::sort(found, {}, &Slot::key);
    add_held();
    assign();
    is_current = false;
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
  BodyContacts<dim>::find_pairs(const Eigen::VectorXd &q)
  {
    near_pairs.for_each(balls, [&](const unsigned int i, const unsigned int j) {
      if (bodies[i].frame == bodies[j].frame)
        return;
      for (const auto &point :
           finder.find(placed[i], placed[j], reaches[i] + reaches[j]))
        {
          if (found.size() > slots.size())
            return;
          const unsigned int of_x = point.is_swapped ? j : i,
                             of_p = point.is_swapped ? i : j;
          const int frame_x = bodies[of_x].frame, frame_p = bodies[of_p].frame;
          const Rotation<dim> R_x = frame_rotation<dim>(q, frame_x).conjugate(),
                              R_p = frame_rotation<dim>(q, frame_p).conjugate();
          found.push_back(
            {key_of(i, j, point.feature),
             {frame_x, rotate(R_x, point.x - frame_origin<dim>(q, frame_x))},
             {frame_p, rotate(R_p, point.p - frame_origin<dim>(q, frame_p))},
             rotate(R_p, point.normal),
             bodies[i].shape->radius + bodies[j].shape->radius,
             bodies[of_x].shape->radius});
        }
    });
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
        const auto &shape = *bodies[i].shape;
        if (bodies[i].frame == base.frame)
          continue;
        // the obstacle moves, too
        const double of_obstacle =
          2. * h *
          (w.template head<dim>().norm() +
           w.template tail<FramePoint<dim>::n_coordinates - dim>().norm() *
             (balls[i].centre - p).norm());
        near_obstacle.clear();
        for (unsigned int k = 0; k < shape.vertices.size(); ++k)
          {
            const Vector y = rotate(R.conjugate(), placed[i].vertex(k) - p);
            const double d = obstacle->signed_distance(y);
            if (d - shape.radius > reaches[i] + of_obstacle)
              continue;
            const Vector n = obstacle->normal(y);
            near_obstacle.push_back(
              {y, y - d * n, n, d - shape.radius, false, k});
          }
        keep_extreme_points(near_obstacle, shape.extent());
        for (const auto &point : near_obstacle)
          found.push_back({key_of(i, i, point.feature),
                           {bodies[i].frame, shape.vertices[point.feature]},
                           {base.frame, base.local + point.p},
                           point.normal,
                           shape.radius,
                           shape.radius});
      }
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
  BodyContacts<dim>::add_held()
  {
    const std::size_t n_found = found.size();
    auto              point   = found.begin();
    for (const auto &[key, slot] : by_key)
      {
        const auto end = found.begin() + static_cast<long>(n_found);
        while (point != end && point->key < key)
          ++point;
        if (held[slot] != 0 && (point == end || point->key != key) &&
            found.size() <= slots.size()) // else assign() throws
          found.push_back(slots[slot]);
      }
    if (found.size() > n_found)
      std::ranges::sort(found, {}, &Slot::key);
  }

  template <int dim>
  void
  BodyContacts<dim>::assign()
  {
    if (found.size() > slots.size())
      throw StepError("There are more than " + std::to_string(slots.size()) +
                        " points at which bodies touch or soon could",
                      static_cast<double>(found.size()),
                      "Take a smaller time step, if bodies move farther than "
                      "their size in one; else they are packed too closely.");
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
          while (slots[next].key != 0)
            ++next;
          slots[next]      = found[k];
          by_key[k].second = next;
        }
    n_used = 0;
    for (const auto &[key, slot] : by_key)
      n_used = std::max<std::size_t>(n_used, slot + 1);
  }

  template void
  BodyContacts<2>::renew(const Eigen::VectorXd &,
                         const Eigen::VectorXd &,
                         double);
  template void
  BodyContacts<3>::renew(const Eigen::VectorXd &,
                         const Eigen::VectorXd &,
                         double);
} // namespace percuss
