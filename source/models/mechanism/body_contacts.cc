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
      // turned faces have more, and cohesive points stay beside new ones
      const std::size_t of_turned = dim == 3 && !are_balls ? 4 : 0;
      const std::size_t times =
        description.parameters.cohesive_strength > 0. ? 2 : 1;
      if (description.obstacle)
        return times * (of_one + of_turned) * n;
      const std::size_t neighbours = dim == 2 ? 4 : 8; // pairs per body
      const std::size_t pairs      = n * (n - 1) / 2;
      return times * (of_one * std::min(pairs, neighbours * n) +
                      of_turned * std::min(pairs, n));
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
  unsigned int
  BodyContacts<dim>::n_tangential(const ContactCoefficients &coefficients)
  {
    if (!(coefficients.friction > 0.))
      return 0;
    return dim - 1 + (dim == 3 && coefficients.spinning_friction > 0. ? 1 : 0) +
           (coefficients.rolling_friction > 0. ? dim - 1 : 0);
  }

  template <int dim>
  BodyContacts<dim>::BodyContacts(
    const BodyContactDescription<dim> &description)
    : name(description.name)
    , bodies(description.bodies)
    , base(description.base)
    , n_rows(1 + n_tangential(description.parameters))
    , broad_phase(bodies.size())
  {
    const std::string item = "contact '" + description.name + "'";
    const auto       &law  = description.parameters;
    if (dim == 2 && law.spinning_friction > 0.)
      throw InputError("Nothing spins about the normal of " + item +
                       " in the plane: set its spinning friction to 0.");
    if (!(law.friction > 0.) &&
        (law.rolling_friction > 0. || law.spinning_friction > 0.))
      throw InputError("There is rolling or spinning friction at " + item +
                       ", but no friction, without which nothing rolls: give "
                       "it a friction coefficient.");
    if (law.friction > 0.)
      {
        spin_length = law.spinning_friction / law.friction;
        roll_length = law.rolling_friction / law.friction;
      }
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
        broad_phase.balls.push_back({Vector::Zero(), body.shape->extent()});
      }
    reaches.resize(bodies.size());
    ways.resize(bodies.size());
    poses.current.resize(bodies.size());
    poses.previous.resize(bodies.size());
    for (const auto &body : bodies)
      {
        inner_radii.push_back(body.shape->inner_radius());
        has_faces = has_faces || !body.shape->faces.empty();
      }
    broad_phase.first_neighbour.resize(bodies.size() + 1);
    if (!description.obstacle)
      {
        constexpr std::size_t enough = 32; // neighbours of a body
        broad_phase.pairs.reserve(
          std::min(bodies.size() * (bodies.size() - 1) / 2,
                   enough * bodies.size()));
        broad_phase.neighbours.reserve(2 * broad_phase.pairs.capacity());
      }
    const std::size_t n = enough_slots(description);
    slots.resize(n);
    found.reserve(n + 1);
    near_obstacle.reserve(200);
    far_gap = length();
    held.resize(n, 0);
    released.resize(n, 0);
    by_key.reserve(n);
    old_by_key.reserve(n);
    gradients = LastConfigurations(Gradients(n * n_rows));
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
  void
  BodyContacts<dim>::serialize(Archive &archive)
  {
    archive.section("points at which bodies touch, with normals");
    archive(n_used);
    if (n_used > slots.size())
      throw ArchiveError("it has more points at which bodies touch");
    for (std::size_t i = 0; i < n_used; ++i)
      {
        Slot &slot = slots[i];
        archive(slot.key, slot.frame_a, slot.frame_b);
        archive(slot.is_on_curved);
        archive.array(std::span<double>(slot.normal.data(), dim));
        for (auto *const feature : {&slot.a, &slot.b})
          {
            archive(feature->kind,
                    feature->part,
                    feature->index,
                    feature->circle_radius,
                    feature->radius);
            for (Vector *const vector :
                 {&feature->point, &feature->direction, &feature->towards})
              archive.array(std::span<double>(vector->data(), dim));
          }
      }
    archive(poses.has_previous);
    for (auto &pose : poses.current)
      {
        archive.array(std::span<double>(pose.origin.data(), dim));
        archive.array(std::span<double>(pose.R.data(), dim * dim));
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
    gradients.forget();
  }

  template <int dim>
  ClosestPoints<dim>
  BodyContacts<dim>::closest(const Slot &slot, const Eigen::VectorXd &q) const
  {
    using Kind       = typename ContactFeature<dim>::Kind;
    const auto place = [&](ContactFeature<dim> feature, const int frame) {
      if (frame == FramePoint<dim>::ground)
        return feature;
      const Rotation<dim> R = frame_rotation<dim>(q, frame);
      feature.point =
        frame_origin<dim>(q, frame) + rotate(R, Vector(feature.point));
      if (feature.kind != Kind::point)
        feature.direction = rotate(R, Vector(feature.direction));
      if (feature.kind == Kind::circle)
        feature.towards = rotate(R, Vector(feature.towards));
      return feature;
    };
    const ContactFeature<dim> a = place(slot.a, slot.frame_a);
    if (!slot.is_on_curved)
      return closest_points(a,
                            place(slot.b, slot.frame_b),
                            Vector(rotate(frame_rotation<dim>(q, slot.frame_b),
                                          slot.normal)));
    const Rotation<dim> R = frame_rotation<dim>(q, base.frame);
    const Vector        y = rotate(R.conjugate(), a.point - position(q, base)),
                 n        = rotate(R, obstacle->normal(y));
    const double d        = obstacle->signed_distance(y);
    return {a.point, a.point - d * n, n, d};
  }

  template <int dim>
  void
  BodyContacts<dim>::gap(const Eigen::VectorXd &q, std::span<double> g) const
  {
    std::ranges::fill(g, 0.);
    for (std::size_t i = 0; i < slots.size(); ++i)
      if (const Slot &slot = slots[i]; i < n_used && slot.key != 0)
        g[i * n_rows] =
          closest(slot, q).distance - slot.a.radius - slot.b.radius;
      else
        g[i * n_rows] = far_gap;
  }

  template <int dim>
  auto
  BodyContacts<dim>::gradients_at(const Eigen::VectorXd &q) const
    -> const Gradients &
  {
    return gradients.at(q,
                        [&](Gradients &of_rows) { set_gradients(q, of_rows); });
  }

  // Of the rows of used slots.
  template <int dim>
  void
  BodyContacts<dim>::set_gradients(const Eigen::VectorXd &q,
                                   Gradients             &of_rows) const
  {
    for (std::size_t i = 0; i < n_used; ++i)
      if (const Slot &slot = slots[i]; slot.key != 0)
        {
          const ClosestPoints<dim> c   = closest(slot, q);
          const Rotation<dim>      R_a = frame_rotation<dim>(q, slot.frame_a),
                              R_b      = frame_rotation<dim>(q, slot.frame_b);
          const Vector &n              = c.normal;
          // in the middle of both surfaces
          const Vector y =
            0.5 * (c.x + c.p + (slot.b.radius - slot.a.radius) * n);
          const Vector a_arm = y - frame_origin<dim>(q, slot.frame_a),
                       b_arm = y - frame_origin<dim>(q, slot.frame_b);
          auto       row     = of_rows.begin() + static_cast<long>(i * n_rows);
          const auto add     = [&](const Vector &t) {
            *row++ = {force_at<dim>(R_a, a_arm, t),
                      -force_at<dim>(R_b, b_arm, t)};
          };
          add(n);
          if (n_rows == 1)
            continue;
          // tangents turn with the body that has the plane
          const Rotation<dim> &R =
            slot.a.kind == ContactFeature<dim>::Kind::plane ? R_a : R_b;
          const auto t = tangents<dim>(Vector(rotate(R.conjugate(), n)));
          for (const Vector &one : t)
            add(rotate(R, one));
          if (spin_length == 0. && roll_length == 0.)
            continue;
          const auto add_couple = [&](const Eigen::Vector3d &axis) {
            *row++ = {couple_at<dim>(R_a, axis), -couple_at<dim>(R_b, axis)};
          };
          if constexpr (dim == 2)
            add_couple({0., 0., roll_length});
          else
            {
              if (spin_length > 0.)
                add_couple(spin_length * n);
              if (roll_length > 0.)
                for (const Vector &one : t)
                  add_couple(roll_length * rotate(R, one));
            }
        }
  }

  template <int dim>
  void
  BodyContacts<dim>::velocity(const Eigen::VectorXd &q,
                              const Eigen::VectorXd &v,
                              std::span<double>      u) const
  {
    const Gradients &G = gradients_at(q);
    std::ranges::fill(u, 0.);
    for (std::size_t i = 0; i < n_used; ++i)
      if (const Slot &slot = slots[i]; slot.key != 0)
        {
          const FrameVector<dim> v_a = of_frame<dim>(v, slot.frame_a),
                                 v_b = of_frame<dim>(v, slot.frame_b);
          for (std::size_t row = i * n_rows; row < (i + 1) * n_rows; ++row)
            u[row] = G[row].a.dot(v_a) + G[row].b.dot(v_b);
        }
  }

  template <int dim>
  void
  BodyContacts<dim>::add_impulse(const Eigen::VectorXd        &q,
                                 const std::span<const double> p,
                                 Eigen::VectorXd              &r) const
  {
    const Gradients &G = gradients_at(q);
    for (std::size_t row = 0; row < n_used * n_rows; ++row)
      if (p[row] != 0.)
        if (const Slot &slot = slots[row / n_rows]; slot.key != 0)
          {
            add_to_frame<dim>(r, slot.frame_a, p[row] * G[row].a);
            add_to_frame<dim>(r, slot.frame_b, p[row] * G[row].b);
          }
  }

  template <int dim>
  void
  BodyContacts<dim>::append_row(
    const Eigen::VectorXd                        &q,
    const std::size_t                             row,
    const Eigen::Index                            i,
    Eigen::SparseMatrix<double, Eigen::RowMajor> &G) const
  {
    G.startVec(i);
    if (!is_in_use(row))
      return;
    const Slot     &slot = slots[row / n_rows];
    const Gradient &g    = gradients_at(q)[row];
    append_to_row<dim>({slot.frame_a, g.a}, {slot.frame_b, g.b}, i, G);
  }

  template class BodyContacts<2>;
  template class BodyContacts<3>;
} // namespace percuss
