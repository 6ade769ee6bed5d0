// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/repeated_contacts.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>
#include <type_traits>

namespace percuss
{
  namespace
  {
    template <int dim>
    bool
    is_same(const ContactObstacle<dim> &one,
            const FramePoint<dim>      &base,
            const ContactObstacle<dim> &other,
            const FramePoint<dim>      &other_base)
    {
      using Vector = Eigen::Vector<double, dim>;
      if (!one.kind || !other.kind || base.frame != other_base.frame)
        return false;
      const auto shape         = one.kind->make(one.values),
                 other_shape   = other.kind->make(other.values);
      const double length      = std::max({1.,
                                           base.local.norm(),
                                           other_base.local.norm(),
                                           shape->length(),
                                           other_shape->length()});
      const auto   same_around = [&](const Vector &direction) {
        return std::ranges::all_of(std::array{0.4, 1.7, -2.9}, [&](double s) {
          const Vector x = base.local + s * length * direction;
          const double d = shape->signed_distance(x - base.local),
                       other_d =
                         other_shape->signed_distance(x - other_base.local);
          return std::abs(d - other_d) <= 1e-9 * length;
        });
      };
      Vector oblique; // along no axis
      for (int i = 0; i < dim; ++i)
        {
          oblique[i] = std::sqrt(2. + i);
          if (!same_around(Vector::Unit(i)))
            return false;
        }
      return same_around(oblique);
    }

    /** The names of the bodies of both, those that move first. */
    template <int dim>
    std::vector<std::string>
    common_bodies(const BodyContactDescription<dim> &one,
                  const BodyContactDescription<dim> &other,
                  std::size_t                       &n_moving)
    {
      std::vector<std::string> names;
      n_moving = 0;
      for (const auto &body : one.bodies)
        if (std::ranges::find(other.bodies,
                              body.name,
                              &CollisionBody<dim>::name) != other.bodies.end())
          {
            const bool moves = body.frame != FramePoint<dim>::ground;
            names.insert(moves ? names.begin() : names.end(), body.name);
            n_moving += moves;
          }
      return names;
    }

    bool
    has_beam(const PlanarContact &contact)
    {
      return contact.beam.has_value();
    }

    bool
    has_beam(const SpatialContact &)
    {
      return false;
    }

    bool
    have_same_beam(const PlanarContact &one, const PlanarContact &other)
    {
      return one.beam && other.beam && one.beam->first == other.beam->first &&
             one.beam->is_left == other.beam->is_left;
    }

    bool
    have_same_beam(const SpatialContact &, const SpatialContact &)
    {
      return false;
    }
  } // namespace

  template <int dim>
  void
  check_last_is_new(const std::vector<BodyContactDescription<dim>> &contacts)
  {
    const auto &last = contacts.back();
    for (const auto &other : contacts | std::views::take(contacts.size() - 1))
      {
        if (last.obstacle.has_value() != other.obstacle.has_value())
          continue;
        std::size_t                    n_moving = 0;
        const std::vector<std::string> common =
          common_bodies(last, other, n_moving);
        const std::string advice = "' already, and both would act. Name in "
                                   "one of them the bodies that do not touch ";
        if (!last.obstacle)
          {
            if (common.size() > 1 && n_moving > 0)
              throw InputError("Bodies '" + common[0] + "' and '" + common[1] +
                               "' touch in contact '" + other.name + advice +
                               "in the other.");
          }
        else if (!common.empty() &&
                 (n_moving > 0 || last.base.frame != FramePoint<dim>::ground) &&
                 is_same(
                   *last.obstacle, last.base, *other.obstacle, other.base))
          throw InputError("Body '" + common[0] + "' touches the same " +
                           last.obstacle->kind->contact_name + " in contact '" +
                           other.name + advice + "it in the other.");
      }
  }

  template <class Contact>
  void
  check_last_is_new(const std::vector<Contact> &contacts)
  {
    const Contact &last = contacts.back();
    for (const Contact &other :
         contacts | std::views::take(contacts.size() - 1))
      if (last.point.frame == other.point.frame &&
          last.point.local == other.point.local &&
          last.ball_radius == other.ball_radius &&
          (has_beam(last) ?
             have_same_beam(last, other) :
             is_same(last.obstacle, last.base, other.obstacle, other.base)))
        throw InputError("The same point touches the same obstacle in contact "
                         "'" +
                         other.name +
                         "' already, and both would act. Leave out one.");
  }

  namespace
  {
    /** Whether the ball of a contact has points outside of the shape of its
     * body. */
    template <int dim>
    bool
    sticks_out(const MechanismContact<dim> &contact,
               const ConvexShape<dim>      &shape)
    {
      constexpr double tolerance = 1e-9;
      const auto      &x         = contact.point.local;
      const double     r = contact.ball_radius - tolerance * shape.extent();
      if (shape.faces.empty())
        return x.norm() + r > shape.extent();
      return std::ranges::any_of(shape.faces, [&](const auto &face) {
        return face.normal.dot(x) + r > face.offset + shape.radius;
      });
    }
  } // namespace

  template <class Description>
  std::vector<std::string>
  warnings_of_repeated_contacts(const Description &description)
  {
    constexpr int dim =
      std::is_same_v<Description, PlanarMechanismDescription> ? 2 : 3;
    std::vector<std::string> warnings;
    for (const auto &contact : description.contacts)
      for (const auto &other : description.body_contacts)
        {
          const auto body = std::ranges::find(other.bodies,
                                              contact.point.frame,
                                              &CollisionBody<dim>::frame);
          if (body == other.bodies.end() || has_beam(contact) ||
              sticks_out(contact, *body->shape) ||
              contact.point.frame == FramePoint<dim>::ground ||
              !other.obstacle ||
              !is_same(
                contact.obstacle, contact.base, *other.obstacle, other.base))
            continue;
          warnings.push_back(
            "contact '" + contact.name + "' is one of body '" + body->name +
            "', which touches the same " + contact.obstacle.kind->contact_name +
            " with its shape in contact '" + other.name +
            "': both act. Leave out one, unless the point is no point of the "
            "shape.");
        }
    return warnings;
  }

  template void
  check_last_is_new(const std::vector<BodyContactDescription<2>> &);
  template void
  check_last_is_new(const std::vector<BodyContactDescription<3>> &);
  template void
  check_last_is_new(const std::vector<PlanarContact> &);
  template void
  check_last_is_new(const std::vector<SpatialContact> &);
  template std::vector<std::string>
  warnings_of_repeated_contacts(const PlanarMechanismDescription &);
  template std::vector<std::string>
  warnings_of_repeated_contacts(const SpatialMechanismDescription &);
} // namespace percuss
