// SPDX-License-Identifier: Apache-2.0

// What the reader finds in mesh files, as JSON, a line for each: for
// compare_meshes.py.
//
//     describe_mesh DIMENSION FILE...

#include <percuss/base/exceptions.h>
#include <percuss/mesh/mesh.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <iostream>

namespace
{
  using percuss::Mesh;
  using Point = std::array<double, 3>;

  Point
  minus(const Point &a, const Point &b)
  {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  Point
  cross(const Point &a, const Point &b)
  {
    return {a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0]};
  }

  double
  dot(const Point &a, const Point &b)
  {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  /** Of a line, a triangle, a tetrahedron, a quadrilateral cut in two triangles,
   * or a hexahedron cut in pyramids over the cut faces. */
  template <std::size_t n>
  double
  measure(const Mesh                         &mesh,
          const std::array<std::uint32_t, n> &nodes,
          const unsigned int                  dimension)
  {
    const auto x = [&](const unsigned int i) { return mesh.points[nodes[i]]; };
    if (dimension == 0)
      return 1.;
    if (dimension == 1)
      return std::sqrt(dot(minus(x(1), x(0)), minus(x(1), x(0))));
    if (dimension == 2)
      {
        const Point a = cross(minus(x(1), x(0)), minus(x(2), x(0))),
                    b = cross(minus(x(2), x(0)), minus(x(3), x(0)));
        return 0.5 * (std::sqrt(dot(a, a)) +
                      (mesh.has_simplices ? 0. : std::sqrt(dot(b, b))));
      }
    if (mesh.has_simplices)
      return std::abs(dot(minus(x(1), x(0)),
                          cross(minus(x(2), x(0)), minus(x(3), x(0))))) /
             6.;
    static constexpr unsigned int faces[6][4] = {{0, 3, 2, 1},
                                                 {4, 5, 6, 7},
                                                 {0, 1, 5, 4},
                                                 {1, 2, 6, 5},
                                                 {2, 3, 7, 6},
                                                 {3, 0, 4, 7}};
    double                        volume      = 0.;
    for (const auto &face : faces)
      for (const unsigned int i : {1u, 2u})
        volume +=
          dot(minus(x(face[0]), x(0)),
              cross(minus(x(face[i]), x(0)), minus(x(face[i + 1]), x(0)))) /
          6.;
    return std::abs(volume);
  }

  template <class Elements>
  nlohmann::json
  groups(const Mesh              &mesh,
         const percuss::GroupIds &ids,
         const Elements          &elements,
         const unsigned int       dimension)
  {
    nlohmann::json result = nlohmann::json::object();
    for (const auto &[name, of_name] : ids)
      {
        if (of_name.empty())
          continue;
        unsigned int n   = 0;
        double       sum = 0.;
        for (const auto &element : elements)
          if (of_name.contains(element.id))
            {
              ++n;
              sum += measure(mesh, element.nodes, dimension);
            }
        result[name] = {{"n", n}, {"measure", sum}};
      }
    return result;
  }

  nlohmann::json
  described(const std::string &file, const unsigned int dim)
  {
    try
      {
        const Mesh mesh  = percuss::read_mesh(file, dim);
        double     total = 0.;
        for (const auto &cell : mesh.cells)
          total += measure(mesh, cell.nodes, dim);
        return {{"cells", mesh.cells.size()},
                {"measure", total},
                {"materials", groups(mesh, mesh.materials, mesh.cells, dim)},
                {"boundaries",
                 groups(mesh, mesh.boundaries, mesh.faces, dim - 1)},
                {"notes", mesh.notes}};
      }
    catch (const percuss::InputError &error)
      {
        return {{"refused", error.what()}};
      }
  }
} // namespace

int
main(int argc, char **argv)
{
  const auto dim = static_cast<unsigned int>(std::stoi(argv[1]));
  for (int i = 2; i < argc; ++i)
    std::cout << described(argv[i], dim)
                   .dump(-1,
                         ' ',
                         true,
                         nlohmann::json::error_handler_t::replace)
              << std::endl;
}
