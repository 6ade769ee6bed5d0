// SPDX-License-Identifier: Apache-2.0

// Input files of Abaqus: nodes, elements, sets, surfaces and solid sections, as
// its manual of keywords has them. Other keywords are passed over.

#include <percuss/base/text.h>
#include <percuss/mesh/mesh_contents.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    constexpr std::int64_t largest_label = std::int64_t(1) << 53;

    std::string
    upper_case(std::string text)
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

    bool
    begins_with_one_of(const std::string                        &text,
                       const std::initializer_list<const char *> beginnings)
    {
      return std::ranges::any_of(beginnings, [&](const char *beginning) {
        return text.starts_with(beginning);
      });
    }

    /** Dimension and nodes of a type of elements; dimension 0 of those that are
     * no part of a mesh. */
    struct ElementShape
    {
      unsigned int dimension, n_nodes;
    };

    ElementShape
    shape_of(const std::string &type)
    {
      if (type.starts_with("C3D"))
        return {3, type.starts_with("C3D8") ? 8u : 0u};
      if (begins_with_one_of(type,
                             {"CPS4",
                              "CPE4",
                              "CPEG4",
                              "CAX4",
                              "S4",
                              "DS4",
                              "M3D4",
                              "SFM3D4",
                              "R3D4"}))
        return {2, 4};
      if (begins_with_one_of(type,
                             {"CPS",
                              "CPE",
                              "CAX",
                              "S3",
                              "S6",
                              "S8",
                              "S9",
                              "STRI",
                              "M3D",
                              "SFM3D",
                              "R3D"}))
        return {2, 0};
      if (begins_with_one_of(type,
                             {"T2D2",
                              "T3D2",
                              "B21",
                              "B31",
                              "B23",
                              "B33",
                              "R2D2",
                              "RAX2",
                              "RB2D2",
                              "SAX1",
                              "MAX1",
                              "SFMAX1"}))
        return {1, 2};
      return {0, 0};
    }

    class AbaqusReader
    {
    public:
      AbaqusReader(MeshText &text, const unsigned int dim)
        : text(text)
        , contents(dim)
      {}

      MeshContents
      read()
      {
        while (!text.at_end())
          {
            const std::string line = trim(text.rest_of_line());
            if (line.empty() || line.starts_with("**"))
              continue;
            if (line.starts_with('*'))
              begin_keyword(line);
            else
              (this->*read_data)(fields_of(line));
          }
        end_keyword();
        if (contents.points.empty())
          text.fail("It has no *NODE: it is no mesh file of Abaqus.");
        enter_sets();
        enter_surfaces();
        enter_sections();
        return std::move(contents);
      }

    private:
      using Fields = std::vector<std::string>;

      struct Keyword
      {
        std::string                        name;       // "NODE"
        std::map<std::string, std::string> parameters; // by name in capitals
      };

      struct SetLine // of a set: its members, or first, last and step
      {
        std::string name;
        bool        is_range;
        Fields      fields;
        std::size_t line;
      };

      struct FaceOfElement
      {
        std::string surface, elements, face;
        std::size_t line;
      };

      /** Blanks removed, none behind a comma at the end. */
      Fields
      fields_of(const std::string &line) const
      {
        Fields fields = split(line, ',');
        if (fields.size() > 1 && fields.back().empty())
          fields.pop_back();
        return fields;
      }

      std::string
      parameter(const char *name) const
      {
        const auto known = keyword.parameters.find(name);
        return known == keyword.parameters.end() ? "" : known->second;
      }

      std::string
      required(const char *name) const
      {
        const std::string value = parameter(name);
        if (value.empty())
          text.fail("*" + keyword.name + " needs the parameter " + name + '.');
        return value;
      }

      void
      begin_keyword(const std::string &line)
      {
        end_keyword();
        Fields words = fields_of(line.substr(1));
        // they go on in the next line behind a comma
        for (std::string more = line; more.ends_with(',') && !text.at_end();)
          {
            more = trim(text.rest_of_line());
            std::ranges::copy(fields_of(more), std::back_inserter(words));
          }
        keyword = {upper_case(with_single_blanks(words[0])), {}};
        for (std::size_t i = 1; i < words.size(); ++i)
          {
            const std::size_t equals = words[i].find('=');
            keyword.parameters[upper_case(trim(words[i].substr(0, equals)))] =
              equals == std::string::npos ?
                "" :
                without_quotes(trim(words[i].substr(equals + 1)));
          }
        begin_data();
      }

      void
      begin_data()
      {
        const std::string &name = keyword.name;
        read_data               = &AbaqusReader::pass_over;
        if (name == "NODE")
          {
            if (!parameter("SYSTEM").empty() &&
                upper_case(parameter("SYSTEM")) != "R")
              text.fail("Nodes must have rectangular coordinates.");
            read_data = &AbaqusReader::read_node;
          }
        else if (name == "ELEMENT")
          begin_elements();
        else if (name == "NSET" || name == "ELSET")
          {
            required(name.c_str());
            read_data = &AbaqusReader::read_set;
          }
        else if (name == "SURFACE")
          {
            required("NAME");
            const std::string type = upper_case(parameter("TYPE"));
            if (type.empty() || type == "ELEMENT")
              read_data = &AbaqusReader::read_surface;
            else if (type == "NODE")
              read_data = &AbaqusReader::read_surface_of_nodes;
          }
        else if (name == "SOLID SECTION")
          sections.push_back(
            {required("ELSET"), parameter("MATERIAL"), text.line()});
        else if (name == "INSTANCE")
          read_data = &AbaqusReader::read_placement;
        else if (name == "INCLUDE" || name == "NGEN" || name == "ELGEN" ||
                 name == "NCOPY" || name == "ELCOPY" || name == "NFILL" ||
                 name == "NMAP")
          text.fail("*" + name +
                    " is not read: write all nodes and elements "
                    "into the file.");
      }

      void
      begin_elements()
      {
        const std::string type = upper_case(required("TYPE"));
        shape                  = shape_of(type);
        if (shape.dimension == contents.dim && shape.n_nodes == 0)
          text.fail("Elements of type " + type + " are no " +
                    cells_of_dimension(contents.dim) +
                    " of first order. Mesh with " +
                    (contents.dim == 3 ? "C3D8" : "CPS4, CPE4 or CAX4") +
                    "; 'polynomial degree = 2' makes second order.");
        if (shape.dimension > contents.dim)
          text.fail("Elements of type " + type + " are of dimension " +
                    std::to_string(shape.dimension) +
                    ", but the mesh is to be of dimension " +
                    std::to_string(contents.dim) + '.');
        const bool is_read =
          shape.n_nodes > 0 && shape.dimension + 1 >= contents.dim;
        passes_elements = passes_elements || !is_read;
        if (is_read)
          read_data = &AbaqusReader::read_element;
      }

      void
      end_keyword()
      {
        if (!element.empty())
          text.fail("The element " + element[0] + " has too few nodes.");
      }

      void
      pass_over(const Fields &)
      {}

      std::int64_t
      label(const std::string &field) const
      {
        return whole_number_in(
          field, "a number", 0, largest_label, text, text.line());
      }

      void
      read_node(const Fields &fields)
      {
        if (fields.size() < 2)
          text.fail("A node must be its number and its coordinates.");
        std::array<double, 3> point{};
        for (std::size_t c = 1; c < std::min<std::size_t>(fields.size(), 4);
             ++c)
          if (!fields[c].empty())
            point[c - 1] =
              real_number_in(fields[c], "a coordinate", text, text.line());
        const std::int64_t number = label(fields[0]);
        contents.add_point(number, point, text);
        if (const std::string name = parameter("NSET"); !name.empty())
          node_sets[upper_case(name)].push_back(contents.point(number, text));
      }

      void
      read_element(const Fields &fields)
      {
        element.insert(element.end(), fields.begin(), fields.end());
        if (element.size() < shape.n_nodes + 1)
          return;
        if (element.size() > shape.n_nodes + 1)
          text.fail("The element " + element[0] + " has " +
                    std::to_string(element.size() - 1) +
                    " nodes; it must have " + std::to_string(shape.n_nodes) +
                    '.');
        MeshContents::Element found;
        found.line = text.line();
        for (unsigned int i = 0; i < shape.n_nodes; ++i)
          found.nodes[i] = contents.point(label(element[i + 1]), text);
        const std::int64_t number  = label(element[0]);
        const bool         is_cell = shape.dimension == contents.dim;
        auto              &all     = is_cell ? contents.cells : contents.faces;
        if (!elements
               .try_emplace(
                 number, Place{is_cell, static_cast<std::uint32_t>(all.size())})
               .second)
          text.fail("The element " + std::to_string(number) + " occurs twice.");
        all.push_back(found);
        if (const std::string name = parameter("ELSET"); !name.empty())
          element_sets[upper_case(name)].push_back(elements[number]);
        names.try_emplace(upper_case(parameter("ELSET")), parameter("ELSET"));
        element.clear();
      }

      void
      read_set(const Fields &fields)
      {
        const bool is_of_nodes = keyword.name == "NSET";
        const auto name        = parameter(keyword.name.c_str());
        names.try_emplace(upper_case(name), name);
        (is_of_nodes ? lines_of_nodes : lines_of_elements)
          .push_back({upper_case(name),
                      keyword.parameters.contains("GENERATE"),
                      fields,
                      text.line()});
      }

      void
      read_surface(const Fields &fields)
      {
        const std::string name = parameter("NAME");
        names.try_emplace(upper_case(name), name);
        surfaces.push_back({upper_case(name),
                            upper_case(fields[0]),
                            fields.size() > 1 ? upper_case(fields[1]) : "",
                            text.line()});
      }

      void
      read_surface_of_nodes(const Fields &fields)
      {
        const std::string name = parameter("NAME");
        names.try_emplace(upper_case(name), name);
        lines_of_nodes.push_back(
          {upper_case(name), false, {fields[0]}, text.line()});
      }

      void
      read_placement(const Fields &fields)
      {
        for (const std::string &field : fields)
          if (real_number_in(field, "a displacement", text, text.line()) != 0.)
            text.fail("The part is moved to its place. Write a file without "
                      "parts and assemblies.");
      }

      /** Calls @p add with each number of a line of a set, @p add_set with each
       * name. */
      template <class Add, class AddSet>
      void
      expand(const SetLine &line, const Add &add, const AddSet &add_set) const
      {
        const auto whole = [&](const std::string &field) {
          std::int64_t value = 0;
          for (const char c : field)
            if (c < '0' || c > '9' || (value = 10 * value + (c - '0')) < 0 ||
                value > largest_label)
              return std::int64_t(-1);
          return field.empty() ? -1 : value;
        };
        if (line.is_range)
          {
            const std::int64_t first = whole(line.fields[0]),
                               last  = line.fields.size() > 1 ?
                                         whole(line.fields[1]) :
                                         -1,
                               step  = line.fields.size() > 2 ?
                                         whole(line.fields[2]) :
                                         1;
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
                add_set(upper_case(without_quotes(local)));
            }
      }

      template <class Sets>
      void
      append(Sets &sets, const SetLine &line, const std::string &other)
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
      enter_sets()
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
              [&](const std::string &other) {
                append(node_sets, line, other);
              });
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
                  text.fail("There is no element " + std::to_string(number) +
                              '.',
                            line.line);
              },
              [&](const std::string &other) {
                append(element_sets, line, other);
              });
          }
        for (const auto &[name, nodes] : node_sets)
          contents.node_sets.emplace_back(group_named(name), nodes);
        for (const auto &[name, members] : element_sets)
          for (const Place &place : members)
            add_group(place, name);
      }

      void
      enter_sections()
      {
        for (const Section &section : sections)
          {
            const auto members = element_sets.find(upper_case(section.set));
            if (members == element_sets.end())
              text.fail("There is no set of elements '" + section.set + "'.",
                        section.line);
            if (section.material.empty())
              continue;
            const std::string name = upper_case(section.material);
            names.try_emplace(name, section.material);
            for (const Place &place : members->second)
              add_group(place, name);
          }
      }

      void
      enter_surfaces()
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
                    name, "an element", 0, largest_label, text, part.line);
                const auto known = elements.find(number);
                if (known == elements.end())
                  text.fail("There is no element and no set of elements '" +
                              name + "'.",
                            part.line);
                one.push_back(known->second);
              }
            for (const Place &place :
                 set == element_sets.end() ? one : set->second)
              add_faces(place, part);
          }
      }

      struct Place
      {
        bool          is_cell;
        std::uint32_t index; // of the cells, or the faces

        auto
        operator<=>(const Place &) const = default;
      };

      /** A face of a cell, all faces of it, or the element if it is one. */
      void
      add_faces(const Place &place, const FaceOfElement &part)
      {
        if (!place.is_cell)
          {
            add_group(place, part.surface);
            return;
          }
        const auto        all = face_nodes(contents.dim);
        const std::size_t face =
          part.face.size() == 2 && part.face[0] == 'S' ?
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
      group_named(const std::string &in_capitals)
      {
        const auto name = names.find(in_capitals);
        return contents.group(
          {name == names.end() ? in_capitals : name->second, {}});
      }

      void
      add_group(const Place &place, const std::string &name)
      {
        auto &groups =
          (place.is_cell ? contents.cells : contents.faces)[place.index].groups;
        groups = contents.sets.with(groups, group_named(name));
      }

      struct Section
      {
        std::string set, material;
        std::size_t line;
      };

      MeshText    &text;
      MeshContents contents;
      Keyword      keyword;
      void (AbaqusReader::*read_data)(const Fields &) =
        &AbaqusReader::pass_over;
      ElementShape shape{0, 0};
      Fields       element; // of which lines are read
      bool         passes_elements = false;

      std::unordered_map<std::int64_t, Place>           elements;
      std::map<std::string, std::vector<std::uint32_t>> node_sets;
      std::map<std::string, std::vector<Place>>         element_sets;
      std::map<std::string, std::string>                names; // by capitals
      std::vector<SetLine>       lines_of_nodes, lines_of_elements;
      std::vector<FaceOfElement> surfaces;
      std::vector<Section>       sections;
    };
  } // namespace

  MeshContents
  read_abaqus(MeshText &text, const unsigned int dim)
  {
    return AbaqusReader(text, dim).read();
  }
} // namespace percuss
