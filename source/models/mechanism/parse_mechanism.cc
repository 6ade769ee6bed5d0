// SPDX-License-Identifier: Apache-2.0
#include <percuss/input/all_items.h>
#include <percuss/models/mechanism/parse_items.h>
#include <percuss/models/mechanism/placed_beam.h>
#include <percuss/models/mechanism/repeated_contacts.h>

#include <algorithm>
#include <utility>

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

    /** Reads one item each into what it has read so far. */
    template <int dim>
    class MechanismReader
    {
    public:
      MechanismReader(const ContactCoefficients &contact_defaults,
                      const double               time_scale)
        : contact_defaults(contact_defaults)
        , time_scale(time_scale)
      {}

      void
      body(Item &item);

      void
      beam(Item &item);

      /** Behind the frames, what is between them. */
      void
      begin_links();

      void
      joint(Item &item);

      void
      contact(Item &item);

      void
      spring(Item &item);

      void
      load(Item &item);

      MechanismDescription<dim> result;
      std::vector<std::string>  names{"ground"};
      std::vector<double>       configuration;

    private:
      const ContactCoefficients       contact_defaults;
      const double                    time_scale;
      std::vector<std::string>        taken; // names of bodies, fixed ones too
      std::vector<std::string>        rods;  // bodies with mass along a line
      NamedBeams                      beams;
      Eigen::VectorXd                 q_0;
      std::vector<CollisionBody<dim>> bodies;
    };

    template <int dim>
    void
    MechanismReader<dim>::body(Item &item)
    {
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
    }

    template <int dim>
    void
    MechanismReader<dim>::beam(Item &item)
    {
      auto parsed = parse_beam<dim>(item);
      check_body_name(item.name(), {"ground"});
      result.beams.push_back(std::move(parsed));
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
    }

    template <int dim>
    void
    MechanismReader<dim>::begin_links()
    {
      q_0 = Eigen::Map<const Eigen::VectorXd>(
        configuration.data(), static_cast<Eigen::Index>(configuration.size()));
      bodies = collision_bodies<dim>(result.bodies, result.fixed_bodies);
    }

    template <int dim>
    void
    MechanismReader<dim>::joint(Item &item)
    {
      result.joints.push_back(parse_joint<dim>(item, q_0, time_scale));
    }

    template <int dim>
    void
    MechanismReader<dim>::contact(Item &item)
    {
      if (is_body_contact(item))
        {
          result.body_contacts.push_back(
            parse_body_contact<dim>(item, bodies, rods, contact_defaults));
          check_last_is_new(result.body_contacts);
          return;
        }
      for (const auto &contact :
           parse_contacts<dim>(item, beams, contact_defaults))
        {
          result.contacts.push_back(contact);
          check_last_is_new(result.contacts);
        }
    }

    template <int dim>
    void
    MechanismReader<dim>::spring(Item &item)
    {
      if constexpr (dim == 2)
        if (is_torsional_spring(item))
          {
            result.torsional_springs.push_back(
              parse_torsional_spring(item, q_0));
            return;
          }
      result.springs.push_back(parse_spring<dim>(item, q_0));
    }

    template <int dim>
    void
    MechanismReader<dim>::load(Item &item)
    {
      for (const MechanismLoad<dim> &load : parse_loads<dim>(item))
        result.loads.push_back(load);
    }

    /** A list of a mechanism: the entry, what one of it is, its reader. */
    template <int dim>
    struct ListOfItems
    {
      const char *entry, *one;
      ItemList MechanismTexts::*list;
      void (MechanismReader<dim>::*read)(Item &);
    };

    template <int dim>
    constexpr ListOfItems<dim> frame_lists[] = {
      {"bodies", "Body", &MechanismTexts::bodies, &MechanismReader<dim>::body},
      {dim == 2 ? "beams" : "rods",
       dim == 2 ? "Beam" : "Rod",
       &MechanismTexts::beams,
       &MechanismReader<dim>::beam}};

    template <int dim>
    constexpr ListOfItems<dim> link_lists[] = {
      {"joints",
       "Joint",
       &MechanismTexts::joints,
       &MechanismReader<dim>::joint},
      {"contacts",
       "Contact",
       &MechanismTexts::contacts,
       &MechanismReader<dim>::contact},
      {"springs",
       "Spring",
       &MechanismTexts::springs,
       &MechanismReader<dim>::spring},
      {"loads", "Load", &MechanismTexts::loads, &MechanismReader<dim>::load}};

    /** Adds what the items of the list may be. */
    template <int dim>
    void
    add_declared(const ListOfItems<dim>    &list,
                 const std::string         &section,
                 std::vector<DeclaredItem> &items)
    {
      for (const DeclaredItem &item :
           declared_by(section + '/' + list.entry, [&](Item &one) {
             MechanismReader<dim> reader({}, 1.);
             (reader.*list.read)(one);
           }))
        items.push_back(item);
    }

    template <int dim>
    void
    read_list(const ListOfItems<dim> &list,
              const MechanismTexts   &texts,
              MechanismReader<dim>   &reader,
              ItemErrors             &wrong)
    {
      const bool are_of_bodies = list.list == &MechanismTexts::loads;
      for_all_items(
        texts.*list.list,
        list.one,
        reader.names,
        [&](Item &item) { (reader.*list.read)(item); },
        !are_of_bodies,
        wrong);
    }
  } // namespace

  template <int dim>
  std::vector<DeclaredItem>
  mechanism_items(const std::string &section)
  {
    std::vector<DeclaredItem> items;
    for (const auto &list : frame_lists<dim>)
      add_declared(list, section, items);
    for (const auto &list : link_lists<dim>)
      add_declared(list, section, items);
    return items;
  }

  template <int dim>
  MechanismDescription<dim>
  parse_mechanism(const MechanismTexts      &texts,
                  const ContactCoefficients &contact_defaults,
                  const double               time_scale)
  {
    MechanismReader<dim> reader(contact_defaults, time_scale);
    ItemErrors           wrong;
    for (const auto &list : frame_lists<dim>)
      {
        read_list(list, texts, reader, wrong);
        if (list.list == &MechanismTexts::bodies && !wrong.names.empty())
          wrong.names.emplace_back("all"); // of which it is one
      }
    if (reader.configuration.empty() && wrong.errors.is_empty())
      throw InputError(dim == 2 ?
                         "There are no bodies; write 'name: mass m ; inertia J "
                         "; at x, y, angle'." :
                         "There are neither bodies nor rods; write 'name: mass "
                         "m ; inertia Jx, Jy, Jz ; at x, y, z'.");
    reader.begin_links();
    for (const auto &list : link_lists<dim>)
      read_list(list, texts, reader, wrong);
    wrong.errors.throw_all();
    return reader.result;
  }

  template PlanarMechanismDescription
  parse_mechanism<2>(const MechanismTexts &,
                     const ContactCoefficients &,
                     double);
  template SpatialMechanismDescription
  parse_mechanism<3>(const MechanismTexts &,
                     const ContactCoefficients &,
                     double);
  template std::vector<DeclaredItem>
  mechanism_items<2>(const std::string &);
  template std::vector<DeclaredItem>
  mechanism_items<3>(const std::string &);
} // namespace percuss
