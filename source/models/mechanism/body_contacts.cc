// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/tangents.h>
#include <percuss/models/mechanism/body_contacts.h>
#include <percuss/models/mechanism/make_rows.h>

#include <algorithm>
#include <cassert>
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

    /** Points that can be near at once: of a pair or of a body on an obstacle,
     * times how many there may be. */
    template <int dim>
    std::size_t
    enough_slots(const BodyContactDescription<dim> &description)
    {
      const std::size_t n = description.bodies.size();
      const bool        are_balls =
        std::ranges::all_of(description.bodies, [](const auto &body) {
          return body.shape->vertices.size() == 1;
        });
      const std::size_t of_one = are_balls ? 1 : dim == 2 ? 2 : 4;
      if (description.obstacle)
        return of_one * n;
      const std::size_t neighbours = dim == 2 ? 4 : 8; // pairs per body
      return of_one * std::min(n * (n - 1) / 2, neighbours * n);
    }

    /** Whether the vertices of a convex body are what touches an obstacle: one
     * whose complement is convex. */
    bool
    has_contacts_at_vertices(const std::string &obstacle)
    {
      return obstacle == "line" || obstacle == "plane" ||
             obstacle.starts_with("inside");
    }
  } // namespace

  template <int dim>
  BodyContacts<dim>::BodyContacts(
    const BodyContactDescription<dim> &description,
    const unsigned int                 n_tangential)
    : bodies(description.bodies)
    , base(description.base)
    , n_rows(1 + n_tangential)
    , near_pairs(bodies.size())
  {
    const std::string item = "contact '" + description.name + "'";
    if (description.obstacle)
      {
        obstacle                 = make_obstacle(item, *description.obstacle);
        const std::string &shape = description.obstacle->kind->contact_name;
        for (const auto &body : bodies)
          if (!has_contacts_at_vertices(shape) &&
              body.shape->vertices.size() > 1)
            throw InputError("The shape of body '" + body.name +
                             "' has contacts with flat obstacles and from "
                             "inside, not with a " +
                             shape +
                             ": write a fixed body of that shape instead.");
      }
    for (const auto &body : bodies)
      {
        placed.emplace_back(*body.shape);
        balls.push_back({Vector::Zero(), body.shape->extent()});
      }
    reaches.resize(bodies.size());
    const std::size_t n = enough_slots(description);
    slots.resize(n);
    found.reserve(n + 1);
    near_obstacle.reserve(200);
    far_gap = length();
    by_key.reserve(n);
    old_by_key.reserve(n);
    gradients.resize(n * n_rows);
  }

  template <int dim>
  double
  BodyContacts<dim>::length() const
  {
    double largest = 0.;
    for (const auto &body : bodies)
      if (body.frame != FramePoint<dim>::ground)
        largest = std::max(largest, body.shape->extent());
    return largest;
  }

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
  BodyContacts<dim>::serialize(Archive &archive)
  {
    archive.section("points at which bodies touch");
    archive(n_used);
    if (n_used > slots.size())
      throw ArchiveError("it has more points at which bodies touch");
    for (std::size_t i = 0; i < n_used; ++i)
      {
        Slot &slot = slots[i];
        archive(
          slot.key, slot.x.frame, slot.p.frame, slot.radius, slot.radius_of_x);
        for (Vector *const vector :
             {&slot.x.local, &slot.p.local, &slot.normal})
          archive.array(std::span<double>(vector->data(), dim));
      }
    if (!archive.is_reading())
      return;
    by_key.clear();
    for (std::size_t i = 0; i < slots.size(); ++i)
      if (i >= n_used)
        slots[i].key = 0;
      else if (slots[i].key != 0)
        by_key.emplace_back(slots[i].key, static_cast<unsigned int>(i));
    std::ranges::sort(by_key);
    is_current = false;
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
    std::ranges::sort(found, {}, &Slot::key);
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

  template <int dim>
  void
  BodyContacts<dim>::gap(const Eigen::VectorXd &q, std::span<double> g) const
  {
    std::ranges::fill(g, 0.);
    for (std::size_t i = 0; i < slots.size(); ++i)
      {
        double &gap = g[i * n_rows];
        gap         = far_gap;
        if (i >= n_used || slots[i].key == 0)
          continue;
        const Slot  &slot = slots[i];
        const Vector n =
          rotate(frame_rotation<dim>(q, slot.p.frame), slot.normal);
        gap = n.dot(position(q, slot.x) - position(q, slot.p)) - slot.radius;
      }
  }

  template <int dim>
  void
  BodyContacts<dim>::set_gradients(const Eigen::VectorXd &q) const
  {
    if (is_current && configuration == q)
      return;
    configuration = q;
    is_current    = true;
    for (std::size_t i = 0; i < n_used; ++i)
      if (const Slot &slot = slots[i]; slot.key != 0)
        {
          const Rotation<dim> R_x = frame_rotation<dim>(q, slot.x.frame),
                              R_p = frame_rotation<dim>(q, slot.p.frame);
          const Vector X          = frame_origin<dim>(q, slot.x.frame),
                       Y          = frame_origin<dim>(q, slot.p.frame),
                       n          = rotate(R_p, slot.normal);
          Vector     x_arm        = rotate(R_x, slot.x.local);
          auto       row = gradients.begin() + static_cast<long>(i * n_rows);
          const auto add = [&](const Vector &t) {
            *row++ = {force_at<dim>(R_x, x_arm, t),
                      -force_at<dim>(R_p, Vector(X + x_arm - Y), t)};
          };
          add(n);
          x_arm -= slot.radius_of_x * n;
          if (n_rows > 1)
            for (const Vector &t : tangents<dim>(slot.normal))
              add(rotate(R_p, t));
        }
  }

  template <int dim>
  void
  BodyContacts<dim>::velocity(const Eigen::VectorXd &q,
                              const Eigen::VectorXd &v,
                              std::span<double>      u) const
  {
    set_gradients(q);
    std::ranges::fill(u, 0.);
    for (std::size_t i = 0; i < n_used; ++i)
      if (const Slot &slot = slots[i]; slot.key != 0)
        {
          const FrameVector<dim> v_x = of_frame<dim>(v, slot.x.frame),
                                 v_p = of_frame<dim>(v, slot.p.frame);
          for (std::size_t row = i * n_rows; row < (i + 1) * n_rows; ++row)
            u[row] = gradients[row].x.dot(v_x) + gradients[row].p.dot(v_p);
        }
  }

  template <int dim>
  void
  BodyContacts<dim>::add_impulse(const Eigen::VectorXd        &q,
                                 const std::span<const double> p,
                                 Eigen::VectorXd              &r) const
  {
    set_gradients(q);
    for (std::size_t row = 0; row < n_used * n_rows; ++row)
      if (p[row] != 0.)
        if (const Slot &slot = slots[row / n_rows]; slot.key != 0)
          {
            add_to_frame<dim>(r, slot.x.frame, p[row] * gradients[row].x);
            add_to_frame<dim>(r, slot.p.frame, p[row] * gradients[row].p);
          }
  }

  template <int dim>
  void
  BodyContacts<dim>::append_row(
    const std::size_t                             row,
    const Eigen::Index                            i,
    Eigen::SparseMatrix<double, Eigen::RowMajor> &G) const
  {
    G.startVec(i);
    if (const Slot &slot = slots[row / n_rows]; is_in_use(row))
      append_to_row<dim>({slot.x.frame, gradients[row].x},
                         {slot.p.frame, gradients[row].p},
                         i,
                         G);
  }

  template class BodyContacts<2>;
  template class BodyContacts<3>;
} // namespace percuss
