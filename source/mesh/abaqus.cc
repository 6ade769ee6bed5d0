// SPDX-License-Identifier: Apache-2.0

// Input files of Abaqus: nodes, elements, sets, surfaces and solid sections, as
// its manual of keywords has them. Other keywords are passed over.

#include <percuss/base/text.h>
#include <percuss/mesh/abaqus_sets.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    constexpr std::int64_t largest_label = std::int64_t(1) << 53;

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
        , sets(contents, text)
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
        sets.enter();
        return std::move(contents);
      }

    private:
      using Fields = std::vector<std::string>;

      struct Keyword
      {
        std::string                        name;       // "NODE"
        std::map<std::string, std::string> parameters; // by name in capitals
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
        keyword = {abaqus_name(with_single_blanks(words[0])), {}};
        for (std::size_t i = 1; i < words.size(); ++i)
          {
            const std::size_t equals = words[i].find('=');
            keyword.parameters[abaqus_name(trim(words[i].substr(0, equals)))] =
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
                abaqus_name(parameter("SYSTEM")) != "R")
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
            const std::string type = abaqus_name(parameter("TYPE"));
            if (type.empty() || type == "ELEMENT")
              read_data = &AbaqusReader::read_surface;
            else if (type == "NODE")
              read_data = &AbaqusReader::read_surface_of_nodes;
          }
        else if (name == "SOLID SECTION")
          sets.add_section(required("ELSET"), parameter("MATERIAL"));
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
        const std::string type = abaqus_name(required("TYPE"));
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
        if (!is_read)
          sets.allow_unknown_elements();
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
          sets.add_node(contents.point(number, text), name);
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
        const bool is_cell = shape.dimension == contents.dim;
        (is_cell ? contents.cells : contents.faces).push_back(found);
        sets.add_element(label(element[0]), is_cell, parameter("ELSET"));
        element.clear();
      }

      void
      read_set(const Fields &fields)
      {
        sets.add_members(parameter(keyword.name.c_str()),
                         keyword.name == "NSET",
                         keyword.parameters.contains("GENERATE"),
                         fields);
      }

      void
      read_surface(const Fields &fields)
      {
        sets.add_surface(parameter("NAME"), fields);
      }

      void
      read_surface_of_nodes(const Fields &fields)
      {
        sets.add_members(parameter("NAME"), true, false, {fields[0]});
      }

      void
      read_placement(const Fields &fields)
      {
        for (const std::string &field : fields)
          if (real_number_in(field, "a displacement", text, text.line()) != 0.)
            text.fail("The part is moved to its place. Write a file without "
                      "parts and assemblies.");
      }

      MeshText    &text;
      MeshContents contents;
      Keyword      keyword;
      void (AbaqusReader::*read_data)(const Fields &) =
        &AbaqusReader::pass_over;
      ElementShape shape{0, 0};
      Fields       element; // of which lines are read
      AbaqusSets   sets;
    };
  } // namespace

  MeshContents
  read_abaqus(MeshText &text, const unsigned int dim)
  {
    return AbaqusReader(text, dim).read();
  }
} // namespace percuss
