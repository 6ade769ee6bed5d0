// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/parse_items.h>
#include <percuss/models/mechanism/placed_beam.h>
#include <percuss/models/mechanism/repeated_contacts.h>

#include <algorithm>
#include <string_view>

namespace percuss
{
  namespace
  {
    /** Adds the frames of a body, or of a beam's nodes, at the start. */
    template <class Entries>
    void
    append(const Entries &entries, std::vector<double> &q)
    {
      q.insert(q.end(), entries.begin(), entries.end());
    }

    void
    append_frame(const PlanarBody &body, std::vector<double> &q)
    {
      append(body.position, q);
    }

    void
    append_frame(const SpatialBody &body, std::vector<double> &q)
    {
      const Eigen::Quaterniond &p = body.orientation;
      append(body.position, q);
      append(std::array{p.w(), p.x(), p.y(), p.z()}, q);
    }

    /** The centre line of a beam whose first node is the frame @p first. */
    BeamSide
    line_of(const PlanarBeam &beam, const int first)
    {
      BeamSide line;
      line.first = first;
      for (unsigned int node = 0; node < beam.n_nodes(); ++node)
        line.arc_lengths.push_back(beam.arc_length(node));
      return line;
    }
  } // namespace

  template <int dim>
  MechanismDescription<dim>
  parse_mechanism(const MechanismTexts      &texts,
                  const ContactCoefficients &contact_defaults,
                  const double               time_scale)
  {
    MechanismDescription<dim> result;
    std::vector<std::string>  names{"ground"};
    std::vector<double>       configuration;
    ItemErrors                wrong;
    const auto read = [&](const ItemList &list, auto what, auto parse) {
      const bool is_of_a_body = std::string_view(what) == "Load";
      for_all_items(list, what, names, parse, !is_of_a_body, wrong);
    };

    std::vector<std::string> taken; // names of bodies, fixed ones too
    std::vector<std::string> rods;  // bodies with mass along a line
    read(texts.bodies, "Body", [&](Item &item) {
      if (is_fixed_body(item))
        {
          result.fixed_bodies.push_back(parse_fixed_body<dim>(item));
          check_body_name(item.name(), taken);
          taken.push_back(item.name());
          return;
        }
      for (const auto &body : parse_bodies<dim>(item))
        {
          check_body_name(body.name, taken);
          check_frame_name<dim>(body.name);
          taken.push_back(body.name);
          names.push_back(body.name);
          if (item.has("shape rod"))
            rods.push_back(body.name);
          append_frame(body, configuration);
          result.bodies.push_back(body);
        }
    });
    if (!wrong.names.empty())
      wrong.names.emplace_back("all"); // of which it is one
    NamedBeams beams;
    read(texts.beams, dim == 2 ? "Beam" : "Rod", [&](Item &item) {
      check_body_name(item.name(), {"ground"});
      result.beams.push_back(parse_beam<dim>(item));
      const typename PlacedBeam<dim>::Beam beam(result.beams.back().beam);
      if constexpr (dim == 2)
        beams.emplace_back(beam.name(), line_of(beam, frame_at(names.size())));
      append(beam.reference(), configuration);
      for (unsigned int node = 0; node < beam.n_nodes(); ++node)
        {
          names.push_back(frame_name(beam.name(), node, beam.n_nodes()));
          check_frame_name<dim>(names.back());
          if (std::ranges::find(taken, names.back()) != taken.end())
            throw InputError("Its node has the name of body '" + names.back() +
                             "'; give one of them another name.");
        }
    });
    if (configuration.empty() && wrong.errors.is_empty())
      throw InputError(dim == 2 ?
                         "There are no bodies; write 'name: mass m ; inertia J "
                         "; at x, y, angle'." :
                         "There are neither bodies nor rods; write 'name: mass "
                         "m ; inertia Jx, Jy, Jz ; at x, y, z'.");
    const Eigen::VectorXd q_0 = Eigen::Map<const Eigen::VectorXd>(
      configuration.data(), static_cast<Eigen::Index>(configuration.size()));

    read(texts.joints, "Joint", [&](Item &item) {
      result.joints.push_back(parse_joint<dim>(item, q_0, time_scale));
    });
    const auto bodies =
      collision_bodies<dim>(result.bodies, result.fixed_bodies);
    read(texts.contacts, "Contact", [&](Item &item) {
      if (is_body_contact(item))
        {
          result.body_contacts.push_back(
            parse_body_contact<dim>(item, bodies, rods, contact_defaults));
          check_last_is_new(result.body_contacts);
        }
      else
        for (const auto &contact :
             parse_contacts<dim>(item, beams, contact_defaults))
          {
            result.contacts.push_back(contact);
            check_last_is_new(result.contacts);
          }
    });
    read(texts.springs, "Spring", [&](Item &item) {
      if constexpr (dim == 2)
        if (is_torsional_spring(item))
          {
            result.torsional_springs.push_back(
              parse_torsional_spring(item, q_0));
            return;
          }
      result.springs.push_back(parse_spring<dim>(item, q_0));
    });
    read(texts.loads, "Load", [&](Item &item) {
      for (const MechanismLoad<dim> &load : parse_loads<dim>(item))
        result.loads.push_back(load);
    });
    wrong.errors.throw_all();
    return result;
  }

  template PlanarMechanismDescription
  parse_mechanism<2>(const MechanismTexts &,
                     const ContactCoefficients &,
                     double);
  template SpatialMechanismDescription
  parse_mechanism<3>(const MechanismTexts &,
                     const ContactCoefficients &,
                     double);
} // namespace percuss
