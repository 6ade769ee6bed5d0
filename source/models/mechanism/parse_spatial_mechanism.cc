// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/beam/spatial_rod.h>
#include <percuss/models/mechanism/parse_body_contact.h>
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_spatial_items.h>
#include <percuss/models/mechanism/parse_spatial_mechanism.h>

namespace percuss
{
  SpatialMechanismDescription
  parse_spatial_mechanism(const MechanismTexts      &texts,
                          const ParseFunctionOfTime &parse_function,
                          const ContactCoefficients &contact_defaults,
                          const double               time_scale)
  {
    SpatialMechanismDescription result;
    TextReader                  reader{parse_function};
    auto                       &frames = reader.frames;

    reader.read(texts.bodies, "Body", [&](MechanismItem &item) {
      if (is_fixed_body(item))
        {
          result.fixed_bodies.push_back(parse_fixed_body<3>(item));
          return;
        }
      for (const SpatialBody &body : parse_spatial_body(item, frames.names))
        {
          const Eigen::Vector3d    &x = body.position;
          const Eigen::Quaterniond &p = body.orientation;
          frames.configuration.insert(
            frames.configuration.end(),
            {x[0], x[1], x[2], p.w(), p.x(), p.y(), p.z()});
          result.bodies.push_back(body);
        }
    });
    reader.read(texts.beams, "Rod", [&](MechanismItem &item) {
      result.beams.push_back(parse_rod(item));
      frames.add_nodes(SpatialRod(result.beams.back().beam));
    });
    if (frames.configuration.empty())
      throw InputError("There are neither bodies nor rods; write 'name: mass m "
                       "; inertia Jx, Jy, Jz ; at x, y, z'.");
    const Eigen::VectorXd q_0 = frames.q();

    reader.read(texts.joints, "Joint", result.joints, [&](auto &item) {
      return parse_spatial_joint(item, q_0, time_scale);
    });
    const auto bodies = collision_bodies<3>(result.bodies, result.fixed_bodies);
    reader.read(texts.contacts, "Contact", [&](MechanismItem &item) {
      if (is_body_contact(item))
        result.body_contacts.push_back(
          parse_body_contact<3>(item, bodies, contact_defaults));
      else
        for (const auto &contact :
             parse_spatial_contact(item, contact_defaults))
          result.contacts.push_back(contact);
    });
    reader.read(texts.springs, "Spring", result.springs, [&](auto &item) {
      return parse_spring<3>(item, q_0);
    });
    reader.read(texts.loads, "Load", result.loads, parse_loads<3>);
    return result;
  }
} // namespace percuss
