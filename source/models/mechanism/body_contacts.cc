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
    : bodies(description.bodies)
    , base(description.base)
    , n_rows(1 + n_tangential(description.parameters))
    , near_pairs(bodies.size())
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
        balls.push_back({Vector::Zero(), body.shape->extent()});
      }
    reaches.resize(bodies.size());
    const std::size_t n = enough_slots(description);
    slots.resize(n);
    found.reserve(n + 1);
    near_obstacle.reserve(200);
    far_gap = length();
    held.resize(n, 0);
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
          if (n_rows == 1)
            continue;
          for (const Vector &t : tangents<dim>(slot.normal))
            add(rotate(R_p, t));
          if (spin_length == 0. && roll_length == 0.)
            continue;
          const auto add_couple = [&](const Eigen::Vector3d &axis) {
            *row++ = {couple_at<dim>(R_x, axis), -couple_at<dim>(R_p, axis)};
          };
          if constexpr (dim == 2)
            add_couple({0., 0., roll_length});
          else
            {
              if (spin_length > 0.)
                add_couple(spin_length * n);
              if (roll_length > 0.)
                for (const Vector &t : tangents<dim>(slot.normal))
                  add_couple(roll_length * rotate(R_p, t));
            }
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
