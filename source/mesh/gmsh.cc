// SPDX-License-Identifier: Apache-2.0

// Mesh files of Gmsh, versions 2 and 4, text and binary: "MSH file format" in
// its manual.

#include <percuss/base/text.h>
#include <percuss/mesh/mesh_contents.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace percuss
{
  namespace
  {
    constexpr std::int64_t largest_tag   = std::int64_t(1) << 53,
                           largest_group = 1'000'000'000;

    struct Shape
    {
      int dimension = -1, n_nodes = 0;
    };

    /** Of a type of elements; the dimension is -1 if there is none. */
    Shape
    shape_of(const std::int64_t type)
    {
      switch (type)
        {
          case 15:
            return {0, 1};
          case 1: // line
            return {1, 2};
          case 8: // of second order and so on
            return {1, 3};
          case 26:
            return {1, 4};
          case 27:
            return {1, 5};
          case 28:
            return {1, 6};
          case 2: // triangle
            return {2, 3};
          case 9:
            return {2, 6};
          case 20:
            return {2, 9};
          case 21:
            return {2, 10};
          case 22:
            return {2, 12};
          case 23:
          case 24:
            return {2, 15};
          case 25:
            return {2, 21};
          case 3: // quadrilateral
            return {2, 4};
          case 10:
            return {2, 9};
          case 16:
            return {2, 8};
          case 36:
            return {2, 16};
          case 37:
            return {2, 25};
          case 4: // tetrahedron
            return {3, 4};
          case 11:
            return {3, 10};
          case 29:
            return {3, 20};
          case 30:
            return {3, 35};
          case 31:
            return {3, 56};
          case 5: // hexahedron
            return {3, 8};
          case 12:
            return {3, 27};
          case 17:
            return {3, 20};
          case 92:
            return {3, 64};
          case 93:
            return {3, 125};
          case 6: // prism
            return {3, 6};
          case 13:
            return {3, 18};
          case 18:
            return {3, 15};
          case 7: // pyramid
            return {3, 5};
          case 14:
            return {3, 14};
          case 19:
            return {3, 13};
        }
      return {};
    }

    /** Sections that say nothing of the mesh; a note names them. */
    const std::set<std::string> passed_over_sections{"$ElementData",
                                                     "$ElementNodeData",
                                                     "$GhostElements",
                                                     "$InterpolationScheme",
                                                     "$NodeData",
                                                     "$Parametrizations",
                                                     "$Periodic"};

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
            if (section == "$Comments")
              {
                text.skip_behind("$EndComments");
                continue;
              }
            if (version == 0. && section == "$NOD")
              version = 1.;
            if (version == 0. && section != "$MeshFormat")
              text.fail(
                "It does not begin with $MeshFormat or $NOD: it is no mesh "
                "file of Gmsh. Save it as .msh of version 2.2 or 4.1.");
            if (!section.starts_with('$'))
              text.fail("A section, which starts with '$', must begin here.");
            read_section(section);
          }
        if (version == 0.)
          text.fail("It is empty: it is no mesh file of Gmsh.");
        if (!has_elements)
          text.fail("There is no section " +
                    std::string(version == 1. ? "$ELM" : "$Elements") +
                    text.end_of_message());
        std::string all;
        for (const std::string &name : passed_over)
          all += (all.empty() ? "" : ", ") + name;
        if (!all.empty())
          contents.notes.push_back(all);
        check_faces();
        return std::move(contents);
      }

    private:
      void
      read_section(const std::string &section)
      {
        has_elements |= section == "$Elements" || section == "$ELM";
        if (passed_over_sections.contains(section))
          {
            passed_over.insert(section);
            text.skip_behind("$End" + section.substr(1));
            return;
          }
        if (section == "$MeshFormat")
          read_format();
        else if (section == "$PhysicalNames")
          read_names();
        else if (section == "$Entities")
          read_entities();
        else if (section == "$PartitionedEntities")
          read_partitioned_entities();
        else if (version == 1. && section == "$NOD")
          read_nodes();
        else if (version == 1. && section == "$ELM")
          read_elements_of_version_1();
        else if (version == 1.)
          text.fail("The section " + shortened(section.substr(0, 60)) +
                    " is not known in files of version 1.");
        else if (section == "$Nodes")
          is_version_4() ? read_blocks_of_nodes() : read_nodes();
        else if (section == "$Elements")
          is_version_4() ? read_blocks_of_elements() :
          is_binary      ? read_binary_elements() :
                           read_elements();
        else
          text.fail("The section " + shortened(section.substr(0, 60)) +
                    " is not known" + text.end_of_message());
        text.expect((version == 1. ? "$END" : "$End") + section.substr(1));
      }

      bool
      is_version_4() const
      {
        return version >= 4.;
      }

      /** The next number of a binary file. */
      template <class T>
      T
      raw()
      {
        const std::string_view      found = text.bytes(sizeof(T));
        std::array<char, sizeof(T)> bytes;
        std::ranges::copy(found, bytes.begin());
        if (is_swapped)
          std::ranges::reverse(bytes);
        T value;
        std::memcpy(&value, bytes.data(), sizeof(T));
        return value;
      }

      /** A number of T in binary files, between two others. */
      template <class T>
      std::int64_t
      whole(const char        *what,
            const std::int64_t smallest,
            const std::int64_t largest)
      {
        if (!is_binary)
          return text.whole_number(what, smallest, largest);
        const T value = raw<T>();
        if (value < smallest || value > largest)
          text.fail(std::to_string(value) + " stands where " + what +
                    " must be, a whole number from " +
                    std::to_string(smallest) + " to " +
                    std::to_string(largest) + '.');
        return value;
      }

      std::int64_t
      count(const char *what)
      {
        const auto largest = static_cast<std::int64_t>(text.content.size());
        return whole<std::int64_t>(what, 0, largest);
      }

      /** In text, in binary files, too. */
      std::int64_t
      count_in_text(const char *what)
      {
        const auto n =
          text.whole_number(what,
                            0,
                            static_cast<std::int64_t>(text.content.size()));
        if (is_binary)
          text.rest_of_line();
        return n;
      }

      std::int64_t
      entity_tag(const char *what)
      {
        return whole<std::int32_t>(what, -largest_tag, largest_tag);
      }

      /** Of a node or an element. */
      std::int64_t
      label(const char *what)
      {
        return version > 4.05 ? whole<std::int64_t>(what, 0, largest_tag) :
                                whole<std::int32_t>(what, 0, largest_tag);
      }

      double
      coordinate()
      {
        if (!is_binary)
          return text.real_number("a coordinate");
        const double x = raw<double>();
        if (!std::isfinite(x))
          text.fail("A coordinate is no number.");
        return x;
      }

      /** Behind the name of a section, where binary data begin. */
      void
      begin_data()
      {
        if (is_binary)
          text.rest_of_line();
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
        const bool has_one =
          text.whole_number("0 of text or 1 of a binary file", 0, 1) == 1;
        const auto size = text.whole_number("the size of a number", 0, 16);
        if (!has_one)
          return;
        if (size != 8 || (is_version_4() && version < 4.05))
          text.fail(
            "It is binary, of version 4.0 or with numbers that have not "
            "8 bytes. Save it as text, Mesh.Binary = 0, or with the "
            "version 2.2 or 4.1.");
        text.rest_of_line();
        is_binary      = true;
        const auto one = raw<std::int32_t>();
        is_swapped     = one == 1 << 24;
        if (one != 1 && !is_swapped)
          text.fail("The binary file does not begin with the number 1.");
      }

      void
      read_names()
      {
        const auto n =
          text.whole_number("the number of names",
                            0,
                            static_cast<std::int64_t>(text.content.size()));
        for (std::int64_t i = 0; i < n; ++i)
          {
            const auto dimension = text.whole_number("a dimension", 0, 3);
            const auto number =
              text.whole_number("a physical group", 0, largest_group);
            const std::string_view line = text.rest_of_line();
            const std::size_t begin = line.find('"'), end = line.rfind('"');
            if (begin == std::string_view::npos || end == begin)
              text.fail("The name of the group must stand in double quotes" +
                        text.end_of_message());
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
        if (number == 0 || dimension + 1 < static_cast<int>(contents.dim))
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

      /** The physical groups of an entity. */
      unsigned int
      read_groups(const std::int64_t dimension)
      {
        unsigned int set      = 0;
        const auto   n_groups = count("the number of physical groups");
        for (std::int64_t g = 0; g < n_groups; ++g)
          set = with_group(set,
                           dimension,
                           std::abs(whole<std::int32_t>("a physical group",
                                                        -largest_group,
                                                        largest_group)));
        return set;
      }

      /** Coordinates of a point, or of the box of another entity. */
      void
      read_extent(const std::int64_t dimension)
      {
        const bool is_point = dimension == 0 && version > 4.05;
        for (unsigned int c = 0; c < (is_point ? 3 : 6); ++c)
          coordinate();
      }

      void
      read_bounds(const std::int64_t dimension)
      {
        if (dimension > 0)
          for (auto n = count("the number of bounding entities"); n > 0; --n)
            entity_tag("a bounding entity");
      }

      std::array<std::int64_t, 4>
      counts_of_entities()
      {
        std::array<std::int64_t, 4> n{};
        for (std::int64_t &of_dimension : n)
          of_dimension = count("the number of entities");
        return n;
      }

      void
      read_entities()
      {
        begin_data();
        const auto n = counts_of_entities();
        for (std::int64_t dimension = 0; dimension < 4; ++dimension)
          for (std::int64_t i = 0; i < n[dimension]; ++i)
            {
              const auto tag = entity_tag("an entity");
              read_extent(dimension);
              entities[{dimension, tag}] = read_groups(dimension);
              read_bounds(dimension);
            }
      }

      /** Parts of entities: they have groups of their own, or those of what
       * they are a part of. */
      void
      read_partitioned_entities()
      {
        begin_data();
        count("the number of partitions");
        for (auto n = count("the number of ghost entities"); n > 0; --n)
          {
            entity_tag("a ghost entity");
            entity_tag("a partition");
          }
        const auto n = counts_of_entities();
        for (std::int64_t dimension = 0; dimension < 4; ++dimension)
          for (std::int64_t i = 0; i < n[dimension]; ++i)
            {
              const auto tag              = entity_tag("an entity"),
                         parent_dimension = entity_tag("a dimension"),
                         parent           = entity_tag("an entity");
              for (auto p = count("the number of partitions"); p > 0; --p)
                entity_tag("a partition");
              read_extent(dimension);
              auto groups = read_groups(dimension);
              read_bounds(dimension);
              if (groups == 0 && parent_dimension == dimension)
                groups = groups_of_entity(dimension, parent);
              entities[{dimension, tag}] = groups;
            }
      }

      unsigned int
      groups_of_entity(const std::int64_t dimension,
                       const std::int64_t tag) const
      {
        const auto entity = entities.find({dimension, tag});
        return entity == entities.end() ? 0 : entity->second;
      }

      void
      add_node(const std::int64_t label)
      {
        std::array<double, 3> point;
        for (double &x : point)
          x = coordinate();
        contents.add_point(label, point, text);
      }

      void
      read_nodes()
      {
        const auto n = count_in_text("the number of nodes");
        for (std::int64_t i = 0; i < n; ++i)
          add_node(label("a node"));
      }

      /** Counts of blocks and of what is in them, smallest and largest label.
       */
      std::int64_t
      begin_blocks()
      {
        begin_data();
        const auto n = count("the number of blocks");
        count("a number of nodes or elements");
        if (version > 4.05)
          {
            label("a label");
            label("a label");
          }
        return n;
      }

      /** Dimension and tag of the entity of a block. */
      std::pair<std::int64_t, std::int64_t>
      read_entity()
      {
        auto first  = entity_tag("a dimension or entity");
        auto second = entity_tag("an entity or dimension");
        if (version < 4.05)
          std::swap(first, second);
        return {first, second};
      }

      void
      read_blocks_of_nodes()
      {
        std::vector<std::int64_t> labels;
        for (auto n_blocks = begin_blocks(); n_blocks > 0; --n_blocks)
          {
            const auto dimension = read_entity().first;
            const bool has_parameters =
              whole<std::int32_t>("0 of nodes without parameters", 0, 1) == 1;
            const auto n    = count("the number of nodes");
            const auto read = [&](const std::int64_t label) {
              add_node(label);
              if (has_parameters)
                for (std::int64_t p = 0; p < dimension; ++p)
                  coordinate();
            };
            labels.clear();
            for (std::int64_t i = 0; i < n; ++i)
              if (version < 4.05)
                read(label("a node"));
              else
                labels.push_back(label("a node"));
            for (const std::int64_t label : labels)
              read(label);
          }
      }

      /** Reads the nodes of an element that is a cell or a face. */
      void
      add_element(const std::int64_t type, const unsigned int groups)
      {
        const auto [dimension, n_nodes] = shape_of(type);
        const auto dim                  = static_cast<int>(contents.dim);
        if (dimension < 0)
          text.fail("Elements of type " + std::to_string(type) +
                    " are not known.");
        // prisms have six nodes, pyramids five
        const bool is_known =
          is_cell_shape(static_cast<unsigned int>(dimension),
                        static_cast<unsigned int>(n_nodes));
        if (dimension == dim && !is_known)
          text.fail(
            std::string("The element is no ") +
            (dim == 1 ?
               "line of two nodes" :
             dim == 2 ?
               "quadrilateral of four nodes and no triangle of three" :
               "hexahedron of eight nodes and no tetrahedron of four") +
            ". Elements of second order are made by 'polynomial degree = 2', "
            "of quadrilaterals and hexahedra; save those of first order, "
            "Mesh.ElementOrder = 1." +
            (dim == 3 ? " For hexahedra alone, make the volumes transfinite, "
                        "or extrude recombined surfaces, or set "
                        "Mesh.SubdivisionAlgorithm = 2." :
                        ""));
        if (dimension > dim)
          text.fail("The element is of dimension " + std::to_string(dimension) +
                    ", but the mesh is to be of dimension " +
                    std::to_string(dim) + '.');
        const bool is_face = dimension == dim - 1;
        if (is_face && !is_known)
          text.fail("The face of type " + std::to_string(type) + " is no " +
                    (dim == 1 ? "point" :
                     dim == 2 ? "line of two nodes" :
                                "quadrilateral of four nodes and no triangle "
                                "of three") +
                    ", as the faces of the cells are.");
        if (dimension != dim && !is_face)
          {
            for (int i = 0; i < n_nodes; ++i)
              label("a node");
            return;
          }
        MeshContents::Element element;
        element.n_nodes = static_cast<unsigned int>(n_nodes);
        element.groups  = groups;
        for (int i = 0; i < n_nodes; ++i)
          element.nodes[i] = contents.point(label("a node"), text);
        element.line = text.line();
        (is_face ? contents.faces : contents.cells).push_back(element);
      }

      /** Faces often come before the cells that tell of what shape they are. */
      void
      check_faces() const
      {
        if (contents.cells.empty())
          return;
        const unsigned int dim = contents.dim;
        for (const auto &face : contents.faces)
          if (face.n_nodes != contents.n_face_nodes())
            text.fail(std::string("The face is ") +
                        name_of_shape(dim - 1, face.n_nodes) +
                        ", but the cell in line " +
                        std::to_string(contents.cells.front().line) + " is " +
                        name_of_shape(dim, contents.n_cell_nodes()) +
                        ": a mesh has cells of one shape.",
                      face.line);
      }

      unsigned int
      group_of_element(const std::int64_t type, const std::int64_t tag)
      {
        const std::int64_t group = std::abs(tag);
        if (group > largest_group)
          text.fail("The physical group " + std::to_string(group) +
                    " is larger than " + std::to_string(largest_group) + '.');
        return with_group(0, shape_of(type).dimension, group);
      }

      /** Reads the tags of an element, the first of which is its group. */
      unsigned int
      read_tags(const std::int64_t type, const std::int64_t n_tags)
      {
        std::int64_t group = 0;
        for (std::int64_t t = 0; t < n_tags; ++t)
          {
            const auto tag = entity_tag("a tag");
            if (t == 0)
              group = tag;
          }
        return group_of_element(type, group);
      }

      void
      read_elements()
      {
        const auto n = count_in_text("the number of elements");
        for (std::int64_t i = 0; i < n; ++i)
          {
            label("an element");
            const auto type   = text.whole_number("its type", 1, 200);
            const auto n_tags = text.whole_number("the number of tags", 0, 100);
            add_element(type, read_tags(type, n_tags));
          }
      }

      void
      read_elements_of_version_1()
      {
        const auto n = count_in_text("the number of elements");
        for (std::int64_t i = 0; i < n; ++i)
          {
            label("an element");
            const auto type   = text.whole_number("its type", 1, 200);
            const auto groups = read_tags(type, 2);
            const auto n_nodes =
              text.whole_number("the number of nodes", 0, 200);
            if (shape_of(type).dimension >= 0 &&
                n_nodes != shape_of(type).n_nodes)
              text.fail("The element has " + std::to_string(n_nodes) +
                        " nodes, its type " +
                        std::to_string(shape_of(type).n_nodes) + '.');
            add_element(type, groups);
          }
      }

      /** Blocks of elements of a type. */
      void
      read_binary_elements()
      {
        const auto n = count_in_text("the number of elements");
        for (std::int64_t i = 0; i < n;)
          {
            const auto type = whole<std::int32_t>("a type", 1, 200),
                       n_block =
                         whole<std::int32_t>("a number of elements", 1, n - i),
                       n_tags =
                         whole<std::int32_t>("the number of tags", 0, 100);
            for (std::int64_t e = 0; e < n_block; ++e)
              {
                label("an element");
                add_element(type, read_tags(type, n_tags));
              }
            i += n_block;
          }
      }

      void
      read_blocks_of_elements()
      {
        for (auto n_blocks = begin_blocks(); n_blocks > 0; --n_blocks)
          {
            const auto [dimension, entity] = read_entity();
            const auto type   = whole<std::int32_t>("a type", 1, 200);
            const auto n      = count("the number of elements");
            const auto groups = groups_of_entity(dimension, entity);
            for (std::int64_t i = 0; i < n; ++i)
              {
                label("an element");
                add_element(type, groups);
              }
          }
      }

      using DimensionAndTag = std::pair<std::int64_t, std::int64_t>;

      MeshText                               &text;
      MeshContents                            contents;
      double                                  version      = 0.;
      bool                                    is_binary    = false;
      bool                                    is_swapped   = false;
      bool                                    has_elements = false;
      std::set<std::string>                   passed_over;
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
