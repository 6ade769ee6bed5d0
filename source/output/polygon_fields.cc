// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/hdf5_file.h>
#include <percuss/output/polygon_fields.h>

#include <charconv>
#include <iomanip>
#include <sstream>

namespace percuss
{
  namespace
  {
    void
    append_number(std::string &file, const double x)
    {
      char       digits[32];
      const auto end = std::to_chars(
        digits, digits + sizeof(digits), x, std::chars_format::general, 9);
      file.append(digits, end.ptr);
    }

    void
    append_number(std::string &file, const unsigned int x)
    {
      char       digits[16];
      const auto end = std::to_chars(digits, digits + sizeof(digits), x);
      file.append(digits, end.ptr);
    }

    /** <DataArray ...> of @p numbers. */
    template <class Numbers>
    void
    append_vtk_array(std::string       &file,
                     const std::string &type,
                     const std::string &name,
                     const unsigned int n_components,
                     const Numbers     &numbers)
    {
      file += "<DataArray type=\"" + type + "\" Name=\"" + name +
              "\" NumberOfComponents=\"" + std::to_string(n_components) +
              "\" format=\"ascii\">\n";
      unsigned int i = 0;
      for (const auto number : numbers)
        {
          append_number(file, number);
          file += ++i % 12 == 0 ? '\n' : ' ';
        }
      file += "</DataArray>\n";
    }

    /** Kind, number of corners and corners of each polygon. */
    std::vector<unsigned int>
    xdmf_cells_of(const PolygonFields &fields)
    {
      constexpr unsigned int    polygon = 3;
      std::vector<unsigned int> cells;
      unsigned int              begin = 0;
      for (const unsigned int end : fields.ends)
        {
          cells.insert(cells.end(), {polygon, end - begin});
          for (; begin < end; ++begin)
            cells.push_back(fields.corners[begin]);
        }
      return cells;
    }

    /** <DataItem ...> that names an array of a file. */
    std::string
    xdmf_item(const std::string &file,
              const char *const  name,
              const char *const  type,
              const std::string &size)
    {
      return std::string("<DataItem ") + type +
             " Format=\"HDF\" Dimensions=\"" + size + "\">" + file + ":/" +
             name + "</DataItem>\n";
    }
  } // namespace

  void
  PolygonFields::add_polygon(const std::vector<unsigned int> &polygon,
                             const unsigned int               first,
                             const unsigned int               body)
  {
    for (const unsigned int k : polygon)
      corners.push_back(first + k);
    ends.push_back(static_cast<unsigned int>(corners.size()));
    bodies.push_back(body);
  }

  std::string
  vtu_of(const PolygonFields &fields)
  {
    constexpr unsigned int          vtk_polygon = 7;
    const std::vector<unsigned int> types(fields.ends.size(), vtk_polygon);
    std::string file = "<?xml version=\"1.0\"?>\n<!-- written by percuss -->\n"
                       "<VTKFile type=\"UnstructuredGrid\" version=\"0.1\">\n"
                       "<UnstructuredGrid>\n<Piece NumberOfPoints=\"" +
                       std::to_string(fields.points.size() / 3) +
                       "\" NumberOfCells=\"" +
                       std::to_string(fields.ends.size()) + "\">\n<Points>\n";
    append_vtk_array(file, "Float64", "Points", 3, fields.points);
    file += "</Points>\n<Cells>\n";
    append_vtk_array(file, "Int32", "connectivity", 1, fields.corners);
    append_vtk_array(file, "Int32", "offsets", 1, fields.ends);
    append_vtk_array(file, "UInt8", "types", 1, types);
    file += "</Cells>\n<PointData>\n";
    append_vtk_array(file, "Float64", "velocity", 3, fields.velocities);
    file += "</PointData>\n<CellData>\n";
    append_vtk_array(file, "Int32", "body", 1, fields.bodies);
    file += "</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
    return file;
  }

  void
  write_hdf5(const PolygonFields &fields, const std::string &file_name)
  {
    replace_hdf5_file(file_name, [&](const hid_t file) {
      const hsize_t                   n_points = fields.points.size() / 3;
      const std::vector<unsigned int> cells    = xdmf_cells_of(fields);
      write_hdf5_array(file,
                       "points",
                       hdf5().native_double,
                       {n_points, 3},
                       fields.points.data());
      write_hdf5_array(
        file, "cells", hdf5().native_uint, {cells.size()}, cells.data());
      write_hdf5_array(file,
                       "velocity",
                       hdf5().native_double,
                       {n_points, 3},
                       fields.velocities.data());
      write_hdf5_array(file,
                       "body",
                       hdf5().native_uint,
                       {fields.bodies.size()},
                       fields.bodies.data());
    });
  }

  std::string
  xdmf_grid_of(const PolygonFields &fields,
               const double         time,
               const std::string   &file_name)
  {
    const std::size_t n_cells = fields.ends.size();
    const std::string cells   = std::to_string(n_cells),
                      points  = std::to_string(fields.points.size() / 3);
    const char *const real    = "NumberType=\"Float\" Precision=\"8\"";
    const char *const integer = "NumberType=\"UInt\" Precision=\"4\"";

    std::ostringstream grid;
    grid << std::setprecision(12)
         << "<Grid Name=\"bodies\" GridType=\"Uniform\">\n<Time Value=\""
         << time << "\"/>\n<Geometry GeometryType=\"XYZ\">\n"
         << xdmf_item(file_name, "points", real, points + " 3")
         << "</Geometry>\n<Topology TopologyType=\"Mixed\" NumberOfElements=\""
         << cells << "\">\n"
         << xdmf_item(file_name,
                      "cells",
                      integer,
                      std::to_string(2 * n_cells + fields.corners.size()))
         << "</Topology>\n<Attribute Name=\"velocity\" "
            "AttributeType=\"Vector\" Center=\"Node\">\n"
         << xdmf_item(file_name, "velocity", real, points + " 3")
         << "</Attribute>\n<Attribute Name=\"body\" AttributeType=\"Scalar\" "
            "Center=\"Cell\">\n"
         << xdmf_item(file_name, "body", integer, cells)
         << "</Attribute>\n</Grid>\n";
    return grid.str();
  }
} // namespace percuss
