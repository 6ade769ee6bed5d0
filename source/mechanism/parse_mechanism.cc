// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/beam/planar_beam.h>
#include <percuss/mechanism/parse_items.h>

#include <algorithm>

namespace percuss
{
  MechanismDescription
  parse_mechanism(const MechanismTexts      &texts,
                  const ParseFunctionOfTime &parse_function,
                  const ContactCoefficients &contact_defaults,
                  const double               time_scale)
  {
    MechanismDescription     result;
    std::vector<std::string> frames{"ground"};

    // errors name the item
    const auto for_all_items =
      [&](const std::string &text, const char *what, const auto &parse) {
        for (const std::string &item_text : mechanism_text::split_items(text))
          try
            {
              MechanismItem item(item_text, frames, parse_function);
              parse(item);
              item.finish();
            }
          catch (const InputError &error)
            {
              throw InputError(std::string(what) + " '" + item_text +
                               "': " + error.what());
            }
      };

    for_all_items(texts.bodies, "Body", [&](MechanismItem &item) {
      if (std::ranges::find(frames, item.name()) != frames.end())
        throw InputError("There is a body '" + item.name() +
                         "' already; give each its own name.");
      result.bodies.push_back(parse_body(item));
      frames.push_back(item.name());
    });
    std::vector<double> positions;
    for (const PlanarBody &body : result.bodies)
      positions.insert(positions.end(),
                       body.position.begin(),
                       body.position.end());
    for_all_items(texts.beams, "Beam", [&](MechanismItem &item) {
      result.beams.push_back(parse_beam(item));
      const PlanarBeam beam(result.beams.back().beam);
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

    for_all_items(texts.joints, "Joint", [&](MechanismItem &item) {
      result.joints.push_back(parse_joint(item, q_0, time_scale));
    });
    for_all_items(texts.contacts, "Contact", [&](MechanismItem &item) {
      for (const Contact &contact : parse_contact(item, contact_defaults))
        result.contacts.push_back(contact);
    });
    for_all_items(texts.springs, "Spring", [&](MechanismItem &item) {
      if (item.first_part() == "torsional")
        result.torsional_springs.push_back(parse_torsional_spring(item, q_0));
      else
        result.springs.push_back(parse_spring(item, q_0));
    });
    for_all_items(texts.loads, "Load", [&](MechanismItem &item) {
      for (const CoordinateLoad &load : parse_load(item))
        result.loads.push_back(load);
    });
    return result;
  }
} // namespace percuss
