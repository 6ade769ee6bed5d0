// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_polygon_fields_h
#define percuss_output_polygon_fields_h

#include <string>
#include <vector>

namespace percuss
{
  /** Surfaces of bodies at a time, of polygons in space. */
  struct PolygonFields
  {
    std::vector<double> points;     ///< x, y, z of each [m]
    std::vector<double> velocities; ///< of the points [m/s]

    std::vector<unsigned int> corners; ///< points, polygon after polygon
    std::vector<unsigned int> ends;    ///< of the polygons in corners
    std::vector<unsigned int> bodies;  ///< whose polygon it is

    /** A polygon of @p points, which are counted from @p first. */
    void
    add_polygon(const std::vector<unsigned int> &points,
                unsigned int                     first,
                unsigned int                     body);
  };

  /** VTK's unstructured grid, in text. */
  std::string
  vtu_of(const PolygonFields &fields);

  /** The arrays points, cells (3, n and n points of each polygon), velocity and
   * body in HDF5; throws std::runtime_error if they cannot be written. */
  void
  write_hdf5(const PolygonFields &fields, const std::string &file_name);

  /** What XDMF says of such a file.
   * @param time of the fields [s] */
  std::string
  xdmf_grid_of(const PolygonFields &fields,
               double               time,
               const std::string   &file_name);
} // namespace percuss

#endif
