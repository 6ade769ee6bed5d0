// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/mesh/abaqus_model.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace percuss
{
  namespace
  {
    constexpr std::int64_t largest_member = std::int64_t(1) << 53;

    using Scope = AbaqusScope;

    /** A whole number, or -1. */
    std::int64_t
    number_or_none(const std::string &field)
    {
      std::int64_t value = 0;
      for (const char c : field)
        if (c < '0' || c > '9' || (value = 10 * value + (c - '0')) < 0 ||
            value > largest_member)
          return -1;
      return field.empty() ? -1 : value;
    }

    struct Place
    {
      bool          is_cell;
      std::uint32_t index; // of the cells, or the faces

      auto
      operator<=>(const Place &) const = default;
    };

    template <class T>
    void
    sort_and_unite(std::vector<T> &members)
    {
      std::ranges::sort(members);
      members.erase(std::unique(members.begin(), members.end()), members.end());
    }

    /** What one instance or the assembly is found to have. */
    struct Owner
    {
      std::string name; // of an instance, or empty

      std::unordered_map<std::int64_t, std::uint32_t>   nodes;
      std::unordered_map<std::int64_t, Place>           elements;
      std::map<std::string, std::vector<std::uint32_t>> node_sets;
      std::map<std::string, std::vector<Place>>         element_sets;
      /** Places of contents.faces. */
      std::map<std::string, std::vector<std::uint32_t>> surfaces, node_surfaces;
      std::set<std::string> shown; ///< names that users may know
      bool                  has_other_elements = false;
    };

    class Entry
    {
    public:
      Entry(AbaqusModel &model, MeshContents &contents, const MeshText &text)
        : model(model)
        , contents(contents)
        , text(text)
      {}

      void
      enter()
      {
        if (model.instances.empty())
          enter_parts_without_instances();
        owners.resize(model.instances.size() + 1);
        for (std::size_t i = 0; i < model.instances.size(); ++i)
          enter_instance(model.instances[i], owners[i]);
        enter_scope(model.assembly, nullptr, owners.back());
        enter_groups();
      }

    private:
      /** A file that has a part and no assembly. */
      void
      enter_parts_without_instances()
      {
        if (model.parts.size() > 1)
          text.fail("It has " + std::to_string(model.parts.size()) +
                    " parts and no *INSTANCE that puts them in their place.");
        if (model.parts.size() == 1)
          {
            AbaqusScope &part = model.parts.front(), &all = model.assembly;
            if (!all.nodes.empty() || !all.elements.empty())
              text.fail("It has a part without an *INSTANCE and, beside it, "
                        "nodes or elements. Write all into one of them.");
            const auto prepend = [](auto &to, auto &from) {
              from.insert(from.end(), to.begin(), to.end());
              to = std::move(from);
            };
            prepend(all.nodes, part.nodes);
            prepend(all.elements, part.elements);
            prepend(all.ranges_of_nodes, part.ranges_of_nodes);
            prepend(all.ranges_of_elements, part.ranges_of_elements);
            prepend(all.node_sets, part.node_sets);
            prepend(all.element_sets, part.element_sets);
            prepend(all.node_surfaces, part.node_surfaces);
            prepend(all.surfaces, part.surfaces);
            prepend(all.sections, part.sections);
            all.has_other_elements |= part.has_other_elements;
          }
      }

      void
      enter_instance(const AbaqusInstance &instance, Owner &owner)
      {
        owner.name = instance.own.name;
        const auto part =
          std::ranges::find_if(model.parts, [&](const AbaqusScope &known) {
            return abaqus_name(known.name) == abaqus_name(instance.part);
          });
        if (part == model.parts.end())
          text.fail("There is no part '" + shortened(instance.part) + "'.",
                    instance.line);
        enter_scope(*part, &instance, owner);
        enter_scope(instance.own, &instance, owner);
      }

      void
      enter_scope(const Scope          &scope,
                  const AbaqusInstance *instance,
                  Owner                &owner)
      {
        owner.has_other_elements |= scope.has_other_elements;
        const std::size_t first_point = contents.points.size();
        for (const Scope::Node &node : scope.nodes)
          {
            const auto index = contents.points.size();
            if (!owner.nodes
                   .try_emplace(node.number, static_cast<std::uint32_t>(index))
                   .second)
              text.fail("The node " + std::to_string(node.number) +
                          " occurs twice" + in(owner) + '.',
                        node.line);
            contents.points.push_back(instance ? instance->placed(node.point) :
                                                 node.point);
          }
        std::vector<Place> places;
        for (const Scope::Element &element : scope.elements)
          places.push_back(enter_element(element, owner));
        for (const auto &range : scope.ranges_of_nodes)
          for (std::size_t i = range.begin; i < range.end; ++i)
            show(owner.node_sets, owner, range.set)
              .push_back(static_cast<std::uint32_t>(first_point + i));
        for (const auto &range : scope.ranges_of_elements)
          {
            auto &set = show(owner.element_sets, owner, range.set);
            for (std::size_t i = range.begin; i < range.end; ++i)
              set.push_back(places[i]);
          }
        for (const auto &line : scope.element_sets)
          enter_line(line, owner, owner.element_sets, [&](Owner &from) {
            return std::pair(&from.elements, &from.element_sets);
          });
        const auto nodes = [&](Owner &from) {
          return std::pair(&from.nodes, &from.node_sets);
        };
        for (const auto &line : scope.node_sets)
          if (line.by_elements)
            enter_nodes_of_elements(line, owner);
          else
            enter_line(line, owner, owner.node_sets, nodes);
        for (const auto &line : scope.node_surfaces)
          enter_line(line, owner, owner.node_surfaces, nodes);
        for (const auto &line : scope.surfaces)
          enter_surface(line, owner);
        for (const auto &section : scope.sections)
          enter_section(section, owner);
      }

      Place
      enter_element(const Scope::Element &element, Owner &owner)
      {
        MeshContents::Element found;
        found.line    = element.line;
        found.n_nodes = element.shape.n_nodes;
        for (unsigned int i = 0; i < element.shape.n_nodes; ++i)
          {
            const auto node = owner.nodes.find(element.nodes[i]);
            if (node == owner.nodes.end())
              text.fail("There is no node " + std::to_string(element.nodes[i]) +
                          in(owner) + '.',
                        element.line);
            found.nodes[i] = node->second;
          }
        const bool  is_cell = element.shape.dimension == contents.dim;
        auto       &all     = is_cell ? contents.cells : contents.faces;
        const Place place{is_cell, static_cast<std::uint32_t>(all.size())};
        all.push_back(found);
        if (!owner.elements.try_emplace(element.number, place).second)
          text.fail("The element " + std::to_string(element.number) +
                      " occurs twice" + in(owner) + '.',
                    element.line);
        if (is_cell)
          is_shell.push_back(element.shape.is_shell);
        return place;
      }

      static std::string
      in(const Owner &owner)
      {
        return owner.name.empty() ? "" : " in '" + shortened(owner.name) + "'";
      }

      /** The set of a name, which is new or known. */
      template <class Sets>
      typename Sets::mapped_type &
      show(Sets &sets, Owner &owner, const std::string &set)
      {
        owner.shown.insert(set);
        return sets[set];
      }

      /** The owner that "instance.member" is of, and the member. */
      std::pair<Owner *, std::string>
      owner_of(const std::string &field, Owner &owner)
      {
        std::string name = abaqus_name(without_quotes(field));
        for (std::size_t dot = name.find('.'); dot != std::string::npos;
             dot             = name.find('.', dot + 1))
          {
                        const std::string first = name.substr(0, dot);
                        if (!model.assembly.name.empty() &&
                first == abaqus_name(model.assembly.name))
              return owner_of(name.substr(dot + 1), owners.back());
            for (Owner &other : owners)
              if (!other.name.empty() && first == abaqus_name(other.name))
                return {&other, name.substr(dot + 1)};
          }
        return {&owner, name};
      }

      Owner &
      owner_named(const std::string &instance,
                  Owner             &owner,
                  const std::size_t  line)
      {
        if (instance.empty())
          return owner;
        for (Owner &other : owners)
          if (!other.name.empty() &&
              abaqus_name(other.name) == abaqus_name(instance))
            return other;
        text.fail("There is no instance '" + shortened(instance) +
                    "' above it.",
                  line);
      }

      /** Where a set of parts is called otherwise. */
      template <class Lists>
      std::string
      elsewhere(const std::string &name, const Lists &lists)
      {
        for (Owner &other : owners)
          if (!other.name.empty() && lists(other).second->contains(name))
            return " There is '" + other.name + '.' + model.names[name] + "'.";
        return "";
      }

      /** Adds the members of a line to a set. @param lists numbers and sets of
       * an owner */
      template <class Sets, class Lists>
      void
      enter_line(const Scope::SetLine &line,
                 Owner                &owner,
                 Sets                 &sets,
                 const Lists          &lists)
      {
        auto &set =
          line.is_internal ? sets[line.set] : show(sets, owner, line.set);
        Owner     &of_line = owner_named(line.instance, owner, line.line);
        const auto add     = [&](const std::int64_t number, Owner &from) {
          const auto &known  = *lists(from).first;
          const auto  member = known.find(number);
          if (member != known.end())
            set.push_back(member->second);
          else if (line.of_nodes || !from.has_other_elements)
            text.fail("There is no " +
                        std::string(line.of_nodes ? "node " : "element ") +
                        std::to_string(number) + in(from) + '.',
                      line.line);
        };
        if (line.is_range)
          {
            const auto [first, last, step] = range(line);
            for (std::int64_t i = first; i <= last; i += step)
              add(i, of_line);
            return;
          }
        for (const std::string &field : line.fields)
          if (!field.empty())
            {
              const auto [from, name] = owner_of(field, of_line);
              if (const auto number = number_or_none(name); number >= 0)
                {
                  add(number, *from);
                  continue;
                }
              const auto other = lists(*from).second->find(name);
              if (other == lists(*from).second->end() || &other->second == &set)
                text.fail("There is no set '" + shortened(field) +
                            "' above it." + elsewhere(name, lists),
                          line.line);
              set.insert(set.end(), other->second.begin(), other->second.end());
            }
        sort_and_unite(set);
      }

      std::array<std::int64_t, 3>
      range(const Scope::SetLine &line) const
      {
        const auto        &fields = line.fields;
        const std::int64_t first  = number_or_none(fields[0]),
                           last =
                             fields.size() > 1 ? number_or_none(fields[1]) : -1,
                           step = fields.size() > 2 && !fields[2].empty() ?
                                    number_or_none(fields[2]) :
                                    1;
        if (first < 0 || last < first || step < 1 ||
            (last - first) / step >
              static_cast<std::int64_t>(text.content.size()))
          text.fail("GENERATE needs a first and a last number and a step.",
                    line.line);
        return {first, last, step};
      }

      void
      enter_nodes_of_elements(const Scope::SetLine &line, Owner &owner)
      {
        auto &set = line.is_internal ? owner.node_sets[line.set] :
                                       show(owner.node_sets, owner, line.set);
        for (const Place &place : elements_in(line.fields[0], owner, line.line))
          {
            const auto &element = place.is_cell ? contents.cells[place.index] :
                                                  contents.faces[place.index];
            set.insert(set.end(),
                       element.nodes.begin(),
                       element.nodes.begin() + element.n_nodes);
          }
        sort_and_unite(set);
      }

      /** Those of a set, or one. */
      std::vector<Place>
      elements_in(const std::string &field,
                  Owner             &owner,
                  const std::size_t  line)
      {
        const auto [from, name] = owner_of(field, owner);
        if (const auto number = number_or_none(name); number >= 0)
          {
            const auto element = from->elements.find(number);
            if (element != from->elements.end())
              return {element->second};
            if (from->has_other_elements)
              return {};
          }
        const auto set = from->element_sets.find(name);
        if (set == from->element_sets.end())
          text.fail("There is no element and no set of elements '" +
                      shortened(field) + "'" + in(*from) + '.' +
                      elsewhere(name,
                                [](Owner &other) {
                                  return std::pair(&other.elements,
                                                   &other.element_sets);
                                }),
                    line);
        return set->second;
      }

      void
      enter_section(const Scope::Section &section, Owner &owner)
      {
        const auto places = elements_in(section.set, owner, section.line);
        if (section.material.empty())
          return;
        const auto group =
          contents.group({model.names[section.material], {}, "material"});
        for (const Place &place : places)
          if (place.is_cell)
            add_group(place, group);
      }

      void
      enter_surface(const Scope::SurfaceLine &line, Owner &owner)
      {
        auto &surface = line.is_internal ?
                          owner.surfaces[line.surface] :
                          show(owner.surfaces, owner, line.surface);
        for (const Place &place : elements_in(line.elements, owner, line.line))
          if (place.is_cell)
            add_faces(place, line, surface);
          else if (line.face.empty() || line.face == "SPOS" ||
                   line.face == "SNEG")
            surface.push_back(place.index);
          else
            text.fail("'" + shortened(line.face) +
                        "' of an element of dimension " +
                        std::to_string(contents.dim - 1) +
                        " is no face of the mesh: SPOS and SNEG are.",
                      line.line);
      }

      /** One face of a cell, or all of them. */
      void
      add_faces(const Place                &place,
                const Scope::SurfaceLine   &line,
                std::vector<std::uint32_t> &surface)
      {
        const auto       &cell   = contents.cells[place.index];
        const auto        all    = face_nodes(contents.dim, cell.n_nodes);
        const char        letter = is_shell[place.index] ? 'E' : 'S';
        const std::size_t face =
          line.face.size() == 2 && line.face[0] == letter ?
            static_cast<std::size_t>(line.face[1] - '1') :
            all.size();
        if ((!line.face.empty() || letter == 'E') && face >= all.size())
          text.fail("'" + shortened(line.face) + "' is no face of " +
                      (letter == 'E' ? "shells and membranes in their plane" :
                                       cells_of_dimension(contents.dim)) +
                      ": " + letter + "1 to " + letter +
                      std::to_string(all.size()) + '.',
                    line.line);
        for (std::size_t f = 0; f < all.size(); ++f)
          if (line.face.empty() || f == face)
            {
              MeshContents::Element found;
              found.n_nodes = cell.n_nodes == contents.dim + 1 ?
                                contents.dim :
                                cell.n_nodes / 2;
              for (unsigned int i = 0; i < found.n_nodes; ++i)
                found.nodes[i] = cell.nodes[all[f][i]];
              found.line = line.line;
              surface.push_back(
                static_cast<std::uint32_t>(contents.faces.size()));
              contents.faces.push_back(found);
            }
      }

      /** "Set", or "Instance.Set" where others have the name, too. */
      void
      enter_groups()
      {
        std::map<std::string, unsigned int> n_owners;
        for (const Owner &owner : owners)
          for (const std::string &name : owner.shown)
            ++n_owners[name];
        for (const Owner &owner : owners)
          for (const std::string &set : owner.shown)
            {
              const std::string name =
                owner.name.empty() || n_owners[set] == 1 ?
                  model.names[set] :
                  model.names[abaqus_name(owner.name)] + '.' + model.names[set];
              for (const auto &[sets, kind] :
                   {std::pair(&owner.node_sets, "nodes"),
                    std::pair(&owner.node_surfaces, "surface of nodes")})
                if (const auto nodes = sets->find(set); nodes != sets->end())
                  contents.node_sets.emplace_back(
                    contents.group({name, {}, kind}), nodes->second);
              if (const auto elements = owner.element_sets.find(set);
                  elements != owner.element_sets.end())
                for (const Place &place : elements->second)
                  add_group(place, contents.group({name, {}, "elements"}));
              if (const auto faces = owner.surfaces.find(set);
                  faces != owner.surfaces.end())
                for (const std::uint32_t face : faces->second)
                  add_group({false, face},
                            contents.group({name, {}, "surface"}));
            }
      }

      void
      add_group(const Place &place, const unsigned int group)
      {
        auto &groups =
          (place.is_cell ? contents.cells : contents.faces)[place.index].groups;
        groups = contents.sets.with(groups, group);
      }

      AbaqusModel       &model;
      MeshContents      &contents;
      const MeshText    &text;
      std::vector<Owner> owners;   // the instances, then the assembly
      std::vector<bool>  is_shell; // of cells
    };
  } // namespace

  std::string
  abaqus_name(std::string text)
  {
    for (char &c : text)
      if (c >= 'a' && c <= 'z')
        c = static_cast<char>(c - 'a' + 'A');
    return text;
  }

  std::string
  without_quotes(const std::string &text)
  {
    return text.size() > 1 && text.front() == '"' && text.back() == '"' ?
             text.substr(1, text.size() - 2) :
             text;
  }

  std::string
  AbaqusModel::enter_name(const std::string &name)
  {
    std::string in_capitals = abaqus_name(name);
    names.try_emplace(in_capitals, name);
    return in_capitals;
  }

  std::array<double, 3>
  AbaqusInstance::placed(const std::array<double, 3> &point) const
  {
    std::array<double, 3> moved{};
    for (unsigned int c = 0; c < 3; ++c)
      moved[c] = point[c] + translation[c];
    if (angle == 0.)
      return moved;
    // Rodrigues' formula about the axis n through a
    std::array<double, 3> n{}, x{};
    double                size = 0.;
    for (unsigned int c = 0; c < 3; ++c)
      size = std::hypot(size, b[c] - a[c]);
    for (unsigned int c = 0; c < 3; ++c)
      {
        n[c] = (b[c] - a[c]) / size;
        x[c] = moved[c] - a[c];
      }
    // quarters of a turn are exact
    const double quarters = angle / 90.;
    double       cosine   = std::cos(angle * std::numbers::pi / 180.),
           sine           = std::sin(angle * std::numbers::pi / 180.);
    if (quarters == std::floor(quarters))
      {
        cosine = std::round(cosine);
        sine   = std::round(sine);
      }
    const double nx = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
    for (unsigned int c = 0; c < 3; ++c)
      {
        const unsigned int d = (c + 1) % 3, e = (c + 2) % 3;
        moved[c] = a[c] + cosine * x[c] + sine * (n[d] * x[e] - n[e] * x[d]) +
                   (1. - cosine) * nx * n[c];
      }
    return moved;
  }

  void
  enter_abaqus_model(AbaqusModel    &model,
                     MeshContents   &contents,
                     const MeshText &text)
  {
    Entry(model, contents, text).enter();
  }
} // namespace percuss
