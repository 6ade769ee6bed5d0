// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_mesh_mesh_files_h
#define percuss_tests_mesh_mesh_files_h

#include <percuss/mesh/mesh.h>

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace percuss::test
{
  /** Two squares or cubes from 0 to 2, 1 and 1, or two triangles or tetrahedra
   * of their nodes: materials 'left' (7) and 'right' (9), boundaries 'foot' (3),
   * where y = 0, and 'end' (4), x = 2. */
  struct TwoCells
  {
    /** Numbers of Gmsh's types. */
    int
    cell_type() const
    {
      return has_simplices ? (dim == 2 ? 2 : 4) : (dim == 2 ? 3 : 5);
    }

    int
    face_type() const
    {
      return dim == 2 ? 1 : has_simplices ? 2 : 3;
    }

    unsigned int                           dim;
    bool                                   has_simplices = false;
    std::vector<std::array<double, 3>>     points;
    std::vector<std::vector<unsigned int>> cells, foot, end;
  };

  inline TwoCells
  two_cells(const unsigned int dim, const bool has_simplices = false)
  {
    TwoCells mesh;
    mesh.dim           = dim;
    mesh.has_simplices = has_simplices;
    for (unsigned int z = 0; z < (dim == 3 ? 2u : 1u); ++z)
      for (unsigned int y = 0; y < 2; ++y)
        for (unsigned int x = 0; x < 3; ++x)
          mesh.points.push_back({double(x), double(y), double(z)});
    if (has_simplices)
      {
        mesh.cells = {{0, 1, 4}, {1, 2, 5}};
        mesh.foot  = {{0, 1}, {1, 2}};
        mesh.end   = {{2, 5}};
        if (dim == 3)
          for (unsigned int i = 0; i < 2; ++i)
            {
              mesh.cells[i].push_back(7 + i);
              mesh.foot[i].push_back(7 + i);
            }
        if (dim == 3)
          mesh.end[0].push_back(8);
        return mesh;
      }
    // through the thickness, back in the other direction
    const auto extruded = [&](std::vector<unsigned int> nodes) {
      if (dim == 3)
        {
          const std::vector<unsigned int> below = nodes;
          if (below.size() == 2)
            nodes.insert(nodes.end(), {below[1] + 6, below[0] + 6});
          else
            for (const unsigned int node : below)
              nodes.push_back(node + 6);
        }
      return nodes;
    };
    mesh.cells = {extruded({0, 1, 4, 3}), extruded({1, 2, 5, 4})};
    mesh.foot  = {extruded({0, 1}), extruded({1, 2})};
    mesh.end   = {extruded({2, 5})};
    return mesh;
  }

  inline std::string
  words(const std::vector<unsigned int> &numbers,
        const unsigned int               first,
        const char                      *separator = " ")
  {
    std::string text;
    for (const unsigned int number : numbers)
      text += (text.empty() ? "" : separator) + std::to_string(number + first);
    return text;
  }

  inline std::string
  gmsh_2(const TwoCells &mesh)
  {
    std::ostringstream out;
    out << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n4\n"
        << mesh.dim - 1 << " 3 \"foot\"\n"
        << mesh.dim - 1 << " 4 \"end\"\n"
        << mesh.dim << " 7 \"left\"\n"
        << mesh.dim << " 9 \"right\"\n$EndPhysicalNames\n$Nodes\n"
        << mesh.points.size() << '\n';
    for (unsigned int i = 0; i < mesh.points.size(); ++i)
      out << 10 + i << ' ' << mesh.points[i][0] << ' ' << mesh.points[i][1]
          << ' ' << mesh.points[i][2] << '\n';
    const int cell = mesh.cell_type(), face = mesh.face_type();
    out << "$EndNodes\n$Elements\n6\n1 15 2 0 1 10\n";
    for (const auto &nodes : mesh.foot)
      out << "2 " << face << " 2 3 1 " << words(nodes, 10) << '\n';
    out << "4 " << face << " 2 4 2 " << words(mesh.end[0], 10) << '\n';
    out << "5 " << cell << " 2 7 1 " << words(mesh.cells[0], 10) << '\n';
    out << "6 " << cell << " 2 9 2 " << words(mesh.cells[1], 10)
        << "\n$EndElements\n";
    return out.str();
  }

  inline std::string
  gmsh_4(const TwoCells &mesh)
  {
    const unsigned int dim = mesh.dim;
    std::ostringstream out;
    out << "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n4\n"
        << dim - 1 << " 3 \"foot\"\n"
        << dim - 1 << " 4 \"end\"\n"
        << dim << " 7 \"left\"\n"
        << dim << " 9 \"right\"\n$EndPhysicalNames\n$Entities\n"
        << (dim == 2 ? "1 2 2 0\n5 0 0 0 0\n" : "1 0 2 2\n5 0 0 0 0\n")
        << "1 0 0 0 2 1 1 1 3 0\n2 2 0 0 2 1 1 1 -4 0\n"
        << "1 0 0 0 1 1 1 1 7 2 1 -2\n2 1 0 0 2 1 1 1 9 0\n$EndEntities\n"
        << "$Nodes\n1 " << mesh.points.size() << " 10 100\n"
        << dim << " 1 0 " << mesh.points.size() << '\n';
    for (unsigned int i = 0; i < mesh.points.size(); ++i)
      out << 10 + i << '\n';
    for (const auto &point : mesh.points)
      out << point[0] << ' ' << point[1] << ' ' << point[2] << '\n';
    const int cell = mesh.cell_type(), face = mesh.face_type();
    out << "$EndNodes\n$Elements\n4 5 1 5\n"
        << dim - 1 << " 1 " << face << " 2\n1 " << words(mesh.foot[0], 10)
        << "\n2 " << words(mesh.foot[1], 10) << '\n'
        << dim - 1 << " 2 " << face << " 1\n3 " << words(mesh.end[0], 10)
        << '\n'
        << dim << " 1 " << cell << " 1\n4 " << words(mesh.cells[0], 10) << '\n'
        << dim << " 2 " << cell << " 1\n5 " << words(mesh.cells[1], 10)
        << "\n$EndElements\n";
    return out.str();
  }

  /** Numbers as they are in memory, or with their bytes in the other order. */
  class Bytes
  {
  public:
    explicit Bytes(const bool is_swapped)
      : is_swapped(is_swapped)
    {}

    template <class T, class... More>
    Bytes &
    add(const More... numbers)
    {
      (append(static_cast<T>(numbers)), ...);
      return *this;
    }

    std::string text;

  private:
    template <class T>
    void
    append(const T number)
    {
      std::string bytes(sizeof(T), '\0');
      std::memcpy(bytes.data(), &number, sizeof(T));
      if (is_swapped)
        std::reverse(bytes.begin(), bytes.end());
      text += bytes;
    }

    const bool is_swapped;
  };

  inline std::string
  gmsh_names(const unsigned int dim)
  {
    return "$PhysicalNames\n4\n" + std::to_string(dim - 1) + " 3 \"foot\"\n" +
           std::to_string(dim - 1) + " 4 \"end\"\n" + std::to_string(dim) +
           " 7 \"left\"\n" + std::to_string(dim) +
           " 9 \"right\"\n$EndPhysicalNames\n";
  }

  /** Binary files of version 2.2. */
  inline std::string
  gmsh_2_binary(const TwoCells &mesh, const bool is_swapped = false)
  {
    Bytes one(is_swapped), nodes(is_swapped), elements(is_swapped);
    one.add<int>(1);
    for (unsigned int i = 0; i < mesh.points.size(); ++i)
      nodes.add<int>(10 + i).add<double>(mesh.points[i][0],
                                         mesh.points[i][1],
                                         mesh.points[i][2]);
    const int  cell = mesh.cell_type(), face = mesh.face_type();
    int        number = 0;
    const auto add    = [&](const std::vector<unsigned int> &of_element,
                         const int                        group) {
      elements.add<int>(++number, group, 1);
      for (const unsigned int node : of_element)
        elements.add<int>(node + 10);
    };
    elements.add<int>(15, 1, 2, ++number, 0, 1, 10);
    elements.add<int>(face, 3, 2);
    add(mesh.foot[0], 3);
    add(mesh.foot[1], 3);
    add(mesh.end[0], 4);
    elements.add<int>(cell, 2, 2);
    add(mesh.cells[0], 7);
    add(mesh.cells[1], 9);
    return "$MeshFormat\n2.2 1 8\n" + one.text + "\n$EndMeshFormat\n" +
           gmsh_names(mesh.dim) + "$Nodes\n" +
           std::to_string(mesh.points.size()) + '\n' + nodes.text +
           "\n$EndNodes\n$Elements\n6\n" + elements.text + "\n$EndElements\n";
  }

  /** Binary files of version 4.1; the nodes have parameters. */
  inline std::string
  gmsh_4_binary(const TwoCells &mesh, const bool is_swapped = false)
  {
    const unsigned int dim = mesh.dim;
    Bytes              one(is_swapped), entities(is_swapped), nodes(is_swapped),
      elements(is_swapped);
    one.add<int>(1);
    using Size = std::uint64_t;
    entities.add<Size>(1, dim == 2 ? 2 : 0, 2, dim == 2 ? 0 : 2);
    entities.add<int>(5).add<double>(0, 0, 0).add<Size>(0);
    for (const auto &[tag, group] :
         {std::pair(1, 3), std::pair(2, -4), std::pair(1, 7), std::pair(2, 9)})
      entities.add<int>(tag)
        .add<double>(0, 0, 0, 2, 1, 1)
        .add<Size>(1)
        .add<int>(group)
        .add<Size>(2)
        .add<int>(1, -2);
    nodes.add<Size>(1, mesh.points.size(), 10, 100);
    nodes.add<int>(dim, 1, 1).add<Size>(mesh.points.size());
    for (unsigned int i = 0; i < mesh.points.size(); ++i)
      nodes.add<Size>(10 + i);
    for (const auto &x : mesh.points)
      {
        nodes.add<double>(x[0], x[1], x[2]);
        for (unsigned int d = 0; d < dim; ++d)
          nodes.add<double>(0.5);
      }
    const int  cell = mesh.cell_type(), face = mesh.face_type();
    int        number = 0;
    const auto block =
      [&](const unsigned int                            dimension,
          const int                                     entity,
          const int                                     type,
          const std::vector<std::vector<unsigned int>> &members) {
        elements.add<int>(dimension, entity, type).add<Size>(members.size());
        for (const auto &member : members)
          {
            elements.add<Size>(++number);
            for (const unsigned int node : member)
              elements.add<Size>(node + 10);
          }
      };
    elements.add<Size>(4, 5, 1, 5);
    block(dim - 1, 1, face, mesh.foot);
    block(dim - 1, 2, face, mesh.end);
    block(dim, 1, cell, {mesh.cells[0]});
    block(dim, 2, cell, {mesh.cells[1]});
    return "$MeshFormat\n4.1 1 8\n" + one.text + "\n$EndMeshFormat\n" +
           gmsh_names(dim) + "$Entities\n" + entities.text +
           "\n$EndEntities\n$Nodes\n" + nodes.text +
           "\n$EndNodes\n$Elements\n" + elements.text + "\n$EndElements\n";
  }

  inline std::string
  abaqus(const TwoCells &mesh)
  {
    std::ostringstream out;
    out << "*Heading\n two cells\n** all there is\n*Part, name=P\n*Node\n";
    for (unsigned int i = 0; i < mesh.points.size(); ++i)
      out << 10 + i << ", " << mesh.points[i][0] << ", " << mesh.points[i][1]
          << ", " << mesh.points[i][2] << '\n';
    out << "*Element, type="
        << (mesh.has_simplices ? (mesh.dim == 2 ? "CPE3" : "C3D4") :
                                 (mesh.dim == 2 ? "CPE4R" : "C3D8R"))
        << ", elset=Both\n21, " << words(mesh.cells[0], 10, ", ") << "\n22, "
        << words({mesh.cells[1].begin(), mesh.cells[1].begin() + 2}, 10, ", ")
        << ",\n "
        << words({mesh.cells[1].begin() + 2, mesh.cells[1].end()}, 10, ", ")
        << "\n*Elset, elset=LEFT, generate\n21, 21, 1\n*Elset, elset=right\n22,"
           "\n*Nset, nset=end\n12, 15"
        << (mesh.dim == 2 ? "\n" : ", 18,\n 21\n")
        << "*Elset, elset=_foot_S1, internal\nLeft, right\n"
           "*Solid Section, elset=left, material=Steel\n,\n*End Part\n"
           "*Surface, type=ELEMENT, name=foot\n_foot_S1, "
        << (mesh.dim == 2      ? "S1" :
            mesh.has_simplices ? "S2" :
                                 "S3")
        << "\n*Step\n*Static\n1., 1.\n";
    return out.str();
  }

  inline std::string
  base_64(const std::string &bytes)
  {
    static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3)
      {
        unsigned int three = 0;
        for (std::size_t j = i; j < i + 3; ++j)
          three =
            256 * three +
            (j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0u);
        for (unsigned int d = 0; d < 4; ++d)
          text +=
            i + d > bytes.size() ? '=' : digits[(three >> (18 - 6 * d)) & 63];
      }
    return text;
  }

  enum class VtuFormat
  {
    ascii,
    base_64,
    compressed,
    appended_raw,
    appended_compressed
  };

  /** Writes arrays as VTK does. */
  class VtuWriter
  {
  public:
    explicit VtuWriter(const VtuFormat format)
      : format(format)
      , is_compressed(format == VtuFormat::compressed ||
                      format == VtuFormat::appended_compressed)
    {}

    template <class T>
    std::string
    array(const char           *type,
          const std::string    &name,
          const std::vector<T> &numbers,
          const std::string    &more = "")
    {
      std::ostringstream out;
      out.precision(17);
      out << "<DataArray type=\"" << type << "\" Name=\"" << name << "\" "
          << more << " format=\"";
      if (format == VtuFormat::ascii)
        {
          out << "ascii\">\n";
          for (const T number : numbers)
            out << +number << ' ';
          out << '\n';
        }
      else
        {
          std::string bytes(numbers.size() * sizeof(T), '\0');
          std::memcpy(bytes.data(), numbers.data(), bytes.size());
          const std::string written = encoded(bytes);
          if (format == VtuFormat::appended_raw ||
              format == VtuFormat::appended_compressed)
            {
              out << "appended\" offset=\"" << appended.size() << "\"/>\n";
              appended += written;
              return out.str();
            }
          out << "binary\">\n" << written << '\n';
        }
      out << "</DataArray>\n";
      return out.str();
    }

    std::string
    head() const
    {
      return std::string("<?xml version=\"1.0\"?>\n<VTKFile "
                         "type=\"UnstructuredGrid\" version=\"1.0\" "
                         "byte_order=\"LittleEndian\" header_type=\"UInt32\"") +
             (is_compressed ? " compressor=\"vtkZLibDataCompressor\"" : "") +
             ">\n<UnstructuredGrid>\n";
    }

    std::string
    tail() const
    {
      std::string text = "</UnstructuredGrid>\n";
      if (!appended.empty())
        text += std::string("<AppendedData encoding=\"") +
                (format == VtuFormat::appended_raw ? "raw" : "base64") +
                "\">\n _" + appended + "\n</AppendedData>\n";
      return text + "</VTKFile>\n";
    }

  private:
    static std::string
    header(const std::vector<std::uint32_t> &numbers)
    {
      std::string bytes(4 * numbers.size(), '\0');
      std::memcpy(bytes.data(), numbers.data(), bytes.size());
      return bytes;
    }

    std::string
    encoded(const std::string &bytes) const
    {
      const auto n = static_cast<std::uint32_t>(bytes.size());
      if (!is_compressed)
        return format == VtuFormat::appended_raw ? header({n}) + bytes :
                                                   base_64(header({n}) + bytes);
      // two blocks of at most 16 bytes and one that is smaller
      constexpr std::uint32_t    size = 16;
      std::vector<std::uint32_t> numbers{(n + size - 1) / size, size, n % size};
      std::string                all;
      for (std::uint32_t begin = 0; begin < n; begin += size)
        {
          const std::string block  = bytes.substr(begin, size);
          uLongf            length = compressBound(block.size());
          std::string       result(length, '\0');
          compress(reinterpret_cast<Bytef *>(result.data()),
                   &length,
                   reinterpret_cast<const Bytef *>(block.data()),
                   block.size());
          all += result.substr(0, length);
          numbers.push_back(static_cast<std::uint32_t>(length));
        }
      return base_64(header(numbers)) + base_64(all);
    }

    const VtuFormat format;
    const bool      is_compressed;
    std::string     appended;
  };

  inline std::string
  vtu(const TwoCells &mesh, const VtuFormat format)
  {
    std::vector<double>       coordinates;
    std::vector<std::int64_t> nodes;
    std::vector<std::int32_t> offsets, material;
    std::vector<std::uint8_t> types, foot_cells;
    std::vector<std::int8_t>  end(mesh.points.size(), 0);
    for (const auto &point : mesh.points)
      coordinates.insert(coordinates.end(), point.begin(), point.end());
    const auto add = [&](const std::vector<unsigned int> &cell,
                         const int                        type,
                         const int                        id,
                         const int                        is_foot) {
      nodes.insert(nodes.end(), cell.begin(), cell.end());
      offsets.push_back(static_cast<std::int32_t>(nodes.size()));
      types.push_back(static_cast<std::uint8_t>(type));
      material.push_back(id);
      foot_cells.push_back(static_cast<std::uint8_t>(is_foot));
    };
    const int of_space = mesh.has_simplices ? 10 : 12,
              of_plane = mesh.has_simplices ? 5 : 9;
    add(mesh.cells[0], mesh.dim == 2 ? of_plane : of_space, 7, 0);
    add(mesh.cells[1], mesh.dim == 2 ? of_plane : of_space, 9, 0);
    for (const auto &face : mesh.foot)
      add(face, mesh.dim == 2 ? 3 : of_plane, 0, 1);
    for (const unsigned int node : mesh.end[0])
      end[node] = 1;
    VtuWriter         write(format);
    const std::string pieces =
      "<Piece NumberOfPoints=\"" + std::to_string(mesh.points.size()) +
      "\" NumberOfCells=\"4\">\n<Points>\n" +
      write.array("Float64", "", coordinates, "NumberOfComponents=\"3\"") +
      "</Points>\n<Cells>\n" + write.array("Int64", "connectivity", nodes) +
      write.array("Int32", "offsets", offsets) +
      write.array("UInt8", "types", types) + "</Cells>\n<PointData>\n" +
      write.array("Int8", "end", end) +
      write.array("Float64", "heat", coordinates) +
      "</PointData>\n<CellData>\n" +
      write.array("Int32", "material", material) +
      write.array("UInt8", "foot", foot_cells) + "</CellData>\n</Piece>\n";
    return write.head() + pieces + write.tail();
  }

  /** Reads a text as a mesh file. */
  inline Mesh
  read_text(const std::string &text,
            const std::string &ending,
            const unsigned int dim)
  {
    const std::string name = "mesh_" + std::to_string(getpid()) + ending;
    std::ofstream(name, std::ios::binary) << text;
    struct Removal
    {
      const std::string &name;
      ~Removal()
      {
        std::remove(name.c_str());
      }
    } removal{name};
    return read_mesh(name, dim);
  }
} // namespace percuss::test

#endif
