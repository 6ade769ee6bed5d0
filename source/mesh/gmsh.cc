// SPDX-License-Identifier: Apache-2.0

// Mesh files of Gmsh, versions 2 and 4: "MSH file format" in its manual.

#include <percuss/mesh/mesh_contents.h>

namespace percuss
{
  namespace
  {
    constexpr std::int64_t largest_tag   = std::int64_t(1) << 53,
                           largest_group = 1'000'000'000;

    /** Dimension of an element, or -1. */
    int
    dimension_of(const std::int64_t type)
    {
      switch (type)
        {
          case 15:
            return 0;
          case 1: // line
          case 8: // of second order and so on
          case 26:
          case 27:
          case 28:
            return 1;
          case 2: // triangle
          case 3: // quadrilateral
          case 9:
          case 10:
          case 16:
          case 20:
          case 21:
          case 22:
          case 23:
          case 24:
          case 25:
            return 2;
          case 4: // tetrahedron
          case 5: // hexahedron
          case 6:
          case 7:
          case 11:
          case 12:
          case 13:
          case 14:
          case 17:
          case 18:
          case 19:
          case 29:
          case 30:
          case 31:
          case 92:
          case 93:
            return 3;
        }
      return -1;
    }

    /** The type of lines, quadrilaterals, hexahedra. */
    constexpr std::array<int, 4> type_of_dimension{15, 1, 3, 5};

    class GmshReader
    {
    public:
      GmshReader(MeshText &text, const unsigned int dim)
        : text(text)
        , contents(dim)
      {}

      MeshContents
      read()
      {
        while (!text.at_end())
          {
            const std::string section(text.word());
            if (version == 0. && section != "$MeshFormat")
              text.fail(
                "It does not begin with $MeshFormat: it is no mesh file "
                "of Gmsh. Save it as .msh of version 2.2 or 4.1.");
            if (!section.starts_with('$'))
              text.fail("A section, which starts with '$', must begin here.");
            if (section == "$MeshFormat")
              read_format();
            else if (section == "$PhysicalNames")
              read_names();
            else if (section == "$Entities")
              read_entities();
            else if (section == "$Nodes")
              is_version_4() ? read_blocks_of_nodes() : read_nodes();
            else if (section == "$Elements")
              is_version_4() ? read_blocks_of_elements() : read_elements();
            else
              {
                while (text.word() != "$End" + section.substr(1))
                  ;
                continue;
              }
            text.expect("$End" + section.substr(1));
          }
        if (version == 0.)
          text.fail("It is empty: it is no mesh file of Gmsh.");
        return std::move(contents);
      }

    private:
      bool
      is_version_4() const
      {
        return version >= 4.;
      }

      std::int64_t
      count(const char *what)
      {
        return text.whole_number(
          what, 0, static_cast<std::int64_t>(text.content.size()));
      }

      void
      read_format()
      {
        version = text.real_number("the version");
        if (!(version >= 2. && version < 3.) &&
            !(version >= 4. && version < 4.15))
          text.fail("It has the version " +
                    std::to_string(version).substr(0, 3) +
                    ". Save it as .msh of version 2.2 or 4.1.");
        if (text.whole_number("0 of text or 1", 0, 1) == 1)
          text.fail("It is binary. Save it as text: Mesh.Binary = 0.");
        text.word();
      }

      void
      read_names()
      {
        const auto n = count("the number of names");
        for (std::int64_t i = 0; i < n; ++i)
          {
            const auto dimension = text.whole_number("a dimension", 0, 3);
            const auto number =
              text.whole_number("a physical group", 0, largest_group);
            const std::string_view line = text.rest_of_line();
            const std::size_t begin = line.find('"'), end = line.rfind('"');
            if (begin == std::string_view::npos || end == begin)
              text.fail("The name of the group must stand in double quotes.");
            names[{dimension, number}] =
              line.substr(begin + 1, end - begin - 1);
          }
      }

      /** The set that a physical group is, 0 of none. */
      unsigned int
      with_group(const unsigned int set,
                 const std::int64_t dimension,
                 const std::int64_t number)
      {
        if (number == 0 || dimension == 0)
          return set;
        const auto [known, is_new] =
          group_of.try_emplace({dimension, number}, 0);
        if (is_new)
          {
            // numbers of curves and of surfaces are apart
            known->second = static_cast<unsigned int>(contents.groups.size());
            contents.groups.push_back(
              {names[{dimension, number}], static_cast<unsigned int>(number)});
          }
        return contents.sets.with(set, known->second);
      }

      void
      read_entities()
      {
        std::array<std::int64_t, 4> n{};
        for (std::int64_t &of_dimension : n)
          of_dimension = count("the number of entities");
        for (std::int64_t dimension = 0; dimension < 4; ++dimension)
          for (std::int64_t i = 0; i < n[dimension]; ++i)
            {
              const auto tag =
                text.whole_number("an entity", -largest_tag, largest_tag);
              const bool is_point = dimension == 0 && version > 4.05;
              for (unsigned int c = 0; c < (is_point ? 3 : 6); ++c)
                text.real_number("a coordinate");
              unsigned int set      = 0;
              const auto   n_groups = count("the number of physical groups");
              for (std::int64_t g = 0; g < n_groups; ++g)
                set = with_group(set,
                                 dimension,
                                 std::abs(text.whole_number("a physical group",
                                                            -largest_group,
                                                            largest_group)));
              entities[{dimension, tag}] = set;
              text.rest_of_line(); // its boundary
            }
      }

