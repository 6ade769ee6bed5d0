// SPDX-License-Identifier: Apache-2.0

// Unstructured grids of VTK, "XML file formats" in its manual: points, cells,
// numbers and sets of them.

#include <percuss/base/text.h>
#include <percuss/mesh/mesh_contents.h>
#include <percuss/mesh/vtu_data.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  namespace
  {
    struct VtuArray
    {
      VtuTag              tag;
      std::vector<double> numbers;
    };

    /** Arrays of points and cells, by the section they stand in and their
     * names. */
    using VtuArrays = std::map<std::pair<std::string, std::string>, VtuArray>;

    struct Shape
    {
      unsigned int dimension = 0, n_nodes = 0;
    };

    /** Of a type of cells that a mesh may have. */
    Shape
    shape_of(const double type)
    {
      return type == 3.  ? Shape{1, 2} :
             type == 5.  ? Shape{2, 3} :
             type == 9.  ? Shape{2, 4} :
             type == 10. ? Shape{3, 4} :
             type == 12. ? Shape{3, 8} :
                           Shape();
    }

    class VtuReader
    {
    public:
      VtuReader(MeshText &text, const unsigned int dim)
        : text(text)
        , contents(dim)
      {}

      MeshContents
      read()
      {
        read_arrays();
        read_points();
        read_cells();
        for (const auto &what : passed_over)
          contents.notes.push_back(what);
        return std::move(contents);
      }

    private:
      void
      read_encoding(const std::vector<VtuTag> &tags)
      {
        const auto file = std::ranges::find(tags, "VTKFile", &VtuTag::name);
        if (file == tags.end() || file->attribute("type") != "UnstructuredGrid")
          text.fail("It is no VTKFile with type=\"UnstructuredGrid\".", 1);
        encoding.is_swapped = file->attribute("byte_order") == "BigEndian";
        const std::string compressor = file->attribute("compressor");
        if (!compressor.empty() && compressor != "vtkZLibDataCompressor")
          text.fail("It is compressed by '" + compressor.substr(0, 60) +
                      "': compress by zlib, or not at all.",
                    file->line);
        encoding.is_compressed = !compressor.empty();
        encoding.bytes_of_header =
          file->attribute("header_type") == "UInt64" ? 8 : 4;
        const VtuTag &last = tags.back();
        if (last.name == "AppendedData")
          {
            encoding.appended_is_text = last.attribute("encoding") != "raw";
            const auto underscore     = text.content.find('_', last.end);
            if (underscore == std::string::npos)
              text.fail("The appended data must begin with '_'.", last.line);
            encoding.appended = underscore + 1;
          }
      }

      void
      read_arrays()
      {
        const std::vector<VtuTag> tags = vtu_tags(text);
        read_encoding(tags);
        std::string  section;
        unsigned int n_pieces = 0;
        for (std::size_t i = 0; i < tags.size(); ++i)
          {
            const VtuTag &tag = tags[i];
            if (tag.name.starts_with('/'))
              {
                if (tag.name == '/' + section)
                  section.clear();
              }
            else if (tag.name == "FieldData")
              i = end_of(tags, i);
            else if (tag.name == "Points" || tag.name == "Cells" ||
                     tag.name == "PointData" || tag.name == "CellData")
              section = tag.is_empty ? "" : tag.name;
            else if (tag.name == "Piece")
              {
                if (++n_pieces > 1)
                  text.fail("It has more than one <Piece>: save it as one.",
                            tag.line);
              }
            else if (tag.name == "DataArray" && !section.empty())
              {
                read_array(section,
                           tag,
                           i + 1 < tags.size() ? &tags[i + 1] : nullptr);
                i = end_of(tags, i);
              }
            else if (tag.name == "Array" && !section.empty())
              {
                passed_over.push_back("the array '" + tag.attribute("Name") +
                                      "' of texts");
                i = end_of(tags, i);
              }
            else if (tag.name != "VTKFile" && tag.name != "UnstructuredGrid" &&
                     tag.name != "AppendedData")
              text.fail("The element <" + shortened(tag.name) +
                          "> is not known here.",
                        tag.line);
          }
      }

      /** The place of the tag that ends an element. */
      std::size_t
      end_of(const std::vector<VtuTag> &tags, const std::size_t begin) const
      {
        if (tags[begin].is_empty)
          return begin;
        for (std::size_t i = begin + 1; i < tags.size(); ++i)
          if (tags[i].name == '/' + tags[begin].name)
            return i;
          else if (tags[i].name == tags[begin].name)
            break;
        text.fail("The <" + shortened(tags[begin].name) + "> is not closed.",
                  tags[begin].line);
      }

      /** @param next the tag behind that of the array: its own end, or
       * information that ParaView adds behind the numbers */
      void
      read_array(const std::string &section,
                 const VtuTag      &tag,
                 const VtuTag      *next)
      {
        const std::string type = tag.attribute("type"),
                          name = tag.attribute("Name");
        const bool is_whole =
          type.starts_with("Int") || type.starts_with("UInt");
        if (!is_whole && section != "Points" && name != "material")
          {
            passed_over.push_back("the field '" + name + "'");
            return;
          }
        const bool is_new =
          arrays
            .try_emplace({section, name},
                         VtuArray{tag,
                                  vtu_numbers(text,
                                              tag,
                                              tag.is_empty || !next ?
                                                tag.end :
                                                next->begin,
                                              encoding)})
            .second;
        if (!is_new)
          text.fail("The array '" + shortened(name) +
                      "' occurs twice, perhaps for several times.",
                    tag.line);
      }

      const VtuArray &
      required(const char *section, const char *name)
      {
        const auto array = arrays.find({section, name});
        if (array == arrays.end())
          text.fail(std::string("It has no array '") + name + "' in <" +
                      section + ">.",
                    1);
        return array->second;
      }

      void
      read_points()
      {
        auto points = std::ranges::find_if(arrays, [](const auto &array) {
          return array.first.first == "Points";
        });
        if (points == arrays.end())
          text.fail("It has no array in <Points>.", 1);
        const auto &[tag, x]           = points->second;
        const std::string n_components = tag.attribute("NumberOfComponents");
        if (x.size() % 3 != 0 || (!n_components.empty() && n_components != "3"))
          text.fail("Points must have three coordinates.", tag.line);
        for (std::size_t i = 0; i < x.size(); i += 3)
          {
            if (!std::isfinite(x[i] + x[i + 1] + x[i + 2]))
              text.fail("The point " + std::to_string(i / 3) +
                          " has a coordinate that is no number.",
                        tag.line);
            contents.points.push_back({x[i], x[i + 1], x[i + 2]});
          }
        enter_sets_of_points();
      }

      /** Whether all are 0 or 1, one for each of n. */
      static bool
      is_set(const std::vector<double> &numbers, const std::size_t n)
      {
        return numbers.size() == n &&
               std::ranges::all_of(numbers, [](const double x) {
                 return x == 0. || x == 1.;
               });
      }

      void
      pass_over(const std::string &name, const char *owners)
      {
        passed_over.push_back("the array '" + name + "' of " + owners +
                              ", whose numbers are not all 0 or 1");
      }

      /** Whether an array tells which points and cells others have, too; fails
       * if there are such. */
      bool
      is_ghosts(const std::string &name, const VtuArray &array) const
      {
        if (name != "vtkGhostType" && name != "vtkGhostLevels")
          return false;
        if (std::ranges::any_of(array.numbers,
                                [](const double x) { return x != 0.; }))
          text.fail("It has points or cells that '" + name +
                      "' says are ghosts or hidden: save it without.",
                    array.tag.line);
        return true;
      }

      void
      enter_sets_of_points()
      {
        for (const auto &[place, array] : arrays)
          if (place.first != "PointData" || is_ghosts(place.second, array))
            continue;
          else if (!is_set(array.numbers, contents.points.size()))
            pass_over(place.second, "points");
          else
            {
              auto &[group, nodes] = contents.node_sets.emplace_back();
              group                = contents.group({place.second, {}});
              for (std::uint32_t i = 0; i < array.numbers.size(); ++i)
                if (array.numbers[i] == 1.)
                  nodes.push_back(i);
            }
      }

      void
      read_cells()
      {
        const auto &connectivity = required("Cells", "connectivity"),
                   &offsets      = required("Cells", "offsets"),
                   &types        = required("Cells", "types");
        const std::size_t n      = types.numbers.size();
        if (offsets.numbers.size() != n)
          text.fail("There are " + std::to_string(offsets.numbers.size()) +
                      " offsets of " + std::to_string(n) + " cells.",
                    offsets.tag.line);
        std::size_t begin = 0;
        for (std::size_t c = 0; c < n; ++c)
          {
            const double end = offsets.numbers[c];
            if (!(end >= static_cast<double>(begin)) ||
                end > static_cast<double>(connectivity.numbers.size()))
              text.fail("The offset of cell " + std::to_string(c) +
                          " is wrong.",
                        offsets.tag.line);
            add_cell(c,
                     types.numbers[c],
                     std::span(connectivity.numbers)
                       .subspan(begin, static_cast<std::size_t>(end) - begin),
                     n);
            begin = static_cast<std::size_t>(end);
          }
      }

      void
      add_cell(const std::size_t             c,
               const double                  type,
               const std::span<const double> nodes,
               const std::size_t             n_cells)
      {
        const std::size_t line          = required("Cells", "types").tag.line;
        const auto [dimension, n_nodes] = shape_of(type);
        const unsigned int dim          = contents.dim;
        if (dimension == 0 && type != 1. && type != 2.)
          text.fail(
            "Cell " + std::to_string(c) + " is of type " +
              std::to_string(static_cast<int>(std::clamp(type, -1e6, 1e6))) +
              ": cells must be lines (3), triangles (5), quadrilaterals "
              "(9), tetrahedra (10) or hexahedra (12) of first order.",
            line);
        if (dimension > dim)
          text.fail("Cell " + std::to_string(c) + " is of dimension " +
                      std::to_string(dimension) +
                      ", but the mesh is to be of dimension " +
                      std::to_string(dim) + '.',
                    line);
        if (dimension == 0 || dimension + 1 < dim)
          return;
        if (nodes.size() != n_nodes)
          text.fail("Cell " + std::to_string(c) + " has " +
                      std::to_string(nodes.size()) + " points.",
                    line);
        MeshContents::Element element;
        element.line    = line;
        element.n_nodes = n_nodes;
        for (std::size_t i = 0; i < nodes.size(); ++i)
          {
            if (!(nodes[i] >= 0.) ||
                nodes[i] >= static_cast<double>(contents.points.size()))
              text.fail("Cell " + std::to_string(c) +
                          " has a point that does not exist.",
                        required("Cells", "connectivity").tag.line);
            element.nodes[i] = static_cast<std::uint32_t>(nodes[i]);
          }
        element.groups = groups_of(c, n_cells);
        (dimension == dim ? contents.cells : contents.faces).push_back(element);
      }

      unsigned int
      groups_of(const std::size_t c, const std::size_t n_cells)
      {
        if (!knows_data)
          find_data(n_cells);
        unsigned int set = 0;
        if (material)
          {
            const double number = material->numbers[c];
            if (!(number >= 0.) || number > 1e9)
              text.fail("Cell " + std::to_string(c) +
                          " has a number 'material' that is not from 0 to "
                          "1000000000.",
                        material->tag.line);
            const auto id = static_cast<unsigned int>(number);
            if (id != 0)
              set = contents.sets.with(set, contents.group({"", id}));
          }
        for (const auto &[group, array] : cell_sets)
          if (array->numbers[c] == 1.)
            set = contents.sets.with(set, group);
        return set;
      }

      void
      find_data(const std::size_t n_cells)
      {
        knows_data = true;
        for (const auto &[place, array] : arrays)
          if (place.first != "CellData" || is_ghosts(place.second, array))
            continue;
          else if (place.second == "material")
            {
              if (array.numbers.size() != n_cells ||
                  std::ranges::any_of(array.numbers, [](const double x) {
                    return x != std::floor(x);
                  }))
                text.fail("The data 'material' must be a whole number of each "
                          "cell.",
                          array.tag.line);
              material = &array;
            }
          else if (is_set(array.numbers, n_cells))
            cell_sets.emplace_back(contents.group({place.second, {}}), &array);
          else
            pass_over(place.second, "cells");
      }

      MeshText                                              &text;
      MeshContents                                           contents;
      VtuEncoding                                            encoding;
      VtuArrays                                              arrays;
      std::vector<std::string>                               passed_over;
      bool                                                   knows_data = false;
      const VtuArray                                        *material = nullptr;
      std::vector<std::pair<unsigned int, const VtuArray *>> cell_sets;
    };
  } // namespace

  MeshContents
  read_vtu(MeshText &text, const unsigned int dim)
  {
    return VtuReader(text, dim).read();
  }
} // namespace percuss
