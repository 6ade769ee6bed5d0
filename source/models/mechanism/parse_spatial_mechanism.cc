// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/beam/spatial_rod.h>
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
    std::vector<std::string>    frames{"ground"};
    std::vector<double>         configuration;
    const auto                  for_all =
      [&](const std::string &text, const char *what, const auto &parse) {
        for_all_items(text, what, frames, parse_function, parse);
      };

    for_all(texts.bodies, "Body", [&](MechanismItem &item) {
      result.bodies.push_back(parse_spatial_body(item, frames));
      const Eigen::Vector3d    &x = result.bodies.back().position;
      const Eigen::Quaterniond &p = result.bodies.back().orientation;
      configuration.insert(configuration.end(),
                           {x[0], x[1], x[2], p.w(), p.x(), p.y(), p.z()});
    });
    for_all(texts.beams, "Rod", [&](MechanismItem &item) {
      result.beams.push_back(parse_rod(item));
      const SpatialRod rod(result.beams.back().beam);
      configuration.insert(configuration.end(),
                           rod.reference().begin(),
                           rod.reference().end());
      for (unsigned int node = 0; node < rod.n_nodes(); ++node)
        frames.push_back(frame_name(item.name(), node, rod.n_nodes()));
    });
    if (configuration.empty())
      throw InputError("There are neither bodies nor rods; write 'name: mass m "
                       "; inertia Jx, Jy, Jz ; at x, y, z'.");
    const Eigen::VectorXd q_0 = Eigen::Map<const Eigen::VectorXd>(
      configuration.data(), static_cast<Eigen::Index>(configuration.size()));

    for_all(texts.joints, "Joint", [&](MechanismItem &item) {
      result.joints.push_back(parse_spatial_joint(item, q_0, time_scale));
    });
    for_all(texts.contacts, "Contact", [&](MechanismItem &item) {
      for (const SpatialContact &contact :
           parse_spatial_contact(item, contact_defaults))
        result.contacts.push_back(contact);
    });
    for_all(texts.springs, "Spring", [&](MechanismItem &item) {
      result.springs.push_back(parse_spring<3>(item, q_0));
    });
    for_all(texts.loads, "Load", [&](MechanismItem &item) {
      for (const MechanismLoad<3> &load : parse_loads<3>(item))
        result.loads.push_back(load);
    });
    return result;
  }
} // namespace percuss
