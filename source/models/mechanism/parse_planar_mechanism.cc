// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/beam/planar_beam.h>
#include <percuss/models/mechanism/parse_parts.h>
#include <percuss/models/mechanism/parse_planar_items.h>

namespace percuss
{
  PlanarMechanismDescription
  parse_planar_mechanism(const MechanismTexts      &texts,
                         const ParseFunctionOfTime &parse_function,
                         const ContactCoefficients &contact_defaults,
                         const double               time_scale)
  {
    PlanarMechanismDescription result;
    std::vector<std::string>   frames{"ground"};

    const auto for_all =
      [&](const std::string &text, const char *what, const auto &parse) {
        for_all_items(text, what, frames, parse_function, parse);
      };

    for_all(texts.bodies, "Body", [&](MechanismItem &item) {
      result.bodies.push_back(parse_planar_body(item, frames));
    });
    std::vector<double> positions;
    for (const PlanarBody &body : result.bodies)
      positions.insert(positions.end(),
                       body.position.begin(),
                       body.position.end());
    std::vector<NamedBeam> beams;
    for_all(texts.beams, "Beam", [&](MechanismItem &item) {
      result.beams.push_back(parse_planar_beam(item));
      const PlanarBeam beam(result.beams.back().beam);
      BeamSide         line;
      line.first = static_cast<int>(frames.size()) - 1; // behind the ground
      for (unsigned int node = 0; node < beam.n_nodes(); ++node)
        line.arc_lengths.push_back(beam.arc_length(node));
      beams.push_back({beam.name(), line});
      positions.insert(positions.end(),
                       beam.reference().begin(),
                       beam.reference().end());
      for (unsigned int node = 0; node < beam.n_nodes(); ++node)
        frames.push_back(frame_name(beam.name(), node, beam.n_nodes()));
    });
    if (positions.empty())
      throw InputError("There are no bodies; write 'name: mass m ; inertia J ; "
                       "at x, y, angle'.");
    const Eigen::VectorXd q_0 = Eigen::Map<const Eigen::VectorXd>(
      positions.data(), static_cast<Eigen::Index>(positions.size()));

    for_all(texts.joints, "Joint", [&](MechanismItem &item) {
      result.joints.push_back(parse_planar_joint(item, q_0, time_scale));
    });
    for_all(texts.contacts, "Contact", [&](MechanismItem &item) {
      for (const PlanarContact &contact :
           parse_planar_contact(item, beams, contact_defaults))
        result.contacts.push_back(contact);
    });
    for_all(texts.springs, "Spring", [&](MechanismItem &item) {
      if (item.first_part() == "torsional")
        result.torsional_springs.push_back(parse_torsional_spring(item, q_0));
      else
        result.springs.push_back(parse_spring<2>(item, q_0));
    });
    for_all(texts.loads, "Load", [&](MechanismItem &item) {
      for (const MechanismLoad<2> &load : parse_loads<2>(item))
        result.loads.push_back(load);
    });
    return result;
  }
} // namespace percuss