      void
      add_node(const std::int64_t tag)
      {
        std::array<double, 3> point;
        for (double &x : point)
          x = text.real_number("a coordinate");
        contents.add_point(tag, point, text);
      }

      void
      read_nodes()
      {
        const auto n = count("the number of nodes");
        for (std::int64_t i = 0; i < n; ++i)
          add_node(text.whole_number("a node", 0, largest_tag));
      }

      void
      read_blocks_of_nodes()
      {
        const auto n_blocks = count("the number of blocks");
        text.rest_of_line();
        std::vector<std::int64_t> tags;
        for (std::int64_t b = 0; b < n_blocks; ++b)
          {
            text.word(); // dimension and entity
            text.word();
            if (text.whole_number("0 of nodes without parameters", 0, 1) == 1)
              text.fail("The nodes have parameters. Save them without: "
                        "Mesh.SaveParametric = 0.");
            const auto n = count("the number of nodes");
            if (version < 4.05)
              for (std::int64_t i = 0; i < n; ++i)
                add_node(text.whole_number("a node", 0, largest_tag));
            else
              {
                tags.clear();
                for (std::int64_t i = 0; i < n; ++i)
                  tags.push_back(text.whole_number("a node", 0, largest_tag));
                for (const std::int64_t tag : tags)
                  add_node(tag);
              }
          }
      }

      /** Reads the nodes of an element that is a cell or a face. */
      void
      add_element(const std::int64_t type, const unsigned int groups)
      {
        const int  dimension = dimension_of(type);
        const auto dim       = static_cast<int>(contents.dim);
        if (dimension < 0)
          text.fail("There are no elements of type " + std::to_string(type) +
                    '.');
        if (dimension == dim && type != type_of_dimension[dim])
          text.fail(
            std::string("The element is no ") +
            (dim == 1 ? "line of two nodes" :
             dim == 2 ? "quadrilateral of four nodes" :
                        "hexahedron of eight nodes") +
            ". Elements of second order are made by 'polynomial degree = 2'; "
            "save those of first order, Mesh.ElementOrder = 1." +
            (dim == 2 ? " Recombine triangles: 'Recombine Surface {...};', or "
                        "Mesh.RecombineAll = 1 with "
                        "Mesh.SubdivisionAlgorithm = 1." :
             dim == 3 ? " Make the volumes transfinite, or extrude recombined "
                        "surfaces, or set Mesh.SubdivisionAlgorithm = 2." :
                        ""));
        if (dimension > dim)
          text.fail("The element is of dimension " + std::to_string(dimension) +
                    ", but the mesh is to be of dimension " +
                    std::to_string(dim) + '.');
        const bool is_face =
          dimension == dim - 1 && type == type_of_dimension[dimension];
        if (dimension != dim && !is_face)
          {
            text.rest_of_line();
            return;
          }
        MeshContents::Element element;
        element.groups = groups;
        for (int i = 0; i < (dimension == dim ? 1 << dim : 1 << dimension); ++i)
          element.nodes[i] =
            contents.point(text.whole_number("a node", 0, largest_tag), text);
        element.line = text.line();
        (is_face ? contents.faces : contents.cells).push_back(element);
      }

      void
      read_elements()
      {
        const auto n = count("the number of elements");
        for (std::int64_t i = 0; i < n; ++i)
          {
            text.whole_number("an element", 0, largest_tag);
            const auto type   = text.whole_number("its type", 1, 200);
            const auto n_tags = text.whole_number("the number of tags", 0, 100);
            std::int64_t group = 0;
            for (std::int64_t t = 0; t < n_tags; ++t)
              {
                const auto tag =
                  text.whole_number("a tag", -largest_tag, largest_tag);
                if (t == 0)
                  group = std::abs(tag);
              }
            if (group > largest_group)
              text.fail("The physical group " + std::to_string(group) +
                        " is larger than " + std::to_string(largest_group) +
                        '.');
            add_element(type, with_group(0, dimension_of(type), group));
          }
      }

      void
      read_blocks_of_elements()
      {
        const auto n_blocks = count("the number of blocks");
        text.rest_of_line();
        for (std::int64_t b = 0; b < n_blocks; ++b)
          {
            auto first  = text.whole_number("a dimension or entity",
                                           -largest_tag,
                                           largest_tag);
            auto second = text.whole_number("an entity or dimension",
                                            -largest_tag,
                                            largest_tag);
            if (version < 4.05)
              std::swap(first, second);
            const auto type   = text.whole_number("a type", 1, 200);
            const auto n      = count("the number of elements");
            const auto entity = entities.find({first, second});
            for (std::int64_t i = 0; i < n; ++i)
              {
                text.whole_number("an element", 0, largest_tag);
                add_element(type,
                            entity == entities.end() ? 0 : entity->second);
              }
          }
      }

      using DimensionAndTag = std::pair<std::int64_t, std::int64_t>;

      MeshText                               &text;
      MeshContents                            contents;
      double                                  version = 0.;
      std::map<DimensionAndTag, std::string>  names;
      std::map<DimensionAndTag, unsigned int> group_of, entities;
    };
  } // namespace

  MeshContents
  read_gmsh(MeshText &text, const unsigned int dim)
  {
    return GmshReader(text, dim).read();
  }
} // namespace percuss
