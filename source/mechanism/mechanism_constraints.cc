// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/mechanism/mechanism_constraints.h>
#include <percuss/mechanism/require_item_value.h>

#include <algorithm>
#include <cassert>

namespace percuss
{
  namespace
  {
    using Kind = PlanarRow::Kind;

    Eigen::Vector2d
    unit_vector(const std::string     &item,
                const char            *quantity,
                const Eigen::Vector2d &a)
    {
      require_positive(item, quantity, a.norm());
      return a.normalized();
    }
  } // namespace

  MechanismConstraints::MechanismConstraints(
    const std::vector<Joint>   &joints,
    const std::vector<Contact> &contacts)
  {
    for (const Joint &joint : joints)
      add_joint(joint);
    n_bilateral = rows.size();
    for (const Contact &contact : contacts)
      add_contact(contact);
  }

  void
  MechanismConstraints::add_row(const PlanarRow   &row,
                                const ContactLaw  &law,
                                const std::string &item,
                                const std::string &suffix)
  {
    if (std::ranges::find(names, item + suffix) != names.end())
      throw InputError("There are two constraints with the name '" + item +
                       suffix + "'; give each joint and contact its own.");
    rows.push_back(row);
    laws.push_back(law);
    items.push_back(item);
    names.push_back(item + suffix);
  }

  void
  MechanismConstraints::add_joint(const Joint &joint)
  {
    const std::string item = "joint '" + joint.name + "'";
    require_two_frames(item, joint.first.frame, joint.second.frame);
    require_finite(item, "angle", joint.angle);

    const ContactLaw law{ContactLaw::Kind::bilateral};
    PlanarRow        row;
    row.x = joint.second;
    row.p = joint.first;

    const auto add_components = [&] {
      row.kind   = Kind::component;
      row.normal = Eigen::Vector2d::UnitX();
      add_row(row, law, joint.name, " x");
      row.normal = Eigen::Vector2d::UnitY();
      add_row(row, law, joint.name, " y");
    };
    const auto add_angle = [&] {
      row.kind   = Kind::angle;
      row.offset = joint.angle;
      add_row(row, law, joint.name, " angle");
    };

    switch (joint.kind)
      {
        case Joint::Kind::revolute:
          add_components();
          break;
        case Joint::Kind::prismatic:
          row.kind = Kind::line;
          row.normal =
            quarter_turn(unit_vector(item, "direction", joint.direction));
          add_row(row, law, joint.name, " normal");
          add_angle();
          break;
        case Joint::Kind::fixed:
          add_components();
          add_angle();
          break;
        case Joint::Kind::distance:
          require_positive(item, "length", joint.length);
          row.kind   = Kind::circle;
          row.offset = joint.length;
          add_row(row, law, joint.name, "");
          break;
        case Joint::Kind::drive:
          assert(joint.motion.value && joint.motion.rate);
          row.kind   = Kind::angle;
          row.motion = joint.motion;
          any_drive  = true;
          add_row(row, law, joint.name, "");
          break;
      }
  }

  void
  MechanismConstraints::add_contact(const Contact &contact)
  {
    const std::string item = "contact '" + contact.name + "'";
    require_two_frames(item, contact.point.frame, contact.base.frame);
    require_not_negative(item, "disc radius", contact.disc_radius);
    const ContactCoefficients &parameters = contact.parameters;
    require_coefficient(item, "restitution", parameters.restitution);
    require_not_negative(item, "friction", parameters.friction);
    require_coefficient(item,
                        "tangential restitution",
                        parameters.tangential_restitution);

    PlanarRow row;
    row.x           = contact.point;
    row.p           = contact.base;
    row.disc_radius = contact.disc_radius;
    if (contact.obstacle == Contact::Obstacle::line)
      {
        row.kind   = Kind::line;
        row.normal = unit_vector(item, "normal", contact.normal);
        row.offset = contact.disc_radius;
      }
    else
      {
        require_positive(item, "radius", contact.radius);
        const bool is_inside =
          contact.obstacle == Contact::Obstacle::inside_circle;
        row.kind   = Kind::circle;
        row.sign   = is_inside ? -1. : 1.;
        row.offset = contact.radius + row.sign * contact.disc_radius;
        if (is_inside)
          require_positive(item, "play R - r", row.offset);
      }

    ContactLaw law{ContactLaw::Kind::unilateral,
                   parameters.restitution,
                   parameters.friction,
                   parameters.friction > 0. ? 1u : 0u};
    add_row(row, law, contact.name, "");
    if (law.n_tangential == 0)
      return;
    row.contact = row.kind;
    row.kind    = Kind::tangential;
    law = {ContactLaw::Kind::tangential, parameters.tangential_restitution};
    add_row(row, law, contact.name, " tangential");
  }

  void
  MechanismConstraints::gap(const Vector           &q,
                            const double            t,
                            const std::span<double> g) const
  {
    for (std::size_t i = 0; i < rows.size(); ++i)
      g[i] = rows[i].gap(q.entries, t);
  }

  void
  MechanismConstraints::gap_rate(const Vector &,
                                 const double            t,
                                 const std::span<double> rate) const
  {
    for (std::size_t i = 0; i < rows.size(); ++i)
      rate[i] = rows[i].gap_rate(t);
  }

  void
  MechanismConstraints::velocity(const Vector           &q,
                                 const Vector           &v,
                                 const std::span<double> u) const
  {
    for (std::size_t i = 0; i < rows.size(); ++i)
      {
        const PlanarRow          &row = rows[i];
        const PlanarRow::Gradient G   = row.gradient(q.entries);
        u[i] = G.x.dot(of_frame(v.entries, row.x.frame)) +
               G.p.dot(of_frame(v.entries, row.p.frame));
      }
  }

  void
  MechanismConstraints::add_impulse(const Vector                 &q,
                                    const std::span<const double> p,
                                    Vector                       &r) const
  {
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (p[i] != 0.)
        {
          const PlanarRow          &row = rows[i];
          const PlanarRow::Gradient G   = row.gradient(q.entries);
          add_to_frame(r.entries, row.x.frame, p[i] * G.x);
          add_to_frame(r.entries, row.p.frame, p[i] * G.p);
        }
  }
} // namespace percuss
