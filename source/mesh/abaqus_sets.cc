// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/mesh/abaqus_sets.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    constexpr std::int64_t largest_member = std::int64_t(1) << 53;
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
  AbaqusSets::enter_name(const std::string &name)
  {
    std::string in_capitals = abaqus_name(name);
    names.try_emplace(in_capitals, name);
    return in_capitals;
  }

  void
  AbaqusSets::add_element(const std::int64_t number,
                          const bool         is_cell,
                          const std::string &set)
  {
    const Place place{is_cell,
                      static_cast<std::uint32_t>(
                        (is_cell ? contents.cells : contents.faces).size() -
                        1)};
    if (!elements.try_emplace(number, place).second)
      text.fail("The element " + std::to_string(number) + " occurs twice.");
    if (!set.empty())
      element_sets[enter_name(set)].push_back(place);
  }

  void
  AbaqusSets::add_node(const std::uint32_t node, const std::string &set)
  {
    node_sets[enter_name(set)].push_back(node);
  }

  void
  AbaqusSets::add_members(const std::string &set,
                          const bool         is_of_nodes,
                          const bool         is_range,
                          const Fields      &members)
  {
    (is_of_nodes ? lines_of_nodes : lines_of_elements)
      .push_back({enter_name(set), is_range, members, text.line()});
  }

  void
  AbaqusSets::add_surface(const std::string &surface, const Fields &fields)
  {
    surfaces.push_back({enter_name(surface),
                        abaqus_name(fields[0]),
                        fields.size() > 1 ? abaqus_name(fields[1]) : "",
                        text.line()});
  }

  void
  AbaqusSets::add_section(const std::string &set, const std::string &material)
  {
    sections.push_back({set, material, text.line()});
  }

  void
  AbaqusSets::enter()
  {
    enter_sets();
    enter_surfaces();
    enter_sections();
  }

  /** Calls @p add with each number of a line of a set, @p add_set with each
       * name. */
  template <class Add, class AddSet>
  void
  AbaqusSets::expand(const SetLine &line,
                     const Add     &add,
                     const AddSet  &add_set) const
  {
    const auto whole = [&](const std::string &field) {
      std::int64_t value = 0;
      for (const char c : field)
        if (c < '0' || c > '9' || (value = 10 * value + (c - '0')) < 0 ||
            value > largest_member)
          return std::int64_t(-1);
      return field.empty() ? -1 : value;
    };
    if (line.is_range)
      {
        const std::int64_t first = whole(line.fields[0]),
                           last  = line.fields.size() > 1 ?
                                     whole(line.fields[1]) :
                                     -1,
                           step =
                             line.fields.size() > 2 ? whole(line.fields[2]) : 1;
        if (first < 0 || last < first || step < 1 ||
            (last - first) / step >
              static_cast<std::int64_t>(text.content.size()))
          text.fail("GENERATE needs a first and a last number and a step.",
                    line.line);
        for (std::int64_t i = first; i <= last; i += step)
          add(i);
        return;
      }
    for (const std::string &field : line.fields)
      if (!field.empty())
        {
          // "Part-1-1.12" of an instance
          const std::string local = field.substr(field.rfind('.') + 1);
          if (const std::int64_t number = whole(local); number >= 0)
            add(number);
          else
            add_set(abaqus_name(without_quotes(local)));
        }
  }

  template <class Sets>
  void
  AbaqusSets::append(Sets &sets, const SetLine &line, const std::string &other)
  {
    const auto known = sets.find(other);
    if (known == sets.end() || other == line.name)
      text.fail("There is no set '" + other + "' above it.", line.line);
    const auto members = known->second; // sets may move
    auto      &all     = sets[line.name];
    all.insert(all.end(), members.begin(), members.end());
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
  }

  void
  AbaqusSets::enter_sets()
  {
    for (const SetLine &line : lines_of_nodes)
      {
        node_sets.try_emplace(line.name);
        expand(
          line,
          [&](const std::int64_t number) {
            if (!contents.has_point(number))
              text.fail("There is no node " + std::to_string(number) + '.',
                        line.line);
            node_sets[line.name].push_back(contents.point(number, text));
          },
          [&](const std::string &other) { append(node_sets, line, other); });
      }
    for (const SetLine &line : lines_of_elements)
      {
        element_sets.try_emplace(line.name);
        expand(
          line,
          [&](const std::int64_t number) {
            const auto known = elements.find(number);
            if (known != elements.end())
              element_sets[line.name].push_back(known->second);
            else if (!passes_elements)
              text.fail("There is no element " + std::to_string(number) + '.',
                        line.line);
          },
          [&](const std::string &other) { append(element_sets, line, other); });
      }
    for (const auto &[name, nodes] : node_sets)
      contents.node_sets.emplace_back(group_named(name), nodes);
    for (const auto &[name, members] : element_sets)
      for (const Place &place : members)
        add_group(place, name);
  }

  void
  AbaqusSets::enter_sections()
  {
    for (const Section &section : sections)
      {
        const auto members = element_sets.find(abaqus_name(section.set));
        if (members == element_sets.end())
          text.fail("There is no set of elements '" + section.set + "'.",
                    section.line);
        if (section.material.empty())
          continue;
        const std::string name = enter_name(section.material);
        for (const Place &place : members->second)
          add_group(place, name);
      }
  }

  void
  AbaqusSets::enter_surfaces()
  {
    for (const FaceOfElement &part : surfaces)
      {
        const std::string name =
          part.elements.substr(part.elements.rfind('.') + 1);
        std::vector<Place> one;
        const auto         set = element_sets.find(without_quotes(name));
        if (set == element_sets.end())
          {
            std::int64_t number = -1;
            if (name.find_first_not_of("0123456789") == std::string::npos)
              number = whole_number_in(
                name, "an element", 0, largest_member, text, part.line);
            const auto known = elements.find(number);
            if (known == elements.end())
              text.fail("There is no element and no set of elements '" + name +
                          "'.",
                        part.line);
            one.push_back(known->second);
          }
        for (const Place &place : set == element_sets.end() ? one : set->second)
          add_faces(place, part);
      }
  }

  /** A face of a cell, all faces of it, or the element if it is one. */
  void
  AbaqusSets::add_faces(const Place &place, const FaceOfElement &part)
  {
    if (!place.is_cell)
      {
        add_group(place, part.surface);
        return;
      }
    const auto        all  = face_nodes(contents.dim);
    const std::size_t face = part.face.size() == 2 && part.face[0] == 'S' ?
                               static_cast<std::size_t>(part.face[1] - '1') :
                               all.size();
    if (!part.face.empty() && face >= all.size())
      text.fail("'" + shortened(part.face) + "' is no face of " +
                  cells_of_dimension(contents.dim) + ": S1 to S" +
                  std::to_string(all.size()) + '.',
                part.line);
    for (std::size_t f = 0; f < all.size(); ++f)
      if (part.face.empty() || f == face)
        {
          const auto           &cell = contents.cells[place.index];
          MeshContents::Element found;
          for (unsigned int i = 0; i < contents.n_face_nodes(); ++i)
            found.nodes[i] = cell.nodes[all[f][i]];
          found.line   = part.line;
          found.groups = contents.sets.with(0, group_named(part.surface));
          contents.faces.push_back(found);
        }
  }

  unsigned int
  AbaqusSets::group_named(const std::string &in_capitals)
  {
    const auto name = names.find(in_capitals);
    return contents.group(
      {name == names.end() ? in_capitals : name->second, {}});
  }

  void
  AbaqusSets::add_group(const Place &place, const std::string &name)
  {
    auto &groups =
      (place.is_cell ? contents.cells : contents.faces)[place.index].groups;
    groups = contents.sets.with(groups, group_named(name));
  }

} // namespace percuss
