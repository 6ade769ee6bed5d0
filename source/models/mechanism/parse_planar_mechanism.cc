// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/beam/planar_beam.h>
#include <percuss/models/mechanism/parse_body_contact.h>
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_planar_items.h>
#include <percuss/models/mechanism/parse_planar_mechanism.h>

namespace percuss
{
  PlanarMechanismDescription
  parse_planar_mechanism(const MechanismTexts      &texts,
                         const ParseFunctionOfTime &parse_function,
                         const ContactCoefficients &contact_defaults,
                         const double               time_scale)
  {
    PlanarMechanismDescription result;
    TextReader                 reader{parse_function};
    auto                      &frames = reader.frames;

    reader.read(texts.bodies, "Body", [&](MechanismItem &item) {
      if (is_fixed_body(item))
        {
          result.fixed_bodies.push_back(parse_fixed_body<2>(item));
          return;
        }
      for (const PlanarBody &body : parse_planar_body(item, frames.names))
        {
          frames.configuration.insert(frames.configuration.end(),
                                      body.position.begin(),
                                      body.position.end());
          result.bodies.push_back(body);
        }
    });
    std::vector<NamedBeam> beams;
    reader.read(texts.beams, "Beam", [&](MechanismItem &item) {
      result.beams.push_back(parse_planar_beam(item));
      const PlanarBeam beam(result.beams.back().beam);
      BeamSide         line;
      line.first = static_cast<int>(frames.names.size()) - 1; // no ground
      for (unsigned int node = 0; node < beam.n_nodes(); ++node)
        line.arc_lengths.push_back(beam.arc_length(node));
      beams.push_back({beam.name(), line});
      frames.add_nodes(beam);
    });
    if (frames.configuration.empty())
      throw InputError("There are no bodies; write 'name: mass m ; inertia J ; "
                       "at x, y, angle'.");
    const Eigen::VectorXd q_0 = frames.q();

    reader.read(texts.joints, "Joint", result.joints, [&](auto &item) {
      return parse_planar_joint(item, q_0, time_scale);
    });
    const auto bodies = collision_bodies<2>(result.bodies, result.fixed_bodies);
    reader.read(texts.contacts, "Contact", [&](MechanismItem &item) {
      if (is_body_contact(item))
        result.body_contacts.push_back(
          parse_body_contact<2>(item, bodies, contact_defaults));
      else
        for (const auto &contact :
             parse_planar_contact(item, beams, contact_defaults))
          result.contacts.push_back(contact);
    });
    reader.read(texts.springs, "Spring", [&](MechanismItem &item) {
      if (item.first_part() == "torsional")
        result.torsional_springs.push_back(parse_torsional_spring(item, q_0));
      else
        result.springs.push_back(parse_spring<2>(item, q_0));
    });
    reader.read(texts.loads, "Load", result.loads, parse_loads<2>);
    return result;
  }
} // namespace percuss
